//! Placements: who stands where, and whose turn it is.

use crate::bits::Indices;
use crate::ruleset::RuleSet;
use crate::square::Square;

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Sits at the bottom and moves up.
    White,
    /// Sits at the top and moves down; on screen red or dark, as the rule set says.
    Black,
}

impl Side {
    /// The rival.
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Not yet crowned.
    Man,
    /// Crowned.
    King,
}

/// A piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Man or king.
    pub kind: Kind,
}

/// A placement and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    white: u64,
    black: u64,
    kings: u64,
    turn: Side,
}

impl Position {
    /// A board without pieces.
    pub const fn empty(turn: Side) -> Self {
        Self {
            white: 0,
            black: 0,
            kings: 0,
            turn,
        }
    }

    /// The rule set's starting position.
    pub const fn initial(rules: &RuleSet) -> Self {
        let board = rules.geometry;
        let mut start = Self::empty(rules.first);
        let mut nth = 0;
        while nth < rules.rows_of_men {
            let from_edge = rules.rows_behind + nth;
            start.black |= board.row(1 + from_edge);
            start.white |= board.row(board.rows() - from_edge);
            nth += 1;
        }
        start
    }

    /// Whose turn it is.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// What stands on a square.
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        let at = square.bit();
        let side = if self.white & at != 0 {
            Side::White
        } else if self.black & at != 0 {
            Side::Black
        } else {
            return None;
        };
        let kind = if self.kings & at != 0 {
            Kind::King
        } else {
            Kind::Man
        };
        Some(Piece { side, kind })
    }

    /// Every piece, by rising square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Indices(self.occupied())
            .map(Square::from_index)
            .filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// How many pieces a side has.
    pub const fn count(&self, side: Side) -> u32 {
        self.of(side).count_ones()
    }

    /// The same with a piece put on a square, instead of whatever stood there.
    pub const fn with(&self, square: Square, piece: Piece) -> Self {
        let at = square.bit();
        let mut next = self.without(square);
        match piece.side {
            Side::White => next.white |= at,
            Side::Black => next.black |= at,
        }
        if matches!(piece.kind, Kind::King) {
            next.kings |= at;
        }
        next
    }

    /// The same with a square emptied; the turn stays, as after a huff.
    pub const fn without(&self, square: Square) -> Self {
        self.cleared(square.bit())
    }

    pub(crate) const fn cleared(&self, squares: u64) -> Self {
        Self {
            white: self.white & !squares,
            black: self.black & !squares,
            kings: self.kings & !squares,
            turn: self.turn,
        }
    }

    pub(crate) const fn with_turn(self, turn: Side) -> Self {
        Self { turn, ..self }
    }

    pub(crate) const fn of(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    pub(crate) const fn kings(&self) -> u64 {
        self.kings
    }

    pub(crate) const fn occupied(&self) -> u64 {
        self.white | self.black
    }
}
