//! Which pages are open: connections are listed by rooms and games and leave them,
//! and rivals see it.
//!
//! Messages of one connection run side by side, so whoever has written lists
//! confirms afterwards that the connection still shows what they were written for,
//! and otherwise writes them for what it shows by now.

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::play;
use crate::rooms;
use damero_domain::ids::ConnectionId;
use damero_domain::room::{Room, Seat};
use damero_protocol::server::Message;
use damero_rules::Side;
use damero_store::{Confirmed, HeldGame, HeldRoom, Place, Shown};

/// A page that a connection came to.
pub(crate) struct Visit {
    /// What it showed when it said so.
    pub(crate) shown: Shown,
    /// Lists that may name it from now on, the page's own and its game's.
    pub(crate) keep: Vec<Place>,
    /// Whether one of them was written.
    pub(crate) written: bool,
}

impl Visit {
    /// A page where it has yet to be listed.
    pub(crate) fn of(shown: Shown) -> Visit {
        let keep = shown.page.into_iter().collect();
        Visit {
            shown,
            keep,
            written: false,
        }
    }

    /// What it has to leave.
    fn others(&self) -> Vec<Place> {
        let others = self.shown.places.iter();
        others
            .filter(|place| Some(**place) != self.shown.page)
            .copied()
            .collect()
    }
}

/// Takes the caller's connection off every page but the one it came to. Returns what
/// rivals are to be told, and whether the connection still shows that page.
pub(crate) async fn settle(
    app: &App,
    caller: &Caller,
    mut visit: Visit,
) -> Result<(Vec<Outgoing>, bool), Fault> {
    let connection = &caller.connection;
    let (mut told, mut same) = (Vec::new(), true);
    loop {
        let others = visit.others();
        told.extend(leave(app, connection, &others, &visit.keep).await?);
        if others.is_empty() && !visit.written {
            return Ok((told, same));
        }
        let present = app.store.confirm(connection, &visit.shown, &others).await?;
        let mut places = visit.shown.places.clone();
        let mut shown = match present {
            Confirmed::Still => return Ok((told, same)),
            Confirmed::Now(shown) => shown,
            Confirmed::Gone => {
                // Closed meanwhile: what was written after `$disconnect` looked.
                told.extend(leave(app, connection, &places, &[]).await?);
                return Ok((told, false));
            }
        };
        same = false;
        places.retain(|place| !shown.places.contains(place));
        shown.places.extend(places);
        visit = enter(app, caller, shown, &mut told).await?;
    }
}

/// Lists the connection for a page of which nothing has been read. It is told what
/// the lists belong to as their writing found it: what happened while it was off them
/// was told to others alone.
async fn enter(
    app: &App,
    caller: &Caller,
    shown: Shown,
    told: &mut Vec<Outgoing>,
) -> Result<Visit, Fault> {
    let mut visit = Visit::of(shown);
    visit.written = true;
    let (mut room, mut retired) = (None, None);
    let mut game = None;
    match visit.shown.page {
        None => {}
        Some(Place::Game(id, _)) => game = Some(id),
        Some(Place::Room(id, seat)) => {
            if let Some(held) = app.store.room(id).await? {
                let (held, oldest) = rooms::bind(app, caller, &held, seat).await?;
                game = held.room.current.map(|current| current.game);
                (room, retired) = (Some(held), oldest);
            }
        }
    }
    let mut present = match game {
        Some(game) => app.store.game(game).await?,
        None => None,
    };
    let mut out: Vec<_> = retired.into_iter().collect();
    if let Some(held) = &mut present {
        let side = held.game.side_of(caller.identity());
        visit.keep.extend(side.map(|side| place_of(held, side)));
        let listed = bind_game(app, caller, held, out.first()).await?;
        out.extend(listed.retired);
        *held = listed.held.unwrap_or_else(|| held.clone());
    }
    told.extend(out.iter().map(retire));
    if let Some(held) = room.filter(|held| held.room.seat_of(caller.identity()).is_some()) {
        let game = present.as_ref().map(|held| &held.game);
        told.push(rooms::view_for(caller, &held, game, caller.stamp(app)));
    }
    told.extend(present.iter().map(|held| play::state_for(caller, held)));
    Ok(visit)
}

fn place_of(held: &HeldGame, side: Side) -> Place {
    Place::Game(held.game.setup().id, side)
}

/// A game with the caller's tab listed, and whom that tab retired.
pub(crate) struct Listed {
    /// The game, if its list was written.
    pub(crate) held: Option<HeldGame>,
    /// Who is told that they were retired.
    pub(crate) retired: Option<ConnectionId>,
}

/// Lists the caller's tab in a running game. What happened since `held` was read was
/// told to others alone: the game is returned as the write found it. A tab that its
/// room has `retired` leaves the game too.
pub(crate) async fn bind_game(
    app: &App,
    caller: &Caller,
    held: &HeldGame,
    retired: Option<&ConnectionId>,
) -> Result<Listed, Fault> {
    let side = held.game.side_of(caller.identity());
    let Some(side) = side.filter(|_| held.game.ended().is_none()) else {
        return Ok(Listed {
            held: None,
            retired: None,
        });
    };
    let (place, seen) = (place_of(held, side), &held.connections[side]);
    let listing = app
        .store
        .bind(place, seen, &caller.connection, retired)
        .await?;
    let retired = listing.retired.clone();
    if let Some(oldest) = &retired {
        retire_from_room(app, caller, held, oldest).await?;
    }
    Ok(Listed {
        held: listing.game()?,
        retired,
    })
}

/// Who has left the game hears no more of its room either.
async fn retire_from_room(
    app: &App,
    caller: &Caller,
    held: &HeldGame,
    oldest: &ConnectionId,
) -> Result<(), Fault> {
    let Some(id) = held.game.setup().origin.room() else {
        return Ok(());
    };
    let Some(room) = app.store.room(id).await? else {
        return Ok(());
    };
    if let Some(seat) = room.room.seat_of(caller.identity())
        && room.connections[seat].contains(oldest)
    {
        let _ = app.store.unbind(Place::Room(id, seat), oldest).await?;
    }
    Ok(())
}

/// That a tab is one too many.
pub(crate) fn retire(tab: &ConnectionId) -> Outgoing {
    Outgoing::new(tab, Message::Retired {})
}

/// Forgets a connection, then takes it out of every list that names it; returns what
/// its rivals are to be told. In this order, so that a page which opens meanwhile
/// either was listed before or finds the connection gone. Should this break off
/// half-way, the first post to the connection does the rest.
pub(crate) async fn forget(app: &App, connection: &ConnectionId) -> Result<Vec<Outgoing>, Fault> {
    let places = app.store.delete_connection(connection).await?;
    leave(app, connection, &places, &[]).await
}

/// Takes a connection out of these places' lists, but not out of those to `keep`. A
/// game that started in a room took the room's connections with it.
async fn leave(
    app: &App,
    connection: &ConnectionId,
    places: &[Place],
    keep: &[Place],
) -> Result<Vec<Outgoing>, Fault> {
    let (mut told, mut games) = (Vec::new(), keep.to_vec());
    for &place in places {
        let Place::Room(_, seat) = place else {
            continue;
        };
        let listing = app.store.unbind(place, connection).await?;
        if let Some(held) = listing.room()? {
            told.extend(left_room(app, &held, seat));
            if let Some(game) = game_of(&held.room, seat) {
                told.extend(leave_game(app, connection, game, &mut games).await?);
            }
        }
    }
    for &place in places {
        told.extend(leave_game(app, connection, place, &mut games).await?);
    }
    Ok(told)
}

/// The list of a room's game that belongs to a seat.
pub(crate) fn game_of(room: &Room, seat: Seat) -> Option<Place> {
    let current = room.current?;
    Some(Place::Game(current.game, current.side_of(seat)))
}

/// Each game once: `done` are those that need no leaving, or no more.
async fn leave_game(
    app: &App,
    connection: &ConnectionId,
    place: Place,
    done: &mut Vec<Place>,
) -> Result<Vec<Outgoing>, Fault> {
    let Place::Game(_, side) = place else {
        return Ok(Vec::new());
    };
    if done.contains(&place) {
        return Ok(Vec::new());
    }
    done.push(place);
    let listing = app.store.unbind(place, connection).await?;
    Ok(listing
        .game()?
        .map(|held| left_game(&held, side))
        .unwrap_or_default())
}

/// The rival is told when the last tab has closed while the game runs.
fn left_game(held: &HeldGame, side: Side) -> Vec<Outgoing> {
    if held.connections[side].is_empty() && held.game.ended().is_none() {
        play::broadcast(held)
    } else {
        Vec::new()
    }
}

/// The rival is told when the last tab has closed before the first game.
fn left_room(app: &App, held: &HeldRoom, seat: Seat) -> Vec<Outgoing> {
    if held.connections[seat].is_empty() && held.room.current.is_none() {
        rooms::broadcast(held, None, app.stamp())
    } else {
        Vec::new()
    }
}

/// Takes connections that turned out to be gone off the lists that named them;
/// returns what their rivals are to be told.
pub(crate) async fn prune(
    app: &App,
    gone: Vec<(Place, ConnectionId)>,
) -> Result<Vec<Outgoing>, Fault> {
    let mut told = Vec::new();
    for (nth, (place, connection)) in gone.iter().enumerate() {
        let listing = app.store.unbind(*place, connection).await?;
        // Once a list, when all of them are off it.
        if gone[nth + 1..].iter().any(|(other, _)| other == place) {
            continue;
        }
        match *place {
            Place::Game(_, side) => {
                let held = listing.game()?;
                told.extend(held.iter().flat_map(|held| left_game(held, side)));
            }
            Place::Room(_, seat) => {
                let held = listing.room()?;
                told.extend(held.iter().flat_map(|held| left_room(app, held, seat)));
            }
        }
    }
    Ok(told)
}
