//! What each action costs, held against `docs/costs.md`.

use crate::club::{Club, Done, KINGS, SHUFFLE, Tab, in_game, in_room, move_fields, tab};
use crate::page;
use crate::queue::{account, browser, here, in_pairing, register, rules};
use crate::rated;
use crate::scenes::{Scene, Stage, next};
use damero_app::actions::{self, Action};
use damero_app::{App, Tick, authorize, periods, timers, websocket};
use damero_domain::ids::{GameId, RoomId};
use damero_rules::RuleSet;
use damero_store::{Call, Hold};
use serde_json::{Value, json};
use std::fmt::Write;

/// Set, the page is written instead of compared.
const REGENERATE: &str = "DAMERO_WRITE_COSTS";

const INTRODUCTION: &str = "\
# Costs

What one message, timer or connection asks of the table and sends out, between two people with one tab
each. A test measures it and fails when this page says otherwise; to write the page anew:

    DAMERO_WRITE_COSTS=1 cargo test -p damero-app --test it costs

Reads and writes count items; units are the database's capacity units: a read of up to 4 KB is one, a
write of up to 1 KB is one, in a transaction two. Messages are posts to browsers. Timers are delayed
messages of the queue, or schedules. Each row is one function invocation as well.

| what | reads | writes | read units | write units | messages | timers |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
";

const NOTES: &str = "
- A game's item with a clock, two tabs a seat and four remembered commands each has about 650 bytes after
  60 plies; it passes 1 KB, the second write unit, after some 130 plies on any board.
- An end costs one unit more than a move and a start one more than its six items: the index of running games.
- The end of a rated game writes eight items in one transaction, and two more if it is the pair's first of
  the day. Five of its units are the two indexes: of running games, and of players by rating.
- More tabs cost messages, nothing else. A tab that the gateway does not know any more costs the one who
  posts to it a read and a write, and a message to each of the rival's tabs if it was the last.
- A lost race in a game costs the write that failed and no second read: the database returns the item as it
  stands.
";

/// What every game needs besides its moves.
const AROUND: [&str; 5] = [
    "`roomCreate`",
    "`roomJoin`",
    "`roomAccept`, the first of two",
    "`roomAccept`, the second: the game starts",
    "`gameResign`",
];

/// One measured row.
struct Row {
    what: &'static str,
    calls: Vec<Call>,
    messages: usize,
    timers: usize,
}

impl Row {
    fn counts(&self) -> [f64; 4] {
        let mut counts = [0.0; 4];
        for call in &self.calls {
            let nth = usize::from(!matches!(
                call.operation,
                "GetItem" | "BatchGetItem" | "Query"
            ));
            for _ in &call.entities {
                counts[nth] += 1.0;
            }
            counts[2 + nth] += call.units;
        }
        counts
    }

    fn line(&self) -> String {
        let [reads, writes, read_units, write_units] = self.counts();
        format!(
            "| {} | {reads} | {writes} | {read_units} | {write_units} | {} | {} |\n",
            self.what, self.messages, self.timers
        )
    }
}

/// Two people, measured.
struct Books {
    club: Club,
    red: Tab,
    white: Tab,
    rows: Vec<Row>,
}

impl Books {
    fn note(&mut self, what: &'static str, done: Done) {
        let timers = self.club.armed.take().len();
        self.rows.push(Row {
            what,
            calls: done.calls,
            messages: done.told.len(),
            timers,
        });
    }

    /// An action that is carried out, and its row.
    async fn does<A: Action>(&mut self, what: &'static str, tab: &Tab, fields: Value) -> Done {
        self.club.armed.take();
        let done = self.club.does::<A>(tab, fields).await;
        let copy = Done {
            calls: done.calls.clone(),
            told: done.told.clone(),
            id: done.id,
        };
        self.note(what, copy);
        done
    }

    /// Something that is no action, with a handle of its own.
    async fn measure(&mut self, what: &'static str, act: impl AsyncFnOnce(&App)) {
        self.club.armed.take();
        self.club.posts.take();
        let app = self.club.app.observed();
        act(&app).await;
        self.rows.push(Row {
            what,
            calls: app.store.calls().list(),
            messages: self.club.posts.take(),
            timers: self.club.armed.take().len(),
        });
    }

    fn tabs(&self) -> (Tab, Tab) {
        (self.red.clone(), self.white.clone())
    }

    async fn arrive(&mut self) {
        let (red, white) = self.tabs();
        let (address, secret) = ("192.0.2.1", [1; 32]);
        for what in ["authorizer, a new session", "authorizer, a known session"] {
            self.measure(what, async |app| {
                authorize::authorize(app, address, &secret).await.unwrap();
            })
            .await;
        }
        self.measure("`$connect`", async |app| {
            let caller = red.caller(app.clock.now());
            let opened = authorize::connected(app, &caller).await.unwrap();
            assert_eq!(opened, damero_app::Opened::Yes);
        })
        .await;
        // She comes as everybody does: her session lists her connection.
        authorize::authorize(&self.club.app, address, &[2; 32])
            .await
            .unwrap();
        let caller = white.caller(self.club.app.clock.now());
        let opened = authorize::connected(&self.club.app, &caller).await;
        assert_eq!(opened.unwrap(), damero_app::Opened::Yes);
        self.does::<actions::Sync>("`sync`, home page, nothing running", &red, json!({}))
            .await;
    }

    async fn begin(&mut self) -> RoomId {
        let (red, white) = self.tabs();
        let conditions = json!({"rule_set": "vezz-8x8", "clock": "20+10", "colour": "mine"});
        let created = self
            .does::<actions::RoomCreate>("`roomCreate`", &red, conditions)
            .await;
        let room: RoomId = created.id.into();
        let fields = in_room(room);
        let visitor = "`sync`, a visitor's look at an invitation";
        self.does::<actions::Sync>(visitor, &white, fields.clone())
            .await;
        self.does::<actions::RoomJoin>("`roomJoin`", &white, fields.clone())
            .await;
        let first = "`roomAccept`, the first of two";
        self.does::<actions::RoomAccept>(first, &white, fields.clone())
            .await;
        let second = "`roomAccept`, the second: the game starts";
        self.does::<actions::RoomAccept>(second, &red, fields).await;
        room
    }

    /// A short game with a huff and every request.
    async fn short_game(&mut self, game: GameId) {
        let (red, white) = self.tabs();
        let opening = ["11-15", "22-18", "9-13"];
        self.club.moves(game, [&red, &white], &opening).await;
        let huff = json!({"game": game.to_string(), "turn_no": 3, "square": 15});
        self.does::<actions::GameHuff>("`gameHuff`", &white, huff)
            .await;
        let talk = |seq: u16, what: &str| json!({"game": game.to_string(), "seq": seq, "do": what});
        self.does::<actions::GameDraw>("`gameDraw`, an offer", &red, talk(4, "offer"))
            .await;
        let decline = "`gameDraw`, an answer";
        self.does::<actions::GameDraw>(decline, &white, talk(5, "decline"))
            .await;
        self.does::<actions::GameCancel>("`gameCancel`, a request", &red, talk(6, "ask"))
            .await;
        let refuse = "`gameCancel`, an answer";
        self.does::<actions::GameCancel>(refuse, &white, talk(7, "refuse"))
            .await;
        self.does::<actions::GameResign>("`gameResign`", &red, in_game(game))
            .await;
    }

    async fn rematch(&mut self, game: GameId) {
        let (red, white) = self.tabs();
        let accept = json!({"game": game.to_string(), "do": "accept"});
        let first = "`gameRematch`, the first of two";
        self.does::<actions::GameRematch>(first, &red, accept.clone())
            .await;
        let second = "`gameRematch`, the second: the game starts";
        self.does::<actions::GameRematch>(second, &white, accept)
            .await;
    }

    /// A long game, in which white's player of before moves first.
    async fn long_game(&mut self, room: RoomId, game: GameId) {
        let (red, white) = self.tabs();
        let moves: Vec<_> = KINGS
            .split(' ')
            .chain(SHUFFLE.into_iter().cycle())
            .take(151)
            .collect();
        self.club.moves(game, [&white, &red], &moves[..30]).await;
        let typical = move_fields(game, 30, moves[30]);
        self.does::<actions::GameMove>("`gameMove`", &white, typical)
            .await;
        self.asides(room, game).await;
        self.club.moves(game, [&red, &white], &moves[31..150]).await;
        let late = move_fields(game, 150, moves[150]);
        let what = "`gameMove`, 150 plies on";
        self.does::<actions::GameMove>(what, &white, late).await;
        let claim = json!({"game": game.to_string(), "turn_no": 151, "claim": "no_progress"});
        self.does::<actions::GameClaimDraw>("`gameClaimDraw`", &red, claim)
            .await;
    }

    /// What changes nothing in a running game, and what a reload costs.
    async fn asides(&mut self, room: RoomId, game: GameId) {
        let (red, white) = self.tabs();
        let illegal = move_fields(game, 31, "1-32");
        let refused = self.club.act::<actions::GameMove>(&red, illegal).await;
        assert!(refused.refusal().is_some());
        self.note("`gameMove`, refused", refused);
        let flag = self
            .club
            .act::<actions::GameFlag>(&red, in_game(game))
            .await;
        assert_eq!(flag.refusal(), Some("not_flagged"));
        self.note("`gameFlag`, too early", flag);
        let look = "watchdog, nothing due";
        self.measure(look, async |app| timers::clock(app, game).await.unwrap())
            .await;
        let home = "`sync`, from the room to the home page, one game running, one ended since";
        self.does::<actions::Sync>(home, &red, json!({})).await;
        let home = "`sync`, home page again, one game running";
        self.does::<actions::Sync>(home, &red, json!({})).await;
        let back = "`sync`, from the home page to the room";
        self.does::<actions::Sync>(back, &red, in_room(room)).await;
        let same = "`sync`, the room's page again";
        self.does::<actions::Sync>(same, &red, in_room(room)).await;
        self.measure("`$disconnect`, during a game", async |app| {
            let gone = websocket::disconnected(app, &white.connection, Some(white.session));
            gone.await.unwrap();
        })
        .await;
        self.club.open(&white).await;
        let back = "`sync`, the room's page after a reconnect";
        self.does::<actions::Sync>(back, &white, in_room(room))
            .await;
    }

    async fn look_back(&mut self, game: GameId) {
        let red = self.red.clone();
        let page = "`historyGet`, a page of 2 games";
        self.does::<actions::HistoryGet>(page, &red, json!({}))
            .await;
        self.does::<actions::HistoryGet>("`historyGet`, one game", &red, in_game(game))
            .await;
    }

    async fn clock_falls(&mut self, game: GameId) {
        self.club.clock.pass(20 * 60_000 + 2000);
        let what = "watchdog, time is up";
        self.measure(what, async |app| timers::clock(app, game).await.unwrap())
            .await;
    }

    /// Two accounts that have played each other before.
    async fn rated_games(&mut self) {
        let (red, white) = self.tabs();
        let red = red.linked(rated::account(1), 1);
        let white = white.linked(rated::account(2), 1);
        let first = rated::second_game(&self.club, &red, &white).await;
        let a_move = move_fields(first, 0, "11-15");
        self.does::<actions::GameMove>("`gameMove`, in a rated game", &red, a_move)
            .await;
        let end = "`gameResign`, a rated game, the pair's first of the day";
        self.does::<actions::GameResign>(end, &white, in_game(first))
            .await;
        let rules = RuleSet::by_id("vezz-8x8").unwrap();
        let second = rated::begin(&self.club, rules, &red, &white).await;
        let end = "`gameResign`, a rated game, the pair's second of the day";
        self.does::<actions::GameResign>(end, &white, in_game(second))
            .await;
        let third = rated::begin(&self.club, rules, &red, &white).await;
        self.club.clock.pass(15 * 60_000 + 2000);
        let what = "watchdog, time is up in a rated game";
        self.measure(what, async |app| timers::clock(app, third).await.unwrap())
            .await;
    }

    async fn rooms_without_game(&mut self) {
        let (red, white) = self.tabs();
        let room = self.club.create(&red).await;
        self.club
            .does::<actions::RoomJoin>(&white, in_room(room))
            .await;
        let leave = "`roomCancel`, the guest leaves";
        self.does::<actions::RoomCancel>(leave, &white, in_room(room))
            .await;
        let cancel = "`roomCancel`, the host cancels";
        self.does::<actions::RoomCancel>(cancel, &red, in_room(room))
            .await;
        let room = self.club.create(&red).await;
        self.club.clock.pass(24 * 3_600_000 + 2000);
        let lapse = "lapse of an invitation";
        self.measure(lapse, async |app| timers::lapse(app, room).await.unwrap())
            .await;
    }

    async fn audit(&mut self) {
        let what = "daily walk, nothing running";
        self.measure(what, async |app| {
            assert_eq!(timers::audit(app).await.unwrap(), 0);
        })
        .await;
    }
}

impl Books {
    /// Two accounts look for a rival, and begin.
    async fn queue(&mut self) {
        let (ana, beto) = (browser(1, 0), browser(2, 0));
        for (nth, tab) in [(1, &ana), (2, &beto)] {
            self.club.open(tab).await;
            register(&self.club, nth, |_| ()).await;
        }
        let page = json!({"page": "queue"});
        self.measure(
            "the first `queueJoin` of a rule set, besides: rated play begins",
            async |app| {
                periods::begin(app, rules()).await.unwrap();
            },
        )
        .await;
        self.does::<actions::QueueJoin>("`queueJoin`, nobody there", &ana, here())
            .await;
        self.does::<actions::Sync>("`sync`, the queue's page, waiting", &ana, page)
            .await;
        let lock = self.club.app.store.lock(account(1)).await.unwrap().unwrap();
        let Hold::Queued(key) = lock.hold else {
            panic!("{lock:?}");
        };
        let held = self.club.app.store.ticket(key).await.unwrap().unwrap();
        let tick = Tick {
            account: account(1),
            ticket: held.ticket.id,
            alone: 0,
        };
        self.measure("tick of a ticket, nobody there", async |app| {
            timers::tick(app, tick).await.unwrap();
        })
        .await;
        self.does::<actions::QueueLeave>("`queueLeave`", &ana, json!({}))
            .await;
        self.does::<actions::QueueJoin>("`queueJoin`, nobody there, again", &ana, here())
            .await;
        self.does::<actions::QueueJoin>("`queueJoin`, a rival there: the pairing", &beto, here())
            .await;
        let lock = self.club.app.store.lock(account(1)).await.unwrap().unwrap();
        let Hold::Paired { pairing, .. } = lock.hold else {
            panic!("{lock:?}");
        };
        let fields = in_pairing(pairing);
        self.does::<actions::QueueConfirm>(
            "`queueConfirm`, the first of two",
            &ana,
            fields.clone(),
        )
        .await;
        self.does::<actions::QueueConfirm>(
            "`queueConfirm`, the second: the game starts",
            &beto,
            fields,
        )
        .await;
        self.rows
            .retain(|row| row.what != "`queueJoin`, nobody there, again");
    }
}

/// A level beaten, looked at, and another one lost, in a club of its own.
async fn levels() -> Vec<Row> {
    let mut books = Books {
        club: Club::new().await,
        red: tab(1, 0),
        white: tab(2, 0),
        rows: Vec::new(),
    };
    let scene = Scene::of(&books.club, Stage::LevelLast, false, 0).await;
    let (red, _, last) = scene.last.clone().unwrap();
    let beaten = "`levelMove`, which beats a level and earns";
    books.does::<actions::LevelMove>(beaten, &red, last).await;
    let page = json!({"what": "levels"});
    books
        .does::<actions::LevelsGet>("`levelsGet`", &red, page)
        .await;
    let page = json!({"what": "credits"});
    books
        .does::<actions::LevelsGet>("`levelsGet`, credits", &red, page)
        .await;
    let start = json!({"rule_set": "vezz-8x8", "side": "black"});
    let begun = books
        .does::<actions::LevelStart>("`levelStart`", &red, start.clone())
        .await;
    let game: GameId = begun.id.into();
    books
        .does::<actions::LevelStart>("`levelStart`, of one that runs", &red, start)
        .await;
    let ply = next(&books.club.game(game).await.game);
    books
        .does::<actions::LevelMove>("`levelMove`", &red, ply)
        .await;
    let lost = "`levelLeave`, which loses a level";
    books
        .does::<actions::LevelLeave>(lost, &red, in_game(game))
        .await;
    books.rows
}

async fn measured() -> Vec<Row> {
    let mut books = Books {
        club: Club::new().await,
        red: tab(1, 0),
        white: tab(2, 0),
        rows: Vec::new(),
    };
    books.arrive().await;
    let room = books.begin().await;
    let first = books.club.current(room).await;
    books.short_game(first).await;
    books.rematch(first).await;
    let second = books.club.current(room).await;
    books.long_game(room, second).await;
    books.look_back(second).await;
    let (red, white) = books.tabs();
    let (_, third) = books.club.playing(&red, &white).await;
    books.clock_falls(third).await;
    books.rated_games().await;
    books.rooms_without_game().await;
    books.audit().await;
    books.queue().await;
    books.rows.extend(levels().await);
    books.rows
}

fn document(rows: &[Row]) -> String {
    let mut text = INTRODUCTION.to_owned();
    for row in rows {
        text += &row.line();
    }
    let units = |nth: usize| -> f64 {
        let around = rows.iter().filter(|row| AROUND.contains(&row.what));
        60.0 + around.map(|row| row.counts()[nth]).sum::<f64>()
    };
    let (reads, writes) = (units(2), units(3));
    writeln!(
        text,
        "{NOTES}- A game of 60 plies, from its invitation to its end: {reads} read units, {writes} write units."
    )
    .unwrap();
    text
}

#[tokio::test]
async fn the_table_of_costs_is_true() {
    let rows = measured().await;
    let a_move = rows.iter().find(|row| row.what == "`gameMove`").unwrap();
    let operations: Vec<_> = a_move.calls.iter().map(|call| call.operation).collect();
    assert_eq!(operations, ["GetItem", "UpdateItem"]);
    assert_eq!(a_move.counts(), [1.0, 1.0, 1.0, 1.0]);
    assert_eq!((a_move.messages, a_move.timers), (2, 0));
    let counts = |what: &str| {
        let row = rows.iter().find(|row| row.what == what).unwrap();
        let [reads, writes, ..] = row.counts();
        (reads, writes)
    };
    // A move asks who plays and nothing else; an end asks for both standings, the day,
    // and afterwards who is to hear of it.
    assert_eq!(counts("`gameMove`, in a rated game"), (1.0, 1.0));
    let end = "`gameResign`, a rated game, the pair's first of the day";
    assert_eq!(counts(end), (5.0, 10.0));
    let end = "`gameResign`, a rated game, the pair's second of the day";
    assert_eq!(counts(end), (5.0, 8.0));
    // The computer's answer costs nothing besides.
    assert_eq!(counts("`levelMove`"), (1.0, 1.0));

    page::hold("docs/costs.md", REGENERATE, &document(&rows));
}
