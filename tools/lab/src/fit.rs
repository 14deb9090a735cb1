//! Fits an evaluation's weights: games of the engine with itself, and a logistic regression of
//! their results on the positions that were met.

use std::path::PathBuf;

use damero_engine::{Action, Engine, Evaluation, Limits, TableSize};
use damero_rules::{Line, RuleSet, Side};

use crate::chance::Chance;

/// Games that are not over after so many turns are drawn.
const MOST_TURNS: usize = 160;

/// So many positions are learned from at once.
const BATCH: usize = 64;

/// What to fit, on what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The rule set.
    #[arg(long)]
    ruleset: String,
    /// How many games are played in each round; the second round plays by what the first fitted.
    #[arg(long, default_value_t = 6_000)]
    games: usize,
    /// How many rounds.
    #[arg(long, default_value_t = 2)]
    rounds: usize,
    /// How many positions a move is thought about.
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// How often the fit goes through all positions.
    #[arg(long, default_value_t = 8)]
    epochs: usize,
    /// What decides all chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the weights go.
    #[arg(long)]
    out: PathBuf,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FitError {
    #[error("there is no rule set {0}")]
    NoSuchRuleSet(String),
    #[error("weights cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

/// A position that was met: its features, and what came of it for White.
struct Sample {
    features: Vec<(u32, f32)>,
    result: f32,
}

pub(crate) fn run(options: &Options) -> Result<(), FitError> {
    let rules = RuleSet::by_id(&options.ruleset)
        .ok_or_else(|| FitError::NoSuchRuleSet(options.ruleset.clone()))?;
    let mut chance = Chance::new(options.seed);
    let mut weights: Option<Vec<i16>> = None;
    let mut samples = Vec::new();
    for round in 0..options.rounds {
        let fitted = weights.as_deref();
        // What a weaker evaluation played teaches less, but something.
        gather(rules, options, fitted, &mut chance, &mut samples);
        let fit = Fit::of(
            &samples,
            Evaluation::count(rules),
            options.epochs,
            &mut chance,
        );
        eprintln!(
            "{} round {round}: {} positions, loss {:.4}, on those held back {:.4}",
            rules.id,
            samples.len(),
            fit.loss,
            fit.held_back
        );
        weights = Some(fit.weights);
    }
    let bytes: Vec<u8> = weights
        .iter()
        .flatten()
        .flat_map(|weight| weight.to_le_bytes())
        .collect();
    std::fs::write(&options.out, bytes)?;
    Ok(())
}

/// Plays games and adds what was met in them.
fn gather(
    rules: &'static RuleSet,
    options: &Options,
    weights: Option<&[i16]>,
    chance: &mut Chance,
    samples: &mut Vec<Sample>,
) {
    let mut engine = Engine::new(TableSize::megabytes(1));
    let shape = Evaluation::with_weights(rules, &[]);
    engine.judge_by(match weights {
        Some(weights) => Evaluation::with_weights(rules, weights),
        None => Evaluation::of(rules),
    });
    for _ in 0..options.games {
        let mut met = Vec::new();
        let result = play(rules, &mut engine, options.nodes, chance, |line| {
            let features = shape.features(rules, line.position());
            let whole = |(nth, value): (usize, i32)| {
                #[expect(clippy::cast_precision_loss, reason = "a few thousand at most")]
                let value = value as f32 / 64.0;
                (u32::try_from(nth).unwrap_or(0), value)
            };
            met.push(features.into_iter().map(whole).collect());
        });
        samples.extend(met.into_iter().map(|features| Sample { features, result }));
    }
}

/// Plays a game from an opening of chance, with a slip now and then, and shows its quiet
/// positions. What it came to for White.
fn play(
    rules: &'static RuleSet,
    engine: &mut Engine,
    nodes: u64,
    chance: &mut Chance,
    mut met: impl FnMut(&Line),
) -> f32 {
    let mut line = Line::new(rules);
    let opening = 4 + chance.below(8);
    engine.forget();
    for turn in 0..MOST_TURNS {
        let moves = line.legal_moves();
        if moves.is_empty() {
            break;
        }
        let quiet = moves.iter().all(|mv| !mv.is_capture()) && line.huffable().is_empty();
        if turn < opening || chance.below(40) == 0 {
            let mv = &moves[chance.below(moves.len())];
            let _ = line.play(&mv.path);
            continue;
        }
        let found = engine.search(&line, Limits::nodes(nodes), &mut || false);
        if quiet {
            met(&line);
        }
        let sign = if line.turn() == Side::White {
            1.0
        } else {
            -1.0
        };
        if found.score.wins_in().is_some() {
            return 0.5 + 0.5 * sign;
        }
        if found.score.loses_in().is_some() {
            return 0.5 - 0.5 * sign;
        }
        let played = match &found.action {
            Some(Action::Play(mv)) => line.play(&mv.path).is_ok(),
            Some(Action::Huff(square)) => line.huff(*square).is_ok(),
            None => false,
        };
        if !played {
            break;
        }
    }
    match line.outcome().and_then(|outcome| outcome.winner) {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

/// A fit.
struct Fit {
    weights: Vec<i16>,
    loss: f64,
    held_back: f64,
}

/// What a weight costs by itself (its square, halved, times this): a case that was seen a few times
/// stays near nothing.
const COST: f32 = 60.0;

/// How fast weights are learned, and what their pace begins with, so that no first step is wild.
const RATE: f32 = 0.1;
const PACE: f32 = 1.0;

impl Fit {
    /// By stochastic gradients, each weight at its own pace (AdaGrad). Every twentieth position is
    /// held back, to see whether what is learned holds for others.
    fn of(samples: &[Sample], count: usize, epochs: usize, chance: &mut Chance) -> Self {
        let mut weights = vec![0.0_f32; count];
        // A man is worth something from the start.
        weights[1] = 1.0;
        let mut pace = vec![PACE; count];
        let cost = costs(samples, count);
        let (held, mut order): (Vec<usize>, Vec<usize>) =
            (0..samples.len()).partition(|nth| nth % 20 == 0);
        let mut slope = vec![0.0_f32; count];
        let mut touched = Vec::new();
        for _ in 0..epochs {
            for nth in (1..order.len()).rev() {
                order.swap(nth, chance.below(nth + 1));
            }
            for batch in order.chunks(BATCH) {
                for sample in batch.iter().map(|&nth| &samples[nth]) {
                    let off = expected(&weights, sample) - sample.result;
                    for &(nth, value) in &sample.features {
                        let nth = nth as usize;
                        if slope[nth] == 0.0 {
                            touched.push(nth);
                        }
                        slope[nth] += off * value + cost[nth] * weights[nth];
                    }
                }
                for nth in touched.drain(..) {
                    let by = std::mem::take(&mut slope[nth]);
                    pace[nth] += by * by;
                    weights[nth] -= RATE * by / pace[nth].sqrt();
                }
            }
        }
        Self {
            loss: loss(&weights, order.iter().map(|&nth| &samples[nth])),
            held_back: loss(&weights, held.iter().map(|&nth| &samples[nth])),
            weights: in_hundredths(&weights, samples),
        }
    }
}

/// What a weight costs each time it is met, so that it costs the same over all positions.
fn costs(samples: &[Sample], count: usize) -> Vec<f32> {
    let mut met = vec![0.0_f32; count];
    for &(nth, _) in samples.iter().flat_map(|sample| &sample.features) {
        met[nth as usize] += 1.0;
    }
    met.into_iter().map(|times| COST / times.max(1.0)).collect()
}

fn sum(weights: &[f32], sample: &Sample) -> f32 {
    let each = sample.features.iter();
    each.map(|&(nth, value)| weights[nth as usize] * value)
        .sum()
}

/// What White is to expect.
fn expected(weights: &[f32], sample: &Sample) -> f32 {
    1.0 / (1.0 + (-sum(weights, sample)).exp())
}

fn loss<'a>(weights: &[f32], samples: impl Iterator<Item = &'a Sample>) -> f64 {
    let (mut lost, mut count) = (0.0, 0_u32);
    for sample in samples {
        let expected = f64::from(expected(weights, sample)).clamp(1e-6, 1.0 - 1e-6);
        let result = f64::from(sample.result);
        lost -= result * expected.ln() + (1.0 - result) * (1.0 - expected).ln();
        count += 1;
    }
    lost / f64::from(count.max(1))
}

/// The same weights such that a man more, with all that goes with it, is worth a hundred.
fn in_hundredths(weights: &[f32], samples: &[Sample]) -> Vec<i16> {
    // The slope of the sum over the men that a side has more, through nothing.
    let (mut over, mut under) = (0.0_f32, 1e-6_f32);
    for sample in samples {
        let men = sample.features[1].1;
        let kings = sample.features[4].1;
        if kings == 0.0 && men != 0.0 {
            over += men * sum(weights, sample);
            under += men * men;
        }
    }
    let unit = 100.0 * under / over.max(1e-3);
    let rounded = |weight: &f32| {
        #[expect(clippy::cast_possible_truncation, reason = "clamped")]
        let rounded = (weight * unit).round().clamp(-3000.0, 3000.0) as i16;
        rounded
    };
    weights.iter().map(rounded).collect()
}
