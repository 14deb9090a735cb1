//! The vectors of `tests/data`, each line of them.

use crate::replay::replay;
use crate::world::{Played, World, moment};
use chrono::DateTime;
use damero_domain::Timestamp;
use damero_domain::ids::{AccountId, GameId};
use damero_domain::period::{Period, PeriodKind, Zone};
use damero_domain::rating::elo::delta;
use damero_domain::rating::table::{Places, Row};
use damero_domain::rating::{EloDelta, Ledger, MicroElo, Score};
use damero_rules::Side;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use ulid::Ulid;

fn lines(name: &str, count: usize) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), count, "{name}");
    lines
}

fn score(of: &Value) -> Score {
    let halves = of.as_f64().unwrap() * 2.0;
    let scores = [Score::Loss, Score::Draw, Score::Win];
    let mut scores = scores.into_iter();
    scores
        .find(|score| f64::from(score.halves()) == halves)
        .unwrap()
}

#[test]
fn every_step_of_elo_is_the_micro_point() {
    for line in lines("elo", 127) {
        let elo = |name: &str| MicroElo(line[name].as_i64().unwrap());
        let (a, b, score) = (elo("a"), elo("b"), score(&line["score_a"]));
        let gain = delta(a, b, score);
        assert_eq!(line["delta_a"], gain.0, "{line}");
        assert_eq!(line["shown_a_after"], (a + gain).shown(), "{line}");
        // Seen from the other side it is the same game.
        assert_eq!(delta(b, a, score.other()), -gain, "{line}");
    }
}

fn instant(text: &Value) -> Timestamp {
    let time = DateTime::parse_from_rfc3339(text.as_str().unwrap()).unwrap();
    Timestamp(time.timestamp_millis())
}

#[test]
fn every_end_lies_in_its_week_its_month_and_its_day() {
    for line in lines("periods", 169) {
        let zone: Zone = line["zone"].as_str().unwrap().parse().unwrap();
        let ended_at = instant(&line["ended_at"]);
        for (name, kind) in [("weekly", PeriodKind::Week), ("monthly", PeriodKind::Month)] {
            let expected = Period {
                kind,
                id: line[name]["id"].as_str().unwrap().parse().unwrap(),
                start: instant(&line[name]["start"]),
                end: instant(&line[name]["end"]),
            };
            assert_eq!(zone.period(kind, ended_at), Some(expected), "{line}");
            assert_eq!(zone.named(kind, expected.id), Some(expected), "{line}");
        }
        assert_eq!(
            line["local_day"],
            zone.day(ended_at).unwrap().to_string(),
            "{line}"
        );
    }
}

/// `p07` and `g012` as ids in the same order.
fn number(text: &Value) -> u32 {
    text.as_str().unwrap()[1..].parse().unwrap()
}

fn player(text: &Value) -> AccountId {
    AccountId(Ulid(u128::from(number(text))))
}

fn played(line: &Value) -> Vec<Played> {
    let games = line["games"].as_array().unwrap();
    let games = games.iter().zip(0..);
    games
        .map(|(game, nth)| Played {
            moment: moment(nth, number(&game["id"])),
            white: player(&game["white"]),
            black: player(&game["black"]),
            winner: match score(&game["score_white"]) {
                Score::Win => Some(Side::White),
                Score::Loss => Some(Side::Black),
                Score::Draw => None,
            },
        })
        .collect()
}

fn assert_table(expected: &Value, ledger: &Ledger) {
    let rows = ledger.table();
    let mut places = Places::default();
    let found: Vec<(u32, Row)> = rows.iter().map(|row| (places.next(row), *row)).collect();
    let row = |row: &Value| {
        let number = |name: &str| u32::try_from(row[name].as_u64().unwrap()).unwrap();
        let found = Row {
            account: player(&row["player"]),
            elo: MicroElo(row["exact"].as_i64().unwrap()),
            games: number("games"),
            provisional: row["provisional"].as_bool().unwrap(),
        };
        assert_eq!(row["shown"], found.elo.shown());
        (number("place"), found)
    };
    let expected: Vec<(u32, Row)> = expected.as_array().unwrap().iter().map(row).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_run_of_ratings_is_found_and_found_again_without_its_void_games() {
    for line in lines("rating_run", 13) {
        let games = played(&line);
        let mut world = World::default();
        for (game, rating) in games.iter().zip(line["ratings"].as_array().unwrap()) {
            let entries = world.ledger.end(&game.end());
            world.games.push(*game);
            assert_eq!(rating["white_before"], entries.white.before.0);
            assert_eq!(rating["black_before"], entries.black.before.0);
            assert_eq!(rating["delta_white"], entries.white.delta.0);
        }
        assert_table(&line["table"], &world.ledger);
        let invalidated = line["invalidated"].as_array().unwrap();
        for (ordinal, id) in (1..).zip(invalidated) {
            let game = GameId(Ulid(u128::from(number(id))));
            let game = games
                .iter()
                .find(|played| played.moment.game == game)
                .unwrap();
            let correction = world.decide(ordinal, game, false);
            world.ledger.correct(correction).unwrap();
            world.assert_replayed(ordinal);
        }
        assert_table(&line["table_after"], &world.ledger);
        let plain = replay(&games, |game| !world.void.contains(&game.moment.game));
        assert_eq!(plain, world.replay());
    }
}

/// The same bits on every target: this digest was made on `x86_64` and must come out
/// wherever deltas are computed.
#[test]
fn ten_thousand_deltas_have_the_digest_that_they_always_had() {
    let mut hash = Sha256::new();
    let mut state: u64 = 0x6461_6d65_726f;
    let mut draw = |bound: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((state >> 33) % bound).unwrap()
    };
    for _ in 0..10_000 {
        let (a, b) = (draw(4_000_000_000), draw(4_000_000_000));
        let score = [Score::Loss, Score::Draw, Score::Win][usize::try_from(draw(3)).unwrap()];
        let EloDelta(gain) = delta(MicroElo(a), MicroElo(b), score);
        hash.update(gain.to_be_bytes());
    }
    let found = damero_domain::rating::Digest(hash.finalize().into());
    assert_eq!(
        found.to_string(),
        "e8004444f757453d87dc746af8ddc015e7534bea9bddc703f839b27ff9ec1ece"
    );
}
