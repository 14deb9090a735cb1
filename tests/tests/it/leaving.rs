//! Whoever gives a seat back hears nothing more of the room.

use crate::club::{accepted, calm, club, open_room, refused, seated};
use damero_tests::Player;
use serde_json::json;

#[tokio::test]
async fn the_tabs_of_a_guest_who_leaves_hear_nothing_of_the_next_one() {
    let world = club().await;
    let mut host = world.visitor().await.unwrap();
    for round in 0..12 {
        let room = open_room(&mut host, None, "mine").await;
        let in_room = json!({ "room": room });
        let mut guest = world.visitor().await.unwrap();
        let mut tabs = [
            guest.another_tab().await.unwrap(),
            guest.another_tab().await.unwrap(),
        ];
        accepted(&mut guest, "roomJoin", &in_room).await;
        // The other tabs show the room at the very moment of leaving.
        let id = Player::new_id(world.now());
        guest.send(&id, "roomCancel", &in_room).await.unwrap();
        for tab in &mut tabs {
            let id = Player::new_id(world.now());
            tab.send(&id, "sync", &in_room).await.unwrap();
        }
        guest.answer_to(&id).await.unwrap();
        for tab in std::iter::once(&mut guest).chain(&mut tabs) {
            calm(&world, tab).await;
            tab.heard.clear();
        }
        let mut next = world.visitor().await.unwrap();
        accepted(&mut next, "roomJoin", &in_room).await;
        accepted(&mut next, "roomAccept", &in_room).await;
        accepted(&mut host, "roomAccept", &in_room).await;
        for tab in std::iter::once(&mut guest).chain(&mut tabs) {
            calm(&world, tab).await;
            // Its own question for games is how it listens.
            let news = |text: &&String| !text.contains(r#""type":"history""#);
            assert_eq!(tab.heard.iter().find(news), None, "round {round}");
        }
    }
}

#[tokio::test]
async fn an_old_joining_sent_again_shows_nothing_of_a_room_that_is_full() {
    let world = club().await;
    let (mut host, mut guest, room) = seated(&world).await;
    let in_room = json!({ "room": room });
    accepted(&mut guest, "roomCancel", &in_room).await;
    let id = Player::new_id(world.now());
    guest.ask_as(&id, "roomJoin", &in_room).await.unwrap();
    accepted(&mut guest, "roomCancel", &in_room).await;
    let mut next = world.visitor().await.unwrap();
    accepted(&mut next, "roomJoin", &in_room).await;
    let answer = guest.ask_as(&id, "roomJoin", &in_room).await.unwrap();
    assert_eq!(answer.code(), Some("room_full"));
    refused(&mut guest, "sync", &in_room, "room_full").await;
    calm(&world, &mut host).await;
}

#[tokio::test]
async fn a_refused_leaving_leaves_the_tabs_where_they_were() {
    let world = club().await;
    for round in 0..12 {
        let (mut host, mut guest, room) = seated(&world).await;
        let in_room = json!({ "room": room });
        accepted(&mut guest, "roomAccept", &in_room).await;
        let (leave, start) = (Player::new_id(world.now()), Player::new_id(world.now()));
        host.send(&start, "roomAccept", &in_room).await.unwrap();
        guest.send(&leave, "roomCancel", &in_room).await.unwrap();
        let left = guest.answer_to(&leave).await.unwrap().unwrap();
        host.answer_to(&start).await.unwrap();
        calm(&world, &mut guest).await;
        let stayed = left.code() == Some("room_started");
        assert!(stayed || left.code().is_none(), "{left:?}");
        assert_eq!(guest.game.is_some(), stayed, "round {round}");
    }
}
