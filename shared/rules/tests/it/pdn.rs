//! Games as PDN.

mod errors;
mod files;
mod forms;
mod real;
mod round;
mod written;

use damero_rules::{PdnGame, PdnLine, RuleSet, read_pdn};

/// The compact text of a line: full paths, huffs where they happened, variations in parentheses.
fn compact(line: &PdnLine) -> String {
    let mut words = Vec::new();
    for ply in &line.plies {
        words.extend(ply.huff.map(|at| format!("!{at}")));
        words.push(ply.mv.to_string());
        let inner = ply.variations.iter();
        words.extend(inner.map(|line| format!("({})", compact(line))));
    }
    words.extend(line.last_huff.map(|at| format!("!{at}")));
    words.join(" ")
}

/// The one game of a text.
fn only(text: &str, rules: Option<&'static RuleSet>) -> PdnGame {
    let mut games = read_pdn(text, rules);
    let first = games.next().unwrap_or_else(|| panic!("no game in {text}"));
    assert_eq!(games.next(), None, "{text}");
    first.game.unwrap_or_else(|error| panic!("{text}\n{error}"))
}
