//! `damero moves`.

use std::io::Write;

use damero_rules::{Move, Position, RuleSet, Square, SquareSet, huffable, legal_moves};
use serde::Serialize;

use crate::args::MovesArgs;
use crate::error::Error;

/// A legal move as JSON.
#[derive(Serialize)]
struct Entry {
    path: Vec<u8>,
    captured: Vec<u8>,
    promotes: bool,
    /// The squares, after the move, of the pieces that the rival may then huff.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    huff: Vec<u8>,
}

impl Entry {
    fn new(rules: &RuleSet, position: &Position, mv: &Move) -> Self {
        Self {
            path: mv.path.iter().map(|square| square.number()).collect(),
            captured: numbers(mv.captured),
            promotes: mv.crowns,
            huff: numbers(huffable(rules, position, mv)),
        }
    }
}

fn numbers(set: SquareSet) -> Vec<u8> {
    set.iter().map(Square::number).collect()
}

pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> Result<(), Error> {
    let rules = args.start.ruleset;
    let position = args.start.position()?;
    let moves = legal_moves(rules, &position);
    if args.json {
        let entries: Vec<_> = moves
            .iter()
            .map(|mv| Entry::new(rules, &position, mv))
            .collect();
        let json = serde_json::to_string(&entries).map_err(std::io::Error::from)?;
        writeln!(out, "{json}")?;
    } else {
        list(rules, &position, &moves, out)?;
    }
    Ok(())
}

fn list(
    rules: &RuleSet,
    position: &Position,
    moves: &[Move],
    out: &mut impl Write,
) -> Result<(), Error> {
    let colour = rules.colour_name(position.turn()).as_str();
    let count = match moves.len() {
        0 => "no moves".to_owned(),
        1 => "1 move".to_owned(),
        many => format!("{many} moves"),
    };
    writeln!(out, "{}, {colour} to move: {count}", rules.id)?;
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let width = texts.iter().map(String::len).max().unwrap_or_default();
    for (mv, text) in moves.iter().zip(texts) {
        let effects = effects(mv, huffable(rules, position, mv));
        writeln!(out, "{}", format!("  {text:width$}  {effects}").trim_end())?;
    }
    Ok(())
}

/// What a move does besides moving.
fn effects(mv: &Move, huffable: SquareSet) -> String {
    let mut effects = Vec::new();
    if mv.is_capture() {
        effects.push(format!("takes {}", mv.captured));
    }
    if mv.crowns {
        effects.push("is crowned".to_owned());
    }
    if !huffable.is_empty() {
        effects.push(format!("may be huffed: {huffable}"));
    }
    effects.join("; ")
}
