//! The path of every command in a room.

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::play::{self, write_stamp};
use crate::refuse;
use crate::views;
use damero_domain::game::{Game, Setup};
use damero_domain::ids::{CommandId, RoomId};
use damero_domain::refusal::Refusal;
use damero_domain::room::{Command, Event, Verdict};
use damero_domain::time::{GRACE, Stamp};
use damero_protocol::server::{Message, Refused};
use damero_store::{HeldGame, HeldRoom, Place, Saved};

/// How often a lost race is decided again.
const ATTEMPTS: usize = 3;

/// Carries out a command in a room. `current` is its current game, where the command needs it.
pub(crate) async fn command(
    app: &App,
    caller: &Caller,
    id: CommandId,
    room: RoomId,
    command: Command,
    current: Option<&HeldGame>,
) -> Result<Vec<Outgoing>, Fault> {
    let game = current.map(|held| &held.game);
    for _ in 0..ATTEMPTS {
        let stamp = write_stamp(caller.stamp(app))?;
        let Some((held, mut told)) = settled(app, room, stamp).await? else {
            return Ok(vec![refuse_unknown(caller)]);
        };
        let ended = game.and_then(Game::ended);
        let events = match held.room.decide(caller.person(), id, command, ended, stamp) {
            Ok(Verdict::Known) => {
                told.push(view_for(caller, &held, game, stamp));
                return Ok(told);
            }
            Ok(Verdict::Accepted(events)) => events,
            Err(refusal) => {
                told.push(refuse(caller, &held, game, &refusal, stamp));
                return Ok(told);
            }
        };
        let mut next = held.clone();
        events.iter().for_each(|event| next.room.evolve(event));
        next.room.remember(id.tag());
        next.v += 1;
        if let Some(seat) = next.room.seat_of(caller.person())
            && !next.connections[seat].contains(&caller.connection)
        {
            // Whoever has just sat down hears of it too; the list itself is written by `bind`.
            next.connections[seat].push(caller.connection.clone());
        }
        let started = events.iter().find_map(|event| match event {
            Event::Started { setup, .. } => Some(setup.as_ref()),
            _ => None,
        });
        let told = match started {
            Some(setup) => start(app, &held, &next, setup, stamp).await?,
            None => match app.store.save_room(&held, &next).await? {
                Saved::Done(()) => Some(broadcast(&next, game, stamp)),
                Saved::Lost(_) => None,
            },
        };
        if let Some(mut told) = told {
            if let Some(seat) = next.room.seat_of(caller.person()) {
                let place = Place::Room(room, seat);
                let retired = app
                    .store
                    .bind(place, &held.connections[seat], &caller.connection)
                    .await?;
                told.extend(retired.map(|to| Outgoing::new(&to, Message::Retired {})));
            }
            if told.iter().all(|outgoing| outgoing.to != caller.connection) {
                told.push(view_for(caller, &next, game, stamp));
            }
            return Ok(told);
        }
    }
    Ok(vec![Outgoing::new(
        &caller.connection,
        Message::Refused(refuse::refused("busy")),
    )])
}

/// Starts the next game: the watchdog is armed before the commit it guards.
async fn start(
    app: &App,
    before: &HeldRoom,
    after: &HeldRoom,
    setup: &Setup,
    stamp: Stamp,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    if let Some(control) = setup.control {
        app.timers
            .watch_clock(setup.id, control.initial + GRACE)
            .await?;
    }
    match app.store.start_game(before, after, setup).await? {
        Saved::Lost(_) => Ok(None),
        Saved::Done(held) => {
            let mut told = broadcast(after, Some(&held.game), stamp);
            told.extend(play::broadcast(&held));
            Ok(Some(told))
        }
    }
}

/// Reads a room and lapses it if that is due, telling everyone.
pub(crate) async fn settled(
    app: &App,
    room: RoomId,
    stamp: Stamp,
) -> Result<Option<(HeldRoom, Vec<Outgoing>)>, Fault> {
    for _ in 0..ATTEMPTS {
        let Some(held) = app.store.room(room).await? else {
            return Ok(None);
        };
        let Some(lapse) = held.room.settle(stamp) else {
            return Ok(Some((held, Vec::new())));
        };
        let mut next = held.clone();
        next.room.evolve(&lapse);
        next.v += 1;
        if let Saved::Done(()) = app.store.save_room(&held, &next).await? {
            let told = broadcast(&next, None, stamp);
            return Ok(Some((next, told)));
        }
    }
    Ok(app.store.room(room).await?.map(|held| (held, Vec::new())))
}

/// The room to everyone who shows it.
pub(crate) fn broadcast(held: &HeldRoom, game: Option<&Game>, stamp: Stamp) -> Vec<Outgoing> {
    let message = |seat| Message::Room {
        room: views::room(held, Some(seat), game, stamp),
    };
    held.audience()
        .map(|(seat, to)| Outgoing::new(to, message(seat)))
        .collect()
}

/// The room as the caller may see it.
pub(crate) fn view_for(
    caller: &Caller,
    held: &HeldRoom,
    game: Option<&Game>,
    stamp: Stamp,
) -> Outgoing {
    let seat = held.room.seat_of(caller.person());
    Outgoing::new(
        &caller.connection,
        Message::Room {
            room: views::room(held, seat, game, stamp),
        },
    )
}

/// Refuses a room that does not exist.
pub(crate) fn refuse_unknown(caller: &Caller) -> Outgoing {
    Outgoing::new(
        &caller.connection,
        Message::Refused(refuse::refused("room_unknown")),
    )
}

/// A refusal with the present state, for whoever sits in the room.
pub(crate) fn refuse(
    caller: &Caller,
    held: &HeldRoom,
    game: Option<&Game>,
    refusal: &Refusal,
    stamp: Stamp,
) -> Outgoing {
    let mut refused = refuse::from_domain(refusal);
    if let Some(seat) = held.room.seat_of(caller.person()) {
        let room = views::room(held, Some(seat), game, stamp);
        refused = Refused {
            v: Some(held.v),
            room: Some(Box::new(room)),
            ..refused
        };
    }
    Outgoing::new(&caller.connection, Message::Refused(refused))
}
