//! What an example is made of.

use damero_rules::{EndReason, Playing, RuleSet};

/// Every move of the position.
pub(super) const ANY: &[&str] = &["*"];

/// A claim of a draw for want of progress; with a move after it, of one by repetition.
pub(super) const CLAIM: &str = "claim";

/// A position on one board, played step by step under every rule set that gives it its point.
///
/// Examples of the same name say the same in the same words, each on a board of its own.
pub(super) struct Example {
    /// What the client's catalogues call its words.
    pub(super) id: &'static str,
    pub(super) board: Board,
    /// Whether what it says is so under these rules.
    pub(super) stands: fn(&RuleSet) -> bool,
    pub(super) fen: &'static str,
    /// What was played before.
    pub(super) worn: Worn,
    /// The rival's move that leads in.
    pub(super) lead: Option<&'static str>,
    pub(super) steps: &'static [Step],
    /// How the game ends with the last step, if it does.
    pub(super) ends: Option<EndReason>,
}

/// An example on the small board that goes nowhere yet: what most of them begin with.
pub(super) const EXAMPLE: Example = Example {
    id: "",
    board: Board::Dark8,
    stands: |_| true,
    fen: "",
    worn: Worn::Not,
    lead: None,
    steps: &[],
    ends: None,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Board {
    Dark8,
    Dark10,
    All8,
}

impl Board {
    pub(super) fn of(rules: &RuleSet) -> Self {
        match (rules.board().playing(), rules.board().rows()) {
            (Playing::All, _) => Self::All8,
            (Playing::Dark, 8) => Self::Dark8,
            (Playing::Dark, _) => Self::Dark10,
        }
    }
}

/// Moves before the first position that is shown.
#[derive(Debug, Clone, Copy)]
pub(super) enum Worn {
    Not,
    /// These over and over, so many plies in all.
    Over(&'static [&'static str], u16),
    /// Kings wander about until the next ply is the one that draws for want of progress.
    Idle,
}

pub(super) struct Step {
    /// Moves (`9-14`), a huff (`!14`), [`CLAIM`] or [`ANY`]. Only the last step has several.
    pub(super) wanted: &'static [&'static str],
    /// Paths that are refused, and the code of the reason.
    pub(super) wrong: &'static [(&'static str, &'static str)],
    /// What the rival does then.
    pub(super) replies: &'static [&'static str],
    /// Squares the words speak of, besides those of the move that is wanted.
    pub(super) named: &'static [(&'static str, u8)],
}

pub(super) const STEP: Step = Step {
    wanted: ANY,
    wrong: &[],
    replies: &[],
    named: &[],
};
