//! Counting the tree of legal moves, the usual proof of a generator.

use crate::generate::{apply, legal_moves};
use crate::position::Position;
use crate::ruleset::RuleSet;

/// How many lines of `depth` legal moves there are, each move counted once by identity. Every
/// leaf is played out; no draw ends a line. Huffs are not counted.
pub fn perft(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    legal_moves(rules, position)
        .iter()
        .map(|mv| perft(rules, &apply(rules, position, mv), depth - 1))
        .sum()
}
