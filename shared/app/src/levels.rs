//! The progressive computer: whose progress a game moves, what is answered in it, and how it
//! ends.

use crate::app::{App, Caller, Fault};
use crate::ends;
use crate::patience::Patience;
use crate::ports::PortError;
use damero_domain::account::Account;
use damero_domain::credit::{self, Credit, Earned};
use damero_domain::game::{Event, Game};
use damero_domain::ids::{AccountId, CommandTag, Person};
use damero_domain::level::{self, LevelEnd};
use damero_domain::period::PeriodKind;
use damero_rules::{RuleSet, Side};
use damero_store::{HeldGame, HeldProgress, LevelBefore, Saved, StoreError};
use futures_util::future::try_join;

/// Whose progress the caller's games move, and where it stands. An account takes over what the
/// caller's browser has reached before, if it has not yet.
pub(crate) async fn progress(
    app: &App,
    caller: &Caller,
    rules: &RuleSet,
) -> Result<(Person, HeldProgress), Fault> {
    let identity = caller.identity();
    let browser = identity.session();
    Ok(match identity.account() {
        None => (browser, app.store.progress(browser, rules).await?),
        Some(account) => {
            let own = joined(app, account, browser, rules).await?;
            (Person::Account(account), own)
        }
    })
}

/// An account takes over all that a browser has reached, which is linked to it, where levels
/// are open.
pub(crate) async fn take_over(app: &App, account: AccountId, browser: Person) -> Result<(), Fault> {
    let reached = app.store.all_progress(browser, &app.club.levels).await?;
    let left = reached
        .iter()
        .filter(|(_, theirs)| !theirs.is_taken_by(account));
    for (rules, _) in left {
        joined(app, account, browser, rules).await?;
    }
    Ok(())
}

/// An account's progress, with what the browser has reached.
async fn joined(
    app: &App,
    account: AccountId,
    browser: Person,
    rules: &RuleSet,
) -> Result<HeldProgress, Fault> {
    let mut patience = Patience::default();
    loop {
        let (own, theirs) = try_join(
            app.store.progress(Person::Account(account), rules),
            app.store.progress(browser, rules),
        )
        .await?;
        if theirs.is_taken_by(account) {
            return Ok(own);
        }
        let taken = app.store.take_over(account, &own, browser, &theirs, rules);
        if let Saved::Done(own) = taken.await? {
            return Ok(own);
        }
        if !patience.lasts(app, false).await {
            return Err(Fault::Busy);
        }
    }
}

/// What is written after `event`: against the computer, its answer too.
pub(crate) async fn with_answer(
    app: &App,
    held: &HeldGame,
    event: Event,
) -> Result<Vec<Event>, Fault> {
    let mut events = vec![event];
    if held.game.computer().is_some() {
        let after = held.after_all(&events, None)?;
        events.extend(answer(app, &after.game).await?);
    }
    Ok(events)
}

/// What the computer says to what stands in a game, if it is asked anything.
pub(crate) async fn answer(app: &App, game: &Game) -> Result<Vec<Event>, PortError> {
    match level::is_asked(game) {
        true => app.opponent.answer(game).await,
        false => Ok(Vec::new()),
    }
}

/// Writes the end of a level with all that belongs to it.
pub(crate) async fn end(
    app: &App,
    caller: Option<&Caller>,
    held: &HeldGame,
    events: &[Event],
    by: Option<(Side, CommandTag)>,
) -> Result<Saved<HeldGame>, Fault> {
    let none = || StoreError::Corrupt("end of a level".into());
    // Without a clock nothing but its player ends it.
    let (caller, last) = caller.zip(events.last()).ok_or_else(none)?;
    let next = held.after_all(events, by)?;
    let end = next.game.level_end().ok_or_else(none)?;
    let (who, progress) = progress(app, caller, end.rules).await?;
    let at = end.moment.ended_at;
    let week = app.club.zone.period(PeriodKind::Week, at);
    let week = week.ok_or(Fault::Calendar(at.0))?.id;
    let mut before = LevelBefore {
        who,
        progress,
        week,
        earned: Earned::default(),
        credit: None,
    };
    if end.is_beaten() {
        let account = match who {
            Person::Account(account) => {
                let earned = app.store.earned(account, week, end.rules, end.level);
                let (earned, held) = try_join(earned, app.store.account(account)).await?;
                before.earned = earned;
                held.filter(|held| !held.deleted).map(|held| held.account)
            }
            _ => None,
        };
        before.credit = Some(earns(app, &end, account.as_ref(), before.earned));
    }
    let ending = app.store.level_ending(held, events, by, &before)?;
    ends::write(app, held, last, &ending).await
}

fn earns(app: &App, end: &LevelEnd, account: Option<&Account>, earned: Earned) -> Credit {
    credit::judge(end, account, app.club.terms, earned, app.club.caps)
}
