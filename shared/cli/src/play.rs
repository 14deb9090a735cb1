//! Games as a row of actions, whatever text they came from.

use damero_rules::{EndReason, Line, Outcome, RuleSet, Side, Square, parse_path};

use crate::vector::Step;

/// What a player does.
pub(crate) enum Action {
    Move(Vec<Square>),
    /// Removes a rival piece that forwent its capture.
    Huff(Square),
    /// Claims a draw, since this move would make a position come a third time.
    ClaimRepetition(Vec<Square>),
    /// Claims a draw for want of progress.
    ClaimNoProgress,
}

/// A claim that was right, and so ended the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claimed {
    Repetition,
    NoProgress,
}

impl Claimed {
    /// Its name in vector files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Repetition => "threefold",
            Self::NoProgress => "no_progress",
        }
    }
}

impl Action {
    /// # Errors
    /// Why the step of a vector is no action.
    pub(crate) fn from_step(step: &Step) -> Result<Self, String> {
        match (step.claim.as_deref(), &step.path, step.huff) {
            (None, Some(path), None) => squares(path).map(Self::Move),
            (None, None, Some(at)) => square(at).map(Self::Huff),
            (Some("threefold"), Some(path), None) => squares(path).map(Self::ClaimRepetition),
            (Some("no_progress"), None, None) => Ok(Self::ClaimNoProgress),
            _ => Err("neither a path nor a huff nor a claim of a known kind".to_owned()),
        }
    }

    /// Reads `9-14`, `11x18x27` or, a huff, `!14`.
    ///
    /// # Errors
    /// Why the text is no action.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let Some(at) = text.strip_prefix('!') else {
            let path = parse_path(text).map_err(|error| error.to_string())?;
            return Ok(Self::Move(path.to_vec()));
        };
        let number = at.parse().ok().and_then(Square::new);
        number
            .map(Self::Huff)
            .ok_or_else(|| "after `!` a square's number is expected".to_owned())
    }

    /// Does it on a line of play.
    ///
    /// # Errors
    /// Why the rules refuse it; nothing has then changed.
    pub(crate) fn act(&self, line: &mut Line) -> Result<Option<Claimed>, String> {
        match self {
            Self::Move(path) => line.play(path).map(|_| None).map_err(|e| e.to_string()),
            Self::Huff(at) => line.huff(*at).map(|_| None).map_err(|e| e.to_string()),
            Self::ClaimRepetition(path) => line
                .check_repetition_claim(path)
                .map(|_| Some(Claimed::Repetition))
                .map_err(|e| e.to_string()),
            Self::ClaimNoProgress => line
                .check_no_progress_claim()
                .map(|()| Some(Claimed::NoProgress))
                .map_err(|e| e.to_string()),
        }
    }
}

/// # Errors
/// The number that is no square's.
pub(crate) fn squares(numbers: &[u8]) -> Result<Vec<Square>, String> {
    numbers.iter().copied().map(square).collect()
}

/// # Errors
/// The number, if it is no square's.
pub(crate) fn square(number: u8) -> Result<Square, String> {
    Square::new(number).ok_or_else(|| format!("no board has a square {number}"))
}

/// A path as text, whether or not it is a move.
pub(crate) fn path_text(path: &[Square]) -> String {
    let numbers: Vec<String> = path.iter().map(ToString::to_string).collect();
    numbers.join("-")
}

/// Result and reason as vector files name them.
pub(crate) fn ending(
    outcome: Option<Outcome>,
    claimed: Option<Claimed>,
) -> (&'static str, &'static str) {
    let Some(outcome) = outcome else {
        return match claimed {
            Some(Claimed::Repetition) => ("1/2-1/2", "claim_threefold"),
            Some(Claimed::NoProgress) => ("1/2-1/2", "claim_no_progress"),
            None => ("*", "unfinished"),
        };
    };
    let result = match outcome.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    };
    let reason = match outcome.reason {
        EndReason::NoPieces => "no_pieces",
        EndReason::Blocked => "blocked",
        EndReason::Repetition => "threefold",
        EndReason::NoProgress => "no_progress",
        EndReason::OneOnOneEqual => "one_v_one_equal",
        EndReason::OneOnOneKingBeatsMan => "one_v_one_king_beats_man",
    };
    (result, reason)
}

/// The rule sets that a variant's real games are legal in.
///
/// # Errors
/// That no rule set is known for it.
pub(crate) fn rule_sets_of(variant: &str) -> Result<Vec<&'static RuleSet>, String> {
    let ids: &[&str] = match variant {
        "international" => &["mesita-international", "kondavo-polish"],
        "russian" => &["mesita-russian"],
        "english" => &["mesita-english", "kondavo-english", "clasica-8x8"],
        "brazilian" => &["kondavo-brazilian"],
        // Every Czech move is legal in the house's rules, where no capture is a duty.
        "czech" => &["vezz-8x8"],
        _ => return Err(format!("no rule set is known for the variant {variant:?}")),
    };
    ids.iter().map(|id| rule_set(id)).collect()
}

/// # Errors
/// That there is no such rule set.
pub(crate) fn rule_set(id: &str) -> Result<&'static RuleSet, String> {
    RuleSet::by_id(id).ok_or_else(|| format!("no rule set {id:?}"))
}
