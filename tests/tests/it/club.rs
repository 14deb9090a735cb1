//! What every test needs: a club on a still clock, two people in it, lines of play.

use damero_protocol::client::Colour;
use damero_protocol::server::{Game, Message, Refused, Room, Side};
use damero_tests::bots::{Pair, squares};
use damero_tests::player::Answer;
use damero_tests::{Player, World};
use serde::Serialize;
use serde_json::{Value, json};

pub(crate) const SECOND: i64 = 1_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const HOUR: i64 = 60 * MINUTE;
pub(crate) const DAY: i64 = 24 * HOUR;

/// Nobody acts on a passed deadline before so long after it.
pub(crate) const GRACE: i64 = 1_500;

/// The default rule set, and the site's.
pub(crate) const VEZZ: &str = "vezz-8x8";

/// Red and White have a king each; Red is to move.
pub(crate) const BOTH_KINGS: &str =
    "9-14 23-19 11-16 26-23 8-11 31-26 4-8 24-20 11-15 20x11x4 15x24x31 4-11";

pub(crate) async fn club() -> World {
    World::still().await.unwrap()
}

/// Two people whose first game has just started; the host is Red and moves first.
pub(crate) async fn sit(world: &World, clock: Option<&str>) -> Pair {
    sit_at(world, VEZZ, clock).await
}

pub(crate) async fn sit_at(world: &World, rule_set: &str, clock: Option<&str>) -> Pair {
    let (host, guest) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    Pair::sit(host, guest, rule_set, clock, Colour::Mine)
        .await
        .unwrap()
}

/// A command that must be accepted; the message that says so.
pub(crate) async fn accepted(player: &mut Player, action: &str, fields: impl Serialize) -> Message {
    match player.ask(action, fields).await.unwrap() {
        Answer::Accepted(message) => *message,
        Answer::Refused(refused) => panic!("{action} was refused: {refused:?}"),
    }
}

/// A command that must be refused with this code.
pub(crate) async fn refused(
    player: &mut Player,
    action: &str,
    fields: impl Serialize,
    code: &str,
) -> Refused {
    match player.ask(action, fields).await.unwrap() {
        Answer::Refused(refused) => {
            assert_eq!(refused.code, code, "{action}: {refused:?}");
            *refused
        }
        Answer::Accepted(message) => panic!("{action} was no {code} but accepted: {message:?}"),
    }
}

/// What a room's page shows; its game is then known too.
pub(crate) async fn show(player: &mut Player, room: &str) -> Room {
    match player.sync_room(room).await.unwrap() {
        Answer::Accepted(_) => player.room.clone().unwrap(),
        Answer::Refused(refused) => panic!("the room is not shown: {refused:?}"),
    }
}

/// Hears what was posted to this tab so far.
pub(crate) async fn listen(player: &mut Player) {
    player.listen().await.unwrap();
}

/// Waits until everything that this tab has sent is done and its answers are heard.
pub(crate) async fn calm(world: &World, player: &mut Player) {
    listen(player).await;
    world.settle().await;
    listen(player).await;
}

/// The game as the server has it now, for this player.
pub(crate) async fn stored(player: &mut Player, game: &str) -> Game {
    match accepted(player, "historyGet", json!({ "game": game })).await {
        Message::Record { game, .. } => *game,
        other => panic!("no record: {other:?}"),
    }
}

/// Room and game as the server has them now, for this player.
pub(crate) async fn everything(player: &mut Player) -> (Room, Option<Game>) {
    let room = player.room.as_ref().unwrap().id.clone();
    let room = show(player, &room).await;
    let game = match &room.game {
        Some(game) => Some(stored(player, game).await),
        None => None,
    };
    (room, game)
}

/// The fields of a move of the present turn.
pub(crate) fn to_move(game: &Game, path: &[u8]) -> Value {
    json!({ "game": game.id, "turn_no": game.turn_no, "path": path })
}

/// The fields of a huff of the present turn.
pub(crate) fn to_huff(game: &Game, square: u8) -> Value {
    json!({ "game": game.id, "turn_no": game.turn_no, "square": square })
}

/// The fields of what is done at the present event: draws, cancelling.
pub(crate) fn to_do(game: &Game, act: &str) -> Value {
    json!({ "game": game.id, "seq": game.seq, "do": act })
}

/// Plays moves (`9-14`) and huffs (`!14`); each side hears each of them.
pub(crate) async fn play(pair: &mut Pair, line: &str) {
    for token in line.split_whitespace() {
        let (mover, _) = pair.by_turn();
        let game = mover.game.clone().unwrap();
        match token.strip_prefix('!') {
            Some(square) => {
                let square = square.parse().unwrap();
                accepted(mover, "gameHuff", to_huff(&game, square)).await
            }
            None => accepted(mover, "gameMove", to_move(&game, &squares(token))).await,
        };
        pair.agree().await.unwrap();
    }
}

/// A command about the game that this side sends at its present event.
pub(crate) async fn does(pair: &mut Pair, side: Side, action: &str, act: &str) {
    let player = pair.side(side);
    let game = player.game.clone().unwrap();
    accepted(player, action, to_do(&game, act)).await;
    pair.agree().await.unwrap();
}

/// Lets time pass in steps that leave nobody idle for ten minutes.
pub(crate) async fn pass_awake(world: &World, ms: i64, players: &mut [&mut Player]) {
    let mut left = ms;
    while left > 0 {
        let step = left.min(5 * MINUTE);
        world.pass(step).await;
        left -= step;
        for player in players.iter_mut() {
            listen(player).await;
        }
    }
}

/// Closes the tab and opens its page again.
pub(crate) async fn reload(world: &World, player: &mut Player) {
    player.close().await;
    world.settle().await;
    player.reconnect().await.unwrap();
    player.now = world.now();
    let room = player.room.as_ref().unwrap().id.clone();
    show(player, &room).await;
    listen(player).await;
}

/// How the present game ended: reason and winner.
pub(crate) fn end(player: &Player) -> (String, Option<Side>) {
    let ended = player.game.as_ref().unwrap().ended.clone().unwrap();
    (ended.reason, ended.winner)
}

/// A room of this person's with a free seat.
pub(crate) async fn open_room(host: &mut Player, clock: Option<&str>, colour: &str) -> String {
    let mut fields = json!({ "rule_set": VEZZ, "colour": colour });
    if let Some(clock) = clock {
        fields["clock"] = json!(clock);
    }
    accepted(host, "roomCreate", fields).await;
    host.room.as_ref().unwrap().id.clone()
}

/// Both people of a new room, neither of whom has accepted yet.
pub(crate) async fn seated(world: &World) -> (Player, Player, String) {
    let (mut host, mut guest) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    let room = open_room(&mut host, None, "mine").await;
    accepted(&mut guest, "roomJoin", json!({ "room": room })).await;
    (host, guest, room)
}
