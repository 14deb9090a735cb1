//! What entries say of each other.

use super::What;
use crate::ids::AccountId;
use crate::period::Zone;
use crate::rating::elo::{MicroElo, delta};
use crate::rating::entry::Entry;
use crate::rating::evidence::Evidence;
use crate::rating::league::Activity;
use damero_rules::Side;

/// Entries that can be held against each other.
pub trait Halves: Evidence {
    /// What is wrong with an entry that follows on `known` ones of its account.
    fn follows(&self, known: &[Self], zone: Zone) -> Vec<What>;

    /// What is wrong with a game of which these are the two entries.
    fn meet(one: (AccountId, &Self), other: (AccountId, &Self)) -> Vec<What>;
}

impl Halves for Entry {
    fn follows(&self, known: &[Entry], _: Zone) -> Vec<What> {
        let mut wrong = Vec::new();
        let last = known.last();
        if last.is_some_and(|last| last.moment >= self.moment) {
            wrong.push(What::TimeOrder);
        }
        let before = match last {
            Some(last) => Some(last.after()),
            // Before the first game of all there is nothing to follow from.
            None => (self.games == 1).then_some(MicroElo::START),
        };
        if let Some(expected) = before.filter(|before| *before != self.before) {
            wrong.push(What::Before {
                expected: expected.0,
                found: self.before.0,
            });
        }
        let expected = last.map_or(self.games.max(1), |last| last.games.saturating_add(1));
        if expected != self.games {
            wrong.push(What::Games {
                expected,
                found: self.games,
            });
        }
        wrong
    }

    fn meet(one: (AccountId, &Entry), other: (AccountId, &Entry)) -> Vec<What> {
        let (white, black) = match one.1.side {
            Side::White => (one, other),
            Side::Black => (other, one),
        };
        let ((white_id, white), (black_id, black)) = (white, black);
        let game = white.moment.game;
        let fits = white.moment == black.moment
            && (white.side, black.side) == (Side::White, Side::Black)
            && (white.rival, black.rival) == (black_id, white_id)
            && white.score == black.score.other();
        if !fits {
            return vec![What::Halves(game)];
        }
        let mut wrong = Vec::new();
        let expected = delta(white.before, black.before, white.score);
        if white.delta != expected {
            wrong.push(What::Delta {
                game,
                expected: expected.0,
                found: white.delta.0,
            });
        }
        if black.delta != -white.delta {
            wrong.push(What::Unequal(game));
        }
        wrong
    }
}

impl Halves for Activity {
    fn follows(&self, known: &[Activity], zone: Zone) -> Vec<What> {
        let mut wrong = Vec::new();
        if known.last().is_some_and(|last| last.moment >= self.moment) {
            wrong.push(What::TimeOrder);
        }
        let day = zone.day(self.moment.ended_at);
        if let Some(day) = day.filter(|day| *day != self.day) {
            wrong.push(What::Day {
                expected: day.to_string(),
                found: self.day.to_string(),
            });
        }
        let pair_day = |word: &Activity| (word.rival, word.day);
        if known.iter().any(|word| pair_day(word) == pair_day(self)) {
            wrong.push(What::PairDay);
        }
        wrong
    }

    fn meet(one: (AccountId, &Activity), other: (AccountId, &Activity)) -> Vec<What> {
        let fits = one.1.moment == other.1.moment
            && one.1.day == other.1.day
            && (one.1.rival, other.1.rival) == (other.0, one.0);
        match fits {
            true => Vec::new(),
            false => vec![What::Halves(one.1.moment.game)],
        }
    }
}
