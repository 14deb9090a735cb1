//! Pages that open, close and are left, and what rivals hear of it.

use crate::club::{Club, Done, Tab, in_game, in_room, move_fields, tab};
use crate::scenes::{Scene, Stage};
use crate::script::overtaken;
use crate::step::Step;
use damero_app::{Outgoing, actions, websocket};
use damero_domain::ids::{ConnectionId, GameId, RoomId};
use damero_domain::time::Timestamp;
use damero_protocol::server::Message;
use futures_util::future::join_all;
use serde_json::{Value, json};

/// A game, and its guest's tab at its room's page.
async fn playing(club: &Club) -> (Tab, Tab, RoomId, GameId) {
    let (host, guest) = (tab(1, 0), tab(2, 0));
    let (room, game) = club.playing(&host, &guest).await;
    (host, guest, room, game)
}

async fn guests(club: &Club, room: RoomId) -> Vec<ConnectionId> {
    club.room(room).await.connections.guest
}

async fn whites(club: &Club, game: GameId) -> Vec<ConnectionId> {
    club.game(game).await.connections.white
}

/// What a tab was told of White's presence.
fn white_present(told: &[Outgoing], tab: &Tab) -> Vec<bool> {
    let present = |one: &Outgoing| match &one.message {
        Message::State { game } if one.to == tab.connection => Some(game.present.white),
        _ => None,
    };
    told.iter().filter_map(present).collect()
}

fn retired(done: &Done) -> Vec<&ConnectionId> {
    let retired = |one: &&Outgoing| matches!(one.message, Message::Retired {});
    done.told
        .iter()
        .filter(retired)
        .map(|one| &one.to)
        .collect()
}

#[tokio::test]
async fn a_page_that_is_left_closes_for_the_rival_once() {
    let club = Club::new().await;
    let (host, guest, room, game) = playing(&club).await;
    // Also noted for the game itself: that is left once all the same.
    club.does::<actions::Sync>(&guest, in_game(game)).await;
    club.does::<actions::Sync>(&guest, in_room(room)).await;
    let left = club.does::<actions::Sync>(&guest, json!({})).await;
    assert_eq!(white_present(&left.told, &host), [false]);
    assert!(guests(&club, room).await.is_empty() && whites(&club, game).await.is_empty());
    let places = club.app.store.places(&guest.connection).await.unwrap();
    assert_eq!(places, []);
    let again = club.does::<actions::Sync>(&guest, json!({})).await;
    assert_eq!(again.told.len(), 1, "there is nothing more to leave");
    let back = club.does::<actions::Sync>(&guest, in_room(room)).await;
    assert_eq!(white_present(&back.told, &host), [true]);
    let places = club.app.store.places(&guest.connection).await.unwrap();
    assert_eq!(places.len(), 1);
}

#[tokio::test]
async fn one_is_not_absent_while_another_tab_stays() {
    let club = Club::new().await;
    let (host, guest, room, _) = playing(&club).await;
    let second = tab(2, 1);
    club.open(&second).await;
    club.does::<actions::Sync>(&second, in_room(room)).await;
    let left = club.does::<actions::Sync>(&guest, json!({})).await;
    assert_eq!(white_present(&left.told, &host), Vec::<bool>::new());
    assert_eq!(guests(&club, room).await, [second.connection]);
}

#[tokio::test]
async fn a_page_that_was_overtaken_is_answered_and_not_shown() {
    let club = Club::new().await;
    let (host, guest, room, game) = playing(&club).await;
    let earlier = Timestamp(club.clock_now() + 500);
    club.does::<actions::Sync>(&guest, json!({})).await;
    let late = club
        .act_at::<actions::Sync>(&guest, club.new_id(), earlier, in_room(room))
        .await;
    assert!(late.told.iter().any(|one| one.to == guest.connection));
    assert_eq!(white_present(&late.told, &host), Vec::<bool>::new());
    assert!(guests(&club, room).await.is_empty() && whites(&club, game).await.is_empty());
}

/// Whatever order they are carried out in, side by side: what the client said last counts.
#[tokio::test]
async fn of_many_pages_at_once_the_last_one_is_shown() {
    let club = Club::new().await;
    let (_, guest, first, game) = playing(&club).await;
    let other = tab(3, 0);
    club.open(&other).await;
    let second = club.create(&other).await;
    club.does::<actions::RoomJoin>(&guest, in_room(second))
        .await;
    let pages = [in_room(first), json!({}), in_room(second), in_game(game)];
    for round in 0..24 {
        club.clock.pass(1000);
        let now = club.clock_now();
        // Each round in another order of arrival, begun in this one.
        let syncs = (0..8).map(|nth| {
            let received = Timestamp(now + (nth + 1) * (round % 16 + 1) % 17);
            let page: &Value = &pages[usize::try_from((nth + round) % 4).unwrap()];
            let sync = club.act_at::<actions::Sync>(&guest, club.new_id(), received, page.clone());
            async move {
                sync.await;
                (received, page)
            }
        });
        let said = join_all(syncs).await;
        let (_, last) = said
            .into_iter()
            .max_by_key(|(received, _)| *received)
            .unwrap();
        let listed = [
            guests(&club, first).await.contains(&guest.connection),
            guests(&club, second).await.contains(&guest.connection),
            whites(&club, game).await.contains(&guest.connection),
        ];
        let expected = [
            *last == pages[0],
            *last == pages[2],
            *last == pages[0] || *last == pages[3],
        ];
        assert_eq!(listed, expected, "round {round}: {last}");
        let places = club.app.store.places(&guest.connection).await.unwrap();
        assert_eq!(
            places.len(),
            usize::from(*last != pages[1]),
            "round {round}"
        );
    }
}

#[tokio::test]
async fn a_connection_that_ends_while_its_page_opens_is_listed_nowhere() {
    let club = Club::new().await;
    let (_, _, room, game) = playing(&club).await;
    for nth in 1..20 {
        let waking = tab(2, nth);
        club.open(&waking).await;
        let (_, ended) = tokio::join!(
            club.act_as::<actions::Sync>(&waking, club.new_id(), in_room(room)),
            websocket::disconnected(&club.app, &waking.connection, Some(waking.session)),
        );
        ended.unwrap();
        assert!(!guests(&club, room).await.contains(&waking.connection));
        assert!(!whites(&club, game).await.contains(&waking.connection));
    }
}

#[tokio::test]
async fn who_is_found_gone_is_absent_at_once() {
    let club = Club::new().await;
    let (host, guest, room, game) = playing(&club).await;
    let second = tab(2, 1);
    club.open(&second).await;
    club.does::<actions::Sync>(&second, in_room(room)).await;
    for tab in [&guest, &second] {
        club.posts.lose(&tab.connection);
    }
    club.posts.take();
    let fields = move_fields(game, 0, "11-15");
    club.serve::<actions::GameMove>(&host, fields).await;
    let heard = club.posts.to(&host.connection);
    assert_eq!(heard.len(), 2, "the move, then who is there: {heard:?}");
    assert!(heard[0].contains("\"ack\"") && heard[0].contains("\"white\":true"));
    assert!(!heard[1].contains("\"ack\"") && heard[1].contains("\"present\":{\"white\":false"));
    assert!(whites(&club, game).await.is_empty());
    // Nobody is posted to in vain again.
    club.posts.take();
    let offer = json!({"game": game.to_string(), "seq": 1, "do": "offer"});
    club.serve::<actions::GameDraw>(&host, offer).await;
    assert_eq!(club.posts.take(), 1);
}

#[tokio::test]
async fn who_is_found_gone_before_the_first_game_is_absent_at_once() {
    let club = Club::new().await;
    let (host, guest) = (tab(1, 0), tab(2, 0));
    for tab in [&host, &guest] {
        club.open(tab).await;
    }
    let room = club.create(&host).await;
    club.does::<actions::RoomJoin>(&guest, in_room(room)).await;
    club.posts.lose(&guest.connection);
    club.posts.take();
    club.serve::<actions::RoomAccept>(&host, in_room(room))
        .await;
    let heard = club.posts.to(&host.connection);
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert!(heard[1].contains("\"present\":{\"you\":true,\"rival\":false}"));
    assert!(guests(&club, room).await.is_empty());
}

#[tokio::test]
async fn when_all_are_gone_the_telling_ends() {
    let club = Club::new().await;
    let (host, guest, _, game) = playing(&club).await;
    for tab in [&host, &guest] {
        club.posts.lose(&tab.connection);
    }
    club.serve::<actions::GameMove>(&host, move_fields(game, 0, "11-15"))
        .await;
    let held = club.game(game).await;
    assert_eq!(held.audience().count(), 0);
    assert_eq!(held.game.seq(), 1, "the move counts all the same");
}

#[tokio::test]
async fn a_tab_too_many_is_retired_from_room_and_game_and_told_once() {
    let club = Club::new().await;
    let (_, guest, room, game) = playing(&club).await;
    let tabs: Vec<_> = (1..5).map(|nth| tab(2, nth)).collect();
    for (nth, tab) in tabs.iter().enumerate() {
        club.open(tab).await;
        let opened = club.does::<actions::Sync>(tab, in_room(room)).await;
        let expected: &[&ConnectionId] = if nth == 3 { &[&guest.connection] } else { &[] };
        assert_eq!(retired(&opened), expected, "tab {nth}");
    }
    let stay: Vec<_> = tabs.iter().map(|tab| tab.connection.clone()).collect();
    assert_eq!(guests(&club, room).await, stay);
    assert_eq!(whites(&club, game).await, stay);
}

/// A page of the game alone counts against the game's four; who has to go for it
/// hears of the room no more either.
#[tokio::test]
async fn a_tab_that_the_game_retires_leaves_the_room_as_well() {
    let club = Club::new().await;
    let (_, guest, room, game) = playing(&club).await;
    for nth in 1..4 {
        let tab = tab(2, nth);
        club.open(&tab).await;
        club.does::<actions::Sync>(&tab, in_game(game)).await;
    }
    let fifth = tab(2, 4);
    club.open(&fifth).await;
    let opened = club.does::<actions::Sync>(&fifth, in_game(game)).await;
    assert_eq!(retired(&opened), [&guest.connection]);
    assert!(guests(&club, room).await.is_empty());
    assert_eq!(whites(&club, game).await.len(), 4);
}

/// Who acts in a room without showing it is listed there, too.
#[tokio::test]
async fn a_tab_that_acts_unlisted_is_one_too_many_and_the_oldest_is_told() {
    let club = Club::new().await;
    let tabs: Vec<_> = (0..5).map(|nth| tab(1, nth)).collect();
    for tab in &tabs {
        club.open(tab).await;
    }
    let room = club.create(&tabs[0]).await;
    for tab in &tabs[1..4] {
        club.does::<actions::Sync>(tab, in_room(room)).await;
    }
    let accepted = club
        .does::<actions::RoomAccept>(&tabs[4], in_room(room))
        .await;
    assert_eq!(retired(&accepted), [&tabs[0].connection]);
    let stay: Vec<_> = tabs[1..].iter().map(|tab| tab.connection.clone()).collect();
    assert_eq!(club.room(room).await.connections.host, stay);
}

/// Between its being noted and its being listed: who wrote the list looks again.
#[tokio::test]
async fn a_tab_that_goes_while_it_sits_down_is_listed_nowhere() {
    let ways: [fn(&Scene) -> Step; 2] = [
        |scene| Step::Disconnected(scene.white.clone()),
        |scene| scene.says(&scene.white, "sync", json!({})),
    ];
    let club = Club::new().await;
    for (day, way) in (0..).zip(ways) {
        club.turn_to_day(day);
        let scene = Scene::after(&club, Stage::Invited, 0).await;
        // After the room is read and written and the tab has noted its place.
        let app = overtaken(&club, 3, way(&scene));
        let join = scene.in_room(&scene.white, "roomJoin");
        join.run(&app).await.unwrap();
        let held = club.room(scene.room).await;
        assert!(held.room.seats.guest.is_some());
        assert_eq!(held.connections.guest, [], "way {day}");
    }
}

#[tokio::test]
async fn a_room_made_over_a_connection_that_is_gone_lists_nobody() {
    let club = Club::new().await;
    let room = club.create(&tab(1, 0)).await;
    assert_eq!(club.room(room).await.connections.host, []);
}
