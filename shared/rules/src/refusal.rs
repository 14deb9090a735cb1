//! Why a move, a huff or a claim is refused.

use thiserror::Error;

use crate::moves::Move;
use crate::square::{Square, SquareSet};

/// Why a path is no legal move: one variant for each reason a player would want to be told.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A path has at least two squares.
    #[error("a move needs a start and a landing square")]
    TooShort,
    /// The board has no such square.
    #[error("this board has no square {at}")]
    NoSuchSquare {
        /// The square named.
        at: Square,
    },
    /// Nothing stands where the move starts.
    #[error("square {at} is empty")]
    EmptySquare {
        /// Where the move starts.
        at: Square,
    },
    /// The piece is the rival's.
    #[error("the piece on {at} is the rival's")]
    NotYourPiece {
        /// Where the move starts.
        at: Square,
    },
    /// A piece stands where this one would land.
    #[error("square {at} is occupied")]
    Occupied {
        /// Where it would land.
        at: Square,
    },
    /// Two squares of the path do not lie on a line this rule set moves along.
    #[error("the squares do not lie on one line")]
    NotOnALine,
    /// The square is on the piece's line, but it cannot go that far or that way.
    #[error("this piece cannot get there")]
    NotReachable,
    /// A quiet move through a piece of one's own.
    #[error("own piece on {at} is in the way")]
    JumpsOwn {
        /// The piece in the way.
        at: Square,
    },
    /// One jump crosses exactly one rival.
    #[error("one jump crosses exactly one piece, not those on {over}")]
    JumpsSeveral {
        /// The pieces in the way.
        over: SquareSet,
    },
    /// A piece is captured once; until the chain ends it stays and blocks.
    #[error("a piece already captured stands in the way")]
    JumpsTwice,
    /// Men do not step backward.
    #[error("a man does not move backward")]
    BackwardMove,
    /// In this rule set men do not capture that way.
    #[error("a man does not capture backward")]
    BackwardCapture,
    /// The piece may not turn back on the line it came along.
    #[error("a capturing piece may not turn by 180 degrees")]
    TurnOf180,
    /// A jump of a chain crosses no piece.
    #[error("there is nothing to capture on the way")]
    NothingToCapture,
    /// Capturing is mandatory, and there is a capture.
    #[error("there is a capture, and capturing is mandatory")]
    MustCapture,
    /// The capture is complete, but another takes more pieces.
    #[error("a capture of {most} pieces exists")]
    MoreCaptureExists {
        /// How many the best one takes.
        most: u8,
    },
    /// The capture takes as many pieces as any, but another of these takes more kings.
    #[error("a capture of as many pieces with {most} kings among them exists")]
    MoreKingsCaptureExists {
        /// How many kings the best one takes.
        most: u8,
    },
    /// A chain must be completed.
    #[error("the capture goes on, to {next}")]
    ChainNotFinished {
        /// Where the next jump may land.
        next: SquareSet,
    },
    /// The man was crowned, which ended its move, and the path goes on.
    #[error("the man is crowned on {at} and its move ends there")]
    CrowningEndsMove {
        /// Where it was crowned.
        at: Square,
    },
    /// A king that can go on from one of its landing squares must land on such a one.
    #[error("the king must land where it can go on capturing, on {landings}")]
    KingMustLandWhereItContinues {
        /// The landing squares left to it.
        landings: SquareSet,
    },
    /// Only start and end were given, and several captures share them.
    #[error("several captures have these ends")]
    Ambiguous {
        /// The moves it could be, with their full paths.
        candidates: Vec<Move>,
    },
}

impl IllegalMove {
    /// The same, its squares numbered otherwise.
    pub(crate) fn renumbered(mut self, number: impl Fn(Square) -> Square) -> Self {
        let renumber = |set: &mut SquareSet| *set = set.iter().map(&number).collect();
        match &mut self {
            Self::EmptySquare { at }
            | Self::NotYourPiece { at }
            | Self::Occupied { at }
            | Self::JumpsOwn { at }
            | Self::CrowningEndsMove { at } => *at = number(*at),
            Self::JumpsSeveral { over: set }
            | Self::ChainNotFinished { next: set }
            | Self::KingMustLandWhereItContinues { landings: set } => renumber(set),
            Self::Ambiguous { candidates } => {
                for mv in candidates {
                    mv.path.iter_mut().for_each(|at| *at = number(*at));
                    renumber(&mut mv.captured);
                }
            }
            _ => {}
        }
        self
    }

    /// A stable name of the reason, for machines.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::TooShort => "too_short",
            Self::NoSuchSquare { .. } => "no_such_square",
            Self::EmptySquare { .. } => "empty_square",
            Self::NotYourPiece { .. } => "not_your_piece",
            Self::Occupied { .. } => "occupied",
            Self::NotOnALine => "not_on_a_line",
            Self::NotReachable => "not_reachable",
            Self::JumpsOwn { .. } => "jumps_own",
            Self::JumpsSeveral { .. } => "jumps_several",
            Self::JumpsTwice => "jumps_twice",
            Self::BackwardMove => "backward_move",
            Self::BackwardCapture => "backward_capture",
            Self::TurnOf180 => "turn_of_180",
            Self::NothingToCapture => "nothing_to_capture",
            Self::MustCapture => "must_capture",
            Self::MoreCaptureExists { .. } => "more_capture_exists",
            Self::MoreKingsCaptureExists { .. } => "more_kings_capture_exists",
            Self::ChainNotFinished { .. } => "chain_not_finished",
            Self::CrowningEndsMove { .. } => "crowning_ends_move",
            Self::KingMustLandWhereItContinues { .. } => "king_must_land_where_it_continues",
            Self::Ambiguous { .. } => "ambiguous",
        }
    }
}

/// Why a huff is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HuffError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// This rule set has no huffing.
    #[error("there is no huffing in this rule set")]
    NotThisRuleSet,
    /// The rival's last move forwent no capture, or the right is used up.
    #[error("there is nothing to huff")]
    NothingToHuff,
    /// That piece had no capture.
    #[error("only the pieces on {allowed} may be huffed")]
    NotHuffable {
        /// Those that may be huffed.
        allowed: SquareSet,
    },
}

impl HuffError {
    /// A stable name of the reason, for machines.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::NotThisRuleSet => "not_this_rule_set",
            Self::NothingToHuff => "nothing_to_huff",
            Self::NotHuffable { .. } => "not_huffable",
        }
    }
}

/// Why a claim of a draw is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClaimError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// This rule set knows no such claim.
    #[error("there is no such claim in this rule set")]
    NotThisRuleSet,
    /// The intended move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The intended move makes no third occurrence.
    #[error("this would be occurrence {occurrence} of the position, not {needed}")]
    NotYet {
        /// Which occurrence it would be.
        occurrence: u16,
        /// Which it must be at least.
        needed: u16,
    },
    /// There are not enough plies without progress.
    #[error("{missing} plies without progress are missing")]
    PliesMissing {
        /// How many plies more it takes.
        missing: u16,
    },
}

impl ClaimError {
    /// A stable name of the reason, for machines; that of the illegal move if it is one.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::NotThisRuleSet => "not_this_rule_set",
            Self::Illegal(reason) => reason.code(),
            Self::NotYet { .. } => "not_yet",
            Self::PliesMissing { .. } => "plies_missing",
        }
    }
}

/// A move that is none of the position's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is no move of the position")]
pub struct NotThisPosition;
