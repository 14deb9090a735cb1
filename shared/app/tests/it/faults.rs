//! Whatever fails, wherever: the table, both players and the answer end as if nothing
//! had. Held against `docs/proofs/faults.md`.

use crate::club::{Club, Tab, in_game, in_room};
use crate::items::Compared;
use crate::page;
use crate::roles::{self, Use};
use crate::scenarios::{self, Scenario};
use crate::scenes::Stage;
use crate::script::{Alarms, Database, Fault, Gateway, Plan, Point, Script, Watch};
use crate::stand::Stand;
use crate::step::Step;
use damero_app::{App, BoxFuture, Limits};
use damero_store::Store;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Set, the page is written instead of compared.
const REGENERATE: &str = "DAMERO_WRITE_FAULTS";

/// Set, only rows that contain it are tried, and the document is left alone.
const ONLY: &str = "DAMERO_FAULTS_ONLY";

/// How often a client sends a command before the test gives it up.
const PATIENCE: usize = 4;

/// Where everything ends.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    answer: Option<String>,
    table: Compared,
    /// What both players see last.
    seen: [BTreeMap<String, Value>; 2],
}

impl Outcome {
    /// In which it is another one.
    fn differs(&self, from: &Outcome) -> String {
        let mut text = String::new();
        if self.answer != from.answer {
            writeln!(text, "  {:?} != {:?}", self.answer, from.answer).unwrap();
        }
        let keys: BTreeSet<_> = self.table.keys().chain(from.table.keys()).collect();
        for key in keys {
            let (one, other) = (self.table.get(key), from.table.get(key));
            let none = BTreeMap::new();
            let (own, others) = (one.unwrap_or(&none), other.unwrap_or(&none));
            let names: BTreeSet<_> = own.keys().chain(others.keys()).collect();
            for name in names
                .into_iter()
                .filter(|name| own.get(*name) != others.get(*name))
            {
                let values = (own.get(name), others.get(name));
                writeln!(text, "  {key} {name}: {:?} != {:?}", values.0, values.1).unwrap();
            }
        }
        for (own, others) in self.seen.iter().zip(&from.seen) {
            let kinds: BTreeSet<_> = own.keys().chain(others.keys()).collect();
            for kind in kinds
                .into_iter()
                .filter(|kind| own.get(*kind) != others.get(*kind))
            {
                let none = Value::Null;
                let (one, other) = (own.get(kind), others.get(kind));
                let (one, other) = (one.unwrap_or(&none), other.unwrap_or(&none));
                writeln!(text, "  {one}\n    != {other}").unwrap();
            }
        }
        text
    }
}

/// A scenario on the point of happening, as often as one likes.
struct Bench<'a> {
    stand: Stand<'a>,
    scenario: &'a Scenario,
    /// What happens later.
    later: Vec<Step>,
}

/// The world of one case.
struct World {
    watch: Arc<Watch>,
    calm: App,
}

impl Bench<'_> {
    async fn of<'a>(club: &'a Club, scenario: &'a Scenario, day: u32) -> Bench<'a> {
        let stand = Stand::of(club, scenario.stage, scenario.rated, 0, day).await;
        Bench {
            later: (scenario.then)(&stand.scene),
            stand,
            scenario,
        }
    }

    fn app(&self, script: &Arc<Script>, watch: &Arc<Watch>) -> App {
        let client = self
            .stand
            .club
            .client(Arc::new(Database(Arc::clone(script))));
        App::new(
            Store::new(client, "damero"),
            Arc::new(Gateway(
                Arc::clone(script),
                Arc::clone(&self.stand.club.posts),
            )),
            Arc::new(Alarms(Arc::clone(script), Arc::clone(watch))),
            self.stand.club.clock.clone(),
            Limits::default(),
        )
        .against(self.stand.club.app.opponent.clone())
    }

    /// Everything as it was before.
    async fn reset(&mut self, step: &Step) -> World {
        let watch = self.stand.come_back().await;
        let posts = &self.stand.club.posts;
        posts.take();
        posts.find_all();
        if let Step::Disconnected(tab) = step {
            posts.lose(&tab.connection);
        }
        let calm = self.app(&Script::new(None, None), &watch);
        World { watch, calm }
    }

    /// Runs a step; whether it came to its end.
    async fn run(&self, step: &Step, app: &App, script: &Script, world: &World) -> bool {
        let done = tokio::select! {
            done = Box::pin(step.run(app)) => done.is_ok(),
            () = script.death() => false,
        };
        match step {
            Step::Clock(game) if done => world.watch.fired(*game),
            Step::Tick(tick) if done => world.watch.ticked(tick.ticket),
            Step::Acceptance(pairing) if done => world.watch.parted(*pairing),
            _ => {}
        }
        done
    }

    fn answered(&self, step: &Step, done: bool) -> Option<String> {
        match step {
            Step::Message { .. } => step.answer(&self.stand.club.posts.heard()),
            _ => done.then(|| "done".to_owned()),
        }
    }

    /// Until it is answered: what has to be tried again is, as the protocol says.
    async fn insist(&mut self, step: &Step, mut done: bool, world: &World) -> Option<String> {
        let calm = Script::new(None, None);
        for _ in 0..PATIENCE {
            let answer = self.answered(step, done);
            match answer.as_deref() {
                Some("busy" | "early") => {
                    self.stand.club.posts.take();
                }
                Some(_) => return answer,
                None => {}
            }
            done = self.run(step, &world.calm, &calm, world).await;
            self.stand.look(&world.watch).await;
        }
        self.answered(step, done)
    }

    /// Both players look, and the outcome.
    async fn end(&mut self, answer: Option<String>, world: &World) -> Outcome {
        for step in &self.later {
            step.run(&world.calm).await.unwrap();
        }
        self.stand.club.posts.take();
        let tabs = [self.stand.scene.red.clone(), self.stand.scene.white.clone()];
        for tab in &tabs {
            let page = if self.scenario.stage >= Stage::Members {
                json!({"page": "queue"})
            } else if self.scenario.rated {
                in_game(self.stand.scene.game)
            } else if self.scenario.stage >= Stage::Invited {
                in_room(self.stand.scene.room)
            } else {
                json!({})
            };
            let sync = self.stand.scene.says(tab, "sync", page);
            sync.run(&world.calm).await.unwrap();
        }
        let seen = tabs.map(|tab| self.seen(&tab));
        self.stand.look(&world.watch).await;
        Outcome {
            answer,
            table: self.stand.present.compared(),
            seen,
        }
    }

    /// The newest of each kind that a tab was told, but for the command it answers,
    /// and for who still shows an ended game.
    fn seen(&self, tab: &Tab) -> BTreeMap<String, Value> {
        let mut seen = BTreeMap::new();
        for text in self.stand.club.posts.to(&tab.connection) {
            let mut message: Value = serde_json::from_str(&text).unwrap();
            let fields = message.as_object_mut().unwrap();
            fields.remove("ack");
            fields.remove("id");
            let game = fields.get_mut("game").and_then(Value::as_object_mut);
            if let Some(game) = game.filter(|game| game.contains_key("ended")) {
                game.remove("present");
            }
            seen.insert(message["type"].to_string(), message);
        }
        seen
    }

    /// One case: something goes wrong, then nothing does.
    async fn case(&mut self, step: &Step, plan: Option<Plan>, rival: Option<&Step>) -> Case {
        let world = self.reset(step).await;
        let rival = rival.map(|rival| {
            let (rival, app) = (rival.clone(), world.calm.clone());
            let going: BoxFuture<'static, ()> = Box::pin(async move {
                rival.run(&app).await.unwrap();
            });
            going
        });
        let script = Script::new(plan, rival);
        let app = self.app(&script, &world.watch);
        let done = self.run(step, &app, &script, &world).await;
        self.stand.look(&world.watch).await;
        let answer = self.insist(step, done, &world).await;
        let outcome = self.end(answer, &world).await;
        Case {
            done,
            outcome,
            points: script.points(),
            uses: script.uses(),
            attempts: script.attempts(),
        }
    }

    /// One after the other: the only two ways in which a race may end.
    async fn in_turn(&mut self, first: &Step, second: &Step, step: &Step) -> Outcome {
        let world = self.reset(step).await;
        let calm = Script::new(None, None);
        let mut done = true;
        for one in [first, second] {
            done &= self.run(one, &world.calm, &calm, &world).await;
        }
        assert!(done);
        let answer = self.answered(step, true);
        self.end(answer, &world).await
    }
}

struct Case {
    /// Whether the first invocation came to its end.
    done: bool,
    outcome: Outcome,
    points: Vec<Point>,
    uses: BTreeSet<Use>,
    attempts: u32,
}

/// One row of the document.
struct Row {
    what: &'static str,
    function: String,
    /// What it asked of the table, whatever went wrong.
    uses: BTreeSet<Use>,
    points: Vec<Point>,
    cases: BTreeMap<Fault, usize>,
    wrong: Vec<String>,
}

async fn tried(club: &Club, scenario: &Scenario, day: u32) -> Row {
    let mut bench = Bench::of(club, scenario, day).await;
    let step = (scenario.step)(&bench.stand.scene);
    let rival = (scenario.rival)(&bench.stand.scene);
    let what = scenario.what;
    let calm = bench.case(&step, None, None).await;
    assert_eq!(
        calm.outcome.answer.as_deref(),
        Some("done"),
        "{what} is accepted"
    );
    let races = [
        bench.in_turn(&step, &rival, &step).await,
        bench.in_turn(&rival, &step, &step).await,
    ];
    let (mut cases, mut wrong, mut uses) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
    for (at, point) in calm.points.iter().enumerate() {
        for fault in Fault::ALL.into_iter().filter(|fault| fault.can_hit(*point)) {
            for lasting in [false, true] {
                if lasting && !fault.can_last(*point) {
                    continue;
                }
                let plan = Plan { at, fault, lasting };
                let rival = (fault == Fault::Late).then_some(&rival);
                let case = bench.case(&step, Some(plan), rival).await;
                uses.extend(case.uses);
                let name = format!("{what}: {plan:?} of {:?}", calm.points);
                let possible = match fault {
                    Fault::Late => &races[..],
                    _ => std::slice::from_ref(&calm.outcome),
                };
                if !possible.contains(&case.outcome) {
                    wrong.push(name.clone());
                    wrong.extend(possible.iter().map(|one| case.outcome.differs(one)));
                }
                let once = !lasting && !matches!(point, Point::Post | Point::Timer);
                if once && matches!(fault, Fault::Before | Fault::After | Fault::Throttled) {
                    assert!(
                        case.attempts > 1,
                        "{name}: the client tries again by itself"
                    );
                }
                if (fault, *point, lasting) == (Fault::Conflict, Point::Transaction, false) {
                    assert!(case.done, "{name}: a start that lost is decided again");
                }
                *cases.entry(fault).or_default() += 1;
            }
        }
    }
    Row {
        what,
        function: step.function(),
        uses,
        points: calm.points,
        cases,
        wrong,
    }
}

/// How many clubs work at it side by side.
const CLUBS: usize = 2;

async fn all() -> Vec<Row> {
    let only = std::env::var(ONLY).unwrap_or_default();
    let next = Arc::new(AtomicUsize::new(0));
    let works = (0..CLUBS).map(|_| {
        let (next, only) = (Arc::clone(&next), only.clone());
        tokio::spawn(async move {
            let club = Club::new().await;
            let mut rows = Vec::new();
            loop {
                let nth = next.fetch_add(1, Ordering::SeqCst);
                let Some(scenario) = scenarios::all().nth(nth) else {
                    return rows;
                };
                let day = u32::try_from(nth).unwrap();
                if scenario.what.contains(&only) {
                    rows.push((nth, Box::pin(tried(&club, scenario, day)).await));
                }
            }
        })
    });
    let works: Vec<_> = works.collect();
    let mut rows = Vec::new();
    for work in works {
        rows.extend(work.await.unwrap());
    }
    rows.sort_by_key(|(nth, _)| *nth);
    rows.into_iter().map(|(_, row)| row).collect()
}

const INTRODUCTION: &str = "\
# Faults

Everything the club can be asked, at every call it makes to the table, to connections and to timers, under
every fault that such a call can meet. A test tries each case on the real actions, the real client of the
database with as many attempts as in production, and the embedded database; it fails when a case ends wrongly
or when this page says otherwise. To write the page anew:

    DAMERO_WRITE_FAULTS=1 cargo nextest run --workspace -E 'test(whatever_fails)'

The faults of a call:

- *never sent*: it did not arrive, and the caller is told so by an error;
- *answer lost*: it was carried out, and the caller is told of an error;
- *throttled*: the table refuses it, having too much to do;
- *conflict*: a write is refused because another transaction holds its item;
- *gone*, *not delivered*: a message to a connection that is no more, or that the gateway does not take;
- *late*: it waits until somebody else's command, which contradicts this one, has come and gone;
- *killed before*, *killed after*: the process ends there and then.

The first four and those of messages are tried twice where both can be: once, so that the database's client,
which tries again by itself, meets what its own first attempt has done; and lasting, from that call until the
invocation has failed. Then nothing fails any more. What was not answered is sent again as the protocol says,
the same command under the same id, an event as the queue or gateway delivers it again; both players `sync`.

Right after the fault, after each time of sending again and at the end, the table is held to this: a room's
current game, its item, both histories and both running pointers are there together or not at all; there is
one game for each number; a game is as many versions old as it has events, its record replays to its digest,
and no side remembers a command twice; what runs is listed as running and what has ended is not; and a
running game with a clock has a watchdog under way. Every ticket stands together with its owner's lock, a
pairing that waits to be confirmed holds both of its own and nobody else, nobody is in two of anything, and each
has its timer. Rated games that have ended, replayed in order, lead to
just the standings, the entries, the days of a pair and the lines of the League's log that there are, the sum
of all ratings stays what it was, and whoever plays, and nobody else, is held by that game.

At the end the table is, item by item and attribute by attribute, that of a run in which nothing failed, the
command is answered as it was there, and both players are shown the same. Left out are only the order of a
list of connections, the lists in which nobody enters any more, of games that have ended and of locks that
hold a game, and how often a rate limit has counted. After a *late* call it is that of one of the two runs in which the commands came one
after the other, answers included. The clock stands still within a case, and whether a run without faults is
itself right is for other tests to say.

A connection that has ended while `$disconnect` failed half-way stays listed until the next message to it;
those rows go on until that has come.

| what | calls | never sent | answer lost | throttled | conflict | gone | not delivered | late | killed before | killed after | cases |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
";

impl Row {
    /// What it asks, in order, equals together.
    fn calls(&self) -> String {
        let mut calls: Vec<(Point, usize)> = Vec::new();
        for &point in &self.points {
            match calls.last_mut() {
                Some((last, times)) if *last == point => *times += 1,
                _ => calls.push((point, 1)),
            }
        }
        let named = calls.into_iter().map(|(point, times)| {
            let name = match point {
                Point::Read => "read",
                Point::Write => "write",
                Point::Transaction => "transaction",
                Point::Post => "post",
                Point::Timer => "timer",
            };
            match times {
                1 => name.to_owned(),
                _ => format!("{times} {name}s"),
            }
        });
        named.collect::<Vec<_>>().join(", ")
    }

    fn total(&self) -> usize {
        self.cases.values().sum()
    }
}

fn document(rows: &[Row]) -> String {
    let mut text = INTRODUCTION.to_owned();
    let numbers = |count: &dyn Fn(Fault) -> usize| {
        let numbers = Fault::ALL.map(|fault| match count(fault) {
            0 => " |".to_owned(),
            count => format!(" {count} |"),
        });
        numbers.concat()
    };
    for row in rows {
        let counts = numbers(&|fault| row.cases.get(&fault).copied().unwrap_or_default());
        let (what, calls, total) = (row.what, row.calls(), row.total());
        writeln!(text, "| {what} | {calls} |{counts} {total} |").unwrap();
    }
    let counts = numbers(&|fault| rows.iter().filter_map(|row| row.cases.get(&fault)).sum());
    let total: usize = rows.iter().map(Row::total).sum();
    writeln!(text, "| all | |{counts} {total} |").unwrap();
    text
}

/// These have no row above.
const ELSEWHERE: [&str; 9] = [
    "account-link",
    "admin-invalidate",
    "admin-reinstate",
    "admin-signals",
    "evidence-get",
    "league-get",
    "period-close",
    "rankings-get",
    "ws-default",
];

/// Rights that no row needs: they are for what other tests bring about, such as a room
/// that has a game already, or for nothing, and then the role may lose them.
const NOT_HERE: [&str; 11] = [
    "game-rematch never does UpdateItem on CONN",
    "history-get never does GetItem on ACC",
    "queue-confirm never does GetItem on GAME",
    "queue-join never does GetItem on GAME",
    "room-accept never does UpdateItem on CONN",
    "room-cancel never does UpdateItem on CONN",
    "room-create never does UpdateItem on ROOM",
    "room-create never does GetItem on GAME",
    "room-join never does GetItem on GAME",
    "ws-disconnect never does GetItem on LOCK",
    "ws-disconnect never does UpdateItem on LOCK",
];

/// Whatever went wrong, a function did what its role allows; and somewhere all of that.
fn hold_roles(rows: Vec<Row>) {
    let mut done = roles::Done::new();
    for row in rows {
        done.entry(row.function).or_default().extend(row.uses);
    }
    let mut known: BTreeSet<_> = done.keys().cloned().collect();
    known.extend(ELSEWHERE.map(str::to_owned));
    assert_eq!(known, roles::functions(), "every function has a row");
    assert_eq!(roles::wrong(&done), NOT_HERE);
}

/// RATI-01 among them: however often its end is reported, a rated game counts once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_fails_everything_ends_as_if_nothing_had() {
    let rows = all().await;
    let wrong: Vec<_> = rows.iter().flat_map(|row| &row.wrong).cloned().collect();
    let document = document(&rows);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if std::env::var_os(ONLY).is_some() {
        println!("{document}");
        return;
    }
    hold_roles(rows);
    page::hold("docs/proofs/faults.md", REGENERATE, &document);
}
