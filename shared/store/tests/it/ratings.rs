//! Standings, the rating log, pairs of a day, locks, and what a rated game keeps.

use crate::rated::{PLAYERS, begun, rules};
use crate::table::{Item, START, Table, connection};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::ids::{AccountId, GameId, PairingId};
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{EloDelta, Entry, MicroElo, Moment, Ordinal, Score, Standing};
use damero_domain::time::Timestamp;
use damero_rules::Side;
use damero_store::{HeldLock, Hold, Saved, Span, StoreError, keys};
use ulid::Ulid;

const ME: AccountId = PLAYERS.white;

fn entry(nth: i64, ordinal: u32) -> Entry {
    let game = GameId(Ulid(u128::try_from(1000 - nth).unwrap()));
    Entry {
        moment: Moment {
            ended_at: Timestamp(START + nth),
            game,
        },
        ordinal: Ordinal(ordinal),
        rival: PLAYERS.black,
        side: [Side::White, Side::Black][usize::try_from(nth % 2).unwrap()],
        score: [Score::Loss, Score::Draw, Score::Win][usize::try_from(nth % 3).unwrap()],
        before: MicroElo(1_000_000_000 - nth),
        delta: EloDelta(if ordinal == 0 { nth - 4 } else { 0 }),
        valid: ordinal == 0,
        games: u32::try_from(nth).unwrap(),
    }
}

#[test]
fn keys_sort_as_what_they_name() {
    let elos = [-3, 0, 5, 999_999_999, 1_000_000_000, 12_000_000_000];
    let sorts = elos.map(|elo| keys::sort_of_elo(MicroElo(elo)));
    assert!(sorts.is_sorted(), "{sorts:?}");
    let places = [
        entry(8, 0),
        entry(9, 0),
        entry(9, 2),
        entry(10, 0),
        entry(10, 11),
    ];
    let places = places.map(|entry| (entry.moment, entry.ordinal));
    let sorts = places.map(|(moment, ordinal)| keys::sort_of_entry(moment, ordinal));
    assert!(sorts.is_sorted(), "{sorts:?}");
    for (place, sort) in places.iter().zip(&sorts) {
        assert_eq!(keys::moment_of_entry(sort).as_ref(), Some(place));
    }
    let sort = &sorts[0];
    for wrong in [
        String::new(),
        sort[1..].to_owned(),
        format!("0{sort}"),
        format!("{sort}#"),
        format!("+{}", &sort[1..]),
        sort.to_lowercase(),
        sort.replace('#', "/"),
        sort[..sort.len() - 1].to_owned(),
    ] {
        let same = wrong == *sort;
        assert_eq!(keys::moment_of_entry(&wrong).is_some(), same, "{wrong}");
    }
}

#[test]
fn accounts_are_spread_over_all_shards() {
    let mut seen = [0; keys::STAND_SHARDS as usize];
    for nth in 0..1600_u128 {
        let shard = keys::shard_of(AccountId(Ulid(nth)), keys::STAND_SHARDS);
        seen[usize::from(shard)] += 1;
    }
    assert!(
        seen.iter().all(|count| (60..140).contains(count)),
        "{seen:?}"
    );
}

/// Reads a span to its end.
async fn all(table: &Table, mut span: Span) -> Vec<Entry> {
    let mut found = Vec::new();
    loop {
        let page = table.store.entries(rules(), ME, span).await.unwrap();
        assert!(
            span.limit
                .is_none_or(|most| page.rows.len() <= usize::try_from(most).unwrap())
        );
        found.extend(page.rows);
        match page.next {
            Some(next) => span.after = Some(next),
            None => return found,
        }
    }
}

#[tokio::test]
async fn a_log_is_read_forwards_and_backwards_between_any_two_moments() {
    let table = Table::new().await;
    let mut log: Vec<_> = (0..60).map(|nth| entry(nth, 0)).collect();
    log.insert(31, entry(30, 4));
    let written: Vec<_> = log.iter().map(|entry| (ME, entry.clone())).collect();
    for _twice in 0..2 {
        table.store.put_entries(rules(), &written).await.unwrap();
    }
    let other = [(PLAYERS.black, entry(5, 0))];
    table.store.put_entries(rules(), &other).await.unwrap();
    assert_eq!(all(&table, Span::ALL).await, log);
    for limit in [None, Some(1), Some(7), Some(61)] {
        for (from, to) in [(0, 60), (0, 0), (10, 31), (30, 31), (59, 1000)] {
            let inside =
                |entry: &&Entry| (START + from..START + to).contains(&entry.moment.ended_at.0);
            let mut expected: Vec<_> = log.iter().filter(inside).cloned().collect();
            for backwards in [false, true] {
                let span = Span {
                    from: Timestamp(START + from),
                    to: Timestamp(START + to),
                    backwards,
                    limit,
                    ..Span::ALL
                };
                let found = all(&table, span).await;
                assert_eq!(found, expected, "{span:?}");
                expected.reverse();
            }
        }
    }
}

#[tokio::test]
async fn a_standing_moves_on_only_from_the_entry_that_was_seen() {
    let table = Table::new().await;
    let first = table.store.standing(rules(), ME).await.unwrap();
    assert_eq!(first, Standing::default());
    let one = first.after(&entry(1, 0), Side::Black);
    let two = one.after(&entry(2, 0), Side::Black);
    let moved = async |seen: &Standing, after: &Standing| {
        let moved = table.store.move_standing(rules(), ME, seen, after).await;
        matches!(moved, Ok(Saved::Done(())))
    };
    assert!(moved(&first, &one).await);
    assert!(!moved(&first, &two).await, "it has an entry by now");
    assert!(moved(&one, &two).await);
    assert!(!moved(&one, &two).await, "it has moved on");
    assert_eq!(table.store.standing(rules(), ME).await.unwrap(), two);
    let item = table.item(keys::standing(rules(), ME)).await.unwrap();
    let elo = AttributeValue::S(keys::sort_of_elo(two.elo));
    assert_eq!(item["GSI1SK"], elo, "it is listed by rating");
    let nothing = Standing { games: 0, ..two };
    assert!(moved(&two, &nothing).await);
    let item = table.item(keys::standing(rules(), ME)).await.unwrap();
    assert!(!item.contains_key("GSI1PK"), "who has no valid game is not");
}

#[tokio::test]
async fn a_shard_names_its_accounts_in_pages() {
    let table = Table::new().await;
    let standing = Standing::default().after(&entry(1, 0), Side::White);
    let accounts = (1..200).map(|nth| AccountId(Ulid(nth)));
    let inside = |account: &AccountId| keys::shard_of(*account, keys::STAND_SHARDS) == 3;
    let expected: Vec<_> = accounts.filter(inside).collect();
    for account in &expected {
        let seen = Standing::default();
        let moved = table
            .store
            .move_standing(rules(), *account, &seen, &standing);
        assert!(matches!(moved.await, Ok(Saved::Done(()))));
    }
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = table
            .store
            .standings(rules(), 3, after, Some(4))
            .await
            .unwrap();
        found.extend(page.rows);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let rows: Vec<_> = expected
        .iter()
        .map(|account| (*account, standing))
        .collect();
    assert_eq!(found, rows);
}

#[tokio::test]
async fn a_lock_says_what_holds_an_account() {
    let table = Table::new().await;
    assert_eq!(table.store.lock(ME).await.unwrap(), None);
    let ticket = keys::Key {
        pk: "Q#vezz-8x8#0".into(),
        sk: "T#1000#me".into(),
    };
    for hold in [
        Hold::Queued(ticket),
        Hold::Paired {
            pairing: PairingId(Ulid(5)),
            deadline: Timestamp(START),
        },
        Hold::Playing(GameId(Ulid(6))),
    ] {
        let lock = HeldLock {
            account: ME,
            hold,
            connections: vec![connection("one"), connection("two")],
        };
        table.put(lock.to_item().unwrap()).await;
        assert_eq!(table.store.lock(ME).await.unwrap(), Some(lock));
    }
}

#[tokio::test]
async fn a_fence_is_set_once_on_what_runs_and_is_rated() {
    let table = Table::new().await;
    let held = begun(&table, rules(), 0).await;
    let id = held.game.setup().id;
    for (cut, touched) in [(5, true), (5, false), (4, false), (6, true)] {
        let cut = Timestamp(START + cut);
        assert_eq!(
            table.store.fence(id, cut).await.unwrap(),
            touched,
            "{cut:?}"
        );
    }
    let read = table.game(&held).await;
    assert_eq!(read.v, held.v + 2, "what is under way loses its condition");
    assert_eq!(read.rated.unwrap().not_before, Some(Timestamp(START + 6)));
    let friends = table.started(&crate::table::Beginning::default()).await;
    let id = friends.game.setup().id;
    assert!(!table.store.fence(id, Timestamp(START + 9)).await.unwrap());
    assert_eq!(table.game(&friends).await.v, friends.v);
}

fn number(value: i64) -> Option<AttributeValue> {
    Some(AttributeValue::N(value.to_string()))
}

fn bytes(count: usize) -> Option<AttributeValue> {
    Some(AttributeValue::B(Blob::new(vec![7; count])))
}

fn word(text: &str) -> Option<AttributeValue> {
    Some(AttributeValue::S(text.into()))
}

/// Spoils one attribute of an item at a time.
async fn spoil(
    table: &Table,
    item: &Item,
    wrong: &[(&str, Option<AttributeValue>)],
    read: impl AsyncFn() -> Option<StoreError>,
) {
    table.put(item.clone()).await;
    assert!(read().await.is_none(), "the item is well to begin with");
    for (name, value) in wrong {
        let mut item = item.clone();
        match value {
            Some(value) => item.insert((*name).to_owned(), value.clone()),
            None => item.remove(*name),
        };
        table.put(item).await;
        let error = read().await;
        assert!(
            matches!(error, Some(StoreError::Corrupt(_))),
            "{name}: {value:?} gave {error:?}"
        );
    }
}

#[tokio::test]
async fn corrupt_entries_and_standings_are_refused() {
    let table = Table::new().await;
    let standing = Standing::default().after(&entry(1, 0), Side::White);
    let nothing = Standing::default();
    let moved = table.store.move_standing(rules(), ME, &nothing, &standing);
    assert!(matches!(moved.await, Ok(Saved::Done(()))));
    let item = table.item(keys::standing(rules(), ME)).await.unwrap();
    let wrong = [
        ("e", None),
        ("e", word("1000")),
        ("g", number(-1)),
        ("b", number(1 << 40)),
        ("l", None),
        ("l", word("yesterday")),
    ];
    let read = async || table.store.standing(rules(), ME).await.err();
    spoil(&table, &item, &wrong, read).await;

    let one = entry(7, 0);
    table
        .store
        .put_entries(rules(), &[(ME, one.clone())])
        .await
        .unwrap();
    let key = keys::entry(rules(), ME, one.moment, one.ordinal);
    let item = table.item(key).await.unwrap();
    let wrong = [
        ("r", None),
        ("r", bytes(15)),
        ("s", number(2)),
        ("p", number(3)),
        ("b", None),
        ("d", word("many")),
        ("v", Some(AttributeValue::Bool(false))),
        ("n", number(-1)),
    ];
    let read = async || table.store.entries(rules(), ME, Span::ALL).await.err();
    spoil(&table, &item, &wrong, read).await;
    let mut item = item;
    item.insert("SK".into(), word("1750000000000#now").unwrap());
    table.put(item).await;
    assert!(read().await.is_some(), "a place in the log that is none");
}

#[tokio::test]
async fn corrupt_days_and_locks_are_refused() {
    let table = Table::new().await;
    let pair = Players::of(PLAYERS.white, PLAYERS.black);
    let date = crate::rated::dates(Timestamp(START)).0;
    let key = keys::pair_day(pair, date);
    let count = |rules: &str, count: i64| {
        let count = (rules.to_owned(), number(count).unwrap());
        Some(AttributeValue::M([count].into()))
    };
    let item = Item::from([
        ("PK".into(), word(&key.pk).unwrap()),
        ("SK".into(), word(&key.sk).unwrap()),
        ("v".into(), count("vezz-8x8", 3).unwrap()),
        ("f".into(), bytes(16).unwrap()),
    ]);
    let wrong = [
        ("v", None),
        ("v", count("chess", 1)),
        ("v", count("vezz-8x8", 256)),
        ("v", count("vezz-8x8", -1)),
        ("f", bytes(17)),
        ("f", word("first")),
    ];
    let read = async || table.store.pair_day(pair, date).await.err();
    spoil(&table, &item, &wrong, read).await;

    let lock = HeldLock {
        account: ME,
        hold: Hold::Playing(GameId(Ulid(6))),
        connections: Vec::new(),
    };
    let wrong = [
        ("s", number(3)),
        ("s", number(0)),
        ("s", number(1)),
        ("g", None),
        ("g", bytes(8)),
        ("p", bytes(16)),
        ("x", number(1)),
        ("c", word("a tab")),
    ];
    let read = async || table.store.lock(ME).await.err();
    spoil(&table, &lock.to_item().unwrap(), &wrong, read).await;
}

#[tokio::test]
async fn a_rated_game_with_a_part_missing_is_refused() {
    let table = Table::new().await;
    let held = begun(&table, rules(), 0).await;
    let id = held.game.setup().id;
    let item = table.item(keys::game(id)).await.unwrap();
    let read = async || table.store.game(id).await.err();
    let wrong = [
        ("ew", None),
        ("eb", None),
        ("gw", None),
        ("gb", number(-1)),
        ("f", word("soon")),
        // Nothing has moved while it runs, and nothing is void.
        ("dw", number(5)),
        ("yb", number(1)),
        ("xo", number(1)),
        ("w", bytes(17)),
        ("n", number(3)),
        ("c", word("15+11")),
    ];
    spoil(&table, &item, &wrong, read).await;
    let mut bare = item;
    for name in ["ew", "eb", "gw", "gb"] {
        bare.remove(name);
    }
    table.put(bare).await;
    assert!(read().await.is_some(), "a game from the queue is rated");
}
