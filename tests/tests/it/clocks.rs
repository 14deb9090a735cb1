//! Thinking time: whose runs, what counts, who ends the game and when.

use crate::club::{
    GRACE, HOUR, MINUTE, SECOND, accepted, club, does, end, everything, listen, pass_awake, play,
    refused, reload, show, sit, to_do, to_move,
};
use damero_protocol::server::{Game, Side};
use damero_tests::World;
use damero_tests::bots::Pair;
use serde_json::json;

const TEN: i64 = 10 * MINUTE;

fn clocks(game: &Game) -> (i64, i64) {
    let clock = game.clock.as_ref().unwrap();
    (clock.black, clock.white)
}

/// A game of 10+5 whose first mover has so much left, both pages open.
async fn red_has(world: &World, left: i64) -> Pair {
    let mut pair = sit(world, Some("10+5")).await;
    pass_awake(world, TEN - left, &mut [&mut pair.host, &mut pair.guest]).await;
    pair
}

async fn over_on_time(pair: &mut Pair, fell: i64) {
    for player in [&mut pair.host, &mut pair.guest] {
        player
            .until(|player| {
                player
                    .game
                    .as_ref()
                    .is_some_and(|game| game.ended.is_some())
            })
            .await
            .unwrap();
        assert_eq!(end(player), ("time".into(), Some(Side::White)));
        let game = player.game.clone().unwrap();
        assert_eq!(game.ended.as_ref().unwrap().fell, Some(fell));
        assert_eq!(game.clock.unwrap().running, None);
    }
}

#[tokio::test]
async fn a_move_adds_the_increment_and_starts_the_rival_s_clock() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    world.pass(4 * SECOND).await;
    play(&mut pair, "11-15").await;
    assert_eq!(clocks(pair.game()), (TEN + SECOND, TEN));
    world.pass(7 * SECOND).await;
    play(&mut pair, "24-20").await;
    assert_eq!(clocks(pair.game()), (TEN + SECOND, TEN - 2 * SECOND));
    let clock = pair.game().clock.clone().unwrap();
    assert_eq!(
        (clock.since, clock.running),
        (world.now(), Some(Side::Black))
    );
}

#[tokio::test]
async fn a_whole_chain_adds_the_increment_once() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    play(&mut pair, "11-15 24-20 7-11 22-18 15-19").await;
    let (red, white) = clocks(pair.game());
    world.pass(2 * SECOND).await;
    play(&mut pair, "23x16x7").await;
    assert_eq!(clocks(pair.game()), (red, white + 3 * SECOND));
}

#[tokio::test]
async fn a_huff_adds_nothing_and_stops_no_clock() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    play(&mut pair, "11-15 22-18 10-14").await;
    let before = pair.game().clone();
    world.pass(3 * SECOND).await;
    play(&mut pair, "!15").await;
    let after = pair.game().clone();
    assert_eq!(after.clock, before.clock, "not even the turn's beginning");
    assert_eq!(
        (after.turn, after.turn_no),
        (before.turn, before.turn_no + 1)
    );
    world.pass(3 * SECOND).await;
    play(&mut pair, "18-15").await;
    let (_, white) = clocks(pair.game());
    assert_eq!(white, clocks(&before).1 - 6 * SECOND + 5 * SECOND);
}

#[tokio::test]
async fn cloc_01_a_move_received_with_a_millisecond_left_counts() {
    let world = club().await;
    let mut pair = red_has(&world, 1).await;
    play(&mut pair, "9-14").await;
    assert_eq!(clocks(pair.game()), (5 * SECOND + 1, TEN));
}

#[tokio::test]
async fn cloc_01_a_move_received_at_zero_is_lost_and_earns_nothing() {
    let world = club().await;
    let mut pair = red_has(&world, 0).await;
    let before = everything(&mut pair.host).await;
    let game = pair.game().clone();
    refused(
        &mut pair.host,
        "gameMove",
        to_move(&game, &[9, 14]),
        "time_up",
    )
    .await;
    assert_eq!(everything(&mut pair.host).await, before);
    world.pass(GRACE - 1).await;
    for (action, fields) in [
        ("gameMove", to_move(&game, &[9, 14])),
        ("gameDraw", to_do(&game, "offer")),
        ("gameResign", json!({ "game": game.id })),
    ] {
        refused(&mut pair.host, action, fields, "time_up").await;
    }
    assert_eq!(everything(&mut pair.host).await, before);
    world.pass(1).await;
    accepted(&mut pair.guest, "gameFlag", json!({ "game": game.id })).await;
    pair.agree().await.unwrap();
    assert_eq!(end(&pair.host), ("time".into(), Some(Side::White)));
    let after = everything(&mut pair.host).await.1.unwrap();
    assert_eq!(after.moves, game.moves);
    assert_eq!(clocks(&after), (0, TEN), "no increment");
}

#[tokio::test]
async fn nobody_flags_before_the_grace_is_over() {
    let world = club().await;
    let mut pair = red_has(&world, 1).await;
    for ms in [1, GRACE - 1] {
        for player in [&mut pair.host, &mut pair.guest] {
            let game = json!({ "game": player.game.as_ref().unwrap().id });
            refused(player, "gameFlag", &game, "not_flagged").await;
        }
        let game = everything(&mut pair.guest).await.1.unwrap();
        assert_eq!(game.ended, None);
        world.pass(ms).await;
    }
}

#[tokio::test]
async fn within_the_grace_the_rival_may_still_resign() {
    let world = club().await;
    let mut pair = red_has(&world, 0).await;
    let game = json!({ "game": pair.game().id });
    world.pass(GRACE - 1).await;
    accepted(&mut pair.guest, "gameResign", game).await;
    world.pass(MINUTE).await;
    pair.agree().await.unwrap();
    assert_eq!(end(&pair.host), ("resignation".into(), Some(Side::Black)));
}

#[tokio::test]
async fn within_the_grace_the_rival_may_still_accept_the_draw() {
    let world = club().await;
    let mut pair = red_has(&world, 1).await;
    does(&mut pair, Side::Black, "gameDraw", "offer").await;
    world.pass(GRACE).await;
    does(&mut pair, Side::White, "gameDraw", "accept").await;
    assert_eq!(end(&pair.host), ("agreement".into(), None));
}

#[tokio::test]
async fn the_rival_ends_a_game_that_is_lost_on_time() {
    let world = club().await;
    let mut pair = red_has(&world, 0).await;
    let fell = world.now();
    world.pass(GRACE).await;
    let fields = json!({ "game": pair.game().id });
    accepted(&mut pair.guest, "gameFlag", fields).await;
    over_on_time(&mut pair, fell).await;
}

#[tokio::test]
async fn so_does_the_mover_whose_own_clock_shows_zero() {
    let world = club().await;
    let mut pair = red_has(&world, 0).await;
    let fell = world.now();
    world.pass(GRACE).await;
    let fields = json!({ "game": pair.game().id });
    accepted(&mut pair.host, "gameFlag", fields).await;
    over_on_time(&mut pair, fell).await;
}

#[tokio::test]
async fn so_does_any_command_or_read_that_comes_after_the_grace() {
    let world = club().await;
    for action in ["gameMove", "sync", "historyGet"] {
        let mut pair = red_has(&world, 0).await;
        let (fell, game) = (world.now(), pair.game().clone());
        world.pass(GRACE).await;
        match action {
            "gameMove" => {
                refused(
                    &mut pair.host,
                    action,
                    to_move(&game, &[9, 14]),
                    "game_over",
                )
                .await;
            }
            _ => {
                accepted(&mut pair.host, action, json!({ "game": game.id })).await;
            }
        }
        over_on_time(&mut pair, fell).await;
        assert!(pair.game().moves.is_empty());
    }
}

#[tokio::test]
async fn so_does_the_watchdog_when_pages_are_open_and_nobody_asks() {
    let world = club().await;
    let mut pair = red_has(&world, 0).await;
    let fell = world.now();
    world.pass(GRACE + 500).await;
    over_on_time(&mut pair, fell).await;
}

#[tokio::test]
async fn so_does_the_watchdog_when_both_tabs_are_closed() {
    let world = club().await;
    for control in ["10+5", "20+10", "30+20", "60+30"] {
        let mut pair = sit(&world, Some(control)).await;
        play(&mut pair, "9-14 22-18").await;
        let clock = pair.game().clock.clone().unwrap();
        let (room, fell) = (pair.game().room.clone().unwrap(), world.now() + clock.black);
        pair.host.close().await;
        pair.guest.close().await;
        world.settle().await;
        let mut left = clock.black + GRACE + 500;
        while left > 0 {
            world.pass(left.min(15 * MINUTE)).await;
            left -= 15 * MINUTE;
        }
        assert!(
            world.stack().queue("ClockQueue").is_empty(),
            "{control}: the watch is over"
        );
        let ended_by = world.now();
        world.pass(HOUR).await;
        for player in [&mut pair.host, &mut pair.guest] {
            player.reconnect().await.unwrap();
            show(player, &room).await;
        }
        over_on_time(&mut pair, fell).await;
        let ended = pair.game().ended.clone().unwrap();
        assert!(
            ended.at >= fell + GRACE && ended.at <= ended_by,
            "{control}: by the watchdog"
        );
    }
}

#[tokio::test]
async fn reco_01_with_a_clock_only_the_clock_ends_a_deserted_game() {
    let world = club().await;
    let mut pair = sit(&world, Some("20+10")).await;
    let room = pair.game().room.clone().unwrap();
    pair.host.close().await;
    world.settle().await;
    pass_awake(&world, 20 * MINUTE - SECOND, &mut [&mut pair.guest]).await;
    listen(&mut pair.guest).await;
    let waiting = pair.guest.game.clone().unwrap();
    assert_eq!(waiting.ended, None);
    assert!(!waiting.present.black);
    // A second before the end the deserter is back, and plays on.
    pair.host.reconnect().await.unwrap();
    show(&mut pair.host, &room).await;
    listen(&mut pair.host).await;
    play(&mut pair, "9-14").await;
    assert_eq!(clocks(pair.game()), (11 * SECOND, 20 * MINUTE));
}

#[tokio::test]
async fn reco_02_without_a_clock_a_deserted_game_waits_for_ever() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, "9-14").await;
    pair.host.close().await;
    pair.guest.close().await;
    world.pass(90 * 24 * HOUR).await;
    for player in [&mut pair.guest, &mut pair.host] {
        reload(&world, player).await;
        let game = player.game.clone().unwrap();
        assert_eq!((game.ended, game.moves.as_str()), (None, "9-14"));
        refused(player, "gameFlag", json!({ "game": game.id }), "no_clock").await;
    }
    play(&mut pair, "22-18").await;
}
