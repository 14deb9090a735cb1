//! What a position is worth.

use std::fmt;
use std::ops::Neg;

/// Beyond all that an evaluation gives: the game is decided within the plies that are looked at.
pub(crate) const DECIDED: i32 = 28_000;

/// A game that is won here and now.
pub(crate) const WON: i32 = 30_000;

/// More than any score.
pub(crate) const INFINITE: i32 = 32_000;

/// What a position is worth to its side to move, in hundredths of a man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// As much to one as to the other.
    pub const EVEN: Self = Self(0);

    pub(crate) const fn new(score: i32) -> Self {
        Self(score)
    }

    /// Hundredths of a man; around 30,000 for a game that is won by force.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// In how many plies the game is won by force, if the search saw that.
    #[must_use]
    pub const fn wins_in(self) -> Option<u32> {
        if self.0 > DECIDED {
            Some((WON - self.0).unsigned_abs())
        } else {
            None
        }
    }

    /// In how many plies the game is lost by force, if the search saw that.
    #[must_use]
    pub const fn loses_in(self) -> Option<u32> {
        Self(-self.0).wins_in()
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `+0.25`, in men; `won in 7`, `lost in 12`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.wins_in() {
            return write!(f, "won in {plies}");
        }
        if let Some(plies) = self.loses_in() {
            return write!(f, "lost in {plies}");
        }
        let sign = if self.0 < 0 { '-' } else { '+' };
        let size = self.0.abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}
