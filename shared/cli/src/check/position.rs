//! Legal moves of positions: which, by which paths, with which huffs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use damero_rules::{
    IllegalMove, Move, Position, RuleSet, Square, SquareSet, find_move, huffable, legal_moves,
    paths,
};

use crate::check::chains::ways;
use crate::check::findings::Findings;
use crate::check::read_fen;
use crate::play::{path_text, rule_set, squares};
use crate::vector::{MoveEntry, PositionLine, numbers_text};

pub(super) fn check(line: &PositionLine) -> Findings {
    let mut findings = Findings::of(&line.ruleset, line.id.as_deref());
    let rules = match rule_set(&line.ruleset) {
        Ok(rules) => rules,
        Err(reason) => return findings.with(reason),
    };
    let Some(position) = read_fen(rules, &line.fen, &mut findings) else {
        return findings;
    };
    let moves = legal_moves(rules, &position);
    check_moves(rules, &position, &moves, line, &mut findings);
    for entry in &line.moves {
        check_paths(rules, &position, entry, &mut findings);
        if let Some(mv) = moves.iter().find(|mv| is_meant(mv, entry)) {
            check_list_of_paths(rules, &position, mv, entry, &mut findings);
        }
    }
    check_ways(rules, &position, line, &mut findings);
    findings
}

/// Compares the lists, whatever their order.
fn check_moves(
    rules: &RuleSet,
    position: &Position,
    moves: &[Move],
    line: &PositionLine,
    findings: &mut Findings,
) {
    let mut found: Vec<String> = moves
        .iter()
        .map(|mv| found_text(mv, huffable(rules, position, mv)))
        .collect();
    let mut expected: Vec<String> = line.moves.iter().map(expected_text).collect();
    // What is in both, as often as it is in both, is no disagreement.
    expected.retain(|text| match found.iter().position(|other| other == text) {
        Some(at) => {
            found.swap_remove(at);
            false
        }
        None => true,
    });
    if !(expected.is_empty() && found.is_empty()) {
        findings.say("moves", listed(expected), listed(found));
    }
    findings.compare_said("n_moves", line.n_moves.as_ref(), &(moves.len() as u64));
}

/// Some moves of a list of which the others agree.
fn listed(mut texts: Vec<String>) -> String {
    if texts.is_empty() {
        return "no other".to_owned();
    }
    texts.sort();
    texts.join(" ")
}

fn expected_text(entry: &MoveEntry) -> String {
    text(&entry.path, &entry.captured, entry.promotes, &entry.huff)
}

fn found_text(mv: &Move, huffable: SquareSet) -> String {
    let path: Vec<u8> = mv.path.iter().map(|square| square.number()).collect();
    text(&path, &numbers(mv.captured), mv.crowns, &numbers(huffable))
}

fn numbers(set: SquareSet) -> Vec<u8> {
    set.iter().map(Square::number).collect()
}

/// All that is compared of a move: `18-11-2(takes 7,15;promotes)`.
fn text(path: &[u8], captured: &[u8], promotes: bool, huff: &[u8]) -> String {
    let joined = |numbers: &[u8], by: &str| {
        let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
        texts.join(by)
    };
    let mut marks = Vec::new();
    if !captured.is_empty() {
        marks.push(format!("takes {}", joined(captured, ",")));
    }
    if promotes {
        marks.push("promotes".to_owned());
    }
    if !huff.is_empty() {
        marks.push(format!("huff {}", joined(huff, ",")));
    }
    let mut text = joined(path, "-");
    if !marks.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, "({})", marks.join(";"));
    }
    text
}

/// Every path given for a move must be read as that move.
fn check_paths(rules: &RuleSet, position: &Position, entry: &MoveEntry, findings: &mut Findings) {
    for path in [&entry.path].into_iter().chain(&entry.paths) {
        let path = match squares(path) {
            Ok(path) => path,
            Err(reason) => {
                findings.add(reason);
                continue;
            }
        };
        let found = find_move(rules, position, &path);
        if !found.as_ref().is_ok_and(|mv| is_meant(mv, entry)) {
            let expected = expected_text(entry);
            let what = format!("path {}", path_text(&path));
            findings.say(what, expected, read_as(rules, position, found));
        }
    }
}

/// Where the entry lists the paths of its move, they must be all of them, each once. Whether each is
/// one is checked elsewhere.
fn check_list_of_paths(
    rules: &RuleSet,
    position: &Position,
    mv: &Move,
    entry: &MoveEntry,
    findings: &mut Findings,
) {
    let (mut once, mut doubled) = (BTreeSet::new(), Vec::new());
    for path in &entry.paths {
        if !once.insert(path.as_slice()) {
            doubled.push(numbers_text(path));
        }
    }
    if once.is_empty() {
        return;
    }
    // One more than there are in the list, and there is one among them that is not in it.
    let missing: Vec<String> = paths(rules, position, mv, once.len() + 1)
        .iter()
        .map(|path| {
            path.iter()
                .map(|square| square.number())
                .collect::<Vec<_>>()
        })
        .filter(|path| !once.contains(path.as_slice()))
        .map(|path| numbers_text(&path))
        .collect();
    if !(doubled.is_empty() && missing.is_empty()) {
        let what = format!("paths of {mv}");
        findings.say(what, listed(doubled), listed(missing));
    }
}

/// Whether a move is that of the entry; huffs are compared elsewhere.
fn is_meant(mv: &Move, entry: &MoveEntry) -> bool {
    let ends = [mv.from(), mv.to()].map(Square::number);
    entry.path.first() == Some(&ends[0])
        && entry.path.last() == Some(&ends[1])
        && numbers(mv.captured) == entry.captured
        && mv.crowns == entry.promotes
}

fn read_as(rules: &RuleSet, position: &Position, found: Result<Move, IllegalMove>) -> String {
    match found {
        Ok(mv) => found_text(&mv, huffable(rules, position, &mv)),
        Err(reason) => format!("refused: {reason}"),
    }
}

/// How many ways there are to play the moves, counted by a walk of this tool's own.
fn check_ways(rules: &RuleSet, position: &Position, line: &PositionLine, findings: &mut Findings) {
    if line.n_order_paths.is_none() && line.n_landing_paths.is_none() {
        return;
    }
    match ways(rules, position) {
        Some(ways) => {
            findings.compare_said("n_order_paths", line.n_order_paths.as_ref(), &ways.orders);
            let landings = line.n_landing_paths.as_ref();
            findings.compare_said("n_landing_paths", landings, &ways.landings);
        }
        None => findings.note("n_order_paths and n_landing_paths are too many to count"),
    }
}
