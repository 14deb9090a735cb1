//! The League: the club's weekly table of activity, over all rule sets.
//!
//! It has a log of its own. The end of a rated game that is the pair's first valid
//! one of its local day writes an [`Activity`] for each of the two; a correction that
//! changes which game is the first writes counter-entries. The log's ordinals are
//! the League's own, since corrections of several rule sets come together in it.
//!
//! Levels will add columns: a row is then ordered by activity and, among equals, by
//! the highest level beaten; [`Row`] gets the levels, [`Ranked::rank`] both numbers,
//! and a running or closed week keeps the columns it began with, so its evidence says
//! in the header which ones it has.

use super::entry::{Moment, Ordinal};
use super::log::Logged;
use super::pair_day::Players;
use super::table::Ranked;
use crate::ids::{AccountId, GameId};
use crate::period::LocalDate;

/// A word of the League's log on one game of one account: it counts as activity, or
/// (a counter-entry) no longer. Written once and never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Activity {
    /// Which game, and when it ended. Its week is the weekly period of that end.
    pub moment: Moment,
    /// Which of the League's corrections wrote it; 0 is the game's own end.
    pub ordinal: Ordinal,
    /// Against whom.
    pub rival: AccountId,
    /// The local date of the end: a pair counts once a day.
    pub day: LocalDate,
    /// Whether it counts; `false` takes back what an earlier entry said.
    pub counts: bool,
}

impl Logged for Activity {
    fn moment(&self) -> Moment {
        self.moment
    }

    fn ordinal(&self) -> Ordinal {
        self.ordinal
    }

    fn counts(&self) -> bool {
        self.counts
    }
}

/// A line of the League's week. Who has no activity in it has no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Whose.
    pub account: AccountId,
    /// Games that count, one a pair and local day.
    pub activity: u32,
}

impl Ranked for Row {
    fn account(&self) -> AccountId {
        self.account
    }

    fn rank(&self) -> i64 {
        i64::from(self.activity)
    }
}

/// A rated game of a pair on one local day, of whatever rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayGame {
    /// Which, and when it ended.
    pub moment: Moment,
    /// Whether it counts.
    pub valid: bool,
}

/// The pair's first valid game of the day: the one that counts in the League.
#[must_use]
pub fn first_of_day(games: &[DayGame]) -> Option<Moment> {
    let valid = games.iter().filter(|game| game.valid);
    valid.map(|game| game.moment).min()
}

/// What a correction changes in the League: which game counted before and which does
/// now. Both may lie in different weeks, for a day may hold the cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handover {
    /// Counted and does so no longer: a counter-entry for each of the two.
    pub from: Option<Moment>,
    /// Counts now: an entry for each of the two.
    pub to: Option<Moment>,
}

/// What it means for a pair's day that one of its games becomes valid or not; nothing
/// if the same game counts as before. `games` are the day's as they were.
#[must_use]
pub fn handover(games: &[DayGame], game: GameId, valid: bool) -> Handover {
    let after: Vec<DayGame> = games
        .iter()
        .map(|&day_game| match day_game.moment.game == game {
            true => DayGame { valid, ..day_game },
            false => day_game,
        })
        .collect();
    match (first_of_day(games), first_of_day(&after)) {
        (before, after) if before == after => Handover::default(),
        (from, to) => Handover { from, to },
    }
}

impl Handover {
    /// The entries it writes, under the League's next ordinal: account and word.
    #[must_use]
    pub fn entries(
        &self,
        pair: Players,
        day: LocalDate,
        ordinal: Ordinal,
    ) -> Vec<(AccountId, Activity)> {
        let words = [(self.from, false), (self.to, true)];
        let words = words.into_iter();
        let words = words.filter_map(|(moment, counts)| Some((moment?, counts)));
        words
            .flat_map(|(moment, counts)| {
                [(pair.low, pair.high), (pair.high, pair.low)].map(|(account, rival)| {
                    let word = Activity {
                        moment,
                        ordinal,
                        rival,
                        day,
                        counts,
                    };
                    (account, word)
                })
            })
            .collect()
    }
}
