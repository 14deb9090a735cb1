//! `levelStart`: a game against the computer of one's level.

use super::{Action, Failure};
use crate::accounts::ATTEMPTS;
use crate::app::{App, Caller, Fault};
use crate::levels;
use crate::outgoing::Outgoing;
use crate::play::{self, write_stamp};
use crate::refuse::{refused, refused_with};
use damero_domain::game::Game;
use damero_domain::ids::{CommandId, GameId};
use damero_domain::level::Start;
use damero_domain::side::BySide;
use damero_domain::time::Millis;
use damero_protocol::client;
use damero_protocol::server::{Message, Refused, Side as WireSide};
use damero_rules::{RuleSet, Side};
use damero_store::{HeldGame, HeldProgress, Saved, StoreError};

/// A new game's id is its command's; one whose time is further off is refused.
const MAX_ID_AGE: Millis = Millis::seconds(5 * 60);

/// While a level of this rule set runs, that is shown and no other one begun.
#[derive(Debug)]
pub struct LevelStart;

impl Action for LevelStart {
    const NAME: &'static str = "levelStart";
    type Fields = client::LevelStart;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::LevelStart,
    ) -> Result<Vec<Outgoing>, Failure> {
        let rules = match rules(app, &fields.rule_set) {
            Ok(rules) => rules,
            Err(refused) => return Ok(refuse(caller, *refused)),
        };
        let side = match fields.side {
            WireSide::White => Side::White,
            WireSide::Black => Side::Black,
        };
        for attempt in 0..ATTEMPTS {
            let (who, seen) = levels::progress(app, caller, rules).await?;
            if let Some(held) = running(app, &seen, GameId::from(id)).await? {
                return Ok(vec![play::state_for(caller, &held)]);
            }
            let stamp = write_stamp(caller.stamp(app))?;
            if attempt == 0
                && let Some(code) = too_much(app, caller, id).await?
            {
                return Ok(again(app, caller, id, code).await?);
            }
            let start = Start {
                game: id.into(),
                rules,
                level: seen.progress.level,
                player: who,
                side,
                at: stamp.confirmed(stamp.received),
            };
            let held = begun(app, &start).await?;
            if let Saved::Done(()) = app.store.start_level(who, &seen, &held).await? {
                return Ok(vec![play::state_for(caller, &held)]);
            }
            if app.store.game(id.into()).await?.is_some() {
                break;
            }
        }
        Ok(again(app, caller, id, "busy").await?)
    }
}

fn rules(app: &App, id: &str) -> Result<&'static RuleSet, Box<Refused>> {
    let unknown = || Box::new(refused_with("unknown_rule_set", "rule_set", id));
    let rules = RuleSet::by_id(id).ok_or_else(unknown)?;
    match app.club.levels.contains(&rules) {
        true => Ok(rules),
        false => Err(Box::new(refused("no_levels"))),
    }
}

/// The game that runs, if one does; also the one that this very command has begun, which may
/// be over by now.
async fn running(
    app: &App,
    seen: &HeldProgress,
    own: GameId,
) -> Result<Option<HeldGame>, StoreError> {
    let Some(game) = seen.progress.running else {
        return Ok(None);
    };
    let held = app.store.game(game).await?;
    Ok(held.filter(|held| held.game.ended().is_none() || game == own))
}

/// Why the command may not begin anything.
async fn too_much(
    app: &App,
    caller: &Caller,
    id: CommandId,
) -> Result<Option<&'static str>, StoreError> {
    let age = caller.received - id.made_at();
    if age > MAX_ID_AGE || age < Millis::ZERO - MAX_ID_AGE {
        return Ok(Some("id_time"));
    }
    let session = caller.identity().session().to_string();
    let hour = Millis::seconds(3600);
    let count = app
        .store
        .count(&session, "level", hour, app.clock.now())
        .await?;
    Ok((count > app.limits.levels_per_hour).then_some("too_many_levels"))
}

/// The game with the computer's first move, if it has that.
async fn begun(app: &App, start: &Start) -> Result<HeldGame, Fault> {
    let held = HeldGame::new(Game::start(start.setup()), 1, BySide::default());
    let first = levels::answer(app, &held.game).await?;
    let game = held.after_all(&first, None)?.game;
    Ok(HeldGame::new(game, 1, BySide::default()))
}

/// A game of the caller's under this id means that the command was accepted before and is
/// answered again; otherwise it is refused.
async fn again(
    app: &App,
    caller: &Caller,
    id: CommandId,
    code: &str,
) -> Result<Vec<Outgoing>, Fault> {
    let held = app.store.game(id.into()).await?;
    Ok(match held {
        Some(held) if held.game.side_of(caller.identity()).is_some() => {
            vec![play::state_for(caller, &held)]
        }
        Some(_) => refuse(caller, refused("bad_id")),
        None => refuse(caller, refused(code)),
    })
}

fn refuse(caller: &Caller, refused: Refused) -> Vec<Outgoing> {
    vec![Outgoing::new(&caller.connection, Message::Refused(refused))]
}
