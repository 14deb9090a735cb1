//! A database of its own for each test, and games to begin with.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::game::Setup;
use damero_domain::ids::{CommandId, ConnectionId, Person, RoomId};
use damero_domain::room::{ColourChoice, Command, Conditions, Event, Room, Seat, Verdict};
use damero_domain::time::{Stamp, Timestamp};
use damero_local::{BoxFuture, Config, InvokeError, Invoker, Stack};
use damero_rules::RuleSet;
use damero_store::{HeldGame, HeldRoom, Place, Saved, Store};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use ulid::Ulid;

/// When everything here begins.
pub(crate) const START: i64 = 1_750_000_000_000;

pub(crate) const HOST: Person = Person::Session([1; 16]);
pub(crate) const GUEST: Person = Person::Session([2; 16]);

/// An item as the database has it.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// The template's table in memory.
pub(crate) struct Table {
    pub(crate) store: Store,
    client: Client,
    _stack: Stack,
}

/// Nothing here is invoked.
struct Idle;

impl Invoker for Idle {
    fn invoke<'a>(
        &'a self,
        _function: &'a str,
        _event: Value,
    ) -> BoxFuture<'a, Result<Value, InvokeError>> {
        Box::pin(async { Ok(Value::Null) })
    }
}

impl Table {
    pub(crate) async fn new() -> Table {
        let config = Config {
            template: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../template.yaml"),
            parameters: BTreeMap::from([("SiteZone".into(), "Europe/Rome".into())]),
            ..Config::default()
        };
        let stack = Stack::start(config, |_| Arc::new(Idle)).await.unwrap();
        let http = aws_smithy_http_client::Builder::new().build_http();
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("a", "b", None, None, "test"))
            .http_client(http)
            .endpoint_url(format!("http://{}", stack.dynamodb_addr()))
            .build();
        let client = Client::from_conf(config);
        Table {
            store: Store::new(client.clone(), "damero"),
            client,
            _stack: stack,
        }
    }

    /// An item as it lies in the table.
    pub(crate) async fn item(&self, key: damero_store::keys::Key) -> Option<Item> {
        let output = self
            .client
            .get_item()
            .table_name("damero")
            .key("PK", AttributeValue::S(key.pk))
            .key("SK", AttributeValue::S(key.sk))
            .consistent_read(true)
            .send();
        output.await.unwrap().item
    }

    /// Puts an item behind the store's back.
    pub(crate) async fn put(&self, item: Item) {
        let put = self.client.put_item().table_name("damero");
        put.set_item(Some(item)).send().await.unwrap();
    }

    /// Deletes an item behind the store's back.
    pub(crate) async fn delete(&self, key: damero_store::keys::Key) {
        let delete = self
            .client
            .delete_item()
            .table_name("damero")
            .key("PK", AttributeValue::S(key.pk))
            .key("SK", AttributeValue::S(key.sk));
        delete.send().await.unwrap();
    }

    /// A game at its first move, in a room of its own.
    pub(crate) async fn started(&self, beginning: &Beginning) -> HeldGame {
        let (before, after, setup) = beginning.both_accept();
        assert!(matches!(
            self.store.create_room(&before).await,
            Ok(Saved::Done(()))
        ));
        match self.store.start_game(&before, &after, &setup).await {
            Ok(Saved::Done(held)) => held,
            other => panic!("the game did not start: {other:?}"),
        }
    }

    /// Lists a connection; whom it retired.
    pub(crate) async fn bind(
        &self,
        place: Place,
        seen: &[ConnectionId],
        tab: &ConnectionId,
    ) -> Option<ConnectionId> {
        let listing = self.store.bind(place, seen, tab, None).await;
        listing.unwrap().retired
    }

    pub(crate) async fn unbind(&self, place: Place, tab: &ConnectionId) {
        let listing = self.store.unbind(place, tab).await.unwrap();
        assert_eq!(listing.retired, None);
    }

    /// The game as it stands now.
    pub(crate) async fn game(&self, held: &HeldGame) -> HeldGame {
        let id = held.game.setup().id;
        self.store.game(id).await.unwrap().unwrap()
    }
}

/// What a room and its first game begin with.
#[derive(Clone)]
pub(crate) struct Beginning {
    pub(crate) room: u128,
    pub(crate) rules: &'static RuleSet,
    pub(crate) control: Option<&'static str>,
    pub(crate) created: i64,
}

impl Default for Beginning {
    fn default() -> Beginning {
        Beginning {
            room: 1,
            rules: &RuleSet::ALL[0],
            control: None,
            created: START,
        }
    }
}

impl Beginning {
    pub(crate) fn room_id(&self) -> RoomId {
        RoomId(Ulid(self.room))
    }

    /// A room that nobody has joined yet.
    pub(crate) fn opened(&self) -> HeldRoom {
        let conditions = Conditions {
            id: self.room_id(),
            rules: self.rules,
            control: self.control.map(|control| control.parse().unwrap()),
            colour: ColourChoice::Mine,
            created: Timestamp(self.created),
        };
        HeldRoom::new(Room::open(conditions, HOST), connection("host-1"))
    }

    /// The room before and after the acceptance that starts its game.
    pub(crate) fn both_accept(&self) -> (HeldRoom, HeldRoom, Setup) {
        let mut before = self.opened();
        before.connections.guest.push(connection("guest-1"));
        ask(&mut before, GUEST, Command::Join);
        ask(&mut before, GUEST, Command::Accept);
        let mut after = before.clone();
        let events = ask(&mut after, HOST, Command::Accept);
        after.v += 1;
        let setup = events.into_iter().find_map(|event| match event {
            Event::Started { setup, .. } => Some(*setup),
            _ => None,
        });
        (before, after, setup.unwrap())
    }
}

/// Carries out a command in a room that is only in memory.
pub(crate) fn ask(held: &mut HeldRoom, by: Person, command: Command) -> Vec<Event> {
    let at = Timestamp(held.room.conditions.created.0 + 1000);
    let id = CommandId(Ulid(held.room.remembered.len() as u128));
    let verdict = held.room.decide(by, id, command, None, Stamp::at(at));
    let Ok(Verdict::Accepted(events)) = verdict else {
        panic!("{command:?} was not accepted: {verdict:?}");
    };
    events.iter().for_each(|event| held.room.evolve(event));
    held.room.remember(id.tag());
    events
}

pub(crate) fn connection(name: &str) -> ConnectionId {
    ConnectionId(name.to_owned())
}

/// Which seat's connections a name belongs to.
pub(crate) fn names(connections: &[ConnectionId]) -> Vec<&str> {
    connections.iter().map(|id| id.0.as_str()).collect()
}

/// The seat of whoever opens in these rooms.
pub(crate) const OPENER: Seat = Seat::Host;
