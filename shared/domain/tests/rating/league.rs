//! The League's week, from its own log.

use crate::world::{account, moment, week, zone};
use damero_domain::ids::{AccountId, GameId};
use damero_domain::rating::league::{Activity, DayGame, Handover, first_of_day, handover};
use damero_domain::rating::{AsOf, Closing, Header, Ordinal, Players, audit};
use std::collections::BTreeMap;
use ulid::Ulid;

type Log = Vec<(AccountId, Activity)>;

fn day_game(at: i64, game: u32, valid: bool) -> DayGame {
    DayGame {
        moment: moment(at, game),
        valid,
    }
}

#[test]
fn the_first_valid_game_of_a_day_counts_and_hands_over() {
    // Games of the day by their ends, which one is corrected and how, and who counts then.
    let (one, two, three) = (
        day_game(1, 1, true),
        day_game(2, 2, true),
        day_game(3, 3, true),
    );
    let void = |game: DayGame| DayGame {
        valid: false,
        ..game
    };
    let at = |number: u32| Some(moment(i64::from(number), number));
    let cases = [
        (vec![one, two, three], 1, false, at(1), at(2)),
        (vec![three, two, one], 1, false, at(1), at(2)),
        (vec![one, two, three], 2, false, None, None),
        (vec![one], 1, false, at(1), None),
        (vec![void(one), two], 1, true, at(2), at(1)),
        (vec![void(one), void(two), three], 2, true, at(3), at(2)),
        (vec![void(one)], 1, true, None, at(1)),
        (vec![one, void(two)], 2, true, None, None),
        (vec![void(one), void(two)], 2, false, None, None),
    ];
    for (games, corrected, valid, from, to) in cases {
        let game = GameId(Ulid(corrected));
        assert_eq!(
            handover(&games, game, valid),
            Handover { from, to },
            "{games:?}"
        );
    }
    assert_eq!(first_of_day(&[]), None);
    let (early, late) = (day_game(5, 1, true), day_game(5, 2, true));
    assert_eq!(first_of_day(&[late, early]), Some(early.moment));
}

fn pair(a: u32, b: u32) -> Players {
    Players::of(account(a), account(b))
}

/// The end of a game that is the pair's first of the day.
fn first(at: i64, game: u32, a: u32, b: u32) -> Log {
    let handover = Handover {
        from: None,
        to: Some(moment(at, game)),
    };
    let day = zone("UTC").day(damero_domain::Timestamp(at)).unwrap();
    handover.entries(pair(a, b), day, Ordinal::END)
}

fn header(revision: u32) -> Header<()> {
    Header {
        subject: (),
        zone: zone("UTC"),
        span: week(0, 1_000_000_000),
        revision: Ordinal(revision),
    }
}

/// Accounts are those that the log names; nobody else is asked.
fn closed(log: &Log, revision: u32) -> String {
    let mut accounts: BTreeMap<AccountId, AsOf<Activity>> = BTreeMap::new();
    for (account, word) in log {
        let known = accounts.entry(*account);
        known
            .or_insert_with(|| AsOf::new(Ordinal(revision)))
            .add(*word);
    }
    let mut closing = Closing::open(header(revision));
    let mut text = String::new();
    for (account, log) in &accounts {
        let chunks = closing.feed(*account, log).unwrap();
        text.extend(chunks.iter().map(|chunk| chunk.text.as_str()));
    }
    let mut table = closing.finish();
    while let Some(chunk) = table.chunk() {
        text.push_str(&chunk.text);
    }
    text
}

fn rows(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines
        .filter(|line| line.starts_with("{\"place\""))
        .collect()
}

#[test]
fn activity_ranks_and_a_counter_entry_takes_it_back() {
    let day = 86_400_000;
    let mut log = first(1_000, 1, 1, 2);
    log.extend(first(2_000, 2, 1, 3));
    log.extend(first(day + 1, 3, 1, 2));
    let original = closed(&log, 0);
    let row = |place: u32, of: u32, activity: u32| {
        let account = account(of);
        format!("{{\"place\":{place},\"account\":\"{account}\",\"activity\":{activity}}}")
    };
    assert_eq!(rows(&original), [row(1, 1, 3), row(2, 2, 2), row(3, 3, 1)]);

    // The only game of the pair's day goes.
    let gone = Handover {
        from: Some(moment(2_000, 2)),
        to: None,
    };
    let first_day = zone("UTC").day(damero_domain::Timestamp(0)).unwrap();
    log.extend(gone.entries(pair(3, 1), first_day, Ordinal(1)));
    // A later one takes the place of the first, and the first comes back.
    let next = Handover {
        from: Some(moment(1_000, 1)),
        to: Some(moment(9_000, 4)),
    };
    log.extend(next.entries(pair(1, 2), first_day, Ordinal(2)));
    let back = Handover {
        from: next.to,
        to: next.from,
    };
    log.extend(back.entries(pair(1, 2), first_day, Ordinal(3)));

    assert_eq!(closed(&log, 0), original);
    let lists_game =
        |text: &str, game: u32| text.contains(&format!("\"game\":\"{}\"", moment(0, game).game));
    for (revision, fourth) in [(1, false), (2, true), (3, false)] {
        let text = closed(&log, revision);
        // Both have two games and share the place; the third one's is gone.
        assert_eq!(rows(&text), [row(1, 1, 2), row(1, 2, 2)], "{revision}");
        assert_eq!(
            (lists_game(&text, 1), lists_game(&text, 4)),
            (!fourth, fourth)
        );
        let audited = audit(&text).unwrap();
        assert_eq!(audited.disagreements, []);
        assert_eq!((audited.entries, audited.games, audited.rows), (4, 2, 2));
    }
}

/// A day may hold the cut: what hands over lies in two weeks.
#[test]
fn each_week_knows_its_own_games_alone() {
    let day = zone("UTC").day(damero_domain::Timestamp(0)).unwrap();
    let cut = 1_000_000_000;
    let mut log = first(cut - 1, 1, 1, 2);
    let next = Handover {
        from: Some(moment(cut - 1, 1)),
        to: Some(moment(cut, 2)),
    };
    log.extend(next.entries(pair(1, 2), day, Ordinal(1)));
    assert_eq!(rows(&closed(&log, 0)).len(), 2);
    assert_eq!(rows(&closed(&log, 1)).len(), 0);
}
