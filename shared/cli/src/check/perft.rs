//! Sizes of trees of legal moves.

use damero_rules::{Position, RuleSet, apply, legal_moves, perft, perft_by_order};

use crate::args::DEEPEST;
use crate::check::findings::Findings;
use crate::check::read_fen;
use crate::play::rule_set;
use crate::vector::PerftLine;

/// Published counts by every order of capturing go far beyond what anybody waits for, so there is
/// a limit where none is given and nothing else is known.
const MOST_PATHS: u64 = 2_000_000_000;

/// Up to so many are counted by order beside the count of moves.
const FEW_PATHS: u64 = 50_000_000;

/// How far a count goes beyond the one expected. A row may ask for a tree of any size.
const BEYOND: u64 = 20_000_000;

/// Smaller trees are left to the rules' own count, which knows no limit.
const SMALL: u32 = 4;

pub(super) fn check(line: &PerftLine, max_nodes: Option<u64>) -> Findings {
    let mut findings = Findings::of(&line.ruleset, line.name.as_deref());
    let rules = match rule_set(&line.ruleset) {
        Ok(rules) => rules,
        Err(reason) => return findings.with(reason),
    };
    let Some(position) = read_fen(rules, &line.fen, &mut findings) else {
        return findings;
    };
    let depth = line.depth;
    if i64::from(depth) > DEEPEST {
        return findings.with(format_args!("depth {depth} is more than {DEEPEST}"));
    }
    if let (Some(nodes), Some(distinct)) = (line.nodes, line.nodes_distinct) {
        findings.compare("nodes_distinct, as nodes says,", &nodes, &distinct);
    }
    let (nodes, paths) = (line.nodes.or(line.nodes_distinct), line.nodes_paths);
    let most = max_nodes.unwrap_or(if nodes.is_some() {
        u64::MAX
    } else {
        MOST_PATHS
    });
    let Some(expected) = nodes.or(paths) else {
        return findings.leave_out("no count is known");
    };
    if expected > most {
        return findings.leave_out(format_args!(
            "depth {depth} has {expected} nodes, more than {most}"
        ));
    }
    if let Some(nodes) = nodes {
        match Tree::count(rules, &position, depth, nodes) {
            Ok(found) => findings.compare(format!("nodes at depth {depth}"), &nodes, &found),
            Err(more) => findings.say(format!("nodes at depth {depth}"), nodes, more),
        }
    }
    if let Some(paths) = paths.filter(|&paths| nodes.is_none() || paths <= FEW_PATHS) {
        let found = perft_by_order(rules, &position, depth);
        findings.compare(format!("nodes_paths at depth {depth}"), &paths, &found);
    }
    findings
}

/// A count under way.
struct Tree<'a> {
    rules: &'a RuleSet,
    leaves: u64,
    /// Positions looked at; a tree may have few leaves, or none, and be large all the same.
    visited: u64,
    limit: u64,
}

impl<'a> Tree<'a> {
    /// The leaves below a position.
    ///
    /// # Errors
    /// That there are far more than expected, in words.
    fn count(
        rules: &'a RuleSet,
        position: &Position,
        depth: u32,
        expected: u64,
    ) -> Result<u64, String> {
        let mut tree = Self {
            rules,
            leaves: 0,
            visited: 0,
            limit: expected.saturating_add(BEYOND),
        };
        tree.walk(position, depth)?;
        Ok(tree.leaves)
    }

    fn walk(&mut self, position: &Position, depth: u32) -> Result<(), String> {
        self.visited += 1;
        if depth <= SMALL {
            self.leaves += perft(self.rules, position, depth);
        } else {
            for mv in legal_moves(self.rules, position) {
                self.walk(&apply(self.rules, position, &mv), depth - 1)?;
            }
        }
        let limit = self.limit;
        if self.leaves > limit {
            return Err(format!("more than {limit}"));
        }
        if self.visited > limit {
            return Err(format!("more than {limit} positions on the way"));
        }
        Ok(())
    }
}
