//! What may be asked of engines: to play, and to play each other.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use damero_engine::Level;
use damero_rules::RuleSet;

use super::ruleset;
use crate::matches::{Pace, Sprt, Terms, Who};

#[derive(Args)]
pub(crate) struct HubArgs {
    /// The rule set to begin with; a `set-param` may change it.
    #[arg(long, visible_alias = "rule-set", value_name = "ID", value_parser = ruleset,
          default_value = "mesita-international")]
    pub(crate) ruleset: &'static RuleSet,
    /// How well it plays, 1 to 100. Below 100 it thinks as much as its level does, whatever time
    /// it is given.
    #[arg(long, value_name = "N", value_parser = level, default_value = "100")]
    pub(crate) level: Level,
    /// Megabytes of memory.
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u16).range(1..=16_384))]
    pub(crate) memory: u16,
    /// What decides the chance in a level's play.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

fn level(number: &str) -> Result<Level, String> {
    let level = number.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "levels are 1 to 100".to_owned())
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The first player: `full`, `level:N`, `random`, `one-ply` or `hub:COMMAND`.
    #[arg(value_name = "PLAYER")]
    pub(crate) first: Who,
    /// The second.
    #[arg(value_name = "RIVAL")]
    pub(crate) second: Who,
    /// The rule set; `damero rulesets` lists them.
    #[arg(long, visible_alias = "rule-set", value_name = "ID", value_parser = ruleset)]
    pub(crate) ruleset: &'static RuleSet,
    /// Two games from each of at most so many openings.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) pairs: u32,
    /// Positions a move, for those that are no level.
    #[arg(long, value_name = "N", default_value_t = 20_000, conflicts_with_all = ["move_time", "clock"])]
    nodes: u64,
    /// Seconds a move instead.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "clock")]
    move_time: Option<Duration>,
    /// Seconds for a game and for each move, as `60+0.6`, instead.
    #[arg(long, value_name = "TIME+MORE", value_parser = clock)]
    clock: Option<(Duration, Duration)>,
    /// Seconds by which a move may be late: pipes and a busy machine take some.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.2")]
    grace: Duration,
    /// Stop when the first is found to be better by the second of these, in Elo, or by no more
    /// than the first of them.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// How often that may find it better by error.
    #[arg(long, value_name = "P", value_parser = error_rate, default_value = "0.05")]
    alpha: f64,
    /// How often that may miss it.
    #[arg(long, value_name = "P", value_parser = error_rate, default_value = "0.05")]
    beta: f64,
    /// What decides all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) jobs: u32,
    /// Where the games go, as PDN. A match that broke off goes on from there.
    #[arg(long, value_name = "FILE")]
    pub(crate) pdn: Option<PathBuf>,
}

impl MatchArgs {
    pub(crate) fn terms(&self) -> Terms {
        let pace = match (self.move_time, self.clock) {
            (Some(time), _) => Pace::Move(time),
            (None, Some((time, more))) => Pace::Clock(time, more),
            (None, None) => Pace::Nodes(self.nodes),
        };
        Terms {
            pace,
            grace: self.grace,
        }
    }

    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let (elo0, elo1) = self.sprt?;
        Some(Sprt {
            elo0,
            elo1,
            alpha: self.alpha,
            beta: self.beta,
        })
    }
}

#[derive(Args)]
pub(crate) struct LadderArgs {
    /// The rule sets.
    #[arg(long, visible_alias = "rule-sets", value_name = "ID,…", value_delimiter = ',', value_parser = ruleset,
          default_value = "vezz-8x8,mesita-english,mesita-russian,mesita-international,mesita-turkish")]
    pub(crate) rulesets: Vec<&'static RuleSet>,
    /// The levels; each plays the one ten above it, where both are named.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = level,
          default_value = "1,10,11,20,21,30,31,40,41,50,51,60,61,70,71,80,81,90,91,100")]
    pub(crate) levels: Vec<Level>,
    /// At most so many pairs of games for each step.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) pairs: u32,
    /// What decides all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) jobs: u32,
    /// Where the games go; what is there already is not played again.
    #[arg(long, value_name = "DIRECTORY", default_value = "target/strength")]
    pub(crate) games: PathBuf,
    /// The page.
    #[arg(long, value_name = "FILE", default_value = "docs/proofs/strength.md")]
    pub(crate) page: PathBuf,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "seconds are a number above 0".to_owned())
}

fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let (time, more) = text.split_once('+').unwrap_or((text, "0"));
    let more = if more == "0" {
        Duration::ZERO
    } else {
        seconds(more)?
    };
    Ok((seconds(time)?, more))
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.parse().ok().filter(|elo: &f64| elo.is_finite());
    let both = text
        .split_once(',')
        .and_then(|(low, high)| Some((number(low)?, number(high)?)));
    both.filter(|(low, high)| low < high)
        .ok_or_else(|| "two differences in Elo are expected, as `0,20`".to_owned())
}

fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text
        .parse()
        .ok()
        .filter(|rate| (0.0001..0.5).contains(rate));
    rate.ok_or_else(|| "a share of errors is between 0.0001 and 0.5".to_owned())
}
