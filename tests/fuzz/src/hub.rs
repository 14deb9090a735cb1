//! Conversations in the Hub protocol, with an engine that plays any of the rule sets.

use damero_engine::{Action, Level};
use damero_hub::{
    Command, Order, Params, Session, parse_action, parse_board, share, write_action, write_board,
};
use damero_rules::{Line, RuleSet};

/// The first line is the rule set, the rest is said to the engine. What it answers can be read;
/// where it is to search there is something to find, and it can be written.
///
/// # Panics
/// If it is otherwise.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (id, text) = text.split_once('\n').unwrap_or(("", &text));
    let params = Params {
        rules: RuleSet::by_id(id.trim_end()).unwrap_or(&RuleSet::ALL[0]),
        level: Level::HIGHEST,
        memory: 1,
    };
    let mut session = Session::new(params);
    for line in text.split('\n') {
        match session.read(line) {
            Some(Order::Say(answer)) => {
                for said in answer.to_string().lines() {
                    assert!(matches!(Command::parse(said), Ok(Some(_))), "{said}");
                }
            }
            Some(Order::Search(task)) => {
                if let Some(share) = share(task.limit.time) {
                    assert!(share.aim <= share.most);
                }
                searched(&task.line);
            }
            _ => {}
        }
    }
}

fn searched(line: &Line) {
    assert_eq!(line.outcome(), None);
    let rules = line.rules();
    let board = write_board(rules, line.position());
    assert_eq!(parse_board(rules, &board), Ok(*line.position()));
    // A position out of nowhere may have captures without number.
    let moves = line.legal_moves().into_iter().take(3).map(Action::Play);
    for action in moves.chain(line.huffable().iter().map(Action::Huff)) {
        let text = write_action(line, &action);
        assert_eq!(parse_action(line, &text).as_ref(), Ok(&action), "{text}");
    }
}
