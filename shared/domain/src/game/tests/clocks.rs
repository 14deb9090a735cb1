//! Clocks: zero is exact, a slow server costs nobody, the grace belongs to nobody.

use super::*;
use crate::time::Millis;

const TEN_MINUTES: i64 = 600_000;
const GRACE: i64 = 1500;

fn remaining(given: &Given, side: Side) -> i64 {
    given.game.clocks().unwrap().remaining(side).0
}

/// What a rated game's end must not be confirmed before moves its confirmation, and a
/// move is still received when it was.
#[test]
fn a_later_confirmation_flags_no_move() {
    let event = |what| crate::game::Event {
        received: Timestamp(5),
        confirmed: Timestamp(7),
        what,
    };
    let resigned = event(What::End(End::Resigned(Side::White)));
    let flagged = event(What::End(End::TimeUp(Side::White)));
    for (at, resignation, flag) in [
        (6, (5, 7), (6, 7)),
        (9, (5, 9), (9, 9)),
        (3, (5, 7), (5, 7)),
    ] {
        let times = |event: crate::game::Event| {
            let event = event.no_earlier(Timestamp(at));
            (event.received.0, event.confirmed.0)
        };
        assert_eq!(times(resigned.clone()), resignation, "{at}");
        assert_eq!(times(flagged.clone()), flag, "{at}");
    }
}

/// CLOC-01: at zero the mover has lost, and gets no increment.
#[test]
fn zero_is_exact() {
    let cases = [
        (TEN_MINUTES - 1, Ok(5001)),
        (TEN_MINUTES, Err(Refusal::TimeUp)),
        (TEN_MINUTES + 1, Err(Refusal::TimeUp)),
    ];
    for (at, expected) in cases {
        let mut given = game().with_clock("10+5").at(at);
        let move_it = given.mv("11-15");
        let outcome = match given.judge(RED, &move_it) {
            Err(refusal) => Err(refusal),
            Ok(_) => {
                given.does(RED, move_it);
                Ok(remaining(&given, RED))
            }
        };
        assert_eq!(outcome, expected, "received after {at} ms");
    }
}

#[test]
fn a_move_in_time_has_the_grace_to_be_committed_in() {
    let stamp = |now| Stamp {
        received: Timestamp(START + TEN_MINUTES - 1),
        now: Timestamp(START + now),
    };
    for (now, in_time) in [
        (TEN_MINUTES - 1, true),
        (TEN_MINUTES + GRACE - 1, true),
        (TEN_MINUTES + GRACE, false),
    ] {
        let given = game().with_clock("10+5");
        let verdict = given.game.decide(
            person(RED),
            CommandId(Ulid(7)),
            &given.mv("11-15"),
            stamp(now),
        );
        assert_eq!(verdict.is_ok(), in_time, "decided after {now} ms");
    }
}

#[test]
fn in_the_grace_the_mover_is_refused_and_the_rival_may_act() {
    let late = |at| game().with_clock("10+5").at(at);
    for at in [TEN_MINUTES, TEN_MINUTES + GRACE - 1] {
        let given = late(at);
        let movers = [given.mv("11-15"), Command::Resign, given.offer()];
        for command in movers {
            assert_eq!(given.refuses(RED, &command), Refusal::TimeUp, "{at}");
        }
        assert_eq!(given.game.settle(given.stamp()), None, "nobody acts on it");
        for command in [Command::Resign, given.offer(), given.ask_cancel()] {
            assert!(given.judge(WHITE, &command).is_ok(), "{at}: {command:?}");
        }
    }
    let over = late(TEN_MINUTES + GRACE);
    for side in [RED, WHITE] {
        assert_eq!(over.refuses(side, &Command::Resign), Refusal::TimeUp);
    }
}

#[test]
fn the_rival_s_resignation_in_the_grace_stands() {
    let mut given = game().with_clock("10+5").at(TEN_MINUTES + 100);
    given.does(WHITE, Command::Resign);
    assert_eq!(given.result(), Some((Some(RED), "resignation")));
    assert_eq!(given.game.fell(), None);
    assert_eq!(remaining(&given, RED), 0);
}

#[test]
fn after_the_grace_whoever_asks_ends_the_game() {
    let given = game().with_clock("10+5").played("11-15");
    // Red moved after a second; White's ten minutes begin there.
    let zero = 1000 + TEN_MINUTES;
    for at in [zero - 1, zero, zero + GRACE - 1] {
        assert_eq!(
            given
                .clone()
                .at(at)
                .game
                .settle(given.clone().at(at).stamp()),
            None
        );
    }
    for at in [zero + GRACE, zero + 86_400_000] {
        let mut late = given.clone().at(at);
        let flag = late.game.settle(late.stamp()).unwrap();
        assert_eq!(flag.what, What::End(End::TimeUp(WHITE)));
        late.game.evolve(flag).unwrap();
        assert_eq!(late.result(), Some((Some(RED), "time")));
        assert_eq!(late.game.fell(), Some(Timestamp(START + zero)));
        assert_eq!(remaining(&late, WHITE), 0);
        assert_eq!(late.game.settle(late.stamp()), None, "once");
    }
}

/// Read through such a host, a running game must not end.
#[test]
fn a_host_whose_clock_is_off_ends_no_game() {
    let given = game().with_clock("10+5");
    let zero = START + TEN_MINUTES;
    let settled = |received: i64, now: i64| {
        let stamp = Stamp {
            received: Timestamp(received),
            now: Timestamp(now),
        };
        given.game.settle(stamp).is_some()
    };
    for (received, now, ends) in [
        (START + 60_000, zero + GRACE, false),
        (zero - 13_499, zero + GRACE + 2, false),
        (zero - 13_499, zero + GRACE + 1, true),
        (zero + 60_000, zero + 58_999, false),
        (zero + 60_000, zero + 59_000, true),
    ] {
        assert_eq!(settled(received, now), ends, "{} ahead", now - received);
    }
}

#[test]
fn a_game_without_clock_waits_for_ever() {
    let given = game().played("11-15").at(i64::from(u32::MAX));
    assert_eq!(given.game.deadline(), None);
    assert_eq!(given.game.settle(given.stamp()), None);
    assert!(given.judge(WHITE, &given.mv("22-17")).is_ok());
}

#[test]
fn the_mover_s_clock_stops_at_receipt_and_the_rival_s_starts_at_confirmation() {
    let mut given = game().with_clock("10+5");
    given.does_at(RED, given.mv("11-15"), 4000, 4700);
    assert_eq!(remaining(&given, RED), TEN_MINUTES - 4000 + 5000);
    assert_eq!(remaining(&given, WHITE), TEN_MINUTES);
    let white_falls = Timestamp(START + 4700 + TEN_MINUTES);
    assert_eq!(given.game.deadline(), Some(white_falls));
    given.does_at(WHITE, given.mv("22-17"), 6700, 6800);
    assert_eq!(remaining(&given, WHITE), TEN_MINUTES - 2000 + 5000);
}

#[test]
fn a_rival_s_slow_offer_costs_the_mover_nothing() {
    let mut given = game().with_clock("10+5");
    let made_meanwhile = given.mv("11-15");
    given.does_at(WHITE, given.offer(), 3000, 9000);
    given.does_at(RED, made_meanwhile, 4000, 9100);
    assert_eq!(remaining(&given, RED), TEN_MINUTES - 4000 + 5000);
    // Nor can it push a move in time over the edge.
    let mut given = game().with_clock("10+5");
    let in_time = given.mv("11-15");
    given.does_at(WHITE, given.offer(), TEN_MINUTES - 2, TEN_MINUTES + 900);
    given.does_at(RED, in_time, TEN_MINUTES - 1, TEN_MINUTES + 1000);
    assert_eq!(remaining(&given, RED), 5001);
}

#[test]
fn stamps_never_run_backwards_whatever_a_host_s_clock_says() {
    let mut given = game().with_clock("10+5");
    given.does_at(RED, given.mv("11-15"), 5000, 5900);
    // Another host lags behind by half a second.
    given.does_at(WHITE, given.mv("22-17"), 5950, 5450);
    let stamps: Vec<_> = given
        .game
        .events()
        .iter()
        .map(|event| event.confirmed.0 - START)
        .collect();
    assert_eq!(stamps, [5900, 5950]);
    assert_eq!(given.game.last_stamp(), Timestamp(START + 5950));
}

#[test]
fn a_chain_gets_one_increment() {
    let before = game()
        .with_clock("10+5")
        .played("9-13 22-17 6-9 25-22 2-6 29-25 9-14 22-18");
    let full = remaining(&before, RED);
    let after = before.played("13x22x29");
    assert_eq!(remaining(&after, RED), full - 1000 + 5000);
}

#[test]
fn a_huff_adds_nothing_and_stops_no_clock() {
    let given = game().with_clock("10+5").played(FORGONE);
    let (deadline, full) = (given.game.deadline(), remaining(&given, WHITE));
    let mut given = given.played("!15");
    assert_eq!(given.game.deadline(), deadline);
    assert_eq!(remaining(&given, WHITE), full);
    // Two seconds since red's move: one before the huff and one after it.
    given.now += 1000;
    given.does(WHITE, given.mv("18-14"));
    assert_eq!(remaining(&given, WHITE), full - 2000 + 5000);
}

#[test]
fn offers_and_requests_stop_no_clock() {
    let mut given = game().with_clock("10+5").at(1000);
    let deadline = given.game.deadline();
    given.does(WHITE, given.offer());
    given.does(RED, given.decline());
    given.does(WHITE, given.ask_cancel());
    given.does(RED, given.refuse_cancel());
    assert_eq!(given.game.deadline(), deadline);
}

#[test]
fn a_flag_that_is_not_due_says_why() {
    let timed = game().with_clock("10+5");
    let mut over = game();
    over.does(RED, Command::Resign);
    let cases = [
        (&timed, person(RED), Refusal::NotFlagged),
        (&timed, stranger(), Refusal::NotYours),
        (&game(), person(WHITE), Refusal::NoClock),
        (&over, person(WHITE), Refusal::GameOver),
    ];
    for (given, by, refusal) in cases {
        assert_eq!(given.game.refuse_flag(by), refusal);
    }
}

#[test]
fn the_clock_stops_when_the_game_ends() {
    let mut given = game().with_clock("10+5").at(7000);
    given.does(WHITE, Command::Resign);
    assert_eq!(remaining(&given, RED), TEN_MINUTES - 7000);
    assert_eq!(given.game.deadline(), None);
    let clocks = given.game.clocks().unwrap();
    assert_eq!(clocks.control().increment, Millis::seconds(5));
}
