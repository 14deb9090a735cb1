//! Reloads, several tabs, connections that end.

use crate::club::{
    HOUR, MINUTE, accepted, calm, club, does, everything, listen, pass_awake, play, refused,
    reload, show, sit, to_move,
};
use damero_protocol::server::{Game, Message, Side};
use damero_tests::player::{PlayerError, command};
use damero_tests::{Player, World};
use serde_json::{Value, json};

/// Another tab of the same browser that shows the room.
async fn tab(world: &World, player: &Player) -> Player {
    let mut tab = player.another_tab().await.unwrap();
    tab.now = world.now();
    show(&mut tab, &player.room.as_ref().unwrap().id).await;
    tab
}

fn is_retired(player: &Player) -> bool {
    player
        .heard
        .iter()
        .any(|text| text.contains("\"type\":\"retired\""))
}

fn known(player: &Player) -> Game {
    player.game.clone().unwrap()
}

#[tokio::test]
async fn reco_05_after_a_reload_the_page_is_as_it_was() {
    let world = club().await;
    let mut pair = sit(&world, Some("20+10")).await;
    play(&mut pair, "10-15 21-17 15-19 23-18").await;
    does(&mut pair, Side::White, "gameDraw", "offer").await;
    for player in [&mut pair.host, &mut pair.guest] {
        for _ in 0..3 {
            let before = everything(player).await;
            player.room = Some(before.0.clone());
            player.game = None;
            reload(&world, player).await;
            assert_eq!(player.game, before.1);
            assert_eq!(player.room.as_ref(), Some(&before.0));
        }
    }
    play(&mut pair, "!18 11-15").await;
}

#[tokio::test]
async fn reco_04_all_tabs_of_both_hear_every_move_and_any_may_move() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let (mut red, mut white) = (
        tab(&world, &pair.host).await,
        tab(&world, &pair.guest).await,
    );
    let game = known(&red);
    accepted(&mut red, "gameMove", to_move(&game, &[9, 14])).await;
    for player in [&mut pair.host, &mut pair.guest, &mut red, &mut white] {
        player.until_version(game.v + 1).await.unwrap();
        assert_eq!(known(player).moves, "9-14");
    }
    let game = known(&white);
    accepted(&mut white, "gameMove", to_move(&game, &[22, 18])).await;
    pair.host.until_version(game.v + 1).await.unwrap();
    pair.guest.until_version(game.v + 1).await.unwrap();
    assert_eq!(known(&pair.host).moves, "9-14 22-18");
}

#[tokio::test]
async fn reco_04_one_is_present_while_any_tab_lives() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let mut second = tab(&world, &pair.guest).await;
    pair.guest.close().await;
    world.settle().await;
    listen(&mut pair.host).await;
    assert!(known(&pair.host).present.white, "one tab lives");
    second.close().await;
    pair.host
        .until(|host| !host.game.as_ref().unwrap().present.white)
        .await
        .unwrap();
    let mut third = tab(&world, &pair.guest).await;
    pair.host
        .until(|host| host.game.as_ref().unwrap().present.white)
        .await
        .unwrap();
    third.close().await;
    pair.host
        .until(|host| !host.game.as_ref().unwrap().present.white)
        .await
        .unwrap();
    assert_eq!(known(&pair.host).ended, None);
}

#[tokio::test]
async fn a_fifth_tab_retires_the_oldest_which_is_told() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let mut tabs = Vec::new();
    for _ in 0..3 {
        tabs.push(tab(&world, &pair.host).await);
    }
    listen(&mut pair.host).await;
    assert!(!is_retired(&pair.host), "four may live");
    tabs.push(tab(&world, &pair.host).await);
    world.settle().await;
    listen(&mut pair.host).await;
    let retired = |text: &&String| text.contains("\"type\":\"retired\"");
    assert_eq!(pair.host.heard.iter().filter(retired).count(), 1);
    pair.host.heard.clear();
    let game = known(&tabs[0]);
    accepted(&mut tabs[3], "gameMove", to_move(&game, &[9, 14])).await;
    for tab in &mut tabs {
        tab.until_version(game.v + 1).await.unwrap();
        assert!(!is_retired(tab));
    }
    listen(&mut pair.host).await;
    assert!(
        !pair
            .host
            .heard
            .iter()
            .any(|text| text.contains("\"state\"")),
        "no more news"
    );
    // It asks again, and the next oldest goes.
    let room = game.room.clone();
    show(&mut pair.host, &room).await;
    assert_eq!(known(&pair.host).moves, "9-14");
    tabs[0].until(is_retired).await.unwrap();
}

#[tokio::test]
async fn secu_08_a_captured_command_replayed_later_changes_nothing() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let captured = |player: &Player, action: &str, fields: Value| {
        command(&Player::new_id(player.now), action, fields).unwrap()
    };
    let game = known(&pair.host);
    let first_move = captured(&pair.host, "gameMove", to_move(&game, &[9, 14]));
    pair.host.send_text(&first_move).await.unwrap();
    pair.host.until_version(2).await.unwrap();
    pair.agree().await.unwrap();
    play(
        &mut pair,
        "22-18 11-15 18x11 8x15 25-22 5-9 22-18 15x22 26x17",
    )
    .await;
    let resign = captured(&pair.host, "gameResign", json!({ "game": game.id }));
    pair.host.send_text(&resign).await.unwrap();
    pair.guest
        .until(|guest| guest.game.as_ref().unwrap().ended.is_some())
        .await
        .unwrap();
    pair.agree().await.unwrap();
    pair.rematch().await.unwrap();
    let before = everything(&mut pair.host).await;
    // By the same person, by the rival and by a stranger, who have it off a wire.
    let mut stranger = world.visitor().await.unwrap();
    for player in [&mut pair.host, &mut pair.guest, &mut stranger] {
        for message in [&first_move, &resign] {
            player.send_text(message).await.unwrap();
            calm(&world, player).await;
        }
    }
    assert_eq!(everything(&mut pair.host).await, before);
    assert!(stranger.game.is_none() && stranger.room.is_none());
    let refusals = stranger
        .heard
        .iter()
        .filter(|text| text.contains("\"not_yours\""));
    assert_eq!(refusals.count(), 2);
}

#[tokio::test]
async fn reco_11_the_connection_ends_after_two_hours_and_nothing_is_lost() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    play(&mut pair, "9-14").await;
    pass_awake(
        &world,
        2 * HOUR - MINUTE,
        &mut [&mut pair.host, &mut pair.guest],
    )
    .await;
    // One renews in time, unnoticed by the rival; the other is cut off.
    let mut renewed = tab(&world, &pair.guest).await;
    let heard = pair.host.heard.len();
    pair.guest.close().await;
    world.settle().await;
    listen(&mut pair.host).await;
    let absent = |text: &String| text.contains("\"white\":false");
    assert!(!pair.host.heard[heard..].iter().any(absent));
    world.pass(MINUTE).await;
    let cut = async {
        loop {
            pair.host.hear().await?;
        }
    };
    let cut: Result<(), PlayerError> = cut.await;
    assert!(
        matches!(cut, Err(PlayerError::Closed(Some(1001)))),
        "{cut:?}"
    );
    let game = known(&renewed);
    accepted(&mut renewed, "gameMove", to_move(&game, &[22, 18])).await;
    pair.host.reconnect().await.unwrap();
    pair.host.now = world.now();
    show(&mut pair.host, &game.room).await;
    assert_eq!(known(&pair.host).moves, "9-14 22-18");
    let game = known(&pair.host);
    accepted(&mut pair.host, "gameMove", to_move(&game, &[11, 15])).await;
    renewed.until_version(game.v + 1).await.unwrap();
}

#[tokio::test]
async fn a_seat_belongs_to_its_session_and_to_no_link() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let game = known(&pair.host);
    let mut stranger = world.visitor().await.unwrap();
    for (action, fields) in [
        ("gameMove", to_move(&game, &[9, 14])),
        ("sync", json!({ "game": game.id })),
        ("historyGet", json!({ "game": game.id })),
        ("gameFlag", json!({ "game": game.id })),
    ] {
        let refusal = refused(&mut stranger, action, fields, "not_yours").await;
        assert!(refusal.game.is_none() && refusal.room.is_none() && refusal.v.is_none());
    }
    let home = accepted(&mut stranger, "historyGet", json!({})).await;
    assert!(matches!(home, Message::History { games, .. } if games.is_empty()));
    play(&mut pair, "9-14").await;
    calm(&world, &mut stranger).await;
    assert!(!stranger.heard.iter().any(|text| text.contains("9-14")));
}
