//! Who plays: the engine, a level of it, two simple minds, any program that speaks Hub.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use damero_engine::{Action, Engine, Level, Limits, TableSize, reply};
use damero_hub::{Limit, share};
use damero_rules::{Line, Move, RuleSet};
use thiserror::Error;

use super::chance::Chance;
use super::game::Course;
use super::program::Program;

/// Memory of each engine in this process.
const MEGABYTES: u16 = 16;

/// What a player did that nobody may: the game is then lost.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Fault {
    #[error("{0} is illegal")]
    Illegal(String),
    #[error("it crashed: {0}")]
    Crash(String),
    #[error("it took {:.3} s", .0.as_secs_f64())]
    Overrun(Duration),
}

/// Somebody who plays game after game.
pub(crate) trait Player {
    fn name(&self) -> &str;

    /// A game begins that has nothing to do with others.
    fn begin(&mut self, rules: &'static RuleSet) -> Result<(), Fault>;

    /// What it does on its turn.
    fn act(&mut self, course: &Course, limit: Limit, seed: u64) -> Result<Action, Fault>;
}

/// A player by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Who {
    /// The engine within the match's limits.
    Full,
    /// A level, within its own.
    Level(Level),
    /// Plays at random, but captures whenever it can.
    Random,
    /// Looks one ply ahead: most captures, then crowning, else at random.
    OnePly,
    /// A program, with its arguments.
    Hub(String),
}

impl Who {
    pub(crate) fn player(&self) -> Box<dyn Player> {
        let engine = || Engine::new(TableSize::megabytes(MEGABYTES));
        let name = self.to_string();
        match self {
            Self::Full => Box::new(Full { engine: engine() }),
            &Self::Level(level) => Box::new(AtLevel {
                name,
                engine: engine(),
                level,
            }),
            Self::Random => Box::new(Simple { name, looks: false }),
            Self::OnePly => Box::new(Simple { name, looks: true }),
            Self::Hub(command) => Box::new(Program::new(name, command.clone())),
        }
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("full", "") => Ok(Self::Full),
            ("random", "") => Ok(Self::Random),
            ("one-ply", "") => Ok(Self::OnePly),
            ("level", number) => {
                let level = number.parse().ok().and_then(Level::new);
                level
                    .map(Self::Level)
                    .ok_or("levels are 1 to 100".to_owned())
            }
            ("hub", command) if !command.trim().is_empty() => Ok(Self::Hub(command.to_owned())),
            _ => Err("players are full, level:N, random, one-ply and hub:COMMAND".to_owned()),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("full"),
            Self::Level(level) => write!(f, "level:{}", level.number()),
            Self::Random => f.write_str("random"),
            Self::OnePly => f.write_str("one-ply"),
            Self::Hub(command) => write!(f, "hub:{command}"),
        }
    }
}

struct Full {
    engine: Engine,
}

impl Player for Full {
    fn name(&self) -> &str {
        "full"
    }

    fn begin(&mut self, _: &'static RuleSet) -> Result<(), Fault> {
        self.engine.forget();
        Ok(())
    }

    fn act(&mut self, course: &Course, limit: Limit, _: u64) -> Result<Action, Fault> {
        let began = Instant::now();
        // Depth by depth it would know when half of its time is over; alone it uses what it has.
        let most = share(limit.time).map(|share| share.most.min(share.aim * 2));
        let mut stop = || most.is_some_and(|most| began.elapsed() >= most);
        let limits = Limits {
            nodes: limit.nodes.unwrap_or(u64::MAX),
            depth: limit.depth.unwrap_or(u32::MAX),
        };
        let found = self.engine.search(&course.line, limits, &mut stop);
        found.action.ok_or_else(nothing)
    }
}

struct AtLevel {
    name: String,
    engine: Engine,
    level: Level,
}

impl Player for AtLevel {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _: &'static RuleSet) -> Result<(), Fault> {
        Ok(())
    }

    fn act(&mut self, course: &Course, _: Limit, seed: u64) -> Result<Action, Fault> {
        reply(&mut self.engine, &course.line, self.level, seed).ok_or_else(nothing)
    }
}

/// A mind that looks no further than its own move. It huffs what it may.
struct Simple {
    name: String,
    /// Whether it looks at what a move does at all.
    looks: bool,
}

impl Player for Simple {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _: &'static RuleSet) -> Result<(), Fault> {
        Ok(())
    }

    fn act(&mut self, course: &Course, _: Limit, seed: u64) -> Result<Action, Fault> {
        simple(&course.line, self.looks, &mut Chance::of(seed, 0)).ok_or_else(nothing)
    }
}

fn simple(line: &Line, looks: bool, chance: &mut Chance) -> Option<Action> {
    if let Some(square) = line.huffable().iter().next() {
        return Some(Action::Huff(square));
    }
    let worth = |mv: &Move| match (mv.captured.len(), looks) {
        (0, _) => (0, looks && mv.crowns),
        (taken, true) => (taken, mv.crowns),
        (_, false) => (1, false),
    };
    let moves = line.legal_moves();
    let most = moves.iter().map(worth).max()?;
    let best = moves.into_iter().filter(|mv| worth(mv) == most).collect();
    chance.one(best).map(Action::Play)
}

fn nothing() -> Fault {
    Fault::Crash("it found nothing to play".to_owned())
}
