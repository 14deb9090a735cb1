//! How an evaluation looks at a board: which weights there are, and where on the board they apply.
//!
//! An evaluation is linear: it is the sum of weights, each times a number that the position gives.
//! Seen from White there are
//!
//! - the right to move; men; men, kings and the first king more than the rival has;
//! - the square of every man, the more men there are the more, and of every king;
//! - the men in every window of six squares (three rows by two on boards with dark squares, two by
//!   three where all are played on), by what stands there: 729 cases a window. Windows overlap, so
//!   that together they know what belongs together.
//!
//! What is good for White is as bad for White when Black has it, turned by half a circle: only one
//! half of the windows has weights.

use damero_rules::search::{Board, Generator};
use damero_rules::{Geometry, Playing, RuleSet, Side, Square};

/// What numbers that positions give are counted in: one whole.
pub(crate) const WHOLE: i32 = 64;

/// Cases of a window: nobody's, White's or Black's man on each of six squares.
pub(crate) const CASES: usize = 729;

/// Weights that are not for one square or window.
pub(crate) const TURN: usize = 0;
pub(crate) const MEN: usize = 1;
pub(crate) const MEN_AMONG_MANY: usize = 2;
pub(crate) const FIRST_KING: usize = 3;
pub(crate) const KINGS: usize = 4;
const GENERAL: usize = 5;

/// Numbers of two digits each as numbers of three: bit by bit.
pub(crate) static TERNARY: [u16; 64] = ternary();

const fn ternary() -> [u16; 64] {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let (mut weight, mut nth) = (1, 0);
        while nth < 6 {
            if (bits >> nth) & 1 != 0 {
                table[bits] += weight;
            }
            weight *= 3;
            nth += 1;
        }
        bits += 1;
    }
    table
}

/// Six squares that lie together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    shifts: [u8; 3],
    masks: [u64; 3],
    up: u8,
}

impl Window {
    /// Who of a set stands in it, bit by bit.
    #[inline]
    pub(crate) fn bits(&self, set: u64) -> usize {
        let row = |nth: usize| (set >> self.shifts[nth]) & self.masks[nth];
        let bits = row(0) | (row(1) << self.up) | (row(2) << (2 * self.up));
        usize::try_from(bits & 63).unwrap_or(0)
    }

    /// Which case it is.
    #[inline]
    pub(crate) fn case(&self, white: u64, black: u64) -> usize {
        let [white, black] = [white, black].map(|men| TERNARY[self.bits(men)]);
        usize::from(white + 2 * black)
    }
}

/// A case as it is when the board is turned by half a circle and the colours change.
fn turned(case: usize) -> usize {
    let mut left = case;
    let mut turned = 0;
    for _ in 0..6 {
        let other = match left % 3 {
            1 => 2,
            2 => 1,
            none => none,
        };
        turned = turned * 3 + other;
        left /= 3;
    }
    turned
}

/// Where weights apply on a board.
pub(crate) struct Shape {
    pub(crate) windows: Vec<Window>,
    /// By bit of a word, the number of its square, from 0; of ghosts 0 as well.
    pub(crate) squares: [usize; 64],
    pub(crate) count: usize,
    /// How many men there are at the start.
    pub(crate) men: i32,
}

impl Shape {
    pub(crate) fn of(rules: &'static RuleSet) -> Self {
        let board = rules.board();
        let generator = Generator::of(rules);
        let bit = |number: u8| Square::new(number).map_or(0, |square| generator.bit(square));
        let mut squares = [0; 64];
        for number in 1..=board.squares() {
            squares[usize::from(bit(number))] = usize::from(number) - 1;
        }
        Self {
            windows: windows(board, bit),
            squares,
            count: usize::from(board.squares()),
            men: i32::from(rules.rows_of_men) * i32::from(board.squares() / board.rows()) * 2,
        }
    }

    /// How many weights there are.
    pub(crate) fn weights(&self) -> usize {
        GENERAL + 2 * self.count + self.windows.len() / 2 * CASES
    }

    /// The weight of a man on a square, numbered as White sees it.
    pub(crate) const fn man(&self, square: usize) -> usize {
        debug_assert!(square < self.count);
        GENERAL + square
    }

    /// The weight of a king on a square, numbered as White sees it.
    pub(crate) const fn king(&self, square: usize) -> usize {
        GENERAL + self.count + square
    }

    /// The weight of a window's case, and whether it is White's (1) or Black's (-1).
    pub(crate) fn case(&self, nth: usize, case: usize) -> (usize, i32) {
        let base = GENERAL + 2 * self.count;
        let half = self.windows.len() / 2;
        if nth < half {
            (base + nth * CASES + case, 1)
        } else {
            let partner = self.windows.len() - 1 - nth;
            (base + partner * CASES + turned(case), -1)
        }
    }

    /// A square as the other side sees it.
    pub(crate) const fn across(&self, square: usize) -> usize {
        self.count - 1 - square
    }

    /// How many men there are, of what there were: 64 at the start.
    pub(crate) const fn fullness(&self, men: u64) -> i32 {
        men.count_ones().cast_signed() * WHOLE / self.men
    }

    /// The numbers that a position gives, each with the weight that it is for.
    pub(crate) fn features(&self, side: Side, board: &Board) -> Vec<(usize, i32)> {
        let [white, black] = sides(side, board);
        let kings = board.kings();
        let full = self.fullness((white | black) & !kings);
        let count = |set: u64| set.count_ones().cast_signed();
        let men = count(white & !kings) - count(black & !kings);
        let first = |set: u64| i32::from(set & kings != 0);
        let turn = if side == Side::White { WHOLE } else { -WHOLE };
        let mut features = vec![
            (TURN, turn),
            (MEN, men * WHOLE),
            (MEN_AMONG_MANY, men * full),
            (FIRST_KING, (first(white) - first(black)) * WHOLE),
            (KINGS, (count(white & kings) - count(black & kings)) * WHOLE),
        ];
        for at in (0..64).filter(|at| (white | black) >> at & 1 != 0) {
            let (own, sign) = (
                white >> at & 1 != 0,
                if white >> at & 1 != 0 { 1 } else { -1 },
            );
            let square = self.squares[at];
            let square = if own { square } else { self.across(square) };
            features.push(if kings >> at & 1 == 0 {
                (self.man(square), sign * full)
            } else {
                (self.king(square), sign * WHOLE)
            });
        }
        for (nth, window) in self.windows.iter().enumerate() {
            let case = window.case(white & !kings, black & !kings);
            if case != 0 {
                let (weight, sign) = self.case(nth, case);
                features.push((weight, sign * WHOLE));
            }
        }
        features
    }
}

/// White's pieces and Black's.
#[inline]
pub(crate) const fn sides(side: Side, board: &Board) -> [u64; 2] {
    match side {
        Side::White => [board.own(), board.rivals()],
        Side::Black => [board.rivals(), board.own()],
    }
}

/// Every window of a board, row by row: the first is the last one turned by half a circle.
fn windows(board: &Geometry, bit: impl Fn(u8) -> u8) -> Vec<Window> {
    let in_row = board.squares() / board.rows();
    let (rows, width) = match board.playing() {
        Playing::Dark => (3, 2),
        Playing::All => (2, 3),
    };
    let mut windows = Vec::new();
    for top in 0..=board.rows() - rows {
        for left in 0..=in_row - width {
            let mut window = Window {
                shifts: [0; 3],
                masks: [0; 3],
                up: width,
            };
            for row in 0..rows {
                let nth = usize::from(row);
                window.shifts[nth] = bit((top + row) * in_row + left + 1);
                window.masks[nth] = (1 << width) - 1;
            }
            windows.push(window);
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::{CASES, Shape, turned};
    use damero_rules::RuleSet;

    #[test]
    fn turning_twice_is_not_turning() {
        for case in 0..CASES {
            assert_eq!(turned(turned(case)), case);
        }
    }

    #[test]
    fn every_square_lies_in_a_window() {
        for rules in RuleSet::ALL {
            let shape = Shape::of(rules);
            assert!(shape.windows.len().is_multiple_of(2));
            for (at, &square) in shape.squares.iter().enumerate() {
                let is_square = square != 0 || at == 0;
                let seen = shape.windows.iter().any(|window| window.bits(1 << at) != 0);
                assert!(!is_square || seen, "{} {square}", rules.id);
            }
        }
    }
}
