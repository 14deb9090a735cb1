//! The one way in which events are appended to a game. What ends a rated game, or one
//! against the computer, is written together with everything that belongs to the end.

use crate::app::{App, Caller, Fault};
use crate::levels;
use damero_domain::game::{Event, Origin};
use damero_domain::ids::CommandTag;
use damero_domain::period::PeriodKind;
use damero_domain::rating::Standing;
use damero_domain::rating::pair_day::Players;
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::Side;
use damero_store::{Before, Ended, Ending, HeldGame, Saved, StoreError};
use futures_util::future::try_join;

/// Appends events if nobody wrote since `held` was read. Lost, they have to be decided
/// anew, with a new stamp. `caller` is whose command they follow from, if anybody's.
pub(crate) async fn append(
    app: &App,
    caller: Option<&Caller>,
    held: &HeldGame,
    events: &[Event],
    by: Option<(Side, CommandTag)>,
) -> Result<Saved<HeldGame>, Fault> {
    let ends = || Ok::<_, StoreError>(held.after_all(events, by)?.game.ended().is_some());
    // Boxed, since every action would carry the room for it.
    match held.game.setup().origin {
        Origin::Pairing(_) if ends()? => Box::pin(end(app, held, events, by)).await,
        Origin::Level(_) if ends()? => Box::pin(levels::end(app, caller, held, events, by)).await,
        _ => Ok(app.store.append_all(held, events, by).await?),
    }
}

async fn end(
    app: &App,
    held: &HeldGame,
    events: &[Event],
    by: Option<(Side, CommandTag)>,
) -> Result<Saved<HeldGame>, Fault> {
    let no_accounts = || StoreError::Corrupt("rated game".into());
    let (accounts, event) = match (held.game.accounts(), events) {
        (Some(accounts), [event]) => (accounts, event),
        _ => return Err(no_accounts().into()),
    };
    let rules = held.game.setup().rules;
    let (white, black) = try_join(
        app.store.standing(rules, accounts.white),
        app.store.standing(rules, accounts.black),
    )
    .await?;
    let standings = BySide { white, black };
    let event = event.clone().no_earlier(earliest(held, &standings));
    let at = event.confirmed;
    let week = app.club.zone.period(PeriodKind::Week, at);
    let dates = app.club.zone.day(at).zip(week);
    let (date, week) = dates.ok_or(Fault::Calendar(at.0))?;
    let players = Players::of(accounts.white, accounts.black);
    let before = Before {
        standings,
        date,
        week: week.id,
        day: app.store.pair_day(players, date).await?,
    };
    let ending = app.store.ending(held, &event, by, &before)?;
    write(app, held, &event, &ending).await
}

/// Writes an end whose last event is this, and finds out what became of it.
pub(crate) async fn write(
    app: &App,
    held: &HeldGame,
    last: &Event,
    ending: &Ending,
) -> Result<Saved<HeldGame>, Fault> {
    let game = held.game.setup().id;
    match app.store.end(ending).await? {
        Ended::Done(next) => Ok(Saved::Done(with_tabs(app, next).await)),
        // One's own copy came before an answer that was lost, and its token is forgotten.
        Ended::Lost {
            present: Some(present),
            ..
        } if present.game.events().last() == Some(last) => Ok(Saved::Done(present)),
        Ended::Lost { slots, present } => {
            tracing::info!(%game, ?slots, "an end is decided again");
            Ok(Saved::Lost(present))
        }
        Ended::Unknown(error) => {
            tracing::warn!(%game, %error, "an end may or may not have been written");
            what_became(app, held, last, error).await
        }
    }
}

/// Both logs are in strict order, whatever the hosts' clocks say, and what a closing
/// found running ends after its cut.
fn earliest(held: &HeldGame, standings: &BySide<Standing>) -> Timestamp {
    let cut = held.rated.as_ref().and_then(|rated| rated.not_before);
    let own = [standings.white.not_before(), standings.black.not_before()];
    own.into_iter()
        .chain(cut)
        .fold(held.game.last_stamp(), Timestamp::max)
}

/// A tab that opened since the game was read is to hear of the end too, and a
/// transaction does not tell of it. Without that the others hear it all the same.
async fn with_tabs(app: &App, next: HeldGame) -> HeldGame {
    match app.store.game(next.game.setup().id).await {
        Ok(Some(present)) => present,
        Ok(None) => next,
        Err(error) => {
            tracing::warn!(game = %next.game.setup().id, %error, "an end is told to those who were listed before");
            next
        }
    }
}

/// Nobody has said whether the end was written: the game has it or not. If not it may
/// yet come, so that nothing is answered: whoever asked asks again.
async fn what_became(
    app: &App,
    held: &HeldGame,
    event: &Event,
    error: StoreError,
) -> Result<Saved<HeldGame>, Fault> {
    match app.store.game(held.game.setup().id).await? {
        Some(present) if present.v == held.v => Err(error.into()),
        Some(present) if present.game.events().last() == Some(event) => Ok(Saved::Done(present)),
        present => Ok(Saved::Lost(present)),
    }
}
