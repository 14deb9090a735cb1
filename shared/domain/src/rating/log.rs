//! Reading a log as of a correction.
//!
//! Nothing in a log is ever changed: a correction adds entries of its own number
//! beside those it replaces. **As of** *n*, the word on a game is its entry with the
//! highest ordinal up to *n*.

use super::entry::{Entry, Moment, Ordinal};
use crate::time::Timestamp;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Place;

/// What stands in a log of one account: a word on one game, by one correction.
pub trait Logged {
    /// Which game, and when it ended.
    fn moment(&self) -> Moment;
    /// Which correction says so; 0 is the game's own end.
    fn ordinal(&self) -> Ordinal;
    /// Whether the game counts, by this word.
    fn counts(&self) -> bool;
}

impl Logged for Entry {
    fn moment(&self) -> Moment {
        self.moment
    }

    fn ordinal(&self) -> Ordinal {
        self.ordinal
    }

    fn counts(&self) -> bool {
        self.valid
    }
}

/// One account's log as of a correction, from entries in any order, read as often
/// as one likes. It holds one entry a game, so what is read at a time bounds it.
///
/// A page that ends inside a game's entries is no trouble where the rest is added
/// as well; until then the newest game may still say what it said before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsOf<E> {
    ordinal: Ordinal,
    games: BTreeMap<Moment, E>,
}

impl<E: Logged> AsOf<E> {
    /// Nothing yet, as of `ordinal`.
    #[must_use]
    pub fn new(ordinal: Ordinal) -> AsOf<E> {
        AsOf {
            ordinal,
            games: BTreeMap::new(),
        }
    }

    /// The same with all of these.
    #[must_use]
    pub fn with(mut self, entries: impl IntoIterator<Item = E>) -> AsOf<E> {
        entries.into_iter().for_each(|entry| self.add(entry));
        self
    }

    /// As of which correction it is.
    #[must_use]
    pub fn ordinal(&self) -> Ordinal {
        self.ordinal
    }

    /// Adds an entry, if it is a word on its game as of this correction.
    pub fn add(&mut self, entry: E) {
        if entry.ordinal() > self.ordinal {
            return;
        }
        match self.games.entry(entry.moment()) {
            Place::Vacant(place) => {
                place.insert(entry);
            }
            Place::Occupied(mut known) if known.get().ordinal() < entry.ordinal() => {
                known.insert(entry);
            }
            Place::Occupied(_) => {}
        }
    }

    /// One entry a game, oldest first, those that do not count among them.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &E> {
        self.games.values()
    }

    /// The newest entry before `cut` that counts: what an account's rating was then.
    /// A game that ended exactly at the cut comes after it.
    #[must_use]
    pub fn newest_before(&self, cut: Timestamp) -> Option<&E> {
        let mut before = self.entries().rev();
        before.find(|entry| entry.counts() && entry.moment().ended_at < cut)
    }

    /// The entries that count and ended from `start` on, before `end`; oldest first.
    pub fn within(&self, start: Timestamp, end: Timestamp) -> impl Iterator<Item = &E> {
        self.entries().filter(move |entry| {
            let at = entry.moment().ended_at;
            entry.counts() && start <= at && at < end
        })
    }
}
