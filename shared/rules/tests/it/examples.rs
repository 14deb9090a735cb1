//! The examples of the rules pages, played by these rules.
//!
//! Each begins with a position and goes on step by step: what the learner is asked for, what is
//! refused on the way and why, what the rival answers. It is played under every rule set it stands
//! for, and the page gets the legal moves with every position, so that its board is live without
//! rules in the browser.
//!
//! `DAMERO_WRITE_WEB=1 cargo test -p damero-rules` writes the file; without the variable the test
//! says whether it is current.

mod captures;
mod choices;
mod crowning;
mod ends;
mod kings;
mod pieces;

use std::collections::BTreeSet;

use damero_rules::{ClaimError, IllegalMove, Kind, Line, Move, RuleSet, Side, write_fen};
use serde_json::{Value, json};

use crate::data::{line, path, square};
use pieces::{ANY, Board, CLAIM, Example, Step, Worn};

/// In the order of the page.
const EXAMPLES: &[&[Example]] = &[
    captures::STEPS,
    captures::CAPTURES,
    choices::CHOICES,
    captures::HUFFS,
    kings::WAYS,
    kings::CAPTURES,
    captures::REMOVALS,
    crowning::STEPPING,
    crowning::CAPTURING,
    ends::WINS,
    ends::REPETITIONS,
    ends::COUNTS,
];

fn examples() -> impl Iterator<Item = &'static Example> {
    EXAMPLES.iter().copied().flatten()
}

fn stands(example: &Example, rules: &RuleSet) -> bool {
    example.board == Board::of(rules) && (example.stands)(rules)
}

/// Moves as the wire has them, in an order that does not depend on how they were found.
fn words(moves: &[Move]) -> String {
    let mut moves: Vec<_> = moves.iter().collect();
    moves.sort_by_key(|mv| &mv.path);
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// Plays a move or a huff.
#[track_caller]
fn act(line: &mut Line, action: &str) {
    if let Some(number) = action.strip_prefix('!') {
        line.huff(square(number.parse().expect("a square's number")))
            .unwrap_or_else(|error| panic!("{action}: {error}"));
    } else {
        let mv = line
            .play(&path(action))
            .unwrap_or_else(|error| panic!("{action}: {error}"));
        assert_eq!(mv.to_string(), action, "the page compares whole paths");
    }
}

/// Kings step about for so many plies: nobody can ever capture, positions are as new as can be, and
/// none is there a third time. Nothing if they come to a dead end.
fn idle(line: &Line, plies: u16) -> Option<Line> {
    if plies == 0 {
        return Some(line.clone());
    }
    let seen = |mv: &Move| line.occurrences_after(mv).len();
    let is_king = |mv: &Move| line.position().piece(mv.from()).unwrap().kind == Kind::King;
    let mut moves = line.legal_moves();
    moves.retain(|mv| is_king(mv) && seen(mv) < 2);
    moves.sort_by_cached_key(|mv| (seen(mv), mv.path.clone()));
    moves.iter().find_map(|mv| {
        let mut after = line.clone();
        after.play(&mv.path).unwrap();
        let quiet = !after.legal_moves().iter().any(Move::is_capture);
        quiet.then(|| idle(&after, plies - 1)).flatten()
    })
}

/// The line when the page shows it, after so many plies without progress.
fn begun(example: &Example, rules: &RuleSet) -> Line {
    let mut line = line(rules.id, example.fen);
    let plies = match example.worn {
        Worn::Not => 0,
        Worn::Over(moves, plies) => {
            for mv in moves.iter().cycle().take(plies.into()) {
                act(&mut line, mv);
            }
            plies
        }
        Worn::Idle => {
            let limit = rules.draws.no_progress.expect("a counter").plies;
            line = idle(&line, limit - 1).expect("kings that keep out of each other's way");
            limit - 1
        }
    };
    assert_eq!(line.no_progress(), plies);
    line
}

/// A refusal as the wire has it: the path, the code, what the sentence speaks of.
fn refusal(path: &str, code: &str, params: Value) -> Value {
    let mut value = json!({ "path": path, "code": code });
    if params != json!({}) {
        value["params"] = params;
    }
    value
}

fn params(reason: &IllegalMove) -> Value {
    match reason {
        IllegalMove::MoreCaptureExists { most } | IllegalMove::MoreKingsCaptureExists { most } => {
            json!({ "most": most })
        }
        IllegalMove::CrowningEndsMove { at } | IllegalMove::JumpsOwn { at } => {
            json!({ "at": at.number() })
        }
        _ => json!({}),
    }
}

fn refusals(line: &Line, wrong: &[(&str, &str)]) -> Vec<Value> {
    let told = wrong.iter().map(|(text, code)| {
        let refused = line.clone().play(&path(text)).expect_err(text);
        assert_eq!(refused.code(), *code, "{text}");
        refusal(text, code, params(&refused))
    });
    told.collect()
}

/// The other moves one might claim a repetition with.
fn unclaimable(line: &Line, intended: &str) -> Vec<Value> {
    let moves = line.legal_moves();
    let others = moves.iter().map(|mv| (mv, mv.to_string()));
    others
        .filter(|(_, text)| text != intended)
        .map(|(mv, text)| {
            let refused = line.check_repetition_claim(&mv.path).unwrap_err();
            let ClaimError::NotYet { occurrence, needed } = refused else {
                panic!("{text}: {refused}");
            };
            let params = json!({ "occurrence": occurrence, "needed": needed });
            refusal(&text, refused.code(), params)
        })
        .collect()
}

/// Makes every move that is wanted; the last of them is where the line goes on.
fn try_wanted(line: &Line, wanted: &str, last: bool) -> Line {
    let ends = wanted.split(' ').map(|action| {
        let mut after = line.clone();
        act(&mut after, action);
        assert!(last || after.outcome().is_none(), "it goes on");
        after
    });
    let ends: Vec<_> = ends.collect();
    let outcomes: Vec<_> = ends.iter().map(Line::outcome).collect();
    assert!(outcomes.windows(2).all(|two| two[0] == two[1]), "{wanted}");
    ends.into_iter().next_back().unwrap()
}

/// Whether a claim can be made exactly where one is wanted.
fn check_claims(line: &Line, wanted: &str) {
    if let Some(intended) = wanted.strip_prefix("claim ") {
        line.check_repetition_claim(&path(intended)).unwrap();
    } else if wanted == CLAIM {
        line.check_no_progress_claim().unwrap();
    } else {
        line.check_no_progress_claim().unwrap_err();
    }
}

/// A step as the page needs it.
fn shown(line: &Line, step: &Step, wanted: &str) -> Value {
    let wrong = match wanted.strip_prefix("claim ") {
        Some(intended) => unclaimable(line, intended),
        None => refusals(line, step.wrong),
    };
    let mut value = json!({
        "fen": write_fen(line.rules(), line.position()),
        "legal": words(&line.legal_moves()),
        "wanted": wanted,
        "wrong": wrong,
    });
    let huffable: Vec<_> = line.huffable().iter().map(|at| at.to_string()).collect();
    if !huffable.is_empty() {
        value["huffable"] = huffable.join(" ").into();
    }
    if line.no_progress() > 0 {
        value["without_progress"] = line.no_progress().into();
    }
    if !step.replies.is_empty() {
        value["replies"] = step.replies.join(" ").into();
    }
    if !step.named.is_empty() {
        value["named"] = step.named.iter().copied().collect();
    }
    value
}

/// Plays a step; the line goes on to the next.
fn play(line: &mut Line, step: &Step, last: bool) -> Value {
    assert_eq!(line.turn(), Side::White, "the learner is to move");
    assert!(last || step.wanted.len() == 1, "the next step needs one");
    let wanted = if step.wanted == ANY {
        words(&line.legal_moves())
    } else {
        step.wanted.join(" ")
    };
    assert!(
        line.huffable().is_empty() || wanted.starts_with('!'),
        "a huff is on offer where nothing is said of it: {wanted}"
    );
    check_claims(line, &wanted);
    let value = shown(line, step, &wanted);
    if !wanted.starts_with(CLAIM) {
        *line = try_wanted(line, &wanted, last);
    }
    for action in step.replies {
        act(line, action);
    }
    value
}

fn played(example: &Example, rules: &RuleSet) -> Value {
    let mut line = begun(example, rules);
    let mut value = json!({ "id": example.id });
    if let Some(lead) = example.lead {
        value["lead"] = json!({ "fen": write_fen(line.rules(), line.position()), "move": lead });
        act(&mut line, lead);
    }
    let count = example.steps.len();
    let steps: Vec<_> = (1..)
        .zip(example.steps)
        .map(|(nth, one)| play(&mut line, one, nth == count))
        .collect();
    value["steps"] = steps.into();
    let reason = line.outcome().map(|outcome| outcome.reason);
    assert_eq!(reason, example.ends, "{} in {}", example.id, rules.id);
    let lost = line.outcome().and_then(|outcome| outcome.winner) == Some(Side::Black);
    assert!(
        !lost,
        "{} in {}: the learner does not lose",
        example.id, rules.id
    );
    value
}

/// An example as often as it plays differently, each time with the rule sets that play it so.
fn records(example: &Example) -> Vec<Value> {
    let mut records: Vec<(Value, Vec<&str>)> = Vec::new();
    for rules in RuleSet::ALL.iter().filter(|rules| stands(example, rules)) {
        let value = played(example, rules);
        match records.iter_mut().find(|(known, _)| *known == value) {
            Some((_, sets)) => sets.push(rules.id),
            None => records.push((value, vec![rules.id])),
        }
    }
    let with_sets = |(mut value, sets): (Value, Vec<&str>)| {
        value["sets"] = sets.into();
        value
    };
    records.into_iter().map(with_sets).collect()
}

#[test]
fn the_rules_pages_show_what_these_rules_play() {
    let records: Vec<_> = examples().flat_map(records).collect();
    let lines: Vec<_> = records.iter().map(Value::to_string).collect();
    let text = format!("[\n  {}\n]\n", lines.join(",\n  "));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/src/ui/rules/examples.json"
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

fn ids_of(rules: &RuleSet) -> Vec<&'static str> {
    let examples = examples().filter(|example| stands(example, rules));
    examples.map(|example| example.id).collect()
}

#[test]
fn every_example_stands_for_a_rule_set_and_no_set_has_it_twice() {
    for example in examples() {
        let all = RuleSet::ALL.iter();
        assert!(
            all.clone().any(|rules| stands(example, rules)),
            "{}",
            example.id
        );
    }
    for rules in RuleSet::ALL {
        let ids = ids_of(rules);
        let different: BTreeSet<_> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "{}: {ids:?}", rules.id);
    }
}
