//! A game as PDN knows it. Whatever can be built of these types can be written, and is read back
//! as the same.

use std::fmt;

use super::command;
use crate::moves::Move;
use crate::position::{Position, Side};
use crate::ruleset::RuleSet;
use crate::square::Square;

/// The tags that follow from the game itself; they are written after the others.
pub(super) const OWN_TAGS: [&str; 5] = ["Result", "RuleSet", "GameType", "SetUp", "FEN"];

/// How deep variations may stand in each other.
pub(super) const DEEPEST: usize = 64;

/// A game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnGame {
    /// The rule set.
    pub rules: &'static RuleSet,
    /// Its tags, in order, but for those that the other fields say.
    pub tags: Vec<PdnTag>,
    /// Where it starts.
    pub start: Position,
    /// What was played.
    pub line: PdnLine,
    /// How it is recorded to have ended, which need not be how it ended on the board.
    pub result: PdnResult,
}

impl PdnGame {
    /// The value of the first tag of that name; none of `Result`, `RuleSet`, `GameType`, `SetUp`
    /// and `FEN`, which the other fields say.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(&tag.value)
    }
}

/// What was played from a position: the game itself, or a variation of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdnLine {
    /// What is said before the first ply.
    pub lead: PdnNotes,
    /// The plies, each legal after those before it.
    pub plies: Vec<PdnPly>,
    /// A huff after the last ply.
    pub last_huff: Option<Square>,
}

/// A ply of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnPly {
    /// The piece that the mover huffed before it.
    pub huff: Option<Square>,
    /// The move.
    pub mv: Move,
    /// What is said about it.
    pub notes: PdnNotes,
    /// What might have been played instead of it, and of the huff before it; at most 64 deep in
    /// each other, which is what the reader allows.
    pub variations: Vec<PdnLine>,
}

impl From<Move> for PdnPly {
    fn from(mv: Move) -> Self {
        Self {
            huff: None,
            mv,
            notes: PdnNotes::default(),
            variations: Vec::new(),
        }
    }
}

/// What is said about a ply, or before the first one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdnNotes {
    /// Numeric annotation glyphs; 1 to 6 are `!`, `?`, `!!`, `??`, `!?`, `?!`.
    pub nags: Vec<u8>,
    /// What the clocks showed after it.
    pub clocks: PdnClocks,
    /// Other commands.
    pub commands: Vec<PdnCommand>,
    /// Comments, for people.
    pub comments: Vec<PdnComment>,
}

/// What the two clocks showed, as far as it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PdnClocks {
    /// White's.
    pub white: Option<Tenths>,
    /// Black's.
    pub black: Option<Tenths>,
}

impl PdnClocks {
    /// What one clock showed.
    pub const fn one(side: Side, shown: Option<Tenths>) -> Self {
        match side {
            Side::White => Self {
                white: shown,
                black: None,
            },
            Side::Black => Self {
                white: None,
                black: shown,
            },
        }
    }

    /// That side's.
    pub const fn of(self, side: Side) -> Option<Tenths> {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The same, with what another set tells put in.
    pub(super) fn and(self, later: Self) -> Self {
        Self {
            white: later.white.or(self.white),
            black: later.black.or(self.black),
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

/// A tag that does not follow from the game itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnTag {
    name: String,
    value: String,
}

impl PdnTag {
    /// A tag; control characters of its value become spaces, because a value is one line.
    ///
    /// None if the name is not a letter with letters, digits and underscores after it, or is one
    /// of `Result`, `RuleSet`, `GameType`, `SetUp` and `FEN`, which other fields say.
    pub fn new(name: &str, value: &str) -> Option<Self> {
        let taken = OWN_TAGS.contains(&name);
        (is_identifier(name) && !taken).then(|| Self {
            name: name.to_owned(),
            value: one_line(value),
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value.
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// A command within a comment, such as `[%eval 0.3]`, that means nothing here and is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnCommand {
    name: String,
    value: String,
}

impl PdnCommand {
    /// A command; runs of white space in its value become single spaces.
    ///
    /// None if the name is not a letter with letters, digits and underscores after it, if the value
    /// has a bracket or a brace that would end it, and if it is a clock or a huff, which other
    /// fields say.
    pub fn new(name: &str, value: &str) -> Option<Self> {
        let value = words(value);
        let ends = value.contains(['[', ']', '}']);
        let own = name == command::HUFF || command::clocks(name, &value, Side::White).is_some();
        (is_identifier(name) && !ends && !own).then(|| Self {
            name: name.to_owned(),
            value,
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What follows the name.
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// A comment's text: words with single spaces between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnComment(String);

impl PdnComment {
    /// A comment of these words; none if there are none. PDN has no way to write `}` in a comment:
    /// it becomes `)`. What would be taken for a command is set apart as `[ %`.
    pub fn new(text: &str) -> Option<Self> {
        let text = words(text).replace('}', ")").replace("[%", "[ %");
        (!text.is_empty()).then_some(Self(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdnResult {
    /// That side won.
    Won(Side),
    /// A draw.
    Drawn,
    /// Both lost, by forfeit.
    BothLost,
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
            Self::BothLost => "0-0",
            Self::Open => "*",
        }
    }
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let breaks = |c: char| c.is_whitespace() || c.is_control();
    for word in text.split(breaks).filter(|word| !word.is_empty()) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    words
}
