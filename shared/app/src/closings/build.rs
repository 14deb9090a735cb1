//! Making a revision: account after account, in chunks, from where an earlier run stopped.

use super::{Source, WIDTH};
use crate::app::{App, Fault};
use damero_domain::ladder::Ladder;
use damero_domain::rating::closing::{ROWS_A_CHUNK, Table};
use damero_domain::rating::evidence::{Evidence, Line};
use damero_domain::rating::table::{Places, Ranked as _};
use damero_domain::rating::{Chunk, Closing, Digest, Header, Manifest, Ordinal};
use damero_domain::time::{Millis, Timestamp};
use damero_store::{First, Meta, OpenPeriod};
use futures_util::stream::{self, StreamExt as _};
use sha2::{Digest as _, Sha256};
use std::pin::pin;

/// A function has fifteen minutes: two are kept for putting things in order.
const SHIFT: Millis = Millis::seconds(13 * 60);

/// The stored chunks are noted after so many new ones, or after an eighth as many as are
/// noted already: the whole list is written each time, and what all of that takes grows
/// with the list and not with its square.
const NOTED: usize = 8;

/// Until when a run goes on. What is not done by then another one goes on with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hours(Timestamp);

impl Hours {
    /// A run that begins now.
    pub(crate) fn from(now: Timestamp) -> Hours {
        Hours(now + SHIFT)
    }

    /// Whether there is time for more.
    ///
    /// # Errors
    /// [`Fault::Unfinished`] if not.
    pub(crate) fn left(self, app: &App) -> Result<(), Fault> {
        if app.clock.now() < self.0 {
            Ok(())
        } else {
            Err(Fault::Unfinished)
        }
    }
}

/// A revision, all of whose chunks are stored.
pub(crate) struct Made {
    pub(crate) manifest: Manifest,
    /// Of the rows alone.
    pub(crate) rows: Digest,
    firsts: Vec<First>,
    ordinal: Ordinal,
}

impl Made {
    /// Its header, made now.
    pub(crate) fn meta(&self, made: Timestamp, by: &str) -> Meta {
        Meta {
            revision: self.ordinal,
            digest: self.manifest.digest,
            rows: self.rows,
            total: self.manifest.rows,
            chunks: self.manifest.chunks.clone(),
            firsts: self.firsts.clone(),
            made,
            by: by.to_owned(),
        }
    }
}

/// Makes a period's revision as of a correction; its chunks are stored, or only counted.
pub(crate) async fn build<S: Source>(
    app: &App,
    source: &S,
    open: &OpenPeriod,
    ordinal: Ordinal,
    hours: Hours,
    store: Option<Ladder>,
) -> Result<Made, Fault> {
    let header = Header {
        subject: source.subject(open),
        zone: open.zone,
        span: open.span,
        revision: ordinal,
    };
    let mut shelf = Shelf {
        app,
        ladder: store,
        open,
        ordinal,
        stored: Vec::new(),
        noted: 0,
    };
    let mut closing = shelf.resume(Closing::<S::Entry>::open(header)).await?;
    let from = closing.resumes_at();
    let accounts = source.accounts(app, &open.span).await?;
    let accounts = accounts
        .into_iter()
        .filter(|account| from.is_none_or(|from| from <= *account));
    let logs = accounts.map(|account| async move {
        let log = source.log(app, account, &open.span, ordinal).await?;
        Ok::<_, Fault>((account, log))
    });
    let mut logs = pin!(stream::iter(logs).buffered(WIDTH));
    while let Some(next) = logs.next().await {
        let (account, log) = next?;
        let chunks = closing.feed(account, &log).map_err(Fault::log)?;
        for chunk in chunks {
            shelf.keep(&chunk).await?;
        }
        if let Err(unfinished) = hours.left(app) {
            shelf.note().await?;
            return Err(unfinished);
        }
    }
    finish(closing.finish(), &shelf).await
}

async fn finish<E>(mut table: Table<E>, shelf: &Shelf<'_>) -> Result<Made, Fault>
where
    E: Evidence<Row: Send + Sync> + Send + Sync,
{
    let chunks = table.rows().chunks(ROWS_A_CHUNK);
    let firsts = chunks.filter_map(|chunk| chunk.first()).map(|row| First {
        rank: row.rank(),
        account: row.account(),
    });
    let (rows, firsts) = (digest_of_rows::<E>(table.rows()), firsts.collect());
    while let Some(chunk) = table.chunk() {
        shelf.put(&chunk).await?;
    }
    Ok(Made {
        manifest: table.manifest(),
        rows,
        firsts,
        ordinal: shelf.ordinal,
    })
}

/// The digest of a table's lines.
fn digest_of_rows<E: Evidence>(rows: &[E::Row]) -> Digest {
    let mut places = Places::default();
    let mut hash = Sha256::new();
    for row in rows {
        let place = places.next(row);
        hash.update(Line::<E>::Row(place, row.clone()).write());
        hash.update(b"\n");
    }
    Digest(hash.finalize().into())
}

/// Where chunks go.
struct Shelf<'a> {
    app: &'a App,
    /// Nowhere, if they are only counted.
    ladder: Option<Ladder>,
    open: &'a OpenPeriod,
    ordinal: Ordinal,
    /// Of these another run can go on: evidence, in order.
    stored: Vec<Digest>,
    noted: usize,
}

impl Shelf<'_> {
    /// Takes up what an earlier run has stored. What does not fit is of another version
    /// of this code: then everything is made anew.
    async fn resume<E>(&mut self, fresh: Closing<E>) -> Result<Closing<E>, Fault>
    where
        E: Evidence<Row: Send + Sync, Subject: Send + Sync> + Send + Sync,
    {
        let Some(ladder) = self.ladder else {
            return Ok(fresh);
        };
        let period = &self.open.span.period;
        let store = &self.app.store;
        let stored = store.stored(ladder, period, self.ordinal).await?;
        let mut closing = fresh.clone();
        for digest in &stored {
            let text = store.chunk(ladder, period, digest).await?;
            if closing.replay(&text).is_err() {
                return Ok(fresh);
            }
        }
        self.noted = stored.len();
        self.stored = stored;
        Ok(closing)
    }

    /// Stores a chunk of evidence, so that another run need not make it again.
    async fn keep(&mut self, chunk: &Chunk) -> Result<(), Fault> {
        self.put(chunk).await?;
        self.stored.push(chunk.digest);
        if self.stored.len() >= self.noted + NOTED.max(self.noted / NOTED) {
            self.note().await?;
        }
        Ok(())
    }

    async fn put(&self, chunk: &Chunk) -> Result<(), Fault> {
        let Some(ladder) = self.ladder else {
            return Ok(());
        };
        let (store, period) = (&self.app.store, &self.open.span.period);
        let put = store.put_chunk(ladder, period, &chunk.digest, &chunk.text);
        Ok(put.await?)
    }

    async fn note(&mut self) -> Result<(), Fault> {
        let Some(ladder) = self.ladder else {
            return Ok(());
        };
        let (store, period) = (&self.app.store, &self.open.span.period);
        let put = store.put_stored(ladder, period, self.ordinal, &self.stored);
        put.await?;
        self.noted = self.stored.len();
        Ok(())
    }
}
