//! Rankings, their archive, profiles and the League.

use serde::{Deserialize, Serialize};

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Table {
    /// Everyone, by present Elo.
    General,
    /// A week's.
    Week,
    /// A month's.
    Month,
}

/// A period's bounds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Period {
    /// The local date of its nominal start, such as `2026-11-24`.
    pub id: String,
    /// Its first instant.
    pub start: i64,
    /// The first instant after it.
    pub end: i64,
    /// It began with rated play itself, not at its nominal start.
    pub partial: bool,
}

/// A page of a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Ranking {
    /// Which table.
    pub table: Table,
    /// Rule set.
    pub rule_set: String,
    /// The period, but for the general table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Period>,
    /// The zone of every cut-off, such as `America/Argentina/Buenos_Aires`.
    pub zone: String,
    /// A closed period's revision; nothing while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<Closed>,
    /// As of when the rows are.
    pub as_of: i64,
    /// Everybody in the table.
    pub total: u32,
    /// Best first.
    pub rows: Vec<Row>,
    /// Ask again with this as `from` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
    /// The caller's own row, wherever it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Row>,
}

/// A line of a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Row {
    /// Shared by equals: 1, 2, 2, 4.
    pub place: u32,
    /// The account.
    pub account: String,
    /// Its present name; nothing if it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Exact, micro-points.
    pub elo: i64,
    /// Valid games in the period; in the general table, all of them.
    pub games: u32,
    /// During the first ten valid games.
    pub provisional: bool,
}

/// A frozen ranking and the revisions beside it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Closed {
    /// The revision shown, by the number of the last correction that is in it.
    pub revision: u32,
    /// SHA-256 of the snapshot, hex.
    pub digest: String,
    /// All of them, the original first.
    pub revisions: Vec<Revision>,
}

/// A revision of a closed period.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Revision {
    /// The number of the last correction that is in it.
    pub revision: u32,
    /// When it was made.
    pub made: i64,
    /// What was decided, but for the original.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
}

/// An invalidation or reinstatement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Correction {
    /// The game.
    pub game: String,
    /// It counts again, after having been invalidated.
    pub reinstated: bool,
    /// Why.
    pub reason: String,
    /// When it was decided.
    pub at: i64,
}

/// The closed periods of a rule set, or weeks of the League, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Archive {
    /// Weeks or months.
    pub table: Table,
    /// Rule set, or `league`.
    pub rule_set: String,
    /// The zone of every cut-off.
    pub zone: String,
    /// The periods.
    pub periods: Vec<ClosedPeriod>,
    /// Ask again with this as `before` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A line of the archive.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ClosedPeriod {
    /// Its bounds.
    pub period: Period,
    /// Everybody in its ranking.
    pub total: u32,
    /// Its newest revision.
    pub revision: u32,
    /// Its revisions after the original, in order.
    pub corrected: Vec<Corrected>,
    /// Who came first in it; several if they share the place.
    pub first: Vec<First>,
}

/// A revision on a line of the archive, and why it was made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Corrected {
    /// The correction's number.
    pub revision: u32,
    /// What was decided.
    pub correction: Correction,
}

/// Who came first in a closed period.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct First {
    /// The account.
    pub account: String,
    /// Its present name; nothing if it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Exact, micro-points; not in the League.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<i64>,
    /// Valid games that count for the League.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity: Option<u32>,
}

/// An account's rated play in one rule set, as everyone may see it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Profile {
    /// The account.
    pub account: String,
    /// Its name; nothing if it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Rule set.
    pub rule_set: String,
    /// Exact, micro-points.
    pub elo: i64,
    /// Valid games.
    pub games: u32,
    /// During the first ten valid games.
    pub provisional: bool,
    /// The course of the rating, newest first.
    pub course: Vec<RatedGame>,
    /// Ask again with this as `before` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A rated game in a profile.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct RatedGame {
    /// The game.
    pub game: String,
    /// When it ended.
    pub ended: i64,
    /// Against whom.
    pub rival: String,
    /// Their name; nothing if the account was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival_name: Option<String>,
    /// Half points: 0, 1, 2.
    pub score: u8,
    /// Exact, micro-points.
    pub after: i64,
    /// What it moved.
    pub delta: i64,
    /// Whether it counts.
    pub valid: bool,
}

/// The League's table of a week.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct League {
    /// The week.
    pub period: Period,
    /// The zone of every cut-off.
    pub zone: String,
    /// The revision shown of a closed week; nothing while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<Closed>,
    /// As of when the rows are.
    pub as_of: i64,
    /// Everybody in the table.
    pub total: u32,
    /// Best first.
    pub rows: Vec<LeagueRow>,
    /// Ask again with this as `from` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
    /// The caller's own row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<LeagueRow>,
}

/// A line of the League.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct LeagueRow {
    /// Shared by equals.
    pub place: u32,
    /// The account.
    pub account: String,
    /// Its present name; nothing if it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Valid rated games, one a pair and day.
    pub activity: u32,
}

/// A page of a closing's evidence, from which anyone can recompute it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Evidence {
    /// SHA-256 of the whole, hex.
    pub digest: String,
    /// This page's number, from 0.
    pub page: u32,
    /// How many there are.
    pub pages: u32,
    /// Whole lines of the file; at most 100 KB.
    pub text: String,
}
