//! What a client may send: the fields of each action beside `action` and `id`.
//!
//! Ids are ULIDs in capital letters. Squares are numbers from 1, row by row from
//! the top left, playable squares only.

use serde::{Deserialize, Serialize};

/// `sync`: which page the client shows. Binds the connection to it and answers
/// with its whole state: `room` (and `state` if it has a game), `state`, or `home`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Sync {
    /// The room the page shows, with its current game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The game the page shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// `roomCreate`: a room whose id is the command's.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct RoomCreate {
    /// Such as `vezz-8x8`.
    pub rule_set: String,
    /// `10+5`, `20+10`, `30+20`, `60+30` (minutes + seconds) or nothing for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Who takes the colour that moves first in the first game.
    pub colour: Colour,
}

/// Who takes the colour that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// The creator.
    Mine,
    /// The visitor.
    Theirs,
    /// By lot, when both have accepted.
    Random,
}

/// `roomJoin`, `roomAccept`, `roomCancel`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct InRoom {
    /// The room.
    pub room: String,
}

/// `gameMove`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The game.
    pub game: String,
    /// Moves and huffs the client has seen.
    pub turn_no: u16,
    /// Every square visited, or the two ends where they decide.
    pub path: Vec<u8>,
}

/// `gameHuff`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Huff {
    /// The game.
    pub game: String,
    /// Moves and huffs the client has seen.
    pub turn_no: u16,
    /// Where the piece stands now.
    pub square: u8,
}

/// `gameClaimDraw`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ClaimDraw {
    /// The game.
    pub game: String,
    /// Moves and huffs the client has seen.
    pub turn_no: u16,
    /// On what ground.
    pub claim: Claim,
    /// For `repetition`: the intended move, which is recorded and not played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<u8>>,
}

/// The ground of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The intended move makes the position's third occurrence.
    Repetition,
    /// Enough moves without progress.
    NoProgress,
}

/// `gameDraw`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The game.
    pub game: String,
    /// Events the client has seen.
    pub seq: u16,
    /// What to do.
    #[serde(rename = "do")]
    pub act: DrawAct,
}

/// What to do about a draw by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DrawAct {
    /// Offer one; it cannot be withdrawn.
    Offer,
    /// Accept the rival's.
    Accept,
    /// Decline the rival's.
    Decline,
}

/// `gameCancel`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// The game.
    pub game: String,
    /// Events the client has seen.
    pub seq: u16,
    /// What to do.
    #[serde(rename = "do")]
    pub act: CancelAct,
}

/// What to do about cancelling a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CancelAct {
    /// Ask the rival.
    Ask,
    /// Agree to the rival's request.
    Agree,
    /// Refuse it.
    Refuse,
}

/// `gameResign`, `gameFlag`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct InGame {
    /// The game.
    pub game: String,
}

/// `gameRematch`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    /// The game that ended.
    pub game: String,
    /// What to do.
    #[serde(rename = "do")]
    pub act: RematchAct,
}

/// What to do about a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RematchAct {
    /// Accept; the second acceptance starts the next game.
    Accept,
    /// Decline.
    Decline,
}

/// `historyGet`: a page of the caller's games, or one of them whole.
#[derive(Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct History {
    /// One game, as a record with PDN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Only games older than this one: the last id of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}
