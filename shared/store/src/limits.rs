//! Rate limits: a counter for each window, dropped by the database later.

use crate::client::{Store, key_item, number};
use crate::error::StoreError;
use crate::keys;
use aws_sdk_dynamodb::types::{ReturnConsumedCapacity, ReturnValue};
use damero_domain::time::{Millis, Timestamp};

impl Store {
    /// Counts one more `kind` for `who` in the window that holds `now`; returns the count.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn count(
        &self,
        who: &str,
        kind: &str,
        window: Millis,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let start = now.0 - now.0.rem_euclid(window.0);
        let output = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::limit(who, kind, start))))
            .update_expression("ADD c :one SET #ttl = :ttl")
            .expression_attribute_names("#ttl", "ttl")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":ttl", number((start + 2 * window.0) / 1000))
            .return_values(ReturnValue::UpdatedNew)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("UpdateItem", &["RL"], &output.consumed_capacity);
        let count = output
            .attributes
            .and_then(|attributes| attributes.get("c")?.as_n().ok()?.parse().ok());
        count.ok_or_else(|| StoreError::Corrupt("rate limit".into()))
    }
}
