//! The rules for programs that look at millions of positions: words of bits, moves that are
//! copied, nothing that is allocated for one of them.
//!
//! A [`Board`] is seen by its side to move, and does not know who that is; whoever searches does,
//! and asks a [`Generator`] for that side's moves. What is legal is decided by the same code as in
//! [`legal_moves`](crate::legal_moves) ([`Line`](crate::Line) judges by it as well). Draws and huffs
//! are left to the search, which must keep count of them anyway.
//!
//! ```
//! use damero_rules::search::Generator;
//! use damero_rules::{Position, RuleSet, Side};
//!
//! let english = &RuleSet::ALL[2];
//! let generator = Generator::of(english);
//! let start = generator.board(&Position::initial(english));
//! let mut plies = Vec::new();
//! generator.quiets(Side::Black, &start, &mut plies);
//! assert_eq!(plies.len(), 7);
//! let after = start.after(plies[0]);
//! assert!(!generator.can_capture(Side::White, &after));
//! ```

use crate::bits::{Indices, bit};
use crate::board::Rules;
use crate::compiled::{Mover, Task, compiled};
use crate::generate::{capture_move, quiet_move};
use crate::jump::Field;
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::{Kind, Piece, Position, Side};
use crate::ruleset::{Lines, RuleSet};
use crate::square::{Square, SquareSet};
use crate::zobrist::{BLACK_TO_MOVE, KEYS};

pub use crate::board::Board;
pub use crate::found::Capture as Ply;

impl Ply {
    /// Where the piece starts, as the index of a bit.
    pub const fn from(self) -> u8 {
        self.from
    }

    /// Where it ends; the start again for a capture that runs in a circle.
    pub const fn to(self) -> u8 {
        self.to
    }

    /// What it takes; nothing for a quiet move.
    pub const fn taken(self) -> u64 {
        self.taken
    }

    /// Whether a man becomes a king by it.
    pub const fn crowns(self) -> bool {
        self.crowns
    }
}

impl Board {
    /// The pieces of the side to move.
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// The other side's pieces.
    pub const fn rivals(&self) -> u64 {
        self.rivals
    }

    /// Those of both that are kings.
    pub const fn kings(&self) -> u64 {
        self.kings
    }

    /// The same as the other side sees it.
    #[must_use]
    pub const fn turned(&self) -> Self {
        Self {
            own: self.rivals,
            rivals: self.own,
            kings: self.kings,
        }
    }

    /// The same without these pieces, as after a huff; the turn stays.
    #[must_use]
    pub const fn without(&self, pieces: u64) -> Self {
        Self {
            own: self.own & !pieces,
            rivals: self.rivals & !pieces,
            kings: self.kings & !pieces,
        }
    }

    /// What a move makes of it, to whom it then stands before.
    #[inline(always)]
    #[must_use]
    pub const fn after(&self, ply: Ply) -> Self {
        let (from, to) = (bit(ply.from), bit(ply.to));
        let is_king = ply.crowns || self.kings & from != 0;
        let left = self.kings & !ply.taken & !from;
        Self {
            own: self.rivals & !ply.taken,
            rivals: self.own & !from | to,
            kings: if is_king { left | to } else { left },
        }
    }
}

/// A key of a position with the side to move: by what it differs from another's key, the
/// positions differ. Good for searches only; [`Line`](crate::Line) keeps keys of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

impl Key {
    /// The key of a position.
    #[must_use]
    pub fn of(side: Side, board: &Board) -> Self {
        let mut key = match side {
            Side::White => 0,
            Side::Black => BLACK_TO_MOVE,
        };
        for at in Indices(board.own) {
            key ^= keys(side, board.kings & bit(at) != 0)[usize::from(at)];
        }
        for at in Indices(board.rivals) {
            key ^= keys(side.other(), board.kings & bit(at) != 0)[usize::from(at)];
        }
        Self(key)
    }

    /// The key after a move of `side` on this board.
    #[inline(always)]
    #[must_use]
    pub fn after(self, side: Side, board: &Board, ply: Ply) -> Self {
        let was_king = board.kings & bit(ply.from) != 0;
        let Self(without) = self.without(side, board, ply.taken);
        Self(
            without
                ^ BLACK_TO_MOVE
                ^ keys(side, was_king)[usize::from(ply.from & 63)]
                ^ keys(side, was_king || ply.crowns)[usize::from(ply.to & 63)],
        )
    }

    /// The key without some rival pieces of `side`; the turn stays.
    #[inline(always)]
    #[must_use]
    pub fn without(self, side: Side, board: &Board, rivals: u64) -> Self {
        let mut key = self.0;
        for at in Indices(rivals) {
            key ^= keys(side.other(), board.kings & bit(at) != 0)[usize::from(at & 63)];
        }
        Self(key)
    }

    /// The key with some other state of the position mixed in, such as a right that is pending.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, state: u64) -> Self {
        Self(self.0 ^ state.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    }
}

#[inline(always)]
fn keys(side: Side, king: bool) -> &'static [u64; 64] {
    &KEYS[side as usize * 2 + usize::from(king)]
}

/// What one side may do under the rules of one row, as code that was compiled for it.
#[derive(Clone, Copy)]
struct Code {
    captures: fn(&Board, &mut Vec<Ply>),
    quiets: fn(&Board, &mut Vec<Ply>),
    capturers: fn(&Board) -> u64,
    has_move: fn(&Board) -> bool,
    mobility: fn(&Board) -> u32,
}

/// The moves of a rule set.
#[derive(Clone, Copy)]
pub struct Generator {
    rules: &'static RuleSet,
    code: [Code; 2],
}

impl Generator {
    /// The moves of this rule set.
    #[must_use]
    pub fn of(rules: &'static RuleSet) -> Self {
        let code = [Side::White, Side::Black].map(|side| compiled(rules, side, Choose));
        Self { rules, code }
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    #[inline(always)]
    const fn code(&self, side: Side) -> &Code {
        &self.code[side as usize]
    }

    /// Adds every legal capture, each once.
    #[inline]
    pub fn captures(&self, side: Side, board: &Board, to: &mut Vec<Ply>) {
        (self.code(side).captures)(board, to);
    }

    /// Adds every move that takes nothing. They are legal if there is no capture, or if captures
    /// are optional.
    #[inline]
    pub fn quiets(&self, side: Side, board: &Board, to: &mut Vec<Ply>) {
        (self.code(side).quiets)(board, to);
    }

    /// The pieces of the side to move that have a capture.
    #[inline]
    #[must_use]
    pub fn capturers(&self, side: Side, board: &Board) -> u64 {
        (self.code(side).capturers)(board)
    }

    /// Whether the side to move has a capture.
    #[must_use]
    pub fn can_capture(&self, side: Side, board: &Board) -> bool {
        self.capturers(side, board) != 0
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_move(&self, side: Side, board: &Board) -> bool {
        (self.code(side).has_move)(board)
    }

    /// How many moves that take nothing the side to move has.
    #[must_use]
    pub fn mobility(&self, side: Side, board: &Board) -> u32 {
        (self.code(side).mobility)(board)
    }

    /// Whether a man goes to another row by this move; it never comes back.
    #[inline]
    #[must_use]
    pub fn advances(&self, board: &Board, ply: Ply) -> bool {
        board.kings & bit(ply.from) == 0
            && (matches!(self.rules.lines, Lines::Diagonal)
                || self.layout().row(ply.from) != self.layout().row(ply.to))
    }

    const fn layout(&self) -> &'static Layout {
        self.rules.geometry.layout()
    }

    /// A position as its side to move sees it.
    #[must_use]
    pub const fn board(&self, position: &Position) -> Board {
        Board::of(self.layout().groups, position)
    }

    /// The position of a board with this side to move.
    #[must_use]
    pub fn position(&self, side: Side, board: &Board) -> Position {
        let mut position = Position::empty(side);
        for (pieces, side) in [(board.own, side), (board.rivals, side.other())] {
            for at in Indices(pieces) {
                let kind = if board.kings & bit(at) == 0 {
                    Kind::Man
                } else {
                    Kind::King
                };
                position = position.with(self.square(at), Piece { side, kind });
            }
        }
        position
    }

    /// A legal move of this position, with its canonical path.
    #[must_use]
    pub fn with_path(&self, position: &Position, ply: Ply) -> Move {
        if ply.taken == 0 {
            let [from, to] = [ply.from, ply.to].map(|at| self.square(at));
            return quiet_move(self.rules, position, from, to);
        }
        capture_move(&Field::new(self.rules, position), &ply)
    }

    /// A set of squares as a word.
    #[must_use]
    pub const fn word(&self, squares: SquareSet) -> u64 {
        self.layout().word(squares.bits())
    }

    /// The squares of a word.
    #[must_use]
    pub const fn squares(&self, word: u64) -> SquareSet {
        self.layout().set(word)
    }

    /// The square of a bit.
    #[must_use]
    pub const fn square(&self, at: u8) -> Square {
        self.layout().square(at)
    }

    /// The bit of a square.
    #[must_use]
    pub const fn bit(&self, square: Square) -> u8 {
        self.layout().bit(square)
    }
}

/// Chooses the code of a row and a side.
struct Choose;

impl Task for Choose {
    type Output = Code;

    fn run<const ROW: usize, S: Mover>(self) -> Code {
        Code {
            captures: Rules::<ROW, S>::add_captures,
            quiets: Rules::<ROW, S>::add_quiets,
            capturers: Rules::<ROW, S>::capturers,
            has_move: Rules::<ROW, S>::has_move,
            mobility: Rules::<ROW, S>::count_quiet,
        }
    }
}

impl<const ROW: usize, S: Mover> Rules<ROW, S> {
    fn add_captures(board: &Board, to: &mut Vec<Ply>) {
        if Self::may_capture(board) {
            to.extend_from_slice(&Self::captures(board));
        }
    }

    fn add_quiets(board: &Board, to: &mut Vec<Ply>) {
        let men = Self::men(board);
        Self::each_line(|_, direction| {
            if Self::STEPS.contains(direction) {
                let landings = Self::shift(men, direction) & Self::empty(board);
                for at in Indices(landings) {
                    let from = Self::shift(bit(at), direction.opposite());
                    to.push(Ply {
                        taken: 0,
                        from: crate::bits::lowest(from),
                        to: at,
                        crowns: bit(at) & Self::FAR_ROW != 0,
                    });
                }
            }
        });
        for from in Indices(board.own & board.kings) {
            for at in Indices(Self::king_targets(board, from)) {
                to.push(Ply {
                    taken: 0,
                    from,
                    to: at,
                    crowns: false,
                });
            }
        }
    }
}
