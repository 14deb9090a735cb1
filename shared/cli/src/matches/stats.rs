//! What results say: Elo with its error, and whether one is stronger.
//!
//! Both games of an opening are one event, since their results hang together: what is counted are
//! the five results that a pair can have.

use std::fmt;

/// Where a normal distribution leaves 2.5 % on each side.
const Z95: f64 = 1.96;

/// Beyond this a score differs from all or nothing by less than games can show.
const OPEN: f64 = 1_200.0;

/// What stands for a result that never came, so that none is impossible.
const HARDLY: f64 = 1e-3;

/// Pairs by the half points that the first player made in them, 0 to 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pairs(pub(crate) [u32; 5]);

/// A difference of strength, with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Elo {
    pub(crate) low: f64,
    pub(crate) middle: f64,
    pub(crate) high: f64,
}

/// A sequential test of two differences of strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sprt {
    /// What the first player is at most better by if it is not better.
    pub(crate) elo0: f64,
    /// What it is at least better by if it is.
    pub(crate) elo1: f64,
    /// How often it may be found better though it is not.
    pub(crate) alpha: f64,
    /// How often it may be missed.
    pub(crate) beta: f64,
}

/// What a test found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Better,
    NotBetter,
}

impl Pairs {
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The first player's share of the points, 0 to 1.
    pub(crate) fn score(&self) -> f64 {
        mean(&self.0.map(f64::from))
    }

    /// The difference of strength that they tell of. For the interval half a pair more is lost and
    /// half a one won: a few games that all end alike prove little.
    pub(crate) fn elo(&self) -> Elo {
        let mut counts = self.0.map(f64::from);
        let least = 0.25 / f64::from(self.count()).max(1.0);
        let middle = elo(self.score().clamp(least, 1.0 - least));
        counts[0] += 0.5;
        counts[4] += 0.5;
        let (score, total) = (mean(&counts), counts.iter().sum::<f64>());
        let spread = each(&counts)
            .map(|(value, count)| count * (value - score).powi(2))
            .sum::<f64>()
            / total;
        let error = Z95 * (spread / total).sqrt();
        let at = |score: f64| elo(score.clamp(1e-6, 1.0 - 1e-6));
        Elo {
            low: at(score - error).min(middle),
            middle,
            high: at(score + error).max(middle),
        }
    }
}

/// `+85 (+42 to +131)`; an end that the results leave open is not told.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, middle, high } = self;
        match (*low > -OPEN, *high < OPEN) {
            (true, true) => write!(f, "{middle:+.0} ({low:+.0} to {high:+.0})"),
            (true, false) => write!(f, "{middle:+.0} (from {low:+.0} up)"),
            (false, true) => write!(f, "{middle:+.0} (up to {high:+.0})"),
            (false, false) => write!(f, "{middle:+.0} (anything)"),
        }
    }
}

impl Sprt {
    /// The logarithm of how much likelier the results are under `elo1` than under `elo0`. Each is
    /// given the distribution that fits the results best among those of its mean.
    pub(crate) fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        let counts = pairs.0.map(|count| f64::from(count).max(HARDLY));
        let total = counts.iter().sum::<f64>();
        let likely = |elo: f64| likeliest(&counts.map(|count| count / total), score(elo));
        let (under0, under1) = (likely(self.elo0), likely(self.elo1));
        let ratios = under0.iter().zip(under1).map(|(p0, p1)| (p1 / p0).ln());
        counts
            .iter()
            .zip(ratios)
            .map(|(count, ratio)| count * ratio)
            .sum()
    }

    /// Below the first it is not better, above the second it is.
    pub(crate) fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// What the results prove, if they do.
    pub(crate) fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        let [low, high] = self.bounds();
        if ratio >= high {
            Some(Verdict::Better)
        } else if ratio <= low {
            Some(Verdict::NotBetter)
        } else {
            None
        }
    }
}

/// Of the distributions of this mean the one under which these shares are likeliest:
/// `share / (1 + t (value - mean))`, with the one `t` that gives that mean.
fn likeliest(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    // Between these all of them are positive, and what is looked for falls as `t` rises.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let t = f64::midpoint(low, high);
        let off: f64 = each(shares)
            .map(|(value, share)| share * (value - mean) / (1.0 + t * (value - mean)))
            .sum();
        if off > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = f64::midpoint(low, high);
    let mut likely = *shares;
    for (share, (value, _)) in likely.iter_mut().zip(each(shares)) {
        *share /= 1.0 + t * (value - mean);
    }
    likely
}

/// Results with how often they came.
fn each(counts: &[f64; 5]) -> impl Iterator<Item = (f64, f64)> + '_ {
    [0.0, 0.25, 0.5, 0.75, 1.0]
        .into_iter()
        .zip(counts.iter().copied())
}

fn mean(counts: &[f64; 5]) -> f64 {
    let total = counts.iter().sum::<f64>();
    if total == 0.0 {
        return 0.5;
    }
    each(counts)
        .map(|(value, count)| value * count)
        .sum::<f64>()
        / total
}

/// The share of points that a difference of strength promises.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::chance::Chance;

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 40.0,
        alpha: 0.05,
        beta: 0.05,
    };

    #[test]
    fn a_score_is_a_difference_of_strength() {
        for (pairs, expected) in [
            ([0, 0, 10, 0, 0], 0.0),
            ([0, 0, 0, 10, 0], 190.85),
            ([10, 10, 0, 0, 0], -338.04),
        ] {
            let found = Pairs(pairs).elo();
            assert!(
                (found.middle - expected).abs() < 0.01,
                "{pairs:?}: {found:?}"
            );
            assert!(found.low < found.middle && found.middle < found.high);
        }
    }

    #[test]
    fn an_interval_narrows_with_the_root_of_the_count() {
        let width = |times: u32| {
            let elo = Pairs([times, 2 * times, 4 * times, 2 * times, times]).elo();
            elo.high - elo.low
        };
        let ratio = width(10) / width(1_000);
        assert!((9.0..11.0).contains(&ratio), "{ratio}");
    }

    #[test]
    fn games_that_all_end_alike_have_an_interval_too() {
        let elo = Pairs([0, 0, 0, 0, 4]).elo();
        assert!(
            elo.low < 400.0 && elo.middle.is_finite() && elo.high.is_finite(),
            "{elo:?}"
        );
    }

    #[test]
    fn an_interval_is_told_as_far_as_it_is_known() {
        let told =
            [[1, 2, 4, 2, 1], [0, 0, 0, 0, 9], [9, 0, 0, 0, 0]].map(|p| Pairs(p).elo().to_string());
        assert!(
            told[0].starts_with("+0 (-") && told[0].contains(" to +"),
            "{told:?}"
        );
        assert!(
            told[1].contains(" (from +") && told[2].contains(" (up to -"),
            "{told:?}"
        );
    }

    #[test]
    fn pairs_of_equal_games_are_told_from_pairs_that_balance_out() {
        // The same points; in the second each opening decided both games.
        let alike = TEST.log_likelihood_ratio(&Pairs([0, 10, 40, 50, 0]));
        let split = TEST.log_likelihood_ratio(&Pairs([20, 0, 30, 20, 30]));
        assert!(alike > split && split > 0.0, "{alike} {split}");
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_that_it_must_have() {
        for wanted in [0.3, 0.5, 0.7] {
            let likely = likeliest(&[0.1, 0.2, 0.4, 0.2, 0.1], wanted);
            assert!((mean(&likely) - wanted).abs() < 1e-9, "{likely:?}");
            assert!(
                (likely.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                "{likely:?}"
            );
        }
    }

    /// How many of 400 matches of a player who is better by so much are found to be won.
    fn found_better(by: f64) -> usize {
        let mut chance = Chance::of(1, 0);
        let win = score(by) - 0.2;
        let mut half_points =
            || match f64::from(u32::try_from(chance.number() >> 32).unwrap()) / 4_294_967_296.0 {
                drawn if drawn < win => 2,
                drawn if drawn < win + 0.4 => 1,
                _ => 0,
            };
        let mut matched = || {
            let mut pairs = Pairs::default();
            loop {
                pairs.0[half_points() + half_points()] += 1;
                if let Some(verdict) = TEST.verdict(&pairs) {
                    return verdict;
                }
            }
        };
        (0..400).filter(|_| matched() == Verdict::Better).count()
    }

    #[test]
    fn a_test_errs_no_more_often_than_it_may() {
        // 5 % of 400 are 20; nine more are two deviations.
        assert!(found_better(0.0) <= 29);
        assert!(found_better(40.0) >= 371);
    }
}
