//! `sync`: the whole state of the page that a client shows.

use super::{Action, Failure, parse_id};
use crate::accounts;
use crate::app::{App, Caller, Fault};
use crate::names;
use crate::outgoing::Outgoing;
use crate::people::{self, People, people_of};
use crate::play;
use crate::presence::{self, Visit};
use crate::queue;
use crate::rooms;
use crate::views;
use damero_domain::game::Game;
use damero_domain::ids::{CommandId, ConnectionId, GameId, Person, RoomId};
use damero_domain::refusal::Refusal;
use damero_domain::room::Seat;
use damero_domain::time::Stamp;
use damero_protocol::client::{self, Page};
use damero_protocol::server::{Entry, Message};
use damero_store::{HeldGame, HeldRoom, Place, Shown};
use futures_util::future::try_join_all;

/// The home page shows so many running games, in whole pages.
const MOST_RUNNING: usize = 50;

/// Binds the connection to what the page shows, so that news reaches it, and takes
/// it off the page before. One that is refused leaves it there.
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
        let mut told = match (fields.room, fields.game, fields.page) {
            (Some(room), None, None) => room_page(app, caller, parse_id("room", &room)?).await?,
            (None, Some(game), None) => game_page(app, caller, parse_id("game", &game)?).await?,
            (None, None, None) => home_page(app, caller).await?,
            (None, None, Some(Page::Account | Page::Queue)) => own_page(app, caller).await?,
            _ => return Err(Failure::Malformed("one page at a time".into())),
        };
        told.extend(queue::page(app, caller, fields.page == Some(Page::Queue)).await?);
        Ok(told)
    }
}

async fn room_page(app: &App, caller: &Caller, id: RoomId) -> Result<Vec<Outgoing>, Fault> {
    let stamp = caller.stamp(app);
    let Some((mut held, mut told)) = rooms::settled(app, id, stamp).await? else {
        return Ok(vec![rooms::refuse_unknown(caller)]);
    };
    held = people::pass_seat(app, caller, held).await?;
    let Some(seat) = held.room.seat_of(caller.identity()) else {
        told.extend(visit(app, caller, &held, stamp).await?);
        return Ok(told);
    };
    let page = Place::Room(id, seat);
    let shown = app
        .store
        .show(&caller.connection, Some(page), caller.received);
    let shown = shown.await?;
    if lists_too_early(shown.as_ref(), &held.connections[seat], caller)
        && let Some(present) = app.store.room(id).await?
    {
        held = present;
    }
    let comes = shown.is_some() && !held.connections[seat].contains(&caller.connection);
    let mut retired = None;
    if comes {
        (held, retired) = rooms::bind(app, caller, &held, seat).await?;
    }
    let mut game = None;
    if let Some(current) = held.room.current
        && let Some((present, news)) = play::settled(app, current.game, stamp).await?
    {
        told.extend(news);
        game = Some(people::pass_side(app, caller, present).await?);
    }
    let mut stays = false;
    if let Some(shown) = shown {
        let mut visit = Visit::of(shown);
        visit.keep.extend(presence::game_of(&held.room, seat));
        visit.written = comes;
        let arrived = arrive(app, caller, visit, game.as_mut(), retired).await?;
        told.extend(arrived.told);
        stays = arrived.stays;
    }
    if held.room.seat_of(caller.identity()).is_none() {
        told.push(rooms::view_for_anybody(app, caller, &held, None, stamp).await?);
        return Ok(told);
    }
    let current = game.as_ref().map(|game| &game.game);
    if comes && stays {
        told.extend(presence(&held, seat, current, stamp));
    }
    told.push(rooms::view_for(caller, &held, current, stamp));
    told.extend(game.iter().map(|game| play::state_for(caller, game)));
    Ok(told)
}

/// Whether a list that was read before the connection came to its page names it
/// already: then a message of the page before may be taking it off.
fn lists_too_early(shown: Option<&Shown>, list: &[ConnectionId], caller: &Caller) -> bool {
    shown.is_some_and(|shown| shown.came) && list.contains(&caller.connection)
}

/// A room to somebody who does not sit in it: nobody hears of such a page.
async fn visit(
    app: &App,
    caller: &Caller,
    held: &HeldRoom,
    stamp: Stamp,
) -> Result<Vec<Outgoing>, Fault> {
    let view = rooms::view_for_anybody(app, caller, held, None, stamp).await?;
    if matches!(view.message, Message::Refused(_)) {
        return people::unless_stale(app, caller, vec![view]).await;
    }
    let mut told = leave_others(app, caller).await?;
    told.push(view);
    Ok(told)
}

async fn game_page(app: &App, caller: &Caller, id: GameId) -> Result<Vec<Outgoing>, Fault> {
    let Some((mut held, mut told)) = play::settled(app, id, caller.stamp(app)).await? else {
        return Ok(vec![play::refuse_unknown(caller)]);
    };
    held = people::pass_side(app, caller, held).await?;
    let Some(side) = held.game.side_of(caller.identity()) else {
        let refused = play::refuse(Vec::new(), &held, caller, &Refusal::NotYours);
        told.extend(people::unless_stale(app, caller, refused).await?);
        return Ok(told);
    };
    if held.game.ended().is_some() {
        told.extend(leave_others(app, caller).await?);
    } else {
        let page = Place::Game(id, side);
        let shown = app
            .store
            .show(&caller.connection, Some(page), caller.received);
        let shown = shown.await?;
        if lists_too_early(shown.as_ref(), &held.connections[side], caller)
            && let Some(present) = app.store.game(id).await?
        {
            held = present;
        }
        if let Some(shown) = shown {
            let visit = Visit::of(shown);
            let arrived = arrive(app, caller, visit, Some(&mut held), None).await?;
            told.extend(arrived.told);
        }
    }
    told.push(names::state_for(app, caller, &held).await?);
    Ok(told)
}

/// The caller's running games, under whichever of their names.
async fn home_page(app: &App, caller: &Caller) -> Result<Vec<Outgoing>, Fault> {
    let mut told = leave_others(app, caller).await?;
    let people = people_of(app, caller).await?;
    let lists = people
        .names()
        .iter()
        .map(|name| running(app, caller, &people, *name));
    let (mut games, mut seen) = (Vec::new(), Vec::new());
    for (entries, news) in try_join_all(lists).await? {
        games.extend(entries);
        told.extend(news);
    }
    games.sort_by(|one: &Entry, other| other.game.cmp(&one.game));
    games.retain(|entry| {
        // Who plays against another browser of their own has the game twice.
        let new = !seen.contains(&entry.game);
        seen.push(entry.game.clone());
        new
    });
    let running = names::listed(app, games).await?;
    let message = Message::Home { running };
    told.push(Outgoing::new(&caller.connection, message));
    Ok(told)
}

/// What runs under one name; pointers to ended games are dropped on the way.
async fn running(
    app: &App,
    caller: &Caller,
    people: &People,
    name: Person,
) -> Result<(Vec<Entry>, Vec<Outgoing>), Fault> {
    let (mut running, mut told) = (Vec::new(), Vec::new());
    let mut before = None;
    loop {
        let page = app.store.running(name, before).await?;
        let (found, news) = play::settled_all(app, &page.games, caller.stamp(app)).await?;
        told.extend(news);
        for held in found {
            if held.game.ended().is_some() {
                let game = held.game.setup().id;
                app.store.drop_running(name, game).await?;
            } else if let Some(side) = people.side_of(&held.game) {
                running.push(views::entry(&held, side));
            }
        }
        before = page.games.last().copied();
        // Ended games may fill a page: what still runs is behind them.
        if !page.more || running.len() >= MOST_RUNNING {
            return Ok((running, told));
        }
    }
}

/// The caller's account.
async fn own_page(app: &App, caller: &Caller) -> Result<Vec<Outgoing>, Fault> {
    let mut told = leave_others(app, caller).await?;
    told.extend(accounts::page(app, caller).await?);
    Ok(told)
}

/// A page that nobody is listed for.
async fn leave_others(app: &App, caller: &Caller) -> Result<Vec<Outgoing>, Fault> {
    let shown = app.store.show(&caller.connection, None, caller.received);
    match shown.await? {
        Some(shown) => Ok(presence::settle(app, caller, Visit::of(shown)).await?.0),
        None => Ok(Vec::new()),
    }
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

/// A page that was come to.
struct Arrived {
    /// What others are to be told.
    told: Vec<Outgoing>,
    /// Whether it is still what the connection shows.
    stays: bool,
}

/// Lists the connection in the page's game while that runs, then takes it off every
/// other page. The rival hears of it if the caller has just come, and a tab that had
/// to make room, in the room or the game, hears so once.
async fn arrive(
    app: &App,
    caller: &Caller,
    mut visit: Visit,
    mut game: Option<&mut HeldGame>,
    retired: Option<ConnectionId>,
) -> Result<Arrived, Fault> {
    let mut out: Vec<_> = retired.into_iter().collect();
    let mut comes = false;
    if let Some(held) = &mut game {
        let listed = presence::bind_game(app, caller, held, out.first()).await?;
        out.extend(listed.retired);
        if let Some(present) = listed.held {
            **held = present;
            comes = true;
        }
    }
    visit.written |= comes;
    let (mut told, stays) = presence::settle(app, caller, visit).await?;
    told.extend(out.iter().map(presence::retire));
    if let Some(held) = game.filter(|_| comes && stays)
        && let Some(side) = held.game.side_of(caller.identity())
        && held.connections[side].len() == 1
    {
        let rival = side.other();
        let rivals = held.connections[rival].iter();
        told.extend(rivals.map(|to| play::news(held, rival, to)));
    }
    Ok(Arrived { told, stays })
}
