//! A connection shows one page; what it leaves closes for the rival.

use crate::club::{
    MINUTE, SECOND, accepted, calm, club, listen, open_room, play, refused, seated, show, sit,
};
use crate::trouble::item;
use damero_protocol::server::{Entry, Message, Side};
use damero_tests::{Player, World};
use serde_json::json;

async fn home(player: &mut Player) -> Vec<Entry> {
    match accepted(player, "sync", json!({})).await {
        Message::Home { running } => running,
        other => panic!("no home: {other:?}"),
    }
}

/// What Red has heard last of White's presence in the game, and the other way round.
fn rival_present(player: &Player) -> bool {
    let game = player.game.as_ref().unwrap();
    match game.you {
        Some(Side::White) => game.present.black,
        _ => game.present.white,
    }
}

async fn hears_that_the_rival_is(world: &World, player: &mut Player, present: bool) {
    calm(world, player).await;
    assert_eq!(rival_present(player), present);
}

#[tokio::test]
async fn who_goes_home_is_absent_from_the_game_at_once() {
    let world = club().await;
    let mut pair = sit(&world, Some("20+10")).await;
    let room = pair.game().room.clone().unwrap();
    home(&mut pair.guest).await;
    hears_that_the_rival_is(&world, &mut pair.host, false).await;
    pair.guest.heard.clear();
    let game = pair.host.game.clone().unwrap();
    let fields = crate::club::to_move(&game, &[9, 14]);
    accepted(&mut pair.host, "gameMove", fields).await;
    calm(&world, &mut pair.guest).await;
    let state = pair.guest.heard.iter().find(|text| text.contains("9-14"));
    assert_eq!(state, None, "no news of a page that is closed");
    show(&mut pair.guest, &room).await;
    hears_that_the_rival_is(&world, &mut pair.host, true).await;
    play(&mut pair, "22-18").await;
}

#[tokio::test]
async fn who_opens_another_room_leaves_the_first() {
    let world = club().await;
    let (mut host, mut guest, first) = seated(&world).await;
    let mut other = world.visitor().await.unwrap();
    let second = open_room(&mut other, None, "mine").await;
    // As a visitor, who sits nowhere there.
    show(&mut guest, &second).await;
    calm(&world, &mut host).await;
    assert!(!host.room.as_ref().unwrap().present.rival);
    show(&mut guest, &first).await;
    calm(&world, &mut host).await;
    assert!(host.room.as_ref().unwrap().present.rival);
    // A page that is refused is not shown: the one before stays.
    let nowhere = Player::new_id(world.now());
    refused(
        &mut guest,
        "sync",
        json!({ "room": nowhere }),
        "room_unknown",
    )
    .await;
    calm(&world, &mut host).await;
    assert!(host.room.as_ref().unwrap().present.rival);
    // In one's own name, too.
    show(&mut guest, &second).await;
    accepted(&mut guest, "roomJoin", json!({ "room": second })).await;
    calm(&world, &mut other).await;
    assert!(other.room.as_ref().unwrap().present.rival);
    show(&mut guest, &first).await;
    calm(&world, &mut other).await;
    assert!(!other.room.as_ref().unwrap().present.rival);
}

#[tokio::test]
async fn from_a_room_to_its_game_and_back_nothing_closes() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let game = pair.game().clone();
    listen(&mut pair.host).await;
    for _ in 0..3 {
        pair.host.heard.clear();
        accepted(&mut pair.guest, "sync", json!({ "game": game.id })).await;
        calm(&world, &mut pair.host).await;
        show(&mut pair.guest, game.room.as_deref().unwrap()).await;
        calm(&world, &mut pair.host).await;
        let absent = |text: &&String| text.contains(r#""white":false"#);
        assert_eq!(pair.host.heard.iter().find(absent), None);
    }
    play(&mut pair, "9-14 22-18").await;
}

#[tokio::test]
async fn a_connection_remembers_the_page_it_shows_and_no_other() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let game = pair.game().clone();
    for _ in 0..5 {
        home(&mut pair.guest).await;
        accepted(&mut pair.guest, "sync", json!({ "game": game.id })).await;
        show(&mut pair.guest, game.room.as_deref().unwrap()).await;
    }
    let mut bound = Vec::new();
    for id in world.stack().controls().connections() {
        let own = item(&world, &format!("CONN#{id}")).await.unwrap();
        let places = own
            .get("bound")
            .map(|places| places.as_ss().unwrap().clone());
        bound.extend(places.unwrap_or_default());
    }
    bound.sort();
    let room = format!("ROOM#{}", game.room.as_deref().unwrap());
    assert_eq!(bound, [format!("{room}/cg"), format!("{room}/ch")]);
}

#[tokio::test]
async fn home_shows_each_game_as_it_stands() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    world.pass(30 * SECOND).await;
    play(&mut pair, "11-15 22-18 12-16 !15").await;
    let game = pair.guest.game.clone().unwrap();
    let entries = home(&mut pair.guest).await;
    assert_eq!(entries.len(), 1);
    let entry = &entries[0];
    assert_eq!(entry.fen, game.fen);
    assert_eq!(entry.last.as_deref(), Some("12-16"), "a huff is no move");
    assert_eq!(entry.clock, game.clock);
    let clock = entry.clock.as_ref().unwrap();
    assert_eq!(
        (clock.control.as_str(), clock.running),
        ("10+5", Some(Side::White))
    );
    assert_eq!(clock.black, 10 * MINUTE - 20 * SECOND);
    assert!(entry.rival_present && entry.your_turn);
    pair.host.close().await;
    world.settle().await;
    assert!(!home(&mut pair.guest).await[0].rival_present);
    accepted(&mut pair.guest, "gameResign", json!({ "game": game.id })).await;
    let Message::History { games, .. } = accepted(&mut pair.guest, "historyGet", json!({})).await
    else {
        panic!("no history");
    };
    assert_eq!((&games[0].fen, games[0].rival_present), (&game.fen, false));
    assert_eq!(games[0].clock.as_ref().unwrap().running, None);
}
