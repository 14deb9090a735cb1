//! A closing's text: what a stranger needs to find its ranking again.
//!
//! It is JSON Lines in one canonical spelling, so the same closing is the same bytes
//! whoever writes it, and `sha256sum` of the file is its digest:
//!
//! 1. a [`Header`]: what was closed, its bounds and zone, as of which correction;
//! 2. a line for each entry counted, by account and then by time;
//! 3. a [`Sum`]: how many lines that were, and the SHA-256 of everything above it;
//! 4. a line for each row of the table, best first.
//!
//! Ids only, no names, and nothing of when or by what it was made.

pub(super) mod json;
mod ranking;
mod week;

use super::digest::Digest;
use super::entry::Ordinal;
use super::log::Logged;
use super::table::Ranked;
use crate::ids::AccountId;
use crate::period::{Period, PeriodKind, Span, Zone};
use json::{Fields, Object};
use std::fmt::Debug;

/// The number of this format; a file of another one is told apart by it.
const FORMAT: u32 = 1;

/// What can be closed: the entries of a log and the table that follows from them.
///
/// [`Entry`](super::Entry) closes rankings, [`Activity`](super::league::Activity) the
/// League's week.
pub trait Evidence: Logged + Clone + Debug + PartialEq {
    /// What, beside its period, says which table it is.
    type Subject: Clone + Debug + PartialEq;
    /// A row of the table.
    type Row: Ranked + Clone + Debug + PartialEq;
    /// What the header's first field says.
    const NAME: &'static str;

    /// The row of an account from its entries that count in the period, oldest first;
    /// none if there are none.
    fn row(account: AccountId, entries: &[Self]) -> Option<Self::Row>;

    /// Writes what is the subject's in a header.
    fn write_subject(subject: &Self::Subject, object: Object) -> Object;
    /// Reads it.
    fn read_subject(fields: &Fields<'_>) -> Option<Self::Subject>;
    /// An entry's line.
    fn write(&self, account: AccountId, object: Object) -> Object;
    /// Reads it.
    fn read(fields: &Fields<'_>) -> Option<(AccountId, Self)>;
    /// A row's line but for its place.
    fn write_row(row: &Self::Row, object: Object) -> Object;
    /// Reads it.
    fn read_row(fields: &Fields<'_>) -> Option<Self::Row>;
}

/// Which ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The rule set's id.
    pub rule_set: String,
    /// Its version.
    pub version: u16,
}

/// What was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<S> {
    /// Which table.
    pub subject: S,
    /// The zone of the period's wall times.
    pub zone: Zone,
    /// The period, and where it really began.
    pub span: Span,
    /// As of which correction: the revision's number.
    pub revision: Ordinal,
}

/// What stands between the entries and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Entries counted.
    pub entries: u64,
    /// Accounts in the table.
    pub accounts: u32,
    /// Of everything above this line.
    pub above: Digest,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub enum Line<E: Evidence> {
    /// The first one.
    Header(Header<E::Subject>),
    /// An entry that was counted.
    Entry(AccountId, E),
    /// The end of the entries.
    Sum(Sum),
    /// A row and its place.
    Row(u32, E::Row),
}

/// A text that is no line of a closing in its one canonical spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a line of a closing in its canonical spelling")]
pub struct InvalidLine;

impl<E: Evidence> Line<E> {
    /// The line, without its line feed.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Line::Header(header) => write_header::<E>(header),
            Line::Entry(account, entry) => {
                entry.write(*account, Object::new().text("account", account))
            }
            Line::Sum(sum) => Object::new()
                .value("entries", sum.entries)
                .value("accounts", sum.accounts)
                .text("sha256", sum.above),
            Line::Row(place, row) => E::write_row(row, Object::new().value("place", place)),
        }
        .end()
    }

    /// Reads [`Line::write`].
    ///
    /// # Errors
    /// It is none, or written otherwise than this would write it.
    pub fn read(text: &str) -> Result<Line<E>, InvalidLine> {
        let line = Fields::read(text).and_then(|fields| parse(&fields));
        line.filter(|line: &Line<E>| line.write() == text)
            .ok_or(InvalidLine)
    }
}

fn parse<E: Evidence>(fields: &Fields<'_>) -> Option<Line<E>> {
    Some(match fields.first()? {
        "damero" => Line::Header(read_header::<E>(fields)?),
        "account" => {
            let (account, entry) = E::read(fields)?;
            Line::Entry(account, entry)
        }
        "entries" => Line::Sum(Sum {
            entries: fields.parse("entries")?,
            accounts: fields.parse("accounts")?,
            above: fields.parse("sha256")?,
        }),
        "place" => Line::Row(fields.parse("place")?, E::read_row(fields)?),
        _ => return None,
    })
}

fn write_header<E: Evidence>(header: &Header<E::Subject>) -> Object {
    let Span { period, began } = header.span;
    let object = Object::new()
        .text("damero", E::NAME)
        .value("format", FORMAT);
    let object = E::write_subject(&header.subject, object)
        .text("kind", period.kind.name())
        .text("period", period.id)
        .text("zone", header.zone)
        .text("start", period.start)
        .text("end", period.end);
    let object = match header.span.is_partial() {
        true => object.text("began", began),
        false => object,
    };
    object.value("revision", header.revision.0)
}

fn read_header<E: Evidence>(fields: &Fields<'_>) -> Option<Header<E::Subject>> {
    let is_known = fields.text("damero")? == E::NAME && fields.parse::<u32>("format")? == FORMAT;
    let period = Period {
        kind: PeriodKind::named(fields.text("kind")?)?,
        id: fields.parse("period")?,
        start: fields.parse("start")?,
        end: fields.parse("end")?,
    };
    let began = fields.parse("began").unwrap_or(period.start);
    is_known.then_some(Header {
        subject: E::read_subject(fields)?,
        zone: fields.parse("zone")?,
        span: Span { period, began },
        revision: Ordinal(fields.parse("revision")?),
    })
}
