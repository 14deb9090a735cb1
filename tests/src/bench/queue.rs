//! The queue under people who come by chance, and under two hundred equals at once:
//! the actions over the embedded database, time moving as it is told.

use damero_app::actions::{Action, QueueJoin};
use damero_app::{
    App, BoxFuture, Caller, Clock, Delivery, Limits, PortError, Push, SessionHash, Tick, Timers,
    timers,
};
use damero_domain::account::name::Name;
use damero_domain::account::{Account, LinkedSession};
use damero_domain::ids::{
    AccountId, CommandId, ConnectionId, GameId, PairingId, ProviderId, RoomId,
};
use damero_domain::rating::{MicroElo, Moment, Ordinal};
use damero_domain::time::{Millis, Timestamp};
use damero_local::{ClockStart, Config, InvokeError, Invoker, Stack};
use damero_rules::{RuleSet, Side};
use damero_store::{HeldAccount, Hold, Store, keys};
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use ulid::Ulid;

/// When everything begins.
const START: i64 = 1_750_000_000_000;

/// The hash of everybody's session.
const SESSION: [u8; 32] = [1; 32];

/// So many come in an hour, on average.
const AN_HOUR: i64 = 1_200;

/// What came of it.
#[derive(Debug)]
pub struct Report {
    /// People who came.
    pub came: usize,
    /// Pairings made.
    pub pairings: usize,
    /// Still waiting at the end.
    pub left: usize,
    /// Transactions that tried to pair, whether they did or not.
    pub tries: usize,
    /// Gaps, in points, in order.
    pub gaps: Vec<i64>,
    /// Waits of both, in seconds, in order.
    pub waits: Vec<i64>,
}

impl Report {
    /// Transactions a pairing.
    #[must_use]
    pub fn tries_a_pairing(&self) -> f64 {
        let whole = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
        whole(self.tries) / whole(self.pairings.max(1))
    }

    /// The value that this share of them did not pass.
    #[must_use]
    pub fn quantile(values: &[i64], percent: usize) -> i64 {
        let last = values.len().saturating_sub(1);
        values.get(last * percent / 100).copied().unwrap_or(0)
    }
}

struct Idle;

impl Invoker for Idle {
    fn invoke<'a>(
        &'a self,
        _: &'a str,
        _: Value,
    ) -> damero_local::BoxFuture<'a, Result<Value, InvokeError>> {
        Box::pin(async { Ok(Value::Null) })
    }
}

struct Deaf;

impl Push for Deaf {
    fn post<'a>(&'a self, _: &'a ConnectionId, _: String) -> BoxFuture<'a, Delivery> {
        Box::pin(async { Delivery::Delivered })
    }

    fn close<'a>(&'a self, _: &'a ConnectionId) -> BoxFuture<'a, Delivery> {
        Box::pin(async { Delivery::Delivered })
    }
}

/// Time as it is told, and what is to happen when.
struct Agenda {
    now: AtomicI64,
    ticks: Mutex<Vec<(i64, Tick)>>,
}

impl Clock for Agenda {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::SeqCst))
    }
}

impl Timers for Agenda {
    fn watch_clock(&self, _: GameId, _: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async { Ok(()) })
    }

    fn look_again(&self, tick: Tick, delay: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        // On a whole second, as delayed messages come.
        let at = self.now().0 + (delay.0 + 999) / 1000 * 1000;
        let mut ticks = self.ticks.lock().unwrap_or_else(PoisonError::into_inner);
        ticks.push((at, tick));
        Box::pin(async { Ok(()) })
    }

    fn end_pairing(&self, _: PairingId, _: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async { Ok(()) })
    }

    fn lapse_room(&self, _: RoomId, _: Timestamp) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async { Ok(()) })
    }
}

/// A club of nothing but a queue.
struct Hall {
    app: App,
    agenda: Arc<Agenda>,
    client: aws_sdk_dynamodb::Client,
    rules: &'static RuleSet,
    _stack: Stack,
}

impl Hall {
    async fn new() -> Result<Hall, Box<dyn Error>> {
        let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let config = Config {
            template: root.join("template.yaml"),
            parameters: BTreeMap::from([("SiteZone".into(), "Europe/Rome".into())]),
            clock: ClockStart::Frozen(START),
            ..Config::default()
        };
        let stack = Stack::start(config, |_| Arc::new(Idle)).await?;
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(aws_sdk_dynamodb::config::BehaviorVersion::latest())
            .region(aws_sdk_dynamodb::config::Region::new("us-east-1"))
            .credentials_provider(aws_sdk_dynamodb::config::Credentials::new(
                "a", "b", None, None, "bench",
            ))
            .endpoint_url(format!("http://{}", stack.dynamodb_addr()))
            .http_client(aws_smithy_http_client::Builder::new().build_http());
        let client = aws_sdk_dynamodb::Client::from_conf(config.build());
        let agenda = Arc::new(Agenda {
            now: AtomicI64::new(START),
            ticks: Mutex::default(),
        });
        let app = App::new(
            Store::new(client.clone(), "damero"),
            Arc::new(Deaf),
            agenda.clone(),
            agenda.clone(),
            Limits::default(),
        )
        .observed();
        let rules = RuleSet::ALL.first().ok_or("no rule set")?;
        Ok(Hall {
            app,
            agenda,
            client,
            rules,
            _stack: stack,
        })
    }

    async fn member(&self, nth: usize, points: i64) -> Result<Caller, Box<dyn Error>> {
        let id = AccountId(Ulid(1 + nth as u128));
        let account = Account {
            id,
            name: Name::fallback(id),
            created: Timestamp(START),
            verified: true,
            accepted: Some(1),
            sessions: vec![LinkedSession {
                hash: SESSION,
                link: 1,
                at: Timestamp(START),
            }],
            suspended: false,
        };
        let mut provider = [0; 32];
        provider[..16].copy_from_slice(&id.0.to_bytes());
        let held = HeldAccount {
            account,
            v: 1,
            provider: ProviderId(provider),
            deleted: false,
        };
        self.app.store.save_account(&held).await?;
        let moment = Moment {
            ended_at: Timestamp(1),
            game: GameId(Ulid(1)),
        };
        use aws_sdk_dynamodb::types::AttributeValue as Value;
        let key = keys::standing(self.rules, id);
        let put = self.client.put_item().table_name("damero");
        put.item("PK", Value::S(key.pk))
            .item("SK", Value::S(key.sk))
            .item("e", Value::N(MicroElo::points(points).0.to_string()))
            .item("g", Value::N("12".into()))
            .item("b", Value::N("0".into()))
            .item("l", Value::S(keys::sort_of_entry(moment, Ordinal::END)))
            .send()
            .await?;
        let connection = ConnectionId(format!("bench{nth:08}"));
        self.app.store.put_connection(&connection, START).await?;
        Ok(Caller {
            connection,
            session: SessionHash(SESSION),
            account: Some(id),
            link: 1,
            expires: Timestamp(i64::MAX),
            received: Timestamp(START),
            address: None,
        })
    }

    async fn join(&self, caller: &Caller, nth: usize) -> Result<(), Box<dyn Error>> {
        let now = self.agenda.now();
        let id = CommandId(Ulid::from_parts(u64::try_from(now.0)?, nth as u128));
        let caller = Caller {
            received: now,
            ..caller.clone()
        };
        let fields = serde_json::from_value(json!({"rule_set": self.rules.id}))?;
        let joined = QueueJoin::handle(&self.app, &caller, id, fields).await;
        joined.map(drop).map_err(|why| format!("{why:?}").into())
    }

    /// Runs every tick that is due until `end`.
    fn ticks(&self, heap: &mut BinaryHeap<Reverse<Next>>) {
        let mut armed = self
            .agenda
            .ticks
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        heap.extend(
            armed
                .drain(..)
                .map(|(at, tick)| Reverse(Next::tick(at, tick))),
        );
    }

    async fn report(&self, people: &[Caller]) -> Result<Report, Box<dyn Error>> {
        let mut seen = BTreeSet::new();
        let mut pairings = BTreeSet::new();
        let mut left = 0;
        for account in people.iter().filter_map(|caller| caller.account) {
            match self.app.store.lock(account).await?.map(|lock| lock.hold) {
                Some(Hold::Paired { pairing, .. }) => {
                    pairings.insert(pairing);
                }
                Some(Hold::Queued(_)) => left += 1,
                other => return Err(format!("{account} is held by {other:?}").into()),
            }
        }
        let (mut gaps, mut waits) = (Vec::new(), Vec::new());
        for pairing in &pairings {
            let held = self
                .app
                .store
                .pairing(*pairing)
                .await?
                .ok_or("no pairing")?;
            let players = held.pairing.players;
            let made = held.pairing.deadline.0 - damero_domain::queue::CONFIRM_TIME.0;
            for side in [Side::White, Side::Black] {
                if !seen.insert(players[side].account) {
                    return Err("somebody is in two pairings".into());
                }
                waits.push((made - players[side].since.0) / 1000);
            }
            gaps.push((players.white.elo.shown() - players.black.elo.shown()).abs());
        }
        if seen.len() + left != people.len() {
            return Err("somebody is lost".into());
        }
        gaps.sort_unstable();
        waits.sort_unstable();
        let calls = self.app.store.calls().list();
        let tries = |call: &&damero_store::Call| {
            call.operation == "TransactWriteItems" && call.entities.contains(&"PAIRDAY")
        };
        Ok(Report {
            came: people.len(),
            pairings: pairings.len(),
            left,
            tries: calls.iter().filter(tries).count(),
            gaps,
            waits,
        })
    }
}

/// Something that is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    at: i64,
    what: (AccountId, damero_domain::ids::TicketId, u8),
}

impl Next {
    fn tick(at: i64, tick: Tick) -> Next {
        Next {
            at,
            what: (tick.account, tick.ticket, tick.alone),
        }
    }
}

/// So many people who come by chance, with ratings by chance around 1000.
///
/// # Errors
/// If the table cannot be asked, or somebody is in two pairings or lost.
pub async fn arrivals(count: usize, seed: u64) -> Result<Report, Box<dyn Error>> {
    let hall = Hall::new().await?;
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut people, mut heap) = (Vec::new(), BinaryHeap::new());
    let mut now = START;
    for nth in 0..count {
        // The sum of six dice is bell-shaped enough.
        let points: i64 = (0..6).map(|_| rng.random_range(0..234_i64)).sum();
        let caller = hall.member(nth, 300 + points).await?;
        now += rng.random_range(0..2 * 3_600_000 / AN_HOUR);
        due(&hall, &mut heap, now).await?;
        hall.agenda.now.store(now, Ordering::SeqCst);
        hall.join(&caller, nth).await?;
        people.push(caller);
    }
    due(&hall, &mut heap, now + 200_000).await?;
    hall.report(&people).await
}

/// Runs what is due before `until`.
async fn due(
    hall: &Hall,
    heap: &mut BinaryHeap<Reverse<Next>>,
    until: i64,
) -> Result<(), Box<dyn Error>> {
    loop {
        hall.ticks(heap);
        let Some(Reverse(next)) = heap.peek().copied().filter(|next| next.0.at < until) else {
            return Ok(());
        };
        heap.pop();
        hall.agenda.now.fetch_max(next.at, Ordering::SeqCst);
        let (account, ticket, alone) = next.what;
        let tick = Tick {
            account,
            ticket,
            alone,
        };
        timers::tick(&hall.app, tick).await?;
    }
}

/// So many equals who come in one instant.
///
/// # Errors
/// Likewise.
pub async fn at_once(count: usize) -> Result<Report, Box<dyn Error>> {
    let hall = Hall::new().await?;
    let mut people = Vec::new();
    for nth in 0..count {
        people.push(hall.member(nth, 1000).await?);
    }
    let joins = people
        .iter()
        .enumerate()
        .map(|(nth, caller)| hall.join(caller, nth));
    for joined in join_all(joins).await {
        joined?;
    }
    let mut heap = BinaryHeap::new();
    due(&hall, &mut heap, START + 30_000).await?;
    hall.report(&people).await
}
