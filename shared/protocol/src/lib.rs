//! The WebSocket protocol `damero.v1`: every message both ways, as it is on the wire.
//!
//! A client message is a JSON object with `action`, `id` (a ULID the client
//! makes: sending the same one again changes nothing) and the action's own
//! fields. A server message is an object with `type` and `now`, the server's
//! time in milliseconds since 1970. Clients get whole states with a version `v`,
//! never deltas; what is older than what they have is dropped.
//!
//! Nothing here names a session, an account or a connection.

pub mod client;
pub mod refusals;
pub mod server;
#[cfg(test)]
mod typescript;

pub use refusals::{REFUSALS, RefusalText};

/// The subprotocol that a client offers beside its token and the server answers.
pub const SUBPROTOCOL: &str = "damero.v1";

/// Larger messages are refused unread.
pub const MAX_MESSAGE_BYTES: usize = 8 * 1024;

/// No path on any board is longer; longer lists are refused unread.
pub const MAX_PATH: usize = 64;
