//! Every way a game ends, as both see it.

use crate::club::{
    BOTH_KINGS, accepted, club, does, end, everything, play, refused, sit, stored, to_do, to_move,
};
use damero_protocol::server::{RoomStatus, Side};
use damero_tests::World;
use damero_tests::bots::Pair;
use futures_util::future::join_all;
use serde_json::json;

/// Whole games to their ends on the board: name, moves, reason, winner.
const ON_THE_BOARD: [(&str, &str, &str, Side); 5] = [
    (
        "Red has taken everything",
        "9-14 23-18 14x23 26x19 10-14 30-26 6-10 22-18 14x23x30 21-17 30x21x14 31-26 11-15 \
         27-23 14x27x20 28-24 20x31x22 32-27 15x24x31 29-25 22x29",
        "no_pieces",
        Side::Black,
    ),
    (
        "White has taken everything",
        "10-14 24-20 12-16 22-17 6-10 23-18 14x23 26x19x12 10-14 17x10 1-6 10x1 2-6 1x24 7-10 \
         24x6x13 5-9 13x2x16 8-11 16x2 3-7 2x16 4-8 12x3",
        "no_pieces",
        Side::White,
    ),
    (
        "White is blocked",
        "12-16 23-18 8-12 24-20 10-15 28-24 7-10 18-14 2-7 24-19 9x18 27-24 6-9 26-23 10-14 \
         32-27 4-8 30-26 1-6 21-17 6-10 25-21 9-13 29-25 5-9",
        "blocked",
        Side::Black,
    ),
    (
        "Red is blocked",
        "9-13 23-18 6-9 24-19 1-6 27-24 12-16 26-23 8-12 24-20 10-15 32-27 6-10 27-24 10-14 \
         21-17 4-8 25-21 7-10 29-25 2-6 31-27 3-7 30-26",
        "blocked",
        Side::White,
    ),
    (
        "huff_01_the last piece is huffed",
        "10-14 21-17 11-15 17x10 7x14 25-21 2-7 23-18 14x23 27x18x11x2 6-10 2x13 8-11 26-23 \
         11-15 13-17 10-14 17x10x19 12-16 19x12 3-8 12x3 4-8 3x12 5-9 23-18 9-14 18x9 1-6 \
         22-17 6-10 !10",
        "no_pieces",
        Side::White,
    ),
];

/// Both know the end, nothing more can be done, the score counts it.
async fn is_over(pair: &mut Pair, reason: &str, winner: Option<Side>) {
    for side in [Side::Black, Side::White] {
        let player = pair.side(side);
        let (room, game) = everything(player).await;
        let game = game.unwrap();
        assert_eq!(end(player), (reason.to_owned(), winner));
        assert_eq!(
            player.game.as_ref(),
            Some(&game),
            "what was heard is what is stored"
        );
        assert_eq!(room.status, RoomStatus::Ended);
        let score = (room.score.wins.you, room.score.wins.rival, room.score.draws);
        let expected = match winner {
            Some(winner) => (u16::from(winner == side), u16::from(winner != side), 0),
            None => (0, 0, u16::from(reason != "cancelled")),
        };
        assert_eq!(score, expected, "{reason}");
        assert!(game.legal.is_empty() && game.huffable.is_empty());
        assert!(!game.can_offer && game.offer.is_none() && game.cancel.is_none());
        for (action, fields) in [
            ("gameMove", to_move(&game, &[9, 14])),
            ("gameResign", json!({ "game": game.id })),
            ("gameDraw", to_do(&game, "offer")),
            ("gameCancel", to_do(&game, "ask")),
        ] {
            refused(player, action, fields, "game_over").await;
            assert_eq!(stored(player, &game.id).await, game);
        }
    }
}

async fn to_the_end(world: &World, line: &str, reason: &str, winner: Side) {
    let mut pair = sit(world, None).await;
    play(&mut pair, line).await;
    is_over(&mut pair, reason, Some(winner)).await;
}

#[tokio::test]
async fn a_game_is_won_when_the_rival_has_no_pieces_or_no_move() {
    let world = club().await;
    let games = ON_THE_BOARD
        .iter()
        .map(|(_, line, reason, winner)| to_the_end(&world, line, reason, *winner));
    join_all(games).await;
}

#[tokio::test]
async fn either_side_resigns_in_either_turn() {
    let world = club().await;
    for (line, side) in [
        ("", Side::Black),
        ("", Side::White),
        ("9-14", Side::Black),
        ("9-14", Side::White),
    ] {
        let mut pair = sit(&world, Some("10+5")).await;
        play(&mut pair, line).await;
        let game = json!({ "game": pair.game().id });
        accepted(pair.side(side), "gameResign", game).await;
        pair.agree().await.unwrap();
        let winner = damero_tests::bots::other(side);
        is_over(&mut pair, "resignation", Some(winner)).await;
    }
}

#[tokio::test]
async fn both_agree_on_a_draw_whoever_is_to_move() {
    let world = club().await;
    for side in [Side::Black, Side::White] {
        let mut pair = sit(&world, None).await;
        does(&mut pair, side, "gameDraw", "offer").await;
        does(
            &mut pair,
            damero_tests::bots::other(side),
            "gameDraw",
            "accept",
        )
        .await;
        is_over(&mut pair, "agreement", None).await;
    }
}

#[tokio::test]
async fn both_agree_to_cancel_and_nobody_scores() {
    let world = club().await;
    for clock in [None, Some("10+5")] {
        let mut pair = sit(&world, clock).await;
        play(&mut pair, "9-14").await;
        does(&mut pair, Side::Black, "gameCancel", "ask").await;
        assert_eq!(pair.guest.game.as_ref().unwrap().cancel, Some(Side::Black));
        does(&mut pair, Side::White, "gameCancel", "agree").await;
        is_over(&mut pair, "cancelled", None).await;
    }
}

#[tokio::test]
async fn a_request_to_cancel_is_refused_or_withdrawn_by_a_move() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    for asks in [Side::Black, Side::White] {
        does(&mut pair, asks, "gameCancel", "ask").await;
        let asked = pair.game().clone();
        let line = if asks == Side::Black { "9-14" } else { "22-18" };
        play(&mut pair, line).await;
        assert_eq!(pair.game().cancel, None, "{line} withdraws it");
        let rival = pair.side(damero_tests::bots::other(asks));
        refused(rival, "gameCancel", to_do(&asked, "agree"), "stale").await;
    }
    does(&mut pair, Side::White, "gameCancel", "ask").await;
    does(&mut pair, Side::Black, "gameCancel", "refuse").await;
    let game = pair.game();
    assert_eq!((&game.cancel, &game.ended), (&None, &None));
    let white = pair.side(Side::White).game.as_ref().unwrap();
    assert!(!white.can_cancel, "again after an own move");
}

#[tokio::test]
async fn moves_without_progress_are_claimed_after_forty_of_each() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, BOTH_KINGS).await;
    let claim = |turn_no: u16, game: &str| json!({ "game": game, "turn_no": turn_no, "claim": "no_progress" });
    let mut kings = ["31-27", "11-8", "27-31", "8-11"].iter().cycle();
    let before = pair.game().draws.no_progress;
    for ply in before..80 {
        let (mover, _) = pair.by_turn();
        let game = mover.game.clone().unwrap();
        assert!(
            !game.draws.can_claim && game.ended.is_none(),
            "not by itself: {ply}"
        );
        if ply == 79 {
            let early = refused(
                mover,
                "gameClaimDraw",
                claim(game.turn_no, &game.id),
                "plies_missing",
            );
            assert_eq!(early.await.params["missing"], json!(1));
        }
        play(&mut pair, kings.next().unwrap()).await;
    }
    assert_eq!(pair.game().draws.no_progress, 80);
    // It waits to be claimed, and outlives a move that is none.
    play(&mut pair, kings.next().unwrap()).await;
    let (mover, _) = pair.by_turn();
    let game = mover.game.clone().unwrap();
    assert!(game.draws.can_claim);
    accepted(mover, "gameClaimDraw", claim(game.turn_no, &game.id)).await;
    pair.agree().await.unwrap();
    is_over(&mut pair, "claim_no_progress", None).await;
}
