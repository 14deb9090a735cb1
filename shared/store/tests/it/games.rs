//! A game is written only as it was read, and begins all or not at all.

use crate::play::{Chance, a_move, send};
use crate::table::{Beginning, GUEST, HOST, OPENER, START, Table, connection, names};
use damero_domain::game::Command;
use damero_domain::room::Seat;
use damero_domain::time::{Stamp, Timestamp};
use damero_rules::Side;
use damero_store::{HeldGame, Place, Saved, Store, keys};

/// The opener's first move, by one of several ways to choose.
fn first_move(held: &HeldGame, way: u64) -> crate::play::Next {
    a_move(&held.game, &mut Chance(way))
}

async fn active(store: &Store) -> Vec<(u8, damero_domain::GameId)> {
    let mut found = Vec::new();
    for shard in 0..keys::ACTIVE_SHARDS {
        let games = store.active(shard).await.unwrap();
        found.extend(games.into_iter().map(|game| (shard, game)));
    }
    found
}

#[tokio::test]
async fn a_started_game_is_what_was_decided() {
    let table = Table::new().await;
    let beginning = Beginning::default();
    let held = table.started(&beginning).await;
    let read = table.game(&held).await;
    assert_eq!(format!("{read:?}"), format!("{held:?}"));
    assert_eq!(names(&read.connections.black), ["host-1"]);
    assert_eq!(names(&read.connections.white), ["guest-1"]);
    let room = table
        .store
        .room(beginning.room_id())
        .await
        .unwrap()
        .unwrap();
    let current = room.room.current.unwrap();
    assert_eq!(current.game, held.game.setup().id);
    assert_eq!(current.side_of(OPENER), Side::Black);
    assert_eq!(room.v, 2);
    for person in [HOST, GUEST] {
        assert_eq!(
            table.store.running(person, None).await.unwrap().games,
            [current.game]
        );
        let page = table.store.history(person, None, 20).await.unwrap();
        assert_eq!(page.games, [current.game]);
    }
}

#[tokio::test]
async fn a_stale_version_loses_and_hears_what_stands() {
    let table = Table::new().await;
    let old = table.started(&Beginning::default()).await;
    let (event, by) = first_move(&old, 1);
    let Ok(Saved::Done(new)) = table.store.append(&old, &event, by).await else {
        panic!("nobody else wrote");
    };
    let (event, by) = first_move(&old, 2);
    match table.store.append(&old, &event, by).await {
        Ok(Saved::Lost(Some(present))) => {
            assert_eq!(format!("{present:?}"), format!("{new:?}"));
        }
        other => panic!("a stale write: {other:?}"),
    }
    assert_eq!(table.game(&old).await.v, new.v);
}

#[tokio::test]
async fn of_many_appends_at_once_one_wins() {
    let table = Table::new().await;
    let mut held = table.started(&Beginning::default()).await;
    for round in 0..10 {
        let moves: Vec<_> = (0..8)
            .map(|way| first_move(&held, round * 8 + way))
            .collect();
        let writes = moves
            .iter()
            .map(|(event, by)| table.store.append(&held, event, *by));
        let outcomes = futures_util::future::join_all(writes).await;
        let mut winners = Vec::new();
        for outcome in outcomes {
            match outcome.unwrap() {
                Saved::Done(next) => winners.push(next),
                Saved::Lost(present) => assert_eq!(present.unwrap().v, held.v + 1),
            }
        }
        assert_eq!(winners.len(), 1);
        held = winners.remove(0);
        assert_eq!(
            format!("{:?}", table.game(&held).await),
            format!("{held:?}")
        );
    }
}

#[tokio::test]
async fn nothing_is_appended_to_a_game_that_is_over() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let stamp = Stamp::at(Timestamp(START + 5000));
    let (event, by) = send(&held.game, Side::White, 7, &Command::Resign, stamp).unwrap();
    let Ok(Saved::Done(over)) = table.store.append(&held, &event, by).await else {
        panic!("nobody else wrote");
    };
    // Even with the right version: the condition is on the state as well.
    let mut forged = held.clone();
    forged.v = over.v;
    let (event, by) = first_move(&held, 1);
    let outcome = table.store.append(&forged, &event, by).await;
    assert!(matches!(outcome, Ok(Saved::Lost(Some(_)))), "{outcome:?}");
}

#[tokio::test]
async fn a_game_is_listed_as_active_until_it_ends() {
    let table = Table::new().await;
    let mut started = Vec::new();
    for room in 1..=12 {
        let beginning = Beginning {
            room,
            ..Beginning::default()
        };
        started.push(table.started(&beginning).await);
    }
    let mut ids: Vec<_> = started.iter().map(|held| held.game.setup().id).collect();
    ids.sort();
    let listed = active(&table.store).await;
    let mut found: Vec<_> = listed.iter().map(|(_, game)| *game).collect();
    found.sort();
    assert_eq!(found, ids, "each once");
    let shards: std::collections::BTreeSet<_> = listed.iter().map(|(shard, _)| shard).collect();
    assert!(shards.len() > 1, "over several partitions");

    for held in &started {
        let stamp = Stamp::at(Timestamp(START + 5000));
        let (event, by) = send(&held.game, Side::White, 7, &Command::Resign, stamp).unwrap();
        let saved = table.store.append(held, &event, by).await;
        assert!(matches!(saved, Ok(Saved::Done(_))));
    }
    assert_eq!(active(&table.store).await, []);
}

#[tokio::test]
async fn a_game_begins_once() {
    let table = Table::new().await;
    let beginning = Beginning::default();
    let (before, after, setup) = beginning.both_accept();
    table.started(&beginning).await;
    for _ in 0..2 {
        let again = table.store.start_game(&before, &after, &setup).await;
        assert!(matches!(again, Ok(Saved::Lost(_))), "{again:?}");
    }
    assert_eq!(active(&table.store).await.len(), 1);
}

#[tokio::test]
async fn two_acceptances_at_once_begin_one_game() {
    let table = Table::new().await;
    let (before, after, setup) = Beginning::default().both_accept();
    let created = table.store.create_room(&before).await;
    assert!(matches!(created, Ok(Saved::Done(()))));
    let starts = (0..6).map(|_| table.store.start_game(&before, &after, &setup));
    let outcomes = futures_util::future::join_all(starts).await;
    let started = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Ok(Saved::Done(_))));
    assert_eq!(started.count(), 1);
    assert_eq!(
        table.store.running(HOST, None).await.unwrap().games,
        [setup.id]
    );
}

/// The game takes the room's lists over: they must be the present ones.
#[tokio::test]
async fn a_tab_that_opens_meanwhile_is_not_left_out_of_the_game() {
    let table = Table::new().await;
    let (before, after, setup) = Beginning::default().both_accept();
    let created = table.store.create_room(&before).await;
    assert!(matches!(created, Ok(Saved::Done(()))));
    let (place, tab) = (
        Place::Room(setup.origin.room().unwrap(), Seat::Guest),
        connection("another"),
    );
    let seen = &before.connections.guest;
    table.bind(place, seen, &tab).await;
    let old = table.store.start_game(&before, &after, &setup).await;
    assert!(matches!(old, Ok(Saved::Lost(_))), "{old:?}");

    let before = table
        .store
        .room(setup.origin.room().unwrap())
        .await
        .unwrap()
        .unwrap();
    let mut after = after.clone();
    after.connections = before.connections.clone();
    match table.store.start_game(&before, &after, &setup).await {
        Ok(Saved::Done(held)) => {
            assert_eq!(names(&held.connections.white), ["guest-1", "another"]);
        }
        other => panic!("read anew: {other:?}"),
    }
}

/// Whatever stands in the way, nothing of a game is there.
#[tokio::test]
async fn a_game_begins_all_or_not_at_all() {
    for obstacle in ["room", "game", "history", "pointer"] {
        let table = Table::new().await;
        let (mut before, after, setup) = Beginning::default().both_accept();
        let created = table.store.create_room(&before).await;
        assert!(matches!(created, Ok(Saved::Done(()))));
        let key = match obstacle {
            "game" => Some(keys::game(setup.id)),
            "history" => Some(keys::history(HOST, setup.id)),
            "pointer" => Some(keys::running(GUEST, setup.id)),
            _ => None,
        };
        if let Some(key) = &key {
            table.put(in_the_way(key)).await;
        } else {
            before.v += 1;
        }
        let outcome = table.store.start_game(&before, &after, &setup).await;
        assert!(
            matches!(outcome, Ok(Saved::Lost(_))),
            "{obstacle}: {outcome:?}"
        );
        let room = table
            .store
            .room(setup.origin.room().unwrap())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(room.room.current, None, "{obstacle}");
        assert_eq!(room.room.accepted[Seat::Host], None, "{obstacle}");
        for other in [
            keys::game(setup.id),
            keys::history(HOST, setup.id),
            keys::history(GUEST, setup.id),
            keys::running(HOST, setup.id),
            keys::running(GUEST, setup.id),
        ] {
            let there = table.item(other.clone()).await.is_some();
            assert_eq!(there, key.as_ref() == Some(&other), "{obstacle}: {other:?}");
        }
    }
}

fn in_the_way(key: &keys::Key) -> crate::table::Item {
    use aws_sdk_dynamodb::types::AttributeValue::S;
    [("PK", key.pk.clone()), ("SK", key.sk.clone())]
        .map(|(name, value)| (name.to_owned(), S(value)))
        .into()
}
