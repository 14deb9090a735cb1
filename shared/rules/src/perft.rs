//! Counting the tree of legal moves, the usual proof of a generator.

use crate::bits::{Indices, bit};
use crate::board::{Board, Rules};
use crate::compiled::{Mover, Task, compiled};
use crate::found::Listed;
use crate::position::Position;
use crate::ruleset::RuleSet;

/// How many lines of `depth` legal moves there are, each move counted once by identity. The last
/// moves are counted without being made. No draw ends a line, and huffs are not counted.
pub fn perft(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    compiled(
        rules,
        position.turn(),
        Perft::<true, false> { position, depth },
    )
}

/// The same, but every leaf is a position that was made.
pub fn perft_to_leaves(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    compiled(
        rules,
        position.turn(),
        Perft::<false, false> { position, depth },
    )
}

/// The same, but a capture counts once for every order in which it can take its pieces, as in the
/// published tables that keep duplicates. Where the orders are very many, so is the time.
pub fn perft_by_order(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    compiled(
        rules,
        position.turn(),
        Perft::<true, true> { position, depth },
    )
}

/// `BULK`: whether the last moves are only counted; `ORDERS`: whether orders count.
struct Perft<'a, const BULK: bool, const ORDERS: bool> {
    position: &'a Position,
    depth: u32,
}

impl<const BULK: bool, const ORDERS: bool> Task for Perft<'_, BULK, ORDERS> {
    type Output = u64;

    fn run<const ROW: usize, S: Mover>(self) -> u64 {
        let board = Rules::<ROW, S>::board(self.position);
        Rules::<ROW, S>::leaves::<BULK, ORDERS>(&board, self.depth)
    }
}

/// Whoever is shown what every legal move makes of a position. A trait and not a closure, so that
/// it can be compiled into the loops that show.
trait Show {
    /// Whether the same capture is shown again for every order.
    const ORDERS: bool;

    fn show<const ROW: usize, S: Mover>(&mut self, after: &Board);
}

/// Counts the moves after each move.
struct Count<const ORDERS: bool>(u64);

impl<const O: bool> Show for Count<O> {
    const ORDERS: bool = O;

    #[inline(always)]
    fn show<const ROW: usize, S: Mover>(&mut self, after: &Board) {
        self.0 += Rules::<ROW, S>::count::<O>(after);
    }
}

/// Counts the leaves after each move.
struct Leaves<const BULK: bool, const ORDERS: bool> {
    depth: u32,
    leaves: u64,
}

impl<const BULK: bool, const O: bool> Show for Leaves<BULK, O> {
    const ORDERS: bool = O;

    #[inline(always)]
    fn show<const ROW: usize, S: Mover>(&mut self, after: &Board) {
        self.leaves += Rules::<ROW, S>::leaves::<BULK, O>(after, self.depth);
    }
}

impl<const ROW: usize, S: Mover> Rules<ROW, S> {
    fn leaves<const BULK: bool, const ORDERS: bool>(board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 if BULK => Self::count::<ORDERS>(board),
            2 if BULK => {
                let mut count = Count::<ORDERS>(0);
                Self::each_move(board, &mut count);
                count.0
            }
            _ => {
                let mut below = Leaves::<BULK, ORDERS> {
                    depth: depth - 1,
                    leaves: 0,
                };
                Self::each_move(board, &mut below);
                below.leaves
            }
        }
    }

    /// How many legal moves there are.
    #[inline(always)]
    fn count<const ORDERS: bool>(board: &Board) -> u64 {
        let captures = Self::count_captures::<ORDERS>(board);
        if captures != 0 && !Self::OPTIONAL {
            return u64::from(captures);
        }
        u64::from(captures + Self::count_quiet(board))
    }

    /// Shows every position that a legal move makes, to whom it then stands before.
    #[inline(always)]
    fn each_move<To: Show>(board: &Board, to: &mut To) {
        let any = Self::may_capture(board)
            && if To::ORDERS {
                Self::each_capture::<true>(board, to)
            } else {
                Self::each_capture::<false>(board, to)
            };
        if !any || Self::OPTIONAL {
            Self::each_quiet(board, to);
        }
    }

    /// Shows every position that a capture makes. Whether there is any.
    #[inline(always)]
    fn each_capture<const ORDERS: bool>(board: &Board, to: &mut impl Show) -> bool {
        let mut listed = Listed::<ORDERS>::default();
        Self::find_captures(board, &mut listed);
        for capture in &listed.captures {
            to.show::<ROW, S::Rival>(&Self::after_capture(board, capture));
        }
        !listed.captures.is_empty()
    }

    /// Shows every position that a quiet move makes, to whom it then stands before.
    #[inline(always)]
    fn each_quiet(board: &Board, to: &mut impl Show) {
        let kings = board.own & board.kings;
        let men = Self::men(board);
        Self::each_line(|_, direction| {
            if Self::STEPS.contains(direction) {
                let landings = Self::shift(men, direction) & Self::empty(board);
                for landing in Indices(landings) {
                    let landing = bit(landing);
                    let from = Self::shift(landing, direction.opposite());
                    to.show::<ROW, S::Rival>(&Board {
                        own: board.rivals,
                        rivals: board.own ^ from ^ landing,
                        kings: board.kings | (landing & Self::FAR_ROW),
                    });
                }
            }
        });
        for from in Indices(kings) {
            for landing in Indices(Self::king_targets(board, from)) {
                let moved = bit(from) | bit(landing);
                to.show::<ROW, S::Rival>(&Board {
                    own: board.rivals,
                    rivals: board.own ^ moved,
                    kings: board.kings ^ moved,
                });
            }
        }
    }
}
