//! Reading a game, appending one event, starting the next game of a room.

use crate::client::{Item, Store, key_item, number, read_item, whole_item};
use crate::connections::Change;
use crate::error::{Saved, StoreError};
use crate::items::game::{GameItem, corrupt, digest, tags_to_bytes, version};
use crate::items::rated::RatedItem;
use crate::items::record;
use crate::keys;
use crate::rooms::HeldRoom;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeValue, Put, ReturnConsumedCapacity, ReturnValue, ReturnValuesOnConditionCheckFailure,
    TransactWriteItem,
};
use damero_domain::game::{Event, Game, Origin, Setup};
use damero_domain::ids::{CommandTag, ConnectionId, GameId, Person};
use damero_domain::rating::Rated;
use damero_domain::room::seat_playing;
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::Side;
use std::collections::HashMap;

/// How many live connections a person keeps in a game or room; one more retires the oldest.
pub const MAX_TABS: usize = 4;

/// A game as it stood when it was read.
#[derive(Clone, Debug)]
pub struct HeldGame {
    /// The game.
    pub game: Game,
    /// Its version: every write is conditional on it.
    pub v: u64,
    /// The connections that show it, oldest first.
    pub connections: BySide<Vec<ConnectionId>>,
    /// What makes it rated, if it is.
    pub rated: Option<Rated>,
    record: Vec<u8>,
}

impl HeldGame {
    /// A game that stands at version `v`.
    #[must_use]
    pub fn new(game: Game, v: u64, connections: BySide<Vec<ConnectionId>>) -> HeldGame {
        let record = record::write(&game);
        HeldGame {
            game,
            v,
            connections,
            rated: None,
            record,
        }
    }

    /// The same, rated.
    #[must_use]
    pub fn rated(self, rated: Rated) -> HeldGame {
        HeldGame {
            rated: Some(rated),
            ..self
        }
    }

    /// Everyone who shows the game, with the side they play.
    pub fn audience(&self) -> impl Iterator<Item = (Side, &ConnectionId)> {
        [Side::White, Side::Black]
            .into_iter()
            .flat_map(|side| self.connections[side].iter().map(move |to| (side, to)))
    }

    /// Replays the game of an item.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it is none.
    pub fn from_item(id: GameId, mut item: Item) -> Result<HeldGame, StoreError> {
        let rated = RatedItem::take_from(&mut item)?.rated()?;
        let item: GameItem = read_item(item)?;
        let game = item.game(id)?;
        check_rated(&game, rated.as_ref())?;
        Ok(HeldGame {
            game,
            v: version(item.v)?,
            rated,
            record: item.e.to_vec(),
            connections: item.connections(),
        })
    }

    /// The whole item of a game that starts, listed as running.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn to_item(&self) -> Result<Item, StoreError> {
        let names = BySide::new(|side| {
            self.connections[side]
                .iter()
                .map(ToString::to_string)
                .collect()
        });
        let id = self.game.setup().id;
        let item = GameItem::from_game(&self.game, self.v, &names);
        let mut item = whole_item(keys::game(id), &item)?;
        if let Some(rated) = &self.rated {
            let rated: Item =
                serde_dynamo::aws_sdk_dynamodb_1::to_item(RatedItem::from_rated(rated))?;
            item.extend(rated);
        }
        item.insert(keys::GSI1PK.into(), AttributeValue::S(keys::active_of(id)));
        item.insert(keys::GSI1SK.into(), AttributeValue::S(id.to_string()));
        Ok(item)
    }

    /// The game one event later, as it will be if the write succeeds.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the event is none of this game's.
    pub fn after(
        &self,
        event: &Event,
        by: Option<(Side, CommandTag)>,
    ) -> Result<HeldGame, StoreError> {
        let mut next = self.clone();
        record::write_event(&self.game, event, &mut next.record);
        next.game
            .evolve(event.clone())
            .map_err(record::RecordError::from)?;
        if let Some((side, tag)) = by {
            next.game.remember(side, tag);
        }
        next.v += 1;
        Ok(next)
    }

    /// What a write of `next` over this one says, by the names in its expressions.
    #[must_use]
    pub fn values(
        &self,
        next: &HeldGame,
        by: Option<(Side, CommandTag)>,
    ) -> HashMap<String, AttributeValue> {
        let blob = |bytes: &[u8]| AttributeValue::B(Blob::new(bytes));
        let mut values = HashMap::from([
            (":seen".to_owned(), number(self.v)),
            (":active".to_owned(), number(1)),
            (":next".to_owned(), number(next.v)),
            (":events".to_owned(), blob(&next.record)),
            (":digest".to_owned(), blob(&digest(&next.game))),
        ]);
        if let Some((side, _)) = by {
            let tags = tags_to_bytes(next.game.remembered(side));
            values.insert(":tags".to_owned(), blob(&tags));
        }
        if next.game.ended().is_some() {
            values.insert(":over".to_owned(), number(0));
        }
        values
    }
}

impl Store {
    /// A strongly consistent read of one game.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn game(&self, id: GameId) -> Result<Option<HeldGame>, StoreError> {
        self.get("GAME", keys::game(id))
            .await?
            .map(|item| HeldGame::from_item(id, item))
            .transpose()
    }

    /// Appends one event if nobody wrote since `held` was read. What ends a rated game is
    /// not appended: see [`Store::end`].
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn append(
        &self,
        held: &HeldGame,
        event: &Event,
        by: Option<(Side, CommandTag)>,
    ) -> Result<Saved<HeldGame>, StoreError> {
        let next = held.after(event, by)?;
        let id = next.game.setup().id;
        if held.rated.is_some() && next.game.ended().is_some() {
            return Err(corrupt("a rated game ends together with its ratings"));
        }
        let request = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::game(id))))
            .update_expression(update_expression(&next, by))
            .condition_expression("v = :seen AND s = :active")
            .set_expression_attribute_values(Some(held.values(&next, by)))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match request {
            Ok(output) => {
                self.calls
                    .note("UpdateItem", &["GAME"], &output.consumed_capacity);
                // A tab that opened since the read is to hear of it as well.
                let connections = output.attributes.map(connections).transpose()?;
                Ok(Saved::Done(HeldGame {
                    connections: connections.unwrap_or(next.connections),
                    ..next
                }))
            }
            Err(error) => {
                let lost = error.as_service_error().and_then(|error| match error {
                    UpdateItemError::ConditionalCheckFailedException(failed) => {
                        Some(failed.item.clone())
                    }
                    _ => None,
                });
                let Some(item) = lost else {
                    return Err(error.into());
                };
                self.calls.note("UpdateItem", &["GAME"], None);
                Ok(Saved::Lost(
                    item.map(|item| HeldGame::from_item(id, item)).transpose()?,
                ))
            }
        }
    }

    /// A closing's touch: what ends a rated game from now on is confirmed at `cut` or
    /// later, and an end that is under way loses its condition. Whether it runs: a game
    /// that has ended is left alone, and so is one that knows of the cut.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn fence(&self, id: GameId, cut: Timestamp) -> Result<bool, StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::game(id))))
            .update_expression("SET f = :cut, v = v + :one")
            .condition_expression(
                "s = :active AND attribute_exists(ew) AND (attribute_not_exists(f) OR f < :cut)",
            )
            .expression_attribute_values(":cut", number(cut.0))
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":active", number(1))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match update {
            Ok(output) => {
                self.calls
                    .note("UpdateItem", &["GAME"], &output.consumed_capacity);
                Ok(true)
            }
            Err(error)
                if matches!(
                    error.as_service_error(),
                    Some(UpdateItemError::ConditionalCheckFailedException(_))
                ) =>
            {
                self.calls.note("UpdateItem", &["GAME"], None);
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Starts a game together with everything that belongs to it: the room, the
    /// game, both histories, both running pointers. All or nothing.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn start_game(
        &self,
        before: &HeldRoom,
        after: &HeldRoom,
        setup: &Setup,
    ) -> Result<Saved<HeldGame>, StoreError> {
        let game = Game::start(setup.clone());
        let white = after
            .room
            .current
            .map_or(damero_domain::room::Seat::Host, |current| current.white);
        let connections = BySide::new(|side| after.connections[seat_playing(side, white)].clone());
        let held = HeldGame::new(game, 1, connections);
        let mut items = vec![
            before.update_to(after, &self.table)?,
            self.put(held.to_item()?)?,
        ];
        for side in [Side::White, Side::Black] {
            for key in [
                keys::history(setup.players[side], setup.id),
                keys::running(setup.players[side], setup.id),
            ] {
                items.push(self.put(key_item(key))?);
            }
        }
        let request = self
            .client
            .transact_write_items()
            .set_transact_items(Some(items))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match request {
            Ok(output) => {
                let entities = ["ROOM", "GAME", "HIST", "RUN", "HIST", "RUN"];
                self.calls
                    .note("TransactWriteItems", &entities, output.consumed_capacity());
                Ok(Saved::Done(held))
            }
            Err(error) if is_lost(&error) => Ok(Saved::Lost(None)),
            Err(error) => Err(error.into()),
        }
    }

    /// One shard of the running games.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn active(&self, shard: u8) -> Result<Vec<GameId>, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .index_name(keys::GSI1)
            .key_condition_expression("GSI1PK = :shard")
            .expression_attribute_values(":shard", AttributeValue::S(keys::active(shard)))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .into_paginator()
            .send();
        let id = |item: &Item| item.get(keys::GSI1SK)?.as_s().ok()?.parse::<GameId>().ok();
        let mut games = Vec::new();
        while let Some(page) = pages.try_next().await? {
            self.calls
                .note("Query", &["ACTIVE"], &page.consumed_capacity);
            games.extend(page.items().iter().filter_map(id));
        }
        Ok(games)
    }

    /// Passes a side from a session to the account that the session belongs to, if
    /// nobody wrote since `held` was read.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn pass_side(
        &self,
        held: &HeldGame,
        side: Side,
        to: Person,
    ) -> Result<Saved<HeldGame>, StoreError> {
        let id = held.game.setup().id;
        let seat = match side {
            Side::White => "w",
            Side::Black => "b",
        };
        let update = pass(self.client.update_item(), keys::game(id), seat, held.v, to);
        match self.change("GAME", ReturnValue::AllNew, update).await? {
            Change::Done(item) => Ok(Saved::Done(HeldGame::from_item(id, item)?)),
            Change::Refused(present) => Ok(Saved::Lost(
                present
                    .map(|item| HeldGame::from_item(id, item))
                    .transpose()?,
            )),
        }
    }

    fn put(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(PK)")
            .build()?;
        Ok(TransactWriteItem::builder().put(put).build())
    }
}

/// A rated game is one between accounts from the queue, and its end moved ratings.
fn check_rated(game: &Game, rated: Option<&Rated>) -> Result<(), StoreError> {
    let from_queue = matches!(game.setup().origin, Origin::Pairing(_));
    let whole = match (game.accounts(), rated) {
        (Some(_), Some(rated)) => rated.change.is_some() == game.ended().is_some(),
        (None, None) => !from_queue,
        _ => false,
    };
    whole.then_some(()).ok_or_else(|| corrupt("rated game"))
}

/// The lists of an item that need not be replayed for them.
fn connections(item: Item) -> Result<BySide<Vec<ConnectionId>>, StoreError> {
    Ok(read_item::<GameItem>(item)?.connections())
}

/// The write that puts a person on a seat of an item at version `v`.
pub(crate) fn pass(
    update: UpdateItemFluentBuilder,
    key: keys::Key,
    seat: &str,
    v: u64,
    to: Person,
) -> UpdateItemFluentBuilder {
    update
        .set_key(Some(key_item(key)))
        .update_expression("SET #seat = :to, v = :next")
        .condition_expression("v = :seen")
        .expression_attribute_names("#seat", seat)
        .expression_attribute_values(":to", AttributeValue::B(Blob::new(to.to_bytes())))
        .expression_attribute_values(":seen", number(v))
        .expression_attribute_values(":next", number(v + 1))
}

pub(crate) fn update_expression(next: &HeldGame, by: Option<(Side, CommandTag)>) -> String {
    let mut expression = String::from("SET e = :events, d = :digest, v = :next");
    match by {
        Some((Side::White, _)) => expression += ", iw = :tags",
        Some((Side::Black, _)) => expression += ", ib = :tags",
        None => {}
    }
    if next.game.ended().is_some() {
        expression += ", s = :over REMOVE GSI1PK, GSI1SK";
    }
    expression
}

/// A transaction that lost a race: a condition failed or another one was under way.
pub(crate) fn is_lost(error: &SdkError<TransactWriteItemsError>) -> bool {
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
