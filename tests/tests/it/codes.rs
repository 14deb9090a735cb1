//! Refusals about rooms, and that every code there is has its case.

use crate::club::{accepted, club, everything, open_room, refused};
use crate::refusals::GAMES;
use damero_protocol::REFUSALS;
use damero_tests::World;
use futures_util::future::join_all;
use serde_json::{Value, json};

/// Of a room without a game: who asks (host, guest, third), what, and the code.
const ROOMS: &[(&str, &str, &str, &str)] = &[
    ("waiting", "third", "roomAccept", "not_yours"),
    ("waiting", "third", "roomCancel", "not_yours"),
    ("seated", "third", "roomJoin", "room_full"),
    ("seated", "third", "sync", "room_full"),
    ("seated", "third", "roomAccept", "not_yours"),
    ("started", "third", "roomJoin", "room_full"),
    ("started", "guest", "roomCancel", "room_started"),
    ("started", "host", "roomCancel", "room_started"),
    ("cancelled", "third", "roomJoin", "room_cancelled"),
    ("cancelled", "third", "sync", "room_cancelled"),
    ("cancelled", "host", "roomAccept", "room_cancelled"),
    ("cancelled", "host", "roomCancel", "room_cancelled"),
];

async fn room_refusal(world: &World, (kind, who, action, code): (&str, &str, &str, &str)) {
    let (mut host, mut guest) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    let room = open_room(&mut host, None, "mine").await;
    let fields = json!({ "room": room });
    if ["seated", "started"].contains(&kind) {
        accepted(&mut guest, "roomJoin", &fields).await;
    }
    match kind {
        "started" => {
            accepted(&mut host, "roomAccept", &fields).await;
            accepted(&mut guest, "roomAccept", &fields).await;
        }
        "cancelled" => {
            accepted(&mut host, "roomCancel", &fields).await;
        }
        _ => {}
    }
    let before = everything(&mut host).await;
    let mut third = world.visitor().await.unwrap();
    let asks = match who {
        "host" => &mut host,
        "guest" => &mut guest,
        _ => &mut third,
    };
    let refusal = refused(asks, action, &fields, code).await;
    let shown = refusal.room.map(|room| (room.v, room.status));
    let has_seat = who != "third";
    let expected = has_seat.then_some((before.0.v, before.0.status));
    assert_eq!(shown, expected, "{kind} {who} {action}");
    assert_eq!(refusal.action.as_deref(), Some(action));
    assert_eq!(everything(&mut host).await, before, "{kind} {who} {action}");
}

#[tokio::test]
async fn a_refusal_in_a_room_changes_nothing() {
    let world = club().await;
    join_all(ROOMS.iter().map(|case| room_refusal(&world, *case))).await;
}

#[tokio::test]
async fn what_does_not_exist_is_unknown() {
    let world = club().await;
    let mut player = world.visitor().await.unwrap();
    let nothing = damero_tests::Player::new_id(world.now());
    for action in ["sync", "roomJoin", "roomAccept", "roomCancel"] {
        refused(
            &mut player,
            action,
            json!({ "room": nothing }),
            "room_unknown",
        )
        .await;
    }
    let game = |more: Value| {
        let mut fields = json!({ "game": nothing });
        fields
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        fields
    };
    for (action, fields) in [
        ("sync", game(json!({}))),
        ("historyGet", game(json!({}))),
        ("gameMove", game(json!({ "turn_no": 0, "path": [9, 14] }))),
        ("gameHuff", game(json!({ "turn_no": 0, "square": 9 }))),
        (
            "gameClaimDraw",
            game(json!({ "turn_no": 0, "claim": "no_progress" })),
        ),
        ("gameDraw", game(json!({ "seq": 0, "do": "offer" }))),
        ("gameCancel", game(json!({ "seq": 0, "do": "ask" }))),
        ("gameRematch", game(json!({ "do": "accept" }))),
        ("gameResign", game(json!({}))),
        ("gameFlag", game(json!({}))),
    ] {
        refused(&mut player, action, fields, "game_unknown").await;
    }
}

/// Codes that no test of this crate can provoke, with the reason.
const UNREACHABLE: &[(&str, &str)] = &[
    (
        "session_expired",
        "a connection lives two hours and its session 400 days from its connecting",
    ),
    ("busy", "it takes three lost races in a row"),
    ("over", "a game that has ended says `game_over` first"),
];

/// Shown in other modules, each by the name of a test in it.
const ELSEWHERE: &[&str] = &[
    "too_large",
    "bad_json",
    "bad_message",
    "bad_id",
    "id_time",
    "unknown_action",
    "too_frequent",
    "too_many_rooms",
    "unknown_rule_set",
    "unknown_clock",
    "room_lapsed",
    "room_unknown",
    "game_unknown",
    "time_up",
    "not_flagged",
    "rematch_declined",
    "not_this_rule_set",
];

/// Of accounts, the queue, rankings and levels: shown by the tests of `damero-app`, over the
/// real store, where people and seasons are made in a line.
const OF_ACCOUNTS: &[&str] = &[
    "no_accounts",
    "token_bad",
    "token_issuer",
    "token_audience",
    "token_expired",
    "token_early",
    "token_nonce",
    "not_linked",
    "terms_version",
    "name_length",
    "name_characters",
    "name_reserved",
    "account_needed",
    "email_unverified",
    "terms_needed",
    "account_suspended",
    "not_rated",
    "already_playing",
    "already_waiting",
    "already_paired",
    "pairing_unknown",
    "pairing_over",
    "no_rematch",
    "not_cancellable",
    "period_unknown",
    "revision_unknown",
    "page_unknown",
    "account_unknown",
    "no_levels",
    "too_many_levels",
    "wrong_mode",
];

#[test]
fn every_code_there_is_has_a_case_or_a_reason() {
    let rules = REFUSALS
        .iter()
        .skip_while(|refusal| refusal.code != "too_short");
    let of_rules: Vec<&str> = rules.map(|refusal| refusal.code).collect();
    for refusal in REFUSALS {
        let code = refusal.code;
        let shown = ROOMS.iter().any(|case| case.3 == code)
            || GAMES.iter().any(|case| case.5 == code)
            || ELSEWHERE.contains(&code)
            || OF_ACCOUNTS.contains(&code)
            || of_rules.contains(&code)
            || UNREACHABLE.iter().any(|case| case.0 == code);
        assert!(shown, "{code}");
    }
}
