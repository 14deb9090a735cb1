//! A position as its mover sees it, and what one row of the table lets happen on it.

use std::marker::PhantomData;

use crate::bits::{Indices, bit};
use crate::compiled::Mover;
use crate::geometry::{Direction, Directions};
use crate::layout::{self, Groups, Layout, Steps};
use crate::position::Position;
use crate::ruleset::{Choice, Crowning, KingReach, Obligation, Removal, RuleSet};
use crate::table::TABLE;

/// A position in the words of its layout, as the side to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The pieces of the side to move.
    pub(crate) own: u64,
    /// The other side's.
    pub(crate) rivals: u64,
    /// Those of both that are kings.
    pub(crate) kings: u64,
}

impl Board {
    #[inline(always)]
    pub(crate) const fn of(groups: Groups, position: &Position) -> Self {
        let turn = position.turn();
        Self {
            own: groups.word(position.of(turn)),
            rivals: groups.word(position.of(turn.other())),
            kings: groups.word(position.kings()),
        }
    }

    pub(crate) const fn occupied(&self) -> u64 {
        self.own | self.rivals
    }
}

/// The rules of one row for one side to move; never a value.
pub(crate) struct Rules<const ROW: usize, S>(PhantomData<S>);

impl<const ROW: usize, S: Mover> Rules<ROW, S> {
    pub(crate) const ROW_OF_TABLE: &'static RuleSet = &TABLE[ROW];
    pub(crate) const LAYOUT: &'static Layout = Self::ROW_OF_TABLE.geometry.layout();
    /// Copied, so that the compiler sees numbers where the layout is another unit's memory.
    const STEP: Steps = Self::LAYOUT.steps;
    const GROUPS: Groups = Self::LAYOUT.groups;
    pub(crate) const SQUARES: u64 = Self::LAYOUT.board;
    pub(crate) const FAR_ROW: u64 = Self::LAYOUT.word(Self::ROW_OF_TABLE.far_row(S::SIDE));
    pub(crate) const FLYING: bool = matches!(Self::ROW_OF_TABLE.king, KingReach::Flying);
    pub(crate) const OPTIONAL: bool =
        matches!(Self::ROW_OF_TABLE.obligation, Obligation::OptionalWithHuff);
    pub(crate) const LEAVES_AT_ONCE: bool = matches!(Self::ROW_OF_TABLE.removal, Removal::AtOnce);
    pub(crate) const MUST_CONTINUE: bool = Self::ROW_OF_TABLE.king_must_continue;
    pub(crate) const CHOICE: Choice = Self::ROW_OF_TABLE.choice;
    pub(crate) const CROWNING: Crowning = Self::ROW_OF_TABLE.crowning;
    pub(crate) const STEPS: Directions = Self::ROW_OF_TABLE.step_directions(S::SIDE);
    pub(crate) const MAN_CAPTURES: Directions = Self::ROW_OF_TABLE.capture_directions(S::SIDE);
    pub(crate) const ALL_LINES: Directions = Self::ROW_OF_TABLE.king_directions();
    pub(crate) const LINES: [Direction; 4] = Self::ALL_LINES.four();

    /// The position as its mover sees it.
    #[inline(always)]
    pub(crate) const fn board(position: &Position) -> Board {
        Board::of(Self::GROUPS, position)
    }

    /// Does the same along each line, with a direction that the compiler knows.
    #[inline(always)]
    pub(crate) fn each_line(mut each: impl FnMut(usize, Direction)) {
        let [first, second, third, fourth] = Self::LINES;
        each(0, first);
        each(1, second);
        each(2, third);
        each(3, fourth);
    }

    #[inline(always)]
    pub(crate) const fn shift(set: u64, direction: Direction) -> u64 {
        Self::STEP.shift(set, direction)
    }

    /// The squares along a direction up to the first of `standing`.
    #[inline(always)]
    pub(crate) const fn run(at: u8, direction: Direction, standing: u64) -> u64 {
        let ray = Self::LAYOUT.ray(at, direction);
        layout::run(ray, standing, Self::STEP.rises(direction))
    }

    /// The first of `standing` along a direction.
    #[inline(always)]
    pub(crate) const fn first(at: u8, direction: Direction, standing: u64) -> Option<u8> {
        let ray = Self::LAYOUT.ray(at, direction);
        layout::first(ray, standing, Self::STEP.rises(direction))
    }

    #[inline(always)]
    pub(crate) const fn men(board: &Board) -> u64 {
        board.own & !board.kings
    }

    #[inline(always)]
    pub(crate) const fn empty(board: &Board) -> u64 {
        Self::SQUARES & !board.occupied()
    }

    /// By line: the squares from which a jump over a neighbour is open, along these lines.
    #[inline(always)]
    pub(crate) fn takeoffs(board: &Board, directions: Directions) -> [u64; 4] {
        let empty = Self::empty(board);
        let mut takeoffs = [0; 4];
        Self::each_line(|nth, direction| {
            if directions.contains(direction) {
                let back = direction.opposite();
                takeoffs[nth] = Self::shift(board.rivals & Self::shift(empty, back), back);
            }
        });
        takeoffs
    }

    /// The pieces of the side to move that have a capture.
    #[inline(always)]
    pub(crate) fn capturers(board: &Board) -> u64 {
        let takeoffs = Self::takeoffs(board, Self::MAN_CAPTURES);
        let men = Self::men(board) & Self::open(&takeoffs, Self::MAN_CAPTURES);
        let kings = board.own & board.kings;
        if kings == 0 {
            men
        } else if Self::FLYING {
            men | Self::flying_capturers(board, kings)
        } else {
            let takeoffs = Self::takeoffs(board, Self::ALL_LINES);
            men | kings & Self::open(&takeoffs, Self::ALL_LINES)
        }
    }

    /// Whether there may be a capture; if not, there is none.
    #[inline(always)]
    pub(crate) fn may_capture(board: &Board) -> bool {
        let takeoffs = Self::takeoffs(board, Self::MAN_CAPTURES);
        Self::men(board) & Self::open(&takeoffs, Self::MAN_CAPTURES) != 0
            || board.own & board.kings != 0
    }

    /// Where a jump along any of these lines is open.
    #[inline(always)]
    pub(crate) fn open(takeoffs: &[u64; 4], directions: Directions) -> u64 {
        let mut set = 0;
        Self::each_line(|nth, direction| {
            if directions.contains(direction) {
                set |= takeoffs[nth];
            }
        });
        set
    }

    fn flying_capturers(board: &Board, kings: u64) -> u64 {
        let (standing, empty) = (board.occupied(), Self::empty(board));
        Indices(kings)
            .filter(|&at| {
                let mut captures = false;
                Self::each_line(|_, direction| {
                    let met = Self::first(at, direction, standing).map_or(0, bit);
                    captures |= Self::shift(met & board.rivals, direction) & empty != 0;
                });
                captures
            })
            .fold(0, |set, at| set | bit(at))
    }

    /// Where a king may go without capturing.
    #[inline(always)]
    pub(crate) fn king_targets(board: &Board, at: u8) -> u64 {
        let mut targets = 0;
        Self::each_line(|_, direction| {
            targets |= if Self::FLYING {
                Self::run(at, direction, board.occupied())
            } else {
                Self::shift(bit(at), direction) & Self::empty(board)
            };
        });
        targets
    }

    /// Where a piece may go without capturing.
    pub(crate) fn targets(board: &Board, at: u8) -> u64 {
        if board.kings & bit(at) != 0 {
            return Self::king_targets(board, at);
        }
        let mut targets = 0;
        Self::each_line(|_, direction| {
            if Self::STEPS.contains(direction) {
                targets |= Self::shift(bit(at), direction) & Self::empty(board);
            }
        });
        targets
    }

    /// How many quiet moves there are.
    #[inline(always)]
    pub(crate) fn count_quiet(board: &Board) -> u32 {
        let kings = board.own & board.kings;
        let men = Self::men(board);
        let mut count = 0;
        Self::each_line(|_, direction| {
            if Self::STEPS.contains(direction) {
                count += (Self::shift(men, direction) & Self::empty(board)).count_ones();
            }
        });
        for at in Indices(kings) {
            count += Self::king_targets(board, at).count_ones();
        }
        count
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn has_move(board: &Board) -> bool {
        let empty = Self::empty(board);
        let kings = board.own & board.kings;
        let men = Self::men(board);
        let mut set = 0;
        Self::each_line(|_, direction| {
            if Self::STEPS.contains(direction) {
                set |= Self::shift(men, direction) & empty;
            }
            set |= Self::shift(kings, direction) & empty;
        });
        set != 0 || Self::capturers(board) != 0
    }
}
