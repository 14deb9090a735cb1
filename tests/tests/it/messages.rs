//! Messages that are no commands, too large, too many or too early.

use crate::club::{
    HOUR, MINUTE, SECOND, VEZZ, accepted, calm, club, everything, listen, open_room, pass_awake,
    play, refused, sit, to_move,
};
use damero_lambda::Limits;
use damero_local::ClockStart;
use damero_protocol::server::{Message, Refused};
use damero_tests::Player;
use damero_tests::player::{Answer, PlayerError};
use damero_tests::world::{Making, NOON, World};
use serde_json::{Value, json};

/// Sends a text and hears the refusal.
async fn told(player: &mut Player, text: &str) -> Refused {
    player.send_text(text).await.unwrap();
    loop {
        let envelope = player.hear().await.unwrap().unwrap();
        if let Message::Refused(refused) = envelope.message {
            return refused;
        }
    }
}

/// A whole move message of exactly so many bytes.
fn move_of(player: &Player, bytes: usize) -> String {
    let mut fields = to_move(player.game.as_ref().unwrap(), &[9, 14]);
    fields["action"] = json!("gameMove");
    fields["id"] = json!(Player::new_id(player.now));
    let text = fields.to_string();
    // Spaces are no part of what it says.
    let spaces = " ".repeat(bytes - text.len());
    text.replacen('{', &format!("{{{spaces}"), 1)
}

#[tokio::test]
async fn secu_04_more_than_8_kb_is_refused_and_the_room_untouched() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let before = everything(&mut pair.host).await;
    let large = move_of(&pair.host, 8 * 1024 + 1);
    assert_eq!(told(&mut pair.host, &large).await.code, "too_large");
    assert_eq!(everything(&mut pair.host).await, before);
    // The connection lives on, and one byte less is a move.
    let fits = move_of(&pair.host, 8 * 1024);
    pair.host.send_text(&fits).await.unwrap();
    pair.guest
        .until_version(before.1.unwrap().v + 1)
        .await
        .unwrap();
    assert_eq!(pair.guest.game.as_ref().unwrap().moves, "9-14");
}

#[tokio::test]
async fn secu_04_a_frame_of_more_than_32_kb_closes_that_connection_alone() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let before = everything(&mut pair.guest).await;
    let huge = move_of(&pair.host, 32 * 1024 + 1);
    pair.host.send_text(&huge).await.unwrap();
    let closed = loop {
        if let Err(error) = pair.host.hear().await {
            break error;
        }
    };
    assert!(
        matches!(closed, PlayerError::Closed(Some(1009))),
        "{closed}"
    );
    calm(&world, &mut pair.guest).await;
    let after = everything(&mut pair.guest).await;
    assert_eq!(after.1.as_ref().unwrap().v, before.1.unwrap().v);
    assert!(after.1.unwrap().moves.is_empty());
}

#[tokio::test]
async fn what_is_no_command_is_refused_by_what_is_wrong_with_it() {
    let world = club().await;
    let id = || Player::new_id(NOON);
    let cases: Vec<(String, &str)> =
        vec![
        (String::from("{"), "bad_json"),
        (String::from("hello"), "bad_json"),
        (String::from("[1, 2]"), "bad_json"),
        (String::from("\"sync\""), "bad_json"),
        (json!({ "action": "sync" }).to_string(), "bad_id"),
        (json!({ "action": "sync", "id": 7 }).to_string(), "bad_id"),
        (json!({ "action": "sync", "id": "7" }).to_string(), "bad_id"),
        (json!({ "action": "sync", "id": id().to_lowercase() }).to_string(), "bad_id"),
        (json!({ "action": "fly", "id": id() }).to_string(), "unknown_action"),
        (json!({ "action": "$connect", "id": id() }).to_string(), "unknown_action"),
        (json!({ "action": "", "id": id() }).to_string(), "unknown_action"),
        (json!({ "id": id() }).to_string(), "unknown_action"),
        (json!({ "action": "roomJoin", "id": id() }).to_string(), "bad_message"),
        (json!({ "action": "roomJoin", "id": id(), "room": 1 }).to_string(), "bad_message"),
        (json!({ "action": "roomJoin", "id": id(), "room": "x" }).to_string(), "bad_message"),
        (
            json!({ "action": "sync", "id": id(), "more": true }).to_string(),
            "bad_message",
        ),
        (
            json!({ "action": "sync", "id": id(), "room": id(), "game": id() }).to_string(),
            "bad_message",
        ),
        (
            json!({ "action": "gameMove", "id": id(), "game": id(), "turn_no": -1, "path": [] })
                .to_string(),
            "bad_message",
        ),
        (
            json!({ "action": "gameMove", "id": id(), "game": id(), "turn_no": 0, "path": [0, 5] })
                .to_string(),
            "bad_message",
        ),
        (
            json!({ "action": "gameMove", "id": id(), "game": id(), "turn_no": 0,
                    "path": vec![1; 65] })
            .to_string(),
            "bad_message",
        ),
        (
            json!({ "action": "gameDraw", "id": id(), "game": id(), "seq": 0, "do": "beg" })
                .to_string(),
            "bad_message",
        ),
    ];
    for (text, code) in cases {
        let mut player = world.visitor().await.unwrap();
        let refusal = told(&mut player, &text).await;
        assert_eq!(refusal.code, code, "{text}");
        if code == "bad_message" {
            assert!(refusal.params.contains_key("why"), "{text}");
        }
        // It stays connected and can do better.
        listen(&mut player).await;
    }
}

fn room(rule_set: &str, clock: &str) -> Value {
    json!({ "rule_set": rule_set, "clock": clock, "colour": "mine" })
}

#[tokio::test]
async fn a_room_of_unknown_rules_or_clock_is_none() {
    let world = club().await;
    let mut player = world.visitor().await.unwrap();
    refused(
        &mut player,
        "roomCreate",
        room("chess", "10+5"),
        "unknown_rule_set",
    )
    .await;
    refused(
        &mut player,
        "roomCreate",
        room("", "10+5"),
        "unknown_rule_set",
    )
    .await;
    refused(
        &mut player,
        "roomCreate",
        room(VEZZ, "1+0"),
        "unknown_clock",
    )
    .await;
    refused(
        &mut player,
        "roomCreate",
        room(VEZZ, "15+10"),
        "unknown_clock",
    )
    .await;
    assert!(player.room.is_none());
}

#[tokio::test]
async fn a_room_s_id_is_of_the_present_and_nobody_else_s() {
    let world = club().await;
    let mut player = world.visitor().await.unwrap();
    let code = |answer: Answer| answer.code().map(str::to_owned);
    for (off, expected) in [
        (-5 * MINUTE - 1, Some("id_time")),
        (5 * MINUTE + 1, Some("id_time")),
        (-5 * MINUTE, None),
        (5 * MINUTE, None),
    ] {
        let id = Player::new_id(world.now() + off);
        let answer = player
            .ask_as(&id, "roomCreate", room(VEZZ, "10+5"))
            .await
            .unwrap();
        assert_eq!(code(answer).as_deref(), expected, "{off}");
        let found = player.ask("sync", json!({ "room": id })).await.unwrap();
        assert_eq!(found.code(), expected.map(|_| "room_unknown"), "{off}");
    }
    let taken = player.room.as_ref().unwrap().id.clone();
    let mut thief = world.visitor().await.unwrap();
    let answer = thief
        .ask_as(&taken, "roomCreate", room(VEZZ, "10+5"))
        .await
        .unwrap();
    assert_eq!(code(answer).as_deref(), Some("bad_id"));
    // Its maker is answered again, even when the id has grown old.
    pass_awake(&world, 10 * MINUTE, &mut [&mut player]).await;
    let answer = player
        .ask_as(&taken, "roomCreate", room(VEZZ, "10+5"))
        .await
        .unwrap();
    assert_eq!(code(answer), None);
}

#[tokio::test]
async fn nobody_makes_more_than_sixty_rooms_in_an_hour() {
    let world = club().await;
    let mut player = world.visitor().await.unwrap();
    for _ in 0..60 {
        open_room(&mut player, None, "mine").await;
    }
    refused(
        &mut player,
        "roomCreate",
        room(VEZZ, "10+5"),
        "too_many_rooms",
    )
    .await;
    // The last one is still answered again.
    let last = player.room.clone().unwrap();
    let fields = json!({ "rule_set": VEZZ, "colour": "mine" });
    let again = player.ask_as(&last.id, "roomCreate", fields).await.unwrap();
    assert_eq!(again.code(), None);
    pass_awake(&world, HOUR, &mut [&mut player]).await;
    open_room(&mut player, None, "mine").await;
}

#[tokio::test]
async fn too_many_messages_at_once_are_refused_until_time_has_passed() {
    let world = World::made(Making {
        clock: ClockStart::Frozen(NOON),
        limits: Limits::default(),
        ..Making::default()
    });
    let world = world.await.unwrap();
    let (mut fast, mut calm) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    // Ten a second over ten seconds.
    for _ in 0..100 {
        accepted(&mut fast, "sync", json!({})).await;
    }
    refused(&mut fast, "sync", json!({}), "too_frequent").await;
    accepted(&mut calm, "sync", json!({})).await;
    world.pass(SECOND).await;
    for _ in 0..10 {
        accepted(&mut fast, "sync", json!({})).await;
    }
    refused(&mut fast, "sync", json!({}), "too_frequent").await;
}

#[tokio::test]
async fn five_refusals_in_a_row_close_the_connection() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let wrong = to_move(pair.game(), &[9, 18]);
    for _ in 0..4 {
        refused(&mut pair.host, "gameMove", &wrong, "not_reachable").await;
    }
    // One that is accepted ends the row.
    play(&mut pair, "9-14 22-18").await;
    let wrong = to_move(pair.game(), &[10, 19]);
    for _ in 0..5 {
        refused(&mut pair.host, "gameMove", &wrong, "not_reachable").await;
    }
    let closed = pair.host.ask("sync", json!({})).await;
    assert!(
        matches!(closed, Err(PlayerError::Closed(Some(1000)))),
        "{closed:?}"
    );
    // The game is there for who comes back.
    pair.come_back().await.unwrap();
    play(&mut pair, "11-15").await;
}

#[tokio::test]
async fn refusals_of_honest_haste_close_nothing() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    let game = pair.game().clone();
    play(&mut pair, "9-14 22-18").await;
    for _ in 0..8 {
        refused(
            &mut pair.host,
            "gameMove",
            to_move(&game, &[9, 14]),
            "stale",
        )
        .await;
        refused(
            &mut pair.host,
            "gameFlag",
            json!({ "game": game.id }),
            "not_flagged",
        )
        .await;
    }
    play(&mut pair, "11-15").await;
}

#[tokio::test]
async fn a_ping_is_not_answered_and_keeps_the_connection_alive() {
    let world = club().await;
    let (mut pinging, mut silent) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    for player in [&mut pinging, &mut silent] {
        listen(player).await;
        player.heard.clear();
    }
    for _ in 0..4 {
        world.pass(8 * MINUTE).await;
        pinging.send_text(r#"{"action":"ping"}"#).await.unwrap();
        calm(&world, &mut pinging).await;
        let answers = std::mem::take(&mut pinging.heard);
        assert!(
            answers.iter().all(|text| text.contains("\"history\"")),
            "{answers:?}"
        );
    }
    let closed = silent.hear().await;
    assert!(
        matches!(closed, Err(PlayerError::Closed(Some(1001)))),
        "{closed:?}"
    );
}
