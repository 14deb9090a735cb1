//! Sizes of trees of legal moves.

use damero_rules::{Move, Position, RuleSet, apply, legal_moves, perft, perft_by_order};

use crate::args::DEEPEST;
use crate::check::chains::orders;
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
    let mut compare = |what: &str, count: Count, expected: u64| {
        let what = format!("{what} at depth {depth}");
        match Tree::count(rules, &position, depth, count, expected) {
            Ok(found) => findings.compare(what, &expected, &found),
            Err(more) => findings.say(what, expected, more),
        }
    };
    if let Some(nodes) = nodes {
        compare("nodes", Count::Moves, nodes);
    }
    if let Some(paths) = paths.filter(|&paths| nodes.is_none() || paths <= FEW_PATHS) {
        compare("nodes_paths", Count::Orders, paths);
    }
    findings
}

/// What counts as one.
#[derive(Clone, Copy)]
enum Count {
    Moves,
    /// Each order of capturing.
    Orders,
}

/// A count under way.
struct Tree<'a> {
    rules: &'a RuleSet,
    count: Count,
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
        count: Count,
        expected: u64,
    ) -> Result<u64, String> {
        let mut tree = Self {
            rules,
            count,
            leaves: 0,
            visited: 0,
            limit: expected.saturating_add(BEYOND),
        };
        tree.walk(position, depth, 1)?;
        Ok(tree.leaves)
    }

    /// Counts what is below a position to which so many ways lead.
    fn walk(&mut self, position: &Position, depth: u32, ways: u64) -> Result<(), String> {
        self.visited += 1;
        if depth <= SMALL {
            let below = match self.count {
                Count::Moves => perft(self.rules, position, depth),
                Count::Orders => perft_by_order(self.rules, position, depth),
            };
            self.leaves = self.leaves.saturating_add(ways.saturating_mul(below));
        } else {
            for (mv, orders) in self.moves(position)? {
                let after = apply(self.rules, position, &mv);
                self.walk(&after, depth - 1, ways.saturating_mul(orders))?;
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

    /// The legal moves, each with how often it counts.
    fn moves(&self, position: &Position) -> Result<Vec<(Move, u64)>, String> {
        match self.count {
            Count::Moves => {
                let moves = legal_moves(self.rules, position);
                Ok(moves.into_iter().map(|mv| (mv, 1)).collect())
            }
            Count::Orders => orders(self.rules, position)
                .ok_or_else(|| "captures in more ways than can be walked".to_owned()),
        }
    }
}
