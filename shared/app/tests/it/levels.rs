//! Levels: from the start to what they earn, with a computer that does as it is told.

use crate::accounts::Linking;
use crate::club::{Club, Done, Tab, in_game, move_fields, tab};
use crate::computer::StandIn;
use damero_app::{Club as Settings, actions};
use damero_domain::credit::Caps;
use damero_domain::game::Game;
use damero_domain::ids::GameId;
use damero_domain::time::Timestamp;
use damero_protocol::server::Message;
use damero_protocol::server::level::{Credits, Ladder, Outcome};
use serde_json::{Value, json};
use std::sync::Arc;

/// People, and the computer that they play against.
struct Levels {
    linking: Linking,
    computer: Arc<StandIn>,
}

impl Levels {
    async fn new() -> Levels {
        let mut linking = Linking::new().await;
        let computer = Arc::new(StandIn::new(0));
        linking.club.app = linking.club.app.clone().against(computer.clone());
        Levels { linking, computer }
    }

    fn club(&self) -> &Club {
        &self.linking.club
    }

    fn gives_up_after(&self, moves: u16) {
        self.computer.gives_up_after(moves);
    }

    async fn start(&self, by: &Tab, side: &str) -> GameId {
        let done = self.starts(by, side).await;
        game_of(&done)
    }

    async fn starts(&self, by: &Tab, side: &str) -> Done {
        let fields = json!({"rule_set": "vezz-8x8", "side": side});
        self.club().does::<actions::LevelStart>(by, fields).await
    }

    async fn game(&self, game: GameId) -> Game {
        self.club().game(game).await.game
    }

    /// The player's next move: the first that is legal.
    async fn next(&self, game: GameId) -> Value {
        let held = self.game(game).await;
        let path = &held.line().legal_moves()[0].path;
        let path: Vec<u8> = path.iter().map(|square| square.number()).collect();
        act(
            game,
            json!({"what": "move", "turn_no": held.turn_no(), "path": path}),
        )
    }

    async fn moves(&self, by: &Tab, game: GameId, count: u16) {
        for _ in 0..count {
            let next = self.next(game).await;
            self.club().does::<actions::LevelMove>(by, next).await;
        }
    }

    /// A level beaten with so many moves, so many seconds after its start.
    async fn beats(&self, by: &Tab, moves: u16, seconds: i64) -> Outcome {
        self.gives_up_after(moves);
        let game = self.start(by, "black").await;
        self.club().clock.pass(seconds * 1000);
        self.moves(by, game, moves).await;
        self.outcome(by, game).await
    }

    /// A level given up after a move.
    async fn loses(&self, by: &Tab) -> Outcome {
        let game = self.start(by, "black").await;
        self.gives_up_after(0);
        self.moves(by, game, 1).await;
        let left = self.club().does::<actions::LevelLeave>(by, in_game(game));
        left.await;
        self.outcome(by, game).await
    }

    /// What the page of an ended level says.
    async fn outcome(&self, by: &Tab, game: GameId) -> Outcome {
        let done = self.club().does::<actions::Sync>(by, in_game(game)).await;
        let level = done.told.into_iter().find_map(|told| match told.message {
            Message::State { game } => game.level,
            _ => None,
        });
        level.unwrap().outcome.unwrap()
    }

    async fn ladder(&self, by: &Tab) -> Ladder {
        let page = json!({"what": "levels"});
        let done = self.club().does::<actions::LevelsGet>(by, page).await;
        match &done.told[0].message {
            Message::Levels(levels) => levels.ladders[0].clone(),
            other => panic!("{other:?}"),
        }
    }

    async fn credits(&self, by: &Tab, before: Option<&str>) -> Credits {
        let mut page = json!({"what": "credits"});
        if let Some(before) = before {
            page["before"] = before.into();
        }
        let done = self.club().does::<actions::LevelsGet>(by, page).await;
        match &done.told[0].message {
            Message::Credits(credits) => credits.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// An account that may earn: it has accepted the terms and is two days old.
    async fn earner(&self, browser: u8, name: &str) -> Tab {
        let tab = self.linking.linked(browser, name).await;
        let terms = json!({"version": 3});
        self.club().does::<actions::TermsAccept>(&tab, terms).await;
        self.club().clock.pass(48 * 3_600_000);
        tab
    }
}

fn act(game: GameId, what: Value) -> Value {
    json!({"game": game.to_string(), "do": what})
}

fn game_of(done: &Done) -> GameId {
    let id = done.told.iter().find_map(|told| match &told.message {
        Message::State { game } => Some(game.id.parse().unwrap()),
        _ => None,
    });
    id.unwrap()
}

fn went(outcome: &Outcome) -> (&str, u8, u8) {
    (&outcome.went, outcome.from, outcome.to)
}

/// LEVE-01: reopening grants nothing and begins nothing.
#[tokio::test]
async fn a_level_is_begun_once_and_resumed_ever_after() {
    let levels = Levels::new().await;
    let ana = levels.linking.arrive(1, 0).await;
    assert_eq!(levels.ladder(&ana).await.level, 1);
    assert_eq!(
        levels.ladder(&ana).await.running,
        None,
        "looking begins nothing"
    );
    let begun = levels.starts(&ana, "white").await;
    let game = game_of(&begun);
    assert_eq!(GameId::from(begun.id), game);
    assert_eq!(levels.game(game).await.turn_no(), 1, "red moves first");
    for side in ["white", "black"] {
        assert_eq!(levels.start(&ana, side).await, game);
    }
    let fields = json!({"rule_set": "vezz-8x8", "side": "black"});
    let again = levels
        .club()
        .act_as::<actions::LevelStart>(&ana, begun.id, fields);
    assert_eq!(game_of(&again.await), game);
    let running = levels.ladder(&ana).await.running;
    assert_eq!(running, Some(game.to_string()));
    let person = levels.game(game).await.setup().players.white;
    let list = levels.club().app.store.history(person, None, 5).await;
    assert_eq!(list.unwrap().games, [game]);
    let closed = json!({"rule_set": "mesita-english", "side": "black"});
    let closed = levels.club().act::<actions::LevelStart>(&ana, closed).await;
    assert_eq!(closed.refusal(), Some("no_levels"));
}

#[tokio::test]
async fn so_many_games_an_hour_are_begun_and_no_more() {
    let mut levels = Levels::new().await;
    levels.linking.club.app.limits.levels_per_hour = 2;
    let ana = levels.linking.arrive(1, 0).await;
    for _ in 0..2 {
        levels.loses(&ana).await;
    }
    let fields = json!({"rule_set": "vezz-8x8", "side": "black"});
    let more = levels
        .club()
        .act::<actions::LevelStart>(&ana, fields.clone())
        .await;
    assert_eq!(more.refusal(), Some("too_many_levels"));
    levels.club().clock.pass(3_600_000);
    levels.start(&ana, "black").await;
}

#[tokio::test]
async fn a_command_that_comes_again_after_the_end_begins_nothing() {
    let levels = Levels::new().await;
    let ana = levels.linking.arrive(1, 0).await;
    let begun = levels.starts(&ana, "black").await;
    let game = game_of(&begun);
    levels.moves(&ana, game, 1).await;
    let left = levels
        .club()
        .does::<actions::LevelLeave>(&ana, in_game(game));
    left.await;
    let fields = json!({"rule_set": "vezz-8x8", "side": "black"});
    let again = levels
        .club()
        .act_as::<actions::LevelStart>(&ana, begun.id, fields);
    assert_eq!(game_of(&again.await), game);
    assert_eq!(levels.ladder(&ana).await.running, None);
    assert_eq!(levels.ladder(&ana).await.losses, 1);
}

#[tokio::test]
async fn a_ply_and_the_answer_are_one_write_however_often_they_are_sent() {
    let levels = Levels::new().await;
    let ana = levels.linking.arrive(1, 0).await;
    let game = levels.start(&ana, "black").await;
    let v = levels.club().game(game).await.v;
    let next = levels.next(game).await;
    let id = levels.club().new_id();
    let copies = (0..4).map(|_| {
        levels
            .club()
            .act_as::<actions::LevelMove>(&ana, id, next.clone())
    });
    let copies = futures_util::future::join_all(copies).await;
    assert!(copies.iter().all(|done| done.refusal().is_none()));
    let held = levels.club().game(game).await;
    assert_eq!((held.v, held.game.turn_no()), (v + 1, 2));
    let next = levels.next(game).await;
    let done = levels.club().does::<actions::LevelMove>(&ana, next).await;
    let operations: Vec<_> = done.calls.iter().map(|call| call.operation).collect();
    assert_eq!(operations, ["GetItem", "UpdateItem"]);
}

#[tokio::test]
async fn an_action_is_for_games_of_its_mode() {
    let levels = Levels::new().await;
    let ana = levels.linking.arrive(1, 0).await;
    let game = levels.start(&ana, "black").await;
    let plain = move_fields(game, 0, "11-15");
    let refused = levels.club().act::<actions::GameMove>(&ana, plain).await;
    assert_eq!(refused.refusal(), Some("wrong_mode"));
    let refused = levels
        .club()
        .act::<actions::GameResign>(&ana, in_game(game));
    assert_eq!(refused.await.refusal(), Some("wrong_mode"));
    let (host, guest) = (tab(7, 0), tab(8, 0));
    let (_, friends) = levels.club().playing(&host, &guest).await;
    let refused = levels
        .club()
        .act::<actions::LevelLeave>(&host, in_game(friends));
    assert_eq!(refused.await.refusal(), Some("wrong_mode"));
    let stranger = levels.linking.arrive(2, 0).await;
    let next = levels.next(game).await;
    let refused = levels.club().act::<actions::LevelMove>(&stranger, next);
    assert_eq!(refused.await.refusal(), Some("not_yours"));
}

#[tokio::test]
async fn results_move_the_level_and_the_page_says_which_way() {
    let levels = Levels::new().await;
    let ana = levels.linking.arrive(1, 0).await;
    assert_eq!(went(&levels.beats(&ana, 2, 0).await), ("rose", 1, 2));
    assert_eq!(went(&levels.beats(&ana, 2, 0).await), ("rose", 2, 3));
    assert_eq!(went(&levels.loses(&ana).await), ("stayed", 3, 3));
    // A draw breaks the streak.
    levels.computer.agrees();
    let game = levels.start(&ana, "black").await;
    let seq = levels.game(game).await.seq();
    let offer = act(game, json!({"what": "offer", "seq": seq}));
    levels.club().does::<actions::LevelMove>(&ana, offer).await;
    assert_eq!(went(&levels.outcome(&ana, game).await), ("stayed", 3, 3));
    assert_eq!(levels.ladder(&ana).await.losses, 0);
    assert_eq!(went(&levels.loses(&ana).await), ("stayed", 3, 3));
    assert_eq!(went(&levels.loses(&ana).await), ("fell", 3, 2));
    let ladder = levels.ladder(&ana).await;
    assert_eq!((ladder.level, ladder.highest), (2, Some(2)));
    assert_eq!((ladder.losses, ladder.running), (0, None));
}

#[tokio::test]
async fn a_declined_offer_is_answered_at_once_and_the_game_goes_on() {
    let levels = Levels::new().await;
    let ana = levels.linking.arrive(1, 0).await;
    let game = levels.start(&ana, "black").await;
    let offer = act(game, json!({"what": "offer", "seq": 0}));
    levels.club().does::<actions::LevelMove>(&ana, offer).await;
    let held = levels.game(game).await;
    assert_eq!((held.seq(), held.offer(), held.ended()), (2, None, None));
    let offer = act(game, json!({"what": "offer", "seq": 2}));
    let soon = levels.club().act::<actions::LevelMove>(&ana, offer).await;
    assert_eq!(soon.refusal(), Some("offer_too_soon"));
}

#[tokio::test]
async fn before_the_first_move_a_level_is_cancelled_and_after_it_lost() {
    let levels = Levels::new().await;
    let ana = levels.linking.arrive(1, 0).await;
    let game = levels.start(&ana, "white").await;
    let cancel = json!({"game": game.to_string(), "cancel": 1});
    let off = levels
        .club()
        .does::<actions::LevelLeave>(&ana, cancel)
        .await;
    assert_eq!(off.calls.last().unwrap().operation, "GetItem");
    let ladder = levels.ladder(&ana).await;
    assert_eq!((ladder.level, ladder.losses, ladder.running), (1, 0, None));

    let game = levels.start(&ana, "white").await;
    levels.moves(&ana, game, 1).await;
    for (seq, code) in [(1, "stale"), (3, "not_cancellable")] {
        let late = json!({"game": game.to_string(), "cancel": seq});
        let late = levels.club().act::<actions::LevelLeave>(&ana, late).await;
        assert_eq!(late.refusal(), Some(code));
    }
    assert_eq!(levels.ladder(&ana).await.running, Some(game.to_string()));
    let left = levels
        .club()
        .does::<actions::LevelLeave>(&ana, in_game(game));
    left.await;
    assert_eq!(levels.ladder(&ana).await.losses, 1);
}

#[tokio::test]
async fn a_level_earns_once_a_week_and_no_more_than_the_caps_leave() {
    let mut levels = Levels::new().await;
    let settings = Settings {
        caps: Caps {
            level: 20,
            week: 50,
        },
        ..(*levels.linking.club.app.club).clone()
    };
    levels.linking.club.app.club = Arc::new(settings);
    let ana = levels.earner(1, "ana").await;
    let credit = |outcome: Outcome| {
        let credit = outcome.credit.unwrap();
        (credit.granted, credit.refused)
    };
    let no = |why: &str| (0, Some(why.to_owned()));
    assert_eq!(
        credit(levels.beats(&ana, 6, 120).await),
        no("too_few_moves")
    );
    for granted in [20, 20, 10] {
        assert_eq!(credit(levels.beats(&ana, 7, 120).await), (granted, None));
    }
    assert_eq!(credit(levels.beats(&ana, 7, 120).await), no("cap"));
    assert_eq!(credit(levels.beats(&ana, 7, 0).await), no("too_fast"));
    let page = levels.credits(&ana, None).await;
    assert_eq!((page.granted, page.left), (50, 0));
    let lines: Vec<_> = page
        .lines
        .iter()
        .map(|line| (line.level, line.credit.granted))
        .collect();
    assert_eq!(lines, [(6, 0), (5, 0), (4, 10), (3, 20), (2, 20), (1, 0)]);
    // Down to a level that has earned, and up again in the same week.
    for _ in 0..6 {
        levels.loses(&ana).await;
    }
    assert_eq!(levels.ladder(&ana).await.level, 4);
    let outcome = levels.beats(&ana, 7, 120).await;
    assert_eq!(credit(outcome), no("already_granted"));
    levels.club().clock.pass(7 * 24 * 3_600_000);
    let page = levels.credits(&ana, None).await;
    assert_eq!((page.granted, page.left), (0, 50));
    assert_eq!(credit(levels.beats(&ana, 7, 120).await), (20, None));
}

#[tokio::test]
async fn who_may_not_earn_is_told_why() {
    let levels = Levels::new().await;
    let guest = levels.linking.arrive(1, 0).await;
    let why = async |by: &Tab| {
        let outcome = levels.beats(by, 7, 120).await;
        outcome.credit.unwrap().refused
    };
    assert_eq!(why(&guest).await.as_deref(), Some("not_linked"));
    let page = json!({"what": "credits"});
    let refused = levels.club().act::<actions::LevelsGet>(&guest, page).await;
    assert_eq!(refused.refusal(), Some("not_linked"));
    let linked = levels.linking.linked(2, "beto").await;
    assert_eq!(why(&linked).await.as_deref(), Some("terms"));
    let terms = json!({"version": 3});
    levels
        .club()
        .does::<actions::TermsAccept>(&linked, terms)
        .await;
    assert_eq!(why(&linked).await.as_deref(), Some("too_young"));
    let page = levels.credits(&linked, None).await;
    assert_eq!((page.lines.len(), page.granted), (2, 0));
}

#[tokio::test]
async fn a_ledger_is_read_by_pages() {
    let levels = Levels::new().await;
    let ana = levels.linking.linked(1, "ana").await;
    for _ in 0..21 {
        levels.beats(&ana, 1, 0).await;
    }
    let first = levels.credits(&ana, None).await;
    assert_eq!(first.lines.len(), 20);
    let second = levels.credits(&ana, first.next.as_deref()).await;
    assert_eq!((second.lines.len(), second.next), (1, None));
    assert_eq!(second.lines[0].level, 1);
    let odd = json!({"what": "credits", "before": "yesterday"});
    let odd = serde_json::from_value(odd).unwrap();
    let caller = ana.caller(Timestamp(levels.club().clock_now()));
    let id = levels.club().new_id();
    let app = &levels.club().app;
    let failed = <actions::LevelsGet as actions::Action>::handle(app, &caller, id, odd).await;
    assert!(matches!(failed, Err(actions::Failure::Malformed(_))));
}

#[tokio::test]
async fn a_link_keeps_the_better_of_both_and_the_running_game() {
    let levels = Levels::new().await;
    let phone = levels.linking.arrive(1, 0).await;
    levels.beats(&phone, 1, 0).await;
    levels.beats(&phone, 1, 0).await;
    levels.gives_up_after(2);
    let game = levels.start(&phone, "black").await;
    let linked = levels.linking.linked(1, "ana").await;
    let ladder = levels.ladder(&linked).await;
    assert_eq!((ladder.level, ladder.running), (3, Some(game.to_string())));
    assert_eq!(levels.start(&linked, "white").await, game, "it is resumed");
    levels.moves(&linked, game, 2).await;
    assert_eq!(levels.ladder(&linked).await.level, 4);
    // Another browser brings less, and finds the account's.
    let other = levels.linking.arrive(2, 0).await;
    levels.beats(&other, 1, 0).await;
    let other = levels.linking.linked(2, "ana").await;
    assert_eq!(levels.ladder(&other).await.level, 4);
    // What was taken over once does not come back.
    for _ in 0..4 {
        levels.loses(&other).await;
    }
    assert_eq!(levels.ladder(&linked).await.level, 2);
    let ladder = levels.ladder(&linked).await;
    assert_eq!(ladder.highest, Some(3));
}
