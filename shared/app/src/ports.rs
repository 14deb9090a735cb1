//! The ways out of the application.

use damero_domain::game::{Event, Game};
use damero_domain::ids::{AccountId, ConnectionId, GameId, PairingId, RoomId, TicketId};
use damero_domain::time::{Millis, Timestamp};
pub use futures_util::future::BoxFuture;

/// What became of a message to a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The gateway took it.
    Delivered,
    /// The connection is no more.
    Gone,
    /// Not delivered: dropped, since the client heals by `sync`.
    Failed,
}

/// A port did not do what it was asked, or did not say.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PortError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// Posts to connections.
pub trait Push: Send + Sync {
    /// Posts one message.
    fn post<'a>(&'a self, to: &'a ConnectionId, message: String) -> BoxFuture<'a, Delivery>;
    /// Closes a connection.
    fn close<'a>(&'a self, connection: &'a ConnectionId) -> BoxFuture<'a, Delivery>;
}

/// A look at the queue that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Whose.
    pub account: AccountId,
    /// For which ticket: another one has ticks of its own.
    pub ticket: TicketId,
    /// How many ticks in a row have found no tab of its owner open.
    pub alone: u8,
}

/// Arms what must happen later. Every firing may come late, twice or never;
/// arming what is armed already changes nothing.
pub trait Timers: Send + Sync {
    /// Looks at a game's clock after `delay`.
    fn watch_clock(&self, game: GameId, delay: Millis) -> BoxFuture<'_, Result<(), PortError>>;
    /// Looks for a rival again after `delay`.
    fn look_again(&self, tick: Tick, delay: Millis) -> BoxFuture<'_, Result<(), PortError>>;
    /// Looks whether a pairing has been confirmed after `delay`.
    fn end_pairing(
        &self,
        pairing: PairingId,
        delay: Millis,
    ) -> BoxFuture<'_, Result<(), PortError>>;
    /// Looks at a room's lapse at `at`.
    fn lapse_room(&self, room: RoomId, at: Timestamp) -> BoxFuture<'_, Result<(), PortError>>;
}

/// Asks other services over HTTPS.
pub trait Web: Send + Sync {
    /// The body of what stands at this address.
    fn get<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<String, PortError>>;
}

/// The computer, which plays one side of a level.
pub trait Opponent: Send + Sync {
    /// What it answers at once to what stands in a game: the same in the same game, however
    /// often it is asked.
    fn answer<'a>(&'a self, game: &'a Game) -> BoxFuture<'a, Result<Vec<Event>, PortError>>;
}

/// Tells the time.
pub trait Clock: Send + Sync {
    /// This host's clock.
    fn now(&self) -> Timestamp;
}
