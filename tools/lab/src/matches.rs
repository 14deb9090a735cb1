//! Matches of the engine with another of itself, from openings of chance, each played twice with
//! colours changed.

use std::path::PathBuf;

use damero_engine::{Action, Engine, Evaluation, Level, Limits, Parts, TableSize, reply};
use damero_rules::{Line, RuleSet, Side};

use crate::chance::Chance;

/// Draws are adjudicated at the latest after so many turns, or plies without progress.
const MOST_TURNS: usize = 300;
const MOST_QUIET: u16 = 80;

/// Who plays whom.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// In this rule set.
    #[arg(long)]
    ruleset: String,
    /// The first player: `full`, `level:7`, `random`, `one-ply`, `without:margins`,
    /// `weights:FILE`, `plain`.
    #[arg(long, default_value = "full")]
    a: String,
    /// The second.
    #[arg(long)]
    b: String,
    /// How many games.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Positions a move, for who is no level.
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    /// Milliseconds a move instead.
    #[arg(long)]
    ms: Option<u64>,
    /// What decides all chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatchError {
    #[error("there is no rule set {0}")]
    NoSuchRuleSet(String),
    #[error("nobody is called {0}")]
    Nobody(String),
    #[error("weights cannot be read: {0}")]
    Read(#[from] std::io::Error),
}

/// Who plays.
enum Player {
    Engine(Box<Engine>),
    Level(Box<Engine>, Level),
    /// Plays at random, but captures whenever it can.
    Random,
    /// Most captures, then crowning, else at random.
    OnePly,
}

pub(crate) fn run(options: &Options) -> Result<(), MatchError> {
    let rules = RuleSet::by_id(&options.ruleset)
        .ok_or_else(|| MatchError::NoSuchRuleSet(options.ruleset.clone()))?;
    let mut players = [player(rules, &options.a)?, player(rules, &options.b)?];
    let mut chance = Chance::new(options.seed);
    let mut tally = [0_u32; 3];
    let mut huffs = 0;
    for game in 0..options.games {
        if game % 2 == 0 {
            chance = Chance::new(options.seed.wrapping_add(game as u64 / 2 * 7919));
        }
        let mut line = opening(rules, &mut Chance::new(chance.next()));
        let white = game % 2;
        let winner = play(
            &mut line,
            &mut players,
            white,
            options,
            &mut chance,
            &mut huffs,
        );
        tally[match winner {
            Some(side) if (side == Side::White) == (white == 0) => 0,
            None => 1,
            Some(_) => 2,
        }] += 1;
    }
    report(options, tally, huffs);
    Ok(())
}

fn report(options: &Options, [won, drawn, lost]: [u32; 3], huffs: u32) {
    let count = f64::from(won + drawn + lost);
    let score = (f64::from(won) + f64::from(drawn) / 2.0) / count;
    let spread = (f64::from(won) + f64::from(drawn) / 4.0) / count - score * score;
    let error = 1.96 * (spread / count).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{} {} v {}: +{won} ={drawn} -{lost}, {:.1} % ± {:.1}, Elo {:+.0} ({:+.0} to {:+.0}), huffed by {huffs}",
        options.ruleset,
        options.a,
        options.b,
        100.0 * score,
        100.0 * error,
        elo(score),
        elo(score - error),
        elo(score + error),
    );
}

fn player(rules: &'static RuleSet, name: &str) -> Result<Player, MatchError> {
    let size = TableSize::megabytes(4);
    let nobody = || MatchError::Nobody(name.to_owned());
    let (kind, value) = name.split_once(':').unwrap_or((name, ""));
    let mut engine = Box::new(Engine::new(size));
    Ok(match kind {
        "full" => Player::Engine(engine),
        "random" => Player::Random,
        "one-ply" => Player::OnePly,
        "level" => {
            let number = value.parse().ok().and_then(Level::new);
            Player::Level(engine, number.ok_or_else(nobody)?)
        }
        "without" => {
            let mut parts = Parts::ALL;
            match value {
                "reductions" => parts.reductions = false,
                "margins" => parts.margins = false,
                "single-replies" => parts.single_replies = false,
                "threats" => parts.threats = false,
                "aspiration" => parts.aspiration = false,
                _ => return Err(nobody()),
            }
            Player::Engine(Box::new(Engine::with_parts(size, parts)))
        }
        "plain" => {
            let mut weights = vec![0, 100, 0, 50, 250];
            if rules.king == damero_rules::KingReach::Short {
                weights = vec![0, 100, 0, 10, 130];
            }
            engine.judge_by(Evaluation::with_weights(rules, &weights));
            Player::Engine(engine)
        }
        "weights" => {
            let bytes = std::fs::read(PathBuf::from(value))?;
            let (pairs, _) = bytes.as_chunks();
            let weights: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
            engine.judge_by(Evaluation::with_weights(rules, &weights));
            Player::Engine(engine)
        }
        _ => return Err(nobody()),
    })
}

/// Six plies of chance.
fn opening(rules: &'static RuleSet, chance: &mut Chance) -> Line {
    let mut line = Line::new(rules);
    for _ in 0..6 {
        let moves = line.legal_moves();
        if let Some(mv) = moves.get(chance.below(moves.len())) {
            let _ = line.play(&mv.path);
        }
    }
    line
}

/// Plays a game on. Who won; how often a piece of the first player was huffed is counted.
fn play(
    line: &mut Line,
    players: &mut [Player; 2],
    white: usize,
    options: &Options,
    chance: &mut Chance,
    huffs: &mut u32,
) -> Option<Side> {
    for player in players.iter_mut() {
        if let Player::Engine(engine) = player {
            engine.forget();
        }
    }
    for _ in 0..MOST_TURNS {
        if line.outcome().is_some() || line.no_progress() >= MOST_QUIET {
            break;
        }
        let nth = if line.turn() == Side::White {
            white
        } else {
            1 - white
        };
        let Some(action) = act(&mut players[nth], line, options, chance) else {
            break;
        };
        let done = match &action {
            Action::Play(mv) => line.play(&mv.path).is_ok(),
            Action::Huff(square) => {
                *huffs += u32::from(nth == 1);
                line.huff(*square).is_ok()
            }
        };
        if !done {
            break;
        }
    }
    line.outcome().and_then(|outcome| outcome.winner)
}

fn act(player: &mut Player, line: &Line, options: &Options, chance: &mut Chance) -> Option<Action> {
    match player {
        Player::Engine(engine) => match options.ms {
            None => {
                engine
                    .search(line, Limits::nodes(options.nodes), &mut || false)
                    .action
            }
            Some(ms) => {
                let began = std::time::Instant::now();
                let mut stop = || began.elapsed().as_millis() >= u128::from(ms);
                engine
                    .search(line, Limits::nodes(u64::MAX), &mut stop)
                    .action
            }
        },
        Player::Level(engine, level) => reply(engine, line, *level, chance.next()),
        Player::Random | Player::OnePly => simple(line, matches!(player, Player::OnePly), chance),
    }
}

/// What looks no further than its own move: captures (most first, if it looks at all), then
/// crowning, then anything. It huffs what it may.
fn simple(line: &Line, looks: bool, chance: &mut Chance) -> Option<Action> {
    if let Some(square) = line.huffable().iter().next() {
        return Some(Action::Huff(square));
    }
    let moves = line.legal_moves();
    let worth = |mv: &damero_rules::Move| match mv.captured.len() {
        0 => usize::from(looks && mv.crowns),
        _ if !looks => 2,
        taken => 2 + taken,
    };
    let most = moves.iter().map(worth).max()?;
    let best: Vec<_> = moves.into_iter().filter(|mv| worth(mv) == most).collect();
    let nth = chance.below(best.len());
    best.into_iter().nth(nth).map(Action::Play)
}
