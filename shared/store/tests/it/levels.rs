//! A game against the computer, from the write that starts it to the one that ends it.

use crate::play::Next;
use crate::rated::dates;
use crate::table::{GUEST, HOST, START, Table};
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::credit::{Credit, Earned, LedgerLine, Withheld};
use damero_domain::game::{End, Event, Game, What};
use damero_domain::ids::{AccountId, GameId, Person};
use damero_domain::level::{Beaten, Climb, Level, Outcome, Progress, Start};
use damero_domain::rating::Moment;
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use damero_store::keys::{self, Key};
use damero_store::{Ended, Ending, HeldGame, HeldProgress, LevelBefore, Saved, Slot, StoreError};
use ulid::Ulid;

const ACCOUNT: AccountId = AccountId(Ulid(5 << 80));
const PLAYER: Person = Person::Account(ACCOUNT);

fn rules() -> &'static RuleSet {
    &RuleSet::ALL[0]
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// A game of a player's present level, so many minutes after [`START`].
async fn begun(table: &Table, who: Person, nth: i64) -> HeldGame {
    let seen = table.store.progress(who, rules()).await.unwrap();
    let held = first_of(who, nth, &seen);
    let started = table.store.start_level(who, &seen, &held).await;
    assert!(matches!(started, Ok(Saved::Done(()))), "{started:?}");
    held
}

fn first_of(who: Person, nth: i64, seen: &HeldProgress) -> HeldGame {
    let start = Start {
        game: GameId(Ulid((1 << 80) + u128::try_from(nth).unwrap())),
        rules: rules(),
        level: seen.progress.level,
        player: who,
        side: Side::Black,
        at: Timestamp(START + nth * 60_000),
    };
    HeldGame::new(Game::start(start.setup()), 1, BySide::default())
}

/// A side gives the game up.
fn gives_up(held: &HeldGame, side: Side) -> Next {
    let at = Timestamp(held.game.last_stamp().0 + 1000);
    let event = Event {
        received: at,
        confirmed: at,
        what: What::End(End::Resigned(side)),
    };
    (event, None)
}

async fn before(table: &Table, held: &HeldGame, credit: Option<Credit>) -> LevelBefore {
    let players = held.game.setup().players;
    let computer = held.game.computer().unwrap();
    let who = players[computer.other()];
    let at = Timestamp(held.game.last_stamp().0 + 1000);
    let week = dates(at).1;
    let earned = match who {
        Person::Account(account) => {
            let level = match held.game.setup().origin {
                damero_domain::game::Origin::Level(level) => level,
                other => panic!("{other:?}"),
            };
            let earned = table.store.earned(account, week, rules(), level);
            earned.await.unwrap()
        }
        _ => Earned::default(),
    };
    LevelBefore {
        who,
        progress: table.store.progress(who, rules()).await.unwrap(),
        week,
        earned,
        credit,
    }
}

/// An end by which `loser` loses.
fn ending(table: &Table, held: &HeldGame, loser: Side, before: &LevelBefore) -> Ending {
    let (event, by) = gives_up(held, loser);
    let ending = table.store.level_ending(held, &[event], by, before);
    ending.unwrap()
}

async fn won(table: &Table, held: &HeldGame, credit: Credit) -> HeldGame {
    let before = before(table, held, Some(credit)).await;
    let ending = ending(table, held, Side::White, &before);
    match table.store.end(&ending).await {
        Ok(Ended::Done(held)) => held,
        other => panic!("nobody else writes: {other:?}"),
    }
}

async fn progress(table: &Table, who: Person) -> Progress {
    table.store.progress(who, rules()).await.unwrap().progress
}

#[tokio::test]
async fn a_start_is_written_whole_and_there_is_one_running_game() {
    let table = Table::new().await;
    let seen = table.store.progress(HOST, rules()).await.unwrap();
    assert_eq!((seen, seen.v), (HeldProgress::default(), 0));
    let held = begun(&table, HOST, 0).await;
    let id = held.game.setup().id;
    let read = table.store.game(id).await.unwrap().unwrap();
    assert_eq!(format!("{read:?}"), format!("{held:?}"));
    assert_eq!(progress(&table, HOST).await.running, Some(id));
    for page in [
        table.store.history(HOST, None, 5).await,
        table.store.running(HOST, None).await,
    ] {
        assert_eq!(page.unwrap().games, [id]);
    }
    // Another tab's, which read before.
    let other = first_of(HOST, 1, &seen);
    let started = table.store.start_level(HOST, &seen, &other).await;
    assert!(matches!(started, Ok(Saved::Lost(_))));
    let second = table.store.game(other.game.setup().id).await.unwrap();
    assert!(second.is_none());
    assert_eq!(
        table.store.history(HOST, None, 5).await.unwrap().games,
        [id]
    );
}

#[tokio::test]
async fn a_ply_and_its_answer_are_one_write() {
    let table = Table::new().await;
    let held = begun(&table, HOST, 0).await;
    let mut next = held.game.clone();
    let mut events = Vec::new();
    for _ in 0..2 {
        let at = Timestamp(next.last_stamp().0 + 700);
        let what = What::Move(next.line().legal_moves()[0].clone());
        events.push(Event {
            received: at,
            confirmed: at,
            what,
        });
        next.evolve(events[events.len() - 1].clone()).unwrap();
    }
    let saved = table.store.append_all(&held, &events, None).await.unwrap();
    let Saved::Done(saved) = saved else {
        panic!("nobody else writes");
    };
    assert_eq!((saved.v, saved.game.turn_no()), (2, 2));
    let read = table.store.game(held.game.setup().id).await.unwrap();
    assert_eq!(format!("{:?}", read.unwrap()), format!("{saved:?}"));
    // A copy of the command.
    let again = table.store.append_all(&held, &events, None).await.unwrap();
    assert!(matches!(again, Saved::Lost(Some(present)) if present.v == 2));
}

#[tokio::test]
async fn everything_that_belongs_to_a_level_beaten_is_written_with_it() {
    let table = Table::new().await;
    let held = begun(&table, PLAYER, 0).await;
    let next = won(&table, &held, Credit::Granted(20)).await;
    let id = held.game.setup().id;
    let read = table.store.game(id).await.unwrap().unwrap();
    assert_eq!(format!("{read:?}"), format!("{next:?}"));
    let climb = Climb {
        from: level(1),
        to: level(2),
    };
    let credit = Some(Credit::Granted(20));
    assert_eq!(read.outcome, Some(Outcome { climb, credit }));
    let expected = Progress {
        level: level(2),
        highest: Some(level(1)),
        ..Progress::default()
    };
    assert_eq!(progress(&table, PLAYER).await, expected);

    let moment = next.game.level_end().unwrap().moment;
    let week = dates(moment.ended_at).1;
    let line = LedgerLine {
        moment,
        rules: rules(),
        level: level(1),
        week,
        credit: Credit::Granted(20),
    };
    let page = table.store.ledger(ACCOUNT, None, 5).await.unwrap();
    assert_eq!((page.lines, page.more), (vec![line], false));
    let earned = table.store.earned(ACCOUNT, week, rules(), level(1)).await;
    let expected = Earned {
        week: 20,
        level: true,
    };
    assert_eq!(earned.unwrap(), expected);
    let beaten = table.store.beaten_in(week, ACCOUNT).await.unwrap();
    let expected = Beaten {
        moment,
        rules: rules(),
        level: level(1),
        credits: 20,
    };
    assert_eq!(beaten, [expected]);
    let win = table.item(keys::level_win(PLAYER, rules(), level(1))).await;
    assert_eq!(win.unwrap()["n"], AttributeValue::N("1".into()));
}

#[tokio::test]
async fn a_level_in_the_league_s_log_is_no_activity() {
    let table = Table::new().await;
    let held = begun(&table, PLAYER, 0).await;
    let next = won(&table, &held, Credit::Refused(Withheld::TooFast)).await;
    let week = dates(next.game.ended().unwrap().at).1;
    assert_eq!(table.store.league_of(week, ACCOUNT).await.unwrap(), []);
    let shard = keys::shard_of(ACCOUNT, keys::STAND_SHARDS);
    let page = table
        .store
        .league(week, shard, None, Some(1))
        .await
        .unwrap();
    assert_eq!(page.rows, []);
    let rest = table.store.league(week, shard, page.next, Some(1)).await;
    assert_eq!(rest.unwrap().next, None, "reading it comes to an end");
}

#[tokio::test]
async fn a_refusal_is_in_the_ledger_and_keeps_nobody_from_a_later_grant() {
    let table = Table::new().await;
    let refused = Credit::Refused(Withheld::TooFewMoves);
    let first = begun(&table, PLAYER, 0).await;
    won(&table, &first, refused).await;
    let week = dates(Timestamp(START)).1;
    assert_eq!(table.store.granted_in(ACCOUNT, week).await.unwrap(), 0);
    let earned = table.store.earned(ACCOUNT, week, rules(), level(1)).await;
    assert_eq!(earned.unwrap(), Earned::default());

    for (nth, credit) in [(1, Credit::Granted(20)), (2, Credit::Granted(15))] {
        let held = begun(&table, PLAYER, nth).await;
        won(&table, &held, credit).await;
    }
    assert_eq!(table.store.granted_in(ACCOUNT, week).await.unwrap(), 35);
    let newest = table.store.ledger(ACCOUNT, None, 2).await.unwrap();
    let credits: Vec<_> = newest.lines.iter().map(|line| line.credit).collect();
    assert_eq!(credits, [Credit::Granted(15), Credit::Granted(20)]);
    assert!(newest.more);
    let last = newest.lines[1].moment;
    let older = table.store.ledger(ACCOUNT, Some(last), 2).await.unwrap();
    assert_eq!(older.lines[0].credit, refused);
    assert_eq!((older.lines.len(), older.more), (1, false));
}

#[tokio::test]
async fn a_loss_and_what_is_cancelled_write_no_ledger() {
    let table = Table::new().await;
    let held = begun(&table, PLAYER, 0).await;
    let at_start = before(&table, &held, None).await;
    let at = Timestamp(held.game.last_stamp().0 + 1000);
    let off = Event {
        received: at,
        confirmed: at,
        what: What::End(End::Cancelled),
    };
    let cancelled = table.store.level_ending(&held, &[off], None, &at_start);
    let ended = table.store.end(&cancelled.unwrap()).await.unwrap();
    assert!(matches!(ended, Ended::Done(held) if held.outcome.is_none()));
    assert_eq!(progress(&table, PLAYER).await, Progress::default());
    for (nth, losses) in [(1, 1), (2, 0)] {
        let held = begun(&table, PLAYER, nth).await;
        let before = before(&table, &held, None).await;
        let lost = ending(&table, &held, Side::Black, &before);
        let ended = table.store.end(&lost).await.unwrap();
        assert!(matches!(ended, Ended::Done(held) if held.outcome.is_some()));
        assert_eq!(progress(&table, PLAYER).await.losses, losses);
    }
    let page = table.store.ledger(ACCOUNT, None, 5).await.unwrap();
    assert_eq!(page.lines, []);
}

/// LEVE-01: a result that is delivered twice counts once.
#[tokio::test]
async fn the_same_end_counts_once_however_often_it_is_written() {
    let table = Table::new().await;
    let held = begun(&table, PLAYER, 0).await;
    let before = before(&table, &held, Some(Credit::Granted(20))).await;
    let same = ending(&table, &held, Side::White, &before);
    let outcomes = (0..6).map(|_| table.store.end(&same));
    let outcomes = futures_util::future::join_all(outcomes).await;
    let done = |outcome: &Result<Ended, StoreError>| matches!(outcome, Ok(Ended::Done(_)));
    assert!(outcomes.iter().any(done), "{outcomes:?}");
    // Two tabs finish the same game, each in its own way.
    let other = ending(&table, &held, Side::Black, &before);
    match table.store.end(&other).await {
        Ok(Ended::Lost { slots, present }) => {
            assert_eq!(slots[..2], [Slot::Game, Slot::Progress]);
            assert!(present.unwrap().game.ended().is_some());
        }
        other => panic!("it had ended: {other:?}"),
    }
    assert_eq!(progress(&table, PLAYER).await.level, level(2));
    let granted = table.store.granted_in(ACCOUNT, before.week).await;
    assert_eq!(granted.unwrap(), 20);
    let page = table.store.ledger(ACCOUNT, None, 5).await.unwrap();
    assert_eq!(page.lines.len(), 1);
}

fn marked(key: Key) -> crate::table::Item {
    let text = |text: String| AttributeValue::S(text);
    let number = |number: &str| AttributeValue::N(number.into());
    [
        ("PK", text(key.pk)),
        ("SK", text(key.sk)),
        ("v", number("7")),
        ("c", number("90")),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

#[tokio::test]
async fn whatever_moved_in_between_undoes_all_of_it_and_is_named() {
    let week = dates(Timestamp(START)).1;
    let moment = |held: &HeldGame| Moment {
        ended_at: Timestamp(held.game.last_stamp().0 + 1000),
        game: held.game.setup().id,
    };
    type Obstacle = (Slot, fn(damero_domain::period::LocalDate, Moment) -> Key);
    let obstacles: [Obstacle; 5] = [
        (Slot::Progress, |_, _| keys::progress(PLAYER, rules())),
        (Slot::LeagueLevel, |week, at| {
            keys::league_line(week, ACCOUNT, at, Default::default())
        }),
        (Slot::Ledger, |_, at| keys::ledger_line(ACCOUNT, at)),
        (Slot::Guard, |week, _| {
            keys::credit_guard(ACCOUNT, week, rules(), level(1))
        }),
        (Slot::Sum, |week, _| keys::credit_sum(ACCOUNT, week)),
    ];
    for (slot, key) in obstacles {
        let table = Table::new().await;
        let held = begun(&table, PLAYER, 0).await;
        let before = before(&table, &held, Some(Credit::Granted(20))).await;
        let ending = ending(&table, &held, Side::White, &before);
        let obstacle = marked(key(week, moment(&held)));
        table.put(obstacle.clone()).await;
        match table.store.end(&ending).await {
            Ok(Ended::Lost { slots, present }) => {
                assert_eq!(slots, [slot]);
                assert!(present.is_none(), "the game is not in the way");
            }
            other => panic!("{slot:?}: {other:?}"),
        }
        let read = table.store.game(held.game.setup().id).await.unwrap();
        assert_eq!(format!("{:?}", read.unwrap()), format!("{held:?}"));
        let win = table.item(keys::level_win(PLAYER, rules(), level(1))).await;
        assert_eq!(win, None, "{slot:?}");
        assert_eq!(table.item(key(week, moment(&held))).await, Some(obstacle));
    }
}

#[tokio::test]
async fn nothing_but_its_end_ends_a_level() {
    let table = Table::new().await;
    let held = begun(&table, PLAYER, 0).await;
    let (event, by) = gives_up(&held, Side::Black);
    let appended = table.store.append(&held, &event, by).await;
    assert!(matches!(appended, Err(StoreError::Corrupt(_))));
    let before = before(&table, &held, None).await;
    let at = held.game.last_stamp();
    let what = What::Move(held.game.line().legal_moves()[0].clone());
    let a_move = Event {
        received: at,
        confirmed: at,
        what,
    };
    let ending = table.store.level_ending(&held, &[a_move], None, &before);
    assert!(ending.is_err(), "a move that ends nothing");
}

#[tokio::test]
async fn what_a_browser_reached_is_taken_over_once() {
    let table = Table::new().await;
    let theirs = begun(&table, GUEST, 0).await;
    let before = before(&table, &theirs, Some(Credit::Refused(Withheld::NotLinked))).await;
    let end = ending(&table, &theirs, Side::White, &before);
    assert!(matches!(table.store.end(&end).await, Ok(Ended::Done(_))));
    let running = begun(&table, GUEST, 1).await.game.setup().id;
    let page = table.store.ledger(ACCOUNT, None, 5).await.unwrap();
    assert_eq!(page.lines, [], "a guest has no ledger");

    let read = async |who| table.store.progress(who, rules()).await.unwrap();
    let (own, guest) = (read(PLAYER).await, read(GUEST).await);
    assert!(!guest.is_taken_by(ACCOUNT));
    let taken = table.store.take_over(ACCOUNT, &own, GUEST, &guest, rules());
    let Ok(Saved::Done(joined)) = taken.await else {
        panic!("nobody else writes");
    };
    assert_eq!(joined.progress.level, level(2));
    assert_eq!(joined.progress.running, Some(running));
    assert_eq!(read(PLAYER).await, joined);
    let left = read(GUEST).await;
    assert!(left.is_taken_by(ACCOUNT));
    assert_eq!(left.progress.running, None);
    assert_eq!(left.progress.level, level(2), "it keeps its own");
    let again = table.store.take_over(ACCOUNT, &own, GUEST, &guest, rules());
    assert!(matches!(again.await, Ok(Saved::Lost(_))), "twice is once");
    let all = table.store.all_progress(PLAYER, &[rules()]).await.unwrap();
    assert_eq!(all, [(rules(), joined)]);
}
