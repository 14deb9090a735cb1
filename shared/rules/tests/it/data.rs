//! The data files, and short ways to say what a test is about.

use damero_rules::{Line, Move, Path, Position, RuleSet, Square, SquareSet, parse_fen, parse_path};
use serde::de::DeserializeOwned;

/// Reads a file of `tests/data`, a JSON value in each line.
pub(crate) fn lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .enumerate()
        .map(|(nth, line)| {
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{name}:{}: {e}", nth + 1))
        })
        .collect()
}

pub(crate) fn rules(id: &str) -> &'static RuleSet {
    RuleSet::by_id(id).unwrap_or_else(|| panic!("no rule set {id}"))
}

pub(crate) fn square(number: u8) -> Square {
    Square::new(number).expect("a square's number")
}

pub(crate) fn squares(numbers: &[u8]) -> Path {
    numbers.iter().copied().map(square).collect()
}

pub(crate) fn set(numbers: &[u8]) -> SquareSet {
    numbers.iter().copied().map(square).collect()
}

pub(crate) fn path(text: &str) -> Path {
    parse_path(text).expect("a path")
}

pub(crate) fn position(id: &str, fen: &str) -> Position {
    parse_fen(rules(id), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn line(id: &str, fen: &str) -> Line {
    Line::from_position(rules(id), position(id, fen))
}

/// Moves as sorted text, for comparison.
pub(crate) fn texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}
