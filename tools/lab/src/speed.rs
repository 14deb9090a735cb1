//! How fast the engine is, and how that compares with counting moves.

use std::time::{Duration, Instant};

use damero_engine::{Engine, Level, Limits, TableSize, reply};
use damero_rules::{Line, RuleSet, perft_to_leaves};

/// What is counted to compare: enough to be worth timing everywhere.
const PERFT_DEPTH: u32 = 7;

/// Positions that are searched, from games of a middling level.
const POSITIONS: u64 = 10;

/// How deep.
const DEPTH: u32 = 13;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Of this rule set alone.
    #[arg(long)]
    ruleset: Option<String>,
    /// How many positions are searched to measure their rate.
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
}

pub(crate) fn run(options: &Options) {
    let mut engine = Engine::new(TableSize::megabytes(16));
    println!(
        "M nodes/s searched, M leaves/s counted by the rules, ratio; {POSITIONS} positions to depth \
         {DEPTH}, median and worst; the slowest replies of levels 49 and 100; {} KB",
        engine.bytes() / 1024
    );
    let chosen = |rules: &&RuleSet| options.ruleset.as_deref().is_none_or(|id| id == rules.id);
    for rules in RuleSet::ALL.iter().filter(chosen) {
        of(rules, options, &mut engine);
    }
}

fn of(rules: &'static RuleSet, options: &Options, engine: &mut Engine) {
    let lines: Vec<Line> = (0..POSITIONS)
        .map(|nth| position(rules, engine, nth))
        .collect();
    let (searched, counted) = rates(&lines, options, engine);
    let mut depths: Vec<Duration> = lines
        .iter()
        .map(|line| {
            engine.forget();
            timed(|| engine.search(line, Limits::depth(DEPTH), &mut || false)).1
        })
        .collect();
    depths.sort_unstable();
    let [low, high] = [49, 100].map(|number| slowest(&lines, engine, number));
    println!(
        "{:22}{searched:6.2}{counted:7.1}  1:{:<5.0}{:7} ms{:7} ms{:6} ms{:6} ms",
        rules.id,
        counted / searched,
        depths[depths.len() / 2].as_millis(),
        depths[depths.len() - 1].as_millis(),
        low.as_millis(),
        high.as_millis(),
    );
}

/// The present position of a game between two of level 40, the later the higher its number.
fn position(rules: &'static RuleSet, engine: &mut Engine, nth: u64) -> Line {
    let mut line = Line::new(rules);
    let level = Level::new(40).unwrap_or(Level::HIGHEST);
    for turn in 0..4 + 4 * nth {
        let mut next = line.clone();
        let done = reply(engine, &line, level, nth << 16 | turn)
            .is_some_and(|action| action.on(&mut next).is_ok());
        if !done || next.outcome().is_some() {
            break;
        }
        line = next;
    }
    line
}

/// Millions a second, searched and counted.
fn rates(lines: &[Line], options: &Options, engine: &mut Engine) -> (f64, f64) {
    let (mut nodes, mut searching) = (0, Duration::ZERO);
    let (mut leaves, mut counting) = (0, Duration::ZERO);
    // In turns, so that whatever else the machine does befalls both.
    for line in lines {
        engine.forget();
        let limits = Limits::nodes(options.nodes);
        let (found, took) = timed(|| engine.search(line, limits, &mut || false));
        nodes += found.nodes;
        searching += took;
        let (count, took) = timed(|| perft_to_leaves(line.rules(), line.position(), PERFT_DEPTH));
        leaves += count;
        counting += took;
    }
    let rate = |count: u64, took: Duration| {
        #[expect(clippy::cast_precision_loss, reason = "to be shown in millions")]
        let count = count as f64;
        count / took.as_secs_f64() / 1e6
    };
    (rate(nodes, searching), rate(leaves, counting))
}

fn slowest(lines: &[Line], engine: &mut Engine, number: u8) -> Duration {
    let level = Level::new(number).unwrap_or(Level::HIGHEST);
    let took = lines.iter().zip(0..);
    took.map(|(line, seed)| timed(|| reply(engine, line, level, seed)).1)
        .max()
        .unwrap_or_default()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let done = work();
    (done, began.elapsed())
}
