//! What an engine says.

use std::fmt;
use std::time::Duration;

use damero_engine::Score;

use crate::command::quoted;
use crate::params::Params;

/// A line, or a few, that an engine says.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Who it is and what can be set, as it is now: `id`, `param` and `wait`.
    Hello(Params),
    /// It is ready.
    Ready,
    /// How far its search is.
    Info(Info),
    /// What it does, and what it then expects.
    Done {
        /// Its action.
        action: String,
        /// The rival's.
        ponder: Option<String>,
    },
    /// It is there.
    Pong,
    /// What it was told makes no sense.
    Error(String),
}

/// How far a search is.
#[derive(Debug, Clone, PartialEq)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: u32,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// Since it began.
    pub time: Duration,
    /// The actions of both sides.
    pub line: Vec<String>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(params) => {
                let version = env!("CARGO_PKG_VERSION");
                writeln!(f, "id name=Damero version={version} author=Damero")?;
                write!(f, "{params}wait")
            }
            Self::Ready => f.write_str("ready"),
            Self::Info(info) => info.fmt(f),
            Self::Done { action, ponder } => {
                write!(f, "done move={action}")?;
                match ponder {
                    Some(ponder) => write!(f, " ponder={ponder}"),
                    None => Ok(()),
                }
            }
            Self::Pong => f.write_str("pong"),
            Self::Error(message) => write!(f, "error message={}", in_quotes(message)),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes, .. } = self;
        let (seconds, score) = (self.time.as_secs_f64(), men(self.score));
        write!(
            f,
            "info depth={depth} score={score} nodes={nodes} time={seconds:.3}"
        )?;
        // Positions a microsecond are millions a second.
        let hundred = u128::from(*nodes) * 100;
        if let Some(hundredths) = hundred.checked_div(self.time.as_micros()) {
            write!(f, " nps={}.{:02}", hundredths / 100, hundredths % 100)?;
        }
        write!(f, " pv={}", in_quotes(&self.line.join(" ")))
    }
}

/// A score in men. A game won in so many plies is worth a hundred, less a hundredth for each.
fn men(score: Score) -> String {
    let hundredths = match (score.wins_in(), score.loses_in()) {
        (Some(plies), _) => 10_000 - i64::from(plies),
        (_, Some(plies)) => i64::from(plies) - 10_000,
        _ => i64::from(score.hundredths()),
    };
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// A text in quotes, whether it needs them or not.
fn in_quotes(text: &str) -> String {
    let written = quoted(text);
    if written.starts_with('"') {
        written
    } else {
        format!("\"{written}\"")
    }
}
