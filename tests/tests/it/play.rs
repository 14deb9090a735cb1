//! Moves as both sides see them.

use crate::club::{accepted, club, everything, play, refused, sit, to_huff, to_move};
use damero_protocol::server::{Game, Side};
use serde_json::json;

fn has(game: &Game, piece: &str) -> bool {
    game.fen
        .split([':', ','])
        .any(|field| field.trim_start_matches(['W', 'B']) == piece)
}

#[tokio::test]
async fn rule_06_a_forgone_capture_may_be_huffed_once_before_the_rival_s_own_move() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, "10-15 21-17 15-19 23-18").await;
    let game = pair.host.game.clone().unwrap();
    assert_eq!(
        game.huffable,
        [18, 24],
        "the piece that moved is found where it stands now"
    );
    assert!(pair.guest.game.as_ref().unwrap().huffable.is_empty());
    refused(
        &mut pair.host,
        "gameHuff",
        to_huff(&game, 17),
        "not_huffable",
    )
    .await;
    refused(
        &mut pair.guest,
        "gameHuff",
        to_huff(&game, 24),
        "not_your_turn",
    )
    .await;
    let white = game.fen.clone();
    play(&mut pair, "!24").await;
    let after = pair.host.game.clone().unwrap();
    assert!(white.contains("24") && !after.fen.contains("24"));
    assert_eq!((after.turn, after.turn_no), (Side::Black, game.turn_no + 1));
    assert_eq!(after.moves, "10-15 21-17 15-19 23-18 !24");
    assert!(after.huffable.is_empty());
    let after = everything(&mut pair.host).await;
    let game = after.1.clone().unwrap();
    refused(
        &mut pair.host,
        "gameHuff",
        to_huff(&game, 18),
        "nothing_to_huff",
    )
    .await;
    assert_eq!(everything(&mut pair.host).await, after);
}

#[tokio::test]
async fn rule_06_the_right_to_huff_goes_with_the_own_move() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, "10-15 21-17 15-19 23-18").await;
    assert!(!pair.host.game.as_ref().unwrap().huffable.is_empty());
    play(&mut pair, "6-10 18-15").await;
    let game = pair.host.game.clone().unwrap();
    assert!(
        !game.huffable.contains(&18),
        "not for the move before the last"
    );
    play(&mut pair, "11x18").await;
    let game = pair.guest.game.clone().unwrap();
    assert!(game.huffable.is_empty(), "no huff after a capture");
    refused(
        &mut pair.guest,
        "gameHuff",
        to_huff(&game, 18),
        "nothing_to_huff",
    )
    .await;
}

#[tokio::test]
async fn a_chain_is_one_move_and_takes_everything_on_its_way() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, "11-15 24-20 7-11 22-18 15-19").await;
    let game = pair.guest.game.clone().unwrap();
    assert!(game.legal.contains(&"23x16x7".to_owned()));
    let half = refused(
        &mut pair.guest,
        "gameMove",
        to_move(&game, &[23, 16]),
        "chain_not_finished",
    );
    assert_eq!(half.await.params["squares"], json!([7]));
    play(&mut pair, "23x16x7").await;
    let after = pair.host.game.clone().unwrap();
    assert_eq!(after.turn_no, game.turn_no + 1);
    assert!(after.moves.ends_with(" 23x16x7"));
    let red = after.fen.split(":B").nth(1).unwrap().matches(',').count() + 1;
    assert_eq!(red, 10, "{}", after.fen);
}

#[tokio::test]
async fn a_path_may_be_given_by_its_ends_where_they_decide() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, "11-15 24-20 7-11 22-18 15-19").await;
    let game = pair.guest.game.clone().unwrap();
    accepted(&mut pair.guest, "gameMove", to_move(&game, &[23, 7])).await;
    pair.agree().await.unwrap();
    assert!(pair.game().moves.ends_with(" 23x16x7"), "told in full");
}

#[tokio::test]
async fn rule_04_crowning_by_a_jump_ends_the_move() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    play(&mut pair, "10-14 23-18 14x23 26x19 11-16 30-26").await;
    let before = pair.game().clone();
    play(&mut pair, "16x23x30").await;
    let after = pair.game().clone();
    assert!(has(&after, "K30"), "{}", after.fen);
    assert_eq!(after.turn, Side::White);
    let black = |game: &Game| game.clock.as_ref().unwrap().black;
    assert_eq!(black(&after), black(&before) + 5_000, "one increment");
    assert_eq!(after.draws.no_progress, 0);
}

#[tokio::test]
async fn a_man_is_crowned_by_a_quiet_move_and_flies() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, "12-16 22-17 16-19 26-22 19x26 17-13 !30 26-30").await;
    assert!(has(pair.game(), "K30"), "{}", pair.game().fen);
    play(&mut pair, "21-17").await;
    let flights = |game: &Game| game.legal.iter().filter(|mv| mv.starts_with("30")).count();
    let game = pair.host.game.clone().unwrap();
    assert!(flights(&game) >= 1, "{:?}", game.legal);
}

#[tokio::test]
async fn cloc_06_of_two_moves_for_the_same_turn_one_is_played() {
    let world = club().await;
    for _ in 0..8 {
        let mut pair = sit(&world, None).await;
        let mut tab = pair.host.another_tab().await.unwrap();
        tab.now = world.now();
        let game = pair.game().clone();
        let (one, two) = tokio::join!(
            pair.host.ask("gameMove", to_move(&game, &[9, 14])),
            tab.ask("gameMove", to_move(&game, &[11, 15])),
        );
        let (one, two) = (one.unwrap(), two.unwrap());
        let played = everything(&mut pair.host).await.1.unwrap();
        let (lost, moves) = match (one.code(), two.code()) {
            (None, Some("stale")) => (two, "9-14"),
            (Some("stale"), None) => (one, "11-15"),
            other => panic!("{other:?}"),
        };
        assert_eq!(played.moves, moves);
        let damero_tests::player::Answer::Refused(refusal) = lost else {
            panic!("accepted");
        };
        assert_eq!(refusal.game.unwrap().moves, moves, "with the present state");
    }
}

#[tokio::test]
async fn a_position_is_told_with_all_that_a_page_needs() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    play(&mut pair, "9-14 22-18").await;
    let (red, white) = (
        pair.host.game.clone().unwrap(),
        pair.guest.game.clone().unwrap(),
    );
    assert_eq!((red.you, white.you), (Some(Side::Black), Some(Side::White)));
    assert!(!red.legal.is_empty() && white.legal.is_empty());
    let alike = |game: &Game| Game {
        you: None,
        legal: Vec::new(),
        can_offer: true,
        can_cancel: true,
        ..game.clone()
    };
    assert_eq!(alike(&red), alike(&white), "both are told the same game");
    assert_eq!(red.seq, 2);
    assert!(red.present.white && red.present.black);
}
