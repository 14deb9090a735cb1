//! How long a search may take.

use std::time::Duration;

use thiserror::Error;

use crate::command::Command;

/// More seconds than these are as good as no limit.
const LONGEST: f64 = 1e8;

/// How far a search goes; whatever is reached first ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limit {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Time,
}

/// How much time there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Time {
    /// As much as it takes, until it is told to stop.
    #[default]
    Unlimited,
    /// So much for this move.
    Move(Duration),
    /// What a clock shows.
    Clock(Clock),
}

/// A clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// What is left of the time.
    pub left: Duration,
    /// For so many moves; for the whole game if it does not say.
    pub moves: Option<u32>,
    /// What is added before every move, this one too.
    pub increment: Duration,
}

/// Why a `level` says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LimitError {
    /// An argument has no number that fits.
    #[error("{name} is no number that fits: {value:?}")]
    NoNumber {
        /// The argument.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// It has no argument that is known.
    #[error("a level has depth, nodes, move-time, time or infinite")]
    Nothing,
}

impl Limit {
    /// Reads the arguments of a `level`.
    ///
    /// # Errors
    /// Why it has none.
    pub fn of(command: &Command<'_>) -> Result<Self, LimitError> {
        let depth = number(command, "depth", |text| text.parse().ok())?;
        let nodes = number(command, "nodes", |text| text.parse().ok())?;
        let move_time = number(command, "move-time", seconds)?;
        let left = number(command, "time", seconds)?;
        let moves = number(command, "moves", |text| text.parse().ok())?;
        let increment = number(command, "inc", seconds)?.unwrap_or_default();
        let time = match (move_time, left) {
            (Some(time), _) => Time::Move(time),
            (None, Some(left)) => Time::Clock(Clock {
                left,
                moves,
                increment,
            }),
            (None, None) => Time::Unlimited,
        };
        let limit = Self { depth, nodes, time };
        if limit == Self::default() && !command.has("infinite") {
            return Err(LimitError::Nothing);
        }
        Ok(limit)
    }
}

fn number<T>(
    command: &Command<'_>,
    name: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, LimitError> {
    let Some(value) = command.get(name) else {
        return Ok(None);
    };
    read(value).map(Some).ok_or_else(|| LimitError::NoNumber {
        name,
        value: value.to_owned(),
    })
}

/// Seconds as a real number; less than none, as a clock may show that has just run down, is none.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if seconds.is_nan() {
        return None;
    }
    Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST)).ok()
}
