//! What is told of a text, as JSON; the types that the client has of it are written from these.

use std::collections::BTreeMap;

use serde::Serialize;

/// What a text holds.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Opened {
    pub(crate) entries: Vec<Entry>,
    /// The rule sets by which the games may have been played, where the text does not say which.
    /// All there are if none allows what was played.
    pub(crate) rule_sets: Vec<&'static str>,
    /// The one of these that was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) taken: Option<&'static str>,
}

/// A game, or why there is none.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Entry {
    /// The line where it begins, counted from 1.
    pub(crate) line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<Game>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<Problem>,
}

/// A game. `clocks` and `notes` have an entry for the start and one for each entry of `moves`, or
/// none at all.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Game {
    pub(crate) rule_set: &'static str,
    /// As they stand in the text, but for those that say what the other fields do.
    pub(crate) tags: Vec<Tag>,
    /// Where it starts, as FEN.
    pub(crate) start: String,
    /// Moves and huffs as the club sends them: `9-14 !17 11x18x27`.
    pub(crate) moves: String,
    pub(crate) clocks: Vec<Clocks>,
    /// What is said for people.
    pub(crate) notes: Vec<String>,
    pub(crate) ended: Ended,
    /// The game alone, as PDN.
    pub(crate) pdn: String,
}

/// A tag.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// What the clocks last showed, ms, as far as the text tells it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Clocks {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) white: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) black: Option<u64>,
}

/// How a game ended, as the text has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Ended {
    White,
    Black,
    Drawn,
    BothLost,
    /// Not finished, or not known.
    Open,
}

/// Where a text stops being a legal game, and why.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Problem {
    /// Counted from 1.
    pub(crate) line: usize,
    /// The character in that line, counted from 1.
    pub(crate) column: usize,
    /// A stable name of the reason.
    pub(crate) code: &'static str,
    /// What the reason names.
    pub(crate) params: BTreeMap<&'static str, String>,
}
