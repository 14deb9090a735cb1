//! Who shows what: a connection names its pages, games and rooms name their connections.
//!
//! Lists are written on their own, conditional on the list that was read and on
//! nothing else: opening a tab never voids a move.

use crate::client::{Store, key_item, read_item, texts, whole_item};
use crate::error::StoreError;
use crate::games::MAX_TABS;
use crate::keys::{self, Key};
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use damero_domain::ids::{ConnectionId, GameId, RoomId};
use damero_domain::room::Seat;
use damero_rules::Side;
use serde::{Deserialize, Serialize};

/// What a connection is bound to.
#[derive(Deserialize, Serialize)]
struct Connection {
    /// The lists that name it, as key and attribute: `ROOM#…/ch`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bound: Vec<String>,
    /// When the database may drop it, s.
    ttl: i64,
}

/// A list of connections: a seat of a room or a side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A seat of a room.
    Room(RoomId, Seat),
    /// A side of a game.
    Game(GameId, Side),
}

impl Place {
    fn key(self) -> Key {
        match self {
            Place::Room(id, _) => keys::room(id),
            Place::Game(id, _) => keys::game(id),
        }
    }

    fn entity(self) -> &'static str {
        match self {
            Place::Room(..) => "ROOM",
            Place::Game(..) => "GAME",
        }
    }

    fn attribute(self) -> &'static str {
        match self {
            Place::Room(_, Seat::Host) => "ch",
            Place::Room(_, Seat::Guest) => "cg",
            Place::Game(_, Side::White) => "cw",
            Place::Game(_, Side::Black) => "cb",
        }
    }

    fn name(self) -> String {
        format!("{}/{}", self.key().pk, self.attribute())
    }

    fn from_name(name: &str) -> Option<Place> {
        let (pk, attribute) = name.split_once('/')?;
        let (entity, id) = pk.split_once('#')?;
        match (entity, attribute) {
            ("ROOM", "ch") => Some(Place::Room(id.parse().ok()?, Seat::Host)),
            ("ROOM", "cg") => Some(Place::Room(id.parse().ok()?, Seat::Guest)),
            ("GAME", "cw") => Some(Place::Game(id.parse().ok()?, Side::White)),
            ("GAME", "cb") => Some(Place::Game(id.parse().ok()?, Side::Black)),
            _ => None,
        }
    }
}

/// How long a connection item outlives the gateway's two hours, s.
const CONNECTION_LIFE: i64 = 3 * 60 * 60;

impl Store {
    /// Notes a new connection.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_connection(&self, id: &ConnectionId, now_ms: i64) -> Result<(), StoreError> {
        let connection = Connection {
            bound: Vec::new(),
            ttl: now_ms / 1000 + CONNECTION_LIFE,
        };
        let output = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(whole_item(keys::connection(id), &connection)?))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("PutItem", &["CONN"], &output.consumed_capacity);
        Ok(())
    }

    /// The places that may name a connection.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn places(&self, id: &ConnectionId) -> Result<Vec<Place>, StoreError> {
        let Some(item) = self.get("CONN", keys::connection(id)).await? else {
            return Ok(Vec::new());
        };
        let connection: Connection = read_item(item)?;
        Ok(connection
            .bound
            .iter()
            .filter_map(|name| Place::from_name(name))
            .collect())
    }

    /// Forgets a connection that no place names any more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_connection(&self, id: &ConnectionId) -> Result<(), StoreError> {
        let output = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::connection(id))))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("DeleteItem", &["CONN"], &output.consumed_capacity);
        Ok(())
    }

    /// Puts `id` into a place's list as its newest. Returns whom it retired.
    /// `seen` is the list as read; a lost race reads the list again.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn bind(
        &self,
        place: Place,
        seen: &[ConnectionId],
        id: &ConnectionId,
    ) -> Result<Option<ConnectionId>, StoreError> {
        if seen.contains(id) {
            return Ok(None);
        }
        self.note_binding(place, id).await?;
        let mut seen = seen.to_vec();
        loop {
            if seen.contains(id) {
                return Ok(None);
            }
            let mut next = seen.clone();
            next.push(id.clone());
            let retired = (next.len() > MAX_TABS).then(|| next.remove(0));
            match self.swap(place, &seen, &next).await? {
                Swap::Done => return Ok(retired),
                Swap::Changed(present) => seen = present,
                // Dropped by the database: there is nothing to hear of.
                Swap::Gone => return Ok(None),
            }
        }
    }

    /// Takes `id` out of a place's list.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unbind(&self, place: Place, id: &ConnectionId) -> Result<(), StoreError> {
        let mut seen = self.list(place).await?.unwrap_or_default();
        while seen.contains(id) {
            let next: Vec<_> = seen.iter().filter(|other| *other != id).cloned().collect();
            match self.swap(place, &seen, &next).await? {
                Swap::Done | Swap::Gone => break,
                Swap::Changed(present) => seen = present,
            }
        }
        Ok(())
    }

    /// Notes on a connection where it is listed, so that `$disconnect` finds the place.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note_binding(&self, place: Place, id: &ConnectionId) -> Result<(), StoreError> {
        let output = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::connection(id))))
            .update_expression("SET bound = list_append(if_not_exists(bound, :none), :place)")
            .condition_expression("attribute_exists(PK)")
            .expression_attribute_values(":none", AttributeValue::L(Vec::new()))
            .expression_attribute_values(":place", texts([&place.name()]))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match output {
            Ok(output) => self
                .calls
                .note("UpdateItem", &["CONN"], &output.consumed_capacity),
            // Gone already: the first post to it will find out.
            Err(error) if is_condition_failure(error.as_service_error()) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Replaces a list if it is still `seen`.
    async fn swap(
        &self,
        place: Place,
        seen: &[ConnectionId],
        next: &[ConnectionId],
    ) -> Result<Swap, StoreError> {
        let unchanged = if seen.is_empty() {
            "(attribute_not_exists(#list) OR #list = :seen)"
        } else {
            "#list = :seen"
        };
        let output = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_item(place.key())))
            .update_expression("SET #list = :next")
            .condition_expression(format!("attribute_exists(PK) AND {unchanged}"))
            .expression_attribute_names("#list", place.attribute())
            .expression_attribute_values(":seen", texts(seen))
            .expression_attribute_values(":next", texts(next))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match output {
            Ok(output) => {
                self.calls
                    .note("UpdateItem", &[place.entity()], &output.consumed_capacity);
                Ok(Swap::Done)
            }
            Err(error) if is_condition_failure(error.as_service_error()) => {
                let present = self.list(place).await?;
                Ok(present.map_or(Swap::Gone, Swap::Changed))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A place's list, oldest first; none if the place is gone.
    async fn list(&self, place: Place) -> Result<Option<Vec<ConnectionId>>, StoreError> {
        let Some(item) = self.get(place.entity(), place.key()).await? else {
            return Ok(None);
        };
        let list = item
            .get(place.attribute())
            .and_then(|list| list.as_l().ok());
        let names = list
            .into_iter()
            .flatten()
            .filter_map(|name| name.as_s().ok());
        Ok(Some(names.map(|name| ConnectionId(name.clone())).collect()))
    }
}

/// What became of a list's conditional write.
enum Swap {
    /// Written.
    Done,
    /// The list is another by now.
    Changed(Vec<ConnectionId>),
    /// Nothing is there to have a list.
    Gone,
}

fn is_condition_failure(error: Option<&UpdateItemError>) -> bool {
    matches!(
        error,
        Some(UpdateItemError::ConditionalCheckFailedException(_))
    )
}
