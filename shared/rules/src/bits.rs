//! Sets of squares as bits: bit `i` is square number `i + 1`.

/// The index of the lowest bit; 64 for an empty set.
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
pub(crate) const fn lowest(set: u64) -> u8 {
    set.trailing_zeros() as u8
}

/// The index of the highest bit of a set that is not empty.
#[expect(clippy::cast_possible_truncation, reason = "at most 63")]
pub(crate) const fn highest(set: u64) -> u8 {
    (63 - set.leading_zeros()) as u8
}

/// How many are in the set.
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
pub(crate) const fn size(set: u64) -> u8 {
    set.count_ones() as u8
}

/// The set of one index.
pub(crate) const fn bit(index: u8) -> u64 {
    1 << index
}

/// The indices of a set, ascending.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indices(pub(crate) u64);

impl Iterator for Indices {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let index = lowest(self.0);
        self.0 &= self.0 - 1;
        Some(index)
    }
}
