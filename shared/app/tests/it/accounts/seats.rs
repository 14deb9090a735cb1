//! Whose seats are whose when browsers become people.

use super::Linking;
use crate::club::{Tab, in_game, in_room, move_fields};
use damero_app::actions;
use damero_domain::ids::{GameId, Person, RoomId};
use damero_domain::room::Seat;
use damero_protocol::server::{Message, Side};
use serde_json::{Value, json};

/// A game between two browsers that came as they are; the host is red and moves first.
async fn playing(linking: &Linking, host: &Tab, guest: &Tab) -> (RoomId, GameId) {
    let club = &linking.club;
    let room = club.create(host).await;
    club.does::<actions::RoomJoin>(guest, in_room(room)).await;
    club.does::<actions::RoomAccept>(guest, in_room(room)).await;
    club.does::<actions::RoomAccept>(host, in_room(room)).await;
    (room, club.current(room).await)
}

/// As which side a browser sees the game's page.
async fn side(linking: &Linking, tab: &Tab, page: Value) -> Option<Side> {
    let done = linking.club.act::<actions::Sync>(tab, page).await;
    done.told
        .iter()
        .find_map(|outgoing| match &outgoing.message {
            Message::State { game } if outgoing.to == tab.connection => game.you,
            _ => None,
        })
}

fn seat(tab: &Tab) -> Person {
    Person::Account(tab.account.unwrap())
}

async fn players(linking: &Linking, game: GameId) -> [Person; 2] {
    let players = linking.club.game(game).await.game.setup().players;
    [players.white, players.black]
}

#[tokio::test]
async fn a_game_goes_on_through_a_link_and_any_browser_of_the_account_plays_it() {
    let linking = Linking::new().await;
    let (phone, rival) = (linking.arrive(1, 0).await, linking.arrive(2, 0).await);
    let (room, game) = playing(&linking, &phone, &rival).await;
    linking
        .club
        .moves(game, [&phone, &rival], &["11-15", "22-18"])
        .await;
    // Linked, and connected again: the seat is still the session's.
    let linked = linking.linked(1, "ana").await;
    let fields = move_fields(game, 2, "9-13");
    linking
        .club
        .does::<actions::GameMove>(&linked, fields)
        .await;
    let v = linking.club.game(game).await.v;
    assert!(side(&linking, &linked, in_game(game)).await.is_some());
    assert!(players(&linking, game).await.contains(&seat(&linked)));
    assert_eq!(
        linking.club.game(game).await.v,
        v,
        "a move under way is not voided by it"
    );
    // And from another browser, by room or by game.
    let computer = linking.linked(3, "ana").await;
    let own = side(&linking, &linked, in_room(room)).await;
    assert_eq!(side(&linking, &computer, in_room(room)).await, own);
    let room = linking.club.room(room).await.room;
    assert_eq!(room.seats[Seat::Host], Some(seat(&linked)));
    let fields = move_fields(game, 3, "25-22");
    linking.club.does::<actions::GameMove>(&rival, fields).await;
    let fields = move_fields(game, 4, "5-9");
    linking
        .club
        .does::<actions::GameMove>(&computer, fields)
        .await;
    let stranger = linking.linked(4, "beto").await;
    assert_eq!(side(&linking, &stranger, in_game(game)).await, None);
}

#[tokio::test]
async fn a_lost_browser_s_seat_is_recovered_from_another_one() {
    let linking = Linking::new().await;
    let (lost, rival) = (linking.arrive(1, 0).await, linking.arrive(2, 0).await);
    let (_, game) = playing(&linking, &lost, &rival).await;
    // It was linked once and never seen again.
    assert_eq!(linking.link(&lost, "ana").await.refusal(), None);
    let computer = linking.linked(3, "ana").await;
    let home = linking
        .club
        .does::<actions::Sync>(&computer, json!({}))
        .await;
    let running = home
        .told
        .iter()
        .find_map(|outgoing| match &outgoing.message {
            Message::Home { running } => Some(running.len()),
            _ => None,
        });
    assert_eq!(running, Some(1), "its games are on the home page");
    let fields = move_fields(game, 0, "11-15");
    let early = linking
        .club
        .act::<actions::GameMove>(&computer, fields.clone())
        .await;
    assert_eq!(early.refusal(), Some("not_yours"), "until it is looked at");
    assert!(side(&linking, &computer, in_game(game)).await.is_some());
    linking
        .club
        .does::<actions::GameMove>(&computer, fields)
        .await;
}

#[tokio::test]
async fn two_browsers_of_one_account_that_face_each_other_play_on() {
    let linking = Linking::new().await;
    let (one, two) = (linking.arrive(1, 0).await, linking.arrive(2, 0).await);
    let (room, game) = playing(&linking, &one, &two).await;
    let (one, two) = (
        linking.linked(1, "ana").await,
        linking.linked(2, "ana").await,
    );
    for page in [in_room(room), in_game(game)] {
        let sides = [
            side(&linking, &one, page.clone()).await,
            side(&linking, &two, page).await,
        ];
        assert!(sides[0].is_some() && sides[1].is_some());
        assert_ne!(sides[0], sides[1], "each its own side");
    }
    linking
        .club
        .moves(game, [&one, &two], &["11-15", "22-18", "9-13"])
        .await;
    let third = linking.linked(3, "ana").await;
    assert_eq!(side(&linking, &third, in_game(game)).await, None);
    let players = players(&linking, game).await;
    assert!(!players.contains(&seat(&one)), "nobody has both");
}

#[tokio::test]
async fn who_looks_first_has_the_account_s_seat_and_the_other_keeps_its_own() {
    let linking = Linking::new().await;
    let (one, two) = (linking.arrive(1, 0).await, linking.arrive(2, 0).await);
    let (_, game) = playing(&linking, &one, &two).await;
    let one = linking.linked(1, "ana").await;
    let own = side(&linking, &one, in_game(game)).await;
    let two = linking.linked(2, "ana").await;
    let other = side(&linking, &two, in_game(game)).await;
    assert!(own.is_some() && other.is_some());
    assert_ne!(own, other);
    linking
        .club
        .moves(game, [&one, &two], &["11-15", "22-18"])
        .await;
}

#[tokio::test]
async fn a_browser_that_is_revoked_in_mid_game_leaves_the_seat_to_the_account() {
    let linking = Linking::new().await;
    let (lost, rival) = (linking.linked(1, "ana").await, linking.arrive(2, 0).await);
    let (_, game) = playing(&linking, &lost, &rival).await;
    let here = linking.linked(3, "ana").await;
    let revoke = json!({"session": linking.listed(&lost).await});
    linking
        .club
        .does::<actions::SessionRevoke>(&here, revoke)
        .await;
    let again = linking.arrive(1, 5).await;
    let fields = move_fields(game, 0, "11-15");
    let thief = linking
        .club
        .act::<actions::GameMove>(&again, fields.clone())
        .await;
    assert_eq!(thief.refusal(), Some("not_yours"));
    linking.club.does::<actions::GameMove>(&here, fields).await;
}

#[tokio::test]
async fn the_history_is_that_of_all_browsers_page_by_page() {
    let linking = Linking::new().await;
    let (one, rival) = (linking.arrive(1, 0).await, linking.arrive(9, 0).await);
    let two = linking.arrive(2, 0).await;
    let mut games = Vec::new();
    for nth in 0..24 {
        let own = [&one, &two][nth % 2];
        let (_, game) = playing(&linking, own, &rival).await;
        linking
            .club
            .does::<actions::GameResign>(own, in_game(game))
            .await;
        games.push(game);
    }
    let (one, two) = (
        linking.linked(1, "ana").await,
        linking.linked(2, "ana").await,
    );
    let (_, game) = playing(&linking, &one, &rival).await;
    linking
        .club
        .does::<actions::GameResign>(&one, in_game(game))
        .await;
    games.push(game);
    let page = async |fields: Value| {
        let done = linking.club.does::<actions::HistoryGet>(&two, fields).await;
        let found = done
            .told
            .iter()
            .find_map(|outgoing| match &outgoing.message {
                Message::History { games, next } => Some((
                    games
                        .iter()
                        .map(|entry| entry.game.clone())
                        .collect::<Vec<_>>(),
                    next.clone(),
                )),
                _ => None,
            });
        found.unwrap()
    };
    let (mut all, next) = page(json!({})).await;
    assert_eq!(all.len(), 20);
    let (rest, end) = page(json!({"before": next.unwrap()})).await;
    all.extend(rest);
    let mut expected: Vec<_> = games.iter().map(ToString::to_string).collect();
    expected.reverse();
    assert_eq!((all, end), (expected, None));
    // One's own games, from whichever browser.
    let record = linking
        .club
        .does::<actions::HistoryGet>(&two, in_game(games[0]))
        .await;
    let told = record.told.iter();
    assert!(
        told.map(|one| &one.message)
            .any(|message| matches!(message, Message::Record { .. }))
    );
}
