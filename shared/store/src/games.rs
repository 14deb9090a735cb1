//! Reading a game, appending one event, starting the next game of a room.

use crate::client::{Item, Store, key_item, number, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::items::game::{GameItem, corrupt, digest, tags_to_bytes, version};
use crate::items::level::OutcomeItem;
use crate::items::rated::RatedItem;
use crate::items::record;
use crate::keys;
use crate::rooms::HeldRoom;
use crate::transact::Transacted;
use crate::writes::Change;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity, ReturnValue};
use damero_domain::game::{Event, Game, Origin, Setup};
use damero_domain::ids::{CommandTag, ConnectionId, GameId, Person};
use damero_domain::level::Outcome;
use damero_domain::rating::Rated;
use damero_domain::room::seat_playing;
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::Side;
use std::collections::HashMap;
use std::slice;

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
    /// What its end did to its player, if it was against the computer.
    pub outcome: Option<Outcome>,
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
            outcome: None,
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
        let outcome = OutcomeItem::take_from(&mut item)?.outcome()?;
        let item: GameItem = read_item(item)?;
        let game = item.game(id)?;
        check_rated(&game, rated.as_ref())?;
        check_outcome(&game, outcome)?;
        Ok(HeldGame {
            game,
            v: version(item.v)?,
            rated,
            outcome,
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
        self.after_all(slice::from_ref(event), by)
    }

    /// The game after events that are written together: a command and what is answered
    /// to it at once.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if one of them is none of this game's.
    pub fn after_all(
        &self,
        events: &[Event],
        by: Option<(Side, CommandTag)>,
    ) -> Result<HeldGame, StoreError> {
        let mut next = self.clone();
        for event in events {
            record::write_event(&next.game, event, &mut next.record);
            next.game
                .evolve(event.clone())
                .map_err(record::RecordError::from)?;
        }
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

    /// Appends one event if nobody wrote since `held` was read. What ends a rated game, or
    /// one against the computer, is not appended: see [`Store::end`].
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn append(
        &self,
        held: &HeldGame,
        event: &Event,
        by: Option<(Side, CommandTag)>,
    ) -> Result<Saved<HeldGame>, StoreError> {
        self.append_all(held, slice::from_ref(event), by).await
    }

    /// The same with events that are written together.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn append_all(
        &self,
        held: &HeldGame,
        events: &[Event],
        by: Option<(Side, CommandTag)>,
    ) -> Result<Saved<HeldGame>, StoreError> {
        let next = held.after_all(events, by)?;
        let id = next.game.setup().id;
        let ends_alone = matches!(next.game.setup().origin, Origin::Room { .. });
        if next.game.ended().is_some() && !ends_alone {
            return Err(corrupt("an end that is written with what belongs to it"));
        }
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::game(id))))
            .update_expression(update_expression(&next, by))
            .condition_expression("v = :seen AND s = :active")
            .set_expression_attribute_values(Some(held.values(&next, by)));
        Ok(
            match self.change("GAME", ReturnValue::AllNew, update).await? {
                Change::Done(item) => Saved::Done(HeldGame {
                    // A tab that opened since the read is to hear of it as well.
                    connections: read_item::<GameItem>(item)?.connections(),
                    ..next
                }),
                Change::Refused(present) => Saved::Lost(
                    present
                        .map(|item| HeldGame::from_item(id, item))
                        .transpose()?,
                ),
            },
        )
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
            .set_key(Some(key_item(keys::game(id))))
            .update_expression("SET f = :cut, v = v + :one")
            .condition_expression(
                "s = :active AND attribute_exists(ew) AND (attribute_not_exists(f) OR f < :cut)",
            )
            .expression_attribute_values(":cut", number(cut.0))
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":active", number(1));
        self.update_if_holds("GAME", update).await
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
            self.put_new(held.to_item()?)?,
        ];
        for side in [Side::White, Side::Black] {
            for key in [
                keys::history(setup.players[side], setup.id),
                keys::running(setup.players[side], setup.id),
            ] {
                items.push(self.put_new(key_item(key))?);
            }
        }
        let entities = ["ROOM", "GAME", "HIST", "RUN", "HIST", "RUN"];
        Ok(match self.try_all(items, &entities).await? {
            Transacted::Done => Saved::Done(held),
            Transacted::Lost(_) => Saved::Lost(None),
        })
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
    /// both sides are still who they were. It is no event of the game and leaves the
    /// version alone: a move under way is not voided by it.
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
        let players = &held.game.setup().players;
        let person = |person: Person| AttributeValue::B(Blob::new(person.to_bytes()));
        let seat = match side {
            Side::White => "w",
            Side::Black => "b",
        };
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::game(id))))
            .update_expression("SET #seat = :to")
            .condition_expression("w = :white AND b = :black")
            .expression_attribute_names("#seat", seat)
            .expression_attribute_values(":white", person(players.white))
            .expression_attribute_values(":black", person(players.black))
            .expression_attribute_values(":to", person(to));
        let change = self.change("GAME", ReturnValue::AllNew, update).await?;
        change.saved(|item| HeldGame::from_item(id, item))
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

/// A level that was played to an end did something to its player, and nothing else did.
fn check_outcome(game: &Game, outcome: Option<Outcome>) -> Result<(), StoreError> {
    let counted = game.level_end().is_some_and(|end| end.score.is_some());
    (counted == outcome.is_some())
        .then_some(())
        .ok_or_else(|| corrupt("end of a level"))
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
