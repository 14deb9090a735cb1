//! Trees of legal moves counted, against counts of two reference programs and published ones.

use std::sync::Mutex;
use std::thread;

use damero_rules::{perft, perft_by_order, perft_to_leaves};
use serde::Deserialize;

use crate::data::{lines, position, rules};

/// Larger trees are for the command line: `damero check`.
const MOST_NODES: u64 = 50_000_000;

/// Trees that are walked to their leaves as well.
const WALKED: u64 = 100_000;

#[derive(Deserialize)]
struct Row {
    ruleset: String,
    name: String,
    fen: String,
    depth: u32,
    /// Each move once; not known of some.
    nodes: Option<u64>,
    /// Captures once for every order; not known of others.
    nodes_paths: Option<u64>,
}

impl Row {
    fn check(&self) {
        let rules = rules(&self.ruleset);
        let position = position(&self.ruleset, &self.fen);
        let name = format!("{} {} {}", self.ruleset, self.name, self.depth);
        if let Some(nodes) = self.nodes.filter(is_small) {
            assert_eq!(perft(rules, &position, self.depth), nodes, "{name}");
            if nodes <= WALKED {
                let leaves = perft_to_leaves(rules, &position, self.depth);
                assert_eq!(leaves, nodes, "{name}, every leaf made");
            }
        }
        if let Some(nodes) = self.nodes_paths.filter(is_small) {
            let found = perft_by_order(rules, &position, self.depth);
            assert_eq!(found, nodes, "{name}, by order");
        }
    }
}

fn is_small(nodes: &u64) -> bool {
    *nodes <= MOST_NODES
}

#[test]
fn trees_have_these_sizes() {
    let rows: Vec<Row> = lines("perft.jsonl");
    let small = |nodes: fn(&Row) -> Option<u64>| {
        let nodes = rows.iter().filter_map(nodes);
        nodes.filter(is_small).count()
    };
    let (once, by_order) = (small(|row| row.nodes), small(|row| row.nodes_paths));
    assert_eq!((rows.len(), once, by_order), (596, 531, 535));
    let next = Mutex::new(rows.iter());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(row) = { next.lock().unwrap().next() } {
                    row.check();
                }
            });
        }
    });
}
