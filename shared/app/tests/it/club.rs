//! A club without gateway: people, their tabs, and the actions they call.

use crate::border::{Border, Gate, Hurry};
use crate::computer::StandIn;
use crate::ports::{Armed, Posts, Standing};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryPartition;
use aws_sdk_dynamodb::config::{
    BehaviorVersion, Credentials, Region, SharedHttpClient, StalledStreamProtectionConfig,
};
use damero_app::actions::{self, Action};
use damero_app::{App, Caller, Clock, Limits, Outgoing, SessionHash, websocket};
use damero_domain::ids::{AccountId, CommandId, ConnectionId, GameId, RoomId};
use damero_domain::time::Timestamp;
use damero_local::{ClockStart, Config, InvokeError, Invoker, Stack};
use damero_protocol::server::Message;
use damero_store::{Call, HeldGame, HeldRoom, Store};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use ulid::Ulid;

/// When every test begins.
const START: i64 = 1_750_000_000_000;

/// Ten plies after which each side has a king; red is to move.
pub(crate) const KINGS: &str = "9-13 22-17 6-9 25-22 2-6 29-25 9-14 22-18 13x22x29 18x9x2";

/// Four plies that both kings can go on with for ever, back to where they stood.
pub(crate) const SHUFFLE: [&str; 4] = ["29-25", "2-6", "25-29", "6-2"];

/// Somebody's tab.
#[derive(Clone, Debug)]
pub(crate) struct Tab {
    pub(crate) connection: ConnectionId,
    pub(crate) session: SessionHash,
    pub(crate) account: Option<AccountId>,
    pub(crate) link: u64,
    pub(crate) address: &'static str,
}

impl Tab {
    /// Who sends a message that is received now.
    pub(crate) fn caller(&self, received: Timestamp) -> Caller {
        Caller {
            connection: self.connection.clone(),
            session: self.session,
            account: self.account,
            link: self.link,
            expires: Timestamp(i64::MAX),
            received,
            address: Some(self.address.into()),
        }
    }

    /// The same tab after its session was linked and it connected again.
    pub(crate) fn linked(&self, account: AccountId, link: u64) -> Tab {
        Tab {
            account: Some(account),
            link,
            ..self.clone()
        }
    }
}

/// A tab with a connection as long as the gateway's.
pub(crate) fn tab(person: u8, nth: u8) -> Tab {
    Tab {
        connection: ConnectionId(format!("L0SM9cOFvHc{person:02}{nth:02}=")),
        session: SessionHash::of(&[person; 32]),
        account: None,
        link: 0,
        address: "203.0.113.7",
    }
}

/// What one action did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) calls: Vec<Call>,
    pub(crate) told: Vec<Outgoing>,
    pub(crate) id: CommandId,
}

impl Done {
    /// The refusal's code, if it was refused.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.told
            .iter()
            .find_map(|outgoing| match &outgoing.message {
                Message::Refused(refused) => Some(refused.code.as_str()),
                _ => None,
            })
    }

    /// Operations that write.
    pub(crate) fn writes(&self) -> Vec<&Call> {
        let reads = ["GetItem", "BatchGetItem", "Query"];
        let is_write = |call: &&Call| !reads.contains(&call.operation);
        self.calls.iter().filter(is_write).collect()
    }
}

/// The application over ports that keep what goes out.
pub(crate) struct Club {
    pub(crate) app: App,
    pub(crate) posts: Arc<Posts>,
    pub(crate) armed: Arc<Armed>,
    pub(crate) clock: Arc<Standing>,
    commands: AtomicU64,
    clients: AtomicU64,
    lives: Arc<AtomicU64>,
    http: SharedHttpClient,
    endpoint: String,
    _stack: Stack,
}

/// Nothing here is invoked.
struct Idle;

impl Invoker for Idle {
    fn invoke<'a>(
        &'a self,
        _function: &'a str,
        _event: Value,
    ) -> damero_local::BoxFuture<'a, Result<Value, InvokeError>> {
        Box::pin(async { Ok(Value::Null) })
    }
}

/// Nothing about retries is set here, as nothing is in production.
fn client_config(endpoint: &str) -> aws_sdk_dynamodb::config::Builder {
    aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("a", "b", None, None, "test"))
        .endpoint_url(endpoint)
}

/// A path from the project's root.
pub(crate) fn in_project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

impl Club {
    pub(crate) async fn new() -> Club {
        let config = Config {
            template: in_project("template.yaml"),
            parameters: BTreeMap::from([("SiteZone".into(), "Europe/Rome".into())]),
            // Else what expires by the tests' clock is swept an hour from now.
            clock: ClockStart::Frozen(START),
            ..Config::default()
        };
        let stack = Stack::start(config, |_| Arc::new(Idle)).await.unwrap();
        let http = aws_smithy_http_client::Builder::new().build_http();
        let endpoint = format!("http://{}", stack.dynamodb_addr());
        let config = client_config(&endpoint).http_client(http.clone()).build();
        let store = Store::new(Client::from_conf(config), "damero");
        let (posts, armed) = (Arc::new(Posts::default()), Arc::new(Armed::default()));
        let clock = Arc::new(Standing::at(START));
        let app = App::new(
            store,
            posts.clone(),
            armed.clone(),
            clock.clone(),
            Limits::default(),
        );
        // A level that is played so far has been beaten, and earns.
        let app = app.against(Arc::new(StandIn::new(7)));
        Club {
            app,
            posts,
            armed,
            clock,
            commands: AtomicU64::new(0),
            clients: AtomicU64::new(0),
            lives: Arc::default(),
            http,
            endpoint,
            _stack: stack,
        }
    }

    /// Goes on at a day of its own: whatever was here before, times and ids are those
    /// of the day.
    pub(crate) fn turn_to_day(&self, day: u32) {
        self.clock.set(START + i64::from(day) * 24 * 3_600_000);
        self.commands.store(0, Ordering::SeqCst);
    }

    /// What the table had under a transaction's token is forgotten.
    pub(crate) fn begin_a_life(&self) {
        self.lives.fetch_add(1, Ordering::SeqCst);
    }

    /// A client of the same table behind a gate, retrying as often as any other, and
    /// as a process of its own does.
    pub(crate) fn client(&self, gate: Arc<dyn Gate>) -> Client {
        let nth = self.clients.fetch_add(1, Ordering::SeqCst);
        let border = Border {
            http: self.http.clone(),
            gate,
            lives: Arc::clone(&self.lives),
        };
        let config = client_config(&self.endpoint)
            .http_client(border)
            .sleep_impl(Hurry)
            // It looks every half second whether an answer still comes; in a hurry it
            // would look all the time.
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .retry_partition(RetryPartition::new(format!("{}-{nth}", self.endpoint)));
        Client::from_conf(config.build())
    }

    /// The time, ms.
    pub(crate) fn clock_now(&self) -> i64 {
        self.clock.now().0
    }

    /// A command id that was not used before.
    pub(crate) fn new_id(&self) -> CommandId {
        let now = u64::try_from(self.clock.now().0).unwrap();
        let random = self.commands.fetch_add(1, Ordering::SeqCst);
        CommandId(Ulid::from_parts(now, random.into()))
    }

    /// An action with a new id, a second after the one before.
    pub(crate) async fn act<A: Action>(&self, tab: &Tab, fields: Value) -> Done {
        self.clock.pass(1000);
        self.act_as::<A>(tab, self.new_id(), fields).await
    }

    /// An action with an id, now.
    pub(crate) async fn act_as<A: Action>(&self, tab: &Tab, id: CommandId, fields: Value) -> Done {
        self.act_at::<A>(tab, id, self.clock.now(), fields).await
    }

    /// An action with an id, received at a time.
    pub(crate) async fn act_at<A: Action>(
        &self,
        tab: &Tab,
        id: CommandId,
        received: Timestamp,
        fields: Value,
    ) -> Done {
        let app = self.app.observed();
        let caller = tab.caller(received);
        let fields = serde_json::from_value(fields).unwrap();
        let told = A::handle(&app, &caller, id, fields).await.unwrap();
        Done {
            calls: app.store.calls().list(),
            told,
            id,
        }
    }

    /// A message with a new id, from its text to what everybody hears.
    pub(crate) async fn serve<A: Action>(&self, tab: &Tab, mut fields: Value) {
        self.clock.pass(1000);
        fields["action"] = json!(A::NAME);
        fields["id"] = json!(self.new_id().to_string());
        let caller = tab.caller(self.clock.now());
        let text = fields.to_string();
        let served = websocket::serve::<A>(&self.app, &caller, &text);
        served.await.unwrap();
    }

    /// The same, which must not be refused.
    pub(crate) async fn does<A: Action>(&self, tab: &Tab, fields: Value) -> Done {
        let done = self.act::<A>(tab, fields).await;
        assert_eq!(done.refusal(), None, "{}", A::NAME);
        done
    }

    /// Opens a tab's connection.
    pub(crate) async fn open(&self, tab: &Tab) {
        let now = self.clock.now().0;
        let put = self.app.store.put_connection(&tab.connection, now);
        put.await.unwrap();
    }

    pub(crate) async fn create(&self, host: &Tab) -> RoomId {
        let conditions = json!({"rule_set": "vezz-8x8", "clock": "20+10", "colour": "mine"});
        let done = self.does::<actions::RoomCreate>(host, conditions).await;
        done.id.into()
    }

    /// A game between two people; the host is red and moves first.
    pub(crate) async fn playing(&self, host: &Tab, guest: &Tab) -> (RoomId, GameId) {
        for tab in [host, guest] {
            self.open(tab).await;
        }
        let room = self.create(host).await;
        let fields = in_room(room);
        self.does::<actions::RoomJoin>(guest, fields.clone()).await;
        self.does::<actions::RoomAccept>(guest, fields.clone())
            .await;
        self.does::<actions::RoomAccept>(host, fields).await;
        (room, self.current(room).await)
    }

    pub(crate) async fn room(&self, room: RoomId) -> HeldRoom {
        self.app.store.room(room).await.unwrap().unwrap()
    }

    pub(crate) async fn game(&self, game: GameId) -> HeldGame {
        self.app.store.game(game).await.unwrap().unwrap()
    }

    /// The room's newest game.
    pub(crate) async fn current(&self, room: RoomId) -> GameId {
        self.room(room).await.room.current.unwrap().game
    }

    /// Moves by turns, the first of `by` beginning.
    pub(crate) async fn moves(&self, game: GameId, by: [&Tab; 2], moves: &[&str]) {
        for (nth, text) in moves.iter().enumerate() {
            let held = self.game(game).await;
            let fields = move_fields(game, held.game.turn_no(), text);
            self.does::<actions::GameMove>(by[nth % 2], fields).await;
        }
    }
}

pub(crate) fn in_room(room: RoomId) -> Value {
    json!({"room": room.to_string()})
}

pub(crate) fn in_game(game: GameId) -> Value {
    json!({"game": game.to_string()})
}

pub(crate) fn move_fields(game: GameId, turn_no: u16, text: &str) -> Value {
    json!({"game": game.to_string(), "turn_no": turn_no, "path": squares(text)})
}

/// The squares of a move's text.
pub(crate) fn squares(text: &str) -> Vec<u8> {
    let numbers = text.split(['-', 'x']);
    numbers.map(|number| number.parse().unwrap()).collect()
}
