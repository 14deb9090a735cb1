//! Squares by number, and sets of them.

use std::fmt;

use crate::bits::{Indices, bit};

/// A square by its number, 1 to 64. How many of them a board has is its geometry's affair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of this number, if it is one of 1 to 64.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 64 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number, 1 to 64.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The square of a bit; `index` is below 64.
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index + 1)
    }

    pub(crate) const fn index(self) -> u8 {
        self.0 - 1
    }

    pub(crate) const fn bit(self) -> u64 {
        bit(self.index())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(u64);

impl SquareSet {
    /// The set without squares.
    pub const EMPTY: Self = Self(0);

    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// How many squares it has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Puts the square into the set.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= square.bit();
    }

    /// Takes the square out of the set.
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !square.bit();
    }

    /// Its squares, ascending.
    pub fn iter(self) -> impl Iterator<Item = Square> + Clone {
        Indices(self.0).map(Square::from_index)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// The numbers, ascending, as in `14, 18`.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, square) in self.iter().enumerate() {
            if nth > 0 {
                f.write_str(", ")?;
            }
            square.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
