//! What a client may send: the fields of each action beside `action` and `id`.
//!
//! Ids are ULIDs in capital letters. Squares are numbers from 1, row by row from
//! the top left, playable squares only.

use crate::server::Side;
use crate::server::ranking::Table;
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
    /// Another page that news reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<Page>,
}

/// A page that is neither a room nor a game, and that news reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Page {
    /// The account's: answered with `identity`.
    Account,
    /// Where a rival is looked for: answered with `identity`, then `waiting`, `pairing` or `not_waiting`.
    Queue,
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

/// `accountLink`: the token of an OpenID Connect provider, whose `nonce` is
/// base64url(SHA-256("damero-link" ‖ session hash ‖ link number, eight bytes, big endian)).
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct AccountLink {
    /// The ID token.
    pub id_token: String,
}

/// `accountName`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct AccountName {
    /// The name that everybody is to see: 3 to 20 letters, digits and single spaces.
    pub name: String,
}

/// `accountDelete`: name and identity go; games stay under the bare id.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct AccountDelete {}

/// `termsAccept`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct TermsAccept {
    /// The version that was read.
    pub version: u32,
}

/// `sessionRevoke`: unlinks one of the account's browsers.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct SessionRevoke {
    /// As the account lists it.
    pub session: String,
}

/// `queueJoin`.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct QueueJoin {
    /// Such as `vezz-8x8`.
    pub rule_set: String,
}

/// `queueLeave`: gives the place up, or the pairing.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct QueueLeave {}

/// `queueConfirm`: the second confirmation starts the game and its clock.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct QueueConfirm {
    /// Which pairing.
    pub pairing: String,
}

/// `rankingsGet`: a page of a running table, of a closed period, of the archive, or an account's rated play.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum Rankings {
    /// A table: answered with `ranking`.
    Ranking {
        /// Rule set.
        rule_set: String,
        /// Which.
        table: Table,
        /// A closed period; the running one without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        period: Option<String>,
        /// One of its revisions; the newest without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        revision: Option<u32>,
        /// Rows before this one are left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        from: Option<u32>,
    },
    /// The closed periods: answered with `archive`.
    Archive {
        /// Rule set, or `league`.
        rule_set: String,
        /// Weeks or months.
        table: Table,
        /// Only older periods than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        before: Option<String>,
    },
    /// An account's rated play: answered with `profile`.
    Profile {
        /// Rule set.
        rule_set: String,
        /// The account; the caller's without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        account: Option<String>,
        /// Only older games than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        before: Option<String>,
    },
}

/// `leagueGet`: a page of a week of the League.
#[derive(Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct LeagueGet {
    /// A closed week; the running one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<String>,
    /// One of its revisions; the newest without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// Rows before this one are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
}

/// `evidenceGet`: a page of a closing's evidence.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct EvidenceGet {
    /// Rule set.
    pub rule_set: String,
    /// Weeks or months.
    pub table: Table,
    /// The period.
    pub period: String,
    /// The revision.
    pub revision: u32,
    /// Which page, from 0.
    pub page: u32,
}

/// `levelStart`: a game against the computer of the caller's level, whose id is the command's.
/// While one runs in this rule set that is answered instead.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct LevelStart {
    /// Such as `vezz-8x8`.
    pub rule_set: String,
    /// The side that the caller picks.
    pub side: Side,
}

/// `levelMove`: what the player does, which the computer answers in the same write.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct LevelMove {
    /// The game.
    pub game: String,
    /// What to do.
    #[serde(rename = "do")]
    pub act: LevelAct,
}

/// What a player of a level does.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum LevelAct {
    /// Plays a move.
    Move {
        /// Moves and huffs the client has seen.
        turn_no: u16,
        /// Every square visited, or the two ends where they decide.
        path: Vec<u8>,
    },
    /// Huffs a piece.
    Huff {
        /// Moves and huffs the client has seen.
        turn_no: u16,
        /// Where the piece stands now.
        square: u8,
    },
    /// Claims a draw.
    Claim {
        /// Moves and huffs the client has seen.
        turn_no: u16,
        /// On what ground.
        claim: Claim,
        /// For `repetition`: the intended move, which is recorded and not played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        path: Option<Vec<u8>>,
    },
    /// Offers a draw.
    Offer {
        /// Events the client has seen.
        seq: u16,
    },
}

/// `levelLeave`: cancels a level, or gives it up.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct LevelLeave {
    /// The game.
    pub game: String,
    /// Events the client has seen, to cancel before the first own move; without it the game is
    /// lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancel: Option<u16>,
}

/// `levelsGet`: the caller's levels, or a page of what they have earned.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum LevelsGet {
    /// Where the caller stands: answered with `levels`.
    Levels {},
    /// The account's ledger: answered with `credits`.
    Credits {
        /// Only lines before this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        before: Option<String>,
    },
}
