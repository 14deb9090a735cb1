//! The path of every command in a game: one read, one decision, one conditional write.

use crate::app::{App, Caller, Fault};
use crate::ends;
use crate::levels;
use crate::outgoing::Outgoing;
use crate::patience::Patience;
use crate::refuse;
use crate::views;
use damero_domain::game::{Command, Verdict};
use damero_domain::ids::{CommandId, ConnectionId, GameId};
use damero_domain::refusal::Refusal;
use damero_domain::time::Stamp;
use damero_protocol::server::{Message, Refused};
use damero_rules::Side;
use damero_store::{HeldGame, Place, Saved};
use futures_util::future::try_join_all;
use std::slice;

/// Carries out a command in a game between two people.
pub(crate) async fn command(
    app: &App,
    caller: &Caller,
    id: CommandId,
    game: GameId,
    command: &Command,
) -> Result<Vec<Outgoing>, Fault> {
    carry_out(app, caller, id, game, command, false).await
}

/// Carries out a command in a game against the computer, whose answer is written with it.
pub(crate) async fn against_computer(
    app: &App,
    caller: &Caller,
    id: CommandId,
    game: GameId,
    command: &Command,
) -> Result<Vec<Outgoing>, Fault> {
    carry_out(app, caller, id, game, command, true).await
}

async fn carry_out(
    app: &App,
    caller: &Caller,
    id: CommandId,
    game: GameId,
    command: &Command,
    against_computer: bool,
) -> Result<Vec<Outgoing>, Fault> {
    let mut told = Vec::new();
    let mut read = None;
    let mut patience = Patience::default();
    loop {
        let held = match read.take() {
            Some(held) => held,
            None => match app.store.game(game).await? {
                Some(held) => held,
                None => return Ok(vec![refuse_unknown(caller)]),
            },
        };
        if held.game.computer().is_some() != against_computer {
            return Ok(vec![refuse_mode(caller)]);
        }
        let stamp = write_stamp(caller.stamp(app))?;
        let (event, by) = match held.game.settle(stamp) {
            Some(flag) if !knows(&held, caller, id) => {
                count_lateness(&held, caller);
                (flag, None)
            }
            _ => match held.game.decide(caller.identity(), id, command, stamp) {
                // Whoever committed it may have ended before anybody was told.
                Ok(Verdict::Known) => return Ok(answer(broadcast(&held), &held, caller)),
                Ok(Verdict::Accepted(event)) => (
                    event,
                    held.game
                        .side_of(caller.identity())
                        .map(|side| (side, id.tag())),
                ),
                Err(refusal) => return Ok(refuse(told, &held, caller, &refusal)),
            },
        };
        let events = levels::with_answer(app, &held, event).await?;
        match ends::append(app, Some(caller), &held, &events, by).await? {
            Saved::Done(next) => {
                told = broadcast(&next);
                if by.is_some() {
                    return Ok(answer(told, &next, caller));
                }
                read = Some(next);
            }
            Saved::Lost(present) => {
                if !patience.lasts(app, present.is_some()).await {
                    break;
                }
                read = present;
            }
        }
    }
    let busy = Message::Refused(refuse::refused("busy"));
    told.push(Outgoing::new(&caller.connection, busy));
    Ok(told)
}

/// Reads a game and settles its clock if that is due, telling everyone.
pub(crate) async fn settled(
    app: &App,
    game: GameId,
    stamp: Stamp,
) -> Result<Option<(HeldGame, Vec<Outgoing>)>, Fault> {
    let Some(mut held) = app.store.game(game).await? else {
        return Ok(None);
    };
    let (mut stamp, mut patience) = (stamp, Patience::default());
    while let Some(flag) = held.game.settle(stamp) {
        let present = match ends::append(app, None, &held, slice::from_ref(&flag), None).await? {
            Saved::Done(next) => {
                let told = broadcast(&next);
                return Ok(Some((next, told)));
            }
            Saved::Lost(present) => present,
        };
        if !patience.lasts(app, present.is_some()).await {
            // The time is over and that could not be written: nobody is told otherwise.
            return Err(Fault::Busy);
        }
        held = match present {
            Some(present) => present,
            None => match app.store.game(game).await? {
                Some(present) => present,
                None => return Ok(None),
            },
        };
        stamp.now = app.clock.now();
    }
    Ok(Some((held, Vec::new())))
}

/// Several games side by side, each settled if that is due; those that do not exist are left out.
pub(crate) async fn settled_all(
    app: &App,
    games: &[GameId],
    stamp: Stamp,
) -> Result<(Vec<HeldGame>, Vec<Outgoing>), Fault> {
    let reads = games.iter().map(|game| settled(app, *game, stamp));
    let found = try_join_all(reads).await?.into_iter().flatten();
    let (held, told): (Vec<_>, Vec<_>) = found.unzip();
    Ok((held, told.concat()))
}

/// The whole state to everyone who shows the game.
pub(crate) fn broadcast(held: &HeldGame) -> Vec<Outgoing> {
    held.audience()
        .map(|(side, to)| news(held, side, to))
        .collect()
}

/// The whole state to one listed connection of a side.
pub(crate) fn news(held: &HeldGame, side: Side, to: &ConnectionId) -> Outgoing {
    let place = Place::Game(held.game.setup().id, side);
    Outgoing::new(to, state(held, Some(side))).listed(place)
}

/// The state message for one side.
pub(crate) fn state(held: &HeldGame, side: Option<Side>) -> Message {
    Message::State {
        game: Box::new(views::game(held, side)),
    }
}

/// A host whose clock is off must not write.
pub(crate) fn write_stamp(stamp: Stamp) -> Result<Stamp, Fault> {
    if stamp.is_skewed() {
        Err(Fault::Skew((stamp.now - stamp.received).0))
    } else {
        Ok(stamp)
    }
}

/// The whole state to the caller, as the side they play.
pub(crate) fn state_for(caller: &Caller, held: &HeldGame) -> Outgoing {
    let side = held.game.side_of(caller.identity());
    Outgoing::new(&caller.connection, state(held, side))
}

/// Refuses a game that does not exist.
pub(crate) fn refuse_unknown(caller: &Caller) -> Outgoing {
    Outgoing::new(
        &caller.connection,
        Message::Refused(refuse::refused("game_unknown")),
    )
}

/// Refuses a game of another mode than the action is for.
fn refuse_mode(caller: &Caller) -> Outgoing {
    Outgoing::new(
        &caller.connection,
        Message::Refused(refuse::refused("wrong_mode")),
    )
}

/// A refusal with the present state, for whoever plays in the game.
pub(crate) fn refuse(
    mut told: Vec<Outgoing>,
    held: &HeldGame,
    caller: &Caller,
    refusal: &Refusal,
) -> Vec<Outgoing> {
    let mut refused = refuse::from_domain(refusal);
    if let Some(side) = held.game.side_of(caller.identity()) {
        refused = Refused {
            v: Some(held.v),
            turn_no: Some(held.game.turn_no()),
            seq: Some(held.game.seq()),
            game: Some(Box::new(views::game(held, Some(side)))),
            ..refused
        };
    }
    told.push(Outgoing::new(&caller.connection, Message::Refused(refused)));
    told
}

/// A move in time that could not be committed by the end of the grace is lost with
/// the game: each such case is counted.
fn count_lateness(held: &HeldGame, caller: &Caller) {
    let in_time = held.game.deadline().is_some_and(|at| caller.received < at);
    if in_time && held.game.side_of(caller.identity()) == Some(held.game.turn()) {
        tracing::warn!(game = %held.game.setup().id, "a command in time was lost to lateness");
    }
}

/// Accepted before: answered again, even if the clock has run out since.
fn knows(held: &HeldGame, caller: &Caller, id: CommandId) -> bool {
    held.game
        .side_of(caller.identity())
        .is_some_and(|side| held.game.remembered(side).contains(&id.tag()))
}

/// Makes sure that the caller's own connection is answered.
pub(crate) fn answer(mut told: Vec<Outgoing>, held: &HeldGame, caller: &Caller) -> Vec<Outgoing> {
    if told.iter().all(|outgoing| outgoing.to != caller.connection) {
        told.push(state_for(caller, held));
    }
    told
}
