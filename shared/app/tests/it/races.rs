//! Of many at once, one.

use crate::club::{Club, Done, KINGS, SHUFFLE, Tab, in_game, in_room, move_fields, tab};
use crate::scenes::{Scene, Stage};
use crate::script::overtaken;
use damero_app::{Outgoing, actions};
use damero_protocol::server::Message;
use futures_util::future::join_all;
use serde_json::{Value, json};

/// A person's four tabs, all open.
async fn tabs(club: &Club, person: u8) -> Vec<Tab> {
    let tabs: Vec<_> = (0..4).map(|nth| tab(person, nth)).collect();
    for tab in &tabs {
        club.open(tab).await;
    }
    tabs
}

fn applied(outcomes: &[Done]) -> usize {
    outcomes
        .iter()
        .filter(|done| done.refusal().is_none())
        .count()
}

/// CLOC-06: two requests for the same turn; here it is sixteen.
#[tokio::test]
async fn of_many_moves_for_one_turn_one_is_applied() {
    let club = Club::new().await;
    let (red, white) = (tabs(&club, 1).await, tabs(&club, 2).await);
    let (_, game) = club.playing(&red[0], &white[0]).await;
    let options = ["11-15", "11-16", "9-13", "9-14", "10-14", "10-15", "12-16"];
    let moves = (0..16).map(|nth| {
        let fields = move_fields(game, 0, options[nth % options.len()]);
        club.act_as::<actions::GameMove>(&red[nth % 4], club.new_id(), fields)
    });
    let outcomes = join_all(moves).await;
    assert_eq!(applied(&outcomes), 1);
    for done in outcomes.iter().filter(|done| done.refusal().is_some()) {
        assert_eq!(done.refusal(), Some("stale"), "with the present state");
    }
    let held = club.game(game).await;
    assert_eq!((held.game.seq(), held.v), (1, 2));
}

#[tokio::test]
async fn the_same_command_from_every_side_of_the_world_is_applied_once() {
    let club = Club::new().await;
    let (red, white) = (tabs(&club, 1).await, tab(2, 0));
    let (_, game) = club.playing(&red[0], &white).await;
    let id = club.new_id();
    let moves = (0..12).map(|nth| {
        let fields = move_fields(game, 0, "11-15");
        club.act_as::<actions::GameMove>(&red[nth % 4], id, fields)
    });
    let outcomes = join_all(moves).await;
    assert_eq!(applied(&outcomes), 12, "and each is answered");
    assert_eq!(club.game(game).await.game.seq(), 1);
}

#[tokio::test]
async fn a_move_and_the_rival_s_offer_both_count() {
    let club = Club::new().await;
    let (red, white) = (tab(1, 0), tab(2, 0));
    let (_, game) = club.playing(&red, &white).await;
    let fields = move_fields(game, 0, "11-15");
    let offer = json!({"game": game.to_string(), "seq": 0, "do": "offer"});
    let (moved, offered) = tokio::join!(
        club.act_as::<actions::GameMove>(&red, club.new_id(), fields),
        club.act_as::<actions::GameDraw>(&white, club.new_id(), offer),
    );
    assert_eq!(moved.refusal(), None, "an offer never voids a move");
    let stale = offered.refusal();
    assert!(matches!(stale, None | Some("stale")), "{stale:?}");
}

/// REMA-02, and the first game too.
#[tokio::test]
async fn any_number_of_acceptances_at_once_makes_one_game() {
    let club = Club::new().await;
    let (host, guest) = (tabs(&club, 1).await, tabs(&club, 2).await);
    let room = club.create(&host[0]).await;
    club.does::<actions::RoomJoin>(&guest[0], in_room(room))
        .await;
    let accepts = host.iter().chain(&guest).map(|tab| {
        let id = club.new_id();
        club.act_as::<actions::RoomAccept>(tab, id, in_room(room))
    });
    join_all(accepts).await;
    let first = club.current(room).await;
    club.does::<actions::GameResign>(&host[0], json!({"game": first.to_string()}))
        .await;

    let fields = json!({"game": first.to_string(), "do": "accept"});
    let accepts = host.iter().chain(&guest).map(|tab| {
        let id = club.new_id();
        club.act_as::<actions::GameRematch>(tab, id, fields.clone())
    });
    join_all(accepts).await;
    let held = club.room(room).await;
    assert_eq!(held.room.current.unwrap().number, 2);
    let person = held.room.seats.host.unwrap();
    let page = club.app.store.history(person, None, 20).await.unwrap();
    assert_eq!(page.games.len(), 2);
}

#[tokio::test]
async fn of_two_visitors_at_once_one_sits_down() {
    let club = Club::new().await;
    let host = tab(1, 0);
    let room = club.create(&host).await;
    let visitors: Vec<_> = (2..8).map(|person| tab(person, 0)).collect();
    let joins = visitors.iter().map(|tab| {
        let id = club.new_id();
        club.act_as::<actions::RoomJoin>(tab, id, in_room(room))
    });
    let outcomes = join_all(joins).await;
    assert_eq!(applied(&outcomes), 1);
    for done in outcomes.iter().filter(|done| done.refusal().is_some()) {
        assert_eq!(done.refusal(), Some("room_full"));
    }
}

/// The newest event that a tab was told of.
fn newest(told: &[Outgoing], tab: &Tab) -> Option<u16> {
    let seq = |one: &Outgoing| match &one.message {
        Message::State { game } if one.to == tab.connection => Some(game.seq),
        _ => None,
    };
    told.iter().filter_map(seq).max()
}

/// A phone that wakes up while the rival moves must not sit before the old position.
#[tokio::test]
async fn a_tab_that_opens_during_a_move_is_told_of_it() {
    let club = Club::new().await;
    let (red, white) = (tab(1, 0), tab(2, 0));
    let (_, game) = club.playing(&red, &white).await;
    let moves: Vec<_> = KINGS
        .split(' ')
        .chain(SHUFFLE.into_iter().cycle())
        .take(60)
        .collect();
    for (nth, text) in moves.iter().enumerate() {
        let (mover, rival) = [(&red, 2), (&white, 1)][nth % 2];
        let waking = tab(rival, u8::try_from(nth + 1).unwrap());
        club.open(&waking).await;
        let turn_no = u16::try_from(nth).unwrap();
        let fields = move_fields(game, turn_no, text);
        let (moved, synced) = tokio::join!(
            club.act_as::<actions::GameMove>(mover, club.new_id(), fields),
            club.act_as::<actions::Sync>(&waking, club.new_id(), in_game(game)),
        );
        assert_eq!(moved.refusal(), None);
        let told: Vec<_> = moved.told.into_iter().chain(synced.told).collect();
        assert_eq!(newest(&told, &waking), Some(turn_no + 1), "move {nth}");
    }
}

/// Nor before an invitation that has become a game.
#[tokio::test]
async fn a_tab_that_opens_during_an_acceptance_is_told_of_it() {
    let club = Club::new().await;
    let (host, guest) = (tab(1, 0), tab(2, 0));
    for tab in [&host, &guest] {
        club.open(tab).await;
    }
    for round in 0..20 {
        club.clock.pass(4_000_000);
        let room = club.create(&host).await;
        club.does::<actions::RoomJoin>(&guest, in_room(room)).await;
        club.does::<actions::RoomAccept>(&guest, in_room(room))
            .await;
        let waking = tab(2, round + 1);
        club.open(&waking).await;
        let (accepted, synced) = tokio::join!(
            club.act_as::<actions::RoomAccept>(&host, club.new_id(), in_room(room)),
            club.act_as::<actions::Sync>(&waking, club.new_id(), in_room(room)),
        );
        assert_eq!(accepted.refusal(), None);
        let told: Vec<_> = accepted.told.into_iter().chain(synced.told).collect();
        assert_eq!(newest(&told, &waking), Some(0), "round {round}");
        let game = club.current(room).await;
        let tabs = &club.game(game).await.connections.white;
        assert!(tabs.contains(&waking.connection), "round {round}");
    }
}

/// Nor before a room that changes between its reading and its writing.
#[tokio::test]
async fn a_tab_that_opens_before_a_room_is_written_is_told_of_it() {
    let changes = [(Stage::Invited, "roomJoin"), (Stage::Joined, "roomAccept")];
    let club = Club::new().await;
    for (day, (stage, action)) in (0..).zip(changes) {
        club.turn_to_day(day);
        let scene = Scene::after(&club, stage, 0).await;
        let app = overtaken(&club, 1, scene.in_room(&scene.other, "sync"));
        let change = scene.in_room(&scene.white, action);
        change.run(&app).await.unwrap();
        let held = club.room(scene.room).await;
        let other = &scene.other.connection;
        assert!(held.connections.host.contains(other), "{stage:?}");
        let heard = club.posts.to(other).into_iter().filter_map(|text| {
            let message: Value = serde_json::from_str(&text).unwrap();
            message["room"]["v"].as_u64()
        });
        assert_eq!(heard.max(), Some(held.v), "{stage:?}");
    }
}
