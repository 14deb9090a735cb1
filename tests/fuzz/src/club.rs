//! A club in memory: the application over a database and ports that keep what goes
//! out, with rooms and games to begin with, all made by the actions themselves.

use crate::database::{Database, Items, Outcome};
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{
    BehaviorVersion, Region, StalledStreamProtectionConfig, timeout::TimeoutConfig,
};
use damero_app::actions::{self, Action};
use damero_app::{
    App, BoxFuture, Caller, Clock, Delivery, Limits, PortError, Push, SessionHash, Tick, Timers,
    websocket,
};
use damero_domain::ids::{ConnectionId, GameId, PairingId, RoomId};
use damero_domain::time::{Millis, Timestamp};
use damero_store::Store;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::Runtime;
use ulid::Ulid;

/// When everything here begins: 2026-06-01T12:00:00Z.
pub const NOON: i64 = 1_780_315_200_000;

/// Who may come, by name: two who have seats and one who has none.
pub const PEOPLE: [&str; 3] = ["host", "guest", "stranger"];

/// What there is to come to, by name.
pub const PLACES: [&str; 6] = ["nothing", "invited", "ready", "running", "calm", "ended"];

/// A room, and its game if it has one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene {
    /// The room.
    pub room: Ulid,
    /// Its game.
    pub game: Ulid,
}

/// The whole of it.
pub struct Club {
    /// The application.
    pub app: App,
    /// Its table.
    pub database: Database,
    runtime: Runtime,
    posts: Arc<Posts>,
    clock: Arc<Standing>,
    start: Items,
    scenes: [Scene; PLACES.len()],
    commands: u128,
}

#[derive(Default)]
struct Posts(Mutex<Vec<(ConnectionId, String)>>);

impl Push for Posts {
    fn post<'a>(&'a self, to: &'a ConnectionId, message: String) -> BoxFuture<'a, Delivery> {
        let mut posts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        posts.push((to.clone(), message));
        Box::pin(async { Delivery::Delivered })
    }

    fn close<'a>(&'a self, _: &'a ConnectionId) -> BoxFuture<'a, Delivery> {
        Box::pin(async { Delivery::Delivered })
    }
}

struct Unarmed;

impl Timers for Unarmed {
    fn watch_clock(&self, _: GameId, delay: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        assert!(delay > Millis::ZERO, "a watchdog looks later");
        Box::pin(async { Ok(()) })
    }

    fn look_again(&self, _: Tick, _: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async { Ok(()) })
    }

    fn end_pairing(&self, _: PairingId, _: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async { Ok(()) })
    }

    fn lapse_room(&self, _: RoomId, _: Timestamp) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async { Ok(()) })
    }
}

struct Standing(AtomicI64);

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// A client of this database that tries once and waits for nothing.
#[must_use]
pub fn store(database: &Database) -> Store {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .allow_no_auth()
        .http_client(database.http_client())
        .retry_config(RetryConfig::disabled())
        .timeout_config(TimeoutConfig::disabled())
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .build();
    Store::new(aws_sdk_dynamodb::Client::from_conf(config), "damero")
}

/// A runtime of one thread.
#[must_use]
pub fn runtime() -> Runtime {
    let built = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    built.unwrap_or_else(|error| panic!("no runtime: {error}"))
}

/// A person's session.
#[must_use]
pub fn session(person: usize) -> SessionHash {
    let digit = u8::try_from(person).unwrap_or(0);
    SessionHash::of(&[digit; 32])
}

/// A person's connection.
#[must_use]
pub fn connection(person: usize) -> ConnectionId {
    ConnectionId(format!("L0SM9cOFvHcCI{person:02}="))
}

impl Default for Club {
    fn default() -> Club {
        let database = Database::default();
        let posts = Arc::new(Posts::default());
        let clock = Arc::new(Standing(AtomicI64::new(NOON)));
        let limits = Limits {
            messages_per_second: u32::MAX,
            ..Limits::default()
        };
        let mut club = Club {
            app: App::new(
                store(&database),
                posts.clone(),
                Arc::new(Unarmed),
                clock.clone(),
                limits,
            ),
            database,
            runtime: runtime(),
            posts,
            clock,
            start: Items::new(),
            scenes: [Scene::default(); PLACES.len()],
            commands: 0,
        };
        club.furnish();
        club
    }
}

impl Club {
    /// What a place's room and game are.
    #[must_use]
    pub fn scene(&self, place: usize) -> Scene {
        self.scenes[place]
    }

    /// Back to the beginning, where the database answers by this script.
    pub fn reset(&self, script: impl IntoIterator<Item = Outcome>) {
        self.clock.0.store(NOON, Ordering::SeqCst);
        self.database.reset(&self.start, script);
        self.posts();
    }

    /// The host's clock.
    pub fn set_clock(&self, now: i64) {
        self.clock.0.store(now, Ordering::SeqCst);
    }

    /// What was posted since the last time somebody asked.
    pub fn posts(&self) -> Vec<(ConnectionId, String)> {
        let mut posts = self.posts.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut posts)
    }

    /// Runs to the end.
    pub fn run<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    /// One of the people, whose message comes at this time.
    #[must_use]
    pub fn caller(&self, person: usize, received: i64) -> Caller {
        Caller {
            connection: connection(person),
            session: session(person),
            account: None,
            link: 0,
            expires: Timestamp(NOON + 400 * 24 * 3_600_000),
            received: Timestamp(received),
            address: None,
        }
    }

    fn does<A: Action>(&mut self, person: usize, mut fields: Value) -> Ulid {
        self.commands += 1;
        let id = Ulid::from_parts(u64::try_from(NOON).unwrap_or(0), self.commands);
        fields["action"] = json!(A::NAME);
        fields["id"] = json!(id.to_string());
        let caller = self.caller(person, NOON);
        let text = fields.to_string();
        let done = websocket::serve::<A>(&self.app, &caller, &text);
        let done = self.runtime.block_on(done);
        let posts = self.posts();
        let refused = posts.iter().find(|(_, text)| text.contains("\"refused\""));
        assert!(done.is_ok() && refused.is_none(), "{fields}: {posts:?}");
        id
    }

    fn room(&mut self, clock: Option<&str>) -> Ulid {
        let mut conditions = json!({ "rule_set": "vezz-8x8", "colour": "mine" });
        if let Some(clock) = clock {
            conditions["clock"] = json!(clock);
        }
        self.does::<actions::RoomCreate>(0, conditions)
    }

    fn ready(&mut self, clock: Option<&str>) -> Scene {
        let room = self.room(clock);
        let fields = json!({ "room": room.to_string() });
        self.does::<actions::RoomJoin>(1, fields.clone());
        self.does::<actions::RoomAccept>(1, fields);
        let game = Ulid::nil();
        Scene { room, game }
    }

    fn playing(&mut self, clock: Option<&str>, moves: &[&[u8]]) -> Scene {
        let Scene { room, .. } = self.ready(clock);
        self.does::<actions::RoomAccept>(0, json!({ "room": room.to_string() }));
        let held = self.runtime.block_on(self.app.store.room(RoomId(room)));
        let current = held.ok().flatten().and_then(|held| held.room.current);
        let game = current.map_or(Ulid::nil(), |current| current.game.0);
        for (turn_no, path) in moves.iter().enumerate() {
            let fields = json!({ "game": game.to_string(), "turn_no": turn_no, "path": path });
            self.does::<actions::GameMove>(turn_no % 2, fields);
        }
        Scene { room, game }
    }

    fn furnish(&mut self) {
        for person in 0..PEOPLE.len() {
            let connection = connection(person);
            let put = self.app.store.put_connection(&connection, NOON);
            assert!(self.runtime.block_on(put).is_ok());
        }
        let invited = Scene {
            room: self.room(Some("10+5")),
            game: Ulid::nil(),
        };
        let ready = self.ready(None);
        // Red has passed a capture over and may be huffed.
        let running = self.playing(Some("20+10"), &[&[9, 14], &[23, 18], &[10, 15]]);
        let calm = self.playing(None, &[&[9, 13]]);
        let offer = json!({ "game": calm.game.to_string(), "seq": 1, "do": "offer" });
        self.does::<actions::GameDraw>(0, offer);
        let ended = self.playing(Some("10+5"), &[&[9, 13], &[22, 18]]);
        self.does::<actions::GameResign>(1, json!({ "game": ended.game.to_string() }));
        self.scenes = [Scene::default(), invited, ready, running, calm, ended];
        self.start = self.database.items();
    }

    /// A text in which `$room`, `$game` and `$id` stand for a place's and a new id.
    #[must_use]
    pub fn spell(&self, text: &str, place: usize) -> String {
        let Scene { room, game } = self.scene(place);
        let id = Ulid::from_parts(u64::try_from(NOON).unwrap_or(0), u128::from(u64::MAX));
        text.replace("$room", &room.to_string())
            .replace("$game", &game.to_string())
            .replace("$id", &id.to_string())
    }
}

/// The place or person of this name; any other word is one of them too.
#[must_use]
pub fn pick(names: &[&str], word: &str) -> usize {
    let named = names.iter().position(|name| *name == word);
    named.unwrap_or_else(|| word.bytes().map(usize::from).sum::<usize>() % names.len())
}
