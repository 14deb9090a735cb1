//! Histories, running pointers, counters, sessions.

use crate::table::{Beginning, GUEST, HOST, START, Table};
use damero_domain::ids::{ConnectionId, GameId, Person};
use damero_domain::time::{Millis, Timestamp};
use damero_store::{Opening, Saved, keys};

/// So many games of the same two people, an hour apart, oldest first.
async fn games(table: &Table, count: u8) -> Vec<GameId> {
    let mut ids = Vec::new();
    for nth in 0..count {
        let beginning = Beginning {
            room: u128::from(nth) + 1,
            created: START + i64::from(nth) * 3_600_000,
            ..Beginning::default()
        };
        ids.push(table.started(&beginning).await.game.setup().id);
    }
    ids
}

#[tokio::test]
async fn a_history_is_paged_newest_first_without_gap_or_double() {
    let table = Table::new().await;
    let mut expected = games(&table, 45).await;
    expected.reverse();
    for person in [HOST, GUEST] {
        let mut found: Vec<GameId> = Vec::new();
        loop {
            let before = found.last().copied();
            let page = table.store.history(person, before, 20).await.unwrap();
            assert!(page.games.len() <= 20);
            found.extend(page.games);
            if !page.more {
                break;
            }
        }
        assert_eq!(found, expected);
    }
    let nobody = Person::Session([9; 16]);
    let page = table.store.history(nobody, None, 20).await.unwrap();
    assert_eq!((page.games, page.more), (Vec::new(), false));
}

#[tokio::test]
async fn a_game_that_begins_between_two_pages_moves_nothing() {
    let table = Table::new().await;
    let ids = games(&table, 6).await;
    let first = table.store.history(HOST, None, 3).await.unwrap();
    assert_eq!(first.games, [ids[5], ids[4], ids[3]]);
    let later = Beginning {
        room: 99,
        created: START + 86_400_000,
        ..Beginning::default()
    };
    table.started(&later).await;
    let second = table.store.history(HOST, Some(ids[3]), 3).await.unwrap();
    assert_eq!(second.games, [ids[2], ids[1], ids[0]]);
}

#[tokio::test]
async fn a_dropped_pointer_leaves_the_history_and_the_rival_s_pointer() {
    let table = Table::new().await;
    let ids = games(&table, 3).await;
    for _twice in 0..2 {
        table.store.drop_running(HOST, ids[1]).await.unwrap();
    }
    assert_eq!(
        table.store.running(HOST, None).await.unwrap().games,
        [ids[2], ids[0]]
    );
    assert_eq!(
        table.store.running(GUEST, None).await.unwrap().games.len(),
        3
    );
    let page = table.store.history(HOST, None, 20).await.unwrap();
    assert_eq!(page.games.len(), 3);
}

#[tokio::test]
async fn a_counter_counts_within_its_window() {
    let table = Table::new().await;
    let count = async |who: &str, kind: &str, at: i64| {
        let (window, at) = (Millis::seconds(60), Timestamp(at));
        table.store.count(who, kind, window, at).await.unwrap()
    };
    let window = START - START.rem_euclid(60_000);
    assert_eq!(count("a", "room", window).await, 1);
    assert_eq!(count("a", "room", window + 59_999).await, 2);
    assert_eq!(count("a", "room", window + 60_000).await, 1, "the next");
    assert_eq!(count("a", "room", window - 1).await, 1, "the one before");
    assert_eq!(count("b", "room", window).await, 1, "another person");
    assert_eq!(count("a", "conn", window).await, 1, "another kind");
    assert_eq!(count("a", "room", window).await, 3);
    let item = table.item(keys::limit("a", "room", window)).await.unwrap();
    let ttl: i64 = item["ttl"].as_n().unwrap().parse().unwrap();
    assert_eq!(ttl, window / 1000 + 120, "dropped after two windows");
}

#[tokio::test]
async fn a_counter_loses_no_count_to_a_race() {
    let table = Table::new().await;
    let counts = (0..20).map(|_| {
        let now = Timestamp(START);
        table.store.count("a", "room", Millis::seconds(60), now)
    });
    let mut counted: Vec<u64> = futures_util::future::join_all(counts)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    counted.sort_unstable();
    assert_eq!(counted, (1..=20).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_session_is_admitted_once_and_renewed_while_it_lives() {
    let table = Table::new().await;
    let (hash, at) = ([7; 32], |ms| Timestamp(START + ms));
    let expires = async || {
        let session = table.store.session(&hash).await.unwrap();
        session.map(|session| session.expires)
    };
    assert_eq!(expires().await, None);
    let admitted = table.store.admit_session(&hash, at(0), at(1000)).await;
    assert!(matches!(admitted, Ok(Saved::Done(()))));
    let again = table.store.admit_session(&hash, at(1), at(9000)).await;
    assert!(matches!(again, Ok(Saved::Lost(_))));
    assert_eq!(expires().await, Some(at(1000)));
    let renew = async |now, until| {
        let connection = ConnectionId("L0SM9cOFvHcCIhw=".into());
        let opening = Opening {
            hash: &hash,
            connection: &connection,
            link: 0,
            now: at(now),
            expires: at(until),
            lapses: None,
        };
        let opened = table.store.open_socket(opening).await.unwrap();
        matches!(opened, Saved::Done(_))
    };
    assert!(renew(999, 2000).await);
    assert_eq!(expires().await, Some(at(2000)));
    assert!(!renew(2000, 9000).await);
    assert_eq!(expires().await, Some(at(2000)), "lapsed stays lapsed");
}
