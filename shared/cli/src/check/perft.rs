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
    let (name, once, expected, most) = match (line.nodes.or(line.nodes_distinct), line.nodes_paths)
    {
        (Some(nodes), _) => ("nodes", Once::Move, nodes, max_nodes),
        (None, Some(paths)) => {
            let most = Some(max_nodes.unwrap_or(MOST_PATHS));
            ("nodes_paths", Once::Order, paths, most)
        }
        (None, None) => return findings.leave_out("no count is known"),
    };
    if let Some(most) = most.filter(|&most| expected > most) {
        let why = format!("depth {depth} has {expected} {name}, more than {most}");
        return findings.leave_out(why);
    }
    let found = Tree::count(rules, once, &position, depth, expected);
    findings.compare(
        format!("{name} at depth {depth}"),
        &expected.to_string(),
        &found,
    );
    findings
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
    /// How many leaves there are, or that there are more than anybody wanted to know.
    fn count(
        rules: &'a RuleSet,
        once: Once,
        position: &Position,
        depth: u32,
        expected: u64,
    ) -> String {
        let mut tree = Self {
            rules,
            once,
            leaves: 0,
            visited: 0,
            limit: expected.saturating_add(BEYOND),
        };
        match tree.walk(position, depth, 1) {
            Some(()) => tree.leaves.to_string(),
            None if tree.leaves > tree.limit => format!("more than {}", tree.limit),
            None => format!("a tree of more than {} positions", tree.limit),
        }
    }

    /// Adds the leaves below a position that can be come to in so many ways; nothing if there
    /// are too many.
    fn walk(&mut self, position: &Position, depth: u32, ways: u64) -> Option<()> {
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
        (self.leaves.max(self.visited) <= self.limit).then_some(())
    }

    fn add(&mut self, leaves: u64) {
        self.leaves = self.leaves.saturating_add(leaves);
    }

    /// The legal moves, each with the number of its ways that are counted.
    fn moves(&self, position: &Position) -> Option<Vec<(Move, u64)>> {
        Some(match self.once {
            Once::Move => legal_moves(self.rules, position)
                .into_iter()
                .map(|mv| (mv, 1))
                .collect(),
            Once::Order => ways_by_move(self.rules, position)?
                .into_iter()
                .map(|(mv, ways)| (mv, ways.orders))
                .collect(),
        })
    }
}
