//! Every command is sent again under the same id: by the tab that sent it, and by
//! another one. It is answered again and changes nothing.

use crate::club::{
    BOTH_KINGS, GRACE, MINUTE, VEZZ, accepted, calm, club, does, everything, open_room, pass_awake,
    play, seated, show, sit, to_do, to_huff, to_move,
};
use damero_protocol::server::{BySide, Game, Room, Side};
use damero_tests::bots::Pair;
use damero_tests::player::Answer;
use damero_tests::{Player, World};
use futures_util::future::join_all;
use serde_json::{Value, json};

/// Two people, whether it is the host who acts, and the command's fields.
type Scene = (Pair, bool, Value);

/// Commands with what distinguishes their scenes.
const SCENES: &[(&str, &str)] = &[
    ("roomCreate", ""),
    ("roomJoin", ""),
    ("roomAccept", "first"),
    ("roomAccept", "second"),
    ("roomCancel", "host"),
    ("roomCancel", "guest"),
    ("gameMove", ""),
    ("gameHuff", ""),
    ("gameDraw", "offer"),
    ("gameDraw", "accept"),
    ("gameDraw", "decline"),
    ("gameClaimDraw", "repetition"),
    ("gameClaimDraw", "no_progress"),
    ("gameCancel", "ask"),
    ("gameCancel", "agree"),
    ("gameCancel", "refuse"),
    ("gameResign", ""),
    ("gameFlag", ""),
    ("gameRematch", "first"),
    ("gameRematch", "second"),
    ("gameRematch", "decline"),
];

async fn scene(world: &World, action: &str, kind: &str) -> Scene {
    match action {
        "roomCreate" | "roomJoin" | "roomAccept" | "roomCancel" => room(world, action, kind).await,
        "gameRematch" => rematch(world, kind).await,
        "gameDraw" | "gameCancel" => answer(world, action, kind).await,
        _ => game(world, action, kind).await,
    }
}

async fn room(world: &World, action: &str, kind: &str) -> Scene {
    if action == "roomCreate" {
        let (host, guest) = (
            world.visitor().await.unwrap(),
            world.visitor().await.unwrap(),
        );
        let fields = json!({ "rule_set": VEZZ, "colour": "random", "clock": "10+5" });
        return (Pair { host, guest }, true, fields);
    }
    if action == "roomJoin" {
        let (mut host, guest) = (
            world.visitor().await.unwrap(),
            world.visitor().await.unwrap(),
        );
        let room = open_room(&mut host, None, "mine").await;
        return (Pair { host, guest }, false, json!({ "room": room }));
    }
    let (mut host, guest, room) = seated(world).await;
    if kind == "second" {
        accepted(&mut host, "roomAccept", json!({ "room": room })).await;
    }
    (
        Pair { host, guest },
        kind == "host",
        json!({ "room": room }),
    )
}

async fn rematch(world: &World, kind: &str) -> Scene {
    let mut pair = sit(world, None).await;
    let game = pair.game().id.clone();
    accepted(&mut pair.host, "gameResign", json!({ "game": game })).await;
    let act = if kind == "decline" { kind } else { "accept" };
    let fields = json!({ "game": game, "do": act });
    if kind == "second" {
        accepted(&mut pair.host, "gameRematch", &fields).await;
    }
    (pair, false, fields)
}

async fn answer(world: &World, action: &str, kind: &str) -> Scene {
    let mut pair = sit(world, None).await;
    let asks = if action == "gameDraw" { "offer" } else { "ask" };
    if kind != asks {
        does(&mut pair, Side::White, action, asks).await;
    }
    let fields = to_do(pair.game(), kind);
    (pair, true, fields)
}

async fn game(world: &World, action: &str, kind: &str) -> Scene {
    let mut pair = sit(world, (action == "gameFlag").then_some("10+5")).await;
    let claim = |game: &Game, claim: &str| json!({ "game": game.id, "turn_no": game.turn_no, "claim": claim });
    match (action, kind) {
        ("gameMove", _) => (),
        ("gameHuff", _) => play(&mut pair, "10-15 21-17 15-19 23-18").await,
        ("gameClaimDraw", "repetition") => {
            play(&mut pair, BOTH_KINGS).await;
            play(&mut pair, "31-27 11-8 27-31 8-11 31-27 11-8 27-31").await;
            let mut fields = claim(pair.game(), kind);
            fields["path"] = json!([8, 11]);
            return (pair, false, fields);
        }
        ("gameClaimDraw", _) => {
            play(&mut pair, BOTH_KINGS).await;
            for _ in 0..20 {
                play(&mut pair, "31-27 11-8 27-31 8-11").await;
            }
        }
        ("gameFlag", _) => {
            pass_awake(world, 10 * MINUTE, &mut [&mut pair.host, &mut pair.guest]).await;
            world.pass(GRACE).await;
        }
        _ => (),
    }
    let now = pair.game().clone();
    let fields = match action {
        "gameMove" => to_move(&now, &[9, 14]),
        "gameHuff" => to_huff(&now, 18),
        "gameClaimDraw" => claim(&now, kind),
        _ => json!({ "game": now.id }),
    };
    (pair, true, fields)
}

type Seen = Vec<(Room, Option<Game>)>;

/// What everybody sees who has to do with the room.
async fn seen(world: &World, pair: &mut Pair) -> Seen {
    let mut seen = Vec::new();
    for player in [&mut pair.host, &mut pair.guest] {
        if player.room.is_some() {
            calm(world, player).await;
            let (room, mut game) = everything(player).await;
            if let Some(game) = &mut game {
                // Tabs come and go here; that is no change of the game.
                game.present = BySide {
                    white: true,
                    black: true,
                };
            }
            seen.push((room, game));
        }
    }
    seen
}

async fn sent_twice(world: &World, (action, kind): (&str, &str)) {
    let (mut pair, host_acts, fields) = scene(world, action, kind).await;
    let name = format!("{action} {kind}");
    let id = Player::new_id(world.now());
    let mut first = None;
    for round in ["the first", "again", "from another tab"] {
        let player = if host_acts {
            &mut pair.host
        } else {
            &mut pair.guest
        };
        if round == "from another tab" {
            let room = player.room.as_ref().unwrap().id.clone();
            let mut tab = player.another_tab().await.unwrap();
            tab.now = world.now();
            show(&mut tab, &room).await;
            *player = tab;
        }
        let answer = player.ask_as(&id, action, &fields).await.unwrap();
        assert!(
            matches!(answer, Answer::Accepted(_)),
            "{name} {round}: {answer:?}"
        );
        let now = seen(world, &mut pair).await;
        let first = first.get_or_insert_with(|| now.clone());
        assert_eq!(&now, first, "{name} {round}");
    }
}

#[tokio::test]
async fn every_command_that_is_sent_again_is_answered_again_and_changes_nothing() {
    // Moving one club's clock is every scene's affair: one has a club of its own.
    let (still, late) = (club().await, club().await);
    let scenes = SCENES.iter().map(|scene| {
        let world = if scene.0 == "gameFlag" { &late } else { &still };
        sent_twice(world, *scene)
    });
    join_all(scenes).await;
}

#[tokio::test]
async fn a_command_answered_long_after_shows_the_room_as_it_is_now() {
    let world = club().await;
    let (mut host, mut guest, room) = seated(&world).await;
    let fields = json!({ "room": room });
    let (join, accept) = (Player::new_id(guest.now), Player::new_id(guest.now));
    accepted(&mut host, "roomAccept", &fields).await;
    guest.ask_as(&accept, "roomAccept", &fields).await.unwrap();
    guest.until(|guest| guest.game.is_some()).await.unwrap();
    let game = json!({ "game": guest.game.as_ref().unwrap().id });
    accepted(&mut host, "gameResign", game).await;
    let before = everything(&mut guest).await;
    for (id, action) in [(&accept, "roomAccept"), (&join, "roomJoin")] {
        guest.ask_as(id, action, &fields).await.unwrap();
        assert_eq!(guest.room.as_ref(), Some(&before.0), "{action}");
    }
    assert_eq!(everything(&mut guest).await, before);
}
