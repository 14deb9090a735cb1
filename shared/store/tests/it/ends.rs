//! The end of a rated game is written whole, or not at all.

use crate::rated::{PLAYERS, before, begun, dates, resigns, rules, standings};
use crate::table::{Item, START, Table};
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::ids::{AccountId, GameId};
use damero_domain::rating::league::Activity;
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{Change, MicroElo, Ordinal, PairDay, Standing};
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use damero_store::{Before, Ended, Ending, HeldGame, LeagueLine, Slot, Span, StoreError, keys};
use ulid::Ulid;

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// White resigns a minute in.
async fn ending(table: &Table, held: &HeldGame) -> (Ending, Before) {
    let (event, by) = resigns(held, Side::White, 60_000);
    let before = before(table, held.game.setup().rules, event.confirmed).await;
    let ending = table.store.ending(held, &event, by, &before).unwrap();
    (ending, before)
}

async fn ended(table: &Table, held: &HeldGame) -> HeldGame {
    let (ending, _) = ending(table, held).await;
    match table.store.end(&ending).await {
        Ok(Ended::Done(held)) => held,
        other => panic!("nobody else writes: {other:?}"),
    }
}

/// What the League has of both, in the week of the beginning.
async fn league(table: &Table) -> Vec<LeagueLine> {
    let week = dates(Timestamp(START)).1;
    let mut lines = Vec::new();
    for shard in 0..keys::STAND_SHARDS {
        let page = table.store.league(week, shard, None, None).await.unwrap();
        assert_eq!(page.next, None);
        lines.extend(page.rows);
    }
    lines.sort_by_key(|(account, word)| (word.moment, *account));
    lines
}

#[tokio::test]
async fn everything_that_belongs_to_an_end_is_written_with_it() {
    let table = Table::new().await;
    let held = begun(&table, rules(), 0).await;
    let next = ended(&table, &held).await;
    let end = next.game.rated_end().unwrap();
    let read = table.game(&held).await;
    assert_eq!(format!("{read:?}"), format!("{next:?}"));
    let change = read.rated.unwrap().change.unwrap();
    assert_eq!(change.white.delta.0, -12_000_000);
    assert_eq!(change.black.delta.0, 12_000_000);

    let standings = standings(&table, rules()).await;
    assert_eq!(standings.white.elo, MicroElo::points(988));
    assert_eq!(standings.black.elo, MicroElo::points(1012));
    for side in SIDES {
        let page = table.store.entries(rules(), PLAYERS[side], Span::ALL).await;
        let log = page.unwrap().rows;
        assert_eq!(log.len(), 1);
        let (entry, standing) = (&log[0], &standings[side]);
        assert_eq!(standing.last, Some((entry.moment, entry.ordinal)));
        assert_eq!((entry.after(), entry.games), (standing.elo, standing.games));
        let expected = Change {
            before: entry.before,
            delta: entry.delta,
            games: entry.games,
        };
        assert_eq!(change[side], expected, "the game says what the log says");
        assert_eq!(table.store.lock(PLAYERS[side]).await.unwrap(), None);
    }
    let pair = Players::of(PLAYERS.black, PLAYERS.white);
    let day = dates(end.moment.ended_at).0;
    let day = table.store.pair_day(pair, day).await.unwrap();
    assert_eq!(day, PairDay::default().with(rules().id, end.moment.game));
    let date = dates(end.moment.ended_at).0;
    let line = |side: Side| {
        let word = Activity {
            moment: end.moment,
            ordinal: Ordinal::END,
            rival: PLAYERS[side.other()],
            day: date,
            counts: true,
        };
        (PLAYERS[side], word)
    };
    let lines = SIDES.map(line);
    assert_eq!(league(&table).await, lines);
    for shard in 0..keys::ACTIVE_SHARDS {
        assert_eq!(table.store.active(shard).await.unwrap(), []);
    }
}

#[tokio::test]
async fn only_a_pair_s_first_game_of_a_day_counts_in_the_league_over_all_rule_sets() {
    let table = Table::new().await;
    let day = 24 * 60;
    let games = [
        (0, &RuleSet::ALL[0]),
        (10, &RuleSet::ALL[0]),
        (20, &RuleSet::ALL[1]),
        (day, &RuleSet::ALL[1]),
        (day + 10, &RuleSet::ALL[0]),
    ];
    let mut first = Vec::new();
    for (nth, rules) in games {
        let held = begun(&table, rules, nth).await;
        ended(&table, &held).await;
        if nth % day == 0 {
            first.push(held.game.setup().id);
        }
    }
    let games: Vec<GameId> = league(&table)
        .await
        .iter()
        .map(|line| line.1.moment.game)
        .collect();
    assert_eq!(games, [first[0], first[0], first[1], first[1]]);
    let pair = Players::of(PLAYERS.white, PLAYERS.black);
    let counts = async |at: i64| {
        let date = dates(Timestamp(START + at)).0;
        let day = table.store.pair_day(pair, date).await.unwrap();
        day.valid.into_values().collect::<Vec<_>>()
    };
    assert_eq!(counts(0).await.iter().sum::<u8>(), 3);
    assert_eq!(counts(24 * 3_600_000).await.iter().sum::<u8>(), 2);
}

/// RATI-01: whoever reports the same end again, and how often, it counts once.
#[tokio::test]
async fn the_same_end_counts_once_however_often_it_is_written() {
    let table = Table::new().await;
    let held = begun(&table, rules(), 0).await;
    let (ending, before) = ending(&table, &held).await;
    let same = (0..8).map(|_| table.store.end(&ending));
    let outcomes = futures_util::future::join_all(same).await;
    let done = |outcome: &Result<Ended, StoreError>| matches!(outcome, Ok(Ended::Done(_)));
    assert!(outcomes.iter().any(done), "{outcomes:?}");
    let all = standings(&table, rules()).await;
    assert_eq!(all.white.games + all.black.games, 2);
    // Another's report of it, stamped otherwise.
    let (event, by) = resigns(&held, Side::Black, 61_000);
    let other = table.store.ending(&held, &event, by, &before).unwrap();
    match table.store.end(&other).await {
        Ok(Ended::Lost { slots, present }) => {
            assert_eq!(slots[0], Slot::Game);
            let present = present.unwrap();
            assert_eq!(format!("{present:?}"), format!("{:?}", ending.next()));
        }
        other => panic!("it had ended: {other:?}"),
    }
    assert_eq!(standings(&table, rules()).await, all);
    assert_eq!(league(&table).await.len(), 2);
}

/// Everything in the table that an end may touch.
async fn touched(table: &Table, held: &HeldGame, at: Timestamp) -> Vec<Option<Item>> {
    let (date, week) = dates(at);
    let pair = Players::of(PLAYERS.white, PLAYERS.black);
    let id = held.game.setup().id;
    let mut keys = vec![keys::game(id), keys::pair_day(pair, date)];
    for account in [PLAYERS.white, PLAYERS.black] {
        let moment = damero_domain::rating::Moment {
            ended_at: at,
            game: id,
        };
        keys.extend([
            keys::standing(rules(), account),
            keys::entry(rules(), account, moment, Default::default()),
            keys::lock(account),
            keys::league_line(week, account, moment, Default::default()),
        ]);
    }
    let mut items = Vec::new();
    for key in keys {
        items.push(table.item(key).await);
    }
    items
}

fn marked(key: keys::Key) -> Item {
    let text = |text: &str| AttributeValue::S(text.into());
    [
        ("PK", text(&key.pk)),
        ("SK", text(&key.sk)),
        ("l", text("an entry in between")),
        ("s", AttributeValue::N("0".into())),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

#[tokio::test]
async fn whatever_moved_in_between_undoes_all_of_it_and_is_named() {
    let obstacles = 9;
    for obstacle in 0..obstacles {
        let table = Table::new().await;
        let held = begun(&table, rules(), 0).await;
        let (ending, before) = ending(&table, &held).await;
        let end = ending.next().game.rated_end().unwrap();
        let at = end.moment.ended_at;
        let side = SIDES[obstacle % 2];
        let account = PLAYERS[side];
        let pair = Players::of(PLAYERS.white, PLAYERS.black);
        let (slot, key) = match obstacle / 2 {
            0 => (Slot::Standing(side), keys::standing(rules(), account)),
            1 => (
                Slot::Entry(side),
                keys::entry(rules(), account, end.moment, Default::default()),
            ),
            2 => (Slot::Lock(side), keys::lock(account)),
            3 => (
                Slot::League(side),
                keys::league_line(before.week, account, end.moment, Default::default()),
            ),
            _ => (Slot::PairDay, keys::pair_day(pair, before.date)),
        };
        table.put(marked(key)).await;
        let seen = touched(&table, &held, at).await;
        match table.store.end(&ending).await {
            Ok(Ended::Lost { slots, present }) => {
                assert_eq!(slots, [slot]);
                assert!(present.is_none(), "the game is not in the way");
            }
            other => panic!("{slot:?}: {other:?}"),
        }
        assert_eq!(touched(&table, &held, at).await, seen, "{slot:?}");
    }
}

#[tokio::test]
async fn an_end_that_was_decided_before_a_fence_is_lost() {
    let table = Table::new().await;
    let held = begun(&table, rules(), 0).await;
    let (ending, _) = ending(&table, &held).await;
    let id = held.game.setup().id;
    let cut = Timestamp(START + 10_000_000);
    assert!(table.store.fence(id, cut).await.unwrap());
    match table.store.end(&ending).await {
        Ok(Ended::Lost { slots, present }) => {
            assert_eq!(slots, [Slot::Game]);
            assert_eq!(present.unwrap().rated.unwrap().not_before, Some(cut));
        }
        other => panic!("the closing was there: {other:?}"),
    }
}

#[tokio::test]
async fn an_account_that_was_freed_by_hand_keeps_no_game_from_ending() {
    let table = Table::new().await;
    let held = begun(&table, rules(), 0).await;
    table.delete(keys::lock(PLAYERS.black)).await;
    ended(&table, &held).await;
}

/// RATI-05: an event alone moves nothing.
#[tokio::test]
async fn nothing_but_its_end_ends_a_rated_game() {
    let table = Table::new().await;
    let held = begun(&table, rules(), 0).await;
    let (event, by) = resigns(&held, Side::White, 1000);
    let appended = table.store.append(&held, &event, by).await;
    assert!(matches!(appended, Err(StoreError::Corrupt(_))));
    assert_eq!(table.game(&held).await.v, held.v);
    let (event, by) = crate::play::a_move(&held.game, &mut crate::play::Chance(1));
    let before = before(&table, rules(), event.confirmed).await;
    let ending = table.store.ending(&held, &event, by, &before);
    assert!(ending.is_err(), "a move that ends nothing");
}

/// RATI-02: each game is computed from the standings at its end, and what one wins the
/// other loses, to the last micro-point.
#[tokio::test]
async fn games_follow_each_other_and_the_sum_of_ratings_stays() {
    let table = Table::new().await;
    for nth in 0..12 {
        let held = begun(&table, rules(), nth).await;
        let seen = standings(&table, rules()).await;
        let next = ended(&table, &held).await;
        let change = next.rated.unwrap().change.unwrap();
        let after = standings(&table, rules()).await;
        for side in SIDES {
            assert_eq!(change[side].before, seen[side].elo);
            assert_eq!(after[side].elo, seen[side].elo + change[side].delta);
            assert_eq!(u64::from(after[side].games), nth + 1);
        }
        let sum = after.white.elo.0 + after.black.elo.0;
        assert_eq!(sum, 2 * Standing::default().elo.0);
        assert_eq!(after.white.balance + after.black.balance, 0);
    }
    let none = AccountId(Ulid(99));
    let none = table.store.standing(rules(), none).await.unwrap();
    assert_eq!(none, Standing::default());
}
