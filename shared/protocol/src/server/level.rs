//! The progressive computer: levels, and what they earn.

use super::Side;
use serde::{Deserialize, Serialize};

/// The caller's levels.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Levels {
    /// The rule sets in which levels are open, each with where the caller stands.
    pub ladders: Vec<Ladder>,
}

/// Where somebody stands in a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Ladder {
    /// Rule set.
    pub rule_set: String,
    /// The level of the next game, from 1 to 100.
    pub level: u8,
    /// The highest level beaten so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highest: Option<u8>,
    /// Losses in a row: one more after 1 lowers the level.
    pub losses: u8,
    /// The game that is being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<String>,
}

/// What makes a game one against the computer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct LevelGame {
    /// The computer's level.
    pub level: u8,
    /// The side that it plays.
    pub computer: Side,
    /// What the result did; nothing while it runs, and if it was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// What a result did.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Outcome {
    /// `rose`, `fell` or `stayed`.
    pub went: String,
    /// The player's level before.
    pub from: u8,
    /// The player's level after.
    pub to: u8,
    /// What a beaten level earned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credit: Option<Credit>,
}

/// A grant or a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Credit {
    /// Credits granted; 0 if refused.
    pub granted: u32,
    /// Why refused: `not_linked`, `unverified`, `terms`, `suspended`, `too_young`,
    /// `too_few_moves`, `too_fast`, `already_granted`, `cap`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// A page of the caller's ledger, and what is left under the caps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Credits {
    /// The running week.
    pub week: String,
    /// When it ends, ms since 1970.
    pub ends: i64,
    /// Credits confirmed in it.
    pub granted: u32,
    /// What may still be granted in it.
    pub left: u32,
    /// The most that a level earns.
    pub level_cap: u32,
    /// The most that a week does.
    pub week_cap: u32,
    /// Newest first.
    pub lines: Vec<LedgerLine>,
    /// Ask again with this as `before` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A line of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct LedgerLine {
    /// The game.
    pub game: String,
    /// When it ended, ms since 1970.
    pub at: i64,
    /// The week whose caps it is under.
    pub week: String,
    /// Rule set.
    pub rule_set: String,
    /// The level that was beaten.
    pub level: u8,
    /// What became of it.
    pub credit: Credit,
}
