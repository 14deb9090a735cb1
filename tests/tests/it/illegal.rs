//! Moves that the rules refuse, each with its reason, and nothing changed.

use crate::club::{VEZZ, club, everything, play, refused, sit_at, to_move};
use damero_tests::World;
use futures_util::future::join_all;

/// Rule set, moves before, path, reason.
type Case = (&'static str, &'static str, &'static [u8], &'static str);

const CASES: &[Case] = &[
    (VEZZ, "", &[], "too_short"),
    (VEZZ, "", &[9], "too_short"),
    (VEZZ, "", &[33, 40], "no_such_square"),
    (VEZZ, "", &[9, 33], "no_such_square"),
    (VEZZ, "", &[14, 18], "empty_square"),
    (VEZZ, "", &[22, 18], "not_your_piece"),
    (VEZZ, "", &[7, 10], "occupied"),
    (VEZZ, "", &[4, 14], "not_on_a_line"),
    (VEZZ, "", &[9, 18], "not_reachable"),
    (VEZZ, "", &[2, 16], "jumps_own"),
    (VEZZ, "", &[9, 13, 15], "nothing_to_capture"),
    (VEZZ, "12-16 22-18", &[16, 12], "backward_move"),
    (VEZZ, "12-16 23-18 11-15", &[18, 11, 20], "backward_capture"),
    (VEZZ, "9-14 21-17", &[14, 21, 14], "jumps_twice"),
    (VEZZ, "11-15 22-17 8-11", &[25, 8], "jumps_several"),
    (
        VEZZ,
        "11-15 21-17 9-14 22-18 15x22",
        &[25, 18],
        "chain_not_finished",
    ),
    (
        VEZZ,
        "11-16 23-19 16x23 27x18 9-14 32-27",
        &[14, 23, 32, 18],
        "crowning_ends_move",
    ),
    (
        VEZZ,
        "9-14 22-18 6-9 18-15 11x18 26-22 14-17",
        &[22, 6],
        "ambiguous",
    ),
    ("clasica-8x8", "11-15 24-19", &[12, 16], "must_capture"),
    (
        "mesita-turkish",
        "42-34 19-27 34-26 18x34 43-35",
        &[34, 36],
        "more_capture_exists",
    ),
    (
        "mesita-turkish",
        "42-34 18-26",
        &[34, 18, 2, 58],
        "turn_of_180",
    ),
    (
        "mesita-russian",
        "21-17 11-16 24-19 10-15 19x10 7x14x21 23-19 16x23 26x19 6-10 30-26 21x30x23x16 27-23",
        &[16, 30],
        "king_must_land_where_it_continues",
    ),
    (
        "kondavo-spanish",
        "23-18 12-16 26-23 9-13 31-26 10-15 22-17 13x22x31 24-19 15x22 19x12 31x24",
        &[25, 18],
        "more_kings_capture_exists",
    ),
];

async fn is_refused(world: &World, (rule_set, line, path, code): Case) {
    let mut pair = sit_at(world, rule_set, Some("20+10")).await;
    play(&mut pair, line).await;
    let mover = pair.by_turn().0;
    let before = everything(mover).await;
    let game = mover.game.clone().unwrap();
    let refusal = refused(mover, "gameMove", to_move(&game, path), code).await;
    let told = refusal.game.as_deref();
    assert_eq!(told, before.1.as_ref(), "{code}: with the present state");
    assert_eq!(
        (refusal.v, refusal.turn_no),
        (Some(game.v), Some(game.turn_no))
    );
    assert_eq!(
        everything(mover).await,
        before,
        "{rule_set} {line} {path:?} {code}"
    );
    let waiter = pair.by_turn().1;
    assert_eq!(everything(waiter).await.1.unwrap().v, game.v);
}

#[tokio::test]
async fn every_illegal_move_is_refused_with_its_reason_and_changes_nothing() {
    let world = club().await;
    join_all(CASES.iter().map(|case| is_refused(&world, *case))).await;
}

/// The reasons of the rules crate are all here, whichever rule set gives them.
#[test]
fn every_reason_there_is_has_a_case() {
    let shown: Vec<&str> = CASES.iter().map(|case| case.3).collect();
    let first = damero_protocol::REFUSALS
        .iter()
        .position(|refusal| refusal.code == "too_short");
    let last = damero_protocol::REFUSALS
        .iter()
        .position(|refusal| refusal.code == "ambiguous");
    for refusal in &damero_protocol::REFUSALS[first.unwrap()..=last.unwrap()] {
        assert!(shown.contains(&refusal.code), "{}", refusal.code);
    }
}
