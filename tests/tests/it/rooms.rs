//! Invitations that nobody takes, and who is told.

use crate::club::{
    DAY, GRACE, MINUTE, accepted, club, end, everything, listen, open_room, play, refused, show,
    sit,
};
use crate::trouble::{item, tables};
use damero_protocol::server::RoomStatus;
use damero_tests::{Player, World};
use serde_json::json;

fn lapsed(player: &Player) -> bool {
    player
        .room
        .as_ref()
        .is_some_and(|room| room.status == RoomStatus::Lapsed)
}

/// A room that is exactly as old, its host's page and a visitor.
async fn aged(world: &World, age: i64) -> (Player, Player, String) {
    let mut host = world.visitor().await.unwrap();
    let room = open_room(&mut host, None, "mine").await;
    world.pass(age).await;
    host.reconnect().await.unwrap();
    host.now = world.now();
    show(&mut host, &room).await;
    (host, world.visitor().await.unwrap(), room)
}

#[tokio::test]
async fn secu_06_an_invitation_holds_to_the_last_millisecond_of_its_24_hours() {
    let world = club().await;
    let (mut host, mut guest, room) = aged(&world, DAY - 1).await;
    let fields = json!({ "room": room });
    accepted(&mut guest, "roomJoin", &fields).await;
    accepted(&mut guest, "roomAccept", &fields).await;
    accepted(&mut host, "roomAccept", &fields).await;
    host.until(|player| player.game.is_some()).await.unwrap();
    // What has started does not lapse any more.
    world.pass(5 * MINUTE).await;
    assert_eq!(show(&mut host, &room).await.status, RoomStatus::Playing);
}

#[tokio::test]
async fn secu_06_at_24_hours_it_is_refused_though_its_row_is_there() {
    let world = club().await;
    let (mut host, mut guest, room) = aged(&world, DAY - MINUTE).await;
    accepted(&mut guest, "roomJoin", json!({ "room": room })).await;
    accepted(&mut guest, "roomAccept", json!({ "room": room })).await;
    let before = everything(&mut guest).await;
    world.pass(MINUTE).await;
    let refusal = refused(
        &mut host,
        "roomAccept",
        json!({ "room": room }),
        "room_lapsed",
    )
    .await;
    assert_eq!(refusal.params["at"], json!(world.now()));
    let mut visitor = world.visitor().await.unwrap();
    for action in ["sync", "roomJoin"] {
        refused(&mut visitor, action, json!({ "room": room }), "room_lapsed").await;
    }
    assert!(item(&world, &format!("ROOM#{room}")).await.is_some());
    let after = everything(&mut guest).await;
    assert_eq!(after.0.status, RoomStatus::Lapsed);
    assert_eq!(
        (after.0.v, after.1),
        (before.0.v, None),
        "nobody acts within the grace"
    );
}

#[tokio::test]
async fn at_24_hours_open_pages_are_told_without_asking() {
    let world = club().await;
    let (mut host, _, room) = aged(&world, DAY - MINUTE).await;
    world.pass(MINUTE + GRACE + 500).await;
    host.until(lapsed).await.unwrap();
    for action in ["roomAccept", "roomCancel"] {
        refused(&mut host, action, json!({ "room": room }), "room_lapsed").await;
    }
    // A schedule that has fired is gone, and its room stays a month for who asks.
    let mut visitor = world.visitor().await.unwrap();
    refused(
        &mut visitor,
        "roomJoin",
        json!({ "room": room }),
        "room_lapsed",
    )
    .await;
}

#[tokio::test]
async fn a_new_room_can_be_made_when_one_has_lapsed() {
    let world = club().await;
    let (mut host, _, old) = aged(&world, DAY).await;
    let new = open_room(&mut host, None, "mine").await;
    assert_ne!(new, old);
    assert_eq!(show(&mut host, &new).await.status, RoomStatus::Invite);
}

#[tokio::test]
async fn one_who_sits_in_several_games_finds_them_all_at_home() {
    let world = club().await;
    let mut first = sit(&world, None).await;
    let mut guest = world.visitor().await.unwrap();
    world.pass(MINUTE).await;
    let room = open_room(&mut first.host, None, "mine").await;
    for action in ["roomJoin", "roomAccept"] {
        accepted(&mut guest, action, json!({ "room": room })).await;
    }
    accepted(&mut first.host, "roomAccept", json!({ "room": room })).await;
    listen(&mut first.host).await;
    let home = accepted(&mut first.host, "sync", json!({})).await;
    let damero_protocol::server::Message::Home { running } = home else {
        panic!("no home: {home:?}");
    };
    let turns: Vec<bool> = running.iter().map(|entry| entry.your_turn).collect();
    assert_eq!(turns, [true, true]);
    assert!(running[0].started > running[1].started, "newest first");
    assert_eq!(
        (running[0].last.as_deref(), &running[0].clock),
        (None, &None)
    );
    accepted(
        &mut first.guest,
        "gameResign",
        json!({ "game": running[1].game }),
    )
    .await;
    let home = accepted(&mut first.host, "sync", json!({})).await;
    let damero_protocol::server::Message::Home { running: left } = home else {
        panic!("no home: {home:?}");
    };
    assert_eq!(left, running[..1]);
}

#[tokio::test]
async fn the_database_endpoint_lists_the_table_as_aws_would() {
    let world = club().await;
    assert!(tables(&world).await.contains(&"damero".to_owned()));
    let mut pair = sit(&world, None).await;
    play(&mut pair, "9-14").await;
    let game = pair.game().id.clone();
    let stored = item(&world, &format!("GAME#{game}")).await.unwrap();
    assert!(stored.contains_key("GSI1PK"), "running games are listed");
    accepted(&mut pair.host, "gameResign", json!({ "game": game })).await;
    assert_eq!(end(&pair.host).0, "resignation");
    let stored = item(&world, &format!("GAME#{game}")).await.unwrap();
    assert!(
        !stored.contains_key("GSI1PK"),
        "and leave the list at their end"
    );
}
