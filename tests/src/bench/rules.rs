//! How many positions a second the rules count.

use damero_rules::{Position, RuleSet, parse_fen, perft, perft_to_leaves};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A count that is worth timing takes so long.
const WORTH: Duration = Duration::from_millis(60);

/// The best of so many: whatever else a machine does only makes a run slower.
const ROUNDS: u32 = 9;

/// Millions of positions a second.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The last moves are counted, not made.
    pub bulk: f64,
    /// Every last position is made.
    pub leaves: f64,
}

/// What one rule set reaches.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// The rule set.
    pub rules: &'static RuleSet,
    /// From where games begin.
    pub initial: Rate,
    /// From a position with kings in the open.
    pub kings: Rate,
}

/// Two kings and four men each, with much to take.
#[must_use]
pub fn kings(rules: &RuleSet) -> Position {
    let text = match (rules.board().rows(), rules.board().squares()) {
        (10, _) => "W:WK3,K46,31,32,37,38:BK5,K48,13,14,19,20",
        (_, 64) => "W:WK1,K60,41,42,44,45:BK8,K61,17,18,20,21",
        _ => "W:WK3,K29,21,22,26,27:BK2,K30,6,7,11,12",
    };
    parse_fen(rules, text).unwrap_or_else(|_| Position::initial(rules))
}

/// Measures a rule set.
#[must_use]
pub fn rates(rules: &'static RuleSet) -> Rates {
    let rate = |position: &Position| Rate {
        bulk: fastest(|depth| perft(rules, position, depth)),
        leaves: fastest(|depth| perft_to_leaves(rules, position, depth)),
    };
    Rates {
        rules,
        initial: rate(&Position::initial(rules)),
        kings: rate(&kings(rules)),
    }
}

/// `kish`, the fastest generator among the public crates: Turkish only, and its last moves are
/// only counted.
#[must_use]
pub fn kish() -> f64 {
    let board = kish::Board::new_default();
    fastest(|depth| board.perft(depth.into()))
}

/// The best rate of counting to the first depth that is worth timing.
fn fastest(count: impl Fn(u32) -> u64) -> f64 {
    let timed = |depth| {
        let began = Instant::now();
        let counted = black_box(count(black_box(depth)));
        (counted, began.elapsed())
    };
    let mut depth = 1;
    let mut best = timed(depth);
    while best.1 < WORTH && best.0 > 0 {
        depth += 1;
        best = timed(depth);
    }
    for _ in 1..ROUNDS {
        best = std::cmp::min_by_key(best, timed(depth), |(_, took)| *took);
    }
    millions(best.0) / best.1.as_secs_f64()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a count to be shown in millions"
)]
fn millions(count: u64) -> f64 {
    count as f64 / 1e6
}
