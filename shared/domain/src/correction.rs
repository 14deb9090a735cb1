//! Invalidating a rated game and taking that back: what may be decided, and what the
//! decision changes at once. Ratings follow by the recalculation.

use crate::ids::{AccountId, GameId};
use crate::period::LocalDate;
use crate::rating::{Moment, Ordinal, PairDay};
use crate::side::BySide;
use crate::time::Timestamp;

/// Which way a correction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The game counts no more.
    Void,
    /// It counts again.
    Reinstate,
}

/// A decided correction. Its ordinal is its place in the order of decision within its
/// rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Its number.
    pub ordinal: Ordinal,
    /// The game, and when it ended.
    pub moment: Moment,
    /// Who played it.
    pub players: BySide<AccountId>,
    /// Which way.
    pub mark: Mark,
    /// Why; public.
    pub reason: String,
    /// Who decided; not public.
    pub who: String,
    /// When.
    pub at: Timestamp,
    /// The League's own number for what it changed there, and the weeks in which.
    pub league: Option<(Ordinal, Vec<LocalDate>)>,
}

/// How far a correction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Progress {
    /// The game is marked; ratings are being recalculated.
    Decided,
    /// Every entry and standing follows it; closed periods are being revised.
    Swept,
    /// Nothing is left to do.
    Done,
}

/// Why a correction is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionRefusal {
    /// No such game.
    #[error("there is no such game")]
    Unknown,
    /// It moved no rating.
    #[error("the game is not rated")]
    NotRated,
    /// It runs.
    #[error("the game is still running")]
    NotFinished,
    /// Invalidated already.
    #[error("the game is void already")]
    AlreadyVoid,
    /// There is nothing to take back.
    #[error("the game is not void")]
    NotVoid,
}

impl CorrectionRefusal {
    /// Stable: whoever calls the function decides on it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            CorrectionRefusal::Unknown => "game_unknown",
            CorrectionRefusal::NotRated => "not_rated",
            CorrectionRefusal::NotFinished => "game_running",
            CorrectionRefusal::AlreadyVoid => "already_void",
            CorrectionRefusal::NotVoid => "not_void",
        }
    }
}

/// What of a game matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether it was paired for rating.
    pub rated: bool,
    /// Whether it is over.
    pub ended: bool,
    /// Whether it is void.
    pub void: bool,
}

impl Mark {
    /// Whether a game may be marked like this.
    ///
    /// # Errors
    /// [`CorrectionRefusal`], its reason.
    pub fn admit(self, facts: Facts) -> Result<(), CorrectionRefusal> {
        match (self, facts) {
            (_, Facts { rated: false, .. }) => Err(CorrectionRefusal::NotRated),
            (_, Facts { ended: false, .. }) => Err(CorrectionRefusal::NotFinished),
            (Mark::Void, Facts { void: true, .. }) => Err(CorrectionRefusal::AlreadyVoid),
            (Mark::Reinstate, Facts { void: false, .. }) => Err(CorrectionRefusal::NotVoid),
            _ => Ok(()),
        }
    }

    /// The pair's day after a game of it was marked like this, with the first valid game
    /// of the day if that is another one now.
    #[must_use]
    pub fn on_day(
        self,
        day: &PairDay,
        rule_set: &'static str,
        first: Option<Option<GameId>>,
    ) -> PairDay {
        let mut after = day.clone();
        let count = after.valid.entry(rule_set).or_default();
        *count = match self {
            Mark::Void => count.saturating_sub(1),
            Mark::Reinstate => count.saturating_add(1),
        };
        after.first = first.unwrap_or(day.first);
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulid::Ulid;

    #[test]
    fn each_wrong_correction_is_refused_with_its_reason() {
        let fine = Facts {
            rated: true,
            ended: true,
            void: false,
        };
        let void = Facts { void: true, ..fine };
        let cases = [
            (Mark::Void, fine, None),
            (Mark::Reinstate, void, None),
            (Mark::Void, void, Some("already_void")),
            (Mark::Reinstate, fine, Some("not_void")),
            (
                Mark::Void,
                Facts {
                    ended: false,
                    ..fine
                },
                Some("game_running"),
            ),
            (
                Mark::Void,
                Facts {
                    rated: false,
                    ..fine
                },
                Some("not_rated"),
            ),
        ];
        for (mark, facts, refusal) in cases {
            assert_eq!(
                mark.admit(facts).err().map(CorrectionRefusal::code),
                refusal
            );
        }
    }

    #[test]
    fn a_void_game_leaves_its_pairs_day_and_comes_back() {
        let day = PairDay::default()
            .with("vezz-8x8", GameId(Ulid(1)))
            .with("vezz-8x8", GameId(Ulid(2)));
        let void = Mark::Void.on_day(&day, "vezz-8x8", Some(Some(GameId(Ulid(2)))));
        assert_eq!(void.valid["vezz-8x8"], 1);
        assert_eq!(void.first, Some(GameId(Ulid(2))));
        let back = Mark::Reinstate.on_day(&void, "vezz-8x8", Some(Some(GameId(Ulid(1)))));
        assert_eq!(back, day);
        let later = Mark::Void.on_day(&day, "vezz-8x8", None);
        assert_eq!(later.first, day.first);
    }
}
