//! Accounts, and the writes that link sessions to them and take them off again.
//!
//! A session that names an account is on that account's list: both are written in one
//! transaction. Taking it off begins with the session, so whoever breaks off half-way
//! leaves a name on the list, which the next one finds and finishes.

use crate::client::{Item, Store, key_item, number, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::items::account::AccountItem;
use crate::keys;
use crate::sessions::Session;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Delete, KeysAndAttributes, Put, ReturnConsumedCapacity,
    TransactWriteItem, Update,
};
use damero_domain::account::Account;
use damero_domain::account::name::Name;
use damero_domain::ids::{AccountId, ProviderId};
use damero_domain::time::Timestamp;
use std::collections::HashMap;

/// So many items are read at once.
const BATCH: usize = 100;

/// An account as it stood when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldAccount {
    /// The account.
    pub account: Account,
    /// Its version: every write is conditional on it.
    pub v: u64,
    /// Who the provider says it is.
    pub provider: ProviderId,
    /// Its name and provider are gone; the browsers that are listed still have to hear so.
    pub deleted: bool,
}

impl HeldAccount {
    /// The account after the next write.
    #[must_use]
    pub fn with(&self, account: Account) -> HeldAccount {
        HeldAccount {
            account,
            v: self.v + 1,
            ..self.clone()
        }
    }

    /// An item that stands for it, in place of the one read.
    fn put(&self, table: &str) -> Result<Put, StoreError> {
        let key = keys::account(self.account.id);
        let put = Put::builder()
            .table_name(table)
            .set_item(Some(whole_item(key, &AccountItem::from_held(self))?));
        let put = if self.v == 1 {
            put.condition_expression("attribute_not_exists(PK)")
        } else {
            put.condition_expression("v = :seen")
                .expression_attribute_values(":seen", number(self.v - 1))
        };
        Ok(put.build()?)
    }
}

/// A session that is to be linked to an account.
#[derive(Clone, Debug)]
pub struct Linking<'a> {
    /// The session.
    pub hash: &'a [u8; 32],
    /// Its link count when it was read; it will be one more.
    pub seen: u64,
    /// When the link lapses.
    pub lapses: Timestamp,
    /// The account with the session on its list: of version 1 if it is new.
    pub account: &'a HeldAccount,
    /// The account that the session was linked to, without it.
    pub left: Option<&'a HeldAccount>,
    /// The session that had to make room on the list, if it is still linked.
    pub retired: Option<&'a [u8; 32]>,
}

impl Store {
    /// An account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn account(&self, id: AccountId) -> Result<Option<HeldAccount>, StoreError> {
        let item = self.get("ACC", keys::account(id)).await?;
        item.map(|item| read_item::<AccountItem>(item)?.held(id))
            .transpose()
    }

    /// The account of somebody that a provider knows.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn account_of(&self, person: &ProviderId) -> Result<Option<AccountId>, StoreError> {
        let Some(item) = self.get("OIDC", keys::provider(person)).await? else {
            return Ok(None);
        };
        let id = item.get("a").and_then(|id| id.as_s().ok()?.parse().ok());
        id.map(Some)
            .ok_or_else(|| StoreError::Corrupt("identity guard".into()))
    }

    /// The names of these accounts, of those that have one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn names(&self, ids: &[AccountId]) -> Result<HashMap<AccountId, Name>, StoreError> {
        let mut keys: Vec<_> = ids.to_vec();
        keys.sort_unstable();
        keys.dedup();
        let keys = keys.into_iter().map(keys::account).collect();
        let mut names = HashMap::new();
        for item in self.batch("ACC", keys).await? {
            let text = |name: &str| Some(item.get(name)?.as_s().ok()?.as_str());
            let id = text(keys::PK).and_then(|pk| pk.strip_prefix("ACC#")?.parse().ok());
            if let (Some(id), Some(name)) = (id, text("m")) {
                names.insert(id, Name::stored(name.to_owned()));
            }
        }
        Ok(names)
    }

    /// These sessions, by their hashes; those that there are not are left out.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn sessions(
        &self,
        hashes: &[[u8; 32]],
    ) -> Result<HashMap<[u8; 32], Session>, StoreError> {
        let by_key: HashMap<_, _> = hashes
            .iter()
            .map(|hash| (keys::session(hash).pk, *hash))
            .collect();
        let keys = hashes.iter().map(keys::session).collect();
        let mut sessions = HashMap::new();
        for item in self.batch("SESS", keys).await? {
            let pk = item.get(keys::PK).and_then(|pk| pk.as_s().ok());
            if let Some(hash) = pk.and_then(|pk| by_key.get(pk)) {
                sessions.insert(*hash, Session::from_item(item)?);
            }
        }
        Ok(sessions)
    }

    /// Links a session: its count, both accounts, the identity guard of a new one, all
    /// or nothing. `Lost` if any of them is not as it was read.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn link(&self, linking: &Linking<'_>) -> Result<Saved<()>, StoreError> {
        let account = linking.account;
        let mut items = vec![self.link_session(linking)?, put(account.put(&self.table)?)];
        let mut entities = vec!["SESS", "ACC"];
        if account.v == 1 {
            let id = AttributeValue::S(account.account.id.to_string());
            let mut guard = key_item(keys::provider(&account.provider));
            guard.insert("a".into(), id);
            let guard = Put::builder()
                .table_name(&self.table)
                .set_item(Some(guard))
                .condition_expression("attribute_not_exists(PK)")
                .build()?;
            items.push(put(guard));
            entities.push("OIDC");
        }
        if let Some(left) = linking.left {
            items.push(put(left.put(&self.table)?));
            entities.push("ACC");
        }
        if let Some(retired) = linking.retired {
            let update = self.unlink(retired, account.account.id)?;
            items.push(TransactWriteItem::builder().update(update).build());
            entities.push("SESS");
        }
        Ok(self.try_all(items, &entities).await?.saved())
    }

    /// Writes an account, if nobody wrote since it was read.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn save_account(&self, next: &HeldAccount) -> Result<Saved<()>, StoreError> {
        let put = next.put(&self.table)?;
        let put = self
            .client
            .put_item()
            .set_item(Some(put.item))
            .set_condition_expression(put.condition_expression)
            .set_expression_attribute_values(put.expression_attribute_values);
        self.put_if_holds("ACC", put).await
    }

    /// Takes an account's name and its identity guard, in one: whoever the provider
    /// knows under it is a new person from now on.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn delete_account(&self, deleted: &HeldAccount) -> Result<Saved<()>, StoreError> {
        let guard = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::provider(&deleted.provider))))
            .condition_expression("a = :account")
            .expression_attribute_values(
                ":account",
                AttributeValue::S(deleted.account.id.to_string()),
            )
            .build()?;
        let items = vec![
            put(deleted.put(&self.table)?),
            TransactWriteItem::builder().delete(guard).build(),
        ];
        Ok(self.try_all(items, &["ACC", "OIDC"]).await?.saved())
    }

    /// That an account is somebody's still, as part of a transaction.
    pub(crate) fn lives(&self, account: AccountId) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::account(account))))
            .condition_expression("attribute_exists(g)")
            .build()?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    /// Takes a session off an account; it counts as one more link. `Lost` if it is not
    /// linked to that account.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn unlink_session(
        &self,
        hash: &[u8; 32],
        account: AccountId,
    ) -> Result<Saved<Session>, StoreError> {
        let unlink = self.unlink(hash, account)?;
        let update = self
            .client
            .update_item()
            .set_key(Some(unlink.key))
            .update_expression(unlink.update_expression)
            .set_condition_expression(unlink.condition_expression)
            .set_expression_attribute_values(unlink.expression_attribute_values);
        self.change_session(update).await
    }

    fn link_session(&self, linking: &Linking<'_>) -> Result<TransactWriteItem, StoreError> {
        let account = linking.account.account.id.0.to_bytes();
        let mut condition = "attribute_exists(PK) AND n = :seen";
        if linking.seen == 0 {
            condition = "attribute_exists(PK) AND (attribute_not_exists(n) OR n = :seen)";
        }
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::session(linking.hash))))
            .update_expression("SET n = :next, a = :account, l = :lapses")
            .condition_expression(condition)
            .expression_attribute_values(":seen", number(linking.seen))
            .expression_attribute_values(":next", number(linking.seen + 1))
            .expression_attribute_values(":account", bytes(&account))
            .expression_attribute_values(":lapses", number(linking.lapses.0))
            .build()?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    fn unlink(&self, hash: &[u8; 32], account: AccountId) -> Result<Update, StoreError> {
        Ok(Update::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::session(hash))))
            .update_expression("ADD n :one REMOVE a, l")
            .condition_expression("a = :account")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":account", bytes(&account.0.to_bytes()))
            .build()?)
    }

    /// Strongly consistent reads of many items, in any order.
    pub(crate) async fn batch(
        &self,
        entity: &'static str,
        keys: Vec<keys::Key>,
    ) -> Result<Vec<Item>, StoreError> {
        let mut found = Vec::new();
        let mut left: Vec<Item> = keys.into_iter().map(key_item).collect();
        while !left.is_empty() {
            let now = left.split_off(left.len().saturating_sub(BATCH));
            let asked = KeysAndAttributes::builder()
                .set_keys(Some(now))
                .consistent_read(true)
                .build()?;
            let output = self
                .client
                .batch_get_item()
                .request_items(&self.table, asked)
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await?;
            self.calls
                .note("BatchGetItem", &[entity], output.consumed_capacity());
            // What was too much for one answer is asked for again.
            let rest = output.unprocessed_keys.unwrap_or_default();
            left.extend(rest.into_values().flat_map(|rest| rest.keys));
            found.extend(output.responses.unwrap_or_default().into_values().flatten());
        }
        Ok(found)
    }
}

fn put(put: Put) -> TransactWriteItem {
    TransactWriteItem::builder().put(put).build()
}

fn bytes(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(aws_sdk_dynamodb::primitives::Blob::new(bytes))
}
