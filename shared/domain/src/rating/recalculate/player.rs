//! An account on the walk: where it stands, and what has been read of its log.

use super::{Position, Walked};
use crate::rating::entry::{Entry, Moment, Ordinal};
use std::collections::VecDeque;

/// What the log says of a game.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// As of the correction before.
    pub(super) old: Entry,
    /// What this correction has written already, in an earlier run.
    pub(super) own: Option<Entry>,
}

/// An account whose log is being read.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// Where it stands after the last game walked, if that is not where its log says.
    pub(super) walked: Option<Walked>,
    records: VecDeque<Record>,
    /// From where to read on.
    from: Position,
    /// Whether there is more to read, as far as is known.
    more: bool,
    /// Whether something is known to be there that was not when the log was read.
    doubted: bool,
}

/// What is known of an account's next game.
pub(super) enum Next {
    /// It is this one.
    Game(Moment),
    /// A page must be read first.
    Unread,
    /// There was none when the log was read.
    None,
}

impl Player {
    pub(super) fn from(from: Position) -> Player {
        Player {
            walked: None,
            records: VecDeque::new(),
            from,
            more: true,
            doubted: false,
        }
    }

    pub(super) fn position(&self) -> Position {
        self.from
    }

    pub(super) fn held(&self) -> usize {
        self.records.len()
    }

    /// Takes entries of this account as of `ordinal`, from its position on.
    pub(super) fn read(&mut self, entries: Vec<Entry>, more: bool, ordinal: Ordinal) {
        for entry in entries {
            let at = Position {
                moment: entry.moment,
                ordinal: entry.ordinal,
            };
            // A page that was asked for twice is taken once.
            if at >= self.from {
                self.from = at.after();
                self.add(entry, ordinal);
            }
        }
        self.more = more;
    }

    fn add(&mut self, entry: Entry, ordinal: Ordinal) {
        let same = self.records.back_mut();
        let same = same.filter(|record| record.old.moment == entry.moment);
        match same {
            Some(record) if entry.ordinal == ordinal => record.own = Some(entry),
            Some(record) if entry.ordinal < ordinal => record.old = entry,
            // What a correction says is said of a game that has an entry of its own.
            None if entry.ordinal < ordinal => {
                self.doubted = false;
                self.records.push_back(Record {
                    old: entry,
                    own: None,
                });
            }
            _ => {}
        }
    }

    /// The entries of a game stand together: they are all there once something else follows.
    pub(super) fn next(&self) -> Next {
        match self.records.front() {
            Some(record) if self.records.len() > 1 || !self.more => Next::Game(record.old.moment),
            _ if self.more => Next::Unread,
            _ => Next::None,
        }
    }

    /// The next record.
    pub(super) fn front(&self) -> Option<&Record> {
        self.records.front()
    }

    /// Takes the next record.
    pub(super) fn take(&mut self) -> Option<Record> {
        self.records.pop_front()
    }

    /// Has the end of its log read again: something must be there. `false` if it was
    /// read for that already and there was nothing.
    pub(super) fn doubt(&mut self) -> bool {
        self.more = true;
        !std::mem::replace(&mut self.doubted, true)
    }

    pub(super) fn is_doubted(&self) -> bool {
        self.doubted
    }
}

impl Position {
    /// The first position after this one.
    pub(super) fn after(self) -> Position {
        Position {
            ordinal: Ordinal(self.ordinal.0.saturating_add(1)),
            ..self
        }
    }
}
