//! What an account is held by while it waits for a rated game or plays one.

use crate::client::{Item, Store, read_item, whole_item};
use crate::error::StoreError;
pub use crate::items::lock::Hold;
use crate::items::lock::LockItem;
use crate::keys;
use damero_domain::ids::{AccountId, ConnectionId};

/// A lock as it stood when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldLock {
    /// Whose.
    pub account: AccountId,
    /// By what.
    pub hold: Hold,
    /// The connections that wait with it, oldest first.
    pub connections: Vec<ConnectionId>,
}

impl HeldLock {
    /// The lock of an item.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it is none.
    pub fn from_item(account: AccountId, item: Item) -> Result<HeldLock, StoreError> {
        let item: LockItem = read_item(item)?;
        Ok(HeldLock {
            account,
            hold: item.hold()?,
            connections: item.connections(),
        })
    }

    /// The whole item.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn to_item(&self) -> Result<Item, StoreError> {
        let item = LockItem::from_hold(&self.hold, &self.connections);
        whole_item(keys::lock(self.account), &item)
    }
}

impl Store {
    /// What an account is held by, if anything.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn lock(&self, account: AccountId) -> Result<Option<HeldLock>, StoreError> {
        let item = self.get("LOCK", keys::lock(account)).await?;
        item.map(|item| HeldLock::from_item(account, item))
            .transpose()
    }
}
