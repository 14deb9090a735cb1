//! Reading, creating and changing a room.

use crate::client::{Item, Store, key_item, number, read_item, texts, whole_item};
use crate::error::{Saved, StoreError};
use crate::items::game::version;
use crate::items::room::RoomItem;
use crate::keys;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue, TransactWriteItem, Update};
use damero_domain::ids::{ConnectionId, Person, RoomId};
use damero_domain::room::{BySeat, Room, Seat};
use std::collections::HashMap;

/// A room as it stood when it was read.
#[derive(Clone, Debug)]
pub struct HeldRoom {
    /// The room.
    pub room: Room,
    /// Its version: every write is conditional on it.
    pub v: u64,
    /// The connections that show it, oldest first.
    pub connections: BySeat<Vec<ConnectionId>>,
}

impl HeldRoom {
    /// A room that nobody has stored yet.
    #[must_use]
    pub fn new(room: Room, host: ConnectionId) -> HeldRoom {
        HeldRoom {
            room,
            v: 1,
            connections: BySeat {
                host: vec![host],
                guest: Vec::new(),
            },
        }
    }

    /// Everyone who shows the room, with their seat.
    pub fn audience(&self) -> impl Iterator<Item = (Seat, &ConnectionId)> {
        [Seat::Host, Seat::Guest]
            .into_iter()
            .flat_map(|seat| self.connections[seat].iter().map(move |to| (seat, to)))
    }

    pub(crate) fn from_item(id: RoomId, item: Item) -> Result<HeldRoom, StoreError> {
        let item: RoomItem = read_item(item)?;
        Ok(HeldRoom {
            room: item.room(id)?,
            v: version(item.v)?,
            connections: item.connections(),
        })
    }

    fn attributes(&self) -> RoomItem {
        let names = |seat: Seat| {
            self.connections[seat]
                .iter()
                .map(ToString::to_string)
                .collect()
        };
        let names = BySeat {
            host: names(Seat::Host),
            guest: names(Seat::Guest),
        };
        RoomItem::from_room(&self.room, self.v, &names)
    }

    /// The write that turns this room into `after`, in the transaction that starts a
    /// game. It is conditional on the version, and on the connection lists too: the
    /// game takes them over, and a tab that has opened since would miss all of it.
    pub(crate) fn update_to(
        &self,
        after: &HeldRoom,
        table: &str,
    ) -> Result<TransactWriteItem, StoreError> {
        let (mut expression, mut values) = self.change(after)?;
        for (name, tabs) in CONNECTIONS
            .into_iter()
            .zip([&self.connections.host, &self.connections.guest])
        {
            expression.names.insert(format!("#{name}"), name.to_owned());
            values.insert(format!(":{name}"), texts(tabs));
        }
        let update = Update::builder()
            .table_name(table)
            .set_key(Some(key_item(keys::room(after.room.conditions.id))))
            .update_expression(expression.text)
            .set_expression_attribute_names(Some(expression.names))
            .condition_expression("v = :seen AND #ch = :ch AND #cg = :cg")
            .set_expression_attribute_values(Some(values))
            .build()?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    fn change(
        &self,
        after: &HeldRoom,
    ) -> Result<(Expression, HashMap<String, AttributeValue>), StoreError> {
        let whole: Item = serde_dynamo::aws_sdk_dynamodb_1::to_item(after.attributes())?;
        let old: Item = serde_dynamo::aws_sdk_dynamodb_1::to_item(self.attributes())?;
        // Who gives the seat back takes its tabs along, in the same write.
        let left = self.room.seats.guest.is_some() && after.room.seats.guest.is_none();
        let own = |name: &&String| {
            !CONNECTIONS.contains(&name.as_str()) || (left && name.as_str() == "cg")
        };
        let gone: Vec<&String> = old
            .keys()
            .filter(own)
            .filter(|name| !whole.contains_key(*name))
            .collect();
        let kept: Vec<&String> = whole.keys().filter(own).collect();
        let mut text = String::from("SET ");
        text += &kept
            .iter()
            .map(|name| format!("#{name} = :{name}"))
            .collect::<Vec<_>>()
            .join(", ");
        if !gone.is_empty() {
            text += " REMOVE ";
            text += &gone
                .iter()
                .map(|name| format!("#{name}"))
                .collect::<Vec<_>>()
                .join(", ");
        }
        let names = kept
            .iter()
            .chain(&gone)
            .map(|name| (format!("#{name}"), (*name).clone()))
            .collect();
        let mut values: HashMap<_, _> = kept
            .iter()
            .map(|name| (format!(":{name}"), whole[*name].clone()))
            .collect();
        values.insert(":seen".into(), number(self.v));
        Ok((Expression { text, names }, values))
    }
}

/// An update expression with the names it uses (some are reserved words).
struct Expression {
    text: String,
    names: HashMap<String, String>,
}

/// The attributes that connection bookkeeping writes.
const CONNECTIONS: [&str; 2] = ["ch", "cg"];

impl Store {
    /// A strongly consistent read of one room.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn room(&self, id: RoomId) -> Result<Option<HeldRoom>, StoreError> {
        self.get("ROOM", keys::room(id))
            .await?
            .map(|item| HeldRoom::from_item(id, item))
            .transpose()
    }

    /// Stores a new room; if its id is taken, returns what stands there.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn create_room(&self, new: &HeldRoom) -> Result<Saved<()>, StoreError> {
        let item = whole_item(keys::room(new.room.conditions.id), &new.attributes())?;
        self.put_once("ROOM", item).await
    }

    /// Passes a seat from a session to the account that the session belongs to, if
    /// nobody wrote since `held` was read.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn pass_seat(
        &self,
        held: &HeldRoom,
        seat: Seat,
        to: Person,
    ) -> Result<Saved<HeldRoom>, StoreError> {
        let id = held.room.conditions.id;
        let name = match seat {
            Seat::Host => "h",
            Seat::Guest => "g",
        };
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::room(id))))
            .update_expression("SET #seat = :to, v = :next")
            .condition_expression("v = :seen")
            .expression_attribute_names("#seat", name)
            .expression_attribute_values(":to", AttributeValue::B(Blob::new(to.to_bytes())))
            .expression_attribute_values(":seen", number(held.v))
            .expression_attribute_values(":next", number(held.v + 1));
        let change = self.change("ROOM", ReturnValue::AllNew, update).await?;
        change.saved(|item| HeldRoom::from_item(id, item))
    }

    /// Writes `after` if nobody wrote since `before` was read. Returns the connection
    /// lists as they stand then: tabs may have opened since.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn save_room(
        &self,
        before: &HeldRoom,
        after: &HeldRoom,
    ) -> Result<Saved<BySeat<Vec<ConnectionId>>>, StoreError> {
        let (expression, values) = before.change(after)?;
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::room(after.room.conditions.id))))
            .update_expression(expression.text)
            .set_expression_attribute_names(Some(expression.names))
            .condition_expression("v = :seen")
            .set_expression_attribute_values(Some(values));
        let change = self.change("ROOM", ReturnValue::AllNew, update).await?;
        change.saved(|item| Ok(read_item::<RoomItem>(item)?.connections()))
    }
}
