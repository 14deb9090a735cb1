//! A game as PDN 3.0.
//!
//! Squares are numeric, captures short where the ends decide. The result token is PDN's `1-0`,
//! `0-1`, `1/2-1/2` or `*`; the older `2-0` style is not used.
//!
//! A huff is a comment command, `{[%huff 17]}`, that stands where it happened: after the ply
//! before it and before the ply that follows it, if one does. A huff that ends the game, or that
//! is the last thing that happened in an unfinished one, thus stands last before the result. A
//! clock, `{[%clk 0:04:59.3]}`, belongs to the ply before it. A reader plays huffs where it meets
//! them and needs to know no more.

use std::fmt;

use crate::fen::write_fen;
use crate::generate::apply;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::ruleset::RuleSet;
use crate::square::Square;
use crate::text::notation;

/// How wide a line of the moves may be.
const WIDTH: usize = 80;

/// The tags that follow from the game itself.
const OWN_TAGS: [&str; 4] = ["Result", "GameType", "SetUp", "FEN"];

/// A game to be written.
#[derive(Debug, Clone)]
pub struct PdnGame<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// Names and values of tags, in order; values are any text. `Result`, `GameType`, `SetUp` and
    /// `FEN` follow from the game: they are written after these and ignored among them.
    pub tags: Vec<(&'a str, String)>,
    /// Where the game starts.
    pub start: Position,
    /// Its plies.
    pub plies: Vec<PdnPly<'a>>,
    /// A huff after the last ply.
    pub last_huff: Option<Square>,
    /// How it ended.
    pub result: PdnResult,
}

/// A ply of a game.
#[derive(Debug, Clone, Copy)]
pub struct PdnPly<'a> {
    /// The piece that the mover huffed before it.
    pub huff: Option<Square>,
    /// The move.
    pub mv: &'a Move,
    /// What the mover's clock showed after it.
    pub clock: Option<Tenths>,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdnResult {
    /// That side won.
    Won(Side),
    /// A draw.
    Drawn,
    /// Not finished, or not known.
    Open,
}

impl PdnResult {
    /// The token, White's points first.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won(Side::White) => "1-0",
            Self::Won(Side::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

/// A time on a clock, in tenths of a second; written as `h:mm:ss.d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tenths(pub u32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, tenth) = (self.0 / 10, self.0 % 10);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        write!(f, "{hours}:{minutes:02}:{:02}.{tenth}", seconds % 60)
    }
}

/// Writes a game, ending in a line break. Its plies are legal, one after the other.
pub fn write_pdn(game: &PdnGame<'_>) -> String {
    let mut text = String::new();
    for (name, value) in game
        .tags
        .iter()
        .filter(|(name, _)| !OWN_TAGS.contains(name))
    {
        push_tag(&mut text, name, value);
    }
    push_tag(&mut text, "Result", game.result.as_str());
    push_tag(&mut text, "GameType", &game_type(game.rules));
    if game.start != Position::initial(game.rules) {
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", &write_fen(game.rules, &game.start));
    }
    text.push('\n');
    text.push_str(&wrapped(&tokens(game)));
    text
}

/// A tag; quotes and backslashes are escaped, and control characters become spaces, because a
/// value is one line.
fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push_str("\"]\n");
}

/// `type,first mover,width,height,notation,invert`. The notation is numeric; its digit says where
/// square 1 is as the first mover sees the board: 2 the top left, 1 the bottom right.
fn game_type(rules: &RuleSet) -> String {
    let board: &Geometry = rules.board();
    let (first, corner) = match rules.first() {
        Side::White => ('W', 2),
        Side::Black => ('B', 1),
    };
    format!(
        "{},{first},{},{},N{corner},0",
        rules.game_type,
        board.cols(),
        board.rows()
    )
}

/// What stands between the tags and the end, piece by piece; none of it may be broken.
fn tokens(game: &PdnGame<'_>) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut position = game.start;
    let mut number = 1;
    for (nth, ply) in game.plies.iter().enumerate() {
        let by_first = position.turn() == game.rules.first();
        if by_first {
            tokens.push(format!("{number}."));
        } else if nth == 0 {
            tokens.push(format!("{number}..."));
        }
        if let Some(square) = ply.huff {
            tokens.push(huff(square));
            position = position.without(square);
        }
        tokens.push(notation(game.rules, &position, ply.mv));
        if let Some(clock) = ply.clock {
            tokens.push(format!("{{[%clk {clock}]}}"));
        }
        position = apply(game.rules, &position, ply.mv);
        number += u32::from(!by_first);
    }
    tokens.extend(game.last_huff.map(huff));
    tokens.push(game.result.as_str().to_owned());
    tokens
}

fn huff(square: Square) -> String {
    format!("{{[%huff {square}]}}")
}

fn wrapped(tokens: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for token in tokens {
        if width == 0 {
            width = token.len();
        } else if width + 1 + token.len() > WIDTH {
            text.push('\n');
            width = token.len();
        } else {
            text.push(' ');
            width += 1 + token.len();
        }
        text.push_str(token);
    }
    text.push('\n');
    text
}
