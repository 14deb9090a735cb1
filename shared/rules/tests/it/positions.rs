//! Legal moves of given positions: which, by which paths, with which huffs.

use std::collections::BTreeSet;

use damero_rules::{Square, SquareSet, find_move, huffable, legal_moves, paths, write_fen};
use serde::Deserialize;

use crate::data::{lines, position, rules, set, squares};

#[derive(Deserialize)]
struct Case {
    ruleset: String,
    id: String,
    fen: String,
    moves: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    path: Vec<u8>,
    captured: Vec<u8>,
    promotes: bool,
    #[serde(default)]
    paths: Vec<Vec<u8>>,
    #[serde(default)]
    huff: Vec<u8>,
}

fn numbers(set: SquareSet) -> Vec<u8> {
    set.iter().map(Square::number).collect()
}

fn check(case: &Case) {
    let name = format!("{} {} {}", case.ruleset, case.id, case.fen);
    let rules = rules(&case.ruleset);
    let position = position(&case.ruleset, &case.fen);
    assert_eq!(write_fen(rules, &position), case.fen, "{name}");

    let moves = legal_moves(rules, &position);
    let found: BTreeSet<_> = moves
        .iter()
        .map(|mv| (mv.path.clone(), numbers(mv.captured), mv.crowns))
        .collect();
    let expected: BTreeSet<_> = case
        .moves
        .iter()
        .map(|mv| (squares(&mv.path), mv.captured.clone(), mv.promotes))
        .collect();
    assert_eq!(found, expected, "{name}");
    assert_eq!(
        moves.len(),
        case.moves.len(),
        "{name}: a move is listed twice"
    );

    for expected in &case.moves {
        let path = squares(&expected.path);
        let mv = find_move(rules, &position, &path).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(mv.path, path, "{name}");
        // Only several are told.
        let mut ways: Vec<_> = expected.paths.iter().map(|path| squares(path)).collect();
        ways.sort_unstable();
        if ways.is_empty() {
            ways.push(path);
        }
        assert_eq!(
            paths(rules, &position, &mv, usize::MAX),
            ways,
            "{name}: {mv}"
        );
        ways.truncate(1);
        assert_eq!(paths(rules, &position, &mv, 1), ways, "{name}: {mv}");
        for other in &expected.paths {
            assert_eq!(
                find_move(rules, &position, &squares(other)),
                Ok(mv.clone()),
                "{name}"
            );
        }
        assert_eq!(
            huffable(rules, &position, &mv),
            set(&expected.huff),
            "{name}: {mv}"
        );
    }
}

#[test]
fn positions_have_these_legal_moves() {
    let cases: Vec<Case> = lines("positions.jsonl");
    assert_eq!(cases.len(), 1092);
    cases.iter().for_each(check);
}
