//! Games that somebody has as PDN, opened for the client to show.

mod choice;
mod game;
mod problem;
#[cfg(test)]
mod tests;
pub(crate) mod types;

use damero_rules::{PdnEntry, read_pdn};

use crate::{Failure, rule_set};
use choice::Choice;
use types::{Entry, Opened};

/// Opens a text. Where it does not say what is played, the wish decides, or, without one (`-`),
/// what it can be.
pub(crate) fn open(wish: &str, text: &str) -> Result<Opened, Failure> {
    let wish = match wish {
        "-" => None,
        id => Some(rule_set(id)?),
    };
    let choice = Choice::of(text);
    let taken = choice.likeliest.map(|likeliest| wish.unwrap_or(likeliest));
    Ok(Opened {
        entries: read_pdn(text, taken).map(entry).collect(),
        rule_sets: choice.rule_sets.iter().map(|rules| rules.id).collect(),
        taken: taken.map(|rules| rules.id),
    })
}

fn entry(PdnEntry { line, game }: PdnEntry) -> Entry {
    let (game, problem) = match game {
        Ok(game) => (Some(game::tell(&game)), None),
        Err(error) => (None, Some(problem::tell(&error))),
    };
    Entry {
        line,
        game,
        problem,
    }
}
