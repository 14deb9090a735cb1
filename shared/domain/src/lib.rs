//! What Damero decides, as pure functions: rooms, games, clocks, deadlines.
//!
//! Nothing here reads a clock, draws a random number or does I/O. Time arrives as
//! a [`Stamp`], identity as a [`Person`], and everything a command creates gets
//! its id from stored facts ([`ids`]). `decide` turns a state and a command into
//! events or a refusal; `evolve` folds events into the next state.

pub mod account;
pub mod clock;
pub mod correction;
pub mod credit;
pub mod game;
pub mod identity;
pub mod ids;
pub mod ladder;
pub mod level;
pub mod period;
pub mod queue;
pub mod rating;
pub mod refusal;
pub mod room;
pub mod side;
pub mod signals;
pub mod time;

pub use clock::{Clocks, TimeControl};
pub use game::{Command, Game, Verdict};
pub use ids::{CommandId, CommandTag, ConnectionId, GameId, Person, RoomId};
pub use refusal::Refusal;
pub use room::Room;
pub use side::BySide;
pub use time::{Millis, Stamp, Timestamp};
