//! A script of what goes wrong: at one point of an invocation, once or from there on.

use crate::border::{Answer, Attempt, Gate};
use crate::club::Club;
use crate::ports::Posts;
use crate::roles::{self, Use};
use crate::step::Step;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use damero_app::{App, BoxFuture, Delivery, PortError, Push, Tick, Timers};
use damero_domain::ids::{ConnectionId, GameId, PairingId, RoomId, TicketId};
use damero_domain::time::{Millis, Timestamp};
use damero_store::Store;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// What is asked of the world outside, in the order in which it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    Read,
    Write,
    Transaction,
    Post,
    Timer,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// Never arrived.
    Before,
    /// Done; the answer is lost.
    After,
    /// Too much for the table at the moment.
    Throttled,
    /// Another transaction holds the item.
    Conflict,
    /// So late that somebody else goes first.
    Late,
    /// The process ends before.
    DiesBefore,
    /// The process ends after.
    DiesAfter,
    /// The connection is no more, says the gateway.
    Gone,
    /// The gateway did not take the message.
    Failed,
}

impl Fault {
    pub(crate) const ALL: [Fault; 9] = [
        Fault::Before,
        Fault::After,
        Fault::Throttled,
        Fault::Conflict,
        Fault::Gone,
        Fault::Failed,
        Fault::Late,
        Fault::DiesBefore,
        Fault::DiesAfter,
    ];

    /// Whether it can happen at such a point.
    pub(crate) fn can_hit(self, point: Point) -> bool {
        match self {
            Fault::Before | Fault::After => point != Point::Post,
            Fault::Throttled => !matches!(point, Point::Post | Point::Timer),
            Fault::Conflict => matches!(point, Point::Write | Point::Transaction),
            Fault::Gone | Fault::Failed => point == Point::Post,
            Fault::Late | Fault::DiesBefore | Fault::DiesAfter => true,
        }
    }

    /// Whether it can go on: the others end the invocation or are over at once.
    pub(crate) fn can_last(self, point: Point) -> bool {
        let passing = matches!(self, Fault::Late | Fault::DiesBefore | Fault::DiesAfter);
        !passing && point != Point::Timer
    }
}

/// What goes wrong, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) at: usize,
    pub(crate) fault: Fault,
    /// For every attempt from there on, until the invocation has ended.
    pub(crate) lasting: bool,
}

#[derive(Default)]
struct State {
    points: Vec<Point>,
    /// A call's further attempts belong to the same point.
    calls: HashMap<String, usize>,
    attempts: u32,
}

/// One invocation's world.
pub(crate) struct Script {
    plan: Option<Plan>,
    state: Mutex<State>,
    /// Operations and their bodies, read when all is over: here the stack is deep.
    asked: Mutex<BTreeSet<(String, Vec<u8>)>>,
    rival: Mutex<Option<BoxFuture<'static, ()>>>,
    death: Notify,
}

impl Script {
    pub(crate) fn new(plan: Option<Plan>, rival: Option<BoxFuture<'static, ()>>) -> Arc<Script> {
        Arc::new(Script {
            plan,
            state: Mutex::default(),
            asked: Mutex::default(),
            rival: Mutex::new(rival),
            death: Notify::new(),
        })
    }

    /// What was asked so far.
    pub(crate) fn points(&self) -> Vec<Point> {
        self.state.lock().unwrap().points.clone()
    }

    /// What was asked of the table, if something was to go wrong.
    pub(crate) fn uses(&self) -> BTreeSet<Use> {
        let asked = self.asked.lock().unwrap();
        asked
            .iter()
            .flat_map(|(operation, body)| roles::uses(operation, body))
            .collect()
    }

    /// The most attempts of a call that there were.
    pub(crate) fn attempts(&self) -> u32 {
        self.state.lock().unwrap().attempts
    }

    /// Resolves when the process ends.
    pub(crate) async fn death(&self) {
        self.death.notified().await;
    }

    async fn die<T>(&self) -> T {
        self.death.notify_one();
        std::future::pending().await
    }

    async fn rival_goes_first(&self) {
        let rival = self.rival.lock().unwrap().take();
        if let Some(rival) = rival {
            rival.await;
        }
    }

    fn next(&self, point: Point) -> usize {
        let points = &mut self.state.lock().unwrap().points;
        points.push(point);
        points.len() - 1
    }

    fn fault(&self, at: usize, point: Point, first: bool) -> Option<Fault> {
        let plan = self.plan?;
        let hit = if plan.lasting {
            at >= plan.at
        } else {
            at == plan.at && first
        };
        (hit && plan.fault.can_hit(point)).then_some(plan.fault)
    }

    fn database(&self, attempt: &Attempt) -> (Point, Option<Fault>) {
        let point = match attempt.operation.as_str() {
            "GetItem" | "BatchGetItem" | "Query" => Point::Read,
            "TransactWriteItems" => Point::Transaction,
            _ => Point::Write,
        };
        let known = self.state.lock().unwrap().calls.get(&attempt.call).copied();
        let at = known.unwrap_or_else(|| self.next(point));
        let mut state = self.state.lock().unwrap();
        state.calls.insert(attempt.call.clone(), at);
        state.attempts = state.attempts.max(attempt.nth);
        drop(state);
        (point, self.fault(at, point, attempt.nth == 1))
    }
}

/// As the database words it.
fn refused(exception: &str, reasons: &str) -> HttpResponse {
    let body = format!(
        r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{exception}","message":"by the script"{reasons}}}"#
    );
    HttpResponse::new(StatusCode::try_from(400).unwrap(), SdkBody::from(body))
}

const CONFLICT: &str = r#","CancellationReasons":[{"Code":"TransactionConflict","Message":"Transaction is ongoing for the item"},{"Code":"None"},{"Code":"None"},{"Code":"None"},{"Code":"None"},{"Code":"None"}]"#;

/// The database's side of a script.
pub(crate) struct Database(pub(crate) Arc<Script>);

impl Gate for Database {
    fn sees(&self, operation: &str, body: &[u8]) {
        if self.0.plan.is_some() {
            let asked = (operation.to_owned(), body.to_vec());
            self.0.asked.lock().unwrap().insert(asked);
        }
    }

    fn pass(&self, attempt: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        let script = Arc::clone(&self.0);
        Box::pin(async move {
            let (point, fault) = script.database(&attempt);
            match fault {
                None => go.await,
                Some(Fault::Before) => Err(ConnectorError::io("never sent".into())),
                Some(Fault::After) => {
                    go.await?;
                    Err(ConnectorError::timeout("no answer".into()))
                }
                Some(Fault::Throttled) => Ok(refused("ProvisionedThroughputExceededException", "")),
                Some(Fault::Conflict) if point == Point::Transaction => {
                    Ok(refused("TransactionCanceledException", CONFLICT))
                }
                Some(Fault::Conflict) => Ok(refused("TransactionConflictException", "")),
                Some(Fault::DiesBefore) => script.die().await,
                Some(Fault::DiesAfter) => {
                    go.await?;
                    script.die().await
                }
                Some(Fault::Late | Fault::Gone | Fault::Failed) => {
                    script.rival_goes_first().await;
                    go.await
                }
            }
        })
    }
}

/// A process of its own, before whose call number `at` somebody else comes and goes.
pub(crate) fn overtaken(club: &Club, at: usize, by: Step) -> App {
    let calm = club.app.clone();
    overtaken_by(club, at, async move { by.run(&calm).await.unwrap() })
}

/// The same, whatever the other one does.
pub(crate) fn overtaken_by(
    club: &Club,
    at: usize,
    rival: impl Future<Output = ()> + Send + 'static,
) -> App {
    let (fault, lasting) = (Fault::Late, false);
    let script = Script::new(Some(Plan { at, fault, lasting }), Some(Box::pin(rival)));
    let mut app = club.app.clone();
    app.store = Store::new(club.client(Arc::new(Database(script))), "damero");
    app
}

/// The gateway's side of a script.
pub(crate) struct Gateway(pub(crate) Arc<Script>, pub(crate) Arc<Posts>);

impl Push for Gateway {
    fn post<'a>(&'a self, to: &'a ConnectionId, message: String) -> BoxFuture<'a, Delivery> {
        Box::pin(async move {
            let at = self.0.next(Point::Post);
            match self.0.fault(at, Point::Post, true) {
                None => self.1.post(to, message).await,
                Some(Fault::Gone) => Delivery::Gone,
                Some(Fault::Failed) => Delivery::Failed,
                Some(Fault::DiesBefore) => self.0.die().await,
                Some(Fault::DiesAfter) => {
                    self.1.post(to, message).await;
                    self.0.die().await
                }
                Some(_) => {
                    self.0.rival_goes_first().await;
                    self.1.post(to, message).await
                }
            }
        })
    }

    fn close<'a>(&'a self, connection: &'a ConnectionId) -> BoxFuture<'a, Delivery> {
        self.1.close(connection)
    }
}

/// Timers that are under way.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Armed {
    /// How many watchdogs of each game.
    pub(crate) games: BTreeMap<GameId, usize>,
    /// Lapses.
    pub(crate) rooms: BTreeSet<RoomId>,
    /// How many ticks of each ticket.
    pub(crate) tickets: BTreeMap<TicketId, usize>,
    /// Ends of pairings.
    pub(crate) pairings: BTreeSet<PairingId>,
}

/// Timers as they are armed and fire.
pub(crate) struct Watch(Mutex<Armed>);

impl Watch {
    pub(crate) fn new(armed: Armed) -> Watch {
        Watch(Mutex::new(armed))
    }

    pub(crate) fn armed(&self) -> Armed {
        self.0.lock().unwrap().clone()
    }

    /// A watchdog was delivered and is done.
    pub(crate) fn fired(&self, game: GameId) {
        spend(&mut self.0.lock().unwrap().games, game);
    }

    /// A ticket's tick was.
    pub(crate) fn ticked(&self, ticket: TicketId) {
        spend(&mut self.0.lock().unwrap().tickets, ticket);
    }

    /// The end of a pairing was.
    pub(crate) fn parted(&self, pairing: PairingId) {
        self.0.lock().unwrap().pairings.remove(&pairing);
    }
}

/// One less of it.
fn spend<K: Ord>(armed: &mut BTreeMap<K, usize>, key: K) {
    match armed.get_mut(&key) {
        Some(1) | None => {
            armed.remove(&key);
        }
        Some(more) => *more -= 1,
    }
}

/// The timers' side of a script.
pub(crate) struct Alarms(pub(crate) Arc<Script>, pub(crate) Arc<Watch>);

impl Alarms {
    async fn arm(&self, timer: impl Fn(&mut Armed)) -> Result<(), PortError> {
        let at = self.0.next(Point::Timer);
        let fault = self.0.fault(at, Point::Timer, true);
        let lost = || Err(PortError("no answer".into()));
        match fault {
            Some(Fault::Before) => return lost(),
            Some(Fault::DiesBefore) => return self.0.die().await,
            Some(Fault::Late) => self.0.rival_goes_first().await,
            _ => {}
        }
        timer(&mut self.1.0.lock().unwrap());
        match fault {
            Some(Fault::After) => lost(),
            Some(Fault::DiesAfter) => self.0.die().await,
            _ => Ok(()),
        }
    }
}

impl Timers for Alarms {
    fn watch_clock(&self, game: GameId, _delay: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(self.arm(move |armed| *armed.games.entry(game).or_default() += 1))
    }

    fn look_again(&self, tick: Tick, _delay: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(self.arm(move |armed| *armed.tickets.entry(tick.ticket).or_default() += 1))
    }

    fn end_pairing(
        &self,
        pairing: PairingId,
        _delay: Millis,
    ) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(self.arm(move |armed| {
            armed.pairings.insert(pairing);
        }))
    }

    fn lapse_room(&self, room: RoomId, _at: Timestamp) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(self.arm(move |armed| {
            armed.rooms.insert(room);
        }))
    }
}
