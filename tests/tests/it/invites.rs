//! A friend room up to its first game.

use crate::club::{
    MINUTE, accepted, club, everything, listen, open_room, refused, seated, show, sit_at,
};
use damero_protocol::client::Colour;
use damero_protocol::server::{RoomStatus, Seat, Side};
use damero_rules::RuleSet;
use damero_tests::Player;
use damero_tests::bots::Pair;
use serde_json::json;

const CLOCKS: [(Option<&str>, i64); 5] = [
    (None, 0),
    (Some("10+5"), 10),
    (Some("20+10"), 20),
    (Some("30+20"), 30),
    (Some("60+30"), 60),
];

#[tokio::test]
async fn every_clock_and_colour_makes_the_game_that_was_agreed() {
    let world = club().await;
    for (clock, minutes) in CLOCKS {
        for (colour, red) in [(Colour::Mine, Seat::Host), (Colour::Theirs, Seat::Guest)] {
            let (host, guest) = (
                world.visitor().await.unwrap(),
                world.visitor().await.unwrap(),
            );
            let mut pair = Pair::sit(host, guest, "vezz-8x8", clock, colour)
                .await
                .unwrap();
            let red_plays = pair.side(Side::Black);
            assert_eq!(
                red_plays.room.as_ref().unwrap().you,
                Some(red),
                "{colour:?}"
            );
            let game = red_plays.game.clone().unwrap();
            assert_eq!(game.colours.black, "red");
            assert_eq!((game.turn, game.turn_no), (Side::Black, 0));
            assert_eq!(game.legal.len(), 7);
            assert!(
                pair.side(Side::White)
                    .game
                    .as_ref()
                    .unwrap()
                    .legal
                    .is_empty()
            );
            let clocks = game
                .clock
                .map(|clock| (clock.control, clock.white, clock.black, clock.since));
            let full = minutes * MINUTE;
            assert_eq!(
                clocks,
                clock.map(|control| (control.to_owned(), full, full, world.now()))
            );
        }
    }
}

#[tokio::test]
async fn colours_by_lot_fall_both_ways_and_alike_for_both() {
    let world = club().await;
    let mut hosts_red = 0;
    for _ in 0..24 {
        let (host, guest) = (
            world.visitor().await.unwrap(),
            world.visitor().await.unwrap(),
        );
        let pair = Pair::sit(host, guest, "vezz-8x8", None, Colour::Random)
            .await
            .unwrap();
        let sides =
            [&pair.host, &pair.guest].map(|player| player.game.as_ref().unwrap().you.unwrap());
        assert_ne!(sides[0], sides[1]);
        hosts_red += i32::from(sides[0] == Side::Black);
    }
    assert!((1..24).contains(&hosts_red), "{hosts_red} of 24");
}

#[tokio::test]
async fn rule_11_the_colour_that_the_rule_set_names_moves_first_in_all_twelve() {
    let world = club().await;
    for rules in RuleSet::ALL {
        let mut pair = sit_at(&world, rules.id, None).await;
        let first = match rules.first() {
            damero_rules::Side::White => Side::White,
            damero_rules::Side::Black => Side::Black,
        };
        let opener = pair.side(first);
        assert_eq!(
            opener.room.as_ref().unwrap().you,
            Some(Seat::Host),
            "{}",
            rules.id
        );
        let game = opener.game.clone().unwrap();
        assert_eq!((game.turn, game.rule_set.as_str()), (first, rules.id));
        let path = damero_tests::bots::squares(&game.legal[0]);
        accepted(opener, "gameMove", crate::club::to_move(&game, &path)).await;
    }
}

#[tokio::test]
async fn the_game_starts_when_both_have_accepted_and_not_before() {
    let world = club().await;
    let (mut host, mut guest) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    let room = open_room(&mut host, Some("10+5"), "mine").await;
    accepted(&mut guest, "roomJoin", json!({ "room": room })).await;
    accepted(&mut guest, "roomAccept", json!({ "room": room })).await;
    world.pass(3 * MINUTE).await;
    let waiting = show(&mut host, &room).await;
    assert_eq!(waiting.status, RoomStatus::Invite);
    assert_eq!(
        (waiting.accepted.you, waiting.accepted.rival),
        (false, true)
    );
    assert!(waiting.game.is_none() && host.game.is_none());
    accepted(&mut host, "roomAccept", json!({ "room": room })).await;
    for player in [&mut host, &mut guest] {
        player.until(|player| player.game.is_some()).await.unwrap();
        let game = player.game.clone().unwrap();
        assert_eq!(game.started, world.now());
        assert_eq!(game.clock.unwrap().since, world.now());
    }
}

#[tokio::test]
async fn a_third_visitor_is_told_that_the_room_is_full() {
    let world = club().await;
    let (mut host, mut guest, room) = seated(&world).await;
    let mut third = world.visitor().await.unwrap();
    for status in ["invite", "playing", "ended"] {
        if status == "playing" {
            for player in [&mut host, &mut guest] {
                accepted(player, "roomAccept", json!({ "room": room })).await;
            }
        }
        if status == "ended" {
            guest.until(|guest| guest.game.is_some()).await.unwrap();
            let game = guest.game.as_ref().unwrap().id.clone();
            accepted(&mut guest, "gameResign", json!({ "game": game })).await;
        }
        let before = everything(&mut host).await;
        let seen = refused(&mut third, "sync", json!({ "room": room }), "room_full").await;
        assert!(seen.room.is_none() && seen.game.is_none() && seen.v.is_none());
        assert_eq!(json!(seen.params), json!({ "status": status }));
        let seen = refused(&mut third, "roomJoin", json!({ "room": room }), "room_full").await;
        assert!(seen.room.is_none() && seen.game.is_none());
        assert_eq!(json!(seen.params), json!({ "status": status }));
        for action in ["roomAccept", "roomCancel"] {
            refused(&mut third, action, json!({ "room": room }), "not_yours").await;
            listen(&mut third).await;
        }
        assert_eq!(everything(&mut host).await, before);
    }
    assert!(third.room.is_none() && third.game.is_none());
}

#[tokio::test]
async fn a_visitor_sees_the_conditions_and_takes_the_free_seat() {
    let world = club().await;
    let (mut host, mut guest) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    let room = open_room(&mut host, Some("30+20"), "theirs").await;
    let seen = show(&mut guest, &room).await;
    assert_eq!((seen.you, seen.status), (None, RoomStatus::Invite));
    assert_eq!(
        (seen.clock.as_deref(), seen.colour),
        (Some("30+20"), Colour::Theirs)
    );
    assert_eq!((seen.seated.you, seen.seated.rival), (false, true));
    assert_eq!(seen.lapses, Some(world.now() + crate::club::DAY));
    accepted(&mut guest, "roomJoin", json!({ "room": room })).await;
    assert_eq!(guest.room.as_ref().unwrap().you, Some(Seat::Guest));
    host.until(|host| host.room.as_ref().is_some_and(|room| room.seated.rival))
        .await
        .unwrap();
}

#[tokio::test]
async fn matc_01_the_creator_s_own_link_shows_the_waiting_room() {
    let world = club().await;
    let mut host = world.visitor().await.unwrap();
    let room = open_room(&mut host, None, "mine").await;
    let mut tab = host.another_tab().await.unwrap();
    tab.now = world.now();
    let before = show(&mut tab, &room).await;
    assert_eq!(
        (before.you, before.status),
        (Some(Seat::Host), RoomStatus::Invite)
    );
    accepted(&mut tab, "roomJoin", json!({ "room": room })).await;
    let after = show(&mut tab, &room).await;
    assert_eq!(after, before);
    assert!(!after.seated.rival);
}

#[tokio::test]
async fn matc_08_of_two_who_join_at_once_exactly_one_sits() {
    let world = club().await;
    let mut host = world.visitor().await.unwrap();
    for _ in 0..10 {
        let mut rivals = [
            world.visitor().await.unwrap(),
            world.visitor().await.unwrap(),
        ];
        let room = open_room(&mut host, None, "mine").await;
        let fields = json!({ "room": room });
        let [one, two] = &mut rivals;
        let answers = tokio::join!(one.ask("roomJoin", &fields), two.ask("roomJoin", &fields));
        let (one, two) = (answers.0.unwrap(), answers.1.unwrap());
        let mut codes = [one.code(), two.code()];
        codes.sort_unstable();
        assert_eq!(codes, [None, Some("room_full")]);
    }
}

#[tokio::test]
async fn a_guest_who_gives_the_seat_back_leaves_it_free() {
    let world = club().await;
    let (mut host, mut guest, room) = seated(&world).await;
    accepted(&mut guest, "roomAccept", json!({ "room": room })).await;
    accepted(&mut guest, "roomCancel", json!({ "room": room })).await;
    let left = show(&mut host, &room).await;
    assert_eq!(left.status, RoomStatus::Invite);
    assert!(!left.seated.rival && !left.accepted.rival);
    refused(
        &mut guest,
        "roomAccept",
        json!({ "room": room }),
        "not_yours",
    )
    .await;
    // The host accepts alone, and nothing starts with somebody who has left.
    accepted(&mut host, "roomAccept", json!({ "room": room })).await;
    let mut other = world.visitor().await.unwrap();
    accepted(&mut other, "roomJoin", json!({ "room": room })).await;
    assert!(show(&mut other, &room).await.game.is_none());
    accepted(&mut other, "roomAccept", json!({ "room": room })).await;
    other.until(|player| player.game.is_some()).await.unwrap();
    assert!(guest.game.is_none());
}

#[tokio::test]
async fn a_host_who_cancels_closes_the_room_for_everybody() {
    let world = club().await;
    let (mut host, mut guest, room) = seated(&world).await;
    accepted(&mut host, "roomCancel", json!({ "room": room })).await;
    let cancelled = |player: &Player| {
        player
            .room
            .as_ref()
            .is_some_and(|room| room.status == RoomStatus::Cancelled)
    };
    guest.until(cancelled).await.unwrap();
    let before = everything(&mut guest).await;
    let mut visitor = world.visitor().await.unwrap();
    for (player, action) in [
        (&mut host, "roomAccept"),
        (&mut guest, "roomAccept"),
        (&mut visitor, "sync"),
    ] {
        refused(player, action, json!({ "room": room }), "room_cancelled").await;
    }
    assert_eq!(everything(&mut guest).await, before);
}
