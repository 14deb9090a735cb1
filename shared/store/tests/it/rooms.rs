//! Rooms: created once, written only as they were read, whole again when read.

use crate::table::{Beginning, GUEST, HOST, Table, ask, connection, names};
use damero_domain::game::{Ended, Reason};
use damero_domain::ids::GameId;
use damero_domain::room::{Command, Event, Room, Score, Seat};
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use damero_store::{HeldRoom, Saved, keys};

async fn read(table: &Table, held: &HeldRoom) -> HeldRoom {
    let id = held.room.conditions.id;
    table.store.room(id).await.unwrap().unwrap()
}

/// Writes what `change` makes of the room, and reads it again.
async fn changed(table: &Table, held: &HeldRoom, change: impl Fn(&mut Room)) -> HeldRoom {
    let mut next = held.clone();
    change(&mut next.room);
    next.v += 1;
    let saved = table.store.save_room(held, &next).await;
    assert!(matches!(saved, Ok(Saved::Done(_))), "{saved:?}");
    let stored = read(table, held).await;
    assert_eq!(stored.room, next.room);
    assert_eq!(stored.v, next.v);
    stored
}

#[tokio::test]
async fn a_room_survives_every_step_of_its_life() {
    let table = Table::new().await;
    let beginning = Beginning {
        control: Some("30+20"),
        ..Beginning::default()
    };
    let held = beginning.opened();
    let created = table.store.create_room(&held).await;
    assert!(matches!(created, Ok(Saved::Done(()))));
    let mut held = read(&table, &held).await;
    assert_eq!(held.room, beginning.opened().room);
    let at = |ms| Timestamp(beginning.created + ms);
    let steps = [
        Event::Joined(GUEST),
        Event::Accepted(Seat::Guest, at(10)),
        Event::Left,
        Event::Joined(GUEST),
        Event::Accepted(Seat::Host, at(20)),
        Event::RematchAccepted(Seat::Guest, at(30)),
        Event::RematchDeclined(Seat::Host),
        Event::Lapsed,
        Event::Cancelled,
    ];
    for step in steps {
        held = changed(&table, &held, |room| room.evolve(&step)).await;
    }
    let score = Score {
        draws: 7,
        ..Score::default()
    };
    let held = changed(&table, &held, |room| room.score = score).await;
    assert_eq!(names(&held.connections.host), ["host-1"]);
}

#[tokio::test]
async fn every_rule_set_s_room_survives() {
    let table = Table::new().await;
    for (nth, rules) in RuleSet::ALL.iter().enumerate() {
        let beginning = Beginning {
            room: nth as u128 + 1,
            rules,
            ..Beginning::default()
        };
        let held = beginning.opened();
        let created = table.store.create_room(&held).await;
        assert!(matches!(created, Ok(Saved::Done(()))));
        assert_eq!(read(&table, &held).await.room, held.room);
    }
}

#[tokio::test]
async fn a_room_is_created_once() {
    let table = Table::new().await;
    let held = Beginning::default().opened();
    let creations = (0..5).map(|_| table.store.create_room(&held));
    let outcomes = futures_util::future::join_all(creations).await;
    let done = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Ok(Saved::Done(()))));
    assert_eq!(done.count(), 1);
}

#[tokio::test]
async fn a_stale_room_is_not_written() {
    let table = Table::new().await;
    let old = Beginning::default().opened();
    let created = table.store.create_room(&old).await;
    assert!(matches!(created, Ok(Saved::Done(()))));
    let joined = changed(&table, &old, |room| room.evolve(&Event::Joined(GUEST))).await;
    let mut late = old.clone();
    ask(&mut late, HOST, Command::Cancel);
    late.v += 1;
    let saved = table.store.save_room(&old, &late).await;
    assert!(matches!(saved, Ok(Saved::Lost(_))), "{saved:?}");
    assert_eq!(read(&table, &old).await.room, joined.room);
}

#[tokio::test]
async fn a_room_s_write_leaves_its_lists_alone() {
    let table = Table::new().await;
    let held = Beginning::default().opened();
    let created = table.store.create_room(&held).await;
    assert!(matches!(created, Ok(Saved::Done(()))));
    let place = damero_store::Place::Room(held.room.conditions.id, Seat::Host);
    let seen = held.connections.host.clone();
    let tab = connection("another");
    assert_eq!(table.bind(place, &seen, &tab).await, None);
    // Read before the second tab opened.
    let stored = changed(&table, &held, |room| room.evolve(&Event::Joined(GUEST))).await;
    assert_eq!(names(&stored.connections.host), ["host-1", "another"]);
}

/// Only what nobody can ask for again may be dropped by the database.
#[tokio::test]
async fn a_room_may_lapse_from_the_table_only_before_its_first_game() {
    let table = Table::new().await;
    let beginning = Beginning::default();
    let (before, ..) = beginning.both_accept();
    let key = keys::room(beginning.room_id());
    let created = table.store.create_room(&before).await;
    assert!(matches!(created, Ok(Saved::Done(()))));
    let item = table.item(key.clone()).await.unwrap();
    let kept = item["ttl"].as_n().unwrap().parse::<i64>().unwrap();
    let days = (kept - beginning.created / 1000) / 86_400;
    assert_eq!(days, 31, "a day, and thirty to say that it has lapsed");

    let table = Table::new().await;
    table.started(&beginning).await;
    assert!(!table.item(key).await.unwrap().contains_key("ttl"));
}

#[tokio::test]
async fn the_score_and_the_rematch_survive_the_start_of_the_next_game() {
    let table = Table::new().await;
    let beginning = Beginning::default();
    let held = table.started(&beginning).await;
    let before = table
        .store
        .room(beginning.room_id())
        .await
        .unwrap()
        .unwrap();
    let game: GameId = held.game.setup().id;
    let ended = Ended {
        at: Timestamp(beginning.created + 60_000),
        winner: Some(Side::White),
        reason: Reason::Resignation,
    };
    let mut after = before.clone();
    let started = rematch(&mut after.room, game, &ended);
    after.v += 1;
    let saved = table.store.start_game(&before, &after, &started).await;
    assert!(matches!(saved, Ok(Saved::Done(_))), "{saved:?}");
    let stored = table
        .store
        .room(beginning.room_id())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(stored.room, after.room);
    assert_eq!(stored.room.score.wins.guest, 1);
    assert_eq!(stored.room.current.unwrap().number, 2);
}

/// Both accept; the next game's setup.
fn rematch(room: &mut Room, game: GameId, ended: &Ended) -> damero_domain::game::Setup {
    use damero_domain::ids::CommandId;
    use damero_domain::room::Verdict;
    use damero_domain::time::Stamp;
    let mut started = None;
    for (nth, by) in [HOST, GUEST].into_iter().enumerate() {
        let id = CommandId(ulid::Ulid(100 + nth as u128));
        let command = Command::AcceptRematch(game);
        let stamp = Stamp::at(Timestamp(ended.at.0 + 1000));
        let Ok(Verdict::Accepted(events)) = room.decide(by, id, command, Some(ended), stamp) else {
            panic!("the game has ended");
        };
        for event in events {
            room.evolve(&event);
            if let Event::Started { setup, .. } = event {
                started = Some(*setup);
            }
        }
    }
    started.unwrap()
}
