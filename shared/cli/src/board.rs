//! Boards for a terminal.

use std::fmt;

use damero_rules::{Kind, Notation, Position, RuleSet, Side, Square};

/// A position drawn square by square: `w` and `b` are men, `W` and `B` kings, each before the
/// number of its square; a dot marks a free one.
pub(crate) struct Board<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) position: &'a Position,
}

impl Board<'_> {
    fn mark(&self, square: Square) -> char {
        match self.position.piece(square).map(|p| (p.side, p.kind)) {
            None => '.',
            Some((Side::White, Kind::Man)) => 'w',
            Some((Side::White, Kind::King)) => 'W',
            Some((Side::Black, Kind::Man)) => 'b',
            Some((Side::Black, Kind::King)) => 'B',
        }
    }

    fn row(&self, row: u8) -> String {
        let board = self.rules.board();
        (1..=board.cols())
            .map(|col| match board.square(row, col) {
                Some(square) => format!("{:>4}", format!("{}{square}", self.mark(square))),
                None => " ".repeat(4),
            })
            .collect()
    }
}

/// Ends in a line break. Rows and columns have names where squares may be named by them.
impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.rules.board();
        let named = self.rules.notation == Notation::NumericOrAlgebraic;
        for row in 1..=board.rows() {
            if named {
                write!(f, "{}", board.rows() + 1 - row)?;
            }
            writeln!(f, "{}", self.row(row).trim_end())?;
        }
        if named {
            let letters: String = (0..board.cols())
                .map(|col| format!("{:>4}", char::from(b'a' + col)))
                .collect();
            writeln!(f, " {letters}")?;
        }
        Ok(())
    }
}
