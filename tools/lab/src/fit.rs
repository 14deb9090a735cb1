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
    /// Men and kings keep their plain worth, and only squares and windows are fitted: better where
    /// most games are drawn, since there results say little.
    #[arg(long)]
    anchored: bool,
    /// What a weight costs by itself (its square, halved, times this): a case that was seen a few
    /// times stays near nothing.
    #[arg(long, default_value_t = 60.0)]
    cost: f32,
    /// What decides all chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the weights go.
    #[arg(long)]
    out: PathBuf,
}

impl Options {
    /// The weights that are not fitted; they come before all others.
    fn anchor(&self, rules: &'static RuleSet) -> Vec<i16> {
        if self.anchored {
            Evaluation::plain_weights(rules)
        } else {
            Vec::new()
        }
    }
}

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FitError {
    #[error("there is no rule set {0}")]
    NoSuchRuleSet(String),
    #[error("weights cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

/// A position that was met: what men and kings alone make of it, in men, the features that are
/// fitted, and what came of it for White.
struct Sample {
    plain: f32,
    features: Vec<(u32, f32)>,
    result: f32,
}

pub(crate) fn run(options: &Options) -> Result<(), FitError> {
    let rules = RuleSet::by_id(&options.ruleset)
        .ok_or_else(|| FitError::NoSuchRuleSet(options.ruleset.clone()))?;
    let mut chance = Chance::new(options.seed);
    let anchor = options.anchor(rules);
    let mut weights: Option<Vec<i16>> = None;
    let mut samples = Vec::new();
    for round in 0..options.rounds {
        let fitted = weights.as_deref();
        // What a weaker evaluation played teaches less, but something.
        gather(rules, options, fitted, &mut chance, &mut samples);
        let fit = Fit::of(&samples, Evaluation::count(rules), options, &mut chance);
        eprintln!(
            "{} round {round}: {} positions, a man {:.2}, loss {:.4}, on those held back {:.4}",
            rules.id,
            samples.len(),
            fit.man,
            fit.loss,
            fit.held_back
        );
        weights = Some(fit.in_hundredths(&anchor, &samples));
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
    let anchor = options.anchor(rules);
    let shape = Evaluation::plain(rules);
    engine.judge_by(match weights {
        Some(weights) => Evaluation::with_weights(rules, weights),
        None => Evaluation::plain(rules),
    });
    for _ in 0..options.games {
        let mut met = Vec::new();
        let result = play(rules, &mut engine, options.nodes, chance, |line| {
            met.push(sample(&anchor, shape.features(rules, line.position())));
        });
        samples.extend(met.into_iter().map(|met| Sample { result, ..met }));
    }
}

/// A position whose result is not known yet.
fn sample(anchor: &[i16], features: Vec<(usize, i32)>) -> Sample {
    #[expect(clippy::cast_precision_loss, reason = "a few thousand at most")]
    let whole = |value: i32| value as f32 / 64.0;
    let mut sample = Sample {
        plain: 0.0,
        features: Vec::with_capacity(features.len()),
        result: 0.0,
    };
    for (nth, value) in features {
        match anchor.get(nth) {
            Some(&weight) => sample.plain += f32::from(weight) / 100.0 * whole(value),
            None => {
                let nth = u32::try_from(nth).unwrap_or(0);
                sample.features.push((nth, whole(value)));
            }
        }
    }
    sample
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
    weights: Vec<f32>,
    /// What a man more is worth, as a logarithm of odds.
    man: f32,
    loss: f64,
    held_back: f64,
}

/// How fast weights are learned, and what their pace begins with, so that no first step is wild.
const RATE: f32 = 0.1;
const PACE: f32 = 1.0;

impl Fit {
    /// By stochastic gradients, each weight at its own pace (AdaGrad). Every twentieth position is
    /// held back, to see whether what is learned holds for others.
    fn of(samples: &[Sample], count: usize, options: &Options, chance: &mut Chance) -> Self {
        let mut weights = vec![0.0_f32; count];
        let man = if options.anchored { man(samples) } else { 0.0 };
        if !options.anchored {
            // A man is worth something from the start.
            weights[1] = 1.0;
        }
        let mut pace = vec![PACE; count];
        let cost = costs(samples, count, options.cost);
        let (held, mut order): (Vec<usize>, Vec<usize>) =
            (0..samples.len()).partition(|nth| nth % 20 == 0);
        let mut slope = vec![0.0_f32; count];
        let mut touched = Vec::new();
        for _ in 0..options.epochs {
            for nth in (1..order.len()).rev() {
                order.swap(nth, chance.below(nth + 1));
            }
            for batch in order.chunks(BATCH) {
                for sample in batch.iter().map(|&nth| &samples[nth]) {
                    let off = expected(man, &weights, sample) - sample.result;
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
            loss: loss(man, &weights, order.iter().map(|&nth| &samples[nth])),
            held_back: loss(man, &weights, held.iter().map(|&nth| &samples[nth])),
            weights,
            man,
        }
    }

    /// The weights in hundredths of a man, behind those that stay as they are.
    fn in_hundredths(&self, anchor: &[i16], samples: &[Sample]) -> Vec<i16> {
        let man = if anchor.is_empty() {
            average_man(&self.weights, samples)
        } else {
            self.man
        };
        let fitted = self.weights.iter().skip(anchor.len()).map(|weight| {
            #[expect(clippy::cast_possible_truncation, reason = "clamped")]
            let rounded = (100.0 * weight / man).round().clamp(-3000.0, 3000.0) as i16;
            rounded
        });
        anchor.iter().copied().chain(fitted).collect()
    }
}

/// What a man more is worth with all that goes with it: the slope of the sum over the men that a
/// side has more, through nothing, where nobody has more kings.
fn average_man(weights: &[f32], samples: &[Sample]) -> f32 {
    let (mut over, mut under) = (0.0_f32, 1e-6_f32);
    for sample in samples {
        let (men, kings) = (sample.features[1].1, sample.features[4].1);
        if kings == 0.0 && men != 0.0 {
            over += men * sum(weights, sample);
            under += men * men;
        }
    }
    (over / under).max(1e-3)
}

/// What a man more is worth, if nothing but men and kings counts: by Newton's method.
fn man(samples: &[Sample]) -> f32 {
    let mut man = 1.0_f32;
    for _ in 0..12 {
        let (mut slope, mut bend) = (0.0_f64, 1e-6_f64);
        for sample in samples {
            let expected = expected(
                man,
                &[],
                &Sample {
                    features: Vec::new(),
                    ..*sample
                },
            );
            slope += f64::from((sample.result - expected) * sample.plain);
            bend += f64::from(expected * (1.0 - expected) * sample.plain * sample.plain);
        }
        #[expect(clippy::cast_possible_truncation, reason = "a step is small")]
        let step = (slope / bend) as f32;
        man = (man + step).clamp(0.1, 5.0);
    }
    man
}

/// What a weight costs each time it is met, so that it costs the same over all positions.
fn costs(samples: &[Sample], count: usize, cost: f32) -> Vec<f32> {
    let mut met = vec![0.0_f32; count];
    for &(nth, _) in samples.iter().flat_map(|sample| &sample.features) {
        met[nth as usize] += 1.0;
    }
    met.into_iter().map(|times| cost / times.max(1.0)).collect()
}

fn sum(weights: &[f32], sample: &Sample) -> f32 {
    let each = sample.features.iter();
    each.map(|&(nth, value)| weights[nth as usize] * value)
        .sum()
}

/// What White is to expect.
fn expected(man: f32, weights: &[f32], sample: &Sample) -> f32 {
    1.0 / (1.0 + (-man * sample.plain - sum(weights, sample)).exp())
}

fn loss<'a>(man: f32, weights: &[f32], samples: impl Iterator<Item = &'a Sample>) -> f64 {
    let (mut lost, mut count) = (0.0, 0_u32);
    for sample in samples {
        let expected = f64::from(expected(man, weights, sample)).clamp(1e-6, 1.0 - 1e-6);
        let result = f64::from(sample.result);
        lost -= result * expected.ln() + (1.0 - result) * (1.0 - expected).ln();
        count += 1;
    }
    lost / f64::from(count.max(1))
}
