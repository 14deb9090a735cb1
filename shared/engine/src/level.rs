//! A hundred levels: how far each looks ahead, how well it judges, and how often it errs.

/// A level of the computer, 1 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Up to this level it errs, beyond it only knows less than it could.
const ERRS_UP_TO: u8 = 50;

/// Up to this level it also does the worst it can, now and then.
const BLUNDERS_UP_TO: u8 = 15;

/// The positions that level 1 looks at, and 100.
const NODES: [u64; 2] = [30, 3_000_000];

/// What each level has more than the one below, in thousandths: the 99th root of 100,000.
const GROWTH: u64 = 1_123;

impl Level {
    /// The lowest.
    pub const LOWEST: Self = Self(1);
    /// The highest: the engine as it is.
    pub const HIGHEST: Self = Self(100);

    /// The level of this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 100 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many positions it looks at for an answer; it grows by the same factor from level to
    /// level. Below a few hundred, one look at what each move leads to may take more.
    #[must_use]
    pub fn nodes(self) -> u64 {
        // Thousandths, so that small steps are not lost.
        let start = NODES[0] * 1_000;
        let grown = (1..self.0).fold(start, |nodes, _| nodes * GROWTH / 1_000);
        (grown / 1_000).min(NODES[1])
    }

    /// How often it plays anything that is allowed, out of 2,500 times.
    pub(crate) fn slips(self) -> u64 {
        let left = u64::from((ERRS_UP_TO + 1).saturating_sub(self.0));
        left * left
    }

    /// How often it plays the worst that it sees: who only plays at random holds its own against who
    /// looks one ply ahead, wherever captures are mandatory.
    pub(crate) fn blunders(self) -> u64 {
        let left = u64::from((BLUNDERS_UP_TO + 1).saturating_sub(self.0));
        left * left * 6
    }

    /// Out of how many times.
    pub(crate) const OF: u64 = 50 * 50;

    /// By how many hundredths of a man at most it misjudges a move.
    pub(crate) fn misjudges(self) -> u64 {
        let left = u64::from((ERRS_UP_TO + 1).saturating_sub(self.0));
        left * left / 8
    }

    /// By how many hundredths of a man at most it misjudges a position. Even the highest level
    /// does a little, or all its games would be the same.
    pub(crate) fn haze(self) -> u16 {
        let left = u16::from(100 - self.0);
        2 + left * left / 150
    }

    /// Whether it looks at every move for itself, so that it can misjudge it.
    pub(crate) const fn errs(self) -> bool {
        self.0 <= ERRS_UP_TO
    }
}
