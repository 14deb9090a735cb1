//! Legal moves, one generator for all rule sets.

use std::collections::BTreeSet;

use crate::bits::{Indices, bit, size};
use crate::jump::{Field, Hop, Hops, Jumper};
use crate::moves::{Move, Path};
use crate::position::{Kind, Piece, Position};
use crate::ruleset::{Choice, KingReach, Obligation, RuleSet};
use crate::square::{Square, SquareSet};

/// A chain of so many jumps is quicker walked again than looked up.
const SHORT_CHAIN: u8 = 4;

/// Every legal move, each once by start, end, captured squares and crowning. The order is stable:
/// captures first, then by rising squares of the canonical path.
pub fn legal_moves(rules: &RuleSet, position: &Position) -> Vec<Move> {
    let field = Field::new(rules, position);
    let mut moves = Captures::of(&field);
    if moves.is_empty() || rules.obligation == Obligation::OptionalWithHuff {
        add_quiet_moves(&field, &mut moves);
    }
    moves
}

/// Whether the side to move has a legal move.
pub(crate) fn has_legal_move(rules: &RuleSet, position: &Position) -> bool {
    let field = Field::new(rules, position);
    Indices(field.own)
        .any(|from| quiet_targets(&field, from) != 0 || field.can_capture(&field.jumper(from)))
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
    let mut pieces = SquareSet::from_bits(capturing_pieces(&Field::new(rules, before)));
    if pieces.contains(mv.from()) {
        pieces.remove(mv.from());
        pieces.insert(mv.to());
    }
    pieces
}

/// The side's own pieces that have a capture.
fn capturing_pieces(field: &Field<'_>) -> u64 {
    Indices(field.own)
        .filter(|&from| field.can_capture(&field.jumper(from)))
        .fold(0, |set, from| set | bit(from))
}

/// Where a piece may go without capturing.
pub(crate) fn quiet_targets(field: &Field<'_>, from: u8) -> u64 {
    let board = field.rules.geometry;
    let occupied = field.occupied();
    let king = field.kings & bit(from) != 0;
    let directions = if king {
        field.rules.king_directions()
    } else {
        field.steps
    };
    let flying = king && field.rules.king == KingReach::Flying;
    directions.iter().fold(0, |targets, direction| {
        targets
            | if flying {
                board.reach(from, direction, occupied).free
            } else {
                board.next(from, direction).map_or(0, bit) & !occupied
            }
    })
}

fn add_quiet_moves(field: &Field<'_>, moves: &mut Vec<Move>) {
    for from in Indices(field.own) {
        for to in Indices(quiet_targets(field, from)) {
            moves.push(quiet_move(field, from, to));
        }
    }
}

fn quiet_move(field: &Field<'_>, from: u8, to: u8) -> Move {
    let mut path = Path::new();
    path.push(Square::from_index(from));
    path.push(Square::from_index(to));
    let crowns = field.kings & bit(from) == 0 && field.far_row & bit(to) != 0;
    Move {
        path,
        captured: SquareSet::EMPTY,
        crowns,
    }
}

/// How much a set of captured pieces counts for the rule set's choice. Kings decide only between
/// equal numbers, and there are fewer than 64 of them.
fn weight(field: &Field<'_>, captured: u64) -> u32 {
    match field.rules.choice {
        Choice::Any => 0,
        Choice::MostPieces => captured.count_ones() * 64,
        Choice::MostPiecesThenKings => {
            captured.count_ones() * 64 + (captured & field.kings).count_ones()
        }
    }
}

/// A walk through every chain of every piece, in lexicographic order of the paths.
///
/// Captured sets of one move are equal, so all its paths are equally long and the first one met
/// is the canonical one.
struct Captures<'a> {
    field: &'a Field<'a>,
    path: Path,
    /// Where the moves of the present piece begin; only these can repeat each other.
    piece_begins: usize,
    /// The present piece as it stood in the middle of long chains. Whoever stands so again has
    /// the same ways on, by a path that is not the canonical one; without this, the orders in
    /// which a piece can take what it takes may be too many to walk.
    stood: BTreeSet<Jumper>,
    heaviest: u32,
    moves: Vec<Move>,
}

impl<'a> Captures<'a> {
    fn of(field: &'a Field<'a>) -> Vec<Move> {
        let mut search = Self {
            field,
            path: Path::new(),
            piece_begins: 0,
            stood: BTreeSet::new(),
            heaviest: 0,
            moves: Vec::new(),
        };
        for from in Indices(field.own) {
            let jumper = field.jumper(from);
            let hops = field.hops(&jumper);
            if !hops.is_empty() {
                search.piece_begins = search.moves.len();
                search.path.push(Square::from_index(from));
                search.take_each(&jumper, &hops);
                search.path.clear();
                search.stood.clear();
            }
        }
        search.moves
    }

    /// Follows every landing of every jump, by rising squares.
    fn take_each(&mut self, jumper: &Jumper, hops: &Hops) {
        let open: arrayvec::ArrayVec<(Hop, u64), 4> = hops
            .iter()
            .map(|hop| (*hop, self.field.landings(jumper, hop)))
            .collect();
        let all = open.iter().fold(0, |set, (_, landings)| set | landings);
        for landing in Indices(all) {
            let Some((hop, _)) = open.iter().find(|(_, on)| on & bit(landing) != 0) else {
                continue;
            };
            self.path.push(Square::from_index(landing));
            self.go_on(&self.field.land(jumper, hop, landing));
            self.path.pop();
        }
    }

    fn go_on(&mut self, jumper: &Jumper) {
        if size(jumper.captured) > SHORT_CHAIN && !self.stood.insert(*jumper) {
            return;
        }
        let hops = self.field.hops(jumper);
        if hops.is_empty() {
            self.finish(jumper);
        } else {
            self.take_each(jumper, &hops);
        }
    }

    /// Keeps the chain if none before it was heavier and it is not a move already found.
    fn finish(&mut self, jumper: &Jumper) {
        let weight = weight(self.field, jumper.captured);
        if weight < self.heaviest {
            return;
        }
        if weight > self.heaviest {
            self.heaviest = weight;
            self.moves.clear();
            self.piece_begins = 0;
        }
        let mv = Move {
            path: self.path.clone(),
            captured: SquareSet::from_bits(jumper.captured),
            crowns: self.field.crowns(jumper),
        };
        if !self.moves[self.piece_begins..]
            .iter()
            .any(|known| known.same_as(&mv))
        {
            self.moves.push(mv);
        }
    }
}
