//! The browser client's copy of the table of rule sets.
//!
//! `DAMERO_WRITE_WEB=1 cargo test -p damero-rules` writes it; without the
//! variable the test says whether it is current.

use damero_rules::{Playing, Position, RuleSet, Side, write_fen};
use serde_json::{Value, json};
use std::fmt::Debug;

/// `MostPiecesThenKings` as `most_pieces_then_kings`.
fn name(point: impl Debug) -> Value {
    let mut text = String::new();
    for letter in format!("{point:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text.into()
}

fn row(rules: &RuleSet) -> Value {
    json!({
        "id": rules.id,
        "size": rules.board().rows(),
        "squares": if rules.board().playing() == Playing::All { "all" } else { "dark" },
        "start": write_fen(rules, &Position::initial(rules)),
        "colours": {
            "white": rules.colour_name(Side::White).as_str(),
            "black": rules.colour_name(Side::Black).as_str(),
        },
        "first": name(rules.first()),
        "notation": name(rules.notation),
        "lines": name(rules.lines),
        "capturing": name(rules.capturing),
        "king": name(rules.king),
        "king_must_continue": rules.king_must_continue,
        "huffs": rules.huffs(),
        "choice": name(rules.choice),
        "crowning": name(rules.crowning),
        "removal": name(rules.removal),
        "repetition": rules.draws.repetition.map(name),
        "no_progress": rules.draws.no_progress.map(|rule| json!({
            "plies": rule.plies,
            "ending": name(rule.ending),
        })),
        "resets": name(rules.draws.resets),
        "one_on_one": rules.draws.one_on_one,
    })
}

#[test]
fn the_client_has_this_table() {
    let table: Vec<_> = RuleSet::ALL.iter().map(row).collect();
    let text = serde_json::to_string_pretty(&table).unwrap() + "\n";
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/src/proto/rulesets.json"
    );
    if std::env::var_os("DAMERO_WRITE_WEB").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(file).unwrap_or_default(),
        text,
        "run DAMERO_WRITE_WEB=1 cargo test -p damero-rules"
    );
}
