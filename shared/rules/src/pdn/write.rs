//! Writing.

use super::game_type;
use super::tree::{PdnClocks, PdnGame, PdnLine, PdnNotes};
use super::words::Words;
use crate::fen::write_fen;
use crate::generate::apply;
use crate::position::{Position, Side};
use crate::ruleset::RuleSet;
use crate::square::Square;
use crate::text::notation;

/// What the glyphs 1 to 6 look like.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Writes a game, ending in a line break. Its plies are legal, one after the other, and so are
/// those of its variations.
pub fn write_pdn(game: &PdnGame) -> String {
    let mut text = String::new();
    for tag in &game.tags {
        push_tag(&mut text, tag.name(), tag.value());
    }
    push_tag(&mut text, "Result", game.result.as_str());
    let rule_set = format!("{} {}", game.rules.id, game.rules.version);
    push_tag(&mut text, "RuleSet", &rule_set);
    push_tag(&mut text, "GameType", &game_type::write(game.rules));
    if game.start != Position::initial(game.rules) {
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", &write_fen(game.rules, &game.start));
    }
    text.push('\n');
    let mut writer = Writer {
        rules: game.rules,
        words: Words::new(text),
    };
    writer.line(&game.line, game.start, 1);
    writer.words.push(game.result.as_str());
    writer.words.end()
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.extend(["[", name, " \""]);
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push_str("\"]\n");
}

struct Writer {
    rules: &'static RuleSet,
    words: Words,
}

impl Writer {
    /// A line from a position on, of which the first ply has this number.
    fn line(&mut self, line: &PdnLine, start: Position, number: usize) {
        self.notes(&line.lead, start.turn().other(), false);
        let (mut position, mut number) = (start, number);
        let mut numbered = false;
        for ply in &line.plies {
            let before = position;
            let by_first = position.turn() == self.rules.first();
            if by_first {
                self.words.push(&format!("{number}."));
            } else if !numbered {
                self.words.push(&format!("{number}..."));
            }
            if let Some(square) = ply.huff {
                self.huff(square);
                position = position.without(square);
            }
            self.words.push(&notation(self.rules, &position, &ply.mv));
            self.notes(&ply.notes, position.turn(), true);
            position = apply(self.rules, &position, &ply.mv);
            for variation in &ply.variations {
                self.words.glue("(");
                self.line(variation, before, number);
                self.words.append(")");
            }
            // After a variation the second mover's ply tells its number again.
            numbered = ply.variations.is_empty();
            number += usize::from(!by_first);
        }
        if let Some(square) = line.last_huff {
            self.huff(square);
        }
    }

    fn huff(&mut self, square: Square) {
        self.words.push(&format!("{{[%huff {square}]}}"));
    }

    /// What is said after a ply of `mover`, or before the first one.
    fn notes(&mut self, notes: &PdnNotes, mover: Side, after_move: bool) {
        for (nth, &nag) in notes.nags.iter().enumerate() {
            let mark = usize::from(nag).checked_sub(1).and_then(|at| MARKS.get(at));
            match mark {
                Some(mark) if nth == 0 && after_move => self.words.append(mark),
                _ => self.words.push(&format!("${nag}")),
            }
        }
        if let Some(clocks) = clocks(notes.clocks, mover) {
            self.words.push(&format!("{{[%clk {clocks}]}}"));
        }
        for command in &notes.commands {
            let space = if command.value().is_empty() { "" } else { " " };
            let (name, value) = (command.name(), command.value());
            self.words.push(&format!("{{[%{name}{space}{value}]}}"));
        }
        for comment in &notes.comments {
            self.words.glue("{");
            for word in comment.as_str().split(' ') {
                self.words.push(word);
            }
            self.words.append("}");
        }
    }
}

/// The mover's clock alone, or with their sides; the rival's is the one that runs.
fn clocks(clocks: PdnClocks, mover: Side) -> Option<String> {
    let named = |side: Side| {
        let shown = clocks.of(side)?;
        Some(match (side, side == mover) {
            (Side::White, true) => format!("w{shown}"),
            (Side::White, false) => format!("W{shown}"),
            (Side::Black, true) => format!("b{shown}"),
            (Side::Black, false) => format!("B{shown}"),
        })
    };
    match (clocks.of(mover), clocks.of(mover.other())) {
        (None, None) => None,
        (Some(shown), None) => Some(shown.to_string()),
        _ => {
            let told = [Side::White, Side::Black].into_iter().filter_map(named);
            Some(told.collect::<Vec<_>>().join(" "))
        }
    }
}
