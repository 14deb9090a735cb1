//! Sizes of trees of legal moves.

use damero_rules::{Move, Position, RuleSet, apply, legal_moves, perft};

use crate::args::DEEPEST;
use crate::check::chains::ways_by_move;
use crate::check::findings::Findings;
use crate::check::read_fen;
use crate::play::rule_set;
use crate::vector::PerftLine;

/// A row that only knows how many lines there are by every order of capturing takes a slower
/// walk. Published ones go far beyond what it can count, so there is a limit where none is given.
const MOST_PATHS: u64 = 100_000_000;

/// How far a count goes beyond the one expected. A row may ask for a tree of any size.
const BEYOND: u64 = 20_000_000;

/// Smaller trees are left to the rules' own count, which knows no limit.
const SMALL: u32 = 4;

/// What is counted once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Once {
    /// A move.
    Move,
    /// An order in which a move's pieces are taken.
    Order,
}

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
    let (name, once, expected) = match asked(line, max_nodes) {
        Ok(asked) => asked,
        Err(why) => return findings.leave_out(why),
    };
    match Tree::count(rules, once, &position, depth, expected) {
        Err(Stop::Ways) => return findings.leave_out("more captures than can be walked"),
        Err(Stop::Beyond(found)) => {
            findings.say(format!("{name} at depth {depth}"), expected, found);
        }
        Ok(found) => findings.compare(format!("{name} at depth {depth}"), &expected, &found),
    }
    findings
}

/// What a row asks for: the count's name, what it counts once, and what it should be.
///
/// # Errors
/// Why it is left out.
fn asked(line: &PerftLine, max_nodes: Option<u64>) -> Result<(&str, Once, u64), String> {
    let (name, once, expected, most) = match (line.nodes.or(line.nodes_distinct), line.nodes_paths)
    {
        (Some(nodes), _) => ("nodes", Once::Move, nodes, max_nodes),
        (None, Some(paths)) => {
            let most = Some(max_nodes.unwrap_or(MOST_PATHS));
            ("nodes_paths", Once::Order, paths, most)
        }
        (None, None) => return Err("no count is known".to_owned()),
    };
    match most.filter(|&most| expected > most) {
        None => Ok((name, once, expected)),
        Some(most) => Err(format!(
            "depth {} has {expected} {name}, more than {most}",
            line.depth
        )),
    }
}

/// Why a count was given up.
enum Stop {
    /// It went too far, in these words.
    Beyond(String),
    /// A position has captures with too many ways.
    Ways,
}

/// A count under way.
struct Tree<'a> {
    rules: &'a RuleSet,
    once: Once,
    leaves: u64,
    /// Positions looked at; a tree may have few leaves, or none, and be large all the same.
    visited: u64,
    limit: u64,
}

impl<'a> Tree<'a> {
    fn count(
        rules: &'a RuleSet,
        once: Once,
        position: &Position,
        depth: u32,
        expected: u64,
    ) -> Result<u64, Stop> {
        let mut tree = Self {
            rules,
            once,
            leaves: 0,
            visited: 0,
            limit: expected.saturating_add(BEYOND),
        };
        tree.walk(position, depth, 1)?;
        Ok(tree.leaves)
    }

    /// Adds the leaves below a position that can be come to in so many ways.
    fn walk(&mut self, position: &Position, depth: u32, ways: u64) -> Result<(), Stop> {
        self.visited += 1;
        match (self.once, depth) {
            (Once::Move, ..=SMALL) => self.leaves += perft(self.rules, position, depth),
            (Once::Order, 0) => self.add(ways),
            // Which positions these moves make is nothing to the count.
            (Once::Order, 1) => {
                for (_, further) in self.moves(position)? {
                    self.add(ways.saturating_mul(further));
                }
            }
            _ => {
                for (mv, further) in self.moves(position)? {
                    let next = apply(self.rules, position, &mv);
                    self.walk(&next, depth - 1, ways.saturating_mul(further))?;
                }
            }
        }
        let limit = self.limit;
        if self.leaves > limit {
            return Err(Stop::Beyond(format!("more than {limit}")));
        }
        if self.visited > limit {
            return Err(Stop::Beyond(format!(
                "more than {limit} positions on the way"
            )));
        }
        Ok(())
    }

    fn add(&mut self, leaves: u64) {
        self.leaves = self.leaves.saturating_add(leaves);
    }

    /// The legal moves, each with the number of its ways that are counted.
    fn moves(&self, position: &Position) -> Result<Vec<(Move, u64)>, Stop> {
        match self.once {
            Once::Move => Ok(legal_moves(self.rules, position)
                .into_iter()
                .map(|mv| (mv, 1))
                .collect()),
            Once::Order => Ok(ways_by_move(self.rules, position)
                .ok_or(Stop::Ways)?
                .into_iter()
                .map(|(mv, ways)| (mv, ways.orders))
                .collect()),
        }
    }
}
