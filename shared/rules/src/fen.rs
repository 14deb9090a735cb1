//! Positions as text: `TURN:W<squares>:B<squares>`, a `K` before a square meaning a king, as in
//! `W:W21,22,K31:B1,2,K5`.

use std::fmt::Write;

use thiserror::Error;

use crate::bits::{Indices, bit};
use crate::names::{NameError, Names};
use crate::position::{Kind, Piece, Position, Side};
use crate::ruleset::RuleSet;
use crate::square::Square;

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {kind}")]
pub struct FenError {
    /// The byte at which it fails, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: FenErrorKind,
}

/// What is wrong with the text of a position. Squares are named as the text names them.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenErrorKind {
    /// Neither `W` nor `B` where a side is expected.
    #[error("`W` or `B` is expected")]
    SideExpected,
    /// No colon where one is expected.
    #[error("`:` is expected")]
    ColonExpected,
    /// Both lists are of the same side.
    #[error("the squares of this side are given twice")]
    SideTwice,
    /// No square's name where one is expected.
    #[error("a square is expected")]
    SquareExpected,
    /// A number beyond the board, or a name off it.
    #[error("this board has no square {name}")]
    NoSuchSquare {
        /// The square.
        name: String,
    },
    /// A square that is not played on.
    #[error("square {name} is a light square")]
    LightSquare {
        /// The square.
        name: String,
    },
    /// An algebraic name where this variant has numbers.
    #[error("square {name} must be given by its number")]
    NotNumeric {
        /// The square.
        name: String,
    },
    /// A range that runs down.
    #[error("the range ends before it begins, at {name}")]
    RangeRunsDown {
        /// Its end.
        name: String,
    },
    /// The side has a piece there already.
    #[error("square {square} is given twice")]
    SquareTwice {
        /// The square.
        square: Square,
    },
    /// The rival has a piece there already.
    #[error("square {square} is given to both sides")]
    BothSides {
        /// The square.
        square: Square,
    },
    /// A man on the row where it would have been crowned.
    #[error("a man cannot stand on its last row, on square {square}")]
    ManOnLastRow {
        /// The square.
        square: Square,
    },
    /// Something follows the position.
    #[error("the text does not end here")]
    EndExpected,
}

impl From<NameError> for FenErrorKind {
    fn from(error: NameError) -> Self {
        match error {
            NameError::NoSuchSquare(name) => Self::NoSuchSquare { name },
            NameError::LightSquare(name) => Self::LightSquare { name },
            NameError::NotNumeric(name) => Self::NotNumeric { name },
        }
    }
}

/// Writes a position, squares by rising numbers, White first.
pub fn write_fen(rules: &RuleSet, position: &Position) -> String {
    debug_assert!(
        position
            .occupied()
            .checked_shr(rules.board().squares().into())
            .is_none_or(|off| off == 0),
        "a position of another board"
    );
    let mut text = String::from(letter(position.turn()));
    for side in [Side::White, Side::Black] {
        text.push(':');
        text.push_str(letter(side));
        for (nth, index) in Indices(position.of(side)).enumerate() {
            let comma = if nth > 0 { "," } else { "" };
            let king = if position.kings() & bit(index) != 0 {
                "K"
            } else {
                ""
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{king}{}", Square::from_index(index));
        }
    }
    text
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::White => "W",
        Side::Black => "B",
    }
}

/// Reads a position. The lists may stand in either order, be empty, have ranges (`1-12`) and end
/// with a full stop; where the variant's tradition is algebraic, squares may have algebraic names.
/// A side without pieces is a position like any other. Counters behind the lists, `:H0:F1`, which
/// some sites write, are read over: what was played before a position is no part of it.
///
/// # Errors
/// The first byte at which it fails, and why, naming the square.
pub fn parse_fen(rules: &RuleSet, text: &str) -> Result<Position, FenError> {
    parse_fen_named(rules, &Names::of(rules), text)
}

/// The same, squares being named as `names` says.
pub(crate) fn parse_fen_named(
    rules: &RuleSet,
    names: &Names,
    text: &str,
) -> Result<Position, FenError> {
    let mut reader = Reader {
        rules,
        names,
        text,
        at: 0,
    };
    let mut position = Position::empty(reader.side()?);
    reader.colon()?;
    let first = reader.side()?;
    reader.list(first, &mut position)?;
    reader.colon()?;
    let before_second = reader.at;
    let second = reader.side()?;
    if second == first {
        return Err(reader.fail(before_second, FenErrorKind::SideTwice));
    }
    reader.list(second, &mut position)?;
    reader.counters();
    reader.skip(b'.');
    if reader.at < text.len() {
        return Err(reader.fail(reader.at, FenErrorKind::EndExpected));
    }
    Ok(position)
}

struct Reader<'a> {
    rules: &'a RuleSet,
    names: &'a Names,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail(&self, at: usize, kind: FenErrorKind) -> FenError {
        FenError {
            column: at + 1,
            kind,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over a byte if it is that one.
    fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn side(&mut self) -> Result<Side, FenError> {
        if self.skip(b'W') {
            Ok(Side::White)
        } else if self.skip(b'B') {
            Ok(Side::Black)
        } else {
            Err(self.fail(self.at, FenErrorKind::SideExpected))
        }
    }

    fn colon(&mut self) -> Result<(), FenError> {
        if self.skip(b':') {
            Ok(())
        } else {
            Err(self.fail(self.at, FenErrorKind::ColonExpected))
        }
    }

    /// The squares of one side, up to the next colon, the full stop or the end.
    fn list(&mut self, side: Side, position: &mut Position) -> Result<(), FenError> {
        if matches!(self.peek(), None | Some(b':' | b'.')) {
            return Ok(());
        }
        loop {
            let kind = if self.skip(b'K') {
                Kind::King
            } else {
                Kind::Man
            };
            self.squares(Piece { side, kind }, position)?;
            if !self.skip(b',') {
                return Ok(());
            }
        }
    }

    /// How many plies went without progress and which move it is, as far as there are such counters.
    fn counters(&mut self) {
        for counter in [":H", ":F"] {
            let after = self.text[self.at..].strip_prefix(counter);
            let digits = |after: &str| after.bytes().take_while(u8::is_ascii_digit).count();
            if let Some(count @ 1..) = after.map(digits) {
                self.at += counter.len() + count;
            }
        }
    }

    /// One square, or a range of them.
    fn squares(&mut self, piece: Piece, position: &mut Position) -> Result<(), FenError> {
        let begin = self.at;
        let first = self.number()?;
        let last = if self.skip(b'-') {
            let begin = self.at;
            let last = self.number()?;
            if last < first {
                let name = self.text[begin..self.at].to_owned();
                return Err(self.fail(begin, FenErrorKind::RangeRunsDown { name }));
            }
            last
        } else {
            first
        };
        let board = self.rules.board();
        for square in (first..=last).filter_map(|number| self.names.numbered(board, number)) {
            self.check_free(square, piece, position)
                .map_err(|kind| self.fail(begin, kind))?;
            *position = position.with(square, piece);
        }
        Ok(())
    }

    fn check_free(
        &self,
        square: Square,
        piece: Piece,
        position: &Position,
    ) -> Result<(), FenErrorKind> {
        let named = || self.names.renumbered(self.rules.board(), square);
        match position.piece(square) {
            Some(other) if other.side == piece.side => {
                Err(FenErrorKind::SquareTwice { square: named() })
            }
            Some(_) => Err(FenErrorKind::BothSides { square: named() }),
            None if piece.kind == Kind::Man
                && self.rules.far_row(piece.side) & square.bit() != 0 =>
            {
                Err(FenErrorKind::ManOnLastRow { square: named() })
            }
            None => Ok(()),
        }
    }

    /// A square, by its number as this text counts.
    fn number(&mut self) -> Result<u8, FenError> {
        let begin = self.at;
        let word = self.word();
        let board = self.rules.board();
        let found = if word.is_empty() {
            Err(FenErrorKind::SquareExpected)
        } else {
            self.names.square(board, word).map_err(FenErrorKind::from)
        };
        match found {
            Ok(square) => Ok(self.names.number(board, square)),
            Err(kind) => Err(self.fail(begin, kind)),
        }
    }

    /// The letters and digits from here on.
    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        self.at += length;
        &rest[..length]
    }
}
