//! Periods and their snapshots: put once, never changed.
//!
//! A ladder's periods of one kind are listed in one partition, with a line for each
//! revision that was made of them; a period's snapshots lie in its own.

use crate::client::{Item, Store, key_item, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::items::game::corrupt;
use crate::keys::{self, Key, SK};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, Period, PeriodKind};
use damero_domain::rating::Ordinal;
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// A period as it was opened: bounds that no newer zone database changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPeriod {
    /// Its bounds.
    pub period: Period,
    /// It began with rated play itself, not at its nominal start.
    pub partial: bool,
    /// The zone by which its bounds were computed.
    pub zone: String,
    /// The version of the rules it is played by.
    pub version: u16,
}

#[derive(Deserialize, Serialize)]
struct OpenItem {
    /// First instant, ms.
    a: i64,
    /// First instant after it.
    b: i64,
    /// Partial.
    p: bool,
    /// Zone.
    z: String,
    /// Version of the rules.
    k: u16,
}

/// What was made of a period, on one line of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveLine {
    /// The revision; 0 is the original.
    pub revision: Ordinal,
    /// Everybody in it.
    pub total: u32,
    /// Its first rows, as the archive shows them.
    pub first: Vec<u8>,
}

#[derive(Deserialize, Serialize)]
struct LineItem {
    n: u32,
    f: ByteBuf,
}

/// A period of the list, with what was made of it, the original first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPeriod {
    /// The period.
    pub open: OpenPeriod,
    /// Its revisions.
    pub lines: Vec<ArchiveLine>,
}

/// A frozen ranking's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Which revision it is; 0 is the original.
    pub revision: Ordinal,
    /// The last correction that is in it.
    pub as_of: Ordinal,
    /// SHA-256 of the whole snapshot.
    pub digest: [u8; 32],
    /// SHA-256 of its ranking alone: by this a revision is found to be none.
    pub rows: [u8; 32],
    /// Everybody in it.
    pub total: u32,
    /// Its chunks in order, by the SHA-256 of their bytes.
    pub chunks: Vec<Chunk>,
    /// When it was made. Not in the digest.
    pub made: Timestamp,
    /// By what. Not in the digest.
    pub by: String,
}

/// Where a chunk of a snapshot lies, and which rows of the ranking begin in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// SHA-256 of its bytes.
    pub hash: [u8; 32],
    /// How many rows of the ranking lie before it.
    pub before: u32,
}

#[derive(Deserialize, Serialize)]
struct MetaItem {
    /// As of.
    o: u32,
    /// Digest.
    d: ByteBuf,
    /// Digest of the rows.
    w: ByteBuf,
    /// Total.
    n: u32,
    /// Hashes, 32 bytes each.
    c: ByteBuf,
    /// Rows before each, 4 bytes.
    q: ByteBuf,
    /// Made, ms.
    t: i64,
    /// By.
    y: String,
}

impl Store {
    /// Notes when rated play began in a ladder; returns when it first did.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn activate(&self, ladder: Ladder, at: Timestamp) -> Result<Timestamp, StoreError> {
        let key = keys::activation(ladder);
        let mut item = key_item(key.clone());
        item.insert("a".into(), AttributeValue::N(at.0.to_string()));
        match self.put_once("PERIOD", item).await? {
            Saved::Done(()) => Ok(at),
            Saved::Lost(_) => self
                .activated(ladder)
                .await?
                .ok_or_else(|| corrupt("activation")),
        }
    }

    /// When rated play began in a ladder.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn activated(&self, ladder: Ladder) -> Result<Option<Timestamp>, StoreError> {
        let item = self.get("PERIOD", keys::activation(ladder)).await?;
        let at = |item: Item| item.get("a")?.as_n().ok()?.parse().ok().map(Timestamp);
        item.map(|item| at(item).ok_or_else(|| corrupt("activation")))
            .transpose()
    }

    /// Opens a period, if nobody has.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open_period(&self, ladder: Ladder, open: &OpenPeriod) -> Result<(), StoreError> {
        let key = keys::period(ladder, open.period.kind, open.period.id);
        let item = OpenItem {
            a: open.period.start.0,
            b: open.period.end.0,
            p: open.partial,
            z: open.zone.clone(),
            k: open.version,
        };
        self.put_once("PERIOD", whole_item(key, &item)?).await?;
        Ok(())
    }

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
            f: ByteBuf::from(line.first.clone()),
        };
        self.put_once("PERIOD", whole_item(key, &item)?).await?;
        Ok(())
    }

    /// Puts a chunk of a snapshot under the SHA-256 of its bytes.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_chunk(
        &self,
        ladder: Ladder,
        period: &Period,
        hash: &[u8; 32],
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let mut item = key_item(keys::chunk(ladder, period.kind, period.id, hash));
        let blob = aws_sdk_dynamodb::primitives::Blob::new(bytes);
        item.insert("b".into(), AttributeValue::B(blob));
        self.put_once("PERIOD", item).await?;
        Ok(())
    }

    /// A chunk's bytes.
    ///
    /// # Errors
    /// [`StoreError`]; a chunk that a header names and that is not there is corrupt.
    pub async fn chunk(
        &self,
        ladder: Ladder,
        period: &Period,
        hash: &[u8; 32],
    ) -> Result<Vec<u8>, StoreError> {
        let key = keys::chunk(ladder, period.kind, period.id, hash);
        let item = self.get("PERIOD", key).await?;
        let bytes = item.and_then(|mut item| match item.remove("b")? {
            AttributeValue::B(blob) => Some(blob.into_inner()),
            _ => None,
        });
        bytes.ok_or_else(|| corrupt("snapshot"))
    }

    /// Freezes a revision, if nobody has.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_meta(
        &self,
        ladder: Ladder,
        period: &Period,
        meta: &Meta,
    ) -> Result<Saved<()>, StoreError> {
        let key = keys::revision(ladder, period.kind, period.id, meta.revision);
        let chunks = meta.chunks.iter();
        let item = MetaItem {
            o: meta.as_of.0,
            d: ByteBuf::from(meta.digest),
            w: ByteBuf::from(meta.rows),
            n: meta.total,
            c: chunks
                .clone()
                .flat_map(|chunk| chunk.hash)
                .collect::<Vec<_>>()
                .into(),
            q: chunks
                .flat_map(|chunk| chunk.before.to_be_bytes())
                .collect::<Vec<_>>()
                .into(),
            t: meta.made.0,
            y: meta.by.clone(),
        };
        self.put_once("PERIOD", whole_item(key, &item)?).await
    }

    /// The frozen revisions of a period, the original first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revisions(
        &self,
        ladder: Ladder,
        kind: PeriodKind,
        id: LocalDate,
    ) -> Result<Vec<Meta>, StoreError> {
        let pk = keys::closing(ladder, kind, id);
        let items = self.begins_with("PERIOD", pk, keys::META).await?;
        items.into_iter().map(meta).collect()
    }

    /// Notes that a correction changes nothing in a closed period.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_same(
        &self,
        ladder: Ladder,
        period: &Period,
        ordinal: Ordinal,
    ) -> Result<(), StoreError> {
        let key = keys::same(ladder, period.kind, period.id, ordinal);
        self.put_once("PERIOD", key_item(key)).await?;
        Ok(())
    }

    /// The corrections that are known to change nothing in a closed period.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn same(&self, ladder: Ladder, period: &Period) -> Result<Vec<Ordinal>, StoreError> {
        let pk = keys::closing(ladder, period.kind, period.id);
        let items = self.begins_with("PERIOD", pk, keys::SAME).await?;
        items.iter().map(ordinal_of).collect()
    }

    /// Keeps how far a closing came; the last one's word stands.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_cursor(&self, key: Key, cursor: &[u8]) -> Result<(), StoreError> {
        let mut item = key_item(key);
        let blob = aws_sdk_dynamodb::primitives::Blob::new(cursor);
        item.insert("b".into(), AttributeValue::B(blob));
        let output = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("PutItem", &["PERIOD"], &output.consumed_capacity);
        Ok(())
    }

    /// How far a closing came.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn cursor(&self, key: Key) -> Result<Option<Vec<u8>>, StoreError> {
        let item = self.get("PERIOD", key).await?;
        Ok(item.and_then(|mut item| match item.remove("b")? {
            AttributeValue::B(blob) => Some(blob.into_inner()),
            _ => None,
        }))
    }

    /// Puts an item if there is none of its key.
    pub(crate) async fn put_once(
        &self,
        entity: &'static str,
        item: Item,
    ) -> Result<Saved<()>, StoreError> {
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(PK)")
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match put {
            Ok(output) => {
                self.calls
                    .note("PutItem", &[entity], &output.consumed_capacity);
                Ok(Saved::Done(()))
            }
            Err(error)
                if matches!(
                    error.as_service_error(),
                    Some(PutItemError::ConditionalCheckFailedException(_))
                ) =>
            {
                self.calls.note("PutItem", &[entity], None);
                Ok(Saved::Lost(None))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Every item of a partition whose sort key begins like this, in order.
    pub(crate) async fn begins_with(
        &self,
        entity: &'static str,
        pk: String,
        prefix: &str,
    ) -> Result<Vec<Item>, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :pk AND begins_with(SK, :prefix)")
            .expression_attribute_values(":pk", AttributeValue::S(pk))
            .expression_attribute_values(":prefix", AttributeValue::S(prefix.into()))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .into_paginator()
            .send();
        let mut items = Vec::new();
        while let Some(page) = pages.try_next().await? {
            self.calls.note("Query", &[entity], &page.consumed_capacity);
            items.extend(page.items.unwrap_or_default());
        }
        Ok(items)
    }
}

fn opened(kind: PeriodKind, id: LocalDate, item: Item) -> Result<OpenPeriod, StoreError> {
    let item: OpenItem = read_item(item)?;
    Ok(OpenPeriod {
        period: Period {
            kind,
            id,
            start: Timestamp(item.a),
            end: Timestamp(item.b),
        },
        partial: item.p,
        zone: item.z,
        version: item.k,
    })
}

fn line(ordinal: &str, item: Item) -> Result<ArchiveLine, StoreError> {
    let revision = ordinal.parse().map_err(|_| corrupt("archive"))?;
    let item: LineItem = read_item(item)?;
    Ok(ArchiveLine {
        revision: Ordinal(revision),
        total: item.n,
        first: item.f.into_vec(),
    })
}

fn meta(item: Item) -> Result<Meta, StoreError> {
    let revision = ordinal_of(&item)?;
    let item: MetaItem = read_item(item)?;
    let hash = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).map_err(|_| corrupt("digest"));
    let before = |bytes: &[u8]| {
        let bytes = <[u8; 4]>::try_from(bytes).map_err(|_| corrupt("rows"))?;
        Ok::<_, StoreError>(u32::from_be_bytes(bytes))
    };
    let chunks = item.c.chunks(32).zip(item.q.chunks(4));
    Ok(Meta {
        revision,
        as_of: Ordinal(item.o),
        digest: hash(&item.d)?,
        rows: hash(&item.w)?,
        total: item.n,
        chunks: chunks
            .map(|(bytes, rows)| {
                Ok(Chunk {
                    hash: hash(bytes)?,
                    before: before(rows)?,
                })
            })
            .collect::<Result<_, StoreError>>()?,
        made: Timestamp(item.t),
        by: item.y,
    })
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
