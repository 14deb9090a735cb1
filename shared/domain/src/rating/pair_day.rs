//! How often two accounts met on one day.

use crate::ids::{AccountId, GameId};
use std::collections::BTreeMap;

/// A pair that has so many valid games of a rule set on a day is not paired again that day.
pub const MOST_A_DAY: u8 = 5;

/// Two accounts in the order of their ids, so that a pair has one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Players {
    /// The smaller id.
    pub low: AccountId,
    /// The greater id.
    pub high: AccountId,
}

impl Players {
    /// The pair of `a` and `b`, either way round.
    #[must_use]
    pub fn of(a: AccountId, b: AccountId) -> Players {
        Players {
            low: a.min(b),
            high: a.max(b),
        }
    }
}

/// A pair's rated games of one local day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairDay {
    /// Valid games by rule set.
    pub valid: BTreeMap<&'static str, u8>,
    /// The day's first valid game over all rule sets: the one that counts in the League.
    pub first: Option<GameId>,
}

impl PairDay {
    /// Whether the pair may be paired again today in this rule set.
    #[must_use]
    pub fn may_meet(&self, rule_set: &str) -> bool {
        self.valid
            .get(rule_set)
            .is_none_or(|count| *count < MOST_A_DAY)
    }

    /// The day with one more valid game. There is no limit here: a game that was
    /// paired rates, even if a reinstatement has brought the day to five meanwhile.
    #[must_use]
    pub fn with(&self, rule_set: &'static str, game: GameId) -> PairDay {
        let mut day = self.clone();
        *day.valid.entry(rule_set).or_default() += 1;
        day.first.get_or_insert(game);
        day
    }
}
