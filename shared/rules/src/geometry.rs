//! Boards: which squares there are, how they are numbered, and what lies next to what.

use crate::bits::bit;
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

    pub(crate) const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Rows and columns of one step.
    const fn step(self) -> (i8, i8) {
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

    /// Whether squares along it have rising numbers.
    pub(crate) const fn ascends(self) -> bool {
        matches!(
            self,
            Self::Right | Self::DownRight | Self::Down | Self::DownLeft
        )
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

    pub(crate) fn iter(self) -> impl Iterator<Item = Direction> {
        crate::bits::Indices(u64::from(self.0)).map(|index| Direction::ALL[usize::from(index)])
    }
}

/// A board: its shape, its numbering, and the tables the generator reads.
pub struct Geometry {
    rows: u8,
    cols: u8,
    playing: Playing,
    squares: u8,
    /// By direction and square: every square further along, to the edge.
    rays: [[u64; 64]; 8],
}

impl Geometry {
    /// Builds the tables of a board; `rows` and `cols` are even and give at most 64 squares.
    pub(crate) const fn new(rows: u8, cols: u8, playing: Playing) -> Self {
        let squares = match playing {
            Playing::Dark => rows * cols / 2,
            Playing::All => rows * cols,
        };
        let mut board = Self {
            rows,
            cols,
            playing,
            squares,
            rays: [[0; 64]; 8],
        };
        let mut d = 0;
        while d < 8 {
            let mut index = 0;
            while index < squares {
                board.rays[d][index as usize] = board.walk(index, Direction::ALL[d]);
                index += 1;
            }
            d += 1;
        }
        board
    }

    /// Walks from a square to the edge and collects what it passes.
    const fn walk(&self, index: u8, direction: Direction) -> u64 {
        let (down, right) = direction.step();
        let (mut row, mut col) = self.row_col(Square::from_index(index));
        let mut seen = 0;
        loop {
            row = row.wrapping_add_signed(down);
            col = col.wrapping_add_signed(right);
            match self.square(row, col) {
                Some(square) => seen |= square.bit(),
                None => return seen,
            }
        }
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

    /// Every square from this one along a direction, to the edge.
    pub(crate) const fn ray(&self, index: u8, direction: Direction) -> u64 {
        self.rays[direction as usize][index as usize]
    }

    /// The nearest of `set` along a ray of that direction, and the free squares before it.
    pub(crate) const fn reach(&self, index: u8, direction: Direction, set: u64) -> Reach {
        let ray = self.ray(index, direction);
        let met = nearest(ray & set, direction);
        match met {
            Some(at) => Reach {
                free: ray & !self.ray(at, direction) & !bit(at),
                met,
            },
            None => Reach { free: ray, met },
        }
    }

    /// The neighbour along a direction.
    pub(crate) const fn next(&self, index: u8, direction: Direction) -> Option<u8> {
        nearest(self.ray(index, direction), direction)
    }
}

/// What a ray meets first, and the free squares on the way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    pub(crate) free: u64,
    pub(crate) met: Option<u8>,
}

/// The square of a ray's subset that comes first along the ray.
const fn nearest(on_ray: u64, direction: Direction) -> Option<u8> {
    if on_ray == 0 {
        None
    } else if direction.ascends() {
        Some(crate::bits::lowest(on_ray))
    } else {
        Some(crate::bits::highest(on_ray))
    }
}
