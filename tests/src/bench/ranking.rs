//! What a closing and the worst invalidation take, by the number of players.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use damero_app::corrections::{self, Order};
use damero_app::{App, Clock, Limits, closings, periods};
use damero_domain::TimeControl;
use damero_domain::correction::Mark;
use damero_domain::game::{End, Event, Game, Origin, Setup, What};
use damero_domain::ids::{AccountId, GameId, PairingId, Person};
use damero_domain::period::PeriodKind;
use damero_domain::rating::{Ledger, Moment, Rated, RatedEnd, Standing};
use damero_domain::side::BySide;
use damero_domain::time::{Millis, Timestamp};
use damero_lambda::{Endpoints, Settings};
use damero_local::{BoxFuture, Config, Data, InvokeError, Invoker, Stack};
use damero_rules::{RuleSet, Side};
use damero_store::{Before, Ended, HeldGame, keys};
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use ulid::Ulid;

/// Tuesday, 2 December 2025, 20:00 UTC.
const CUT: Timestamp = Timestamp(1_764_705_600_000);

/// Games of each player, all in one week.
const GAMES: u32 = 10;

/// What one job took.
#[derive(Clone, Debug)]
pub struct Took {
    /// What it was.
    pub what: &'static str,
    /// How long.
    pub time: Duration,
    /// The most memory that the process had more than before, KB; the database is in it
    /// with its caches, its data are not.
    pub memory: u64,
    /// Read units.
    pub reads: f64,
    /// Write units.
    pub writes: f64,
}

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A club of so many players, and what its jobs take.
///
/// # Errors
/// Whatever went wrong.
pub async fn run(players: u32, seed: u64) -> Outcome<Vec<Took>> {
    let directory = tempfile::tempdir()?;
    let bench = Bench::new(directory.path().to_owned()).await?;
    let first = bench.seed(players, seed).await?;
    bench.clock.set(CUT + closings::DELAY);
    let close = async {
        closings::run(&bench.app, "bench").await?;
        Ok(())
    };
    let closing = bench.time("closing a week", close).await?;
    let order = Order {
        game: first,
        reason: "the worst case".into(),
        who: "bench".into(),
    };
    bench.clock.set(CUT + Millis::seconds(3600));
    let invalidate = async {
        let corrected = corrections::correct(&bench.app, Mark::Void, &order).await?;
        match corrected? {
            corrected if corrected.done => Ok(()),
            _ => Err("the correction was not finished".into()),
        }
    };
    let correction = bench
        .time("invalidating its first game", invalidate)
        .await?;
    Ok(vec![closing, correction])
}

/// A clock that stands until it is set.
#[derive(Default)]
struct Still(AtomicI64);

impl Still {
    fn set(&self, at: Timestamp) {
        self.0.store(at.0, Ordering::SeqCst);
    }
}

impl Clock for Still {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// Nothing here is invoked.
struct Idle;

impl Invoker for Idle {
    fn invoke<'a>(
        &'a self,
        _: &'a str,
        _: serde_json::Value,
    ) -> BoxFuture<'a, Result<serde_json::Value, InvokeError>> {
        Box::pin(async { Ok(serde_json::Value::Null) })
    }
}

struct Bench {
    app: App,
    client: Client,
    clock: Arc<Still>,
    _stack: Stack,
}

fn rules() -> &'static RuleSet {
    &RuleSet::ALL[0]
}

impl Bench {
    async fn new(directory: std::path::PathBuf) -> Outcome<Bench> {
        let config = Config {
            data: Data::Dir(directory),
            parameters: BTreeMap::from([("SiteZone".into(), "UTC".into())]),
            clock: damero_local::ClockStart::Frozen(CUT.0),
            ..Config::default()
        };
        let stack = Stack::start(config, |_| Arc::new(Idle)).await?;
        let endpoint = format!("http://{}", stack.dynamodb_addr());
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("a", "b", None, None, "bench"))
            .http_client(aws_smithy_http_client::Builder::new().build_http())
            .endpoint_url(&endpoint)
            .build();
        let clock = Arc::new(Still::default());
        let endpoints = Endpoints {
            dynamodb: endpoint,
            ..Endpoints::default()
        };
        let settings = Settings {
            table: "damero".into(),
            ..Settings::default()
        };
        let app = damero_lambda::app(&endpoints, &settings, clock.clone(), Limits::default());
        Ok(Bench {
            app,
            client: Client::from_conf(config),
            clock,
            _stack: stack,
        })
    }

    /// Does something, and what that took.
    async fn time(
        &self,
        what: &'static str,
        job: impl Future<Output = Outcome<()>>,
    ) -> Outcome<Took> {
        let calls = self.app.store.calls();
        let before = calls.units();
        // From now on the kernel notes the most memory anew.
        fs::write("/proc/self/clear_refs", "5")?;
        let memory = memory()?;
        let began = Instant::now();
        job.await?;
        let (time, after) = (began.elapsed(), calls.units());
        Ok(Took {
            what,
            time,
            memory: self::memory()?.saturating_sub(memory),
            reads: after.read - before.read,
            writes: after.write - before.write,
        })
    }

    /// A week in which everybody plays ten games, the first of them for real, so that it
    /// can be invalidated; it leads to everybody.
    async fn seed(&self, players: u32, seed: u64) -> Outcome<GameId> {
        let start = CUT + Millis::seconds(-6 * 24 * 3600);
        self.clock.set(start);
        periods::begin(&self.app, rules()).await?;
        let mut rng = StdRng::seed_from_u64(seed);
        let mut order: Vec<AccountId> = (1..=u128::from(players))
            .map(|nth| AccountId(Ulid(nth << 64)))
            .collect();
        let mut ledger = Ledger::default();
        let (mut first, mut nth) = (None, 0_u32);
        for _ in 0..GAMES {
            order.shuffle(&mut rng);
            for pair in order.chunks_exact(2) {
                nth += 1;
                let end = RatedEnd {
                    moment: Moment {
                        ended_at: start + Millis(i64::from(nth) * 100),
                        game: GameId(Ulid(u128::from(nth))),
                    },
                    players: BySide {
                        white: pair[0],
                        black: pair[1],
                    },
                    // The first one is resigned: that needs nothing before it.
                    winner: match nth {
                        1 => Some(Side::White),
                        _ => [Some(Side::White), Some(Side::Black), None][rng.random_range(0..3)],
                    },
                    first_mover: rules().first(),
                };
                if first.is_none() {
                    first = Some(self.first(&end).await?);
                }
                ledger.end(&end);
            }
        }
        let entries: Vec<_> = ledger
            .entries()
            .map(|(account, entry)| (account, entry.clone()))
            .collect();
        self.app.store.put_entries(rules(), &entries).await?;
        for accounts in order.chunks(25) {
            let put = |account: &AccountId| standing(*account, &ledger.standing(*account));
            self.put(accounts.iter().map(put).collect()).await?;
        }
        self.check(&order, &ledger).await?;
        first.ok_or_else(|| "nobody plays".into())
    }

    /// The first game, ended as games are.
    async fn first(&self, end: &RatedEnd) -> Outcome<GameId> {
        let zone = self.app.club.zone;
        let at = end.moment.ended_at;
        let setup = Setup {
            id: end.moment.game,
            origin: Origin::Pairing(PairingId(Ulid(1))),
            rules: rules(),
            control: Some(TimeControl::RATED),
            players: BySide::new(|side| Person::Account(end.players[side])),
            started: at,
        };
        let rated = Rated::begin(&BySide::default());
        let held = HeldGame::new(Game::start(setup), 1, BySide::default()).rated(rated);
        let item = held.to_item()?;
        let put = self.client.put_item().table_name("damero");
        put.set_item(Some(item)).send().await?;
        let date = zone.day(at).ok_or("no day")?;
        let week = zone.period(PeriodKind::Week, at).ok_or("no week")?.id;
        let before = Before {
            standings: BySide::default(),
            date,
            week,
            day: Default::default(),
        };
        let what = match end.winner {
            Some(winner) => End::Resigned(winner.other()),
            None => End::Agreed,
        };
        let event = Event {
            received: at,
            confirmed: at,
            what: What::End(what),
        };
        let ending = self.app.store.ending(&held, &event, None, &before)?;
        match self.app.store.end(&ending).await? {
            Ended::Done(_) => Ok(end.moment.game),
            other => Err(format!("{other:?}").into()),
        }
    }

    async fn put(&self, items: Vec<BTreeMap<&'static str, AttributeValue>>) -> Outcome<()> {
        let request = |item: BTreeMap<&'static str, AttributeValue>| {
            let item = item
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value));
            let put = PutRequest::builder()
                .set_item(Some(item.collect()))
                .build()?;
            Ok::<_, Box<dyn Error>>(WriteRequest::builder().put_request(put).build())
        };
        let requests = items
            .into_iter()
            .map(request)
            .collect::<Result<Vec<_>, _>>()?;
        let write = self.client.batch_write_item();
        write.request_items("damero", requests).send().await?;
        Ok(())
    }

    /// What was put is what the club reads.
    async fn check(&self, accounts: &[AccountId], ledger: &Ledger) -> Outcome<()> {
        for account in accounts.iter().take(10) {
            let read = self.app.store.standing(rules(), *account).await?;
            let written = ledger.standing(*account);
            if (read.elo, read.games, read.last) != (written.elo, written.games, written.last) {
                return Err(format!("{read:?} was {written:?}").into());
            }
        }
        Ok(())
    }
}

/// A standing's item.
fn standing(account: AccountId, standing: &Standing) -> BTreeMap<&'static str, AttributeValue> {
    let key = keys::standing(rules(), account);
    let text = AttributeValue::S;
    let number = |value: i64| AttributeValue::N(value.to_string());
    let last = standing
        .last
        .map(|(moment, ordinal)| keys::sort_of_entry(moment, ordinal));
    BTreeMap::from([
        ("PK", text(key.pk)),
        ("SK", text(key.sk)),
        ("e", number(standing.elo.0)),
        ("g", number(i64::from(standing.games))),
        ("b", number(i64::from(standing.balance))),
        ("l", text(last.unwrap_or_default())),
    ])
}

/// The most memory since it was last forgotten, KB.
fn memory() -> Outcome<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    Ok(kilobytes.ok_or("no VmHWM")?.parse()?)
}
