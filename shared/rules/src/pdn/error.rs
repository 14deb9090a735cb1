//! Why a text is no game.

use thiserror::Error;

use super::tree::DEEPEST;
use crate::fen::FenErrorKind;
use crate::moves::Move;
use crate::names::NameError;
use crate::refusal::{HuffError, IllegalMove};
use crate::square::Square;

/// Where a text stops being a legal game, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct PdnError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in that line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: PdnErrorKind,
}

/// What is wrong with the text of a game. Squares are named as the text names them; where the rules
/// name one it is by number, counted as the text counts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PdnErrorKind {
    /// Nothing of a game begins like this.
    #[error("`{found}` is not expected here")]
    Unexpected {
        /// The character.
        found: char,
    },
    /// The text ends in the middle of something.
    #[error("the text ends too early")]
    EndOfText,
    /// After `[` stands no name.
    #[error("a tag's name is expected")]
    TagNameExpected,
    /// After a tag's name stands no `"`.
    #[error("a tag's value in quotes is expected")]
    TagValueExpected,
    /// A tag's value does not end on its line.
    #[error("this tag's value has no closing quote on its line")]
    UnclosedTagValue,
    /// After a tag's value stands no `]`.
    #[error("`]` is expected")]
    TagEndExpected,
    /// A tag that decides how to read the game stands twice.
    #[error("the tag {name} is given twice")]
    TagTwice {
        /// Its name.
        name: String,
    },
    /// The tag `RuleSet` names none, or a version of one, that is known.
    #[error("there is no rule set {name}")]
    UnknownRuleSet {
        /// What it names.
        name: String,
    },
    /// Neither a tag nor the caller says what is played.
    #[error("nothing says which rule set is played")]
    NoRuleSet,
    /// The tag `FEN` has no position.
    #[error("the position cannot be read: {0}")]
    Fen(FenErrorKind),
    /// `SetUp` promises a position that no tag `FEN` has.
    #[error("there is no position though the tag SetUp says so")]
    FenMissing,
    /// A comment does not end.
    #[error("this comment is not closed")]
    UnclosedComment,
    /// A variation does not end before its game does.
    #[error("this variation is not closed")]
    UnclosedVariation,
    /// A `)` that ends nothing.
    #[error("there is no variation to close here")]
    NoVariation,
    /// A variation before any move: there is nothing that it could replace.
    #[error("a variation follows the move it replaces, and there is none")]
    VariationWithoutMove,
    /// Variations within variations, too deep.
    #[error("variations stand more than {DEEPEST} deep in each other")]
    TooDeep,
    /// A result within a variation.
    #[error("a result ends a game, not a variation")]
    ResultInVariation,
    /// A result, and no game that would have it.
    #[error("there is no game before this result")]
    ResultWithoutGame,
    /// A position set up in the middle of a game.
    #[error("a position cannot be set up in the middle of a game")]
    SetUpInGame,
    /// A square's number or name is missing.
    #[error("a square is expected")]
    SquareExpected,
    /// After a square follows nothing that would make it a move.
    #[error("`-` or `x` is expected")]
    SeparatorExpected,
    /// The separators of a move differ.
    #[error("the separators of a move are mixed")]
    MixedSeparators,
    /// There are more squares than the longest possible chain has.
    #[error("the path is too long")]
    PathTooLong,
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
    /// After `$` stands none of 0 to 255.
    #[error("after `$` a number from 0 to 255 is expected")]
    NagExpected,
    /// The move is not legal, or not the only one it may be.
    #[error("{}", with_candidates(.0))]
    Illegal(IllegalMove),
    /// The huff is not allowed.
    #[error("the huff is not allowed: {0}")]
    Huff(HuffError),
}

impl PdnErrorKind {
    /// The same, with squares that the rules named by number numbered as the text does.
    pub(super) fn renumbered(self, number: impl Fn(Square) -> Square) -> Self {
        match self {
            Self::Illegal(reason) => Self::Illegal(reason.renumbered(number)),
            Self::Huff(HuffError::NotHuffable { allowed }) => Self::Huff(HuffError::NotHuffable {
                allowed: allowed.iter().map(number).collect(),
            }),
            other => other,
        }
    }

    /// A stable name of it, for machines; that of the illegal move or the huff if it is one.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unexpected { .. } => "unexpected",
            Self::EndOfText => "end_of_text",
            Self::TagNameExpected => "tag_name_expected",
            Self::TagValueExpected => "tag_value_expected",
            Self::UnclosedTagValue => "unclosed_tag_value",
            Self::TagEndExpected => "tag_end_expected",
            Self::TagTwice { .. } => "tag_twice",
            Self::UnknownRuleSet { .. } => "unknown_rule_set",
            Self::NoRuleSet => "no_rule_set",
            Self::Fen(_) => "fen",
            Self::FenMissing => "fen_missing",
            Self::UnclosedComment => "unclosed_comment",
            Self::UnclosedVariation => "unclosed_variation",
            Self::NoVariation => "no_variation",
            Self::VariationWithoutMove => "variation_without_move",
            Self::TooDeep => "too_deep",
            Self::ResultInVariation => "result_in_variation",
            Self::ResultWithoutGame => "result_without_game",
            Self::SetUpInGame => "set_up_in_game",
            Self::SquareExpected => "square_expected",
            Self::SeparatorExpected => "separator_expected",
            Self::MixedSeparators => "mixed_separators",
            Self::PathTooLong => "path_too_long",
            Self::NoSuchSquare { .. } => "no_such_square",
            Self::LightSquare { .. } => "light_square",
            Self::NotNumeric { .. } => "not_numeric",
            Self::NagExpected => "nag_expected",
            Self::Illegal(reason) => reason.code(),
            Self::Huff(reason) => reason.code(),
        }
    }
}

impl From<NameError> for PdnErrorKind {
    fn from(error: NameError) -> Self {
        match error {
            NameError::NoSuchSquare(name) => Self::NoSuchSquare { name },
            NameError::LightSquare(name) => Self::LightSquare { name },
            NameError::NotNumeric(name) => Self::NotNumeric { name },
        }
    }
}

/// The reason, and the moves it could be if there are several: whoever corrects a file wants them.
fn with_candidates(reason: &IllegalMove) -> String {
    match reason {
        IllegalMove::Ambiguous { candidates } => {
            let moves: Vec<_> = candidates.iter().map(Move::to_string).collect();
            format!("{reason}: {}", moves.join(", "))
        }
        _ => reason.to_string(),
    }
}
