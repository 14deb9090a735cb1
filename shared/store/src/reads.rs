//! Reads of more than one item of a partition.

use crate::client::{Item, Store};
use crate::error::StoreError;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};

impl Store {
    /// Up to `limit` items of a partition whose sort keys come before this one, the last
    /// first, and whether there are more.
    pub(crate) async fn last_before(
        &self,
        entity: &'static str,
        pk: String,
        before: String,
        limit: i32,
    ) -> Result<(Vec<Item>, bool), StoreError> {
        let output = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :pk AND SK < :before")
            .expression_attribute_values(":pk", AttributeValue::S(pk))
            .expression_attribute_values(":before", AttributeValue::S(before))
            .scan_index_forward(false)
            .consistent_read(true)
            // One more than the page tells whether there is another.
            .limit(limit + 1)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("Query", &[entity], &output.consumed_capacity);
        let mut items = output.items.unwrap_or_default();
        let page = usize::try_from(limit).unwrap_or(0);
        let more = items.len() > page;
        items.truncate(page);
        Ok((items, more))
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
