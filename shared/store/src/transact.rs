//! Transactions, and the writes of locks that most of the queue's are made of.

use crate::client::{Item, Store, key_item, number};
use crate::error::{Saved, StoreError};
use crate::keys;
use crate::locks::{HeldLock, Hold};
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeValue, Delete, Put, ReturnConsumedCapacity, TransactWriteItem, Update,
};
use damero_domain::ids::{AccountId, TicketId};
use std::collections::HashMap;
use ulid::Ulid;

/// Values by their names in an expression.
type Values = HashMap<String, AttributeValue>;

/// What became of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Transacted {
    /// All of it is written.
    Done,
    /// Nothing is: these parts did not hold, by their places. None of them if another
    /// transaction was under way.
    Lost(Vec<usize>),
}

impl Transacted {
    pub(crate) fn saved(&self) -> Saved<()> {
        match self {
            Transacted::Done => Saved::Done(()),
            Transacted::Lost(_) => Saved::Lost(None),
        }
    }
}

impl Store {
    /// All of it or nothing.
    pub(crate) async fn try_all(
        &self,
        items: Vec<TransactWriteItem>,
        entities: &[&'static str],
    ) -> Result<Transacted, StoreError> {
        let request = self
            .client
            .transact_write_items()
            .set_transact_items(Some(items))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match request {
            Ok(output) => {
                self.calls
                    .note("TransactWriteItems", entities, output.consumed_capacity());
                Ok(Transacted::Done)
            }
            Err(error) if is_lost(&error) => {
                self.calls.note("TransactWriteItems", entities, None);
                Ok(Transacted::Lost(failed(&error)))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// An item where there is none.
    pub(crate) fn put_new(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        self.put_if(item, Some("attribute_not_exists(PK)"), None)
    }

    /// An item, whatever was there.
    pub(crate) fn put_over(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        self.put_if(item, None, None)
    }

    /// A lock where there is none, or in place of the one that was read.
    pub(crate) fn put_lock(
        &self,
        lock: &HeldLock,
        over: Option<&HeldLock>,
    ) -> Result<TransactWriteItem, StoreError> {
        let Some(over) = over else {
            return self.put_new(lock.to_item()?);
        };
        let (condition, values) = holds(&over.hold);
        self.put_if(lock.to_item()?, Some(condition), Some(values))
    }

    fn put_if(
        &self,
        item: Item,
        condition: Option<&str>,
        values: Option<Values>,
    ) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .set_condition_expression(condition.map(str::to_owned))
            .set_expression_attribute_values(values)
            .build()?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// Deletes a lock that still holds this.
    pub(crate) fn unlock(
        &self,
        account: AccountId,
        hold: &Hold,
    ) -> Result<TransactWriteItem, StoreError> {
        let (condition, values) = holds(hold);
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::lock(account))))
            .condition_expression(condition)
            .set_expression_attribute_values(Some(values))
            .build()?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// Turns a lock that still holds this into one that holds that. Its connections stay.
    pub(crate) fn relock(
        &self,
        account: AccountId,
        from: &Hold,
        to: &Hold,
    ) -> Result<TransactWriteItem, StoreError> {
        let (condition, mut values) = holds(from);
        let (expression, next) = becomes(to);
        values.extend(next);
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::lock(account))))
            .update_expression(expression)
            .condition_expression(condition)
            .set_expression_attribute_values(Some(values))
            .build()?;
        Ok(TransactWriteItem::builder().update(update).build())
    }
}

/// That a lock holds this.
fn holds(hold: &Hold) -> (&'static str, Values) {
    match hold {
        Hold::Queued(ticket) => (
            "s = :is AND k = :pk AND t = :sk",
            values([
                (":is", number(0)),
                (":pk", text(&ticket.pk)),
                (":sk", text(&ticket.sk)),
            ]),
        ),
        Hold::Paired { pairing, .. } => (
            "s = :is AND p = :pairing",
            values([(":is", number(1)), (":pairing", ulid(pairing.0))]),
        ),
        Hold::Playing(game) => (
            "s = :is AND g = :game",
            values([(":is", number(2)), (":game", ulid(game.0))]),
        ),
    }
}

/// What makes a lock hold this.
fn becomes(hold: &Hold) -> (&'static str, Values) {
    match hold {
        Hold::Queued(ticket) => (
            "SET s = :next, k = :npk, t = :nsk REMOVE p, x, g",
            values([
                (":next", number(0)),
                (":npk", text(&ticket.pk)),
                (":nsk", text(&ticket.sk)),
            ]),
        ),
        Hold::Paired { pairing, deadline } => (
            "SET s = :next, p = :npairing, x = :deadline REMOVE k, t, g",
            values([
                (":next", number(1)),
                (":npairing", ulid(pairing.0)),
                (":deadline", number(deadline.0)),
            ]),
        ),
        Hold::Playing(game) => (
            "SET s = :next, g = :ngame REMOVE k, t, p, x",
            values([(":next", number(2)), (":ngame", ulid(game.0))]),
        ),
    }
}

fn values<const N: usize>(named: [(&str, AttributeValue); N]) -> Values {
    named
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The places of the parts whose condition did not hold.
fn failed(error: &SdkError<TransactWriteItemsError>) -> Vec<usize> {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) =
        error.as_service_error()
    else {
        return Vec::new();
    };
    let reasons = cancelled.cancellation_reasons().iter().enumerate();
    reasons
        .filter(|(_, reason)| reason.code() == Some("ConditionalCheckFailed"))
        .map(|(place, _)| place)
        .collect()
}

pub(crate) fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

pub(crate) fn ticket_id(id: TicketId) -> AttributeValue {
    ulid(id.0)
}

fn ulid(id: Ulid) -> AttributeValue {
    AttributeValue::B(Blob::new(id.to_bytes()))
}

/// A transaction that lost a race: a condition failed or another one was under way.
fn is_lost(error: &SdkError<TransactWriteItemsError>) -> bool {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) =
        error.as_service_error()
    else {
        return false;
    };
    let lost = ["ConditionalCheckFailed", "TransactionConflict"];
    cancelled
        .cancellation_reasons()
        .iter()
        .filter_map(|reason| reason.code())
        .any(|code| lost.contains(&code))
}
