//! `sync`: the whole state of the page that a client shows.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::play;
use crate::rooms;
use crate::views;
use damero_domain::game::Game;
use damero_domain::ids::{CommandId, GameId, RoomId};
use damero_domain::refusal::Refusal;
use damero_domain::room::Seat;
use damero_domain::time::Stamp;
use damero_protocol::client;
use damero_protocol::server::Message;
use damero_store::{HeldGame, HeldRoom, Place};

/// The home page shows so many running games, in whole pages.
const MOST_RUNNING: usize = 50;

/// Binds the connection to what the page shows, so that news reaches it.
#[derive(Debug)]
pub struct Sync;

impl Action for Sync {
    const NAME: &'static str = "sync";
    type Fields = client::Sync;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::Sync,
    ) -> Result<Vec<Outgoing>, Failure> {
        match (fields.room, fields.game) {
            (Some(room), None) => Ok(room_page(app, caller, parse_id("room", &room)?).await?),
            (None, Some(game)) => Ok(game_page(app, caller, parse_id("game", &game)?).await?),
            (None, None) => Ok(home_page(app, caller).await?),
            (Some(_), Some(_)) => Err(Failure::Malformed("room and game are one too many".into())),
        }
    }
}

async fn room_page(app: &App, caller: &Caller, id: RoomId) -> Result<Vec<Outgoing>, Fault> {
    let stamp = caller.stamp(app);
    let Some((mut held, mut told)) = rooms::settled(app, id, stamp).await? else {
        return Ok(vec![rooms::refuse_unknown(caller)]);
    };
    let tab = |held: &HeldRoom, seat: Seat| held.connections[seat].contains(&caller.connection);
    let comes = held
        .room
        .seat_of(caller.person())
        .filter(|&seat| !tab(&held, seat));
    if let Some(seat) = comes {
        let (present, retired) = rooms::bind(app, caller, &held, seat).await?;
        held = present;
        told.extend(retired);
    }
    let Some(seat) = held.room.seat_of(caller.person()) else {
        told.push(rooms::view_for_anybody(caller, &held, None, stamp));
        return Ok(told);
    };
    let game = match held.room.current {
        Some(current) => play::settled(app, current.game, stamp).await?,
        None => None,
    };
    let current = game.as_ref().map(|(game, _)| &game.game);
    if comes.is_some() {
        told.extend(presence(&held, seat, current, stamp));
    }
    told.push(rooms::view_for(caller, &held, current, stamp));
    if let Some((game, news)) = game {
        told.extend(news);
        told.extend(show_game(app, caller, game).await?);
    }
    Ok(told)
}

async fn game_page(app: &App, caller: &Caller, id: GameId) -> Result<Vec<Outgoing>, Fault> {
    let Some((held, mut told)) = play::settled(app, id, caller.stamp(app)).await? else {
        return Ok(vec![play::refuse_unknown(caller)]);
    };
    if held.game.side_of(caller.person()).is_none() {
        return Ok(play::refuse(told, &held, caller, &Refusal::NotYours));
    }
    told.extend(show_game(app, caller, held).await?);
    Ok(told)
}

/// The caller's running games; pointers to ended ones are dropped on the way.
async fn home_page(app: &App, caller: &Caller) -> Result<Vec<Outgoing>, Fault> {
    let person = caller.person();
    let (mut running, mut told) = (Vec::new(), Vec::new());
    let mut before = None;
    loop {
        let page = app.store.running(person, before).await?;
        let (found, news) = play::settled_all(app, &page.games, caller.stamp(app)).await?;
        told.extend(news);
        for held in found {
            if held.game.ended().is_some() {
                let game = held.game.setup().id;
                app.store.drop_running(person, game).await?;
            } else if let Some(side) = held.game.side_of(person) {
                running.push(views::entry(&held, side));
            }
        }
        before = page.games.last().copied();
        // Ended games may fill a page: what still runs is behind them.
        if !page.more || running.len() >= MOST_RUNNING {
            break;
        }
    }
    told.push(Outgoing::new(&caller.connection, Message::Home { running }));
    Ok(told)
}

/// Tells the rival when the caller's first tab opens.
fn presence(held: &HeldRoom, seat: Seat, current: Option<&Game>, stamp: Stamp) -> Vec<Outgoing> {
    if held.connections[seat].len() != 1 {
        return Vec::new();
    }
    let rival = seat.other();
    let view = views::room(held, Some(rival), current, stamp);
    let place = Place::Room(held.room.conditions.id, rival);
    let rivals = held.connections[rival].iter();
    rivals
        .map(|to| Outgoing::new(to, Message::Room { room: view.clone() }).listed(place))
        .collect()
}

/// The game to the caller, bound to it while it runs, and to the rival if the caller has just come.
async fn show_game(app: &App, caller: &Caller, mut held: HeldGame) -> Result<Vec<Outgoing>, Fault> {
    let Some(side) = held.game.side_of(caller.person()) else {
        return Ok(Vec::new());
    };
    let mut told = Vec::new();
    if held.game.ended().is_none() && !held.connections[side].contains(&caller.connection) {
        let place = Place::Game(held.game.setup().id, side);
        let retired = app
            .store
            .bind(place, &held.connections[side], &caller.connection)
            .await?;
        told.extend(retired.map(|to| Outgoing::new(&to, Message::Retired {})));
        // Listed only now: what happened since the read was told to others alone.
        if let Some(present) = app.store.game(held.game.setup().id).await? {
            held = present;
        }
        if held.connections[side].len() == 1 {
            let rival = side.other();
            let rivals = held.connections[rival].iter();
            told.extend(rivals.map(|to| play::news(&held, rival, to)));
        }
    }
    told.push(play::state_for(caller, &held));
    Ok(told)
}
