//! The rated queue, its pairings, and what a rated game shows of its players.

use super::{BySeat, BySide, Side};
use serde::{Deserialize, Serialize};

/// Somebody as everyone may see them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Player {
    /// The account.
    pub account: String,
    /// Its name; nothing if it was deleted, and nothing in a game's states after the one
    /// that its page was opened with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whole points.
    pub elo: i64,
    /// During the first ten valid games.
    pub provisional: bool,
}

/// The caller's place in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Waiting {
    /// Rule set.
    pub rule_set: String,
    /// Since when; kept when a pairing comes to nothing.
    pub since: i64,
    /// The caller.
    pub you: Player,
    /// The gap that is accepted now, in points; nothing when any is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<u16>,
    /// When the gap grows next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grows: Option<i64>,
    /// From when on to offer the progressive computer instead: now if nobody is about, else after a minute.
    pub offer_levels: i64,
    /// Why the only others about are no rivals today: met five times already.
    pub met_enough: bool,
}

/// Two who may begin: the notice before a rated game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Pairing {
    /// Its id: what confirming names.
    pub id: String,
    /// Rule set.
    pub rule_set: String,
    /// Such as `15+10`.
    pub clock: String,
    /// The side the caller would play.
    pub side: Side,
    /// Both.
    pub players: BySeat<Player>,
    /// Who has confirmed.
    pub confirmed: BySeat<bool>,
    /// Until when both must.
    pub deadline: i64,
}

/// What makes a game rated.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Rated {
    /// Who plays, as they were when it began.
    pub players: BySide<Player>,
    /// What its end did to both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<BySide<Change>>,
    /// An invalidation took it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<Void>,
}

/// What a game did to a rating; micro-points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Change {
    /// Before.
    pub before: i64,
    /// What was won or lost.
    pub delta: i64,
    /// The player's valid games, this one included.
    pub games: u32,
}

/// An invalidation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Void {
    /// When it was decided.
    pub at: i64,
    /// Why.
    pub reason: String,
}
