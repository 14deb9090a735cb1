//! The path of every command in a room.

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::play::{self, write_stamp};
use crate::presence;
use crate::refuse;
use crate::views;
use damero_domain::game::{Game, Setup};
use damero_domain::ids::{CommandId, ConnectionId, RoomId};
use damero_domain::refusal::Refusal;
use damero_domain::room::{BySeat, Closed, Command, Event, INVITE_LIFE, Room, Seat, Verdict};
use damero_domain::time::{GRACE, Stamp, Timestamp};
use damero_protocol::server::{Message, Refused};
use damero_store::{Confirmed, HeldGame, HeldRoom, MAX_TABS, Place, Saved};

/// How often a lost race is decided again: a start races with every tab that
/// comes or goes, and after a game many do.
const ATTEMPTS: usize = 10;

/// Carries out a command in a room. `current` is the game that the command names, if it does.
pub(crate) async fn command(
    app: &App,
    caller: &Caller,
    id: CommandId,
    room: RoomId,
    command: Command,
    current: Option<&HeldGame>,
) -> Result<Vec<Outgoing>, Fault> {
    for _ in 0..ATTEMPTS {
        let stamp = write_stamp(caller.stamp(app))?;
        let Some((held, mut told)) = settled(app, room, stamp).await? else {
            return Ok(vec![refuse_unknown(caller)]);
        };
        let present = present_game(app, caller, &held, current).await?;
        let game = present.as_ref().map(|held| &held.game);
        let ended = game.and_then(Game::ended);
        match held
            .room
            .decide(caller.identity(), id, command, ended, stamp)
        {
            Err(Refusal::RoomFull) => {
                told.push(refuse_full(app, caller, &held, stamp).await?);
                return Ok(told);
            }
            Err(refusal) => {
                told.push(refuse(caller, &held, game, &refusal, stamp));
                return Ok(told);
            }
            Ok(Verdict::Known) => {
                let others = |outgoing: &Outgoing| outgoing.to != caller.connection;
                // Whoever committed it may have ended before anybody was told.
                let news = broadcast(&held, game, stamp);
                let news = news
                    .into_iter()
                    .chain(present.iter().flat_map(play::broadcast));
                told.extend(news.filter(others));
                told.push(view_for_anybody(app, caller, &held, game, stamp).await?);
                told.extend(present.iter().map(|game| play::state_for(caller, game)));
                return Ok(told);
            }
            Ok(Verdict::Accepted(events)) => {
                let next = advance(&held, caller, id, &events);
                if let Some(mut news) = commit(app, &held, &next, &events, game, stamp).await? {
                    let settled = settle_down(app, caller, &held, &next, stamp).await?;
                    if news.iter().all(|outgoing| outgoing.to != caller.connection) {
                        news.push(view_for(caller, &next, game, stamp));
                    }
                    news.extend(settled);
                    return Ok(news);
                }
            }
        }
    }
    let busy = Message::Refused(refuse::refused("busy"));
    Ok(vec![Outgoing::new(&caller.connection, busy)])
}

/// The room as it will be if the write succeeds. Whoever acts in it hears of it;
/// the lists themselves are written on their own, by [`settle_down`].
fn advance(held: &HeldRoom, caller: &Caller, id: CommandId, events: &[Event]) -> HeldRoom {
    let mut next = held.clone();
    events.iter().for_each(|event| next.room.evolve(event));
    next.room.remember(id.tag_by(caller.identity().session()));
    next.v += 1;
    if events.contains(&Event::Left) {
        next.connections.guest.clear();
    }
    if let Some(seat) = next.room.seat_of(caller.identity()) {
        let tabs = &mut next.connections[seat];
        if !tabs.contains(&caller.connection) {
            tabs.push(caller.connection.clone());
            tabs.drain(..tabs.len().saturating_sub(MAX_TABS));
        }
    }
    next
}

/// Writes what was decided; `None` if somebody else wrote first.
async fn commit(
    app: &App,
    held: &HeldRoom,
    next: &HeldRoom,
    events: &[Event],
    game: Option<&Game>,
    stamp: Stamp,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    let started = events.iter().find_map(|event| match event {
        Event::Started { setup, .. } => Some(setup),
        _ => None,
    });
    if let Some(setup) = started {
        return start(app, held, next, setup, stamp).await;
    }
    Ok(match app.store.save_room(held, next).await? {
        Saved::Done(present) => Some(broadcast(&joined_by(next, &present), game, stamp)),
        Saved::Lost(_) => None,
    })
}

/// With the tabs that have opened since the room was read: they are to hear as well.
fn joined_by(held: &HeldRoom, present: &BySeat<Vec<ConnectionId>>) -> HeldRoom {
    let mut held = held.clone();
    for seat in [Seat::Host, Seat::Guest] {
        for tab in &present[seat] {
            if !held.connections[seat].contains(tab) {
                held.connections[seat].push(tab.clone());
            }
        }
    }
    held
}

/// Lists the caller's tab at its seat, whatever page it shows, unless it has shown
/// another since or is gone; tells the one that had to make room for it, and the tab
/// itself what it has missed.
async fn settle_down(
    app: &App,
    caller: &Caller,
    held: &HeldRoom,
    next: &HeldRoom,
    stamp: Stamp,
) -> Result<Vec<Outgoing>, Fault> {
    let tab = &caller.connection;
    let comes = next.room.seat_of(caller.identity());
    let Some(seat) = comes.filter(|&seat| !held.connections[seat].contains(tab)) else {
        return Ok(Vec::new());
    };
    let place = Place::Room(held.room.conditions.id, seat);
    let Some(shown) = app.store.note_binding(place, tab).await? else {
        return Ok(Vec::new());
    };
    let (present, retired) = bind(app, caller, held, seat).await?;
    let stays = match app.store.confirm(tab, &shown, &[]).await? {
        Confirmed::Still => true,
        Confirmed::Now(shown) => shown.page == Some(place),
        Confirmed::Gone => false,
    };
    let mut told: Vec<_> = retired.iter().map(presence::retire).collect();
    if !stays {
        let _ = app.store.unbind(place, tab).await?;
    } else if present.v != next.v {
        // What was written since was told to those who were listed.
        let game = present_game(app, caller, &present, None).await?;
        let game = game.as_ref().map(|held| &held.game);
        told.push(view_for(caller, &present, game, stamp));
    }
    Ok(told)
}

/// Lists the caller's tab at a seat. What happened since `held` was read was told to
/// others alone: the room is returned as the write found it, with whom the tab
/// retired. A seat that was given back meanwhile hears of nothing.
pub(crate) async fn bind(
    app: &App,
    caller: &Caller,
    held: &HeldRoom,
    seat: Seat,
) -> Result<(HeldRoom, Option<ConnectionId>), Fault> {
    let place = Place::Room(held.room.conditions.id, seat);
    let (tab, seen) = (&caller.connection, &held.connections[seat]);
    let listing = app.store.bind(place, seen, tab, None).await?;
    let retired = listing.retired.clone();
    let present = listing.room()?.unwrap_or_else(|| held.clone());
    if present.room.seat_of(caller.identity()) != Some(seat) {
        let _ = app.store.unbind(place, tab).await?;
    }
    Ok((present, retired))
}

/// The present game of a room that the caller sits in: its view tells status and
/// score from it. `given` is taken if it is that one.
pub(crate) async fn present_game(
    app: &App,
    caller: &Caller,
    held: &HeldRoom,
    given: Option<&HeldGame>,
) -> Result<Option<HeldGame>, Fault> {
    let seated = held.room.seat_of(caller.identity()).is_some();
    let Some(current) = held.room.current.filter(|_| seated) else {
        return Ok(None);
    };
    match given.filter(|given| given.game.setup().id == current.game) {
        Some(given) => Ok(Some(given.clone())),
        None => Ok(app.store.game(current.game).await?),
    }
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
        if let Saved::Done(present) = app.store.save_room(&held, &next).await? {
            let told = broadcast(&joined_by(&next, &present), None, stamp);
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
        .map(|(seat, to)| {
            let place = Place::Room(held.room.conditions.id, seat);
            Outgoing::new(to, message(seat)).listed(place)
        })
        .collect()
}

/// The room as the caller may see it.
pub(crate) fn view_for(
    caller: &Caller,
    held: &HeldRoom,
    game: Option<&Game>,
    stamp: Stamp,
) -> Outgoing {
    let seat = held.room.seat_of(caller.identity());
    Outgoing::new(
        &caller.connection,
        Message::Room {
            room: views::room(held, seat, game, stamp),
        },
    )
}

/// The room as anybody may see it: to somebody without a seat, the conditions of one
/// with a free seat and nothing else.
pub(crate) async fn view_for_anybody(
    app: &App,
    caller: &Caller,
    held: &HeldRoom,
    game: Option<&Game>,
    stamp: Stamp,
) -> Result<Outgoing, Fault> {
    let seated = held.room.seat_of(caller.identity()).is_some();
    match closed_to_visitors(&held.room, stamp.now).filter(|_| !seated) {
        Some(Refusal::RoomFull) => refuse_full(app, caller, held, stamp).await,
        Some(refusal) => Ok(refuse(caller, held, None, &refusal, stamp)),
        None => Ok(view_for(caller, held, game, stamp)),
    }
}

fn closed_to_visitors(room: &Room, now: Timestamp) -> Option<Refusal> {
    let at = room.conditions.created + INVITE_LIFE;
    match room.closed {
        Some(Closed::Cancelled) => Some(Refusal::RoomCancelled),
        Some(Closed::Lapsed) => Some(Refusal::RoomLapsed { at }),
        None if room.lapses().is_some_and(|lapse| now >= lapse) => Some(Refusal::RoomLapsed { at }),
        None => room.seats.guest.map(|_| Refusal::RoomFull),
    }
}

/// Refuses a room that does not exist.
pub(crate) fn refuse_unknown(caller: &Caller) -> Outgoing {
    Outgoing::new(
        &caller.connection,
        Message::Refused(refuse::refused("room_unknown")),
    )
}

/// Refuses a room whose seats are others'. Its status tells a visitor whether they
/// came too late or these are their own seats, held by another browser.
async fn refuse_full(
    app: &App,
    caller: &Caller,
    held: &HeldRoom,
    stamp: Stamp,
) -> Result<Outgoing, Fault> {
    let game = match held.room.current {
        Some(current) => app.store.game(current.game).await?,
        None => None,
    };
    let ended = game.is_some_and(|held| held.game.ended().is_some());
    let status = serde_json::json!(views::status(&held.room, ended, stamp));
    let refused = refuse::refused_with(Refusal::RoomFull.code(), "status", status);
    Ok(Outgoing::new(&caller.connection, Message::Refused(refused)))
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
    if let Some(seat) = held.room.seat_of(caller.identity()) {
        let room = views::room(held, Some(seat), game, stamp);
        refused = Refused {
            v: Some(held.v),
            room: Some(Box::new(room)),
            ..refused
        };
    }
    Outgoing::new(&caller.connection, Message::Refused(refused))
}
