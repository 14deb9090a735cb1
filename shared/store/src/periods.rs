//! Periods and their snapshots: put once, never changed.
//!
//! A ladder's periods of one kind are listed in one partition, with a line for each
//! revision that was made of them; a period's snapshots lie in its own.

mod opening;
mod snapshot;

pub use snapshot::{First, Meta};
pub(crate) use snapshot::{first_of_bytes, first_to_bytes};

use crate::client::{Item, Store, read_item, whole_item};
use crate::error::StoreError;
use crate::items::game::corrupt;
use crate::keys::{self, SK};
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, Period, PeriodKind, Span, Zone};
use damero_domain::rating::Ordinal;
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A period as it was opened: bounds that no newer zone database changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPeriod {
    /// Its bounds.
    pub span: Span,
    /// The zone by which they were computed.
    pub zone: Zone,
    /// The version of the rules it is played by.
    pub version: u16,
}

#[derive(Deserialize, Serialize)]
struct OpenItem {
    /// First instant, ms.
    a: i64,
    /// First instant after it.
    b: i64,
    /// First instant that counts, ms.
    p: i64,
    /// Zone.
    z: String,
    /// Version of the rules.
    k: u16,
}

/// What was made of a period, on one line of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveLine {
    /// The revision: the number of the last correction that is in it.
    pub revision: Ordinal,
    /// Everybody in it.
    pub total: u32,
    /// The lines of those who came first in it.
    pub first: String,
}

#[derive(Deserialize, Serialize)]
struct LineItem {
    /// Total.
    n: u32,
    /// First lines.
    f: String,
}

/// A period of the list, with what was made of it, the original first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPeriod {
    /// The period.
    pub open: OpenPeriod,
    /// Its revisions.
    pub lines: Vec<ArchiveLine>,
}

impl Store {
    /// One period as it was opened.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn period(
        &self,
        ladder: Ladder,
        kind: PeriodKind,
        id: LocalDate,
    ) -> Result<Option<OpenPeriod>, StoreError> {
        let item = self.get("PERIOD", keys::period(ladder, kind, id)).await?;
        item.map(|item| opened(kind, id, item)).transpose()
    }

    /// Periods older than `before`, newest first, with what was made of them; whether
    /// there may be older ones.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn periods(
        &self,
        ladder: Ladder,
        kind: PeriodKind,
        before: Option<LocalDate>,
        limit: usize,
    ) -> Result<(Vec<ListedPeriod>, bool), StoreError> {
        let mut found: Vec<ListedPeriod> = Vec::new();
        let mut lines = Vec::new();
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :pk AND SK < :before")
            .expression_attribute_values(":pk", AttributeValue::S(keys::periods(ladder, kind)))
            .expression_attribute_values(
                ":before",
                // '~' sorts after every date.
                AttributeValue::S(before.map_or_else(|| "~".into(), |id| id.to_string())),
            )
            .scan_index_forward(false)
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .into_paginator()
            .page_size(100)
            .send();
        while let Some(page) = pages.try_next().await? {
            self.calls
                .note("Query", &["PERIOD"], &page.consumed_capacity);
            for item in page.items.unwrap_or_default() {
                let sk = text(&item, SK)?.to_owned();
                match sk.split_once('#') {
                    // A period comes after its lines, which sort above it.
                    Some((_, ordinal)) => lines.push(line(ordinal, item)?),
                    None => {
                        if found.len() == limit {
                            return Ok((found, true));
                        }
                        let id = sk.parse().map_err(|_| corrupt("period"))?;
                        lines.reverse();
                        found.push(ListedPeriod {
                            open: opened(kind, id, item)?,
                            lines: std::mem::take(&mut lines),
                        });
                    }
                }
            }
        }
        Ok((found, false))
    }

    /// The lines of one period in the archive, the original first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn lines(
        &self,
        ladder: Ladder,
        period: &Period,
    ) -> Result<Vec<ArchiveLine>, StoreError> {
        let pk = keys::periods(ladder, period.kind);
        let prefix = format!("{}#", period.id);
        let items = self.begins_with("PERIOD", pk, &prefix).await?.into_iter();
        items
            .map(|item| {
                let Ordinal(ordinal) = ordinal_of(&item)?;
                line(&ordinal.to_string(), item)
            })
            .collect()
    }

    /// Lists a revision of a period in the archive.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_line(
        &self,
        ladder: Ladder,
        period: &Period,
        line: &ArchiveLine,
    ) -> Result<(), StoreError> {
        let key = keys::archive_line(ladder, period.kind, period.id, line.revision);
        let item = LineItem {
            n: line.total,
            f: line.first.clone(),
        };
        self.put_once("PERIOD", whole_item(key, &item)?).await?;
        Ok(())
    }
}

fn opened(kind: PeriodKind, id: LocalDate, item: Item) -> Result<OpenPeriod, StoreError> {
    let item: OpenItem = read_item(item)?;
    Ok(OpenPeriod {
        span: Span {
            period: Period {
                kind,
                id,
                start: Timestamp(item.a),
                end: Timestamp(item.b),
            },
            began: Timestamp(item.p),
        },
        zone: item.z.parse().map_err(|_| corrupt("zone"))?,
        version: item.k,
    })
}

fn line(ordinal: &str, item: Item) -> Result<ArchiveLine, StoreError> {
    let revision = ordinal.parse().map_err(|_| corrupt("archive"))?;
    let item: LineItem = read_item(item)?;
    Ok(ArchiveLine {
        revision: Ordinal(revision),
        total: item.n,
        first: item.f,
    })
}

pub(crate) fn bytes_of(mut item: Item) -> Option<Vec<u8>> {
    match item.remove("b")? {
        AttributeValue::B(blob) => Some(blob.into_inner()),
        _ => None,
    }
}

/// The ordinal at the end of a sort key.
pub(crate) fn ordinal_of(item: &Item) -> Result<Ordinal, StoreError> {
    let sk = text(item, SK)?;
    let ordinal = sk.rsplit('#').next().and_then(|text| text.parse().ok());
    ordinal.map(Ordinal).ok_or_else(|| corrupt("ordinal"))
}

pub(crate) fn text<'a>(item: &'a Item, name: &str) -> Result<&'a str, StoreError> {
    item.get(name)
        .and_then(|value| value.as_s().ok())
        .map(String::as_str)
        .ok_or_else(|| corrupt(name))
}
