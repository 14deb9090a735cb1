//! Real games as they stand in the wild, read into the paths that other programs made of them.

use std::fmt::Write;

use damero_rules::{PdnResult, RuleSet, Side, apply, find_move, read_pdn, write_fen, write_pdn};
use serde::Deserialize;

use crate::data::{lines, position, rules, squares};

#[derive(Deserialize)]
struct RealGame {
    id: String,
    start_fen: String,
    pdn_moves: Vec<String>,
    paths: Vec<Vec<u8>>,
    result: String,
    final_fen: String,
}

/// What `GameType` says of a file's games, and the rule sets that play them.
const FILES: [(&str, usize, &str, &[&str]); 5] = [
    ("brazilian", 15, "26,W,8,8,A0,0", &["kondavo-brazilian"]),
    // Czech draughts has no rule set here; its moves are legal where capturing is optional.
    ("czech", 168, "29,W,8,8,A0,0", &["vezz-8x8"]),
    (
        "english",
        144,
        "21",
        &["mesita-english", "kondavo-english", "clasica-8x8"],
    ),
    (
        "international",
        242,
        "20",
        &["mesita-international", "kondavo-polish"],
    ),
    ("russian", 130, "25,W,8,8,A0,0", &["mesita-russian"]),
];

/// A game's text: numbered in one of four ways, broken into lines, with line ends of both kinds.
fn text(game: &RealGame, game_type: &str, nth: usize) -> String {
    let end = ["\n", "\r\n"][nth % 2];
    let algebraic = game.pdn_moves.iter().any(|mv| mv.starts_with('c'));
    let game_type = match (game_type, algebraic) {
        ("21", true) => "21,W,8,8,A0,0",
        _ => game_type,
    };
    let mut text = format!(
        "[Event \"{}\"]{end}[GameType \"{game_type}\"]{end}[Result \"{}\"]{end}[FEN \"{}\"]{end}{end}",
        game.id, game.result, game.start_fen
    );
    for (ply, mv) in game.pdn_moves.iter().enumerate() {
        let number = match (nth % 4, ply % 2) {
            (0, 0) => format!("{}. ", ply / 2 + 1),
            (1, 0) => format!("{}.", ply / 2 + 1),
            (2, 0) => format!("{}. ", ply / 2 + 1),
            (2, _) => format!("{}... ", ply / 2 + 1),
            _ => String::new(),
        };
        let space = if ply % 8 == 7 { end } else { " " };
        write!(text, "{number}{mv}{space}").unwrap();
    }
    text + &game.result + end
}

fn result(token: &str) -> PdnResult {
    match token {
        "1-0" | "2-0" => PdnResult::Won(Side::White),
        "0-1" | "0-2" => PdnResult::Won(Side::Black),
        "1/2-1/2" | "1-1" => PdnResult::Drawn,
        "0-0" => PdnResult::BothLost,
        "*" => PdnResult::Open,
        other => panic!("what is {other}?"),
    }
}

fn check(rules: &'static RuleSet, game: &RealGame, read: &damero_rules::PdnGame) {
    let name = format!("{} {}", rules.id, game.id);
    assert_eq!(read.rules, rules, "{name}");
    assert_eq!(read.tag("Event"), Some(&*game.id), "{name}");
    assert_eq!(read.result, result(&game.result), "{name}");
    let mut now = read.start;
    assert_eq!(now, position(rules.id, &game.start_fen), "{name}");
    assert_eq!(read.line.plies.len(), game.paths.len(), "{name}");
    for (ply, path) in read.line.plies.iter().zip(&game.paths) {
        // Where a king may land on several squares, theirs need not be ours.
        let same = find_move(rules, &now, &squares(path));
        assert_eq!(Ok(&ply.mv), same.as_ref(), "{name}");
        now = apply(rules, &now, &ply.mv);
    }
    assert_eq!(write_fen(rules, &now), game.final_fen, "{name}");
    let again: Vec<_> = read_pdn(&write_pdn(read), None)
        .map(|entry| entry.game)
        .collect();
    assert_eq!(again, [Ok(read.clone())], "{name}");
}

#[test]
fn real_games_are_read_into_the_same_paths() {
    for (file, count, game_type, ids) in FILES {
        let games: Vec<RealGame> = lines(&format!("pdn/{file}.jsonl"));
        assert_eq!(games.len(), count, "{file}");
        let whole: String = games
            .iter()
            .enumerate()
            .map(|(nth, game)| text(game, game_type, nth))
            .collect();
        for id in ids {
            let rules = rules(id);
            let read: Vec<_> = read_pdn(&whole, Some(rules)).collect();
            assert_eq!(read.len(), count, "{file}");
            for (entry, game) in read.iter().zip(&games) {
                match &entry.game {
                    Ok(read) => check(rules, game, read),
                    Err(error) => panic!("{id} {}: {error}", game.id),
                }
            }
        }
    }
}
