//! Places: who comes where, and where a page may end.

use super::elo::MicroElo;
use super::entry::Entry;
use crate::ids::AccountId;
use std::cmp::Reverse;
use std::ops::Range;

/// What stands in a table of places.
pub trait Ranked {
    /// Whose line it is. Equals are listed by it.
    fn account(&self) -> AccountId;
    /// What the table is ordered by, the highest first. Equals share the place.
    fn rank(&self) -> i64;
}

/// A line of a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Whose.
    pub account: AccountId,
    /// The exact rating. Places go by the shown one.
    pub elo: MicroElo,
    /// Valid games in the period; in the general table, all of them.
    pub games: u32,
    /// During the first ten valid games of all.
    pub provisional: bool,
}

impl Row {
    /// The line of an account whose newest valid entry is `newest` and who has so
    /// many valid games in the period.
    #[must_use]
    pub fn of(account: AccountId, newest: &Entry, games: u32) -> Row {
        Row {
            account,
            elo: newest.after(),
            games,
            provisional: newest.is_provisional(),
        }
    }
}

impl Ranked for Row {
    fn account(&self) -> AccountId {
        self.account
    }

    fn rank(&self) -> i64 {
        self.elo.shown()
    }
}

/// Brings rows into the order in which they are listed.
pub fn sort<R: Ranked>(rows: &mut [R]) {
    rows.sort_unstable_by_key(|row| (Reverse(row.rank()), row.account()));
}

/// Gives places to rows that arrive in their order: 1, 2, 2, 4. Small enough to be
/// kept between two pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// How many rows there were so far.
    pub rows: u32,
    /// The place of the last one.
    pub place: u32,
    /// What the last one was ordered by.
    pub rank: Option<i64>,
}

impl Places {
    /// The place of the next row.
    pub fn next<R: Ranked>(&mut self, row: &R) -> u32 {
        self.rows = self.rows.saturating_add(1);
        if self.rank != Some(row.rank()) {
            self.place = self.rows;
            self.rank = Some(row.rank());
        }
        self.place
    }
}

/// The page of sorted `rows` that begins at `from` and has `want` rows, at least one,
/// cut so that it does not split a shared place: it is shorter if the place at its end
/// goes on, and longer only if that place fills all of it.
///
/// `from` is where a page before ended, or 0. A page is empty only behind the last row.
#[must_use]
pub fn page<R: Ranked>(rows: &[R], from: usize, want: usize) -> Range<usize> {
    let from = from.min(rows.len());
    let end = from.saturating_add(want.max(1)).min(rows.len());
    if splits(rows, end).is_none() {
        return from..end;
    }
    let before = (from + 1..end).rev().find(|&at| splits(rows, at).is_none());
    let behind = (end..rows.len()).find(|&at| splits(rows, at).is_none());
    from..before.or(behind).unwrap_or(rows.len())
}

/// What the rows on both sides of a cut share, if they do.
fn splits<R: Ranked>(rows: &[R], at: usize) -> Option<i64> {
    let before = rows.get(at.checked_sub(1)?)?.rank();
    (rows.get(at)?.rank() == before).then_some(before)
}
