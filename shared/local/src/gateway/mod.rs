//! The WebSocket gateway: handshakes, messages, `@connections`.

mod authorize;
mod connect;
mod connection;
mod events;
mod manage;
mod messages;
mod socket;

use std::sync::Arc;

pub(crate) use connect::is_upgrade;
pub(crate) use connection::{Ending, Registry};
pub(crate) use manage::routes;

use crate::LocalClock;
use crate::activity::Activity;
use crate::controls::Controls;
use crate::ids::Ids;
use crate::runner::Runner;

/// Largest message, in bytes.
pub(crate) const MAX_MESSAGE: usize = 128 * 1024;
/// Largest frame, in bytes.
pub(crate) const MAX_FRAME: usize = 32 * 1024;
/// A connection without data is closed after ten minutes,
pub(crate) const IDLE_MS: i64 = 10 * 60 * 1000;
/// and every one after two hours.
pub(crate) const LIFE_MS: i64 = 2 * 60 * 60 * 1000;

/// What the gateway shares with the rest of the stack.
pub(crate) struct Gateway {
    pub(crate) runner: Arc<Runner>,
    pub(crate) clock: LocalClock,
    pub(crate) controls: Controls,
    pub(crate) activity: Activity,
    pub(crate) ids: Arc<Ids>,
    pub(crate) registry: Registry,
    /// Port it listens on, for the headers that a proxy would add.
    pub(crate) port: u16,
}

impl Gateway {
    /// Whether a connection should be ending by now.
    pub(crate) fn has_due(&self) -> bool {
        self.registry.has_due(self.clock.now_ms())
    }
}
