//! When timers are to fire: never before what they end is over, and no later than needed.

use crate::club::{Club, Tab, move_fields, tab};
use crate::ports::Timer;
use crate::scenes::{Scene, Stage};
use crate::script::overtaken;
use damero_app::{actions, timers};
use damero_domain::ids::GameId;
use damero_domain::time::{Millis, Timestamp};
use serde_json::{Value, json};

const MINUTE: i64 = 60_000;
const GRACE: i64 = 1500;

/// A game of 20+10, red to move.
async fn playing(club: &Club) -> (Tab, Tab, GameId) {
    let (red, white) = (tab(1, 0), tab(2, 0));
    let (_, game) = club.playing(&red, &white).await;
    (red, white, game)
}

/// What the watchdog arms when it looks.
async fn look(club: &Club, game: GameId) -> Vec<Timer> {
    club.armed.take();
    timers::clock(&club.app, game).await.unwrap();
    club.armed.take()
}

fn after(game: GameId, ms: i64) -> Vec<Timer> {
    vec![Timer::Clock(game, Millis(ms))]
}

#[tokio::test]
async fn an_invitation_ends_a_grace_after_its_day() {
    let club = Club::new().await;
    let room = club.create(&tab(1, 0)).await;
    let created = club.room(room).await.room.conditions.created;
    let over = Timestamp(created.0 + 24 * 60 * MINUTE + GRACE);
    assert_eq!(club.armed.take(), [Timer::Lapse(room, over)]);
}

#[tokio::test]
async fn a_game_is_watched_from_its_start_to_a_grace_after_the_first_clock() {
    let club = Club::new().await;
    let (_, _, game) = playing(&club).await;
    let armed = club.armed.take();
    assert_eq!(armed[1..], after(game, 20 * MINUTE + GRACE));
}

#[tokio::test]
async fn each_look_arms_the_next_for_whichever_clock_could_fall_first() {
    let club = Club::new().await;
    let (red, white, game) = playing(&club).await;
    club.clock.pass(5 * MINUTE);
    assert_eq!(look(&club, game).await, after(game, 15 * MINUTE + GRACE));
    // `does` takes a second of its own.
    let moves = move_fields(game, 0, "11-15");
    club.does::<actions::GameMove>(&red, moves).await;
    club.clock.pass(19 * MINUTE - 1000);
    let moves = move_fields(game, 1, "22-18");
    club.does::<actions::GameMove>(&white, moves).await;
    // White has a minute and ten seconds, and gets the turn as soon as red likes.
    assert_eq!(look(&club, game).await, after(game, 70_000 + GRACE));
}

#[tokio::test]
async fn a_look_in_the_grace_comes_again_and_one_after_it_does_not() {
    let club = Club::new().await;
    let (_, _, game) = playing(&club).await;
    club.clock.pass(20 * MINUTE + GRACE - 1);
    assert_eq!(look(&club, game).await, after(game, 1000));
    assert!(club.game(game).await.game.ended().is_none());
    club.clock.pass(1);
    assert_eq!(look(&club, game).await, []);
    assert!(club.game(game).await.game.ended().is_some());
}

/// How a game stands in the last message that a tab heard.
fn last_heard(club: &Club, tab: &Tab) -> Value {
    let heard = club.posts.to(&tab.connection);
    let last = heard.last().expect("something was heard");
    serde_json::from_str::<Value>(last).unwrap()["game"]["ended"].clone()
}

#[tokio::test]
async fn the_daily_walk_tells_both_of_a_game_that_it_ended() {
    let club = Club::new().await;
    let (red, white, _) = playing(&club).await;
    club.clock.pass(20 * MINUTE + GRACE + 1000);
    club.posts.take();
    assert_eq!(timers::audit(&club.app).await.unwrap(), 1);
    for tab in [&red, &white] {
        assert_eq!(last_heard(&club, tab)["reason"], "time");
    }
}

/// Whoever looks while another writes the flag is shown the end, not what they read.
#[tokio::test]
async fn a_flag_that_came_second_shows_the_end() {
    let club = Club::new().await;
    let scene = Scene::after(&club, Stage::TimeOver, 0).await;
    let flag = scene.in_game(&scene.white, "gameFlag", &json!({}));
    let app = overtaken(&club, 1, flag);
    let look = scene.in_game(&scene.red, "sync", &json!({}));
    look.run(&app).await.unwrap();
    assert_eq!(last_heard(&club, &scene.red)["reason"], "time");
}
