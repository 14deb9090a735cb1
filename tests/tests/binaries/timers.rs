//! What comes due: in the binaries too, whose clocks follow the club's.

use damero_protocol::server::{RoomStatus, Side};
use damero_tests::World;
use damero_tests::bots::Pair;
use serde_json::json;

use crate::house::{DAY, MINUTE, SECOND, accepted, club, club_without, end, invoke, play, sit};

/// The grace after a deadline, and what a timer in whole seconds may add.
const SURELY: i64 = 2_500;

/// A game whose mover has thought for so long that it is lost; pages are closed, so that
/// nobody settles it by looking.
async fn overdue(world: &World) -> Pair {
    let mut pair = sit(world, Some("10+5")).await;
    play(&mut pair, "9-14").await;
    pair.host.close().await;
    pair.guest.close().await;
    world.settle().await;
    world.pass(10 * MINUTE + SURELY).await;
    pair
}

/// Both come back much later and find that it was over by `ended_by`.
async fn was_over(world: &World, pair: &mut Pair, ended_by: i64) {
    world.pass(MINUTE).await;
    for player in [&mut pair.host, &mut pair.guest] {
        player.now = world.now();
    }
    pair.come_back().await.unwrap();
    for player in [&pair.host, &pair.guest] {
        assert_eq!(end(player).as_deref(), Some("time"));
        let ended = player.game.as_ref().unwrap().ended.clone().unwrap();
        assert_eq!(ended.winner, Some(Side::Black));
        assert!(
            ended.at <= ended_by,
            "ended at {}, not by {ended_by}",
            ended.at
        );
    }
}

#[tokio::test]
async fn a_flag_falls_by_the_queue_after_the_clock_was_moved() {
    let world = club().await;
    let mut pair = overdue(&world).await;
    assert!(world.sandboxes().answered()["timer-clock"] > 0);
    assert!(world.stack().queue("ClockQueue").is_empty());
    let ended_by = world.now();
    was_over(&world, &mut pair, ended_by).await;
}

#[tokio::test]
async fn a_move_after_the_clock_was_moved_is_in_the_new_time() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    play(&mut pair, "9-14").await;
    world.pass(5 * MINUTE).await;
    play(&mut pair, "22-18").await;
    let clock = pair.game().clock.clone().unwrap();
    // Five minutes are gone, and as much real time as this test takes.
    let spent = 10 * MINUTE + 5 * SECOND - clock.white;
    assert!((5 * MINUTE..6 * MINUTE).contains(&spent), "{spent}");
}

#[tokio::test]
async fn an_invitation_lapses_by_its_schedule() {
    let world = club().await;
    let mut host = world.visitor().await.unwrap();
    let fields = json!({ "rule_set": "vezz-8x8", "colour": "mine" });
    accepted(&mut host, "roomCreate", fields).await;
    let room = host.room.as_ref().unwrap().id.clone();
    host.close().await;
    world.pass(DAY + SURELY).await;
    assert_eq!(world.sandboxes().answered()["invite-expire"], 1);
    host.reconnect().await.unwrap();
    host.now = world.now();
    host.sync_room(&room).await.unwrap();
    assert_eq!(host.room.as_ref().unwrap().status, RoomStatus::Lapsed);
}

#[tokio::test]
async fn an_operator_ends_what_lost_its_timer() {
    let (world, _dir) = club_without("timer-clock").await;
    let mut pair = overdue(&world).await;
    for expected in [1, 0] {
        let told = invoke(&world, "audit-active", &json!({})).await;
        assert_eq!(told, json!({ "ended": expected }));
    }
    let ended_by = world.now();
    was_over(&world, &mut pair, ended_by).await;
}

#[tokio::test]
async fn a_message_that_failed_five_times_is_settled_among_the_dead_letters() {
    let (world, _dir) = club_without("timer-clock").await;
    let mut pair = overdue(&world).await;
    for vain in 1..5 {
        assert_eq!(world.stack().queue("ClockQueue").len(), 1, "vain: {vain}");
        world.pass(MINUTE + SECOND).await;
    }
    assert_eq!(world.sandboxes().answered()["audit-active"], 0);
    world.pass(MINUTE + SECOND).await;
    assert_eq!(world.sandboxes().answered()["audit-active"], 1);
    for queue in ["ClockQueue", "ClockDeadLetters"] {
        assert!(world.stack().queue(queue).is_empty(), "{queue}");
    }
    let ended_by = world.now();
    was_over(&world, &mut pair, ended_by).await;
}

#[tokio::test]
async fn events_of_operators_reach_the_other_timers_too() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    let game = json!({ "game": pair.game().id }).to_string();
    let event = json!({ "Records": [
        { "messageId": "1", "body": game },
        { "messageId": "2", "body": "no game" },
    ] });
    let told = invoke(&world, "TimerClock", &event).await;
    assert_eq!(
        told,
        json!({ "batchItemFailures": [{ "itemIdentifier": "2" }] })
    );
    let room = json!({ "room": pair.game().room });
    assert_eq!(invoke(&world, "invite-expire", &room).await, json!(null));
    let failed = invoke(&world, "invite-expire", &json!({ "room": "none" })).await;
    assert_eq!(
        failed,
        json!({ "errorType": "Fault", "errorMessage": "not an id" })
    );
    play(&mut pair, "9-14").await;
}
