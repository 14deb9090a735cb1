//! What has to be known of others before one of them is tried for.

use crate::client::{Item, Store, key_item, read_item};
use crate::error::StoreError;
use crate::items::rating::PairDayItem;
use crate::keys::{self, Key, PK};
use crate::locks::HeldLock;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};
use damero_domain::ids::AccountId;
use damero_domain::period::LocalDate;
use damero_domain::rating::PairDay;
use damero_domain::rating::pair_day::Players;
use std::collections::HashMap;

/// As many rivals as are looked at together: two items each, and one's own lock.
pub const MOST_RIVALS: usize = 24;

/// So often what the database did not get to is asked for again.
const REPEATS: usize = 5;

/// Locks, and what one has played with each today.
#[derive(Clone, Debug, Default)]
pub struct Rivals {
    locks: HashMap<AccountId, HeldLock>,
    days: HashMap<AccountId, PairDay>,
}

impl Rivals {
    /// What an account is held by.
    #[must_use]
    pub fn lock(&self, account: AccountId) -> Option<&HeldLock> {
        self.locks.get(&account)
    }

    /// Whether this rival may be met once more today.
    #[must_use]
    pub fn may_meet(&self, account: AccountId, rule_set: &str) -> bool {
        let day = self.days.get(&account);
        day.is_none_or(|day| day.may_meet(rule_set))
    }
}

impl Store {
    /// The locks of `own` and `others`, and the pairs' items of this date.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn rivals(
        &self,
        own: AccountId,
        others: &[AccountId],
        date: LocalDate,
    ) -> Result<Rivals, StoreError> {
        let mut asked: HashMap<String, (AccountId, bool)> = HashMap::new();
        let mut wanted = Vec::new();
        let mut entities = Vec::new();
        let mut ask = |key: Key, account, is_lock| {
            asked.insert(key.pk.clone(), (account, is_lock));
            entities.push(if is_lock { "LOCK" } else { "PAIRDAY" });
            wanted.push(key);
        };
        ask(keys::lock(own), own, true);
        for other in others.iter().take(MOST_RIVALS) {
            ask(keys::lock(*other), *other, true);
            let pair = Players::of(own, *other);
            ask(keys::pair_day(pair, date), *other, false);
        }
        let mut rivals = Rivals::default();
        for item in self.fetch(&entities, wanted).await? {
            let pk = item.get(PK).and_then(|pk| pk.as_s().ok());
            match pk.and_then(|pk| asked.get(pk)) {
                Some((account, true)) => {
                    let lock = HeldLock::from_item(*account, item)?;
                    rivals.locks.insert(*account, lock);
                }
                Some((account, false)) => {
                    let day = read_item::<PairDayItem>(item)?.day()?;
                    rivals.days.insert(*account, day);
                }
                None => {}
            }
        }
        Ok(rivals)
    }

    /// Strongly consistent reads of up to a hundred items; those that are not there
    /// are left out.
    async fn fetch(
        &self,
        entities: &[&'static str],
        wanted: Vec<Key>,
    ) -> Result<Vec<Item>, StoreError> {
        let keys = wanted.into_iter().map(key_item).collect();
        let mut left = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build()?;
        let mut found = Vec::new();
        for _ in 0..REPEATS {
            let output = self
                .client
                .batch_get_item()
                .request_items(&self.table, left)
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await?;
            self.calls
                .note("BatchGetItem", entities, output.consumed_capacity());
            let items = output.responses.unwrap_or_default().remove(&self.table);
            found.extend(items.unwrap_or_default());
            let rest = output.unprocessed_keys.unwrap_or_default();
            match rest.into_values().next() {
                Some(rest) => left = rest,
                None => return Ok(found),
            }
        }
        Err(StoreError::Database("items were left unread".into()))
    }
}
