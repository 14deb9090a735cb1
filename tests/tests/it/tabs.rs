//! Reloads, several tabs, connections that end.

use crate::club::{
    DAY, HOUR, MINUTE, accepted, calm, club, does, everything, listen, pass_awake, play, refused,
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
    let room = game.room.clone().unwrap();
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
    // By the same person, over this connection and another, by the rival and by a
    // stranger, who have it off a wire; at once and much later.
    let mut other = tab(&world, &pair.host).await;
    let mut stranger = world.visitor().await.unwrap();
    for _ in 0..2 {
        for player in [&mut pair.host, &mut other, &mut pair.guest, &mut stranger] {
            for message in [&first_move, &resign] {
                player.send_text(message).await.unwrap();
                calm(&world, player).await;
            }
        }
        assert_eq!(everything(&mut pair.host).await, before);
        world.pass(30 * DAY).await;
        for player in [&mut pair.host, &mut other, &mut pair.guest, &mut stranger] {
            player.reconnect().await.unwrap();
            player.now = world.now();
        }
        for player in [&mut pair.host, &mut other, &mut pair.guest] {
            show(player, game.room.as_deref().unwrap()).await;
        }
    }
    assert!(stranger.game.is_none() && stranger.room.is_none());
    let refusals = stranger
        .heard
        .iter()
        .filter(|text| text.contains("\"not_yours\""));
    assert_eq!(refusals.count(), 4);
}

#[tokio::test]
async fn secu_08_a_captured_command_is_nobody_else_s_in_this_game_nor_in_another() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let first = known(&pair.host);
    let id = Player::new_id(pair.host.now);
    let fields = to_move(&first, &[9, 14]);
    let answer = pair.host.ask_as(&id, "gameMove", &fields).await.unwrap();
    assert_eq!(answer.code(), None);
    let played = everything(&mut pair.host).await;
    // The same id from the other seat is another command, and judged as such.
    let answer = pair.guest.ask_as(&id, "gameMove", &fields).await.unwrap();
    assert_eq!(answer.code(), Some("stale"));
    assert_eq!(everything(&mut pair.host).await, played);
    let resign = Player::new_id(pair.host.now);
    let resigned = json!({ "game": first.id });
    let answer = pair.host.ask_as(&resign, "gameResign", &resigned).await;
    assert_eq!(answer.unwrap().code(), None);
    pair.guest
        .until(|guest| guest.game.as_ref().unwrap().ended.is_some())
        .await
        .unwrap();
    pair.rematch().await.unwrap();
    // Whoever puts the next game's id in has to sit where it may be said.
    let before = everything(&mut pair.host).await;
    let next = known(&pair.host);
    let mut stranger = world.visitor().await.unwrap();
    for (action, id, fields) in [
        ("gameMove", &id, to_move(&next, &[9, 14])),
        ("gameResign", &resign, json!({ "game": next.id })),
    ] {
        let answer = stranger.ask_as(id, action, &fields).await.unwrap();
        assert_eq!(answer.code(), Some("not_yours"), "{action}");
    }
    // Colours have swapped: it is the guest's turn.
    let fields = to_move(&next, &[9, 14]);
    let answer = pair.host.ask_as(&id, "gameMove", &fields).await.unwrap();
    assert_eq!(answer.code(), Some("not_your_turn"));
    assert_eq!(everything(&mut pair.host).await, before);
}

#[tokio::test]
async fn reco_05_a_seat_is_resumed_as_often_and_as_late_as_one_likes() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let room = known(&pair.host).room.unwrap();
    let line = [
        "9-14", "22-18", "11-15", "18x11", "8x15", "25-22", "5-9", "22-18",
    ];
    for (day, text) in line.into_iter().enumerate() {
        // Asleep for so long that all is gone that says who was connected.
        pair.host.close().await;
        pair.guest.close().await;
        world.pass(DAY * i64::try_from(day + 1).unwrap()).await;
        for player in [&mut pair.host, &mut pair.guest] {
            for _ in 0..3 {
                player.reconnect().await.unwrap();
                player.now = world.now();
                let seen = show(player, &room).await;
                assert!(seen.you.is_some(), "still seated on day {day}");
                assert_eq!(known(player).turn_no, u16::try_from(day).unwrap());
            }
        }
        play(&mut pair, text).await;
    }
    assert_eq!(known(&pair.guest).moves, line.join(" "));
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
    let heard = pair.host.heard.len();
    let mut renewed = tab(&world, &pair.guest).await;
    // What was on its way over the old one is said again over the new one.
    let game = known(&pair.guest);
    let id = Player::new_id(world.now());
    let fields = to_move(&game, &[22, 18]);
    pair.guest.send(&id, "gameMove", &fields).await.unwrap();
    let answer = renewed.ask_as(&id, "gameMove", &fields).await.unwrap();
    assert_eq!(answer.code(), None);
    pair.guest.close().await;
    world.settle().await;
    listen(&mut pair.host).await;
    assert_eq!(known(&pair.host).moves, "9-14 22-18");
    let told = pair.host.heard[heard..].iter();
    let states: Vec<Value> = told
        .map(|text| serde_json::from_str(text).unwrap())
        .collect();
    let present = |at: &str| {
        states
            .iter()
            .filter_map(|state| state.pointer(at)?.as_bool())
            .collect::<Vec<_>>()
    };
    for seen in [
        present("/game/present/white"),
        present("/room/present/rival"),
    ] {
        assert!(
            seen.iter().all(|present| *present),
            "never absent: {seen:?}"
        );
    }
    assert!(!present("/game/present/white").is_empty());
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
    pair.host.reconnect().await.unwrap();
    pair.host.now = world.now();
    show(&mut pair.host, game.room.as_deref().unwrap()).await;
    assert_eq!(known(&pair.host).moves, "9-14 22-18");
    let game = known(&pair.host);
    accepted(&mut pair.host, "gameMove", to_move(&game, &[11, 15])).await;
    renewed.until_version(game.v + 1).await.unwrap();
}

#[tokio::test]
async fn secu_01_a_seat_belongs_to_its_session_and_to_no_link() {
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
