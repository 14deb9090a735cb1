//! How a board's squares lie in a 64-bit word, so that a step along a line is a shift.
//!
//! Where only dark squares are played on, two rows take one bit more than they have squares. The
//! spare bit, a ghost, stands where a step would leave the board at the side: a shift lands on it
//! or beyond the ends of the board, and what is then intersected with squares of the board is right
//! without a mask for the edges. On eight rows of four squares (`g` a ghost):
//!
//! ```text
//!    0   1   2   3        up left    -5   up right    -4
//!  4   5   6   7   g      down left  +4   down right  +5
//!    9  10  11  12
//! ```
//!
//! Where all squares are played on there is no room for ghosts; steps along a row are masked.

use crate::bits::{bit, highest, lowest};
use crate::geometry::{Direction, Geometry, Playing};
use crate::square::{Square, SquareSet};

/// By direction, what a step is to a word.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    /// How many bits it is, upwards if positive; 0 where no piece ever goes.
    by: [i8; 8],
    /// The squares from which it does not run over the edge by itself; nothing where ghosts take
    /// care of that.
    from: Option<[u64; 8]>,
}

impl Steps {
    /// Every piece of a set one step on. What falls off the board is on no square of it.
    #[inline(always)]
    pub(crate) const fn shift(&self, set: u64, direction: Direction) -> u64 {
        let set = match &self.from {
            Some(from) => set & from[direction as usize],
            None => set,
        };
        let by = self.by[direction as usize];
        if by > 0 { set << by } else { set >> -by }
    }

    /// Whether words rise along a direction.
    #[inline(always)]
    pub(crate) const fn rises(&self, direction: Direction) -> bool {
        self.by[direction as usize] > 0
    }
}

/// How squares by number and bits of words go together: in groups of two rows or one.
#[derive(Clone, Copy)]
pub(crate) struct Groups {
    squares: u8,
    bits: u8,
}

impl Groups {
    const fn new(squares: u8, bits: u8) -> Self {
        Self { squares, bits }
    }

    /// A set of squares by number as a word.
    #[inline(always)]
    pub(crate) const fn word(self, squares: u64) -> u64 {
        let mut word = 0;
        let (mut from, mut to) = (0, 0);
        while from < 64 && to < 64 {
            word |= (squares >> from & full(self.squares)) << to;
            from += self.squares;
            to += self.bits;
        }
        word
    }

    /// The squares of a word by number.
    #[inline(always)]
    pub(crate) const fn squares(self, word: u64) -> u64 {
        let mut squares = 0;
        let (mut from, mut to) = (0, 0);
        while from < 64 && to < 64 {
            squares |= (word >> from & full(self.squares)) << to;
            from += self.bits;
            to += self.squares;
        }
        squares
    }
}

/// Where squares lie, and the tables that follow from it.
pub(crate) struct Layout {
    /// The bits that are squares.
    pub(crate) board: u64,
    /// What a step is.
    pub(crate) steps: Steps,
    /// Where squares lie.
    pub(crate) groups: Groups,
    /// The bit of each square, by its index.
    bits: [u8; 64],
    /// The index of the square of each bit; 0 for ghosts.
    indices: [u8; 64],
    /// By direction and bit: every square further along, to the edge.
    rays: [[u64; 64]; 8],
}

impl Layout {
    /// Where nothing lies anywhere, until it is known where.
    pub(crate) const NONE: Self = Self {
        board: 0,
        steps: Steps {
            by: [0; 8],
            from: None,
        },
        groups: Groups {
            squares: 0,
            bits: 0,
        },
        bits: [0; 64],
        indices: [0; 64],
        rays: [[0; 64]; 8],
    };

    /// The tables of a board's shape.
    pub(crate) const fn new(geometry: &Geometry) -> Self {
        let cols = geometry.cols();
        let mut layout = Self::NONE;
        let row = cols as i8;
        match geometry.playing() {
            Playing::Dark => {
                let half = row / 2;
                layout.groups = Groups::new(cols, cols + 1);
                layout.steps.by = [0, -half, 0, half + 1, 0, half, 0, -half - 1];
            }
            Playing::All => {
                layout.groups = Groups::new(cols, cols);
                layout.steps.by = [-row, 0, 1, 0, row, 0, -1, 0];
                layout.steps.from = Some([0; 8]);
            }
        }
        layout.board = layout.word(full(geometry.squares()));
        let mut index = 0;
        while index < geometry.squares() {
            let at = lowest(layout.word(bit(index)));
            layout.bits[index as usize] = at;
            layout.indices[at as usize] = index;
            index += 1;
        }
        index = 0;
        while index < geometry.squares() {
            layout.look_around(geometry, Square::from_index(index));
            index += 1;
        }
        layout
    }

    /// Fills what the tables know of one square.
    const fn look_around(&mut self, geometry: &Geometry, square: Square) {
        let at = self.bit(square);
        let mut nth = 0;
        while nth < 8 {
            let (down, right) = Direction::ALL[nth].step();
            let (mut row, mut col) = geometry.row_col(square);
            let mut ray = 0;
            loop {
                row = row.wrapping_add_signed(down);
                col = col.wrapping_add_signed(right);
                match geometry.square(row, col) {
                    Some(passed) => ray |= bit(self.bit(passed)),
                    None => break,
                }
            }
            self.rays[nth][at as usize] = ray;
            if let Some(from) = &mut self.steps.from
                && ray != 0
            {
                from[nth] |= bit(at);
            }
            nth += 1;
        }
    }

    /// A set of squares by number as a word.
    pub(crate) const fn word(&self, squares: u64) -> u64 {
        self.groups.word(squares)
    }

    /// The squares of a word by number.
    const fn squares(&self, word: u64) -> u64 {
        self.groups.squares(word)
    }

    /// The bit of a square in words.
    pub(crate) const fn bit(&self, square: Square) -> u8 {
        self.bits[square.index() as usize & 63]
    }

    /// The row of a word's bit where all squares are played on; elsewhere nobody asks.
    pub(crate) const fn row(&self, at: u8) -> u8 {
        at / self.groups.bits
    }

    /// The square of a word's bit.
    pub(crate) const fn square(&self, at: u8) -> Square {
        Square::from_index(self.indices[at as usize & 63])
    }

    /// The squares of a word.
    pub(crate) const fn set(&self, word: u64) -> SquareSet {
        SquareSet::from_bits(self.squares(word))
    }

    /// Every square from this one along a direction, to the edge.
    #[inline(always)]
    pub(crate) const fn ray(&self, at: u8, direction: Direction) -> u64 {
        self.rays[direction as usize][at as usize & 63]
    }
}

/// The part of a ray up to the first of `standing`; of a ray along which words rise, or fall.
#[inline(always)]
pub(crate) const fn run(ray: u64, standing: u64, rises: bool) -> u64 {
    let met = ray & standing;
    if rises {
        ray & met.wrapping_sub(1) & !met
    } else {
        // No ray that falls has the highest bit, so that the shift is never the whole word.
        ray & (u64::MAX << (64 - met.leading_zeros()))
    }
}

/// The first of `standing` on a ray along which words rise, or fall.
#[inline(always)]
pub(crate) const fn first(ray: u64, standing: u64, rises: bool) -> Option<u8> {
    let met = ray & standing;
    if met == 0 {
        None
    } else if rises {
        Some(lowest(met))
    } else {
        Some(highest(met))
    }
}

/// The lowest so many bits.
const fn full(bits: u8) -> u64 {
    if bits < 64 { (1 << bits) - 1 } else { u64::MAX }
}
