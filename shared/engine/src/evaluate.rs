//! What a position is worth if nobody looks ahead.

use damero_rules::search::{Board, Generator};
use damero_rules::{Position, RuleSet, Side};

use crate::score::Score;
use crate::shape::{
    CASES, FIRST_KING, KINGS, MEN, MEN_AMONG_MANY, Shape, TURN, WHOLE, Window, sides,
};
use crate::weights;

/// An evaluation of one rule set's positions: a sum of weights, laid out so that it is quick.
pub struct Evaluation {
    shape: Shape,
    turn: i32,
    men: i32,
    men_among_many: i32,
    first_king: i32,
    king: i32,
    /// By byte of a word and what is in it: the squares of White's men, and of Black's.
    men_squares: [Vec<[i16; 256]>; 2],
    king_squares: [[i16; 64]; 2],
    windows: Vec<(Window, Box<[i16; CASES]>)>,
}

impl Evaluation {
    /// The evaluation that was fitted for this rule set.
    #[must_use]
    pub fn of(rules: &'static RuleSet) -> Self {
        Self::with_weights(rules, &weights::of(rules))
    }

    /// How many weights an evaluation of this rule set has.
    #[must_use]
    pub fn count(rules: &'static RuleSet) -> usize {
        Shape::of(rules).weights()
    }

    /// The numbers that a position gives, each with the index of its weight: the sum of their
    /// products, in 64ths, is what the position is worth to White.
    #[must_use]
    pub fn features(&self, rules: &'static RuleSet, position: &Position) -> Vec<(usize, i32)> {
        let board = Generator::of(rules).board(position);
        self.shape.features(position.turn(), &board)
    }

    /// An evaluation with these weights, in hundredths of a man. What is missing counts nothing.
    #[must_use]
    pub fn with_weights(rules: &'static RuleSet, weights: &[i16]) -> Self {
        let shape = Shape::of(rules);
        let weight = |nth: usize| weights.get(nth).copied().unwrap_or(0);
        let general = |nth| i32::from(weight(nth));
        let windows = shape.windows.iter().enumerate().map(|(nth, &window)| {
            let case = |case| {
                // An empty window counts nothing.
                if case == 0 {
                    return 0;
                }
                let (at, sign) = shape.case(nth, case);
                if sign < 0 { -weight(at) } else { weight(at) }
            };
            (window, Box::new(std::array::from_fn(case)))
        });
        Self {
            turn: general(TURN),
            men: general(MEN),
            men_among_many: general(MEN_AMONG_MANY),
            first_king: general(FIRST_KING),
            king: general(KINGS),
            men_squares: by_side(|side| by_byte(|at| weight(man(&shape, side, at)))),
            king_squares: by_side(|side| std::array::from_fn(|at| weight(king(&shape, side, at)))),
            windows: windows.collect(),
            shape,
        }
    }

    /// What a position is worth to its side to move.
    #[must_use]
    pub fn score(&self, rules: &'static RuleSet, position: &Position) -> Score {
        let board = Generator::of(rules).board(position);
        Score::new(self.worth(position.turn(), &board))
    }

    /// What it is worth to its side to move, in hundredths of a man.
    #[inline]
    pub(crate) fn worth(&self, side: Side, board: &Board) -> i32 {
        let [white, black] = sides(side, board);
        let kings = board.kings();
        let men = [white & !kings, black & !kings];
        let full = self.shape.fullness(men[0] | men[1]);
        let mut sum = self.of_men(men, full);
        if kings != 0 {
            sum += self.of_kings([white & kings, black & kings]);
        }
        let sum = sum / WHOLE;
        self.turn + if side == Side::White { sum } else { -sum }
    }

    /// In 64ths, to White.
    #[inline]
    fn of_men(&self, men: [u64; 2], full: i32) -> i32 {
        let [white, black] = men;
        let more = white.count_ones().cast_signed() - black.count_ones().cast_signed();
        let squares =
            at_squares(&self.men_squares[0], white) - at_squares(&self.men_squares[1], black);
        let mut windows = 0;
        for (window, cases) in &self.windows {
            windows += i32::from(cases[window.case(white, black)]);
        }
        (self.men * more + windows) * WHOLE + (self.men_among_many * more + squares) * full
    }

    /// In 64ths, to White.
    fn of_kings(&self, [white, black]: [u64; 2]) -> i32 {
        let of = |mut kings: u64, squares: &[i16; 64]| {
            let mut sum = if kings == 0 { 0 } else { self.first_king };
            while kings != 0 {
                let at = kings.trailing_zeros() as usize & 63;
                sum += self.king + i32::from(squares[at]);
                kings &= kings - 1;
            }
            sum
        };
        (of(white, &self.king_squares[0]) - of(black, &self.king_squares[1])) * WHOLE
    }
}

/// For White, and for Black.
fn by_side<T>(mut of: impl FnMut(Side) -> T) -> [T; 2] {
    [of(Side::White), of(Side::Black)]
}

/// The square of a bit as a side sees it.
fn seen(shape: &Shape, side: Side, at: usize) -> usize {
    match side {
        Side::White => shape.squares[at],
        Side::Black => shape.across(shape.squares[at]),
    }
}

fn man(shape: &Shape, side: Side, at: usize) -> usize {
    shape.man(seen(shape, side, at))
}

fn king(shape: &Shape, side: Side, at: usize) -> usize {
    shape.king(seen(shape, side, at))
}

/// The sums of every byte's bits.
fn by_byte(weight: impl Fn(usize) -> i16) -> Vec<[i16; 256]> {
    let sum = |byte: usize, bits: usize| {
        let set = (0..8).filter(|nth| (bits >> nth) & 1 != 0);
        set.map(|nth| weight(byte * 8 + nth)).sum()
    };
    (0..8)
        .map(|byte| std::array::from_fn(|bits| sum(byte, bits)))
        .collect()
}

#[inline]
fn at_squares(table: &[[i16; 256]], set: u64) -> i32 {
    let bytes = set.to_le_bytes();
    let mut sum = 0;
    for (sums, byte) in table.iter().zip(bytes) {
        sum += i32::from(sums[usize::from(byte)]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::Evaluation;
    use crate::engine::mixed;
    use damero_rules::{Line, RuleSet, Side};

    /// Along games of chance, with weights of chance.
    #[test]
    fn the_quick_sum_is_the_sum_of_the_features() {
        for rules in RuleSet::ALL {
            let weights: Vec<i16> = (0..Evaluation::count(rules))
                .map(|nth| i16::try_from(mixed(nth as u64) % 200).unwrap() - 100)
                .collect();
            let evaluation = Evaluation::with_weights(rules, &weights);
            let mut line = Line::new(rules);
            for ply in 0..150_u64 {
                let features = evaluation.features(rules, line.position());
                let sum: i32 = features
                    .iter()
                    .map(|&(nth, value)| i32::from(weights[nth]) * value)
                    .sum();
                let worth = evaluation.score(rules, line.position()).hundredths();
                let white = if line.turn() == Side::White {
                    worth
                } else {
                    -worth
                };
                assert!((sum / 64 - white).abs() <= 1, "{}: {sum} {white}", rules.id);
                let moves = line.legal_moves();
                let Some(mv) =
                    moves.get(usize::try_from(mixed(ply) % 97).unwrap() % moves.len().max(1))
                else {
                    break;
                };
                line.play(&mv.path).unwrap();
            }
        }
    }
}
