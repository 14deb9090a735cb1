//! How a text names squares: by number or by algebraic name, counted from one of four corners.

use crate::geometry::{Geometry, Playing};
use crate::ruleset::{Notation, RuleSet};
use crate::square::Square;

/// Why a name is no square's. Squares are named as the text names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NameError {
    /// A number beyond the board, or a name off it.
    NoSuchSquare(String),
    /// A square that is not played on.
    LightSquare(String),
    /// An algebraic name where numbers are used.
    NotNumeric(String),
}

/// Where counting begins, as White sees this project's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Corner {
    pub(crate) top: bool,
    pub(crate) right: bool,
}

impl Corner {
    pub(crate) const TOP_LEFT: Self = Self {
        top: true,
        right: false,
    };
    pub(crate) const BOTTOM_LEFT: Self = Self {
        top: false,
        right: false,
    };

    /// The playing square of a rank and a file counted from 1 at this corner.
    fn square(self, board: &Geometry, rank: u8, file: u8) -> Option<Square> {
        let from = |far: bool, count: u8, nth: u8| match far {
            true => (count + 1).checked_sub(nth),
            false => Some(nth),
        };
        let row = from(!self.top, board.rows(), rank)?;
        board.square(row, from(self.right, board.cols(), file)?)
    }
}

/// How a text names squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Names {
    /// Where square 1 is.
    pub(crate) numbers: Corner,
    /// Where `a1` is; none if names are not read at all.
    pub(crate) letters: Option<Corner>,
}

impl Names {
    /// Numbers from the top left, and names from the bottom left where the rule set's tradition is
    /// algebraic.
    pub(crate) fn of(rules: &RuleSet) -> Self {
        Self {
            numbers: Corner::TOP_LEFT,
            letters: match rules.notation {
                Notation::Numeric => None,
                Notation::NumericOrAlgebraic => Some(Corner::BOTTOM_LEFT),
            },
        }
    }

    /// The same, counted from the usual corners.
    pub(crate) fn usual(self) -> Self {
        Self {
            numbers: Corner::TOP_LEFT,
            letters: self.letters.map(|_| Corner::BOTTOM_LEFT),
        }
    }

    /// The square of a word of letters and digits, which is not empty.
    pub(crate) fn square(&self, board: &Geometry, word: &str) -> Result<Square, NameError> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = word.parse().ok();
            return number
                .and_then(|number| self.numbered(board, number))
                .ok_or_else(|| NameError::NoSuchSquare(word.to_owned()));
        }
        match self.letters {
            Some(corner) => named(board, corner, word),
            None => Err(NameError::NotNumeric(word.to_owned())),
        }
    }

    /// The number of a square of that board.
    pub(crate) fn number(&self, board: &Geometry, square: Square) -> u8 {
        (1..board.squares())
            .find(|&number| self.numbered(board, number) == Some(square))
            .unwrap_or(board.squares())
    }

    /// The same as a square: what this text calls it, where squares have their usual numbers.
    pub(crate) fn renumbered(&self, board: &Geometry, square: Square) -> Square {
        Square::new(self.number(board, square)).unwrap_or(square)
    }

    /// The square of a number.
    pub(crate) fn numbered(&self, board: &Geometry, number: u8) -> Option<Square> {
        let nth = number.checked_sub(1)?;
        match board.playing() {
            Playing::All => {
                let (rank, file) = (nth / board.cols() + 1, nth % board.cols() + 1);
                self.numbers.square(board, rank, file)
            }
            // Of each two neighbours in a row one is played on.
            Playing::Dark => {
                let half = board.cols() / 2;
                let (rank, file) = (nth / half + 1, nth % half * 2 + 1);
                let at = |file| self.numbers.square(board, rank, file);
                at(file).or_else(|| at(file + 1))
            }
        }
    }
}

/// A letter for the file and a number for the rank.
fn named(board: &Geometry, corner: Corner, word: &str) -> Result<Square, NameError> {
    let no_such = || NameError::NoSuchSquare(word.to_owned());
    let (file, rank) = word.split_at(1);
    let file = match file.as_bytes() {
        [letter @ b'a'..=b'z'] => letter - b'a' + 1,
        _ => return Err(no_such()),
    };
    let rank: u8 = rank.parse().map_err(|_| no_such())?;
    if !(1..=board.rows()).contains(&rank) || file > board.cols() {
        return Err(no_such());
    }
    corner
        .square(board, rank, file)
        .ok_or_else(|| NameError::LightSquare(word.to_owned()))
}
