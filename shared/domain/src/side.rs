//! One value for each side of the board.

use damero_rules::Side;
use std::ops::{Index, IndexMut};

/// A pair indexed by [`Side`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T> {
    /// The value of the side at the bottom.
    pub white: T,
    /// The value of the side at the top.
    pub black: T,
}

impl<T> BySide<T> {
    /// Both values from a function of the side.
    pub fn new(mut value: impl FnMut(Side) -> T) -> BySide<T> {
        BySide {
            white: value(Side::White),
            black: value(Side::Black),
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
