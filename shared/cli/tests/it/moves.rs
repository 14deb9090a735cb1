//! Rule sets, legal moves and counts.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::run::{damero, vectors};

#[test]
fn twelve_rule_sets_are_listed() {
    let out = damero(&["rulesets"]).ok();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 13);
    assert!(lines[1].starts_with("vezz-8x8  "), "{out}");
    let turkish = "mesita-turkish        8x8 all     16   white   forward, sideways  flying    \
                   mandatory       most pieces              goes on as man";
    assert_eq!(lines[6], turkish);
}

#[test]
fn moves_are_listed_for_people() {
    let out = damero(&["moves", "--ruleset", "vezz-8x8", "--fen", "W:W18:B7,8,15"]).ok();
    let expected = "vezz-8x8, white to move: 3 moves
  18x11x2  takes 7, 15; is crowned
  18x11x4  takes 8, 15; is crowned
  18-14    may be huffed: 14
";
    assert_eq!(out, expected);
    let blocked = ["moves", "--ruleset", "vezz-8x8", "--fen", "B:W18:B"];
    assert_eq!(damero(&blocked).ok(), "vezz-8x8, red to move: no moves\n");
}

#[test]
fn moves_as_json_are_one_array() {
    let out = damero(&[
        "moves",
        "--ruleset",
        "vezz-8x8",
        "--fen",
        "W:W18:B7,8,15",
        "--json",
    ])
    .ok();
    assert_eq!(out.lines().count(), 1);
    let moves: Value = serde_json::from_str(&out).unwrap();
    let expected = json!([
        {"path": [18, 11, 2], "captured": [7, 15], "promotes": true},
        {"path": [18, 11, 4], "captured": [8, 15], "promotes": true},
        {"path": [18, 14], "captured": [], "promotes": false, "huff": [14]},
    ]);
    assert_eq!(moves, expected);
    let none = [
        "moves",
        "--ruleset",
        "vezz-8x8",
        "--fen",
        "B:W18:B",
        "--json",
    ];
    assert_eq!(damero(&none).ok(), "[]\n");
}

/// One position in twenty, for every rule set: a process each.
#[test]
fn moves_as_json_are_those_of_the_vectors() {
    let text = std::fs::read_to_string(vectors("positions.jsonl")).unwrap();
    let mut seen = BTreeSet::new();
    for line in text.lines().step_by(20) {
        let vector: Value = serde_json::from_str(line).unwrap();
        let [ruleset, fen] = ["ruleset", "fen"].map(|key| vector[key].as_str().unwrap());
        let out = damero(&["moves", "--json", "--ruleset", ruleset, "--fen", fen]).ok();
        let mut found: Vec<Value> = serde_json::from_str(&out).unwrap();
        let mut expected = vector["moves"].as_array().unwrap().clone();
        for mv in &mut expected {
            mv.as_object_mut().unwrap().remove("paths");
        }
        for moves in [&mut found, &mut expected] {
            moves.sort_by_key(ToString::to_string);
        }
        assert_eq!(found, expected, "{ruleset} {fen}");
        seen.insert(ruleset.to_owned());
    }
    assert_eq!(seen.len(), 12);
}

#[test]
fn perft_ends_with_the_count_alone() {
    assert_eq!(
        damero(&["perft", "--ruleset", "vezz-8x8", "--depth", "5"]).ok(),
        "23582\n"
    );
    assert_eq!(
        damero(&["perft", "--ruleset", "vezz-8x8", "--depth", "0"]).ok(),
        "1\n"
    );
    let fen = "W:W18:B7,8,15";
    let out = damero(&[
        "perft",
        "--ruleset",
        "vezz-8x8",
        "--fen",
        fen,
        "--depth",
        "2",
    ])
    .ok();
    assert_eq!(out, "10\n");
}

#[test]
fn perft_divides_by_first_moves() {
    let fen = "W:W18:B7,8,15";
    let args = [
        "perft",
        "--ruleset",
        "vezz-8x8",
        "--fen",
        fen,
        "--depth",
        "2",
        "--divide",
    ];
    assert_eq!(damero(&args).ok(), "18x11x2: 2\n18x11x4: 2\n18-14: 6\n10\n");
}
