//! The Hub protocol, version 2, by which draughts programs and their interfaces talk: its texts,
//! and what an engine makes of each line it is sent.
//!
//! The crate is pure. A [`Session`] reads a line and answers with [`Order`]s: what to say, and
//! when to search; threads, clocks and pipes are the caller's. Whatever the line holds, there is an
//! answer to it: an order, nothing, or `error message="…"`.
//!
//! The protocol was made for the international game. The other rule sets fit in as they are: a
//! position has as many characters as the board has squares, row by row from the top left; a
//! capture names what it takes and not its way. Two things had to be added:
//!
//! - a huff is an action of its own, `!13`; after it the turn stays, so that a game in which one is
//!   made goes `9-13 !13 22-18`, and an engine that answers `done move=!13` is asked again;
//! - where two captures differ only in whether the man is crowned on its way, the one that leaves it
//!   a man has an `m` behind it.

mod action;
mod answer;
mod board;
mod command;
mod limit;
mod params;
mod session;
mod share;

pub use action::{ActionError, parse_action, write_action};
pub use answer::{Answer, Info};
pub use board::{BoardError, parse_board, write_board};
pub use command::{Command, CommandError};
pub use limit::{Clock, Limit, LimitError, Time};
pub use params::{Params, ParamsError, variant};
pub use session::{Mode, Order, Session, Task};
pub use share::{Share, share};
