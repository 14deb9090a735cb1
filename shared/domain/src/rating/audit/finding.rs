//! What can be wrong with a closing's text.

use crate::ids::GameId;
use std::fmt;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// In which line, from 1; what is missing is missing behind the last.
    pub line: usize,
    /// What.
    pub what: What,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// What is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum What {
    /// No line of a closing.
    #[error("not a line of a closing in its canonical spelling")]
    NotCanonical,
    /// The text was cut.
    #[error("the line has no end: the text was cut")]
    NoLineFeed,
    /// A header, an entry, a sum or a row where there can be none.
    #[error("a line of this kind cannot stand here")]
    Misplaced,
    /// The real start is outside the period.
    #[error("the period does not begin within its bounds")]
    Bounds,
    /// No week begins on this date, or no month.
    #[error("no period of this kind has that name")]
    Name,
    /// The game ended in another period.
    #[error("the game did not end in the period")]
    OutsidePeriod,
    /// The entry was written by a correction that this revision does not know.
    #[error("the entry was written by a later correction than the revision's")]
    LaterCorrection,
    /// Accounts are not in the order of their ids.
    #[error("the account is out of order")]
    AccountOrder,
    /// Entries are not in the order of time.
    #[error("the entry is not later than the one before it")]
    TimeOrder,
    /// The rating does not continue.
    #[error("before: expected {expected}, as the entry before left it, found {found}")]
    Before {
        /// Micro-points.
        expected: i64,
        /// Micro-points.
        found: i64,
    },
    /// The count does not continue.
    #[error("games: expected {expected}, found {found}")]
    Games {
        /// Valid games up to this one.
        expected: u32,
        /// What is said.
        found: u32,
    },
    /// The game's other entry is not there.
    #[error("the game {0} has no entry of the other player")]
    Alone(GameId),
    /// The game's two entries tell of different games.
    #[error("the two entries of the game {0} do not fit together")]
    Halves(GameId),
    /// The delta is not Elo's.
    #[error("the game {game} moves the white side by {expected}, not by {found}")]
    Delta {
        /// Which game.
        game: GameId,
        /// By Elo's formula, in micro-points.
        expected: i64,
        /// What is said.
        found: i64,
    },
    /// What one wins the other does not lose.
    #[error("the game {0} does not take from one what it gives the other")]
    Unequal(GameId),
    /// The local date of the end is another one.
    #[error("day: expected {expected}, found {found}")]
    Day {
        /// By the zone.
        expected: String,
        /// What is said.
        found: String,
    },
    /// A pair has counted already on that day.
    #[error("the pair has counted already on that day")]
    PairDay,
    /// The entries end without their sum.
    #[error("the entries end without the line that sums them up")]
    NoSum,
    /// The sum is another one.
    #[error("expected {expected}")]
    Sum {
        /// The line as it should be.
        expected: String,
    },
    /// The row is another one.
    #[error("expected {expected}")]
    Row {
        /// The line as it should be.
        expected: String,
    },
    /// A row is missing.
    #[error("missing: {0}")]
    RowMissing(String),
    /// A row follows from no entry.
    #[error("the row follows from no entry")]
    RowTooMany,
}
