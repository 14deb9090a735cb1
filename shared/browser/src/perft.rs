//! Counting, by which a test knows that the rules in the browser are the club's.

use damero_rules::{Position, RuleSet, apply, legal_moves, parse_fen};
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
    let nodes = leaves(rules, &position, depth).to_string();
    Ok(Count { nodes })
}

/// By way of the moves that are asked for here anyhow: the rules' own count is code of its own for
/// every rule set, and would be half of the module.
fn leaves(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => legal_moves(rules, position)
            .iter()
            .map(|mv| leaves(rules, &apply(rules, position, mv), depth - 1))
            .sum(),
    }
}
