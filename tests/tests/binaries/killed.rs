//! Sandboxes that die in mid-play: nothing is lost and nothing doubled.

use std::ops::RangeInclusive;
use std::time::Duration;

use damero_local::{Binaries, SandboxPhase, SandboxView, Sandboxes, Skew};
use damero_protocol::server::Game;
use damero_tests::World;
use damero_tests::bots::{Pair, squares};
use damero_tests::player::{Answer, Player};
use damero_tests::referee::judge;
use damero_tests::world::{Making, Running};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::house::{club, sit, to_move};

/// Beyond so many turns somebody resigns.
const LONGEST: u32 = 60;
/// Lives, in microseconds, of a busy sandbox that is to be killed: at once, while it
/// reads and writes, while it posts, hardly ever in time.
const LIVES: [u64; 6] = [0, 1_000, 2_000, 4_000, 8_000, 16_000];

/// `DAMERO_SEED` plays another game.
fn seed() -> u64 {
    let given = std::env::var("DAMERO_SEED").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(4)
}

/// What a turn's mover does.
fn choose(game: &Game, rng: &mut StdRng, turns: u32) -> (&'static str, Value) {
    if turns > LONGEST {
        return ("gameResign", json!({ "game": game.id }));
    }
    if let Some(square) = game.huffable.first().filter(|_| rng.random_bool(0.5)) {
        let fields = json!({ "game": game.id, "turn_no": game.turn_no, "square": square });
        return ("gameHuff", fields);
    }
    let mv = game.legal.choose(rng).unwrap();
    ("gameMove", to_move(game, &squares(mv)))
}

fn function(action: &str) -> &'static str {
    match action {
        "gameResign" => "game-resign",
        "gameHuff" => "game-huff",
        _ => "game-move",
    }
}

/// Kills a function's sandboxes so long after its next invocation has begun, or never.
async fn strike(sandboxes: &Sandboxes, function: &str, life: Option<Duration>) {
    let Some(life) = life else {
        return std::future::pending().await;
    };
    let busy = |list: &[SandboxView]| {
        list.iter()
            .any(|one| one.function == function && one.phase == SandboxPhase::Busy)
    };
    sandboxes.until(busy).await;
    tokio::time::sleep(life).await;
    sandboxes.kill(function).await;
}

/// Sends a command whose function may be struck, as often as it takes.
async fn ask(
    player: &mut Player,
    action: &str,
    fields: Value,
    strike: impl Future<Output = ()>,
) -> Answer {
    let asking = player.ask(action, fields);
    tokio::pin!(asking, strike);
    tokio::select! {
        answer = &mut asking => return answer.unwrap(),
        () = &mut strike => {}
    }
    asking.await.unwrap()
}

/// Both pages ask for the present state, as a page does when it has heard nothing.
async fn sync(pair: &mut Pair) {
    let room = pair.game().room.clone().unwrap_or_default();
    for player in [&mut pair.host, &mut pair.guest] {
        player.sync_room(&room).await.unwrap();
    }
}

/// The gateway's own word that a function failed is no message of the club's.
fn forget_failures(pair: &mut Pair) -> usize {
    let mut failures = 0;
    for player in [&mut pair.host, &mut pair.guest] {
        let before = player.heard.len();
        player
            .heard
            .retain(|text| !text.contains("\"Internal server error\""));
        failures += before - player.heard.len();
    }
    failures
}

#[tokio::test]
async fn a_game_survives_sandboxes_that_are_killed_at_random() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    let mut rng = StdRng::seed_from_u64(seed());
    let mut turns = 0;
    while pair.game().ended.is_none() {
        turns += 1;
        let (mover, _) = pair.by_turn();
        let game = mover.game.clone().unwrap();
        let (action, fields) = choose(&game, &mut rng, turns);
        let life = LIVES.choose(&mut rng).copied().map(Duration::from_micros);
        let life = life.filter(|_| rng.random_bool(0.4));
        let strike = strike(world.sandboxes(), function(action), life);
        let answer = ask(mover, action, fields, strike).await;
        assert_eq!(answer.code(), None, "{action}: {answer:?}");
        sync(&mut pair).await;
        let now = pair.game();
        assert_eq!(now.v, pair.guest.game.as_ref().unwrap().v);
        // Once, however often it was sent.
        assert_eq!(now.seq, game.seq + 1, "{action}, seed {}", seed());
    }
    let failures = forget_failures(&mut pair);
    println!("{turns} turns, {failures} invocations hit");
    assert!(failures > 0, "no invocation was hit");
    judge(&mut pair).await.unwrap();
}

#[tokio::test]
async fn a_game_does_not_notice_cold_starts() {
    let world = club().await;
    let mut pair = sit(&world, None).await;
    for line in ["9-14", "22-18", "11-15", "18x11", "8x15", "25-22"] {
        world.sandboxes().chill("*");
        crate::house::play(&mut pair, line).await;
    }
    let game = json!({ "game": pair.game().id });
    world.sandboxes().chill("*");
    pair.host.ask("gameResign", game).await.unwrap();
    pair.agree().await.unwrap();
    judge(&mut pair).await.unwrap();
    assert_eq!(forget_failures(&mut pair), 0);
}

/// A club whose hosts' clocks are off by so many milliseconds.
async fn skewed(ms: RangeInclusive<i64>) -> World {
    let mut binaries = Binaries::beside().unwrap();
    binaries.skew = Some(Skew { seed: seed(), ms });
    let making = Making {
        functions: Running::Binaries(binaries),
        ..Making::default()
    };
    let world = World::made(making).await;
    world.unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn hosts_whose_clocks_differ_as_they_may_play_one_game() {
    let world = skewed(-900..=10_000).await;
    let mut pair = sit(&world, Some("10+5")).await;
    for line in ["9-14", "22-18", "11-15", "18x11", "8x15", "25-22"] {
        // Another host, another clock.
        world.sandboxes().chill("*");
        crate::house::play(&mut pair, line).await;
    }
    let (game, _, times) = pair.whole_record().await.unwrap();
    assert!(times.is_sorted() && times[0] >= game.started, "{times:?}");
    let clock = game.clock.unwrap();
    for left in [clock.white, clock.black] {
        assert!(left <= 615_000, "nobody gains by a host's clock: {left}");
    }
}

#[tokio::test]
async fn a_host_too_far_behind_writes_nothing() {
    let world = skewed(-60_000..=-60_000).await;
    let mut host = world.visitor().await.unwrap();
    let fields = json!({ "rule_set": "vezz-8x8", "colour": "mine" });
    let id = Player::new_id(host.now);
    host.send(&id, "roomCreate", fields).await.unwrap();
    let answer = host.answer_to(&id).await.unwrap();
    assert!(
        answer.is_none(),
        "its outcome is unknown to the player: {answer:?}"
    );
    assert!(host.room.is_none());
}
