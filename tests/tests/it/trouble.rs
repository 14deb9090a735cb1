//! What the cloud does to a club.

use crate::club::{
    GRACE, MINUTE, accepted, calm, club, end, everything, listen, play, seated, show, sit, to_huff,
    to_move,
};
use aws_sdk_dynamodb::types::AttributeValue;
use damero_lambda::{Endpoints, Limits, Settings, SystemClock, handler};
use damero_protocol::server::Side;
use damero_tests::player::{Answer, Player};
use damero_tests::{World, bots::Pair};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// The name of the table.
const TABLE: &str = "damero";

/// The tables there are.
pub(crate) async fn tables(world: &World) -> Vec<String> {
    let tables = world.database().list_tables().send().await.unwrap();
    tables.table_names().to_vec()
}

/// An item that is alone under its key.
pub(crate) async fn item(world: &World, key: &str) -> Option<HashMap<String, AttributeValue>> {
    let request = world
        .database()
        .get_item()
        .table_name(TABLE)
        .key("PK", AttributeValue::S(key.into()))
        .key("SK", AttributeValue::S("META".into()));
    request.send().await.unwrap().item
}

/// Every partition key there is.
pub(crate) async fn every_key(world: &World) -> Vec<String> {
    let scan = world.database().scan().table_name(TABLE);
    let items = scan.send().await.unwrap().items.unwrap();
    let key = |item: &HashMap<String, AttributeValue>| item["PK"].as_s().unwrap().clone();
    items.iter().map(key).collect()
}

/// A stack that was killed in `dir` and started again; both pages come back to it.
async fn risen(dir: &std::path::Path, pair: Pair) -> (World, Pair) {
    let world = World::at(dir).await.unwrap();
    let server = world.stack().http_addr();
    let mut back = Vec::new();
    for old in [&pair.host, &pair.guest] {
        let mut player = Player::connect(server, world.address(), old.secret())
            .await
            .unwrap();
        player.now = world.now();
        show(&mut player, &old.room.as_ref().unwrap().id).await;
        back.push(player);
    }
    let (guest, host) = (back.pop().unwrap(), back.pop().unwrap());
    (world, Pair { host, guest })
}

#[tokio::test]
async fn a_game_goes_on_after_the_whole_club_was_killed() {
    let dir = tempfile::tempdir().unwrap();
    let world = World::at(dir.path()).await.unwrap();
    let mut pair = sit(&world, Some("20+10")).await;
    play(&mut pair, "11-15 22-18 10-14").await;
    world.pass(7 * MINUTE).await;
    let before = everything(&mut pair.guest).await;
    // Whatever this is in the middle of, it is committed or it is not.
    let id = Player::new_id(pair.guest.now);
    let huff = to_huff(before.1.as_ref().unwrap(), 15);
    pair.guest.send(&id, "gameHuff", &huff).await.unwrap();
    world.kill();
    let (world, mut pair) = risen(dir.path(), pair).await;
    let after = everything(&mut pair.guest).await.1.unwrap();
    let started = before.1.unwrap();
    assert_eq!((&after.id, &after.clock), (&started.id, &started.clock));
    assert!(["", " !15"].contains(&after.moves.strip_prefix(&started.moves).unwrap()));
    let again = pair.guest.ask_as(&id, "gameHuff", &huff).await.unwrap();
    assert_eq!(again.code(), None, "sent again, it is done once");
    pair.agree().await.unwrap();
    assert_eq!(pair.game().moves, "11-15 22-18 10-14 !15");
    play(&mut pair, "18-15").await;
    drop(world);
}

#[tokio::test]
async fn the_watchdog_survives_the_club() {
    let dir = tempfile::tempdir().unwrap();
    let world = World::at(dir.path()).await.unwrap();
    let mut pair = sit(&world, Some("10+5")).await;
    world.pass(MINUTE).await;
    play(&mut pair, "9-14").await;
    let fell = world.now() + 10 * MINUTE;
    world.kill();
    let world = World::at(dir.path()).await.unwrap();
    world.pass(9 * MINUTE).await;
    world.kill();
    // The time came while nothing ran.
    let world = World::at(dir.path()).await.unwrap();
    world.pass(2 * MINUTE).await;
    let item = item(&world, &format!("GAME#{}", pair.game().id))
        .await
        .unwrap();
    assert_eq!(
        item["s"],
        AttributeValue::N("0".into()),
        "ended before anybody came"
    );
    world.kill();
    let (_world, pair) = risen(dir.path(), pair).await;
    assert_eq!(end(&pair.host), ("time".into(), Some(Side::Black)));
    assert_eq!(pair.game().ended.as_ref().unwrap().fell, Some(fell));
}

#[tokio::test]
async fn what_overtakes_on_a_shuffled_socket_is_early_and_sent_again() {
    let mut early = 0;
    let world = World::shuffled(11).await.unwrap();
    for _ in 0..12 {
        let mut pair = sit(&world, None).await;
        play(&mut pair, "10-15 21-17 15-19 23-18").await;
        let game = pair.game().clone();
        let (huff, mv) = (Player::new_id(game.started), Player::new_id(game.started));
        let next = json!({ "game": game.id, "turn_no": game.turn_no + 1, "path": [6, 10] });
        pair.host
            .send(&huff, "gameHuff", to_huff(&game, 24))
            .await
            .unwrap();
        pair.host.send(&mv, "gameMove", &next).await.unwrap();
        let mut answers = HashMap::new();
        while answers.len() < 2 {
            let envelope = pair.host.hear().await.unwrap().unwrap();
            match (envelope.ack, envelope.message) {
                (Some(id), _) => drop(answers.insert(id, None)),
                (None, damero_protocol::server::Message::Refused(refused)) => {
                    drop(answers.insert(refused.id.unwrap(), Some(refused.code)));
                }
                _ => {}
            }
        }
        assert_eq!(answers[&huff], None, "the huff was made for this turn");
        if let Some(code) = &answers[&mv] {
            assert_eq!(code, "early");
            early += 1;
            let again = pair.host.ask_as(&mv, "gameMove", &next).await.unwrap();
            assert!(matches!(again, Answer::Accepted(_)), "{again:?}");
        }
        pair.host
            .until(|host| host.game.as_ref().unwrap().turn_no == game.turn_no + 2)
            .await
            .unwrap();
        pair.agree().await.unwrap();
        assert!(
            pair.game().moves.ends_with(" 23-18 !24 6-10"),
            "{}",
            pair.game().moves
        );
    }
    assert!(early > 0, "nothing overtook");
}

#[tokio::test]
async fn doubled_timers_do_everything_once() {
    let world = club().await;
    world.stack().controls().duplicate_timers(true);
    let (mut host, _, room) = seated(&world).await;
    let mut pair = sit(&world, Some("20+10")).await;
    for _ in 0..5 {
        world.pass(5 * MINUTE).await;
        let queue = world.stack().queue("ClockQueue").len();
        assert!(queue <= 8, "{queue} watchdogs for one game");
    }
    pair.come_back().await.unwrap();
    assert_eq!(end(&pair.host).0, "time");
    let game = pair.game().clone();
    let ended = (game.seq, game.v);
    world.pass(30 * MINUTE).await;
    pair.come_back().await.unwrap();
    assert_eq!((pair.game().seq, pair.game().v), ended);
    assert_eq!(ended.0, 1, "one event");
    assert!(world.stack().queue("ClockQueue").is_empty());
    world.pass(24 * 60 * MINUTE).await;
    host.reconnect().await.unwrap();
    host.now = world.now();
    let lapsed = show(&mut host, &room).await;
    world.pass(MINUTE).await;
    assert_eq!(show(&mut host, &room).await.v, lapsed.v);
}

#[tokio::test]
async fn a_dropped_disconnect_is_found_out_by_the_next_message() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    world.stack().controls().drop_disconnects(true);
    pair.guest.close().await;
    world.settle().await;
    play_alone(&mut pair, &[9, 14]).await;
    calm(&world, &mut pair.host).await;
    assert!(world.stack().controls().posts().contains_key(&410));
    // The mover is told at once that nobody is there, and so is whoever asks.
    let room = pair.game().room.clone().unwrap();
    assert!(!pair.host.game.as_ref().unwrap().present.white);
    show(&mut pair.host, &room).await;
    assert!(!pair.host.game.as_ref().unwrap().present.white);
    let gone = world.stack().controls().posts()[&410];
    listen(&mut pair.host).await;
    world.stack().controls().drop_disconnects(false);
    // The one who is gone is posted to no more, comes back and is told again.
    pair.guest.reconnect().await.unwrap();
    pair.guest.now = world.now();
    show(&mut pair.guest, &room).await;
    assert_eq!(pair.guest.game.as_ref().unwrap().moves, "9-14");
    pair.agree().await.unwrap();
    play(&mut pair, "22-18 11-15").await;
    assert_eq!(world.stack().controls().posts()[&410], gone);
    world.pass(GRACE).await;
}

async fn play_alone(pair: &mut Pair, path: &[u8]) {
    let game = pair.host.game.clone().unwrap();
    accepted(&mut pair.host, "gameMove", to_move(&game, path)).await;
}

/// What cannot be read comes again, up to the dead letters; its neighbours do not.
#[tokio::test]
async fn of_a_batch_of_watchdogs_only_what_failed_is_reported() {
    let world = club().await;
    let endpoints = Endpoints {
        dynamodb: format!("http://{}", world.stack().dynamodb_addr()),
        ..Endpoints::default()
    };
    let settings = Settings {
        table: TABLE.into(),
        ..Settings::default()
    };
    let clock = Arc::new(SystemClock::default());
    let app = damero_lambda::app(&endpoints, &settings, clock, Limits::default());
    let message = |id: &str, body: &str| json!({ "messageId": id, "body": body });
    let never_started = json!({ "game": Player::new_id(world.now()) }).to_string();
    let batch = json!({ "Records": [
        message("no game", "{}"),
        message("never started", &never_started),
        message("no JSON", ""),
    ] });
    for function in ["timer-clock", "audit-active"] {
        let run = handler(function).unwrap();
        let answer = run(&app, &settings, batch.clone()).await.unwrap();
        let failed = json!([{ "itemIdentifier": "no game" }, { "itemIdentifier": "no JSON" }]);
        assert_eq!(answer["batchItemFailures"], failed, "{function}");
    }
}
