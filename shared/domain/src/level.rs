//! The progressive computer: a ladder of a hundred levels, and where somebody stands on it.

mod play;
#[cfg(test)]
mod tests;

pub use play::{Computer, Start, Turn, is_asked, replies, seed};

use crate::credit::Credit;
use crate::game::{Game, Origin, Reason};
use crate::ids::{GameId, Person};
use crate::rating::{Moment, Score};
use crate::side::BySide;
use crate::time::Millis;
use damero_rules::{RuleSet, Side};
use std::cmp::Ordering;
use std::fmt;

/// A rung of the ladder, from 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Where everybody begins.
    pub const FIRST: Level = Level(1);
    /// The full engine.
    pub const LAST: Level = Level(100);

    /// The level of this number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        let level = Level(number);
        (Level::FIRST..=Level::LAST)
            .contains(&level)
            .then_some(level)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    fn next(self) -> Level {
        Level(self.0 + 1).min(Level::LAST)
    }

    fn previous(self) -> Level {
        Level(self.0 - 1).max(Level::FIRST)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// So many losses in a row take somebody a level down.
const LOSSES: u8 = 2;

/// Where somebody stands in one rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// The level of the next game.
    pub level: Level,
    /// The highest level beaten so far.
    pub highest: Option<Level>,
    /// Losses in a row at this level, since the last drop.
    pub losses: u8,
    /// The game that is being played: there is one at most.
    pub running: Option<GameId>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            level: Level::FIRST,
            highest: None,
            losses: 0,
            running: None,
        }
    }
}

/// The end of a game against the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelEnd {
    /// Which, and when.
    pub moment: Moment,
    /// Who played against the computer.
    pub player: Person,
    /// By which rules.
    pub rules: &'static RuleSet,
    /// Against which level.
    pub level: Level,
    /// What it was worth to the player; `None` if it was cancelled.
    pub score: Option<Score>,
    /// How many moves each side made.
    pub moves: BySide<u16>,
    /// From the start to the end.
    pub lasted: Millis,
}

impl LevelEnd {
    /// Whether the level was beaten.
    #[must_use]
    pub fn is_beaten(&self) -> bool {
        self.score == Some(Score::Win)
    }
}

impl Game {
    /// What its end means to its player's progress, if it is against the computer and has
    /// ended.
    #[must_use]
    pub fn level_end(&self) -> Option<LevelEnd> {
        let Origin::Level(level) = self.setup().origin else {
            return None;
        };
        let ended = self.ended()?;
        let player = self.computer()?.other();
        let score = match ended.winner {
            Some(winner) if winner == player => Score::Win,
            Some(_) => Score::Loss,
            None => Score::Draw,
        };
        Some(LevelEnd {
            moment: Moment {
                ended_at: ended.at,
                game: self.setup().id,
            },
            player: self.setup().players[player],
            rules: self.setup().rules,
            level,
            score: (ended.reason != Reason::Cancelled).then_some(score),
            moves: BySide::new(|side: Side| self.moves_of(side)),
            lasted: ended.at - self.setup().started,
        })
    }
}

/// What a result did to its player's level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Climb {
    /// The level before.
    pub from: Level,
    /// The level after.
    pub to: Level,
}

/// Which way it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up.
    Rose,
    /// Down.
    Fell,
    /// Neither.
    Stayed,
}

impl Direction {
    /// The stable name that goes over the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Direction::Rose => "rose",
            Direction::Fell => "fell",
            Direction::Stayed => "stayed",
        }
    }
}

impl Climb {
    /// Which way it went.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self.to.cmp(&self.from) {
            Ordering::Greater => Direction::Rose,
            Ordering::Less => Direction::Fell,
            Ordering::Equal => Direction::Stayed,
        }
    }
}

/// What a result did to its player: kept with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// To the level.
    pub climb: Climb,
    /// What a beaten level earned.
    pub credit: Option<Credit>,
}

/// What the League is told of a beaten level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beaten {
    /// By which game, and when it ended. Its week is the weekly period of that end.
    pub moment: Moment,
    /// Of which rule set.
    pub rules: &'static RuleSet,
    /// Which level.
    pub level: Level,
    /// How many credits were granted for it.
    pub credits: u32,
}

impl Progress {
    /// Where its player stands after a game.
    ///
    /// A game of another level than the present one is of a browser that was linked while
    /// it was played: won it can only raise, and lost it says nothing of the present level.
    #[must_use]
    pub fn after(self, end: &LevelEnd) -> Progress {
        let running = self.running.filter(|game| *game != end.moment.game);
        let here = Progress { running, ..self };
        match end.score {
            Some(Score::Win) => Progress {
                level: here.level.max(end.level.next()),
                highest: here.highest.max(Some(end.level)),
                losses: if end.level < here.level {
                    here.losses
                } else {
                    0
                },
                ..here
            },
            _ if end.level != here.level => here,
            Some(Score::Draw) => Progress { losses: 0, ..here },
            Some(Score::Loss) if here.losses + 1 < LOSSES => Progress {
                losses: here.losses + 1,
                ..here
            },
            Some(Score::Loss) => Progress {
                level: here.level.previous(),
                losses: 0,
                ..here
            },
            None => here,
        }
    }

    /// What an account has once a browser with `other` is linked to it: the better of both
    /// levels, its own streak, and of two running games its own.
    #[must_use]
    pub fn joined(self, other: Progress) -> Progress {
        Progress {
            level: self.level.max(other.level),
            highest: self.highest.max(other.highest),
            losses: self.losses,
            running: self.running.or(other.running),
        }
    }
}
