//! Moves.

use std::fmt;

use arrayvec::ArrayVec;

use crate::square::{Square, SquareSet};

/// The squares a piece stands on during its move: where it starts, then every landing.
///
/// No legal move overflows it: each jump takes another rival piece, none is taken twice, and with
/// at most 64 squares there are at most 63 pieces besides the mover. That is 63 landings and the
/// start.
pub type Path = ArrayVec<Square, 64>;

/// A legal move. It is identified by start, end, captured squares and crowning; where several
/// paths give the same, `path` is the canonical one: the shortest, of equally long ones the
/// lexicographically first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// Start and every landing; at least two squares.
    pub path: Path,
    /// The squares of the captured pieces; empty for a quiet move.
    pub captured: SquareSet,
    /// Whether a man becomes a king by it.
    pub crowns: bool,
}

impl Move {
    /// Where the piece starts.
    ///
    /// # Panics
    /// On an empty path, which no move made by this crate has.
    pub fn from(&self) -> Square {
        self.path[0]
    }

    /// Where the piece ends; the start again for a capture that runs in a circle.
    ///
    /// # Panics
    /// On an empty path, which no move made by this crate has.
    pub fn to(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// Whether it takes anything.
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether both are the same move, whatever their paths.
    pub(crate) fn same_as(&self, other: &Self) -> bool {
        self.captured == other.captured
            && self.crowns == other.crowns
            && self.from() == other.from()
            && self.to() == other.to()
    }
}

/// `9-14` for a quiet move, `11x18x27` for a capture, always with the full path.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        crate::text::write_path(f, &self.path, separator)
    }
}
