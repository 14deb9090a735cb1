//! Bad questions, and readers that leave.

use std::process::{Command, Stdio};

use crate::run::{damero, damero_reading, ratings, vectors};

/// A question, and what the one line says that answers it.
const BAD: [(&[&str], &str); 11] = [
    (
        &["moves", "--ruleset", "x"],
        "there is no such rule set; `damero rulesets` lists them",
    ),
    (
        &["moves", "--ruleset", "vezz-8x8", "--fen", "W:W33:B"],
        "damero: --fen \"W:W33:B\": column 4: this board has no square 33\n",
    ),
    (&["perft", "--ruleset", "vezz-8x8"], "--depth <N>"),
    (
        &["perft", "--ruleset", "vezz-8x8", "--depth", "101"],
        "101 is not in 0..=100",
    ),
    (&["check"], "<FILE>..."),
    (
        &["check", "no/such/file"],
        "damero: no/such/file: No such file or directory",
    ),
    (&["replay"], "<FILE>"),
    (
        &["replay", "--moves", "9-14"],
        "damero: --moves: moves do not say by which rules: give --ruleset\n",
    ),
    (
        &["replay", "--ruleset", "vezz-8x8", "--moves", "9-14 23-x"],
        "damero: --moves: action 2, \"23-x\": column 4: a square's number is expected\n",
    ),
    (
        &[
            "replay",
            "--ruleset",
            "vezz-8x8",
            "--end",
            "--moves",
            "9-14 14-18",
        ],
        "damero: --moves: action 2: the piece on 14 is the rival's\n",
    ),
    (&["frobnicate"], "unrecognized subcommand"),
];

#[test]
fn bad_questions_are_told_what_is_wrong() {
    for (args, expected) in BAD {
        let run = damero(args);
        assert_eq!(run.status, 2, "{args:?}");
        assert!(run.err.contains(expected), "{args:?}: {}", run.err);
        if run.err.starts_with("damero: ") {
            assert_eq!(run.err.lines().count(), 1, "{args:?}");
        }
    }
}

/// More than a pipe holds, and nobody reads it.
#[test]
fn a_reader_may_leave() {
    let many = r#"{"ruleset":"vezz-8x8","fen":"W:W18:B7","moves":[]}"#.to_owned() + "\n";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), many.repeat(5_000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_damero"))
        .arg("check")
        .arg(file.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn whatever_bytes_come_in_are_answered() {
    let long = vec![b'9'; 1 << 20];
    let deep = "[".repeat(1 << 16);
    let inputs: [&[u8]; 7] = [
        b"",
        b"\xff\xfe\x00",
        b"{\"actions\":",
        b"[[[",
        long.as_slice(),
        deep.as_bytes(),
        b"!!! - 9-",
    ];
    for input in inputs {
        for args in [
            &["check", "-"][..],
            &["replay", "--ruleset", "vezz-8x8", "-"],
        ] {
            let run = damero_reading(args, input);
            assert!((0..=2).contains(&run.status), "{args:?} {run:?}");
        }
    }
}

/// Vectors with a few bytes changed: each line is judged, whatever has become of it.
#[test]
fn damaged_vectors_are_judged() {
    let mut seed = 1_u32;
    let mut chance = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from(seed >> 8).unwrap() % below
    };
    let mut lines = Vec::new();
    let files = ["positions.jsonl", "games.jsonl", "pdn/english.jsonl"].map(vectors);
    let rated = ["elo.jsonl", "periods.jsonl", "rating_run.jsonl"].map(ratings);
    for file in files.iter().chain(&rated) {
        let text = std::fs::read(file).unwrap();
        let text = text.trim_ascii_end();
        for line in text.split(|&byte| byte == b'\n').take(140) {
            let mut line = line.to_vec();
            for _ in 0..=chance(3) {
                let at = chance(line.len());
                line[at] = b"0129,:\"{}[]-KWBx \xff"[chance(18)];
            }
            lines.push(line);
        }
    }
    let run = damero_reading(&["check", "-"], lines.join(&b'\n'));
    let words: Vec<&str> = run.last_line().split([' ', ',']).collect();
    let [passed, failed] = [words[0], words[3]].map(|count| count.parse::<usize>().unwrap());
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_eq!(passed + failed, lines.len());
    assert!(passed > 0 && failed > 200, "{passed} {failed}");
}
