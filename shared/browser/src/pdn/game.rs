//! A game in the client's words.

use std::fmt::Write as _;

use damero_rules::{PdnClocks, PdnGame, PdnNotes, PdnResult, Side, Tenths, write_fen, write_pdn};

use super::types::{Clocks, Ended, Game, Tag};

pub(super) fn tell(game: &PdnGame) -> Game {
    let mut frames = Frames::default();
    frames.push(&game.line.lead);
    for ply in &game.line.plies {
        if let Some(square) = ply.huff {
            frames.huff(square);
        }
        // Writing to a string cannot fail.
        let _ = write!(frames.word(), "{}", ply.mv);
        frames.push(&ply.notes);
    }
    if let Some(square) = game.line.last_huff {
        frames.huff(square);
    }
    Game {
        rule_set: game.rules.id,
        tags: game
            .tags
            .iter()
            .map(|tag| Tag {
                name: tag.name().to_owned(),
                value: tag.value().to_owned(),
            })
            .collect(),
        start: write_fen(game.rules, &game.start),
        ended: ended(game.result),
        pdn: write_pdn(game),
        moves: frames.moves,
        clocks: unless_all_empty(frames.clocks),
        notes: unless_all_empty(frames.notes),
    }
}

/// What is told frame by frame: the start, and one for each move and huff.
#[derive(Default)]
struct Frames {
    moves: String,
    clocks: Vec<Clocks>,
    notes: Vec<String>,
}

impl Frames {
    /// Where the next move or huff is written.
    fn word(&mut self) -> &mut String {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        &mut self.moves
    }

    fn huff(&mut self, square: impl std::fmt::Display) {
        let _ = write!(self.word(), "!{square}");
        self.push(&PdnNotes::default());
    }

    /// A clock shows what it last showed.
    fn push(&mut self, notes: &PdnNotes) {
        let before = self.clocks.last().copied().unwrap_or_default();
        self.clocks.push(clocks(notes.clocks, before));
        self.notes.push(words(notes));
    }
}

fn clocks(told: PdnClocks, before: Clocks) -> Clocks {
    let ms = |Tenths(tenths)| u64::from(tenths) * 100;
    Clocks {
        white: told.of(Side::White).map(ms).or(before.white),
        black: told.of(Side::Black).map(ms).or(before.black),
    }
}

/// Glyphs, then comments.
fn words(notes: &PdnNotes) -> String {
    let glyphs = notes.nags.iter().map(|&nag| glyph(nag));
    let comments = notes
        .comments
        .iter()
        .map(|comment| comment.as_str().to_owned());
    glyphs.chain(comments).collect::<Vec<_>>().join(" ")
}

fn glyph(nag: u8) -> String {
    match nag {
        1 => "!".to_owned(),
        2 => "?".to_owned(),
        3 => "!!".to_owned(),
        4 => "??".to_owned(),
        5 => "!?".to_owned(),
        6 => "?!".to_owned(),
        nag => format!("${nag}"),
    }
}

const fn ended(result: PdnResult) -> Ended {
    match result {
        PdnResult::Won(Side::White) => Ended::White,
        PdnResult::Won(Side::Black) => Ended::Black,
        PdnResult::Drawn => Ended::Drawn,
        PdnResult::BothLost => Ended::BothLost,
        PdnResult::Open => Ended::Open,
    }
}

/// Most games have neither clocks nor comments.
fn unless_all_empty<T: Default + PartialEq>(frames: Vec<T>) -> Vec<T> {
    if frames.iter().all(|frame| *frame == T::default()) {
        Vec::new()
    } else {
        frames
    }
}
