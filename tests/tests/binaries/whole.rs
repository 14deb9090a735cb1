//! Everything that a player can do, done once.

use damero_protocol::server::{Message, RoomStatus, Side};
use damero_tests::referee::judge;
use serde_json::json;

use crate::house::{
    BOTH_KINGS, accepted, club, damero_functions, end, play, refused, sit, to_do, to_move,
};

/// What only time and operators call; tested with the timers and the operators.
const TIMERS: [&str; 8] = [
    "admin-invalidate",
    "admin-reinstate",
    "admin-signals",
    "audit-active",
    "invite-expire",
    "period-close",
    "timer-clock",
    "timer-queue",
];

/// What a guest may not do, or what is not there yet, and the codes that say so.
const BY_GUESTS: [(&str, &str, &str); 15] = [
    ("accountName", r#"{"name": "Ana Sosa"}"#, "not_linked"),
    ("accountDelete", "{}", "not_linked"),
    ("termsAccept", r#"{"version": 1}"#, "not_linked"),
    (
        "sessionRevoke",
        r#"{"session": "0123456789abcdef"}"#,
        "not_linked",
    ),
    ("accountLink", r#"{"id_token": "none"}"#, "token_bad"),
    ("queueJoin", r#"{"rule_set": "vezz-8x8"}"#, "account_needed"),
    ("queueLeave", "{}", "account_needed"),
    (
        "queueConfirm",
        r#"{"pairing": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}"#,
        "account_needed",
    ),
    (
        "evidenceGet",
        r#"{"rule_set": "vezz-8x8", "table": "week", "period": "2020-01-07", "revision": 0, "page": 0}"#,
        "period_unknown",
    ),
    (
        "rankingsGet",
        r#"{"what": "profile", "rule_set": "vezz-8x8"}"#,
        "account_unknown",
    ),
    ("leagueGet", r#"{"period": "2020-01-07"}"#, "period_unknown"),
    (
        "levelStart",
        r#"{"rule_set": "none", "side": "black"}"#,
        "unknown_rule_set",
    ),
    (
        "levelMove",
        r#"{"game": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "do": {"what": "offer", "seq": 0}}"#,
        "game_unknown",
    ),
    (
        "levelLeave",
        r#"{"game": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}"#,
        "game_unknown",
    ),
    ("levelsGet", r#"{"what": "credits"}"#, "not_linked"),
];

#[tokio::test]
async fn every_action_works_in_its_own_process() {
    let world = club().await;
    let mut pair = sit(&world, None).await;

    // A huff, a draw offered and declined, a request to cancel refused, resignation.
    play(&mut pair, "11-15 22-18 10-14 !15").await;
    for (action, asks, refuses) in [
        ("gameDraw", "offer", "decline"),
        ("gameCancel", "ask", "refuse"),
    ] {
        let (mover, _) = pair.by_turn();
        let game = mover.game.clone().unwrap();
        accepted(mover, action, to_do(&game, asks)).await;
        pair.agree().await.unwrap();
        let (_, waiter) = pair.by_turn();
        let game = waiter.game.clone().unwrap();
        accepted(waiter, action, to_do(&game, refuses)).await;
        pair.agree().await.unwrap();
    }
    let game = json!({ "game": pair.game().id });
    refused(&mut pair.host, "gameFlag", game.clone(), "no_clock").await;
    accepted(&mut pair.guest, "gameResign", game).await;
    pair.agree().await.unwrap();
    assert_eq!(end(&pair.host).as_deref(), Some("resignation"));
    let judged = judge(&mut pair).await.unwrap();
    assert_eq!((judged.plies, judged.huffs), (3, 1));

    // The rematch ends by a claim: the position stands for the third time.
    pair.rematch().await.unwrap();
    assert_eq!(pair.game().you, Some(Side::White), "colours are swapped");
    play(&mut pair, BOTH_KINGS).await;
    play(&mut pair, "31-27 11-8 27-31 8-11 31-27 11-8 27-31").await;
    let (mover, _) = pair.by_turn();
    let game = mover.game.clone().unwrap();
    let mut claim = to_move(&game, &[8, 11]);
    claim["claim"] = json!("repetition");
    accepted(mover, "gameClaimDraw", claim).await;
    pair.agree().await.unwrap();
    assert_eq!(end(&pair.host).as_deref(), Some("claim_repetition"));
    judge(&mut pair).await.unwrap();

    // Both games are in both histories, the newest first.
    for player in [&mut pair.host, &mut pair.guest] {
        match accepted(player, "historyGet", json!({})).await {
            Message::History { games, .. } => assert_eq!(games.len(), 2),
            other => panic!("no history: {other:?}"),
        }
    }

    // A room that comes to nothing, a message that means nothing, and leaving.
    let fields = json!({ "rule_set": "vezz-8x8", "colour": "mine" });
    accepted(&mut pair.host, "roomCreate", fields).await;
    let room = pair.host.room.as_ref().unwrap().id.clone();
    accepted(&mut pair.host, "roomCancel", json!({ "room": room })).await;
    let status = pair.host.room.as_ref().unwrap().status;
    assert_eq!(status, RoomStatus::Cancelled);
    refused(&mut pair.host, "dance", json!({}), "unknown_action").await;
    for (action, fields, code) in BY_GUESTS {
        let fields = serde_json::from_str(fields).unwrap();
        refused(&mut pair.host, action, fields, code).await;
    }
    pair.come_back().await.unwrap();
    pair.host.close().await;
    world.settle().await;

    let answered = world.sandboxes().answered();
    for function in damero_functions() {
        let expected = !TIMERS.contains(&function.as_str());
        assert_eq!(
            answered[&function] > 0,
            expected,
            "{function}: {answered:?}"
        );
    }
}

#[tokio::test]
async fn commands_of_both_sides_meet_in_sandboxes_side_by_side() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let first = pair.game().clone();
    // Both accept each other's draw at once, in two processes that know nothing of
    // each other: one game ends once.
    let offer = to_do(&first, "offer");
    accepted(&mut pair.host, "gameDraw", offer).await;
    pair.agree().await.unwrap();
    let game = pair.game().clone();
    let (accept, resign) = (to_do(&game, "accept"), json!({ "game": game.id }));
    let (one, other) = tokio::join!(
        pair.guest.ask("gameDraw", accept),
        pair.host.ask("gameResign", resign)
    );
    let codes = [one.unwrap(), other.unwrap()].map(|answer| answer.code().map(str::to_owned));
    let lost = codes.iter().flatten().collect::<Vec<_>>();
    assert_eq!(lost, ["game_over"], "{codes:?}");
    pair.agree().await.unwrap();
    judge(&mut pair).await.unwrap();
}
