//! Rated play as arithmetic: Elo, the log it leaves, and what a game's end changes.

pub mod conclude;
pub mod elo;
pub mod entry;
pub mod game;
pub mod pair_day;
pub mod standing;

pub use conclude::{Conclusion, RatedEnd, conclude};
pub use elo::{EloDelta, MicroElo, Score};
pub use entry::{Entry, Moment, Ordinal};
pub use game::{Change, Rated, Strength, Void, is_public};
pub use pair_day::{PairDay, Players};
pub use standing::Standing;
