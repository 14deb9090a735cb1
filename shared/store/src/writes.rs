//! Single writes, and what becomes of one whose condition does not hold.

use crate::client::{Item, Store};
use crate::error::{Saved, StoreError};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    ReturnConsumedCapacity, ReturnValue, ReturnValuesOnConditionCheckFailure,
};

/// What became of a conditional update.
#[derive(Debug)]
pub(crate) enum Change {
    /// Written: the item as asked for.
    Done(Item),
    /// The condition does not hold: the item as it is, if there is one.
    Refused(Option<Item>),
}

impl Change {
    /// The same, with the item as `read` reads it.
    pub(crate) fn saved<T>(
        self,
        read: impl Fn(Item) -> Result<T, StoreError>,
    ) -> Result<Saved<T>, StoreError> {
        Ok(match self {
            Change::Done(item) => Saved::Done(read(item)?),
            Change::Refused(present) => Saved::Lost(present.map(read).transpose()?),
        })
    }
}

impl Store {
    /// Puts an item, whatever was there.
    pub(crate) async fn put_any(&self, entity: &'static str, item: Item) -> Result<(), StoreError> {
        let put = self.client.put_item().set_item(Some(item));
        self.put_if_holds(entity, put).await.map(|_| ())
    }

    /// Puts an item if there is none of its key.
    pub(crate) async fn put_once(
        &self,
        entity: &'static str,
        item: Item,
    ) -> Result<Saved<()>, StoreError> {
        let put = self.client.put_item().set_item(Some(item));
        let put = put.condition_expression("attribute_not_exists(PK)");
        self.put_if_holds(entity, put).await
    }

    /// Puts an item if its condition holds.
    pub(crate) async fn put_if_holds(
        &self,
        entity: &'static str,
        put: PutItemFluentBuilder,
    ) -> Result<Saved<()>, StoreError> {
        let put = put
            .table_name(&self.table)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let error = match put {
            Ok(output) => {
                self.calls
                    .note("PutItem", &[entity], &output.consumed_capacity);
                return Ok(Saved::Done(()));
            }
            Err(error) => error,
        };
        match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(_)) => {
                self.calls.note("PutItem", &[entity], None);
                Ok(Saved::Lost(None))
            }
            _ => Err(error.into()),
        }
    }

    /// Whether an update was made: not if its condition did not hold.
    pub(crate) async fn update_if_holds(
        &self,
        entity: &'static str,
        update: UpdateItemFluentBuilder,
    ) -> Result<bool, StoreError> {
        let change = self.change(entity, ReturnValue::None, update).await?;
        Ok(matches!(change, Change::Done(_)))
    }

    /// A conditional update, with the item as it is after it, or was before.
    pub(crate) async fn change(
        &self,
        entity: &'static str,
        returned: ReturnValue,
        update: UpdateItemFluentBuilder,
    ) -> Result<Change, StoreError> {
        let output = update
            .table_name(&self.table)
            .return_values(returned)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let error = match output {
            Ok(output) => {
                self.calls
                    .note("UpdateItem", &[entity], &output.consumed_capacity);
                return Ok(Change::Done(output.attributes.unwrap_or_default()));
            }
            Err(error) => error,
        };
        match error.as_service_error() {
            Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                self.calls.note("UpdateItem", &[entity], None);
                Ok(Change::Refused(failed.item.clone()))
            }
            _ => Err(error.into()),
        }
    }
}
