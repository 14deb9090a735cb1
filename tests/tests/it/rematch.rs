//! The games that follow the first one.

use crate::club::{accepted, club, does, end, everything, play, refused, reload, show, sit};
use damero_protocol::server::{Message, RoomStatus, Side};
use damero_tests::Player;
use damero_tests::bots::{Pair, other};
use serde_json::{Value, json};

fn rematch(game: &str, act: &str) -> Value {
    json!({ "game": game, "do": act })
}

async fn resigns(pair: &mut Pair, side: Side) {
    let game = json!({ "game": pair.game().id });
    accepted(pair.side(side), "gameResign", game).await;
    pair.agree().await.unwrap();
}

fn host_side(pair: &Pair) -> Side {
    pair.game().you.unwrap()
}

/// Wins of the host, wins of the guest, draws: as both are told.
async fn score(pair: &mut Pair) -> (u16, u16, u16) {
    let (host, guest) = (
        everything(&mut pair.host).await.0,
        everything(&mut pair.guest).await.0,
    );
    let (host, guest) = (host.score, guest.score);
    assert_eq!(
        (host.wins.you, host.wins.rival),
        (guest.wins.rival, guest.wins.you)
    );
    assert_eq!(host.draws, guest.draws);
    (host.wins.you, host.wins.rival, host.draws)
}

#[tokio::test]
async fn rema_01_rema_05_colours_swap_over_five_rematches_and_the_score_is_by_person() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    let mut games = vec![pair.game().clone()];
    let mut expected = (0, 0, 0);
    for number in 1_u16..=6 {
        let game = pair.game().clone();
        assert_eq!(game.number, number);
        let red = if number % 2 == 1 {
            Side::Black
        } else {
            Side::White
        };
        assert_eq!(host_side(&pair), red, "the host of game {number}");
        assert_eq!(
            (game.turn, game.turn_no),
            (Side::Black, 0),
            "Red moves first"
        );
        let clock = game.clock.clone().unwrap();
        assert_eq!(
            (clock.white, clock.black, clock.since),
            (600_000, 600_000, world.now())
        );
        world.pass(1_000).await;
        play(&mut pair, "9-14").await;
        match number {
            1 | 2 => {
                // The same person wins with either colour.
                let guest = other(host_side(&pair));
                resigns(&mut pair, guest).await;
                expected.0 += 1;
            }
            3 => {
                let host = host_side(&pair);
                resigns(&mut pair, host).await;
                expected.1 += 1;
            }
            4 => {
                does(&mut pair, Side::White, "gameDraw", "offer").await;
                does(&mut pair, Side::Black, "gameDraw", "accept").await;
                expected.2 += 1;
            }
            _ => {
                does(&mut pair, Side::White, "gameCancel", "ask").await;
                does(&mut pair, Side::Black, "gameCancel", "agree").await;
            }
        }
        assert_eq!(score(&mut pair).await, expected, "after game {number}");
        if number < 6 {
            pair.rematch().await.unwrap();
            assert_eq!(
                score(&mut pair).await,
                expected,
                "while game {} runs",
                number + 1
            );
            games.push(pair.game().clone());
        }
    }
    // Every game keeps its own history.
    let history = accepted(&mut pair.host, "historyGet", json!({})).await;
    let Message::History { games: listed, .. } = history else {
        panic!("no history: {history:?}");
    };
    let ids = |list: &mut dyn Iterator<Item = &String>| list.cloned().collect::<Vec<_>>();
    let played = ids(&mut games.iter().rev().map(|game| &game.id));
    assert_eq!(ids(&mut listed.iter().map(|entry| &entry.game)), played);
    let reasons: Vec<_> = listed
        .iter()
        .rev()
        .map(|entry| entry.ended.clone().unwrap().reason)
        .collect();
    assert_eq!(
        reasons,
        [
            "resignation",
            "resignation",
            "resignation",
            "agreement",
            "cancelled",
            "cancelled"
        ]
    );
}

#[tokio::test]
async fn rema_02_acceptances_from_two_tabs_of_each_make_one_game() {
    let world = club().await;
    for _ in 0..5 {
        let mut pair = sit(&world, None).await;
        resigns(&mut pair, Side::White).await;
        let first = pair.game().clone();
        let mut tabs: Vec<Player> = Vec::new();
        for player in [&pair.host, &pair.guest] {
            let mut tab = player.another_tab().await.unwrap();
            tab.now = world.now();
            show(&mut tab, first.room.as_deref().unwrap()).await;
            tabs.push(tab);
        }
        let [host_tab, guest_tab] = &mut tabs[..] else {
            panic!("two tabs");
        };
        let fields = rematch(&first.id, "accept");
        let answers = tokio::join!(
            pair.host.ask("gameRematch", &fields),
            host_tab.ask("gameRematch", &fields),
            pair.guest.ask("gameRematch", &fields),
            guest_tab.ask("gameRematch", &fields),
        );
        for answer in [answers.0, answers.1, answers.2, answers.3] {
            // Who comes after the start is late for a game that has a follower.
            let answer = answer.unwrap();
            assert!(
                matches!(answer.code(), None | Some("stale" | "busy")),
                "{answer:?}"
            );
        }
        let mut seen = Vec::new();
        for player in [&mut pair.host, host_tab, &mut pair.guest, guest_tab] {
            let room = show(player, first.room.as_deref().unwrap()).await;
            assert_eq!((room.number, room.status), (2, RoomStatus::Playing));
            player
                .until(|player| player.game.as_ref().unwrap().number == 2)
                .await
                .unwrap();
            seen.push((room.game.unwrap(), player.game.clone().unwrap().id));
        }
        seen.dedup();
        assert_eq!(seen.len(), 1, "{seen:?}");
        assert_eq!(seen[0].0, seen[0].1);
        for player in [&mut pair.host, &mut pair.guest] {
            let home = accepted(player, "sync", json!({})).await;
            assert!(
                matches!(&home, Message::Home { running } if running.len() == 1),
                "{home:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_one_sided_acceptance_waits_and_outlives_a_reload() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let running = pair.game().id.clone();
    refused(
        &mut pair.host,
        "gameRematch",
        rematch(&running, "accept"),
        "game_running",
    )
    .await;
    resigns(&mut pair, Side::Black).await;
    accepted(&mut pair.guest, "gameRematch", rematch(&running, "accept")).await;
    for _ in 0..2 {
        let host = everything(&mut pair.host).await.0;
        assert_eq!((host.rematch.you, host.rematch.rival), (false, true));
        assert_eq!((host.status, host.number), (RoomStatus::Ended, 1));
        // RECO-07: result, score and offer are there again.
        reload(&world, &mut pair.host).await;
        assert_eq!(end(&pair.host).0, "resignation");
        assert_eq!(score(&mut pair).await, (0, 1, 0));
    }
    // Twice by the same person is not twice.
    accepted(&mut pair.guest, "gameRematch", rematch(&running, "accept")).await;
    assert_eq!(everything(&mut pair.guest).await.0.number, 1);
    accepted(&mut pair.host, "gameRematch", rematch(&running, "accept")).await;
    pair.guest
        .until(|player| player.game.as_ref().unwrap().number == 2)
        .await
        .unwrap();
}

#[tokio::test]
async fn either_declines_and_no_game_follows() {
    let world = club().await;
    for side in [Side::Black, Side::White] {
        let mut pair = sit(&world, None).await;
        resigns(&mut pair, Side::White).await;
        let game = pair.game().id.clone();
        accepted(
            pair.side(other(side)),
            "gameRematch",
            rematch(&game, "accept"),
        )
        .await;
        accepted(pair.side(side), "gameRematch", rematch(&game, "decline")).await;
        for player in [&mut pair.host, &mut pair.guest] {
            player
                .until(|player| player.room.as_ref().unwrap().rematch_declined)
                .await
                .unwrap();
            let before = everything(player).await;
            refused(
                player,
                "gameRematch",
                rematch(&game, "accept"),
                "rematch_declined",
            )
            .await;
            let after = everything(player).await;
            assert_eq!(after, before);
            assert_eq!((after.0.number, after.0.status), (1, RoomStatus::Ended));
        }
    }
}

#[tokio::test]
async fn an_acceptance_for_an_older_game_is_stale_and_shows_the_present_one() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let first = pair.game().id.clone();
    resigns(&mut pair, Side::White).await;
    pair.rematch().await.unwrap();
    for ended in [false, true] {
        if ended {
            resigns(&mut pair, Side::Black).await;
        }
        for (player, act) in [(&mut pair.host, "accept"), (&mut pair.guest, "decline")] {
            let before = everything(player).await;
            let late = refused(player, "gameRematch", rematch(&first, act), "stale").await;
            assert_eq!(
                late.room.as_deref(),
                Some(&before.0),
                "as its page shows it"
            );
            assert_eq!(everything(player).await, before);
        }
    }
}
