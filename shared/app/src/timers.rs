//! What happens without anyone asking: it only makes prompt what every read would settle.

use crate::app::{App, Fault};
use crate::outgoing::Outgoing;
use crate::play;
use crate::rooms;
use crate::websocket;
use damero_domain::game::Game;
use damero_domain::ids::{GameId, RoomId};
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
