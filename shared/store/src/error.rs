//! What can go wrong with the table, by what the caller can do about it.

use crate::items::record::RecordError;
use aws_sdk_dynamodb::error::{BuildError, SdkError};

/// Why a read or write did not happen, or may not have.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database could not be asked, refused, or its answer was lost.
    #[error("the database did not answer: {0}")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// An item that no version of this code wrote.
    #[error("corrupt item: {0}")]
    Corrupt(String),
}

impl<E> From<SdkError<E>> for StoreError
where
    E: std::error::Error + Send + Sync + 'static,
{
    fn from(error: SdkError<E>) -> StoreError {
        StoreError::Database(Box::new(error))
    }
}

impl From<BuildError> for StoreError {
    fn from(error: BuildError) -> StoreError {
        StoreError::Database(Box::new(error))
    }
}

impl From<serde_dynamo::Error> for StoreError {
    fn from(error: serde_dynamo::Error) -> StoreError {
        StoreError::Corrupt(error.to_string())
    }
}

impl From<RecordError> for StoreError {
    fn from(error: RecordError) -> StoreError {
        StoreError::Corrupt(error.to_string())
    }
}

/// What became of a conditional write.
#[derive(Debug)]
pub enum Saved<T> {
    /// Written; this is what stands now.
    Done(T),
    /// Somebody else wrote first. What stands now, if the database told.
    Lost(Option<T>),
}
