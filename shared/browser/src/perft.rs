//! Counting, by which a test knows that the rules in the browser are the club's.

use damero_rules::{parse_fen, perft};
use serde::Serialize;

use crate::{Failure, rule_set};

/// What a count says.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Count {
    /// As text: the client's numbers end at 2⁵³.
    nodes: String,
}

pub(crate) fn count(rules: &str, depth: &str, fen: &str) -> Result<Count, Failure> {
    let rules = rule_set(rules)?;
    let depth = depth.parse().map_err(|_| Failure::new("no_number"))?;
    let position = parse_fen(rules, fen).map_err(|_| Failure::new("no_position"))?;
    let nodes = perft(rules, &position, depth).to_string();
    Ok(Count { nodes })
}
