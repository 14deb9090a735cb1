//! What happens without anyone asking: it only makes prompt what every read would settle.

use crate::app::{App, Fault};
use crate::outgoing::Outgoing;
use crate::play;
use crate::ports::Tick;
use crate::queue::{self, Stand};
use crate::rooms;
use crate::websocket;
use damero_domain::game::Game;
use damero_domain::ids::{GameId, PairingId, RoomId};
use damero_domain::time::{GRACE, Millis, Timestamp};
use damero_store::keys::ACTIVE_SHARDS;

/// The longest that a delayed message can wait.
pub const MAX_DELAY: Millis = Millis::seconds(15 * 60);

/// The watchdog of one game's clock: ends the game if it is due, else looks again.
///
/// A doubled message makes a second chain that does the same; both stop with the game.
///
/// # Errors
/// [`Fault`]: to be delivered again.
pub async fn clock(app: &App, game: GameId) -> Result<(), Fault> {
    let stamp = app.stamp();
    // Armed before the commit it guards: a game that is not there never started.
    let Some((held, told)) = play::settled(app, game, stamp).await? else {
        return Ok(());
    };
    if let Some(at) = next_look(&held.game, stamp.now) {
        app.timers
            .watch_clock(game, (at - stamp.now).max(Millis::seconds(1)))
            .await?;
    }
    deliver(app, told).await
}

/// When a clock has to be looked at next: the earliest flag and its grace.
fn next_look(game: &Game, now: Timestamp) -> Option<Timestamp> {
    let clocks = game.clocks().filter(|_| game.ended().is_none())?;
    Some(clocks.earliest_flag(game.turn(), now) + GRACE)
}

/// So many ticks in a row may find no tab of a ticket's owner open.
const MOST_ALONE: u8 = 2;

/// A ticket looks for a rival again, and arms the next look before it does. One whose
/// owner has closed every tab leaves the queue: nobody is to wait for them.
///
/// # Errors
/// [`Fault`]: to be delivered again.
pub async fn tick(app: &App, tick: Tick) -> Result<(), Fault> {
    let stamp = app.stamp();
    let (stand, mut told) = queue::settled(app, tick.account, stamp).await?;
    match stand {
        Stand::Waiting(lock, held) if held.ticket.id == tick.ticket => {
            let alone = if lock.connections.is_empty() {
                tick.alone.saturating_add(1)
            } else {
                0
            };
            if alone > MOST_ALONE {
                let _ = app.store.leave(&held).await?;
            } else {
                queue::arm_tick(app, &held, alone, stamp.now).await?;
                told.extend(queue::look_once_more(app, &lock, &held).await?);
            }
        }
        Stand::Broken(lock) => app.store.let_go(&lock).await?,
        _ => {}
    }
    deliver(app, told).await
}

/// A pairing's twenty seconds are over.
///
/// # Errors
/// [`Fault`]: to be delivered again.
pub async fn acceptance(app: &App, pairing: PairingId) -> Result<(), Fault> {
    for _ in 0..queue::ATTEMPTS {
        let stamp = app.stamp();
        // Armed before the commit it guards: it may never have been made.
        let Some(held) = app.store.pairing(pairing).await? else {
            return Ok(());
        };
        let Some(lapse) = held.pairing.settle(stamp) else {
            return Ok(());
        };
        if let Some(told) = queue::part(app, &held, &lapse, stamp).await? {
            return deliver(app, told).await;
        }
    }
    Err(Fault::Busy)
}

/// An invitation's 24 hours are over.
///
/// # Errors
/// [`Fault`]: to be delivered again.
pub async fn lapse(app: &App, room: RoomId) -> Result<(), Fault> {
    match rooms::settled(app, room, app.stamp()).await? {
        Some((_, told)) => deliver(app, told).await,
        None => Ok(()),
    }
}

/// The daily walk over everything that runs: ends what no timer ended. Returns how many games.
///
/// # Errors
/// [`Fault`]: to be run again.
pub async fn audit(app: &App) -> Result<usize, Fault> {
    let mut ended = 0;
    for shard in 0..ACTIVE_SHARDS {
        for game in app.store.active(shard).await? {
            let Some((held, told)) = play::settled(app, game, app.stamp()).await? else {
                continue;
            };
            // It was listed as running a moment ago. Whether anybody watches is no matter.
            if held.game.ended().is_some() {
                ended += 1;
                deliver(app, told).await?;
            }
        }
    }
    Ok(ended)
}

async fn deliver(app: &App, told: Vec<Outgoing>) -> Result<(), Fault> {
    websocket::deliver(app, None, None, told).await
}
