//! What these tests need: a club of binaries, people in it, invocations.

use std::fmt::Display;
use std::net::SocketAddr;

use damero_local::Binaries;
use damero_protocol::client::Colour;
use damero_protocol::server::{Game, Message};
use damero_tests::bots::{Pair, squares};
use damero_tests::player::Answer;
use damero_tests::world::{Making, Running};
use damero_tests::{Player, World};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

pub(crate) const SECOND: i64 = 1_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const DAY: i64 = 24 * 60 * MINUTE;

/// Red and White have a king each; Red is to move.
pub(crate) const BOTH_KINGS: &str =
    "9-14 23-19 11-16 26-23 8-11 31-26 4-8 24-20 11-15 20x11x4 15x24x31 4-11";

/// The error's own words say what to run if the binaries are missing.
fn ready<T, E: Display>(outcome: Result<T, E>) -> T {
    outcome.unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) async fn club() -> World {
    ready(World::of_binaries().await)
}

/// A club in which one function's every process ends before it has asked for work.
pub(crate) async fn club_without(function: &str) -> (World, TempDir) {
    let real = ready(Binaries::beside()).dir;
    let dir = tempfile::tempdir().unwrap();
    for name in damero_functions() {
        let (own, broken) = (format!("damero-{name}"), name == function);
        let target = if broken {
            "/bin/false".into()
        } else {
            real.join(&own)
        };
        std::os::unix::fs::symlink(target, dir.path().join(own)).unwrap();
    }
    let making = Making {
        functions: Running::Binaries(Binaries::at(dir.path())),
        ..Making::default()
    };
    (ready(World::made(making).await), dir)
}

/// Every function there is.
pub(crate) fn damero_functions() -> Vec<String> {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/../functions");
    let names = std::fs::read_dir(crates).unwrap();
    names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// Two people whose first game has just started; the host is Red and moves first.
pub(crate) async fn sit(world: &World, clock: Option<&str>) -> Pair {
    let (host, guest) = (
        world.visitor().await.unwrap(),
        world.visitor().await.unwrap(),
    );
    Pair::sit(host, guest, "vezz-8x8", clock, Colour::Mine)
        .await
        .unwrap()
}

/// A command that must be accepted.
pub(crate) async fn accepted(player: &mut Player, action: &str, fields: Value) -> Message {
    match player.ask(action, fields).await.unwrap() {
        Answer::Accepted(message) => *message,
        Answer::Refused(refused) => panic!("{action} was refused: {refused:?}"),
    }
}

/// A command that must be refused with this code.
pub(crate) async fn refused(player: &mut Player, action: &str, fields: Value, code: &str) {
    let answer = player.ask(action, fields).await.unwrap();
    assert_eq!(answer.code(), Some(code), "{action}: {answer:?}");
}

/// The fields of what is done at the present event: draws, cancelling.
pub(crate) fn to_do(game: &Game, act: &str) -> Value {
    json!({ "game": game.id, "seq": game.seq, "do": act })
}

/// The fields of a move of the present turn.
pub(crate) fn to_move(game: &Game, path: &[u8]) -> Value {
    json!({ "game": game.id, "turn_no": game.turn_no, "path": path })
}

/// Plays moves (`9-14`) and huffs (`!14`); each side hears each of them.
pub(crate) async fn play(pair: &mut Pair, line: &str) {
    for token in line.split_whitespace() {
        let (mover, _) = pair.by_turn();
        let game = mover.game.clone().unwrap();
        match token.strip_prefix('!') {
            Some(square) => {
                let square: u8 = square.parse().unwrap();
                let fields = json!({ "game": game.id, "turn_no": game.turn_no, "square": square });
                accepted(mover, "gameHuff", fields).await
            }
            None => accepted(mover, "gameMove", to_move(&game, &squares(token))).await,
        };
        pair.agree().await.unwrap();
    }
}

/// Reason of the end that this player was told.
pub(crate) fn end(player: &Player) -> Option<String> {
    let ended = player.game.as_ref()?.ended.as_ref()?;
    Some(ended.reason.clone())
}

/// What an operator's `aws lambda invoke` does.
pub(crate) async fn invoke(world: &World, function: &str, event: &Value) -> Value {
    invoke_at(world.stack().http_addr(), function, event).await
}

pub(crate) async fn invoke_at(address: SocketAddr, function: &str, event: &Value) -> Value {
    let path = format!("/2015-03-31/functions/{function}/invocations");
    http(address, "POST", &path, &event.to_string()).await
}

/// A request that must succeed.
pub(crate) async fn http(address: SocketAddr, method: &str, path: &str, body: &str) -> Value {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(body).unwrap()
}
