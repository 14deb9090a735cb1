//! What must never be on any wire.

use crate::club::{accepted, club, does, play, reload, sit};
use crate::trouble::every_key;
use damero_app::SessionHash;
use damero_domain::ids::Person;
use damero_protocol::server::Side;
use damero_tests::bots::{Temper, Turn};
use damero_tests::player::Secret;
use damero_tests::sign_in::SignIn;
use damero_tests::socket::{knock, protocols};
use damero_tests::{Player, secrets as never_told};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use tracing_subscriber::EnvFilter;

/// Everything by which a browser could be told or taken for another.
fn secrets(player: &Player) -> Vec<String> {
    let secret = player.secret();
    let hash = SessionHash::of(&secret.0);
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let person = Person::guest(&hash.0).to_string();
    vec![
        secret.token(),
        hex(&secret.0),
        // Any part of the hash that would still name somebody.
        hash.to_hex()[..12].to_owned(),
        hash.to_hex()[52..].to_owned(),
        person[1..13].to_owned(),
    ]
}

/// Names of fields at any depth.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                found.push(name.clone());
                names(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn secu_01_secu_03_no_message_names_a_session_a_connection_or_a_key() {
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    let mut never: Vec<String> = [&pair.host, &pair.guest]
        .into_iter()
        .flat_map(secrets)
        .collect();
    let mut connections = world.stack().controls().connections();
    let mut rng = StdRng::seed_from_u64(7);
    // Beside a game by chance, everything else that a message can be.
    does(&mut pair, Side::White, "gameDraw", "offer").await;
    while pair.turn(&mut rng, &Temper::CALM).await.unwrap() != Turn::Over {
        if pair.game().turn_no == 6 {
            reload(&world, &mut pair.guest).await;
            connections.extend(world.stack().controls().connections());
        }
    }
    pair.record().await.unwrap();
    for player in [&mut pair.host, &mut pair.guest] {
        accepted(player, "historyGet", json!({})).await;
        let _ = player.ask("gameMove", json!({ "game": 1 })).await.unwrap();
        let game = player.game.as_ref().unwrap().id.clone();
        let _ = player
            .ask("gameResign", json!({ "game": game }))
            .await
            .unwrap();
    }
    pair.rematch().await.unwrap();
    play(&mut pair, "9-14").await;
    let room = pair.game().room.clone().unwrap();
    let mut third = world.visitor().await.unwrap();
    never.extend(secrets(&third));
    connections.extend(world.stack().controls().connections());
    let _ = third.sync_room(&room).await.unwrap();
    let _ = third
        .ask("roomJoin", json!({ "room": room }))
        .await
        .unwrap();
    never.extend(connections);
    let keys = every_key(&world).await;
    assert!(keys.iter().any(|key| key.starts_with("SESS#")));
    never.extend(keys);
    let mut heard = 0;
    for player in [&pair.host, &pair.guest, &third] {
        for text in &player.heard {
            heard += 1;
            for secret in &never {
                assert!(!text.contains(secret.as_str()), "{secret} in {text}");
            }
            let mut fields = Vec::new();
            names(&serde_json::from_str(text).unwrap(), &mut fields);
            for name in fields {
                let told = [
                    "session",
                    "connection",
                    "secret",
                    "token",
                    "hash",
                    "address",
                    "pk",
                    "sk",
                ];
                let lower = name.to_lowercase();
                assert!(!told.contains(&lower.as_str()), "{name} in {text}");
            }
        }
    }
    assert!(heard > 60, "{heard} messages");
}

/// What is logged, to be read again.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn secu_01_what_functions_log_names_nobody() {
    let log = Log::default();
    let writer = log.clone();
    // More than any deployment would be told to say.
    let filter = "info,damero_app=trace,damero_lambda=trace,damero_store=trace";
    tracing_subscriber::fmt()
        .json()
        .with_env_filter(EnvFilter::new(filter))
        .with_writer(move || writer.clone())
        .try_init()
        .unwrap();
    let world = club().await;
    let mut pair = sit(&world, Some("10+5")).await;
    play(&mut pair, "9-14 22-18").await;
    reload(&world, &mut pair.guest).await;
    // Refused at the door, with a token; a function that fails; a command too late.
    let server = world.stack().http_addr();
    let offered = protocols(pair.host.secret()).replace("damero.v1", "damero.v0");
    assert!(
        knock(server, world.address(), &offered, None)
            .await
            .is_err()
    );
    let stranger = Secret::random();
    never_told::keep(stranger);
    for _ in 0..21 {
        let address = [127, 0, 9, 9].into();
        let _ = knock(server, address, &protocols(Secret::random()), None).await;
    }
    let refused = knock(server, [127, 0, 9, 9].into(), &protocols(stranger), None).await;
    assert!(refused.is_err(), "one session too many");
    let _ = pair.host.ask("gameMove", json!({ "game": 1 })).await;
    // Somebody links an account, with a token that was spoiled and with the right one.
    let nonce = SessionHash::of(&pair.host.secret().0).nonce(0);
    let sign_in = SignIn::new(server, nonce);
    let token = sign_in.token(server, "ana-0001");
    let token = token.await.unwrap();
    let (message, signature) = token.rsplit_once('.').unwrap();
    let other = if signature.starts_with('A') { 'B' } else { 'A' };
    let spoiled = format!("{message}.{other}{}", &signature[1..]);
    for (token, accepted) in [(spoiled, false), (token, true)] {
        let fields = json!({ "id_token": token });
        let answer = pair.host.ask("accountLink", fields).await.unwrap();
        assert_eq!(answer.code().is_none(), accepted, "{answer:?}");
    }
    world.pass(3_600_000).await;
    world.settle().await;
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("connection refused"), "{log}");
    log.lines().for_each(never_told::check);
}
