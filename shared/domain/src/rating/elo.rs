//! Elo in whole micro-points, with the same bits on every target.

use std::ops::{Add, Neg, Sub};

/// Micro-points in a point.
const POINT: i64 = 1_000_000;

/// The most that one game moves, always.
const K: f64 = 24.0;

/// A rating, in millionths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroElo(pub i64);

/// A difference of ratings, in millionths of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EloDelta(pub i64);

impl MicroElo {
    /// Everybody's before their first game.
    pub const START: MicroElo = MicroElo(1_000 * POINT);

    /// A rating of whole points.
    #[must_use]
    pub const fn points(points: i64) -> MicroElo {
        MicroElo(points * POINT)
    }

    /// As people see it: whole points, halves up. Equal shown ratings share a place.
    #[must_use]
    pub const fn shown(self) -> i64 {
        self.0.saturating_add(POINT / 2).div_euclid(POINT)
    }
}

impl Add<EloDelta> for MicroElo {
    type Output = MicroElo;
    fn add(self, delta: EloDelta) -> MicroElo {
        MicroElo(self.0.saturating_add(delta.0))
    }
}

impl Sub for MicroElo {
    type Output = EloDelta;
    fn sub(self, other: MicroElo) -> EloDelta {
        EloDelta(self.0.saturating_sub(other.0))
    }
}

impl Neg for EloDelta {
    type Output = EloDelta;
    fn neg(self) -> EloDelta {
        EloDelta(self.0.saturating_neg())
    }
}

/// What a game was worth to one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Nothing.
    Loss,
    /// A half.
    Draw,
    /// One.
    Win,
}

impl Score {
    /// What it was worth to the other one.
    #[must_use]
    pub const fn other(self) -> Score {
        match self {
            Score::Loss => Score::Win,
            Score::Draw => Score::Draw,
            Score::Win => Score::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    #[must_use]
    pub const fn halves(self) -> u8 {
        match self {
            Score::Loss => 0,
            Score::Draw => 1,
            Score::Win => 2,
        }
    }

    /// Reads [`Score::halves`].
    #[must_use]
    pub const fn from_halves(halves: u8) -> Option<Score> {
        match halves {
            0 => Some(Score::Loss),
            1 => Some(Score::Draw),
            2 => Some(Score::Win),
            _ => None,
        }
    }
}

/// What `a` gains by scoring against `b`, both as they were before the game; `b`
/// loses exactly that. By convention `a` is the side at the bottom, so that one
/// game has one delta.
#[must_use]
pub fn delta(a: MicroElo, b: MicroElo, score: Score) -> EloDelta {
    // Ratings are far below 2^53: exact. `libm` is pure Rust, so a closing that is
    // recomputed on another processor finds the same micro-points.
    let difference = as_f64((b - a).0) / as_f64(400 * POINT);
    let expected = 1.0 / (1.0 + libm::pow(10.0, difference));
    let scored = f64::from(score.halves()) / 2.0;
    let micro = libm::round(K * as_f64(POINT) * (scored - expected));
    EloDelta(whole(micro))
}

/// Exact below 2^53 either way.
fn as_f64(value: i64) -> f64 {
    value as f64
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole, and at most 24 points either way"
)]
fn whole(micro: f64) -> i64 {
    micro as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_examples_come_out() {
        let cases = [
            (1000, 1000, Score::Win, 12_000_000),
            (1200, 1000, Score::Win, 5_766_074),
            (1200, 1000, Score::Loss, -18_233_926),
            (1200, 1000, Score::Draw, -6_233_926),
        ];
        for (a, b, score, micro) in cases {
            let (a, b) = (MicroElo::points(a), MicroElo::points(b));
            assert_eq!(delta(a, b, score), EloDelta(micro), "{a:?} {b:?} {score:?}");
        }
    }

    #[test]
    fn halves_are_shown_upwards_also_below_zero() {
        for (micro, shown) in [
            (1_000_499_999, 1000),
            (1_000_500_000, 1001),
            (-500_000, 0),
            (-500_001, -1),
            (-1_500_000, -1),
        ] {
            assert_eq!(MicroElo(micro).shown(), shown, "{micro}");
        }
    }
}
