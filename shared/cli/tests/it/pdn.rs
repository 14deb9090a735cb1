//! PDN files.

use serde_json::Value;

use crate::run::{Run, damero, damero_in, damero_reading, vectors};

fn check(text: impl AsRef<[u8]>) -> Run {
    damero_reading(&["pdn", "check", "-"], text)
}

/// The real games of a variant as their players wrote them.
fn written(variant: &str, game_type: &str) -> String {
    let lines = std::fs::read_to_string(vectors(&format!("pdn/{variant}.jsonl"))).unwrap();
    let game = |line| {
        let game: Value = serde_json::from_str(line).unwrap();
        let [fen, result] = ["start_fen", "result"].map(|key| game[key].as_str().unwrap());
        let moves = game["pdn_moves"].as_array().unwrap().iter();
        let moves: Vec<&str> = moves.map(|mv| mv.as_str().unwrap()).collect();
        let moves = moves.join(" ");
        format!(
            "[GameType \"{game_type}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} {result}\n\n"
        )
    };
    lines.lines().map(game).collect()
}

#[test]
fn real_games_are_read_and_written_and_read_the_same() {
    let variants = [
        ("russian", "25,W,8,8,A0,0", 130),
        ("brazilian", "26,W,8,8,A0,0", 15),
    ];
    for (variant, game_type, count) in variants {
        let games = written(variant, game_type);
        assert_eq!(check(&games).ok(), format!("{count} passed, 0 failed\n"));
        let convert = |text: &str| damero_reading(&["pdn", "convert", "-"], text).ok();
        let converted = convert(&games);
        assert_eq!(converted.matches("[RuleSet ").count(), count, "{variant}");
        assert_eq!(convert(&converted), converted, "{variant}");
    }
}

#[test]
fn broken_games_are_told_and_the_others_converted() {
    let run = damero_in("tests/examples", &["pdn", "convert", "games.pdn"]);
    let err = "damero: games.pdn:16:25: square 18 is occupied\n";
    assert_eq!((run.status, run.err.as_str()), (1, err));
    assert_eq!(run.out.matches("[Event ").count(), 2);
    assert_eq!(check(run.out).ok(), "2 passed, 0 failed\n");
}

#[test]
fn a_game_that_does_not_say_its_rules_is_helped() {
    let game = "1. 11-15 24-20 *";
    let run = check(game);
    let out = "-:1:1: nothing says which rule set is played: give --ruleset\n0 passed, 1 failed\n";
    assert_eq!((run.status, run.out.as_str()), (1, out));
    let run = damero_reading(&["replay", "-"], game);
    let err = "damero: -:1:1: nothing says which rule set is played: give --ruleset\n";
    assert_eq!((run.status, run.err.as_str()), (2, err));
    let args = ["pdn", "check", "--ruleset", "kondavo-english", "-"];
    assert_eq!(damero_reading(&args, game).ok(), "1 passed, 0 failed\n");
    let args = ["replay", "--ruleset", "kondavo-english", "--end", "-"];
    let run = damero_reading(&args, game);
    assert_eq!(
        (run.status, run.last_line()),
        (0, "* unfinished: dark to move")
    );
}

/// As collections from before UTF-8 have it.
#[test]
fn latin_1_is_read() {
    let game = b"[White \"Jos\xe9\"]\n[GameType \"21\"]\n1. 11-15 *";
    let out = damero_reading(&["pdn", "convert", "-"], game).ok();
    assert!(out.starts_with("[White \"José\"]\n"), "{out}");
}

#[test]
fn utf_16_is_read_where_it_says_so() {
    let game = "\u{feff}[White \"José\"]\n[GameType \"21\"]\n1. 11-15 *";
    for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = game.encode_utf16().flat_map(bytes_of).collect();
        let out = damero_reading(&["pdn", "convert", "-"], &bytes).ok();
        assert!(out.starts_with("[White \"José\"]\n"), "{out}");
        // What was cut off in the middle of a letter.
        let run = damero_reading(&["pdn", "check", "-"], &bytes[..bytes.len() - 1]);
        assert_eq!(run.ok(), "1 passed, 0 failed\n");
    }
}

#[test]
fn a_game_of_a_pdn_file_is_replayed_with_its_huffs() {
    let args = ["replay", "--game", "3", "games.pdn"];
    let out = damero_in("tests/examples", &args).ok();
    let told: Vec<&str> = out
        .lines()
        .filter(|line| line.contains("red") || line.contains("white"))
        .collect();
    let expected = [
        "1. red 9-13",
        "white huffs the piece on 13",
        "1-0 no_pieces: red has no pieces",
    ];
    assert_eq!(told, expected);
    let run = damero_in("tests/examples", &["replay", "--game", "2", "games.pdn"]);
    let err = "damero: games.pdn:16:25: square 18 is occupied\n";
    assert_eq!((run.status, run.err.as_str()), (2, err));
}

#[test]
fn a_position_is_given_to_moves_alone() {
    let args = ["replay", "--fen", "B:W14:B9", "--game", "3", "games.pdn"];
    let run = damero_in("tests/examples", &args);
    let err = "damero: games.pdn: --fen goes with moves alone\n";
    assert_eq!((run.status, run.err.as_str()), (2, err));
}

#[test]
fn files_without_games_and_files_that_are_none() {
    assert_eq!(check("").ok(), "0 passed, 0 failed\n");
    let run = damero(&["pdn", "check", "no/such/file"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    let run = damero_reading(&["replay", "-"], "[Event \"nothing\"]");
    assert_eq!(run.status, 2);
}
