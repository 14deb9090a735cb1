//! What a rated game keeps of its players' ratings, beside its moves.

use super::conclude::Conclusion;
use super::elo::{EloDelta, MicroElo};
use super::entry::{Ordinal, PROVISIONAL};
use super::standing::Standing;
use crate::side::BySide;
use crate::time::{Millis, Timestamp};

/// How long nothing public tells of a rated game's result.
pub const SECRET: Millis = Millis::seconds(30);

/// Whether others than its two players may know by now how a game that ended at
/// `ended_at` came out.
#[must_use]
pub fn is_public(ended_at: Timestamp, now: Timestamp) -> bool {
    now >= ended_at + SECRET
}

/// A player's rating as it is shown beside a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Rating.
    pub elo: MicroElo,
    /// Valid games behind it.
    pub games: u32,
}

impl Strength {
    /// Whether it is marked: until the eleventh valid game.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.games <= PROVISIONAL
    }
}

impl From<&Standing> for Strength {
    fn from(standing: &Standing) -> Strength {
        Strength {
            elo: standing.elo,
            games: standing.games,
        }
    }
}

/// What the end did to a player; a copy of what the log says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The rating before it, at the confirmed end.
    pub before: MicroElo,
    /// What it moved.
    pub delta: EloDelta,
    /// The player's valid games, this one included.
    pub games: u32,
}

/// An invalidation took the game back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Void {
    /// Which correction.
    pub ordinal: Ordinal,
    /// When it was decided.
    pub at: Timestamp,
    /// Why.
    pub reason: String,
}

/// What makes a game rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Both as they were when it began. Only shown: the end computes from the
    /// standings that it finds.
    pub began: BySide<Strength>,
    /// The last cut at which a closing found it running: it ends no earlier.
    pub not_before: Option<Timestamp>,
    /// What its end did to both.
    pub change: Option<BySide<Change>>,
    /// Whether that was taken back.
    pub void: Option<Void>,
}

impl Rated {
    /// A game that begins between two who stand so.
    #[must_use]
    pub fn begin(standings: &BySide<Standing>) -> Rated {
        Rated {
            began: BySide::new(|side| Strength::from(&standings[side])),
            not_before: None,
            change: None,
            void: None,
        }
    }

    /// The same after its end.
    #[must_use]
    pub fn concluded(&self, conclusion: &Conclusion) -> Rated {
        let change = BySide::new(|side| {
            let entry = &conclusion.entries[side];
            Change {
                before: entry.before,
                delta: entry.delta,
                games: entry.games,
            }
        });
        Rated {
            change: Some(change),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_public_thirty_seconds_after_the_end() {
        let ended = Timestamp(1_000);
        for (now, public) in [(0, false), (1_000, false), (30_999, false), (31_000, true)] {
            assert_eq!(is_public(ended, Timestamp(now)), public, "{now}");
        }
    }

    #[test]
    fn a_rating_is_marked_until_the_eleventh_game() {
        for (games, marked) in [(0, true), (1, true), (10, true), (11, false)] {
            let elo = MicroElo::START;
            assert_eq!(Strength { elo, games }.is_provisional(), marked, "{games}");
        }
    }
}
