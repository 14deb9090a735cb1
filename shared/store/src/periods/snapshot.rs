//! Frozen rankings: chunks of text under their digests, and a header that names them.

use super::{bytes_of, ordinal_of};
use crate::client::{Item, Store, key_item, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::items::game::{corrupt, ulid};
use crate::keys;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::ids::AccountId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, Period, PeriodKind};
use damero_domain::rating::{Digest, Ordinal};
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// A first row's bytes: rank and account.
const FIRST_BYTES: usize = 24;

/// A frozen ranking's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Which revision it is: the last correction that is in it. The lowest is the original.
    pub revision: Ordinal,
    /// Of the whole text.
    pub digest: Digest,
    /// Of its rows alone: by this a later revision is found to be none.
    pub rows: Digest,
    /// Everybody in it.
    pub total: u32,
    /// Its chunks in order, each the digest of its bytes.
    pub chunks: Vec<Digest>,
    /// The first row of each chunk of rows; the others are evidence and come before.
    pub firsts: Vec<First>,
    /// When it was made. Not in the digest.
    pub made: Timestamp,
    /// By what. Not in the digest.
    pub by: String,
}

/// Where a chunk of rows begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// What its first row is ordered by, the highest first.
    pub rank: i64,
    /// Whose that is; equals are listed by it.
    pub account: AccountId,
}

#[derive(Deserialize, Serialize)]
struct MetaItem {
    /// Digest.
    d: ByteBuf,
    /// Digest of the rows.
    w: ByteBuf,
    /// Total.
    n: u32,
    /// Digests of the chunks, 32 bytes each.
    c: ByteBuf,
    /// First rows, 24 bytes each.
    q: ByteBuf,
    /// Made, ms.
    t: i64,
    /// By.
    y: String,
}

impl Store {
    /// Puts a chunk of a snapshot under the digest of its text.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_chunk(
        &self,
        ladder: Ladder,
        period: &Period,
        digest: &Digest,
        text: &str,
    ) -> Result<(), StoreError> {
        let mut item = key_item(keys::chunk(ladder, period.kind, period.id, digest));
        let blob = Blob::new(text);
        item.insert("b".into(), AttributeValue::B(blob));
        self.put_once("PERIOD", item).await?;
        Ok(())
    }

    /// A chunk's text.
    ///
    /// # Errors
    /// [`StoreError`]; a chunk that a header names and that is not there is corrupt.
    pub async fn chunk(
        &self,
        ladder: Ladder,
        period: &Period,
        digest: &Digest,
    ) -> Result<String, StoreError> {
        let key = keys::chunk(ladder, period.kind, period.id, digest);
        let bytes = self.get("PERIOD", key).await?.and_then(bytes_of);
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        text.ok_or_else(|| corrupt("snapshot"))
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
        let firsts = meta.firsts.iter().flat_map(first_to_bytes);
        let item = MetaItem {
            d: ByteBuf::from(meta.digest.0),
            w: ByteBuf::from(meta.rows.0),
            n: meta.total,
            c: ByteBuf::from(digests_to_bytes(&meta.chunks)),
            q: firsts.collect::<Vec<_>>().into(),
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

    /// Keeps which chunks of a revision are stored; the last word stands.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_stored(
        &self,
        ladder: Ladder,
        period: &Period,
        revision: Ordinal,
        chunks: &[Digest],
    ) -> Result<(), StoreError> {
        let key = keys::closing_cursor(ladder, period.kind, period.id, revision);
        let mut item = key_item(key);
        let blob = Blob::new(digests_to_bytes(chunks));
        item.insert("b".into(), AttributeValue::B(blob));
        self.put_any("PERIOD", item).await
    }

    /// Which chunks of a revision are stored, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn stored(
        &self,
        ladder: Ladder,
        period: &Period,
        revision: Ordinal,
    ) -> Result<Vec<Digest>, StoreError> {
        let key = keys::closing_cursor(ladder, period.kind, period.id, revision);
        let bytes = self.get("PERIOD", key).await?.and_then(bytes_of);
        bytes.map_or_else(|| Ok(Vec::new()), |bytes| digests_of_bytes(&bytes))
    }
}

fn meta(item: Item) -> Result<Meta, StoreError> {
    let revision = ordinal_of(&item)?;
    let item: MetaItem = read_item(item)?;
    let digest = |bytes: &[u8]| {
        let digest = bytes.try_into().map(Digest);
        digest.map_err(|_| corrupt("digest"))
    };
    let firsts = item.q.chunks(FIRST_BYTES).map(first_of_bytes);
    Ok(Meta {
        revision,
        digest: digest(&item.d)?,
        rows: digest(&item.w)?,
        total: item.n,
        chunks: digests_of_bytes(&item.c)?,
        firsts: firsts.collect::<Result<_, _>>()?,
        made: Timestamp(item.t),
        by: item.y,
    })
}

pub(crate) fn first_to_bytes(first: &First) -> Vec<u8> {
    [&first.rank.to_be_bytes()[..], &first.account.0.to_bytes()].concat()
}

pub(crate) fn first_of_bytes(bytes: &[u8]) -> Result<First, StoreError> {
    let (rank, account) = bytes.split_first_chunk().ok_or_else(|| corrupt("row"))?;
    Ok(First {
        rank: i64::from_be_bytes(*rank),
        account: AccountId(ulid(account)?),
    })
}

fn digests_to_bytes(digests: &[Digest]) -> Vec<u8> {
    digests.iter().flat_map(|digest| digest.0).collect()
}

fn digests_of_bytes(bytes: &[u8]) -> Result<Vec<Digest>, StoreError> {
    let digests = bytes.chunks(32).map(|bytes| bytes.try_into().map(Digest));
    digests
        .collect::<Result<_, _>>()
        .map_err(|_| corrupt("digest"))
}
