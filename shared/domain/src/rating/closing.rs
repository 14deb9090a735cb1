//! Closing a period: its text, in chunks, from a log that is read account by account.
//!
//! A closing is fed one account at a time, by ascending id, each with its log as of the
//! closing's revision. It hands out [`Chunk`]s of whole lines as they fill, to be
//! stored under their own digest, and at last the [`Manifest`] that names them all.
//! Whoever closes, once or five times, at once or late, gets the same chunks.
//!
//! What grows with the number of players is 32 bytes a row of the table, since the
//! table is ordered by rating and the log by account, and 32 bytes a chunk.
//!
//! # Interrupted closings
//!
//! There is no state to be kept beside the chunks. [`Closing::open`] one with the same
//! header, [`replay`](Closing::replay) the evidence chunks that were stored, in order,
//! and go on feeding at [`resumes_at`](Closing::resumes_at). Chunks of rows are not
//! replayed: they follow from the evidence and are handed out again.

use super::digest::Digest;
use super::evidence::{Evidence, Header, Line, Sum};
use super::log::AsOf;
use super::table::{Places, sort};
use crate::ids::AccountId;
use sha2::{Digest as _, Sha256};

/// The most bytes in a chunk. Quoted once more inside a message it stays below the
/// gateway's 128 KB.
pub const CHUNK: usize = 100_000;

/// So many rows are in each chunk of rows but the last: row *n* (from 0) is in the
/// chunk *n* / 100 of them.
pub const ROWS_A_CHUNK: usize = 100;

/// Some whole lines of a closing's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its number in the text, from 0.
    pub number: u32,
    /// The lines, each with its line feed.
    pub text: String,
    /// Of the text.
    pub digest: Digest,
}

/// What a finished closing consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Of the whole text: `sha256sum` of the downloaded file.
    pub digest: Digest,
    /// Of the entries and the rows, without header and sum. A later revision whose body is
    /// the same has changed nothing in this period.
    pub body: Digest,
    /// Of each chunk, in order: first the evidence, then the rows.
    pub chunks: Vec<Digest>,
    /// How many of the chunks are evidence.
    pub evidence: u32,
    /// Entries counted.
    pub entries: u64,
    /// Rows in the table.
    pub rows: u32,
}

impl Manifest {
    /// The number of the chunk that row `row` (from 0) is in.
    #[must_use]
    pub fn chunk_of_row(&self, row: u32) -> Option<u32> {
        let a_chunk = u32::try_from(ROWS_A_CHUNK).unwrap_or(u32::MAX);
        (row < self.rows).then(|| self.evidence + row / a_chunk)
    }
}

/// Why a closing does not take what it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    /// Accounts come by ascending id, and after a replay from the one named by
    /// [`Closing::resumes_at`].
    #[error("account {0} is out of order")]
    OutOfOrder(AccountId),
    /// The log was read as of another correction.
    #[error("the log of {account} is as of {found:?}, the closing as of {wanted:?}")]
    OtherOrdinal {
        /// Whose log.
        account: AccountId,
        /// As of which it is.
        found: super::Ordinal,
        /// As of which it should be.
        wanted: super::Ordinal,
    },
    /// The log does not say what stored chunks say that it said: they are of another
    /// version of the code, or the log was changed.
    #[error("the log of {0} is not the one that the stored chunks were made from")]
    Changed(AccountId),
}

/// Why chunks cannot be taken up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("chunk {0} does not continue this closing's evidence")]
pub struct ReplayError(pub u32);

/// A period's closing under way.
#[derive(Clone, Debug)]
pub struct Closing<E: Evidence> {
    header: Header<E::Subject>,
    writer: Writer,
    entries: u64,
    rows: Vec<E::Row>,
    last: Option<AccountId>,
    /// The last account of replayed chunks: some of its lines may be missing.
    open: Option<(AccountId, Vec<E>)>,
}

impl<E: Evidence> Closing<E> {
    /// A closing that has seen nobody yet.
    #[must_use]
    pub fn open(header: Header<E::Subject>) -> Closing<E> {
        let mut writer = Writer::default();
        writer.open(&Line::<E>::Header(header.clone()).write());
        Closing {
            header,
            writer,
            entries: 0,
            rows: Vec::new(),
            last: None,
            open: None,
        }
    }

    /// Takes up a stored chunk of evidence; all of them, in order, before anything is fed.
    ///
    /// # Errors
    /// It is none of this closing's, or not the next one.
    pub fn replay(&mut self, text: &str) -> Result<(), ReplayError> {
        let number = self.writer.number();
        self.take_up(text).ok_or(ReplayError(number))
    }

    /// The first account to feed after a replay; nothing if all are to be fed. It is the
    /// last one in the chunks, some of whose lines may be missing there.
    #[must_use]
    pub fn resumes_at(&self) -> Option<AccountId> {
        self.open.as_ref().map(|(account, _)| *account)
    }

    /// Takes the next account's log, which must hold at least what ended in the period.
    /// An account without a game that counts in it leaves no trace.
    ///
    /// # Errors
    /// It is not that account's turn, or not that log; nothing was taken.
    pub fn feed(&mut self, account: AccountId, log: &AsOf<E>) -> Result<Vec<Chunk>, FeedError> {
        if log.ordinal() != self.header.revision {
            return Err(FeedError::OtherOrdinal {
                account,
                found: log.ordinal(),
                wanted: self.header.revision,
            });
        }
        let in_turn = match &self.open {
            Some((open, _)) => *open == account,
            None => self.last.is_none_or(|last| last < account),
        };
        if !in_turn {
            return Err(FeedError::OutOfOrder(account));
        }
        let span = self.header.span;
        let within = log.within(span.began, span.period.end);
        let counted: Vec<E> = within.cloned().collect();
        let known = self.open.as_ref().map_or(&[][..], |(_, known)| known);
        let Some(new) = counted.strip_prefix(known) else {
            return Err(FeedError::Changed(account));
        };
        let mut chunks = Vec::new();
        for entry in new {
            let line = Line::Entry(account, entry.clone()).write();
            chunks.extend(self.writer.push(&line));
        }
        self.entries += u64::try_from(new.len()).unwrap_or(u64::MAX);
        self.rows.extend(E::row(account, &counted));
        self.open = None;
        self.last = Some(account);
        Ok(chunks)
    }

    /// Ends the evidence and ranks everybody. The chunks that are left come one by one;
    /// after the last there is a [`Table::manifest`].
    #[must_use]
    pub fn finish(mut self) -> Table<E> {
        if let Some((account, known)) = self.open.take() {
            self.rows.extend(E::row(account, &known));
        }
        sort(&mut self.rows);
        let sum = Line::<E>::Sum(Sum {
            entries: self.entries,
            accounts: u32::try_from(self.rows.len()).unwrap_or(u32::MAX),
            above: Digest::of_hash(&self.writer.whole),
        });
        let mut left = Vec::new();
        left.extend(self.writer.push_outside(&sum.write()));
        left.extend(self.writer.cut());
        left.reverse();
        Table {
            evidence: self.writer.number(),
            writer: self.writer,
            left,
            entries: self.entries,
            rows: self.rows,
            listed: 0,
            places: Places::default(),
        }
    }

    fn take_up(&mut self, text: &str) -> Option<()> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        if self.writer.number() == 0 {
            let header = Line::<E>::Header(self.header.clone()).write();
            (lines.next()? == header).then_some(())?;
        }
        if self.last.is_some() {
            return None;
        }
        for line in lines {
            let Ok(Line::Entry(account, entry)) = Line::<E>::read(line) else {
                return None;
            };
            self.take_up_entry(account, entry)?;
        }
        self.writer.take_up(text);
        Some(())
    }

    fn take_up_entry(&mut self, account: AccountId, entry: E) -> Option<()> {
        self.entries += 1;
        match &mut self.open {
            Some((open, entries)) if *open == account => entries.push(entry),
            Some((open, _)) if account < *open => return None,
            open => {
                if let Some((done, entries)) = open.replace((account, vec![entry])) {
                    self.rows.extend(E::row(done, &entries));
                }
            }
        }
        Some(())
    }
}

/// The end of a closing: its rows, best first.
#[derive(Clone, Debug)]
pub struct Table<E: Evidence> {
    writer: Writer,
    /// What the evidence left, the next one last.
    left: Vec<Chunk>,
    evidence: u32,
    entries: u64,
    rows: Vec<E::Row>,
    listed: usize,
    places: Places,
}

impl<E: Evidence> Table<E> {
    /// The rows, best first.
    #[must_use]
    pub fn rows(&self) -> &[E::Row] {
        &self.rows
    }

    /// The next chunk to store.
    pub fn chunk(&mut self) -> Option<Chunk> {
        if let Some(chunk) = self.left.pop() {
            return Some(chunk);
        }
        let rows = self.rows.get(self.listed..)?;
        let rows = rows.get(..ROWS_A_CHUNK).unwrap_or(rows);
        self.listed += rows.len();
        for row in rows {
            let place = self.places.next(row);
            // A hundred rows are far below a chunk's most bytes: none is cut in here.
            self.writer
                .push(&Line::<E>::Row(place, row.clone()).write());
        }
        self.writer.cut()
    }

    /// What it all consists of; chunks that nobody asked for are in it as well.
    #[must_use]
    pub fn manifest(mut self) -> Manifest {
        while self.chunk().is_some() {}
        Manifest {
            digest: Digest::of_hash(&self.writer.whole),
            body: Digest::of_hash(&self.writer.body),
            chunks: self.writer.chunks,
            evidence: self.evidence,
            entries: self.entries,
            rows: self.places.rows,
        }
    }
}

/// Lines on their way into chunks.
#[derive(Clone, Debug, Default)]
struct Writer {
    text: String,
    /// Of all lines so far.
    whole: Sha256,
    /// Of entries and rows.
    body: Sha256,
    chunks: Vec<Digest>,
}

impl Writer {
    /// The number of the chunk that is being filled.
    fn number(&self) -> u32 {
        u32::try_from(self.chunks.len()).unwrap_or(u32::MAX)
    }

    /// Writes the first line.
    fn open(&mut self, header: &str) {
        self.text.push_str(header);
        self.text.push('\n');
        self.whole.update(&self.text);
    }

    /// Writes an entry or a row. What comes back is the chunk before it, if the line
    /// begins a new one.
    fn push(&mut self, line: &str) -> Option<Chunk> {
        self.body.update(line);
        self.body.update("\n");
        self.push_outside(line)
    }

    /// Writes a line that is not of the body.
    fn push_outside(&mut self, line: &str) -> Option<Chunk> {
        let full = self.text.len() + line.len() + 1 > CHUNK;
        let chunk = full.then(|| self.cut()).flatten();
        let start = self.text.len();
        self.text.push_str(line);
        self.text.push('\n');
        let written = &self.text[start..];
        self.whole.update(written);
        chunk
    }

    /// Ends the chunk, if there is anything in it.
    fn cut(&mut self) -> Option<Chunk> {
        let text = std::mem::take(&mut self.text);
        let chunk = Chunk {
            number: self.number(),
            digest: Digest::of(&text),
            text,
        };
        (!chunk.text.is_empty()).then(|| {
            self.chunks.push(chunk.digest);
            chunk
        })
    }

    /// Counts a chunk that is stored already.
    fn take_up(&mut self, text: &str) {
        if self.chunks.is_empty() {
            // It has the header, which was written when the closing was opened.
            let lines = text.get(self.text.len()..).unwrap_or_default();
            self.whole.update(lines);
            self.body.update(lines);
            self.text.clear();
        } else {
            self.whole.update(text);
            self.body.update(text);
        }
        self.chunks.push(Digest::of(text));
    }
}
