//! Views of running rankings: written whole, read in pieces, dropped soon.

use crate::client::{Item, Store, key_item, number, read_item, whole_item};
use crate::error::StoreError;
use crate::items::game::corrupt;
use crate::keys;
use crate::periods::{First, first_of_bytes, first_to_bytes};
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::ladder::Ladder;
use damero_domain::rating::Ordinal;
use damero_domain::time::{Millis, Timestamp};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// A view without its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewHead {
    /// What ended before this is in it.
    pub cut: Timestamp,
    /// The last correction that is in it.
    pub as_of: Ordinal,
    /// Everybody in it.
    pub total: u32,
    /// The first row of each chunk.
    pub firsts: Vec<First>,
}

#[derive(Deserialize, Serialize)]
struct HeadItem {
    /// Cut, ms.
    t: i64,
    /// As of.
    o: u32,
    /// Total.
    n: u32,
    /// First rows, 24 bytes each.
    q: ByteBuf,
}

/// Its pieces may be dropped after this: nobody pages for so long.
const KEPT: Millis = Millis::seconds(30 * 60);

impl Store {
    /// The newest view of a table.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn view(&self, ladder: Ladder, table: &str) -> Result<Option<ViewHead>, StoreError> {
        let item = self.get("VIEW", keys::view(ladder, table)).await?;
        // A lease alone is no view yet.
        let Some(item) = item.filter(|item| item.contains_key("t")) else {
            return Ok(None);
        };
        let item: HeadItem = read_item(item)?;
        let firsts = item.q.chunks(24).map(first_of_bytes);
        Ok(Some(ViewHead {
            cut: Timestamp(item.t),
            as_of: Ordinal(item.o),
            total: item.n,
            firsts: firsts.collect::<Result<_, _>>()?,
        }))
    }

    /// Takes the right to build a view, if nobody has it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn lease_view(
        &self,
        ladder: Ladder,
        table: &str,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::view(ladder, table))))
            .update_expression("SET l = :until")
            .condition_expression("attribute_not_exists(l) OR l <= :now")
            .expression_attribute_values(":until", number(until.0))
            .expression_attribute_values(":now", number(now.0));
        self.update_if_holds("VIEW", update).await
    }

    /// Puts a view: its rows, and last the head that names them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_view(
        &self,
        ladder: Ladder,
        table: &str,
        head: &ViewHead,
        chunks: &[String],
    ) -> Result<(), StoreError> {
        let ttl = (head.cut + KEPT).0 / 1000;
        let piece = |(nth, text): (usize, &String)| {
            let mut item = key_item(keys::view_chunk(ladder, table, head.cut, nth));
            item.insert("r".into(), AttributeValue::S(text.clone()));
            item.insert("ttl".into(), number(ttl));
            item
        };
        let pieces: Vec<Item> = chunks.iter().enumerate().map(piece).collect();
        for batch in pieces.chunks(crate::ratings::MOST_IN_A_BATCH) {
            self.put_all("VIEW", batch.to_vec()).await?;
        }
        let firsts = head.firsts.iter().flat_map(first_to_bytes);
        let item = HeadItem {
            t: head.cut.0,
            o: head.as_of.0,
            n: head.total,
            q: firsts.collect::<Vec<_>>().into(),
        };
        // The lease goes with it.
        let item = whole_item(keys::view(ladder, table), &item)?;
        self.put_any("VIEW", item).await
    }

    /// A chunk of a view's rows.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn view_chunk(
        &self,
        ladder: Ladder,
        table: &str,
        head: &ViewHead,
        nth: usize,
    ) -> Result<String, StoreError> {
        let key = keys::view_chunk(ladder, table, head.cut, nth);
        let item = self.get("VIEW", key).await?;
        let text = item.and_then(|mut item| match item.remove("r")? {
            AttributeValue::S(text) => Some(text),
            _ => None,
        });
        text.ok_or_else(|| corrupt("view"))
    }
}
