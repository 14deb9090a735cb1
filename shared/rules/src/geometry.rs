//! Boards: which squares there are, how they are numbered, and what lies next to what.

use crate::layout::Layout;
use crate::square::Square;

/// Which squares of the board are played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Playing {
    /// Those where row + column is odd, counted from 1 at the top left.
    Dark,
    /// All.
    All,
}

/// A direction, clockwise from up; up is towards row 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Direction {
    Up,
    UpRight,
    Right,
    DownRight,
    Down,
    DownLeft,
    Left,
    UpLeft,
}

impl Direction {
    pub(crate) const ALL: [Self; 8] = [
        Self::Up,
        Self::UpRight,
        Self::Right,
        Self::DownRight,
        Self::Down,
        Self::DownLeft,
        Self::Left,
        Self::UpLeft,
    ];

    /// Whether both lie on one line.
    pub(crate) const fn is_along(self, other: Self) -> bool {
        self as usize % 4 == other as usize % 4
    }

    pub(crate) const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Rows and columns of one step.
    pub(crate) const fn step(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::UpRight => (-1, 1),
            Self::Right => (0, 1),
            Self::DownRight => (1, 1),
            Self::Down => (1, 0),
            Self::DownLeft => (1, -1),
            Self::Left => (0, -1),
            Self::UpLeft => (-1, -1),
        }
    }
}

/// A set of directions, a bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Directions(u8);

impl Directions {
    pub(crate) const DIAGONAL: Self = Self(0b1010_1010);
    pub(crate) const ORTHOGONAL: Self = Self(0b0101_0101);
    pub(crate) const UPWARD: Self = Self(0b1000_0011);
    pub(crate) const DOWNWARD: Self = Self(0b0011_1000);
    pub(crate) const SIDEWAYS: Self = Self(0b0100_0100);

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, direction: Direction) -> Self {
        Self(self.0 & !(1 << direction as u8))
    }

    pub(crate) const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// The directions of a set of four.
    pub(crate) const fn four(self) -> [Direction; 4] {
        let mut four = [Direction::Up; 4];
        let (mut nth, mut filled) = (0, 0);
        while nth < 8 {
            if self.contains(Direction::ALL[nth]) {
                four[filled] = Direction::ALL[nth];
                filled += 1;
            }
            nth += 1;
        }
        four
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Direction> {
        crate::bits::Indices(u64::from(self.0)).map(|index| Direction::ALL[usize::from(index)])
    }
}

/// A board: its shape, its numbering, and how its squares lie in a word.
pub struct Geometry {
    rows: u8,
    cols: u8,
    playing: Playing,
    squares: u8,
    /// The first row and the last one.
    ends: [u64; 2],
    layout: Layout,
}

impl Geometry {
    /// Builds the tables of a board; `rows` and `cols` are even and give at most 64 squares.
    pub(crate) const fn new(rows: u8, cols: u8, playing: Playing) -> Self {
        let mut board = Self {
            rows,
            cols,
            playing,
            squares: match playing {
                Playing::Dark => rows * cols / 2,
                Playing::All => rows * cols,
            },
            ends: [0; 2],
            layout: Layout::NONE,
        };
        board.ends = [board.row(1), board.row(rows)];
        board.layout = Layout::new(&board);
        board
    }

    /// How many rows it has.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// How many columns it has.
    pub const fn cols(&self) -> u8 {
        self.cols
    }

    /// Which squares are played on.
    pub const fn playing(&self) -> Playing {
        self.playing
    }

    /// How many squares are played on; they are numbered from 1 to this.
    pub const fn squares(&self) -> u8 {
        self.squares
    }

    /// Whether the board has this square.
    pub const fn contains(&self, square: Square) -> bool {
        square.number() <= self.squares
    }

    /// The playing square at a row and a column, both counted from 1 at the top left.
    pub const fn square(&self, row: u8, col: u8) -> Option<Square> {
        if row < 1 || row > self.rows || col < 1 || col > self.cols {
            return None;
        }
        match self.playing {
            Playing::Dark if (row + col).is_multiple_of(2) => None,
            Playing::Dark => Square::new((row - 1) * (self.cols / 2) + col.div_ceil(2)),
            Playing::All => Square::new((row - 1) * self.cols + col),
        }
    }

    /// Row and column of a square of this board, both counted from 1 at the top left.
    pub const fn row_col(&self, square: Square) -> (u8, u8) {
        match self.playing {
            Playing::Dark => {
                let half = self.cols / 2;
                let row = square.index() / half + 1;
                (row, 2 * (square.index() % half) + 1 + row % 2)
            }
            Playing::All => (
                square.index() / self.cols + 1,
                square.index() % self.cols + 1,
            ),
        }
    }

    /// The algebraic name of a square of this board: columns are letters from the left, rows count
    /// from the bottom, so that the bottom left is `a1`.
    pub fn algebraic(&self, square: Square) -> String {
        let (row, col) = self.row_col(square);
        format!("{}{}", char::from(b'a' + col - 1), self.rows + 1 - row)
    }

    /// The squares of the first row, and of the last.
    pub(crate) const fn ends(&self) -> [u64; 2] {
        self.ends
    }

    /// All squares of a row, counted from 1 at the top.
    pub(crate) const fn row(&self, row: u8) -> u64 {
        let mut set = 0;
        let mut col = 1;
        while col <= self.cols {
            if let Some(square) = self.square(row, col) {
                set |= square.bit();
            }
            col += 1;
        }
        set
    }

    pub(crate) const fn layout(&self) -> &Layout {
        &self.layout
    }
}
