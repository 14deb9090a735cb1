//! Legal moves, and what they make of a position.

use crate::bits::{Indices, bit};
use crate::board::Rules;
use crate::compiled::{Mover, Task, compiled};
use crate::found::{Capture, Captures};
use crate::jump::Field;
use crate::moves::{Move, Path};
use crate::position::{Kind, Piece, Position};
use crate::ruleset::RuleSet;
use crate::square::{Square, SquareSet};

/// Every legal move, each once by start, end, captured squares and crowning. The order is stable:
/// captures first, then by rising squares of the canonical path.
pub fn legal_moves(rules: &RuleSet, position: &Position) -> Vec<Move> {
    let field = Field::new(rules, position);
    let captures = captures(rules, position);
    let mut moves: Vec<Move> = captures
        .iter()
        .map(|capture| capture_move(&field, capture))
        .collect();
    moves.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    if captures.is_empty() || rules.huffs() {
        for from in Indices(field.board.own) {
            for to in Indices(field.targets(from)) {
                let [from, to] = [from, to].map(|at| field.layout.square(at));
                moves.push(quiet_move(rules, position, from, to));
            }
        }
    }
    moves
}

/// Every complete landing sequence that makes a legal move of this position, in lexicographic order,
/// the canonical path first; at most so many.
pub fn paths(rules: &RuleSet, position: &Position, mv: &Move, most: usize) -> Vec<Path> {
    if !mv.is_capture() {
        return vec![mv.path.clone()];
    }
    Field::new(rules, position).paths(&capture_of(rules, mv), most)
}

/// The position after a legal move of this position.
pub fn apply(rules: &RuleSet, position: &Position, mv: &Move) -> Position {
    debug_assert!(rules.board().contains(mv.to()), "a move of another board");
    let side = position.turn();
    let was_king = position.kings() & mv.from().bit() != 0;
    let kind = if was_king || mv.crowns {
        Kind::King
    } else {
        Kind::Man
    };
    position
        .cleared(mv.from().bit() | mv.captured.bits())
        .with(mv.to(), Piece { side, kind })
        .with_turn(side.other())
}

/// The squares, after the move, of the mover's pieces that the rival may huff: those that had a
/// capture before it, if it captured nothing. The piece that moved is found on its new square.
/// Empty in rule sets without huffing.
pub fn huffable(rules: &RuleSet, before: &Position, mv: &Move) -> SquareSet {
    if !rules.huffs() || mv.is_capture() {
        return SquareSet::EMPTY;
    }
    let mut pieces = capturers(rules, before);
    if pieces.contains(mv.from()) {
        pieces.remove(mv.from());
        pieces.insert(mv.to());
    }
    pieces
}

/// Whether the side to move has a legal move.
pub(crate) fn has_legal_move(rules: &RuleSet, position: &Position) -> bool {
    struct HasMove<'a>(&'a Position);
    impl Task for HasMove<'_> {
        type Output = bool;
        fn run<const ROW: usize, S: Mover>(self) -> bool {
            Rules::<ROW, S>::has_move(&Rules::<ROW, S>::board(self.0))
        }
    }
    compiled(rules, position.turn(), HasMove(position))
}

/// The pieces of the side to move that have a capture.
fn capturers(rules: &RuleSet, position: &Position) -> SquareSet {
    struct Capturers<'a>(&'a Position);
    impl Task for Capturers<'_> {
        type Output = SquareSet;
        fn run<const ROW: usize, S: Mover>(self) -> SquareSet {
            let capturers = Rules::<ROW, S>::capturers(&Rules::<ROW, S>::board(self.0));
            Rules::<ROW, S>::LAYOUT.set(capturers)
        }
    }
    compiled(rules, position.turn(), Capturers(position))
}

/// Every legal capture.
pub(crate) fn captures(rules: &RuleSet, position: &Position) -> Captures {
    struct Every<'a>(&'a Position);
    impl Task for Every<'_> {
        type Output = Captures;
        fn run<const ROW: usize, S: Mover>(self) -> Captures {
            Rules::<ROW, S>::captures(&Rules::<ROW, S>::board(self.0))
        }
    }
    compiled(rules, position.turn(), Every(position))
}

/// Whether a piece of the side to move may go from here to there without capturing.
pub(crate) fn is_quiet(rules: &RuleSet, position: &Position, from: Square, to: Square) -> bool {
    struct Quiet<'a>(&'a Position, Square, Square);
    impl Task for Quiet<'_> {
        type Output = bool;
        fn run<const ROW: usize, S: Mover>(self) -> bool {
            let Quiet(position, from, to) = self;
            let layout = Rules::<ROW, S>::LAYOUT;
            let board = Rules::<ROW, S>::board(position);
            let targets = Rules::<ROW, S>::targets(&board, layout.bit(from));
            targets & bit(layout.bit(to)) != 0
                && (Rules::<ROW, S>::OPTIONAL || Rules::<ROW, S>::capturers(&board) == 0)
        }
    }
    compiled(rules, position.turn(), Quiet(position, from, to))
}

/// Whether a move is one of this position's.
pub(crate) fn is_legal(rules: &RuleSet, position: &Position, mv: &Move) -> bool {
    let [from, .., to] = mv.path[..] else {
        return false;
    };
    let on_board = mv.path.iter().all(|&at| rules.board().contains(at));
    if !on_board || position.of(position.turn()) & from.bit() == 0 {
        return false;
    }
    if !mv.is_capture() {
        return is_quiet(rules, position, from, to) && *mv == quiet_move(rules, position, from, to);
    }
    mv.path.len() == mv.captured.len() + 1
        && captures(rules, position).contains(&capture_of(rules, mv))
}

fn capture_of(rules: &RuleSet, mv: &Move) -> Capture {
    let layout = rules.geometry.layout();
    Capture {
        taken: layout.word(mv.captured.bits()),
        from: layout.bit(mv.from()),
        to: layout.bit(mv.to()),
        crowns: mv.crowns,
    }
}

/// A quiet move between two squares.
pub(crate) fn quiet_move(rules: &RuleSet, position: &Position, from: Square, to: Square) -> Move {
    let is_man = position.kings() & from.bit() == 0;
    Move {
        path: Path::from_iter([from, to]),
        captured: SquareSet::EMPTY,
        crowns: is_man && rules.far_row(position.turn()) & to.bit() != 0,
    }
}

/// A legal capture with its path.
pub(crate) fn capture_move(field: &Field<'_>, capture: &Capture) -> Move {
    Move {
        path: field.path(capture),
        captured: field.layout.set(capture.taken),
        crowns: capture.crowns,
    }
}
