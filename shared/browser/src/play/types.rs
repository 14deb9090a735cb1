//! What is told of a game that is played here, as JSON; the names are those of the club's messages.

use serde::Serialize;

/// How a game stands.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Stand {
    pub(crate) turn: Turn,
    /// Moves and huffs so far.
    pub(crate) turn_no: u16,
    /// The position.
    pub(crate) fen: String,
    /// Every move, with its full path, and every huff so far.
    pub(crate) moves: String,
    /// Every legal move; none when the game is over.
    pub(crate) legal: Vec<String>,
    /// Other landing squares by which one of these captures may be entered, as whole paths.
    pub(crate) ways: Vec<String>,
    /// What may be huffed now.
    pub(crate) huffable: Vec<u8>,
    /// Plies without progress.
    pub(crate) no_progress: u16,
    /// Whether the side to move may claim a draw for these.
    pub(crate) can_claim: bool,
    /// The turns at which the present position stood, this one included.
    pub(crate) occurrences: Vec<u16>,
    /// The moves with which the side to move may claim a draw by repetition.
    pub(crate) repeating: Vec<String>,
    /// How it ended on the board, or at the length at which every game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) over: Option<Over>,
}

/// A side, as the client calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Turn {
    White,
    Black,
}

/// How a game ended without anybody's word.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Over {
    /// Nothing for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<Turn>,
    /// As the club names it.
    pub(crate) reason: &'static str,
}

/// What the computer does on its turn.
#[derive(Debug, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) enum Thought {
    /// It moves, with the full path.
    Move { action: String },
    /// It huffs, `!17`, and has its turn still.
    Huff { action: String },
    /// It claims a draw for want of progress.
    ClaimNoProgress,
    /// It claims a draw by repetition, and would have made this move.
    ClaimRepetition { action: String },
}

/// Whether the computer takes a draw that it is offered.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Answered {
    pub(crate) accepts: bool,
}

/// What somebody who asks might do: a move with its full path, or a huff, `!17`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Hint {
    pub(crate) action: String,
}

/// A game as text.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Record {
    pub(crate) pdn: String,
}
