//! What schedules and operators invoke in rated play: closings, corrections, signals.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::process::Command;

use aws_sdk_dynamodb::types::AttributeValue;
use damero_app::SessionHash;
use damero_local::Binaries;
use damero_protocol::server::Message;
use damero_tests::sign_in::SignIn;
use damero_tests::{Player, World};
use serde_json::{Value, json};

use crate::house::{DAY, MINUTE, accepted, club, invoke};

const VEZZ: &str = "vezz-8x8";

/// Somebody of the provider's who may queue.
async fn member(world: &World, person: &str) -> Player {
    let mut player = world.visitor().await.unwrap();
    let nonce = SessionHash::of(&player.secret().0).nonce(0);
    let sign_in = SignIn::new(world.stack().http_addr(), nonce);
    let token = sign_in.token(world.stack().http_addr(), person).await;
    let token = json!({ "id_token": token.unwrap() });
    accepted(&mut player, "accountLink", token).await;
    player.reconnect().await.unwrap();
    accepted(&mut player, "termsAccept", json!({ "version": 1 })).await;
    player
}

/// The notice that nobody has confirmed yet, as a player hears of it.
async fn notice(player: &mut Player) -> String {
    loop {
        let told = player.hear().await.unwrap();
        if let Some(Message::Pairing(pairing)) = told.map(|envelope| envelope.message)
            && !pairing.confirmed.you
        {
            return pairing.id;
        }
    }
}

/// A rated game that the second of the two resigns at once.
async fn play(players: [&mut Player; 2]) -> String {
    let [winner, loser] = players;
    for player in [&mut *winner, &mut *loser] {
        accepted(player, "queueJoin", json!({ "rule_set": VEZZ })).await;
    }
    let confirm = json!({ "pairing": notice(winner).await });
    accepted(winner, "queueConfirm", confirm.clone()).await;
    let Message::State { game } = accepted(loser, "queueConfirm", confirm).await else {
        panic!("no game");
    };
    accepted(loser, "gameResign", json!({ "game": game.id })).await;
    game.id
}

/// All there is, to see that nothing was written.
async fn everything(world: &World) -> BTreeMap<String, HashMap<String, AttributeValue>> {
    let pages = world.database().scan().table_name("damero").send().await;
    let text = |value: Option<&AttributeValue>| match value {
        Some(AttributeValue::S(text)) => text.clone(),
        other => panic!("no key: {other:?}"),
    };
    let items = pages.unwrap().items.unwrap_or_default();
    items
        .into_iter()
        .map(|item| {
            let key = format!("{} {}", text(item.get("PK")), text(item.get("SK")));
            (key, item)
        })
        .collect()
}

/// The closed week's entry in the archive.
async fn archived(player: &mut Player) -> Value {
    let fields = json!({ "what": "archive", "rule_set": VEZZ, "table": "week" });
    let archive = accepted(player, "rankingsGet", fields).await;
    serde_json::to_value(archive).unwrap()["periods"][0].clone()
}

#[tokio::test]
async fn a_week_is_closed_checked_and_corrected_by_processes() {
    let world = club().await;
    let mut ana = member(&world, "ana-0001").await;
    let mut beto = member(&world, "beto-0002").await;
    // The week runs before anybody plays in it.
    invoke(&world, "period-close", &json!({ "run": "due" })).await;
    let game = play([&mut ana, &mut beto]).await;
    // Schedules close it as soon as the clock has passed the cut.
    world.pass(7 * DAY + 3 * MINUTE).await;
    let answered = world.sandboxes().answered();
    assert!(answered["period-close"] > 0, "{answered:?}");
    assert_eq!(
        invoke(&world, "period-close", &json!({ "run": "check" })).await,
        json!({ "wrong": [] })
    );
    for player in [&mut ana, &mut beto] {
        player.now = world.now();
        player.reconnect().await.unwrap();
    }
    let week = archived(&mut ana).await;
    let period = week["period"]["id"].as_str().unwrap().to_owned();

    // By hand it is the same; so is whatever is due, which is nothing more.
    let one = json!({ "rule_set": VEZZ, "kind": "week", "period": period });
    let closed = invoke(&world, "period-close", &one).await;
    assert_eq!(closed["closed"][0]["total"], 2, "{closed}");
    assert_eq!(closed["closed"][0]["revision"], 0);
    assert_eq!(invoke(&world, "period-close", &one).await, closed);
    assert_eq!(
        invoke(&world, "period-close", &json!({ "run": "due" })).await,
        json!({ "closed": [] })
    );

    let order = json!({ "game": game, "reason": "a test", "who": "ops" });
    for (function, number, again) in [
        ("admin-invalidate", 1, "already_void"),
        ("admin-reinstate", 2, "not_void"),
    ] {
        let told = invoke(&world, function, &order).await;
        assert_eq!(
            (&told["correction"], &told["done"]),
            (&json!(number), &json!(true))
        );
        let told = invoke(&world, function, &order).await;
        assert_eq!(told["refused"], again, "{told}");
        let week = archived(&mut ana).await;
        assert_eq!(week["revision"], number, "{week}");
        let corrected = week["corrected"].as_array().unwrap();
        let numbers: BTreeSet<_> = corrected
            .iter()
            .map(|line| &line["revision"])
            .map(Value::as_u64)
            .collect();
        assert_eq!(numbers, (1..=number).map(Some).collect(), "{week}");
        assert!(
            corrected
                .iter()
                .all(|line| line["correction"]["reason"] == "a test"),
            "{week}"
        );
    }
    assert_eq!(
        invoke(&world, "period-close", &json!({ "run": "check" })).await,
        json!({ "wrong": [] })
    );
}

#[tokio::test]
async fn what_stands_out_is_listed_by_a_process_and_nothing_else_is_done() {
    let world = club().await;
    let mut ana = member(&world, "ana-0001").await;
    let mut beto = member(&world, "beto-0002").await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(play([&mut ana, &mut beto]).await);
    }
    world.settle().await;
    let before = everything(&world).await;
    let told = invoke(&world, "admin-signals", &json!({ "rule_set": VEZZ })).await;
    assert_eq!(told["games"], 3);
    let [signal] = &told["signals"].as_array().unwrap()[..] else {
        panic!("{told}");
    };
    assert_eq!(signal["signal"], "instant_resignations");
    let mut listed: Vec<String> = serde_json::from_value(signal["games"].clone()).unwrap();
    listed.sort();
    games.sort();
    assert_eq!(listed, games);
    assert_eq!(everything(&world).await, before);
}

#[tokio::test]
async fn what_nobody_can_act_on_is_refused_and_writes_nothing() {
    let world = club().await;
    let before = everything(&world).await;
    let id = Player::new_id(world.now());
    let order = |field: &str, value: Value| {
        let mut order = json!({ "game": id, "reason": "a test", "who": "ops" });
        order[field] = value;
        order
    };
    let one = |rule_set: &str, kind: &str, period: &str| json!({ "rule_set": rule_set, "kind": kind, "period": period });
    let mut cases = vec![
        ("period-close", json!({}), "malformed"),
        ("period-close", json!([]), "malformed"),
        ("period-close", json!({ "run": "all" }), "malformed"),
        (
            "period-close",
            json!({ "run": "due", "kind": "week" }),
            "malformed",
        ),
        (
            "period-close",
            json!({ "rule_set": VEZZ, "kind": "week" }),
            "malformed",
        ),
        ("period-close", one(VEZZ, "year", "2026-01-01"), "malformed"),
        ("period-close", one(VEZZ, "week", "2026-02-30"), "malformed"),
        (
            "period-close",
            one("chess", "week", "2026-01-06"),
            "unknown_rule_set",
        ),
        (
            "period-close",
            one(VEZZ, "week", "2026-01-06"),
            "period_unknown",
        ),
        (
            "period-close",
            one("league", "month", "2026-01-01"),
            "period_unknown",
        ),
        ("admin-signals", json!({}), "malformed"),
        (
            "admin-signals",
            json!({ "rule_set": VEZZ, "days": -1 }),
            "malformed",
        ),
        (
            "admin-signals",
            json!({ "rule_set": VEZZ, "week": 1 }),
            "malformed",
        ),
        (
            "admin-signals",
            json!({ "rule_set": "league" }),
            "unknown_rule_set",
        ),
    ];
    for function in ["admin-invalidate", "admin-reinstate"] {
        cases.extend([
            (function, json!({}), "malformed"),
            (function, json!("game"), "malformed"),
            (function, order("game", json!("none")), "malformed"),
            (function, order("game", json!(7)), "malformed"),
            (function, order("reason", json!(" ")), "malformed"),
            (function, order("who", json!("")), "malformed"),
            (
                function,
                order("reason", json!("x".repeat(501))),
                "malformed",
            ),
            (function, order("force", json!(true)), "malformed"),
            (function, order("who", json!("ops")), "game_unknown"),
        ]);
    }
    for (function, event, code) in cases {
        let told = invoke(&world, function, &event).await;
        assert_eq!(told["refused"], code, "{function} {event}: {told}");
        assert!(told.get("errorType").is_none(), "{told}");
    }
    assert_eq!(everything(&world).await, before);
}

#[test]
fn a_process_without_its_variables_ends_at_once_and_names_them() {
    let dir = Binaries::beside()
        .unwrap_or_else(|error| panic!("{error}"))
        .dir;
    let done = Command::new(dir.join("damero-period-close"))
        .env_clear()
        .env("TABLE_NAME", "damero")
        .env("SITE_ZONE", "Europe/Rome")
        .output()
        .unwrap();
    assert!(!done.status.success());
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(told.contains("not set: RATED_RULE_SETS"), "{told}");
}
