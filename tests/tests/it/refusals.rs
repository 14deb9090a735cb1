//! Every refusal in a game says why, shows the game as it is and changes nothing.

use crate::club::{
    accepted, calm, club, does, everything, play, refused, sit, sit_at, to_do, to_huff, to_move,
};
use damero_protocol::server::Side;
use damero_tests::World;
use damero_tests::bots::Pair;
use futures_util::future::join_all;
use serde_json::{Value, json};

/// Moves before, what stands open then, who asks for what, and the code.
pub(crate) type GameCase = (
    &'static str,
    &'static str,
    Side,
    &'static str,
    fn(&Game) -> Value,
    &'static str,
);
type Game = damero_protocol::server::Game;

const HUFFABLE: &str = "10-15 21-17 15-19 23-18";
const RED: Side = Side::Black;
const WHITE: Side = Side::White;

fn other_turn(game: &Game, by: i32) -> Value {
    json!({ "game": game.id, "turn_no": i32::from(game.turn_no) + by, "path": [9, 14] })
}

fn other_event(game: &Game, by: i32, act: &str) -> Value {
    json!({ "game": game.id, "seq": i32::from(game.seq) + by, "do": act })
}

fn repeats(game: &Game, path: &[u8]) -> Value {
    json!({ "game": game.id, "turn_no": game.turn_no, "claim": "repetition", "path": path })
}

fn no_progress(game: &Game) -> Value {
    json!({ "game": game.id, "turn_no": game.turn_no, "claim": "no_progress" })
}

fn whole(game: &Game) -> Value {
    json!({ "game": game.id })
}

pub(crate) const GAMES: &[GameCase] = &[
    (
        "",
        "",
        WHITE,
        "gameMove",
        |game| to_move(game, &[22, 18]),
        "not_your_turn",
    ),
    (
        "9-14",
        "",
        RED,
        "gameMove",
        |game| to_move(game, &[5, 9]),
        "not_your_turn",
    ),
    (
        "9-14",
        "",
        RED,
        "gameMove",
        |game| other_turn(game, -1),
        "stale",
    ),
    (
        "9-14 22-18",
        "",
        RED,
        "gameMove",
        |game| other_turn(game, -2),
        "stale",
    ),
    ("", "", RED, "gameMove", |game| other_turn(game, 1), "early"),
    (
        HUFFABLE,
        "",
        RED,
        "gameHuff",
        |game| to_huff(game, 17),
        "not_huffable",
    ),
    (
        "9-14",
        "",
        WHITE,
        "gameHuff",
        |game| to_huff(game, 14),
        "nothing_to_huff",
    ),
    (
        "",
        "",
        RED,
        "gameClaimDraw",
        |game| repeats(game, &[9, 14]),
        "not_yet",
    ),
    (
        "",
        "",
        RED,
        "gameClaimDraw",
        |game| repeats(game, &[9, 18]),
        "not_reachable",
    ),
    ("", "", RED, "gameClaimDraw", no_progress, "plies_missing"),
    ("", "", WHITE, "gameClaimDraw", no_progress, "not_your_turn"),
    (
        "",
        "offer",
        RED,
        "gameDraw",
        |game| to_do(game, "offer"),
        "offer_open",
    ),
    (
        "",
        "offer",
        WHITE,
        "gameDraw",
        |game| to_do(game, "offer"),
        "offer_open",
    ),
    (
        "",
        "offer",
        RED,
        "gameDraw",
        |game| to_do(game, "accept"),
        "own_offer",
    ),
    (
        "",
        "offer",
        RED,
        "gameDraw",
        |game| to_do(game, "decline"),
        "own_offer",
    ),
    (
        "",
        "",
        RED,
        "gameDraw",
        |game| to_do(game, "accept"),
        "no_offer",
    ),
    (
        "",
        "",
        RED,
        "gameDraw",
        |game| to_do(game, "decline"),
        "no_offer",
    ),
    (
        "",
        "declined",
        RED,
        "gameDraw",
        |game| to_do(game, "offer"),
        "offer_too_soon",
    ),
    (
        "9-14",
        "offer",
        WHITE,
        "gameDraw",
        |game| other_event(game, -1, "accept"),
        "stale",
    ),
    (
        "",
        "",
        WHITE,
        "gameDraw",
        |game| other_event(game, 1, "accept"),
        "early",
    ),
    (
        "",
        "ask",
        RED,
        "gameCancel",
        |game| to_do(game, "ask"),
        "cancel_open",
    ),
    (
        "",
        "ask",
        WHITE,
        "gameCancel",
        |game| to_do(game, "ask"),
        "cancel_open",
    ),
    (
        "",
        "ask",
        RED,
        "gameCancel",
        |game| to_do(game, "agree"),
        "own_cancel",
    ),
    (
        "",
        "ask",
        RED,
        "gameCancel",
        |game| to_do(game, "refuse"),
        "own_cancel",
    ),
    (
        "",
        "",
        RED,
        "gameCancel",
        |game| to_do(game, "agree"),
        "no_cancel",
    ),
    (
        "",
        "",
        RED,
        "gameCancel",
        |game| to_do(game, "refuse"),
        "no_cancel",
    ),
    (
        "",
        "not cancelled",
        RED,
        "gameCancel",
        |game| to_do(game, "ask"),
        "cancel_too_soon",
    ),
    (
        "9-14",
        "",
        WHITE,
        "gameCancel",
        |game| other_event(game, -1, "ask"),
        "stale",
    ),
    ("", "", WHITE, "gameFlag", whole, "no_clock"),
    (
        "",
        "",
        WHITE,
        "gameRematch",
        |game| json!({ "game": game.id, "do": "accept" }),
        "game_running",
    ),
    (
        "",
        "",
        WHITE,
        "gameRematch",
        |game| json!({ "game": game.id, "do": "decline" }),
        "game_running",
    ),
    (
        "",
        "resigned",
        WHITE,
        "gameMove",
        |game| to_move(game, &[22, 18]),
        "game_over",
    ),
    ("", "resigned", RED, "gameResign", whole, "game_over"),
    ("", "resigned", RED, "gameFlag", whole, "game_over"),
];

async fn prepare(pair: &mut Pair, open: &str) {
    match open {
        "offer" => does(pair, RED, "gameDraw", "offer").await,
        "ask" => does(pair, RED, "gameCancel", "ask").await,
        "not cancelled" => {
            does(pair, RED, "gameCancel", "ask").await;
            does(pair, WHITE, "gameCancel", "refuse").await;
        }
        "declined" => {
            does(pair, RED, "gameDraw", "offer").await;
            does(pair, WHITE, "gameDraw", "decline").await;
        }
        "resigned" => {
            let fields = whole(pair.game());
            accepted(pair.side(WHITE), "gameResign", fields).await;
            pair.agree().await.unwrap();
        }
        _ => {}
    }
}

async fn game_refusal(world: &World, case: GameCase) {
    let (line, open, side, action, fields, code) = case;
    let mut pair = sit(world, None).await;
    play(&mut pair, line).await;
    prepare(&mut pair, open).await;
    let player = pair.side(side);
    let before = everything(player).await;
    let fields = fields(player.game.as_ref().unwrap());
    let refusal = refused(player, action, fields, code).await;
    let name = format!("{line:?} {open} {side:?} {action} {code}");
    if action == "gameRematch" {
        assert_eq!(refusal.room.as_deref(), Some(&before.0), "{name}");
    } else {
        assert_eq!(refusal.game.as_deref(), before.1.as_ref(), "{name}");
        let now = before.1.as_ref().unwrap();
        let told = (refusal.v, refusal.turn_no, refusal.seq);
        assert_eq!(
            told,
            (Some(now.v), Some(now.turn_no), Some(now.seq)),
            "{name}"
        );
    }
    calm(world, player).await;
    assert_eq!(everything(player).await, before, "{name}");
    let rival = everything(pair.side(damero_tests::bots::other(side))).await;
    assert_eq!(
        (rival.0.v, rival.1.unwrap().v),
        (before.0.v, before.1.unwrap().v),
        "{name}"
    );
}

#[tokio::test]
async fn a_refusal_in_a_game_changes_nothing_and_shows_it_as_it_is() {
    let world = club().await;
    join_all(GAMES.iter().map(|case| game_refusal(&world, *case))).await;
}

#[tokio::test]
async fn rule_sets_without_huffing_and_claims_say_so() {
    let world = club().await;
    let mut pair = sit_at(&world, "clasica-8x8", None).await;
    let game = pair.game().clone();
    let before = everything(&mut pair.host).await;
    for (action, fields) in [
        ("gameHuff", to_huff(&game, 22)),
        ("gameClaimDraw", repeats(&game, &[9, 14])),
        ("gameClaimDraw", no_progress(&game)),
    ] {
        refused(&mut pair.host, action, fields, "not_this_rule_set").await;
    }
    assert_eq!(everything(&mut pair.host).await, before);
}
