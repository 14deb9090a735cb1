//! Positions: a letter for the side to move, and one for each square.

use damero_rules::{Kind, Piece, Position, RuleSet, Side, Square};
use thiserror::Error;

/// Why a text is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BoardError {
    /// It does not begin with the side to move.
    #[error("a position begins with W or B, whose turn it is")]
    NoTurn,
    /// It has more or fewer squares than the board.
    #[error("this board has {expected} squares, and the position {found}")]
    WrongLength {
        /// The board's squares.
        expected: u8,
        /// The text's.
        found: usize,
    },
    /// A square has none of the five letters.
    #[error("on square {square} stands none of w, b, W, B and e")]
    NoPiece {
        /// Its number.
        square: Square,
    },
}

/// Reads a position: `W` or `B`, then of each square `w`, `b`, `W`, `B` or `e`.
///
/// # Errors
/// Why it is none of this board.
pub fn parse_board(rules: &RuleSet, text: &str) -> Result<Position, BoardError> {
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        _ => return Err(BoardError::NoTurn),
    };
    let expected = rules.board().squares();
    let found = letters.clone().count();
    if found != usize::from(expected) {
        return Err(BoardError::WrongLength { expected, found });
    }
    let squares = (1..=expected).filter_map(Square::new);
    squares
        .zip(letters)
        .try_fold(Position::empty(turn), |position, (square, letter)| {
            let (side, kind) = match letter {
                'w' => (Side::White, Kind::Man),
                'b' => (Side::Black, Kind::Man),
                'W' => (Side::White, Kind::King),
                'B' => (Side::Black, Kind::King),
                'e' => return Ok(position),
                _ => return Err(BoardError::NoPiece { square }),
            };
            Ok(position.with(square, Piece { side, kind }))
        })
}

/// Writes a position.
#[must_use]
pub fn write_board(rules: &RuleSet, position: &Position) -> String {
    let turn = match position.turn() {
        Side::White => 'W',
        Side::Black => 'B',
    };
    let squares = (1..=rules.board().squares()).filter_map(Square::new);
    let letter = |square| {
        position
            .piece(square)
            .map_or('e', |piece| match (piece.side, piece.kind) {
                (Side::White, Kind::Man) => 'w',
                (Side::Black, Kind::Man) => 'b',
                (Side::White, Kind::King) => 'W',
                (Side::Black, Kind::King) => 'B',
            })
    };
    [turn].into_iter().chain(squares.map(letter)).collect()
}
