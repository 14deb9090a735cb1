//! Whole files, right ones and broken ones.

use crate::run::{Run, damero, damero_reading, ratings, vectors};

fn check(file: &str) -> String {
    damero(&["check", &vectors(file)]).ok()
}

#[test]
fn what_the_rules_are_held_to_passes() {
    assert_eq!(check("positions.jsonl"), "1092 passed, 0 failed\n");
    assert_eq!(check("games.jsonl"), "288 passed, 0 failed\n");
    let played = [
        ("brazilian", 15),
        ("czech", 168),
        ("english", 144),
        ("international", 242),
        ("russian", 130),
    ];
    for (variant, count) in played {
        let out = check(&format!("pdn/{variant}.jsonl"));
        assert_eq!(out, format!("{count} passed, 0 failed\n"), "{variant}");
    }
}

#[test]
fn what_ratings_and_periods_are_held_to_passes() {
    for (file, count) in [("elo", 127), ("periods", 169), ("rating_run", 13)] {
        let out = damero(&["check", &ratings(&format!("{file}.jsonl"))]).ok();
        assert_eq!(out, format!("{count} passed, 0 failed\n"), "{file}");
    }
}

#[test]
fn counts_pass_and_those_above_the_limit_are_left_out() {
    let run = damero(&["check", "--max-nodes", "300000", &vectors("perft.jsonl")]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (0, "439 passed, 0 failed\n")
    );
    assert_eq!(run.err.lines().count(), 596 - 439);
    let first = run.err.lines().next().unwrap();
    let end =
        "perft.jsonl:7: vezz-8x8 initial: left out: depth 7 has 1583148 nodes, more than 300000";
    assert!(first.ends_with(end), "{first}");
}

#[test]
fn several_files_are_summed_up() {
    let files = [vectors("games.jsonl"), vectors("positions.jsonl")];
    let out = damero(&["check", &files[0], &files[1]]).ok();
    assert_eq!(out, "1380 passed, 0 failed\n");
}

#[test]
fn one_file_that_cannot_be_read_is_said_before_anything_is_checked() {
    let run = damero(&["check", &vectors("games.jsonl"), "no/such/file"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("damero: no/such/file: "), "{}", run.err);
}

/// A row knows how many lines there are by every order of capturing, and nothing else.
#[test]
fn orders_of_capturing_are_counted_where_only_they_are_known() {
    let lines = std::fs::read_to_string(vectors("perft.jsonl")).unwrap();
    let only_paths: Vec<String> = lines
        .lines()
        .filter_map(|line| {
            let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
            let (paths, nodes) = (row["nodes_paths"].as_u64()?, row["nodes"].as_u64()?);
            row["nodes"] = serde_json::Value::Null;
            row.as_object_mut()?.remove("nodes_distinct");
            (paths != nodes && paths < 20_000).then(|| row.to_string())
        })
        .collect();
    let count = only_paths.len();
    assert!(count > 50, "{count}");
    let out = damero_reading(&["check", "-"], only_paths.join("\n")).ok();
    assert_eq!(out, format!("{count} passed, 0 failed\n"));
}

fn check_lines(lines: &str) -> Run {
    damero_reading(&["check", "-"], lines)
}

#[test]
fn lines_that_are_none_fail_with_their_numbers_and_the_others_are_checked() {
    let right = r#"{"ruleset":"vezz-8x8","fen":"W:W18:B","moves":[],"later":"unknown"}"#;
    let right = right.replace("[]", r#"[{"path":[18,14],"captured":[],"promotes":false},{"path":[18,15],"captured":[],"promotes":false}]"#);
    let lines = [
        "\u{feff}x",
        "",
        "[1]",
        "{}",
        r#"{"moves":[]}"#,
        r#"{"ruleset":"nope","fen":"W:W18:B","moves":[]}"#,
        &right,
        r#"{"ruleset":"vezz-8x8","fen":"W:W33:B","moves":[]}"#,
        r#"{"ruleset":"vezz-8x8","fen":"W:W32:B","depth":101,"nodes":1}"#,
        r#"{"variant":"italian","start_fen":"","paths":[],"final_fen":"","final_terminal":true}"#,
        r#"{"a":1,"b":1,"score_a":"1","delta_a":0}"#,
        r#"{"zone":"UTC","local_day":""}"#,
        r#"{"games":[],"ratings":[]}"#,
        &right,
    ];
    let expected = r#"-:1: no JSON: expected value at line 1 column 1
-:3: no JSON object
-:4: its fields are those of no kind of vector
-:5: no valid position: missing field `ruleset` at line 1 column 12
-:6: nope: no rule set "nope"
-:8: vezz-8x8: fen: expected W:W33:B, found refused: column 4: this board has no square 33
-:9: vezz-8x8: depth 101 is more than 100
-:10: italian: no rule set is known for the variant "italian"
-:11: no valid Elo step: invalid type: string "1", expected f64 at line 1 column 26
-:12: no valid period: missing field `ended_at` at line 1 column 29
-:13: no valid rating run: missing field `table` at line 1 column 25
2 passed, 11 failed
"#;
    let run = check_lines(&lines.join("\r\n"));
    assert_eq!(
        (run.status, run.out.as_str(), run.err.as_str()),
        (1, expected, "")
    );
}

#[test]
fn nothing_to_check_is_no_failure() {
    assert_eq!(check_lines("\n\n").ok(), "0 passed, 0 failed\n");
    let unknown = r#"{"ruleset":"vezz-8x8","name":"a","fen":"W:W32:B","depth":3,"nodes":null}"#;
    let run = check_lines(unknown);
    assert_eq!((run.status, run.out.as_str()), (0, "0 passed, 0 failed\n"));
    assert_eq!(run.err, "-:1: vezz-8x8 a: left out: no count is known\n");
}

/// A row may ask for trees that nobody could count.
#[test]
fn no_count_takes_forever() {
    let endless = r#"{"ruleset":"kondavo-turkish","fen":"W:WK1:BK64","depth":100,"nodes":3}"#;
    let run = check_lines(endless);
    let expected = "-:1: kondavo-turkish: nodes at depth 100: expected 3, found more than 20000003\n\
                    0 passed, 1 failed\n";
    assert_eq!((run.status, run.out.as_str()), (1, expected));
    // Nor does one of every order of capturing, whatever else the row says.
    let start = r#"{"ruleset":"clasica-8x8","fen":"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12","depth":40"#;
    let by_order =
        "-:1: clasica-8x8: nodes_paths at depth 40: expected 5, found more than 20000005\n";
    let run = check_lines(&format!(r#"{start},"nodes_paths":5}}"#));
    assert_eq!(run.out, format!("{by_order}0 passed, 1 failed\n"));
    let run = check_lines(&format!(r#"{start},"nodes":5,"nodes_paths":5}}"#));
    let both = format!("{}{by_order}", by_order.replace("_paths", ""));
    assert_eq!(run.out, format!("{both}0 passed, 1 failed\n"));
}

/// A king may have more ways through so many pieces than anybody could walk.
#[test]
fn no_capture_takes_forever() {
    let fen = "W:WK28:B4,7,10,12,14,17,21,23,24,27,29,31,33,34,36,45,46,48,51,53,55";
    let start = format!(r#"{{"ruleset":"mesita-turkish","fen":"{fen}""#);
    let run = check_lines(&format!(r#"{start},"moves":[],"n_order_paths":1}}"#));
    // Its moves are missing, which is told; its ways are not.
    assert_eq!((run.status, run.last_line()), (1, "0 passed, 1 failed"));
    assert_eq!(run.out.lines().count(), 2);
    let note = "-:1: mesita-turkish: n_order_paths and n_landing_paths are too many to count\n";
    assert_eq!(run.err, note);
    // Counting them, which needs no list of them, is another matter.
    let count = format!(r#"{start},"depth":1,"nodes":null,"nodes_paths":34880}}"#);
    assert_eq!(check_lines(&count).ok(), "1 passed, 0 failed\n");
}
