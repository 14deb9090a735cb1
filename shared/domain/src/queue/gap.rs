//! The gap between ratings that a wait accepts.

use crate::rating::MicroElo;
use crate::time::{Millis, Timestamp};

/// Accepted at once, in points.
const AT_ONCE: u16 = 100;

/// How much more each [`STEP`] accepts.
const GROWTH: u16 = 50;

/// How often the gap grows.
const STEP: Millis = Millis::seconds(10);

/// From this wait on any rival is accepted.
const WITHOUT_LIMIT: Millis = Millis::seconds(120);

/// How far apart two ratings may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// So many points at most.
    Points(u16),
    /// As far as may be.
    Any,
}

impl Gap {
    /// Whether the exact ratings `a` and `b` are no further apart.
    #[must_use]
    pub fn holds(self, a: MicroElo, b: MicroElo) -> bool {
        match self {
            Gap::Points(points) => {
                distance(a, b) <= MicroElo::points(points.into()).0.unsigned_abs()
            }
            Gap::Any => true,
        }
    }

    /// The points, if there is a limit.
    #[must_use]
    pub fn points(self) -> Option<u16> {
        match self {
            Gap::Points(points) => Some(points),
            Gap::Any => None,
        }
    }
}

/// How far apart two ratings are, in micro-points.
pub(super) fn distance(a: MicroElo, b: MicroElo) -> u64 {
    a.0.abs_diff(b.0)
}

/// What somebody accepts who has been waiting so long.
#[must_use]
pub fn accepted_gap(wait: Millis) -> Gap {
    if wait >= WITHOUT_LIMIT {
        return Gap::Any;
    }
    let steps = u16::try_from(wait.0.max(0) / STEP.0).unwrap_or(0);
    Gap::Points(AT_ONCE + GROWTH * steps)
}

/// When the gap grows next for somebody waiting since `since`; never once it has no limit.
#[must_use]
pub fn next_growth(since: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let wait = (now - since).max(Millis::ZERO);
    (wait < WITHOUT_LIMIT).then(|| since + Millis((wait.0 / STEP.0 + 1) * STEP.0))
}
