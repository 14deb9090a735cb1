//! Draws by claim and by agreement.

use crate::club::{
    BOTH_KINGS, accepted, club, does, end, everything, play, refused, reload, sit, to_do, to_move,
};
use damero_protocol::server::Side;
use damero_tests::bots::squares;
use serde_json::{Value, json};

/// Kings out and back: the position at their start stands again after four plies.
const ROUND: &str = "31-27 11-8 27-31 8-11";

fn claim(game: &damero_protocol::server::Game, mv: &str) -> Value {
    json!({ "game": game.id, "turn_no": game.turn_no, "claim": "repetition", "path": squares(mv) })
}

#[tokio::test]
async fn draw_01_the_third_occurrence_is_claimed_with_the_intended_move() {
    let world = club().await;
    let mut pair = sit(&world, Some("20+10")).await;
    play(&mut pair, BOTH_KINGS).await;
    let first = pair.game().turn_no;
    play(&mut pair, ROUND).await;
    assert_eq!(pair.game().draws.occurrences, [first, first + 4]);
    play(&mut pair, "31-27 11-8 27-31").await;
    let guest = everything(&mut pair.guest).await;
    // White's move makes the third; a different one does not, and changes nothing.
    let game = pair.guest.game.clone().unwrap();
    let no = refused(
        &mut pair.guest,
        "gameClaimDraw",
        claim(&game, "8-4"),
        "not_yet",
    )
    .await;
    assert_eq!(
        (&no.params["occurrence"], &no.params["needed"]),
        (&json!(1), &json!(3))
    );
    refused(
        &mut pair.guest,
        "gameClaimDraw",
        claim(&game, "8-3"),
        "occupied",
    )
    .await;
    assert_eq!(everything(&mut pair.guest).await, guest);
    // Nor may the rival claim it in White's turn.
    refused(
        &mut pair.host,
        "gameClaimDraw",
        claim(&game, "8-11"),
        "not_your_turn",
    )
    .await;
    accepted(&mut pair.guest, "gameClaimDraw", claim(&game, "8-11")).await;
    pair.agree().await.unwrap();
    assert_eq!(end(&pair.host), ("claim_repetition".into(), None));
    let after = pair.game().clone();
    assert_eq!(after.ended.unwrap().intended.as_deref(), Some("8-11"));
    assert_eq!(
        (after.moves, after.fen),
        (game.moves, game.fen),
        "recorded and not played"
    );
    assert_eq!(pair.host.room.as_ref().unwrap().number, 1);
}

#[tokio::test]
async fn draw_02_occurrences_far_apart_count() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, BOTH_KINGS).await;
    let first = pair.game().turn_no;
    // Other positions, and other positions twice, lie between.
    play(&mut pair, ROUND).await;
    play(&mut pair, "31-27 11-8 27-24 8-4 24-27 4-8 27-31").await;
    let game = pair.guest.game.clone().unwrap();
    accepted(&mut pair.guest, "gameClaimDraw", claim(&game, "8-11")).await;
    pair.agree().await.unwrap();
    assert_eq!(end(&pair.host).0, "claim_repetition");
    assert!(game.turn_no > first + 8);
}

#[tokio::test]
async fn draw_04_a_wrong_claim_makes_no_offer_and_a_right_one_no_question() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, BOTH_KINGS).await;
    play(&mut pair, "31-27 11-8 27-31").await;
    let game = pair.guest.game.clone().unwrap();
    let refusal = refused(
        &mut pair.guest,
        "gameClaimDraw",
        claim(&game, "8-11"),
        "not_yet",
    )
    .await;
    assert_eq!(refusal.params["occurrence"], json!(2));
    let (_, stored) = everything(&mut pair.host).await;
    assert_eq!(stored.unwrap().offer, None);
    play(&mut pair, "8-11 31-27 11-8 27-31").await;
    let game = pair.guest.game.clone().unwrap();
    accepted(&mut pair.guest, "gameClaimDraw", claim(&game, "8-11")).await;
    pair.host
        .until(|player| player.game.as_ref().unwrap().ended.is_some())
        .await
        .unwrap();
    refused(
        &mut pair.host,
        "gameMove",
        to_move(&game, &[31, 27]),
        "game_over",
    )
    .await;
}

#[tokio::test]
async fn draw_08_draw_09_the_offer_and_the_button_outlive_a_reload() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let state = |player: &damero_tests::Player| {
        let game = player.game.as_ref().unwrap();
        (game.offer, game.can_offer)
    };
    let steps = [
        ("nothing", "", (None, true), (None, true)),
        (
            "Red offers",
            "offer",
            (Some(Side::Black), false),
            (Some(Side::Black), false),
        ),
        ("White declines", "decline", (None, false), (None, true)),
        ("Red moves", "9-14", (None, true), (None, true)),
        ("White moves", "22-18", (None, true), (None, true)),
        (
            "Red offers",
            "offer",
            (Some(Side::Black), false),
            (Some(Side::Black), false),
        ),
        (
            "Red moves: it stands",
            "5-9",
            (Some(Side::Black), false),
            (Some(Side::Black), false),
        ),
        (
            "White's move declines it",
            "18-15",
            (None, false),
            (None, true),
        ),
    ];
    for (name, act, red, white) in steps {
        match act {
            "" => {}
            "offer" => does(&mut pair, Side::Black, "gameDraw", act).await,
            "decline" => does(&mut pair, Side::White, "gameDraw", act).await,
            line => play(&mut pair, line).await,
        }
        for _ in ["before a reload", "after it"] {
            assert_eq!(state(&pair.host), red, "{name}");
            assert_eq!(state(&pair.guest), white, "{name}");
            for player in [&mut pair.host, &mut pair.guest] {
                let known = player.game.clone();
                player.game = None;
                reload(&world, player).await;
                assert_eq!(player.game, known, "{name}");
            }
        }
        let (host, guest) = (
            everything(&mut pair.host).await.1,
            everything(&mut pair.guest).await.1,
        );
        assert_eq!(
            (pair.host.game.clone(), pair.guest.game.clone()),
            (host, guest)
        );
    }
}

#[tokio::test]
async fn draw_11_an_offer_cannot_be_withdrawn_and_stands_for_the_rival() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    does(&mut pair, Side::Black, "gameDraw", "offer").await;
    let game = pair.game().clone();
    for (act, code) in [
        ("decline", "own_offer"),
        ("accept", "own_offer"),
        ("offer", "offer_open"),
    ] {
        refused(&mut pair.host, "gameDraw", to_do(&game, act), code).await;
    }
    let no_such_act = to_do(&game, "withdraw");
    refused(&mut pair.host, "gameDraw", no_such_act, "bad_message").await;
    assert_eq!(everything(&mut pair.host).await.1, Some(game.clone()));
    // The rival's own offer is told that there is one to answer.
    refused(
        &mut pair.guest,
        "gameDraw",
        to_do(&game, "offer"),
        "offer_open",
    )
    .await;
    does(&mut pair, Side::White, "gameDraw", "accept").await;
    assert_eq!(end(&pair.host).0, "agreement");
}

#[tokio::test]
async fn draw_11_accepting_and_declining_at_once_have_one_outcome() {
    let world = club().await;
    for _ in 0..6 {
        let mut pair = sit(&world, None).await;
        does(&mut pair, Side::Black, "gameDraw", "offer").await;
        let game = pair.game().clone();
        let mut tab = pair.guest.another_tab().await.unwrap();
        tab.now = world.now();
        let (yes, no) = tokio::join!(
            tab.ask("gameDraw", to_do(&game, "accept")),
            pair.guest.ask("gameDraw", to_do(&game, "decline")),
        );
        let (yes, no) = (yes.unwrap(), no.unwrap());
        let ended = everything(&mut pair.host).await.1.unwrap().ended.is_some();
        match (yes.code(), no.code()) {
            (None, Some("game_over")) => assert!(ended),
            (Some("stale"), None) => assert!(!ended),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn after_a_decline_one_offers_again_only_after_an_own_move() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    does(&mut pair, Side::Black, "gameDraw", "offer").await;
    does(&mut pair, Side::White, "gameDraw", "decline").await;
    let game = pair.game().clone();
    refused(
        &mut pair.host,
        "gameDraw",
        to_do(&game, "offer"),
        "offer_too_soon",
    )
    .await;
    // The other one may.
    does(&mut pair, Side::White, "gameDraw", "offer").await;
    does(&mut pair, Side::Black, "gameDraw", "decline").await;
    play(&mut pair, "9-14").await;
    let game = pair.game().clone();
    refused(
        &mut pair.guest,
        "gameDraw",
        to_do(&game, "offer"),
        "offer_too_soon",
    )
    .await;
    does(&mut pair, Side::Black, "gameDraw", "offer").await;
    does(&mut pair, Side::White, "gameDraw", "decline").await;
    play(&mut pair, "22-18").await;
    let game = pair.game().clone();
    refused(
        &mut pair.host,
        "gameDraw",
        to_do(&game, "offer"),
        "offer_too_soon",
    )
    .await;
    does(&mut pair, Side::White, "gameDraw", "offer").await;
}

#[tokio::test]
async fn an_answer_never_acts_on_a_later_offer_than_it_was_made_for() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    does(&mut pair, Side::Black, "gameDraw", "offer").await;
    let first = pair.game().clone();
    does(&mut pair, Side::White, "gameDraw", "decline").await;
    play(&mut pair, "9-14").await;
    does(&mut pair, Side::Black, "gameDraw", "offer").await;
    let before = everything(&mut pair.guest).await;
    refused(
        &mut pair.guest,
        "gameDraw",
        to_do(&first, "accept"),
        "stale",
    )
    .await;
    assert_eq!(everything(&mut pair.guest).await, before);
}
