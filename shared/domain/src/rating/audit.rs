//! Finding a closing again from its text alone.
//!
//! Nothing is believed that the text can show: each game's two entries must agree and
//! their deltas be Elo's, an account's entries must follow from each other, and the
//! rows, their order and places are made anew. What a text cannot show is that it holds
//! every game there was, and what the first entry of an account in it follows from.

mod finding;
mod halves;

use super::digest::Digest;
use super::entry::Entry;
use super::evidence::{Evidence, Header, Line, Sum};
use super::league::Activity;
use super::table::{Places, sort};
use crate::ids::{AccountId, GameId};
use crate::period::{Period, Span, Zone};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

pub use finding::{Disagreement, What};
pub use halves::Halves;

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// What was closed, in words.
    pub title: String,
    /// The zone of its bounds.
    pub zone: Zone,
    /// The bounds themselves.
    pub span: Span,
    /// The period as today's zone database has it, if that is another one: bounds are
    /// stored when a period opens, so this is no fault.
    pub today: Option<Period>,
    /// Entries held against their rule.
    pub entries: u64,
    /// Games whose two entries are there.
    pub games: u64,
    /// Rows that follow from the entries.
    pub rows: u32,
    /// SHA-256 of the text.
    pub digest: Digest,
    /// Whatever is wrong, in the order of the lines.
    pub disagreements: Vec<Disagreement>,
}

/// The first line is no header of a closing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line 1 is not the header of a closing in its canonical spelling")]
pub struct NoClosing;

/// Audits a whole text.
///
/// # Errors
/// It is none of a closing.
pub fn audit(text: &str) -> Result<Audited, NoClosing> {
    let first = text.split('\n').next().unwrap_or_default();
    if let Ok(Line::Header(header)) = Line::<Entry>::read(first) {
        let of = &header.subject;
        let title = format!("{} (version {}), ranking", of.rule_set, of.version);
        Ok(Audit::<Entry>::new(header, title).run(text))
    } else if let Ok(Line::Header(header)) = Line::<Activity>::read(first) {
        Ok(Audit::<Activity>::new(header, "League".to_owned()).run(text))
    } else {
        Err(NoClosing)
    }
}

/// Where in the text the next line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Entries,
    Rows,
}

struct Audit<E: Evidence> {
    header: Header<E::Subject>,
    title: String,
    part: Part,
    line: usize,
    hash: Sha256,
    entries: u64,
    games: u64,
    /// The account whose entries are being read.
    current: Option<(AccountId, Vec<E>)>,
    /// Games of which one entry was read.
    halves: BTreeMap<GameId, (usize, AccountId, E)>,
    rows: Vec<E::Row>,
    listed: usize,
    places: Places,
    disagreements: Vec<Disagreement>,
}

impl<E: Halves> Audit<E> {
    fn new(header: Header<E::Subject>, title: String) -> Audit<E> {
        let title = format!(
            "{title} of {} {}, revision {}",
            header.span.period.kind.name(),
            header.span.period.id,
            header.revision.0
        );
        Audit {
            header,
            title,
            part: Part::Entries,
            line: 0,
            hash: Sha256::new(),
            entries: 0,
            games: 0,
            current: None,
            halves: BTreeMap::new(),
            rows: Vec::new(),
            listed: 0,
            places: Places::default(),
            disagreements: Vec::new(),
        }
    }

    fn run(mut self, text: &str) -> Audited {
        let span = self.header.span;
        for line in text.split_inclusive('\n') {
            self.line += 1;
            self.read(line);
            self.hash.update(line);
        }
        self.line += 1;
        if self.part == Part::Entries {
            self.say(What::NoSum);
            self.rank();
        }
        let missing = self.rows.split_off(self.listed.min(self.rows.len()));
        for row in &missing {
            let place = self.places.next(row);
            let expected = Line::<E>::Row(place, row.clone()).write();
            self.say(What::RowMissing(expected));
        }
        let rows = self.rows.len() + missing.len();
        let today = self.today();
        self.disagreements.sort_by_key(|found| found.line);
        Audited {
            title: self.title,
            zone: self.header.zone,
            span,
            today: today.filter(|today| *today != span.period),
            entries: self.entries,
            games: self.games,
            rows: u32::try_from(rows).unwrap_or(u32::MAX),
            digest: Digest::of_hash(&self.hash),
            disagreements: self.disagreements,
        }
    }

    fn read(&mut self, text: &str) {
        let Some(line) = text.strip_suffix('\n') else {
            return self.say(What::NoLineFeed);
        };
        match (Line::<E>::read(line), self.part) {
            (Ok(Line::Header(_)), Part::Entries) if self.line == 1 => self.bounds(),
            (Ok(Line::Entry(account, entry)), Part::Entries) => self.entry(account, entry),
            (Ok(Line::Sum(sum)), Part::Entries) => self.sum(sum),
            (Ok(Line::Row(..)), Part::Rows) => self.row(line),
            (Ok(_), _) => self.say(What::Misplaced),
            (Err(_), _) => self.say(What::NotCanonical),
        }
    }

    fn bounds(&mut self) {
        let span = self.header.span;
        if !(span.period.start <= span.began && span.began < span.period.end) {
            self.say(What::Bounds);
        }
        if self.today().is_none() {
            self.say(What::Name);
        }
    }

    /// The period as today's zone database has it; none if no period is called so.
    fn today(&self) -> Option<Period> {
        let Period { kind, id, .. } = self.header.span.period;
        self.header.zone.named(kind, id)
    }

    fn entry(&mut self, account: AccountId, entry: E) {
        self.entries += 1;
        if !self.header.span.holds(entry.moment().ended_at) {
            self.say(What::OutsidePeriod);
        }
        if entry.ordinal() > self.header.revision {
            self.say(What::LaterCorrection);
        }
        match &self.current {
            Some((current, known)) if *current == account => {
                let wrong = entry.follows(known, self.header.zone);
                wrong.into_iter().for_each(|what| self.say(what));
            }
            Some((current, _)) if account < *current => self.say(What::AccountOrder),
            _ => {
                let wrong = entry.follows(&[], self.header.zone);
                wrong.into_iter().for_each(|what| self.say(what));
            }
        }
        self.half(account, entry.clone());
        match &mut self.current {
            Some((current, known)) if *current == account => known.push(entry),
            _ => {
                self.row_of_current();
                self.current = Some((account, vec![entry]));
            }
        }
    }

    /// Holds a game's two entries against each other, as soon as both are there.
    fn half(&mut self, account: AccountId, entry: E) {
        let game = entry.moment().game;
        match self.halves.remove(&game) {
            None => {
                self.halves.insert(game, (self.line, account, entry));
            }
            Some((_, other, half)) => {
                self.games += 1;
                let wrong = E::meet((other, &half), (account, &entry));
                wrong.into_iter().for_each(|what| self.say(what));
            }
        }
    }

    fn row_of_current(&mut self) {
        if let Some((account, known)) = self.current.take() {
            self.rows.extend(E::row(account, &known));
        }
    }

    fn sum(&mut self, sum: Sum) {
        self.rank();
        let found = Sum {
            entries: self.entries,
            accounts: u32::try_from(self.rows.len()).unwrap_or(u32::MAX),
            above: Digest::of_hash(&self.hash),
        };
        if sum != found {
            self.say(What::Sum {
                expected: Line::<E>::Sum(found).write(),
            });
        }
    }

    /// Ends the entries and makes the table.
    fn rank(&mut self) {
        self.row_of_current();
        for (game, (line, ..)) in std::mem::take(&mut self.halves) {
            let what = What::Alone(game);
            self.disagreements.push(Disagreement { line, what });
        }
        sort(&mut self.rows);
        self.part = Part::Rows;
    }

    fn row(&mut self, line: &str) {
        let Some(row) = self.rows.get(self.listed) else {
            return self.say(What::RowTooMany);
        };
        let place = self.places.next(row);
        let expected = Line::<E>::Row(place, row.clone()).write();
        self.listed += 1;
        if line != expected {
            self.say(What::Row { expected });
        }
    }

    fn say(&mut self, what: What) {
        let line = self.line;
        self.disagreements.push(Disagreement { line, what });
    }
}
