//! A rule set's rated play in memory: the shell around the machines of this module for
//! those who have no database, such as `damero check`, tests and measurements.

use super::closing::{Closing, FeedError, Manifest};
use super::conclude::{RatedEnd, conclude};
use super::entry::{Entry, Ordinal};
use super::evidence::{Header, Ranking};
use super::log::AsOf;
use super::recalculate::{Ask, Correction, Move, Page, Position, Report, Step, Torn, Walk};
use super::standing::Standing;
use super::table::{Row, sort};
use crate::ids::AccountId;
use crate::side::BySide;
use std::collections::BTreeMap;
use std::ops::Bound;

/// Standings and log of one rule set.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    standings: BTreeMap<AccountId, Standing>,
    log: BTreeMap<(AccountId, Position), Entry>,
}

impl Ledger {
    /// A rated game ends: entries and standings of both.
    pub fn end(&mut self, end: &RatedEnd) -> BySide<Entry> {
        let before = BySide::new(|side| self.standing(end.players[side]));
        let after = conclude(end, &before);
        self.standings
            .insert(end.players.white, after.standings.white);
        self.standings
            .insert(end.players.black, after.standings.black);
        let entries = &after.entries;
        self.put([
            (end.players.white, entries.white.clone()),
            (end.players.black, entries.black.clone()),
        ]);
        after.entries
    }

    /// Where an account stands; at the start without a game.
    #[must_use]
    pub fn standing(&self, account: AccountId) -> Standing {
        self.standings.get(&account).copied().unwrap_or_default()
    }

    /// Everybody who has ended a rated game, by id.
    pub fn accounts(&self) -> impl Iterator<Item = AccountId> {
        self.standings.keys().copied()
    }

    /// Every entry of everybody, as it was written.
    pub fn entries(&self) -> impl Iterator<Item = (AccountId, &Entry)> {
        self.log
            .iter()
            .map(|((account, _), entry)| (*account, entry))
    }

    /// An account's log as of a correction.
    #[must_use]
    pub fn log(&self, account: AccountId, ordinal: Ordinal) -> AsOf<Entry> {
        AsOf::new(ordinal).with(self.from(account, None).cloned())
    }

    /// Answers [`Step::Read`].
    #[must_use]
    pub fn page(&self, ask: &Ask) -> Page {
        let mut entries = self.from(ask.account, Some(ask.from)).cloned();
        Page {
            entries: entries.by_ref().take(usize::from(ask.limit)).collect(),
            more: entries.next().is_some(),
        }
    }

    /// Carries out [`Step::Put`].
    pub fn put(&mut self, entries: impl IntoIterator<Item = (AccountId, Entry)>) {
        for (account, entry) in entries {
            let at = Position {
                moment: entry.moment,
                ordinal: entry.ordinal,
            };
            self.log.insert((account, at), entry);
        }
    }

    /// Carries out one of [`Step::Move`]; whether its condition held.
    pub fn move_standing(&mut self, wanted: &Move) -> bool {
        let moved = wanted.apply(&self.standing(wanted.account));
        if let Some(standing) = moved {
            self.standings.insert(wanted.account, standing);
        }
        moved.is_some()
    }

    /// Does what a walk wants; its report if it wants nothing more.
    ///
    /// # Errors
    /// The log misses half of a game.
    pub fn carry_out(&mut self, walk: &mut Walk) -> Result<Option<Report>, Torn> {
        match walk.step()? {
            Step::Read(asks) => asks
                .iter()
                .try_for_each(|ask| walk.page(ask.account, self.page(ask)))?,
            Step::Put(entries) => {
                self.put(entries);
                walk.stored();
            }
            Step::Move(moves) => {
                for wanted in moves {
                    let moved = self.move_standing(&wanted);
                    walk.moved(wanted.account, moved);
                }
            }
            Step::Done(report) => return Ok(Some(report)),
        }
        Ok(None)
    }

    /// A whole correction.
    ///
    /// # Errors
    /// The log misses half of a game.
    pub fn correct(&mut self, correction: Correction) -> Result<Report, Torn> {
        let mut walk = Walk::start(correction);
        loop {
            if let Some(report) = self.carry_out(&mut walk)? {
                return Ok(report);
            }
        }
    }

    /// The general table: everybody with a valid game, by present rating.
    #[must_use]
    pub fn table(&self) -> Vec<Row> {
        let rated = self
            .standings
            .iter()
            .filter(|(_, standing)| standing.games > 0);
        let mut rows: Vec<Row> = rated
            .map(|(account, standing)| Row {
                account: *account,
                elo: standing.elo,
                games: standing.games,
                provisional: standing.is_provisional(),
            })
            .collect();
        sort(&mut rows);
        rows
    }

    /// A period's closing: its whole text and what it consists of.
    ///
    /// # Errors
    /// None where the log is one.
    pub fn close(&self, header: Header<Ranking>) -> Result<(String, Manifest), FeedError> {
        let ordinal = header.revision;
        let mut closing = Closing::open(header);
        let mut text = String::new();
        for account in self.accounts() {
            for chunk in closing.feed(account, &self.log(account, ordinal))? {
                text.push_str(&chunk.text);
            }
        }
        let mut table = closing.finish();
        while let Some(chunk) = table.chunk() {
            text.push_str(&chunk.text);
        }
        Ok((text, table.manifest()))
    }

    /// An account's entries from a position on.
    fn from(&self, account: AccountId, from: Option<Position>) -> impl Iterator<Item = &Entry> {
        let start = Bound::Included((account, from.unwrap_or(Position::FIRST)));
        let end = Bound::Included((account, Position::LAST));
        self.log.range((start, end)).map(|(_, entry)| entry)
    }
}
