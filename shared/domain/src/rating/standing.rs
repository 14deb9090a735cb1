//! Where an account stands in a rule set.

use super::elo::MicroElo;
use super::entry::{Entry, Moment, Ordinal, PROVISIONAL};
use crate::time::{Millis, Timestamp};
use damero_rules::Side;

/// An account's present rating in one rule set: the log's last word, kept so that
/// a game's end need not read the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Present rating.
    pub elo: MicroElo,
    /// Valid games.
    pub games: u32,
    /// Rated games as first mover minus those as second mover. A game that is
    /// invalidated keeps its place in it.
    pub balance: i32,
    /// The newest entry this follows from. Every write is conditional on it.
    pub last: Option<(Moment, Ordinal)>,
    /// When the correction was decided that has moved it since its last game.
    pub corrected: Option<Timestamp>,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing {
            elo: MicroElo::START,
            games: 0,
            balance: 0,
            last: None,
            corrected: None,
        }
    }
}

impl Standing {
    /// The earliest instant at which this account's next game may end: its log is in
    /// strict order, and no game ends before the decision of a correction that its
    /// ratings follow from, whatever the hosts' clocks say.
    #[must_use]
    pub fn not_before(&self) -> Timestamp {
        let last = self.last.map(|(moment, _)| moment.ended_at);
        let newest = last.max(self.corrected);
        newest.map_or(Timestamp(i64::MIN), |at| at + Millis(1))
    }

    /// Whether the rating shown is provisional: it follows from the first ten valid games.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.games <= PROVISIONAL
    }

    /// The standing after a game of its own, in which this account moved first or not.
    #[must_use]
    pub fn after(&self, entry: &Entry, first_mover: Side) -> Standing {
        let step = if entry.side == first_mover { 1 } else { -1 };
        Standing {
            elo: entry.after(),
            games: entry.games,
            balance: self.balance.saturating_add(step),
            last: Some((entry.moment, entry.ordinal)),
            // The game ended after it.
            corrected: None,
        }
    }
}
