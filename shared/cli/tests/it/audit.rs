//! Closings, right ones and others.

use crate::run::{damero, damero_reading, ratings};

const DIGEST: &str = "f39510eb4cfd2029eef4a88b5698d78c52fdcb6bef7a6e7e4d96b86d4eb5cc25";

fn closing() -> String {
    std::fs::read_to_string(ratings("closing.jsonl")).unwrap()
}

/// The page about the tool shows the closing that the ratings' own tests make.
#[test]
fn the_example_is_the_ratings_own() {
    assert_eq!(include_str!("../examples/closing.jsonl"), closing());
}

#[test]
fn the_published_digest_is_compared() {
    let right = damero(&["audit", "--digest", DIGEST, &ratings("closing.jsonl")]).ok();
    assert!(right.ends_with("nothing disagrees\n"), "{right}");
    let other = DIGEST.replace('f', "0");
    let wrong = damero(&["audit", "--digest", &other, &ratings("closing.jsonl")]);
    let expected = format!("digest: expected {other}, found {DIGEST}\n1 disagreement\n");
    assert_eq!(wrong.status, 1);
    assert!(wrong.out.ends_with(&expected), "{}", wrong.out);
    let none = damero(&["audit", "--digest", "F395", &ratings("closing.jsonl")]);
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains("64 hexadecimal digits"), "{}", none.err);
}

#[test]
fn what_is_no_closing_is_said_in_a_line() {
    for (text, reason) in [
        (
            &b""[..],
            "line 1 is not the header of a closing in its canonical spelling",
        ),
        (
            b"{}\n",
            "line 1 is not the header of a closing in its canonical spelling",
        ),
        (b"\xff\n", "not UTF-8, which closings are"),
    ] {
        let run = damero_reading(&["audit", "-"], text);
        let expected = format!("damero: -: {reason}\n");
        assert_eq!((run.status, run.out.as_str(), run.err), (2, "", expected));
    }
    let run = damero(&["audit", "no/such/file"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

#[test]
fn every_disagreement_has_its_line() {
    let lines: Vec<String> = closing().lines().map(str::to_owned).collect();
    let without_sum = [&lines[..7], &lines[8..]].concat().join("\n") + "\n";
    let run = damero_reading(&["audit", "-"], without_sum);
    assert_eq!(run.status, 1);
    let found: Vec<&str> = run.out.lines().skip(4).collect();
    let misplaced = (8..=10).map(|n| format!("-:{n}: a line of this kind cannot stand here"));
    let missing = lines[8..].iter().map(|row| format!("-:11: missing: {row}"));
    let mut expected: Vec<String> = misplaced.collect();
    expected.push("-:11: the entries end without the line that sums them up".to_owned());
    expected.extend(missing);
    expected.push("7 disagreements".to_owned());
    assert_eq!(found, expected);
}

/// Bounds are stored when a period opens: that a newer database has others is no fault.
#[test]
fn other_bounds_than_today_s_are_a_note() {
    let text = closing().replace("2026-12-01T23:00:00.000Z", "2026-12-01T22:30:00.000Z");
    let run = damero_reading(&["audit", "-"], text);
    let note = "this build's zone database has it from 2026-11-24T23:00:00.000Z \
                to before 2026-12-01T23:00:00.000Z\n";
    assert_eq!(run.err, note);
    // But somebody has changed the text, which the sum knows.
    assert_eq!(run.status, 1);
    assert_eq!(run.last_line(), "1 disagreement");
}

#[test]
fn a_partial_period_says_so() {
    let began = r#""began":"2026-11-24T23:00:02.000Z","revision""#;
    let run = damero_reading(&["audit", "-"], closing().replace(r#""revision""#, began));
    let partial = "partial: rated play began at 2026-11-24T23:00:02.000Z";
    assert_eq!(run.out.lines().nth(2), Some(partial));
}
