//! Rated play as arithmetic: Elo, the log it leaves, what a game's end changes, and what
//! follows from the log: tables, closings, corrections, the League.
//!
//! Everything here is told what it needs and says what is to be stored; whoever calls it
//! reads and writes, in pages, and may be killed between any two.

pub mod audit;
pub mod closing;
pub mod conclude;
pub mod digest;
pub mod elo;
pub mod entry;
pub mod evidence;
pub mod league;
pub mod ledger;
pub mod log;
pub mod pair_day;
pub mod recalculate;
pub mod standing;
pub mod table;

pub use audit::{Audited, audit};
pub use closing::{Chunk, Closing, Manifest};
pub use conclude::{Conclusion, RatedEnd, conclude};
pub use digest::Digest;
pub use elo::{EloDelta, MicroElo, Score};
pub use entry::{Entry, Moment, Ordinal};
pub use evidence::{Evidence, Header};
pub use ledger::Ledger;
pub use log::{AsOf, Logged};
pub use pair_day::{PairDay, Players};
pub use recalculate::Walk;
pub use standing::Standing;
