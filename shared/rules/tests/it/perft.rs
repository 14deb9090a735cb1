//! Trees of legal moves counted, against counts of two reference programs and published ones.

use damero_rules::perft;
use serde::Deserialize;

use crate::data::{lines, position, rules};

/// Trees with more leaves than this are left out, to keep the test short.
const MOST_NODES: u64 = 3_000_000;

#[derive(Deserialize)]
struct Row {
    ruleset: String,
    name: String,
    fen: String,
    depth: u32,
    nodes: Option<u64>,
}

#[test]
fn trees_have_these_sizes() {
    let rows: Vec<Row> = lines("perft.jsonl");
    let mut counted = 0;
    for row in &rows {
        let Some(nodes) = row.nodes.filter(|&nodes| nodes <= MOST_NODES) else {
            continue;
        };
        let found = perft(
            rules(&row.ruleset),
            &position(&row.ruleset, &row.fen),
            row.depth,
        );
        assert_eq!(found, nodes, "{} {} {}", row.ruleset, row.name, row.depth);
        counted += 1;
    }
    assert_eq!((rows.len(), counted), (596, 497));
}
