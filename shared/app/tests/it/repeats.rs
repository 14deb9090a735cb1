//! A lost reply: the same command again is answered and changes nothing.

use crate::club::{Club, Done, KINGS, SHUFFLE, Tab, in_game, in_room, move_fields, tab};
use damero_app::actions::{self, Action};
use damero_domain::ids::GameId;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Carries out a command, then sends it again as a client does that heard nothing.
async fn twice<A: Action>(club: &Club, tab: &Tab, fields: Value) -> Done {
    let first = club.does::<A>(tab, fields.clone()).await;
    assert!(!first.writes().is_empty(), "{} writes", A::NAME);
    club.armed.take();
    club.clock.pass(2000);
    let again = club.act_as::<A>(tab, first.id, fields).await;
    let name = A::NAME;
    assert_eq!(again.refusal(), None, "{name} is answered again");
    assert_eq!(again.writes(), Vec::<&damero_store::Call>::new(), "{name}");
    assert_eq!(club.armed.take(), [], "{name}");
    let answered = again.told.iter().any(|one| one.to == tab.connection);
    assert!(answered, "{name} is answered to who asked");
    // Who carried it out may have ended before the others were told.
    let others = |done: &Done| {
        let others = done.told.iter().filter(|one| one.to != tab.connection);
        others.map(|one| one.to.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(
        others(&again),
        others(&first),
        "{name} is told to the others again"
    );
    first
}

async fn turn(club: &Club, game: GameId) -> (u16, u16) {
    let held = club.game(game).await;
    (held.game.turn_no(), held.game.seq())
}

async fn answer<A: Action>(club: &Club, tab: &Tab, game: GameId, what: &str) {
    let (_, seq) = turn(club, game).await;
    let fields = json!({"game": game.to_string(), "seq": seq, "do": what});
    twice::<A>(club, tab, fields).await;
}

#[tokio::test]
async fn every_command_of_a_room_s_life_may_be_sent_again() {
    let club = Club::new().await;
    let (red, white) = (tab(1, 0), tab(2, 0));
    for tab in [&red, &white] {
        club.open(tab).await;
    }
    let room = club.create(&red).await;
    twice::<actions::RoomJoin>(&club, &white, in_room(room)).await;
    twice::<actions::RoomCancel>(&club, &white, in_room(room)).await;
    twice::<actions::RoomJoin>(&club, &white, in_room(room)).await;
    twice::<actions::RoomAccept>(&club, &white, in_room(room)).await;
    twice::<actions::RoomAccept>(&club, &red, in_room(room)).await;
    let game = club.current(room).await;

    twice::<actions::GameMove>(&club, &red, move_fields(game, 0, "11-15")).await;
    club.moves(game, [&white, &red], &["22-18", "9-13"]).await;
    let huff = json!({"game": game.to_string(), "turn_no": 3, "square": 15});
    twice::<actions::GameHuff>(&club, &white, huff).await;
    answer::<actions::GameDraw>(&club, &red, game, "offer").await;
    answer::<actions::GameDraw>(&club, &white, game, "decline").await;
    answer::<actions::GameCancel>(&club, &white, game, "ask").await;
    answer::<actions::GameCancel>(&club, &red, game, "refuse").await;
    twice::<actions::GameResign>(&club, &red, in_game(game)).await;

    let accept = json!({"game": game.to_string(), "do": "accept"});
    twice::<actions::GameRematch>(&club, &red, accept.clone()).await;
    twice::<actions::GameRematch>(&club, &white, accept).await;
    let next = club.current(room).await;
    // Colours have swapped: white's player of before moves first.
    let moves: Vec<_> = KINGS.split(' ').chain(SHUFFLE).chain(SHUFFLE).collect();
    club.moves(next, [&white, &red], &moves[..17]).await;
    let claim = json!({"game": next.to_string(), "turn_no": 17, "claim": "repetition",
        "path": [6, 2]});
    twice::<actions::GameClaimDraw>(&club, &red, claim).await;
    let decline = json!({"game": next.to_string(), "do": "decline"});
    twice::<actions::GameRematch>(&club, &white, decline).await;
}

#[tokio::test]
async fn agreements_may_be_sent_again() {
    let club = Club::new().await;
    let (red, white) = (tab(1, 0), tab(2, 0));
    let (_, game) = club.playing(&red, &white).await;
    answer::<actions::GameDraw>(&club, &red, game, "offer").await;
    answer::<actions::GameDraw>(&club, &white, game, "accept").await;
    let (_, game) = club.playing(&red, &white).await;
    answer::<actions::GameCancel>(&club, &red, game, "ask").await;
    answer::<actions::GameCancel>(&club, &white, game, "agree").await;
}

#[tokio::test]
async fn a_room_is_created_once_however_often_it_is_asked_for() {
    let club = Club::new().await;
    let host = tab(1, 0);
    club.open(&host).await;
    let conditions = json!({"rule_set": "vezz-8x8", "colour": "random"});
    let first = club
        .does::<actions::RoomCreate>(&host, conditions.clone())
        .await;
    let before = club.room(first.id.into()).await;
    club.clock.pass(60_000);
    let again = club
        .act_as::<actions::RoomCreate>(&host, first.id, conditions.clone())
        .await;
    assert_eq!(again.refusal(), None);
    let after = club.room(first.id.into()).await;
    assert_eq!(format!("{after:?}"), format!("{before:?}"));
    let thief = club
        .act_as::<actions::RoomCreate>(&tab(2, 0), first.id, conditions)
        .await;
    assert_eq!(
        thief.refusal(),
        Some("bad_id"),
        "nobody gets another's room"
    );
}

#[tokio::test]
async fn a_refused_command_takes_no_effect_later() {
    let club = Club::new().await;
    let (red, white) = (tab(1, 0), tab(2, 0));
    let (_, game) = club.playing(&red, &white).await;
    let fields = move_fields(game, 0, "22-18");
    let refused = club.act::<actions::GameMove>(&white, fields.clone()).await;
    assert_eq!(refused.refusal(), Some("not_your_turn"));
    club.moves(game, [&red, &white], &["11-15"]).await;
    let again = club
        .act_as::<actions::GameMove>(&white, refused.id, fields)
        .await;
    assert_eq!(again.refusal(), Some("stale"));
    assert!(again.writes().is_empty());
    assert_eq!(club.game(game).await.game.seq(), 1);
}

#[tokio::test]
async fn an_accepted_move_is_known_even_after_the_clock_fell() {
    let club = Club::new().await;
    let (red, white) = (tab(1, 0), tab(2, 0));
    let (_, game) = club.playing(&red, &white).await;
    let fields = move_fields(game, 0, "11-15");
    let first = club.does::<actions::GameMove>(&red, fields.clone()).await;
    club.clock.pass(3_600_000);
    let again = club
        .act_as::<actions::GameMove>(&red, first.id, fields)
        .await;
    assert_eq!(again.refusal(), None);
    assert!(again.writes().is_empty(), "that is the timers' affair");
}
