//! The rating log: what each rated game did to each of its players.

use super::elo::{EloDelta, MicroElo, Score};
use crate::ids::{AccountId, GameId};
use crate::time::Timestamp;
use damero_rules::Side;

/// Where a game stands in the order in which ratings are computed: confirmed end,
/// ties by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// The confirmed end.
    pub ended_at: Timestamp,
    /// The game.
    pub game: GameId,
}

/// The number of the correction that wrote an entry, in the order of decision
/// within a rule set; 0 is the game's own end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal(pub u32);

impl Ordinal {
    /// The game's own end.
    pub const END: Ordinal = Ordinal(0);
}

/// What one game did to one player, as of one correction. Written once and never
/// changed: **as of** *n*, the entry of a game is the one with the highest ordinal
/// up to *n*.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Which game, and when it ended.
    pub moment: Moment,
    /// Which correction wrote it.
    pub ordinal: Ordinal,
    /// Against whom.
    pub rival: AccountId,
    /// The side this player had.
    pub side: Side,
    /// What it was worth to this player.
    pub score: Score,
    /// The rating before it.
    pub before: MicroElo,
    /// What it moved; nothing if the game is void.
    pub delta: EloDelta,
    /// Whether the game counts.
    pub valid: bool,
    /// This player's valid games up to and with this one.
    pub games: u32,
}

impl Entry {
    /// The rating after it.
    #[must_use]
    pub fn after(&self) -> MicroElo {
        self.before + self.delta
    }

    /// Whether this game was one of the first ten that count.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.games <= PROVISIONAL
    }
}

/// A rating is provisional for so many valid games.
pub const PROVISIONAL: u32 = 10;
