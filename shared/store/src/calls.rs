//! What an action asked of the database: its costs, and the keys its role needs.

use aws_sdk_dynamodb::types::ConsumedCapacity;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One request to the database.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// `GetItem`, `UpdateItem`, …
    pub operation: &'static str,
    /// The partition-key prefix of each item, such as `GAME`.
    pub entities: Vec<&'static str>,
    /// Capacity units as the database reported them.
    pub units: f64,
}

/// Capacity units of many calls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    /// Of those that change nothing.
    pub read: f64,
    /// Of the others.
    pub write: f64,
}

/// The calls made through one handle of the store: their units, and if somebody
/// observes it each of them, in order. A process may live for days and a closing may
/// make a million calls, so nothing else keeps them.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Record>>);

#[derive(Debug, Default)]
struct Record {
    units: Units,
    list: Option<Vec<Call>>,
}

impl Calls {
    /// A record that keeps each call.
    pub(crate) fn each() -> Calls {
        Calls(Arc::new(Mutex::new(Record {
            list: Some(Vec::new()),
            ..Record::default()
        })))
    }

    /// Everything so far, if each is kept.
    #[must_use]
    pub fn list(&self) -> Vec<Call> {
        self.record().list.clone().unwrap_or_default()
    }

    /// What everything so far took.
    #[must_use]
    pub fn units(&self) -> Units {
        self.record().units
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request that was answered.
    pub(crate) fn note<'a>(
        &self,
        operation: &'static str,
        entities: &[&'static str],
        capacity: impl IntoIterator<Item = &'a ConsumedCapacity>,
    ) {
        let units = capacity
            .into_iter()
            .filter_map(|capacity| capacity.capacity_units)
            .sum::<f64>();
        let mut record = self.record();
        if reads(operation) {
            record.units.read += units;
        } else {
            record.units.write += units;
        }
        if let Some(list) = &mut record.list {
            list.push(Call {
                operation,
                entities: entities.to_vec(),
                units,
            });
        }
    }
}

fn reads(operation: &str) -> bool {
    matches!(operation, "GetItem" | "Query" | "BatchGetItem")
}
