//! Texts and what is told of them.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::answer;

fn open(wish: &str, text: &str) -> Value {
    serde_json::from_str(&answer(&format!("pdn {wish}\n{text}"))).unwrap()
}

/// What the entries of a text are: the rule set, or why there is no game.
fn outcomes(opened: &Value) -> Vec<String> {
    let entries = opened["entries"].as_array().unwrap();
    entries.iter().map(outcome).collect()
}

fn outcome(entry: &Value) -> String {
    match &entry["problem"] {
        Value::Null => entry["game"]["rule_set"].as_str().unwrap().to_owned(),
        problem => format!(
            "{}:{} {} {}",
            problem["line"],
            problem["column"],
            problem["code"].as_str().unwrap(),
            problem["params"]
        ),
    }
}

const HUFFED: &str = r#"[White "Ana"]
[Black "Beto"]
[Result "*"]
[RuleSet "vezz-8x8 1"]

{Una clase} 1. 9-14 {[%clk 0:04:59.5]} 23-18 2. 14-17 {[%huff 17]} 26-23 $2 {apurada} 3. 11-16 *
"#;

#[test]
fn a_game_is_told_frame_by_frame() {
    let opened = open("-", HUFFED);
    assert_eq!(opened["rule_sets"], json!([]));
    assert_eq!(opened.get("taken"), None);
    let game = &opened["entries"][0]["game"];
    assert_eq!(
        game["tags"],
        json!([{"name": "White", "value": "Ana"}, {"name": "Black", "value": "Beto"}])
    );
    assert_eq!(game["moves"], "9-14 23-18 14-17 !17 26-23 11-16");
    assert_eq!(
        game["notes"],
        json!(["Una clase", "", "", "", "", "? apurada", ""])
    );
    let black = json!({"black": 299_500});
    assert_eq!(
        game["clocks"],
        json!([{}, black, black, black, black, black, black])
    );
    assert_eq!(game["ended"], "open");
}

#[test]
fn a_huff_may_be_the_last_thing_that_happened() {
    let text = HUFFED.replace(" 26-23 $2 {apurada} 3. 11-16", "");
    let opened = open("-", &text);
    let game = &opened["entries"][0]["game"];
    assert_eq!(game["moves"], "9-14 23-18 14-17 !17");
    assert_eq!(game["clocks"].as_array().unwrap().len(), 5);
}

#[test]
fn a_game_without_clocks_or_comments_has_no_lists_of_them() {
    let opened = open("-", "[RuleSet \"vezz-8x8 1\"]\n\n1. 9-14 *");
    let game = &opened["entries"][0]["game"];
    assert_eq!((&game["clocks"], &game["notes"]), (&json!([]), &json!([])));
}

#[test]
fn what_is_told_can_be_opened_again() {
    let first = open("-", HUFFED);
    let game = &first["entries"][0]["game"];
    let again = open("-", game["pdn"].as_str().unwrap());
    assert_eq!(&again["entries"][0]["game"], game);
}

#[test]
fn each_game_of_a_text_stands_for_itself() {
    let text = "[RuleSet \"vezz-8x8 1\"]\n\n1. 9-14 23-18 *\n\n\
                [RuleSet \"vezz-8x8 1\"]\n\n1. 9-14 9-13 *\n\n\
                [GameType \"20\"]\n\n1. 33-28 17-21 *\n";
    let opened = open("-", text);
    assert_eq!(
        outcomes(&opened),
        [
            "vezz-8x8",
            "7:9 empty_square {\"at\":\"9\"}",
            "mesita-international"
        ]
    );
    let lines: Vec<_> = opened["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [1, 5, 9]);
}

#[test]
fn where_the_text_does_not_say_what_is_played_the_moves_do() {
    const INTERNATIONAL: [&str; 3] = [
        "mesita-international",
        "youzai-international",
        "kondavo-polish",
    ];
    // The type says three, and no move tells them apart.
    let opened = open("-", "[GameType \"20\"]\n\n1. 33-28 17-21 *");
    assert_eq!(opened["rule_sets"], json!(INTERNATIONAL));
    assert_eq!(opened["taken"], "mesita-international");
    // Nothing is said; squares beyond 32 and below 51 say the board.
    let opened = open("-", "1. 33-28 17-21 *");
    assert_eq!(opened["rule_sets"], json!(INTERNATIONAL));
    // The wish decides where the text does not.
    let opened = open("kondavo-polish", "1. 33-28 17-21 *");
    assert_eq!(opened["taken"], "kondavo-polish");
    assert_eq!(outcomes(&opened), ["kondavo-polish"]);
    // It does not where the text does.
    let opened = open("kondavo-polish", HUFFED);
    assert_eq!(outcomes(&opened), ["vezz-8x8"]);
    assert_eq!(opened["rule_sets"], json!([]));
}

#[test]
fn where_no_rule_set_allows_it_the_one_that_comes_furthest_is_told() {
    let opened = open("-", "1. 33-28 17-21 2. 39-33 21-26 3. 31-26 *");
    assert_eq!(opened["rule_sets"].as_array().unwrap().len(), 12);
    assert_eq!(opened["taken"], "mesita-international");
    assert_eq!(outcomes(&opened), ["1:34 occupied {\"at\":\"26\"}"]);
}

#[test]
fn a_reason_comes_with_what_it_names() {
    for (moves, told) in [
        ("9-14 9;", "1:7 separator_expected {}"),
        ("9-99", "1:3 no_such_square {\"name\":\"99\"}"),
        ("9-14 14-18", "1:6 not_your_piece {\"at\":\"14\"}"),
        ("9-14 {", "1:6 unclosed_comment {}"),
        ("9-14 @", "1:6 unexpected {\"found\":\"@\"}"),
    ] {
        assert_eq!(outcomes(&open("vezz-8x8", moves)), [told], "{moves}");
    }
}

#[test]
fn an_empty_text_has_no_games() {
    for text in ["", "\n\n", "   "] {
        assert_eq!(open("-", text), json!({"entries": [], "rule_sets": []}));
    }
}

/// What texts are made of, in any order.
const PIECES: [&str; 20] = [
    "9-14",
    "23-18",
    "1.",
    "14x23x32",
    "*",
    "1-0",
    "0-1",
    "\n",
    "\n\n",
    "{[%huff 17]}",
    "{so}",
    "(",
    ")",
    "$2",
    "[GameType \"20\"]\n",
    "[RuleSet \"vezz-8x8 1\"]\n",
    "[FEN \"W:W30:B1\"]\n",
    "é",
    "33-28",
    "[SetUp \"1\"]\n",
];

proptest! {
    #[test]
    fn whatever_a_text_holds_is_answered(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24),
        wish in prop::sample::select(&["-", "vezz-8x8", "kondavo-turkish"][..]),
    ) {
        let text = pieces.join(" ");
        let opened = open(wish, &text);
        for entry in opened["entries"].as_array().unwrap() {
            prop_assert!(entry["game"].is_null() != entry["problem"].is_null(), "{entry}");
            // A place in the text, or just behind its end.
            let problem = &entry["problem"];
            if let (Some(line), Some(column)) = (problem["line"].as_u64(), problem["column"].as_u64()) {
                let lines: Vec<&str> = text.split('\n').collect();
                let found = lines.get(usize::try_from(line - 1).unwrap()).unwrap();
                prop_assert!(column <= found.chars().count() as u64 + 1, "{problem} in {text:?}");
            }
        }
    }
}
