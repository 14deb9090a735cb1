//! The handle through which all reads and writes go.

use crate::calls::Calls;
use crate::error::StoreError;
use crate::keys::{Key, PK, SK};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::AsyncSleep;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::time::Duration;

/// An item as the database returns it.
pub type Item = HashMap<String, AttributeValue>;

/// The table. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) client: Client,
    pub(crate) table: String,
    pub(crate) calls: Calls,
}

impl Store {
    /// A handle on `table`.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Store {
        Store {
            client,
            table: table.into(),
            calls: Calls::default(),
        }
    }

    /// The same table, with a fresh record that keeps each call.
    #[must_use]
    pub fn observed(&self) -> Store {
        Store {
            calls: Calls::each(),
            ..self.clone()
        }
    }

    /// The calls made through this handle and its clones.
    #[must_use]
    pub fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Waits, as the database's client does between its attempts.
    pub async fn pause(&self, span: Duration) {
        match self.client.config().sleep_impl() {
            Some(sleep) => sleep.sleep(span).await,
            None => tokio::time::sleep(span).await,
        }
    }

    /// A strongly consistent read of one item.
    pub(crate) async fn get(
        &self,
        entity: &'static str,
        key: Key,
    ) -> Result<Option<Item>, StoreError> {
        let output = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key_item(key)))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("GetItem", &[entity], &output.consumed_capacity);
        Ok(output.item)
    }
}

/// A key as an item.
pub(crate) fn key_item(key: Key) -> Item {
    HashMap::from([
        (PK.to_owned(), AttributeValue::S(key.pk)),
        (SK.to_owned(), AttributeValue::S(key.sk)),
    ])
}

/// A whole item: its key and its attributes.
pub(crate) fn whole_item(key: Key, attributes: &impl Serialize) -> Result<Item, StoreError> {
    let mut item: Item = serde_dynamo::aws_sdk_dynamodb_1::to_item(attributes)?;
    item.extend(key_item(key));
    Ok(item)
}

/// Reads an item's attributes.
pub(crate) fn read_item<T: DeserializeOwned>(item: Item) -> Result<T, StoreError> {
    // A type that the SDK does not know is told by `serde_dynamo` with a panic.
    if !item.values().all(is_known) {
        return Err(StoreError::Corrupt("attribute of an unknown type".into()));
    }
    Ok(serde_dynamo::aws_sdk_dynamodb_1::from_item(item)?)
}

fn is_known(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::L(values) => values.iter().all(is_known),
        AttributeValue::M(values) => values.values().all(is_known),
        _ => !value.is_unknown(),
    }
}

/// A number attribute.
pub(crate) fn number(value: impl ToString) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// A list of texts.
pub(crate) fn texts<'a, T: ToString + 'a>(
    values: impl IntoIterator<Item = &'a T>,
) -> AttributeValue {
    AttributeValue::L(
        values
            .into_iter()
            .map(|value| AttributeValue::S(value.to_string()))
            .collect(),
    )
}
