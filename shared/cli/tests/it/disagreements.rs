//! Each field of a vector made wrong, and both answers told.

use serde_json::{Value, json};

use crate::run::damero_reading;

/// A right line with one field changed must fail for just that.
fn assert_told(right: &Value, cases: &[(&str, Value, &str)]) {
    let name = match (&right["variant"], &right["ruleset"]) {
        (Value::String(variant), _) => variant,
        (_, Value::String(ruleset)) => ruleset,
        _ => panic!("a line without rules"),
    };
    let run = damero_reading(&["check", "-"], right.to_string());
    assert_eq!(run.ok(), "1 passed, 0 failed\n");
    for (pointer, value, expected) in cases {
        let mut wrong = right.clone();
        *wrong.pointer_mut(pointer).expect(pointer) = value.clone();
        let run = damero_reading(&["check", "-"], wrong.to_string());
        let told: Vec<&str> = run.out.lines().collect();
        let expected: Vec<String> = expected
            .lines()
            .map(|line| format!("-:1: {name} x: {}", line.trim_start()))
            .chain(["0 passed, 1 failed".to_owned()])
            .collect();
        assert_eq!(told, expected, "{pointer}");
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{pointer}");
    }
}

#[test]
fn positions() {
    let right = json!({
        "ruleset": "vezz-8x8", "id": "x", "fen": "W:W18:B7,8,15",
        "moves": [
            {"path": [18, 11, 2], "captured": [7, 15], "promotes": true, "paths": [[18, 11, 2]]},
            {"path": [18, 11, 4], "captured": [8, 15], "promotes": true},
            {"path": [18, 14], "captured": [], "promotes": false, "huff": [14]},
        ],
        "n_moves": 3, "n_order_paths": 3, "n_landing_paths": 3,
        "tags": [], "sensitive": ["huff"], "alt": {"huff": []}, "src": "constructed",
    });
    let cases = [
        (
            "/fen",
            json!("W:W18:B15,8,7"),
            "fen: expected W:W18:B15,8,7, found W:W18:B7,8,15",
        ),
        (
            "/moves/0/path",
            json!([18, 11, 4]),
            "moves: expected 18-11-4(takes 7,15;promotes), found 18-11-2(takes 7,15;promotes)
             path 18-11-4: expected 18-11-4(takes 7,15;promotes), found 18-11-4(takes 8,15;promotes)
             path 18-11-2: expected 18-11-4(takes 7,15;promotes), found 18-11-2(takes 7,15;promotes)",
        ),
        (
            "/moves/1/captured",
            json!([8]),
            "moves: expected 18-11-4(takes 8;promotes), found 18-11-4(takes 8,15;promotes)
             path 18-11-4: expected 18-11-4(takes 8;promotes), found 18-11-4(takes 8,15;promotes)",
        ),
        (
            "/moves/2/promotes",
            json!(true),
            "moves: expected 18-14(promotes;huff 14), found 18-14(huff 14)
             path 18-14: expected 18-14(promotes;huff 14), found 18-14(huff 14)",
        ),
        (
            "/moves/2/huff",
            json!([18]),
            "moves: expected 18-14(huff 18), found 18-14(huff 14)",
        ),
        (
            "/moves/0/paths",
            json!([[18, 11, 2], [18, 9, 2]]),
            "path 18-9-2: expected 18-11-2(takes 7,15;promotes), \
             found refused: there is nothing to capture on the way",
        ),
        ("/n_moves", json!(4), "n_moves: expected 4, found 3"),
        ("/n_order_paths", json!(5), "n_order_paths: expected 5, found 3"),
        ("/n_landing_paths", json!(6), "n_landing_paths: expected 6, found 3"),
    ];
    assert_told(&right, &cases);
}

/// A king that takes four pieces in a circle, one way or the other.
#[test]
fn lists_of_paths() {
    let there = json!([10, 17, 26, 19, 10]);
    let back = json!([10, 19, 26, 17, 10]);
    let right = json!({
        "ruleset": "mesita-russian", "id": "x", "fen": "B:W14,15,22,23,30:BK1,10",
        "moves": [{
            "path": there, "captured": [14, 15, 22, 23], "promotes": false, "paths": [there, back],
        }],
    });
    let cases = [
        (
            "/moves/0/paths",
            json!([back]),
            "paths of 10x17x26x19x10: expected no other, found 10-17-26-19-10",
        ),
        (
            "/moves/0/paths",
            json!([there, back, back]),
            "paths of 10x17x26x19x10: expected 10-19-26-17-10, found no other",
        ),
    ];
    assert_told(&right, &cases);
}

/// A move too many, one too few, one twice.
#[test]
fn lists_of_moves() {
    let list = |paths: &[[u8; 2]]| {
        let moves = paths
            .iter()
            .map(|path| json!({"path": path, "captured": [], "promotes": false}));
        json!({"ruleset": "vezz-8x8", "id": "x", "fen": "B:W32:B5,6", "moves": moves.collect::<Vec<_>>()})
    };
    let right = list(&[[6, 10], [5, 9], [6, 9]]);
    let cases = [
        (
            "/moves",
            list(&[[6, 10], [5, 9]])["moves"].clone(),
            "moves: expected no other, found 6-9",
        ),
        (
            "/moves",
            list(&[[6, 10], [5, 9], [6, 9], [6, 9]])["moves"].clone(),
            "moves: expected 6-9, found no other",
        ),
    ];
    assert_told(&right, &cases);
}

#[test]
fn counts() {
    let right = json!({
        "ruleset": "kondavo-turkish", "name": "x", "depth": 3,
        "fen": "W:W41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56:B9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24",
        "nodes": 708, "nodes_distinct": 708, "nodes_paths": 708, "source": "oracle",
    });
    let cases = [
        (
            "/nodes",
            json!(709),
            "nodes_distinct, as nodes says,: expected 709, found 708
             nodes at depth 3: expected 709, found 708",
        ),
        (
            "/depth",
            json!(2),
            "nodes at depth 2: expected 708, found 64
             nodes_paths at depth 2: expected 708, found 64",
        ),
    ];
    assert_told(&right, &cases);
    let mut only_paths = right;
    only_paths["nodes"] = Value::Null;
    only_paths["nodes_distinct"] = Value::Null;
    let cases = [(
        "/nodes_paths",
        json!(707),
        "nodes_paths at depth 3: expected 707, found 708",
    )];
    assert_told(&only_paths, &cases);
}

/// A claim after a game of kings that come and go.
fn claimed() -> Value {
    let there_and_back = [[4, 8], [32, 28], [8, 4], [28, 32]];
    let mut actions: Vec<Value> = there_and_back
        .iter()
        .cycle()
        .take(7)
        .map(|path| json!({"path": path}))
        .collect();
    actions.push(json!({"claim": "threefold", "path": [28, 32]}));
    json!({
        "ruleset": "vezz-8x8", "id": "x", "start_fen": "B:WK32:BK4", "start": "kings",
        "policy": "safe", "actions": actions, "plies": 7, "final_fen": "W:WK28:BK4",
        "result": "1/2-1/2", "reason": "claim_threefold", "no_progress_at_end": 7,
        "max_no_progress": 7, "first_threefold_ply": null,
        "first_claims": [{"ply": 7, "type": "threefold"}],
    })
}

#[test]
fn games() {
    let refused =
        "action 2, ply 2: expected 32-27-28, found refused: there is nothing to capture on the way";
    let not_yet = "action 7, ply 7: expected claim threefold 8-4, \
                   found refused: this would be occurrence 2 of the position, not 3";
    let cases = [
        ("/actions/1/path", json!([32, 27, 28]), refused),
        (
            "/actions/6",
            json!({"claim": "threefold", "path": [8, 4]}),
            not_yet,
        ),
        (
            "/actions/7",
            json!({"claim": "no_progress"}),
            "action 8, ply 8: expected claim no_progress, found refused: 73 plies without progress are missing",
        ),
        (
            "/actions/7",
            json!({"huff": 4}),
            "action 8, ply 8: expected huff 4, found refused: there is nothing to huff",
        ),
        (
            "/actions/7",
            json!({"claim": "boredom"}),
            "action 8, ply 8: expected claim boredom, \
             found refused: neither a path nor a huff nor a claim of a known kind",
        ),
        ("/plies", json!(8), "plies: expected 8, found 7"),
        (
            "/final_fen",
            json!("W:WK28:B4"),
            "final_fen: expected W:WK28:B4, found W:WK28:BK4",
        ),
        (
            "/result",
            json!("1-0"),
            "result: expected 1-0, found 1/2-1/2",
        ),
        (
            "/reason",
            json!("threefold"),
            "reason: expected threefold, found claim_threefold",
        ),
        (
            "/no_progress_at_end",
            json!(6),
            "no_progress_at_end: expected 6, found 7",
        ),
        (
            "/max_no_progress",
            json!(8),
            "max_no_progress: expected 8, found 7",
        ),
        (
            "/first_threefold_ply",
            json!(7),
            "first_threefold_ply: expected 7, found none",
        ),
        (
            "/first_claims",
            json!([]),
            "first_claims: expected none, found threefold at 7",
        ),
        (
            "/first_claims/0/ply",
            json!(6),
            "first_claims: expected threefold at 6, found threefold at 7",
        ),
    ];
    assert_told(&claimed(), &cases);
}

#[test]
fn games_that_end_early() {
    let mut went_on = claimed();
    let actions = went_on["actions"].as_array_mut().unwrap();
    actions.push(json!({"path": [28, 32]}));
    let told = damero_reading(&["check", "-"], went_on.to_string()).out;
    let expected = "-:1: vezz-8x8 x: before action 9: expected no end, found 1/2-1/2 claim_threefold\n\
                    0 passed, 1 failed\n";
    assert_eq!(told, expected);

    let mut won = claimed();
    won["start_fen"] = json!("B:W32:B");
    let told = damero_reading(&["check", "-"], won.to_string()).out;
    let expected = "-:1: vezz-8x8 x: before action 1: expected no end, found 1-0 no_pieces\n\
                    0 passed, 1 failed\n";
    assert_eq!(told, expected);
}

#[test]
fn real_games() {
    let right = json!({
        "variant": "russian", "id": "x", "start_fen": "W:W22:B1,18",
        "pdn_moves": ["c3:e5", "b8-a7"], "paths": [[22, 15], [1, 5]], "plies": 2,
        "result": "*", "final_fen": "W:W15:B5", "final_terminal": false, "origin": {},
    });
    let cases = [
        (
            "/paths/1",
            json!([1, 10]),
            "mesita-russian, ply 2: expected 1-10, found refused: this piece cannot get there",
        ),
        (
            "/pdn_moves/0",
            json!("c3:e6"),
            "mesita-russian, ply 1, written \"c3:e6\": expected 22x15, found refused: square e6 is a light square",
        ),
        (
            "/pdn_moves/0",
            json!("22x14"),
            "mesita-russian, ply 1, written \"22x14\": expected 22x15, \
             found refused: the squares do not lie on one line",
        ),
        (
            "/pdn_moves/1",
            json!("1-6"),
            "mesita-russian, ply 2, written \"1-6\": expected 1-5, found 1-6",
        ),
        (
            "/pdn_moves",
            json!(["c3:e5"]),
            "number of pdn_moves: expected 1, found 2",
        ),
        ("/plies", json!(3), "plies: expected 3, found 2"),
        (
            "/final_fen",
            json!("B:W15:B5"),
            "mesita-russian, final_fen: expected B:W15:B5, found W:W15:B5",
        ),
        (
            "/final_terminal",
            json!(true),
            "mesita-russian, final_terminal: expected true, found false",
        ),
    ];
    assert_told(&right, &cases);
}

/// A variant that several rule sets play is checked in each.
#[test]
fn real_games_of_several_rule_sets() {
    let game = json!({
        "variant": "english", "id": "x", "start_fen": "B:W18:B1,9",
        "paths": [[9, 14]], "final_fen": "W:W18:B1,9", "final_terminal": true,
    });
    let told = damero_reading(&["check", "-"], game.to_string()).out;
    let of_each = ["mesita-english", "kondavo-english", "clasica-8x8"].map(|id| {
        format!(
            "-:1: english x: {id}, final_fen: expected W:W18:B1,9, found W:W18:B1,14\n\
             -:1: english x: {id}, final_terminal: expected true, found false\n"
        )
    });
    assert_eq!(told, of_each.concat() + "0 passed, 1 failed\n");
}
