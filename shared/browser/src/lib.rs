//! The rules in a browser, as WebAssembly: what the client must know without asking the club.
//!
//! A request is text and so is its answer. The first line of a request says what is wanted and
//! of which rule set, what follows the line is the text that it is about; the answer is JSON. See
//! [`exports`] for how the two cross the border.

pub mod exports;
mod pdn;
mod perft;
mod play;
#[cfg(test)]
mod typescript;

use damero_rules::RuleSet;
use serde::Serialize;

/// Answers a request.
pub fn answer(request: &str) -> String {
    let (head, body) = request.split_once('\n').unwrap_or((request, ""));
    let words: Vec<&str> = head.split(' ').collect();
    match words[..] {
        ["pdn", wish] => json(pdn::open(wish, body)),
        ["perft", rules, depth] => json(perft::count(rules, depth, body)),
        ["stand", rules] => json(play::stand(rules, body)),
        ["record", rules] => json(play::record(rules, body)),
        ["hint", rules] => json(play::hint(rules, body)),
        ["think", rules, difficulty, seed] => json(play::think(rules, difficulty, seed, body)),
        ["offer", rules, difficulty, seed, computer] => {
            json(play::offer(rules, difficulty, seed, computer, body))
        }
        _ => json::<()>(Err(Failure::new("no_such_request"))),
    }
}

/// What there is instead of an answer: the client has asked for what there is not.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    failed: &'static str,
}

impl Failure {
    pub(crate) const fn new(failed: &'static str) -> Failure {
        Failure { failed }
    }
}

/// A rule set by its id.
pub(crate) fn rule_set(id: &str) -> Result<&'static RuleSet, Failure> {
    RuleSet::by_id(id).ok_or(Failure::new("no_such_rule_set"))
}

fn json<T: Serialize>(answer: Result<T, Failure>) -> String {
    match answer {
        Ok(answer) => serde_json::to_string(&answer),
        Err(failure) => serde_json::to_string(&failure),
    }
    // Nothing of this can fail to become JSON.
    .unwrap_or_default()
}
