//! Which legal move a text means. Records are older than rules for writing them, so this takes
//! more than `find_move` does: paths without all their squares, and `x` that says capture.

use crate::find::find_move;
use crate::generate::legal_moves;
use crate::moves::{Move, Path};
use crate::position::{Position, Side};
use crate::refusal::IllegalMove;
use crate::ruleset::RuleSet;
use crate::square::Square;

/// The legal move. A house's draws are not asked: games of other places run on, and only who has
/// no move or no piece can play no more.
pub(super) fn move_meant(
    rules: &RuleSet,
    position: &Position,
    path: &Path,
    capture: bool,
) -> Result<Move, IllegalMove> {
    if [Side::White, Side::Black]
        .map(|side| position.count(side))
        .contains(&0)
    {
        return Err(IllegalMove::Over);
    }
    let found = find_move(rules, position, path);
    match &found {
        Ok(mv) if mv.is_capture() || !capture => return found,
        Err(IllegalMove::Ambiguous { .. }) => return found,
        _ => {}
    }
    let moves = legal_moves(rules, position);
    if moves.is_empty() {
        return Err(IllegalMove::Over);
    }
    let mut candidates: Vec<Move> = moves
        .into_iter()
        .filter(|mv| mv.is_capture() && passes(rules, mv, path))
        .collect();
    match candidates.len() {
        0 => found,
        1 => Ok(candidates.remove(0)),
        _ => Err(IllegalMove::Ambiguous { candidates }),
    }
}

/// Whether a capture has these ends, and the squares between them in their order on its way.
fn passes(rules: &RuleSet, mv: &Move, path: &Path) -> bool {
    let [from, between @ .., to] = &path[..] else {
        return false;
    };
    let mut way = way(rules, mv).into_iter();
    mv.from() == *from
        && mv.to() == *to
        && between
            .iter()
            .all(|named| way.any(|passed| passed == *named))
}

/// Every free square that the piece comes over, the ends among them.
fn way(rules: &RuleSet, mv: &Move) -> Vec<Square> {
    let board = rules.board();
    let mut way = vec![mv.from()];
    for pair in mv.path.windows(2) {
        let (mut row, mut col) = board.row_col(pair[0]);
        let (last_row, last_col) = board.row_col(pair[1]);
        let toward = |from: u8, to: u8| i8::from(to > from) - i8::from(to < from);
        while (row, col) != (last_row, last_col) {
            row = row.wrapping_add_signed(toward(row, last_row));
            col = col.wrapping_add_signed(toward(col, last_col));
            let passed = board.square(row, col);
            way.extend(passed.filter(|square| !mv.captured.contains(*square)));
        }
    }
    way
}
