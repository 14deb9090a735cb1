//! What a rule set is: a record of points.

use std::fmt;

use crate::geometry::{Directions, Geometry};
use crate::position::Side;

/// The lines pieces move along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Diagonals; men step diagonally forward.
    Diagonal,
    /// Rows and columns; men step forward or sideways.
    Orthogonal,
}

/// The directions in which a man captures, along the rule set's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capturing {
    /// As it steps: forward, and sideways where the lines have that.
    AsItSteps,
    /// In every direction of its lines.
    EveryWay,
}

/// How far a king goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KingReach {
    /// One step; it captures adjacent rivals.
    Short,
    /// Any free distance; behind its victim it lands on any free square up to the next piece.
    Flying,
}

/// Whether a side that can capture must.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obligation {
    /// It may play a quiet move instead; the rival may then huff a piece that had a capture.
    OptionalWithHuff,
    /// It must.
    Mandatory,
}

/// Which captures may be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Any.
    Any,
    /// Those that take most pieces; a king weighs as a man.
    MostPieces,
    /// Those that take most pieces, and of these those that take most kings.
    MostPiecesThenKings,
}

/// What a man does that reaches the last row while capturing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned and the move ends.
    EndsMove,
    /// It goes on as a king at once.
    GoesOnAsKing,
    /// It goes on as a man if it can, and is crowned only if it ends there.
    OnlyAtEnd,
}

/// When captured pieces leave the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// After the chain: until then they block, and none is jumped twice.
    AfterChain,
    /// At once; the capturing piece may not reverse its direction by 180° from one jump to the next.
    AtOnce,
}

/// How a draw comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By a right claim of the side to move.
    Claim,
    /// By itself.
    Automatic,
}

/// A draw by the third occurrence of a position, if there is one.
pub type Repetition = Option<Ending>;

/// What sets the no-progress counter back to zero, besides a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resets {
    /// Any move of a man. What remains counted are quiet plies by kings, in a row.
    ManMove,
    /// A man's move to another row; a sideways step is counted like a king's.
    ManAdvance,
}

/// A draw for want of progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoProgress {
    /// How many plies of both sides, in a row.
    pub plies: u16,
    /// By claim or by itself.
    pub ending: Ending,
}

/// The draws of a rule set, besides agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawPolicy {
    /// Same placement, same side to move, three times; the starting position counts.
    pub repetition: Repetition,
    /// Plies without progress.
    pub no_progress: Option<NoProgress>,
    /// What the no-progress counter takes for progress, whether or not a draw hangs on it.
    pub resets: Resets,
    /// With one piece each, a king beats a man and equal kinds draw, at once.
    pub one_on_one: bool,
}

/// How squares may be named in texts that are read. What is written is always numeric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// By number only.
    Numeric,
    /// By number, or by algebraic name, as is this variant's own tradition.
    NumericOrAlgebraic,
}

/// The colour a side's pieces have on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// White.
    White,
    /// Red.
    Red,
    /// Dark.
    Dark,
}

impl Colour {
    /// Its name in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Red => "red",
            Self::Dark => "dark",
        }
    }
}

/// A rule set: a row of the table behind [`RuleSet::ALL`].
pub struct RuleSet {
    /// Its name in records and on the wire.
    pub id: &'static str,
    /// Its place in the table.
    pub(crate) row: usize,
    /// Rises whenever one of its points changes, so that old records keep their meaning.
    pub version: u16,
    /// The board.
    pub geometry: &'static Geometry,
    /// How many rows of men each side starts with.
    pub rows_of_men: u8,
    /// How many empty rows lie behind them.
    pub rows_behind: u8,
    /// What Black is called on screen.
    pub black: Colour,
    /// Who moves first.
    pub first: Side,
    /// The lines pieces move along.
    pub lines: Lines,
    /// Where men capture.
    pub capturing: Capturing,
    /// How far kings go.
    pub king: KingReach,
    /// A king that has a landing square from which it can go on capturing must choose such a one.
    pub king_must_continue: bool,
    /// Whether capturing is mandatory.
    pub obligation: Obligation,
    /// Which captures may be chosen.
    pub choice: Choice,
    /// What reaching the last row while capturing does.
    pub crowning: Crowning,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Its draws.
    pub draws: DrawPolicy,
    /// How squares may be named.
    pub notation: Notation,
    /// The type number of PDN's `GameType` tag.
    pub game_type: u8,
}

impl RuleSet {
    /// Every rule set; the first is the site's default.
    pub const ALL: &'static [Self] = &crate::table::TABLE;

    /// The rule set of that name.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|rules| rules.id == id)
    }

    /// The board it is played on.
    pub const fn board(&self) -> &Geometry {
        self.geometry
    }

    /// Who moves first.
    pub const fn first(&self) -> Side {
        self.first
    }

    /// The colour a side has on screen.
    pub const fn colour_name(&self, side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => self.black,
        }
    }

    /// Whether a forgone capture may be huffed.
    pub const fn huffs(&self) -> bool {
        matches!(self.obligation, Obligation::OptionalWithHuff)
    }

    /// Whether pieces move alike in both, on boards alike. Who begins, and with how many men, does
    /// not matter.
    pub(crate) const fn moves_as(&self, other: &Self) -> bool {
        let (a, b) = (self.geometry, other.geometry);
        a.squares() == b.squares()
            && a.playing() as u8 == b.playing() as u8
            && self.lines as u8 == other.lines as u8
            && self.capturing as u8 == other.capturing as u8
            && self.king as u8 == other.king as u8
            && self.king_must_continue == other.king_must_continue
            && self.obligation as u8 == other.obligation as u8
            && self.choice as u8 == other.choice as u8
            && self.crowning as u8 == other.crowning as u8
            && self.removal as u8 == other.removal as u8
    }

    /// The row on which a side's men are crowned.
    pub(crate) const fn far_row(&self, side: Side) -> u64 {
        let [first, last] = self.geometry.ends();
        match side {
            Side::White => first,
            Side::Black => last,
        }
    }

    /// Where kings go.
    pub(crate) const fn king_directions(&self) -> Directions {
        match self.lines {
            Lines::Diagonal => Directions::DIAGONAL,
            Lines::Orthogonal => Directions::ORTHOGONAL,
        }
    }

    /// Where a side's men step.
    pub(crate) const fn step_directions(&self, side: Side) -> Directions {
        let forward = match side {
            Side::White => Directions::UPWARD,
            Side::Black => Directions::DOWNWARD,
        };
        self.king_directions().and(forward.or(Directions::SIDEWAYS))
    }

    /// Where a side's men capture.
    pub(crate) const fn capture_directions(&self, side: Side) -> Directions {
        match self.capturing {
            Capturing::AsItSteps => self.step_directions(side),
            Capturing::EveryWay => self.king_directions(),
        }
    }
}

/// Rule sets are the same when their names are.
impl PartialEq for RuleSet {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for RuleSet {}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleSet")
            .field(&self.id)
            .field(&self.version)
            .finish()
    }
}
