//! A person's games, newest first.

use crate::client::{Item, Store, key_item};
use crate::error::StoreError;
use crate::keys::{self, SK};
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use damero_domain::ids::{GameId, Person};

/// A page of a person's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// Newest first.
    pub games: Vec<GameId>,
    /// Whether there are older ones.
    pub more: bool,
}

impl Store {
    /// Up to `limit` games of `person`, older than `before`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn history(
        &self,
        person: Person,
        before: Option<GameId>,
        limit: i32,
    ) -> Result<HistoryPage, StoreError> {
        self.list_games("HIST", keys::history_of(person), before, limit)
            .await
    }

    /// Up to 50 games of `person` that were running when last looked at, older than `before`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn running(
        &self,
        person: Person,
        before: Option<GameId>,
    ) -> Result<HistoryPage, StoreError> {
        self.list_games("RUN", keys::running_of(person), before, 50)
            .await
    }

    /// Drops the pointer to a game that has ended.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_running(&self, person: Person, game: GameId) -> Result<(), StoreError> {
        let output = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::running(person, game))))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("DeleteItem", &["RUN"], &output.consumed_capacity);
        Ok(())
    }

    async fn list_games(
        &self,
        entity: &'static str,
        pk: String,
        before: Option<GameId>,
        limit: i32,
    ) -> Result<HistoryPage, StoreError> {
        // '~' sorts after every id.
        let before = before.map_or_else(|| "G#~".to_owned(), keys::game_in_list);
        let (items, more) = self.last_before(entity, pk, before, limit).await?;
        let id = |item: &Item| item.get(SK)?.as_s().ok()?.strip_prefix("G#")?.parse().ok();
        let games = items.iter().filter_map(id).collect();
        Ok(HistoryPage { games, more })
    }
}
