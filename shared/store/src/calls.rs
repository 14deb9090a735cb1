//! What an action asked of the database: its costs, and the keys its role needs.

use aws_sdk_dynamodb::types::ConsumedCapacity;
use std::sync::{Arc, Mutex, PoisonError};

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

/// The calls made through one handle of the store, in order.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Vec<Call>>>);

impl Calls {
    /// Everything so far.
    #[must_use]
    pub fn list(&self) -> Vec<Call> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
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
            .sum();
        let call = Call {
            operation,
            entities: entities.to_vec(),
            units,
        };
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(call);
    }
}
