//! Where an account stands between looking for a rival and playing one.
//!
//! What is due is settled by whoever reads it: a confirmation, a `sync`, another
//! search, a timer. All of them run [`settled`].

mod leave;
mod search;
mod tell;

pub(crate) use leave::{Left, give_up};
pub(crate) use search::{How, search};
pub(crate) use tell::{
    free, free_too, nobody, paired, paired_to, refuse, refuse_playing, started, waiting, waiting_to,
};

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::play;
use crate::ports::Tick;
use crate::presence;
use damero_domain::ids::{AccountId, ConnectionId, GameId};
use damero_domain::queue::{Event, STANDS_AT_MOST, State, next_tick};
use damero_domain::side::BySide;
use damero_domain::time::{Millis, Stamp, Timestamp};
use damero_rules::Side;
use damero_store::{HeldLock, HeldPairing, HeldTicket, Hold, Place, Saved};

/// How often a lost race is decided again.
pub(crate) const ATTEMPTS: usize = 8;

/// Where an account stands.
#[derive(Clone, Debug)]
pub(crate) enum Stand {
    /// It is free.
    Nowhere,
    /// It looks for a rival.
    Waiting(HeldLock, HeldTicket),
    /// It has one, if both confirm.
    Paired(Box<HeldPairing>),
    /// It plays.
    Playing(HeldLock, GameId),
    /// Its lock holds nothing any more: the next one takes it over.
    Broken(HeldLock),
}

/// Reads where an account stands. A lock and what it names are two reads: one that
/// names nothing is read again, since it may have moved on in between.
async fn read(app: &App, account: AccountId, now: Timestamp) -> Result<Stand, Fault> {
    let mut broken: Option<HeldLock> = None;
    loop {
        let Some(lock) = app.store.lock(account).await? else {
            return Ok(Stand::Nowhere);
        };
        if broken.is_some_and(|before| before.hold == lock.hold) {
            return Ok(Stand::Broken(lock));
        }
        match lock.hold.clone() {
            Hold::Playing(game) => return Ok(Stand::Playing(lock, game)),
            Hold::Queued(key) => {
                if let Some(ticket) = app.store.ticket(key).await?
                    && ticket.ticket.wait(now) < STANDS_AT_MOST
                {
                    return Ok(Stand::Waiting(lock, ticket));
                }
            }
            Hold::Paired { pairing, .. } => {
                if let Some(held) = app.store.pairing(pairing).await?
                    && held.pairing.state == State::Open
                {
                    return Ok(Stand::Paired(Box::new(held)));
                }
            }
        }
        broken = Some(lock);
    }
}

/// Reads where an account stands and ends its pairing if that is due, telling both.
pub(crate) async fn settled(
    app: &App,
    account: AccountId,
    stamp: Stamp,
) -> Result<(Stand, Vec<Outgoing>), Fault> {
    let mut told = Vec::new();
    for _ in 0..ATTEMPTS {
        let stand = read(app, account, stamp.now).await?;
        let Stand::Paired(held) = &stand else {
            return Ok((stand, told));
        };
        let Some(lapse) = held.pairing.settle(stamp) else {
            return Ok((stand, told));
        };
        told.extend(part(app, held, &lapse, stamp).await?.unwrap_or_default());
    }
    Ok((read(app, account, stamp.now).await?, told))
}

/// A lock that names a game which has ended, or never was, holds nothing: no end
/// leaves one behind, but a hand may have.
pub(crate) async fn unless_over(app: &App, stand: Stand, stamp: Stamp) -> Result<Stand, Fault> {
    let Stand::Playing(lock, game) = stand else {
        return Ok(stand);
    };
    let runs = app.store.game(game).await?;
    if runs.is_some_and(|held| held.game.ended().is_none()) {
        return Ok(Stand::Playing(lock, game));
    }
    match read(app, lock.account, stamp.now).await? {
        Stand::Playing(now, _) if now.hold == lock.hold => {
            tracing::error!(account = %lock.account, %game, "a lock names a game that is over");
            Ok(Stand::Broken(now))
        }
        moved => Ok(moved),
    }
}

/// Ends a pairing that came to nothing. Who goes back to the queue looks for another
/// rival at once. None if somebody else wrote first.
pub(crate) async fn part(
    app: &App,
    held: &HeldPairing,
    event: &Event,
    stamp: Stamp,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    let mut after = held.clone();
    after.pairing.evolve(event);
    let at = stamp.confirmed(stamp.received);
    let back = BySide::new(|side| after.ticket_back(side, at));
    // Before the write: a lock that goes takes its list along.
    let audience = audience(app, held).await?;
    for ticket in [&back.white, &back.black].into_iter().flatten() {
        arm_tick(app, ticket, 0, at).await?;
    }
    match app.store.part(held, &after, &back).await? {
        Saved::Lost(_) => return Ok(None),
        Saved::Done(()) => {}
    }
    let mut told = Vec::new();
    for side in [Side::White, Side::Black] {
        let account = held.pairing.players[side].account;
        match &back[side] {
            None => told.extend(nobody(account, &audience[side], Some(held.pairing.id))),
            Some(ticket) => told.extend(look_again(app, ticket, &audience[side]).await?),
        }
    }
    Ok(Some(told))
}

/// Whoever is back in the queue hears so, or of the rival that was there already.
async fn look_again(
    app: &App,
    ticket: &HeldTicket,
    tabs: &[ConnectionId],
) -> Result<Vec<Outgoing>, Fault> {
    let found = search(app, ticket, How::Comes).await?;
    if found.is_paired {
        return Ok(found.told);
    }
    let mut told = found.told;
    told.extend(waiting(ticket, tabs, &found.about, app.clock.now()));
    Ok(told)
}

/// A ticket that has been there a while looks again. Whoever waits with it hears how
/// far its gap has grown, and those whose connections are gone are found out.
pub(crate) async fn look_once_more(
    app: &App,
    lock: &HeldLock,
    ticket: &HeldTicket,
) -> Result<Vec<Outgoing>, Fault> {
    let found = search(app, ticket, How::Waits).await?;
    let mut told = found.told;
    if !found.is_paired {
        let now = app.clock.now();
        told.extend(waiting(ticket, &lock.connections, &found.about, now));
    }
    Ok(told)
}

/// Everybody who waits with one of the two.
pub(crate) async fn audience(
    app: &App,
    held: &HeldPairing,
) -> Result<BySide<Vec<ConnectionId>>, Fault> {
    let mut tabs = BySide::<Vec<ConnectionId>>::default();
    for side in [Side::White, Side::Black] {
        let lock = app.store.lock(held.pairing.players[side].account).await?;
        // One that has moved on is another one's.
        let lock = lock.filter(|lock| lock.hold == held.hold());
        tabs[side] = lock.map(|lock| lock.connections).unwrap_or_default();
    }
    Ok(tabs)
}

/// Arms the next look of a ticket: before the write that puts it.
pub(crate) async fn arm_tick(
    app: &App,
    ticket: &HeldTicket,
    alone: u8,
    now: Timestamp,
) -> Result<(), Fault> {
    let delay = (next_tick(&ticket.ticket, now) - now).max(Millis::seconds(1));
    let tick = Tick {
        account: ticket.ticket.account,
        ticket: ticket.ticket.id,
        alone,
    };
    Ok(app.timers.look_again(tick, delay).await?)
}

/// What a page shows of the account's search, whatever else it shows: a rival must
/// reach every tab. Only the queue's own page hears that there is none.
pub(crate) async fn page(app: &App, caller: &Caller, is_own: bool) -> Result<Vec<Outgoing>, Fault> {
    let Some(account) = caller.account else {
        return Ok(if is_own {
            vec![tell::free(caller, None)]
        } else {
            Vec::new()
        });
    };
    let lock = app.store.lock(account).await?;
    let Some(lock) = lock else {
        return Ok(if is_own {
            vec![tell::free(caller, None)]
        } else {
            Vec::new()
        });
    };
    let waits = !matches!(lock.hold, Hold::Playing(_));
    // Listed before the state is read: what happens from now on is told to this tab.
    let mut told = if waits {
        bind(app, caller, &lock).await?
    } else {
        Vec::new()
    };
    let (stand, news) = settled(app, account, caller.stamp(app)).await?;
    told.extend(news);
    match stand {
        Stand::Waiting(_, ticket) => told.extend(look(app, caller, &ticket, is_own).await?),
        Stand::Paired(held) => told.extend(tell::paired_to(caller, &held)),
        Stand::Playing(_, game) if is_own => told.push(tell::free(caller, Some(game))),
        Stand::Nowhere | Stand::Broken(_) if is_own => told.push(tell::free(caller, None)),
        Stand::Playing(..) | Stand::Nowhere | Stand::Broken(_) => {}
    }
    Ok(told)
}

/// The queue's own page looks for a rival as a tick does: should no timer come, a
/// page that is open still finds one.
async fn look(
    app: &App,
    caller: &Caller,
    ticket: &HeldTicket,
    is_own: bool,
) -> Result<Vec<Outgoing>, Fault> {
    let how = if is_own { How::Waits } else { How::Looks };
    let found = search(app, ticket, how).await?;
    let mut told = found.told;
    if !found.is_paired {
        told.push(waiting_to(caller, ticket, &found.about, app.clock.now()));
    }
    Ok(told)
}

/// Lists the caller's tab with those that wait, unless it is already.
pub(crate) async fn bind(
    app: &App,
    caller: &Caller,
    lock: &HeldLock,
) -> Result<Vec<Outgoing>, Fault> {
    let tab = &caller.connection;
    if lock.connections.contains(tab) {
        return Ok(Vec::new());
    }
    let place = Place::Lock(lock.account);
    if app.store.note_binding(place, tab).await?.is_none() {
        return Ok(Vec::new());
    }
    let listing = app.store.bind(place, &lock.connections, tab, None).await?;
    Ok(listing.retired.iter().map(presence::retire).collect())
}

/// The game of a pairing that both have confirmed, to one who asks again.
pub(crate) async fn game_of(
    app: &App,
    caller: &Caller,
    game: GameId,
) -> Result<Vec<Outgoing>, Fault> {
    Ok(match app.store.game(game).await? {
        Some(held) => vec![play::state_for(caller, &held)],
        None => vec![play::refuse_unknown(caller)],
    })
}
