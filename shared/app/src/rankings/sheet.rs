//! A ranked table in chunks of a hundred rows, wherever they lie: a page of it, and
//! one row of it, without reading the rest.

use crate::app::{App, Fault};
use damero_domain::ids::AccountId;
use damero_domain::ladder::Ladder;
use damero_domain::period::Period;
use damero_domain::rating::closing::ROWS_A_CHUNK;
use damero_domain::rating::evidence::{Evidence, Line};
use damero_domain::rating::table::{Ranked, page};
use damero_store::{First, Meta, ViewHead};
use std::cmp::Reverse;

/// A table's rows with their places.
pub(super) type Rows<E> = Vec<(u32, <E as Evidence>::Row)>;

/// The rows that these lines are.
pub(super) fn rows<E: Evidence>(text: &str) -> Result<Rows<E>, Fault> {
    let row = |line: &str| match Line::<E>::read(line) {
        Ok(Line::Row(place, row)) => Ok((place, row)),
        _ => Err(Fault::Log("no row of a table".into())),
    };
    text.lines().map(row).collect()
}

/// A table.
pub(super) struct Sheet {
    pub(super) total: u32,
    pub(super) firsts: Vec<First>,
    pub(super) chunks: Chunks,
}

/// Where its chunks lie.
pub(super) enum Chunks {
    /// In a closed period's snapshot.
    Snapshot(Ladder, Period, Vec<damero_domain::rating::Digest>),
    /// In a view.
    View(Ladder, String, ViewHead),
    /// Here.
    Here(Vec<String>),
}

impl Sheet {
    /// A revision's table.
    pub(super) fn of(ladder: Ladder, period: Period, meta: &Meta) -> Sheet {
        let evidence = meta.chunks.len() - meta.firsts.len();
        let chunks = meta.chunks.get(evidence..).unwrap_or_default();
        Sheet {
            total: meta.total,
            firsts: meta.firsts.clone(),
            chunks: Chunks::Snapshot(ladder, period, chunks.to_vec()),
        }
    }

    async fn chunk<E: Evidence>(&self, app: &App, nth: usize) -> Result<Rows<E>, Fault> {
        let text = match &self.chunks {
            Chunks::Snapshot(ladder, period, chunks) => match chunks.get(nth) {
                Some(digest) => app.store.chunk(*ladder, period, digest).await?,
                None => String::new(),
            },
            Chunks::View(ladder, table, head) => {
                app.store.view_chunk(*ladder, table, head, nth).await?
            }
            Chunks::Here(chunks) => chunks.get(nth).cloned().unwrap_or_default(),
        };
        rows::<E>(&text)
    }

    /// The rows from `from` on, about so many: no shared place is split. And where the
    /// next page begins.
    pub(super) async fn page<E>(
        &self,
        app: &App,
        from: u32,
        want: usize,
    ) -> Result<(Rows<E>, Option<u32>), Fault>
    where
        E: Evidence<Row: Send>,
    {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let (mut nth, skipped) = (from / ROWS_A_CHUNK, from % ROWS_A_CHUNK);
        let mut rows: Rows<E> = Vec::new();
        while nth < self.firsts.len() {
            rows.extend(self.chunk::<E>(app, nth).await?);
            nth += 1;
            // Enough is there when another place begins behind the page.
            let behind = rows.get(skipped + want).map(|(place, _)| *place);
            let last = rows.last().map(|(place, _)| *place);
            if behind.is_some() && last != rows.get(skipped + want - 1).map(|(place, _)| *place) {
                break;
            }
        }
        let rows = rows.split_off(skipped.min(rows.len()));
        let ranks: Vec<_> = rows.iter().map(|(_, row)| row.clone()).collect();
        let shown = page(&ranks, 0, want);
        let end = from.saturating_add(shown.end);
        let next = u32::try_from(end).ok().filter(|next| *next < self.total);
        Ok((rows.into_iter().take(shown.end).collect(), next))
    }

    /// The row of an account that is ranked like this, if it is in the table.
    pub(super) async fn row<E>(
        &self,
        app: &App,
        account: AccountId,
        rank: i64,
    ) -> Result<Option<(u32, E::Row)>, Fault>
    where
        E: Evidence<Row: Send>,
    {
        let key = |first: &First| (Reverse(first.rank), first.account);
        let behind = self
            .firsts
            .partition_point(|first| key(first) <= (Reverse(rank), account));
        let Some(nth) = behind.checked_sub(1) else {
            return Ok(None);
        };
        let rows = self.chunk::<E>(app, nth).await?;
        Ok(rows.into_iter().find(|(_, row)| row.account() == account))
    }
}
