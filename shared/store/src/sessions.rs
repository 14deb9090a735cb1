//! Sessions: the server knows the SHA-256 of a browser's secret and nothing else of it.

use crate::client::{Store, key_item, number, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::keys;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// From this instant on it is refused.
    pub expires: Timestamp,
}

#[derive(Deserialize, Serialize)]
struct SessionItem {
    /// Created, ms.
    t: i64,
    /// Expires, ms.
    x: i64,
}

impl Store {
    /// A session by its hash.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn session(&self, hash: &[u8; 32]) -> Result<Option<Session>, StoreError> {
        let Some(item) = self.get("SESS", keys::session(hash)).await? else {
            return Ok(None);
        };
        let item: SessionItem = read_item(item)?;
        Ok(Some(Session {
            expires: Timestamp(item.x),
        }))
    }

    /// Admits a new session; `Lost` if it is known already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn admit_session(
        &self,
        hash: &[u8; 32],
        created: Timestamp,
        expires: Timestamp,
    ) -> Result<Saved<()>, StoreError> {
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(whole_item(
                keys::session(hash),
                &SessionItem {
                    t: created.0,
                    x: expires.0,
                },
            )?))
            .condition_expression("attribute_not_exists(PK)")
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match put {
            Ok(output) => {
                self.calls
                    .note("PutItem", &["SESS"], &output.consumed_capacity);
                Ok(Saved::Done(()))
            }
            Err(error)
                if matches!(
                    error.as_service_error(),
                    Some(PutItemError::ConditionalCheckFailedException(_))
                ) =>
            {
                Ok(Saved::Lost(None))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A connection renews its session. One that lapsed meanwhile stays lapsed.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn renew_session(
        &self,
        hash: &[u8; 32],
        now: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::session(hash))))
            .update_expression("SET x = :expires")
            .condition_expression("x > :now")
            .expression_attribute_values(":expires", number(expires.0))
            .expression_attribute_values(":now", number(now.0))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match update {
            Ok(output) => self
                .calls
                .note("UpdateItem", &["SESS"], &output.consumed_capacity),
            Err(error)
                if matches!(
                    error.as_service_error(),
                    Some(UpdateItemError::ConditionalCheckFailedException(_))
                ) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
