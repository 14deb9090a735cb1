//! Who shows what: a connection names its pages, games and rooms name their connections.
//!
//! Lists are written on their own, conditional on the list that was read and on
//! nothing else: opening a tab never voids a move.

use crate::client::{Item, Store, key_item, number, read_item, texts, whole_item};
use crate::error::StoreError;
use crate::games::{HeldGame, MAX_TABS};
use crate::keys::{self, Key};
use crate::rooms::HeldRoom;
use crate::writes::Change;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity, ReturnValue};
use damero_domain::ids::{AccountId, ConnectionId, GameId, RoomId};
use damero_domain::room::Seat;
use damero_domain::time::Timestamp;
use damero_rules::Side;
use serde::{Deserialize, Serialize};

/// A connection's own item.
#[derive(Default, Deserialize, Serialize)]
struct Connection {
    /// The lists that may name it, a set of key and attribute: `ROOM#…/ch`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bound: Vec<String>,
    /// The one of the page it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shown: Option<String>,
    /// When the gateway received the message that said so, ms.
    #[serde(default)]
    told: i64,
    /// When the database may drop it, s.
    ttl: i64,
}

/// What a connection shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The page's list; none for a page that nobody is listed for.
    pub page: Option<Place>,
    /// When the gateway received the message that said so.
    pub told: Timestamp,
    /// Every list that may name the connection.
    pub places: Vec<Place>,
    /// Whether it showed another page until it said so: what was read of its lists
    /// before may be another message's, about to be taken back.
    pub came: bool,
}

impl Shown {
    fn from_item(item: Item) -> Result<Shown, StoreError> {
        let connection: Connection = read_item(item)?;
        let bound = connection.bound.iter();
        Ok(Shown {
            page: connection.shown.as_deref().and_then(Place::from_name),
            told: Timestamp(connection.told),
            places: bound.filter_map(|name| Place::from_name(name)).collect(),
            came: false,
        })
    }
}

/// A list of connections: a seat of a room, a side of a game, or all that wait with
/// an account for a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A seat of a room.
    Room(RoomId, Seat),
    /// A side of a game.
    Game(GameId, Side),
    /// An account that looks for a rival. Whatever page a tab shows, it hears of one.
    Lock(AccountId),
}

impl Place {
    fn key(self) -> Key {
        match self {
            Place::Room(id, _) => keys::room(id),
            Place::Game(id, _) => keys::game(id),
            Place::Lock(id) => keys::lock(id),
        }
    }

    fn entity(self) -> &'static str {
        match self {
            Place::Room(..) => "ROOM",
            Place::Game(..) => "GAME",
            Place::Lock(..) => "LOCK",
        }
    }

    fn attribute(self) -> &'static str {
        match self {
            Place::Room(_, Seat::Host) => "ch",
            Place::Room(_, Seat::Guest) => "cg",
            Place::Game(_, Side::White) => "cw",
            Place::Game(_, Side::Black) => "cb",
            Place::Lock(_) => "c",
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
            ("LOCK", "c") => Some(Place::Lock(id.parse().ok()?)),
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
            ttl: now_ms / 1000 + CONNECTION_LIFE,
            ..Connection::default()
        };
        let item = whole_item(keys::connection(id), &connection)?;
        self.put_any("CONN", item).await
    }

    /// The places that may name a connection.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn places(&self, id: &ConnectionId) -> Result<Vec<Place>, StoreError> {
        match self.get("CONN", keys::connection(id)).await? {
            Some(item) => Ok(Shown::from_item(item)?.places),
            None => Ok(Vec::new()),
        }
    }

    /// Forgets a connection; returns the places that may name it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_connection(&self, id: &ConnectionId) -> Result<Vec<Place>, StoreError> {
        let output = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::connection(id))))
            .return_values(ReturnValue::AllOld)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("DeleteItem", &["CONN"], &output.consumed_capacity);
        match output.attributes {
            Some(item) => Ok(Shown::from_item(item)?.places),
            None => Ok(Vec::new()),
        }
    }

    /// Notes on a connection that it shows a page from `told` on, and where it is to
    /// be listed for that, so that whoever takes it out finds the place. None if it
    /// has said something later, or is gone.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn show(
        &self,
        id: &ConnectionId,
        page: Option<Place>,
        told: Timestamp,
    ) -> Result<Option<Shown>, StoreError> {
        let update = self
            .update_connection(id)
            .condition_expression("attribute_exists(PK) AND told <= :told")
            .expression_attribute_values(":told", number(told.0));
        let update = match page {
            None => update.update_expression("SET told = :told REMOVE shown"),
            Some(page) => update
                .update_expression("SET told = :told, shown = :shown ADD bound :places")
                .expression_attribute_values(":shown", AttributeValue::S(page.name()))
                .expression_attribute_values(":places", names(&[page])),
        };
        let Change::Done(item) = self.change("CONN", ReturnValue::AllOld, update).await? else {
            return Ok(None);
        };
        let before = Shown::from_item(item)?;
        let mut places = before.places;
        places.extend(page.filter(|page| !places.contains(page)));
        Ok(Some(Shown {
            page,
            told,
            places,
            came: before.page != page,
        }))
    }

    /// Notes on a connection where it is to be listed, whatever it shows. None if it
    /// is gone.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note_binding(
        &self,
        place: Place,
        id: &ConnectionId,
    ) -> Result<Option<Shown>, StoreError> {
        let update = self
            .update_connection(id)
            .update_expression("ADD bound :places")
            .condition_expression("attribute_exists(PK)")
            .expression_attribute_values(":places", names(&[place]));
        match self.change("CONN", ReturnValue::AllNew, update).await? {
            Change::Done(item) => Ok(Some(Shown::from_item(item)?)),
            // The first post to it will find out.
            Change::Refused(_) => Ok(None),
        }
    }

    /// Whether a connection still shows what it did when its lists were written;
    /// then the places it has `left` are forgotten.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn confirm(
        &self,
        id: &ConnectionId,
        shown: &Shown,
        left: &[Place],
    ) -> Result<Confirmed, StoreError> {
        let update = self
            .update_connection(id)
            .expression_attribute_values(":told", number(shown.told.0));
        let update = match shown.page {
            None => update.condition_expression("told = :told AND attribute_not_exists(shown)"),
            Some(page) => update
                .condition_expression("told = :told AND shown = :shown")
                .expression_attribute_values(":shown", AttributeValue::S(page.name())),
        };
        let update = if left.is_empty() {
            update.update_expression("SET told = :told")
        } else {
            update
                .update_expression("SET told = :told DELETE bound :left")
                .expression_attribute_values(":left", names(left))
        };
        match self.change("CONN", ReturnValue::AllNew, update).await? {
            Change::Done(_) => Ok(Confirmed::Still),
            Change::Refused(Some(item)) => Ok(Confirmed::Now(Shown::from_item(item)?)),
            Change::Refused(None) => Ok(Confirmed::Gone),
        }
    }

    /// Puts `id` into a place's list as its newest, and takes out `retired`, who had
    /// to make room for it elsewhere. `seen` is the list as read.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn bind(
        &self,
        place: Place,
        seen: &[ConnectionId],
        id: &ConnectionId,
        retired: Option<&ConnectionId>,
    ) -> Result<Listing, StoreError> {
        let mut listing = Listing::unread(place);
        let mut seen = seen.to_vec();
        let is_right = |seen: &[ConnectionId]| {
            seen.contains(id) && !retired.is_some_and(|retired| seen.contains(retired))
        };
        while !is_right(&seen) {
            let stays = |other: &&ConnectionId| *other != id && Some(*other) != retired;
            let others = seen.iter().filter(stays);
            let mut next: Vec<_> = others.chain([id]).cloned().collect();
            let oldest = (next.len() > MAX_TABS).then(|| next.remove(0));
            match self.swap(place, &seen, &next).await? {
                Change::Done(item) => {
                    listing.item = Some(item);
                    listing.retired = oldest;
                    break;
                }
                Change::Refused(Some(item)) => {
                    seen = list(&item, place);
                    listing.item = Some(item);
                }
                // Dropped by the database: there is nothing to hear of.
                Change::Refused(None) => break,
            }
        }
        Ok(listing)
    }

    /// Takes `id` out of a place's list.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unbind(&self, place: Place, id: &ConnectionId) -> Result<Listing, StoreError> {
        let mut listing = Listing::unread(place);
        listing.item = self.get(place.entity(), place.key()).await?;
        while let Some(item) = &listing.item {
            let seen = list(item, place);
            if !seen.contains(id) {
                break;
            }
            let next: Vec<_> = seen.iter().filter(|other| *other != id).cloned().collect();
            listing.item = match self.swap(place, &seen, &next).await? {
                Change::Done(item) => Some(item),
                Change::Refused(present) => present,
            };
        }
        Ok(listing)
    }

    /// Replaces a list if it is still `seen`.
    async fn swap(
        &self,
        place: Place,
        seen: &[ConnectionId],
        next: &[ConnectionId],
    ) -> Result<Change, StoreError> {
        let unchanged = if seen.is_empty() {
            "(attribute_not_exists(#list) OR #list = :seen)"
        } else {
            "#list = :seen"
        };
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(place.key())))
            .update_expression("SET #list = :next")
            .condition_expression(format!("attribute_exists(PK) AND {unchanged}"))
            .expression_attribute_names("#list", place.attribute())
            .expression_attribute_values(":seen", texts(seen))
            .expression_attribute_values(":next", texts(next));
        self.change(place.entity(), ReturnValue::AllNew, update)
            .await
    }

    fn update_connection(&self, id: &ConnectionId) -> UpdateItemFluentBuilder {
        let key = key_item(keys::connection(id));
        self.client.update_item().set_key(Some(key))
    }
}

/// A list after it was written, with what it belongs to.
#[derive(Debug)]
#[must_use]
pub struct Listing {
    place: Place,
    item: Option<Item>,
    /// Whom the newest one retired.
    pub retired: Option<ConnectionId>,
}

impl Listing {
    fn unread(place: Place) -> Listing {
        Listing {
            place,
            item: None,
            retired: None,
        }
    }

    /// The room of the list as it stands; none if it is gone or was not looked at,
    /// since the list was found to be right.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`].
    pub fn room(self) -> Result<Option<HeldRoom>, StoreError> {
        match (self.place, self.item) {
            (Place::Room(id, _), Some(item)) => HeldRoom::from_item(id, item).map(Some),
            _ => Ok(None),
        }
    }

    /// The game of the list, likewise.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`].
    pub fn game(self) -> Result<Option<HeldGame>, StoreError> {
        match (self.place, self.item) {
            (Place::Game(id, _), Some(item)) => HeldGame::from_item(id, item).map(Some),
            _ => Ok(None),
        }
    }
}

/// What a connection shows by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The same.
    Still,
    /// Something else.
    Now(Shown),
    /// Nothing: it is gone.
    Gone,
}

/// A place's list, oldest first.
fn list(item: &Item, place: Place) -> Vec<ConnectionId> {
    let list = item
        .get(place.attribute())
        .and_then(|list| list.as_l().ok());
    let names = list
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_s().ok());
    names.map(|name| ConnectionId(name.clone())).collect()
}

/// Places as a set, which knows no doubles.
fn names(places: &[Place]) -> AttributeValue {
    AttributeValue::Ss(places.iter().map(|place| place.name()).collect())
}
