//! A game is what its events lead to; events that cannot have happened are corrupt.

use super::*;
use crate::game::{Impossible, REMEMBERED};
use damero_rules::Move;

/// An event one second after the newest.
fn next(given: &Given, what: What) -> Event {
    let at = Timestamp(given.game.last_stamp().0 + 1000);
    Event {
        received: at,
        confirmed: at,
        what,
    }
}

/// A move as the position has it.
fn found(given: &Given, text: &str) -> Move {
    let line = given.game.line();
    damero_rules::find_move(line.rules(), line.position(), &path(text)).unwrap()
}

fn refused(given: &Given, event: Event) -> bool {
    given.game.clone().evolve(event) == Err(Impossible)
}

#[test]
fn the_same_events_lead_to_the_same_game() {
    let mut given = game().with_clock("20+10").played(FORGONE);
    given.does(RED, given.offer());
    given.does(WHITE, given.ask_cancel());
    let mut given = given.played("!15 18-14");
    given.does(WHITE, Command::Resign);
    let mut replayed = Game::start(given.game.setup().clone());
    for event in given.game.events() {
        replayed.evolve(event.clone()).unwrap();
    }
    for side in [RED, WHITE] {
        for tag in given.game.remembered(side) {
            replayed.remember(side, *tag);
        }
    }
    assert_eq!(format!("{replayed:?}"), format!("{:?}", given.game));
}

#[test]
fn what_nothing_stands_for_is_impossible() {
    let given = game().played("11-15 22-17");
    let move_elsewhere = found(&game(), "11-15");
    let intended = found(&given, "15-19");
    for what in [
        What::Move(move_elsewhere),
        What::Huff(square(17)),
        What::Decline,
        What::RefuseCancel,
        What::End(End::Agreed),
        What::End(End::Cancelled),
        What::End(End::NoProgress),
        What::End(End::Repetition(intended)),
        What::End(End::TimeUp(RED)),
    ] {
        assert!(refused(&given, next(&given, what.clone())), "{what:?}");
    }
}

#[test]
fn what_stands_already_is_impossible() {
    let mut given = game();
    given.does(RED, given.offer());
    given.does(RED, given.ask_cancel());
    for side in [RED, WHITE] {
        for what in [What::Offer(side), What::AskCancel(side)] {
            assert!(refused(&given, next(&given, what.clone())), "{what:?}");
        }
    }
    given.does(WHITE, given.decline());
    assert!(refused(&given, next(&given, What::Offer(RED))), "too soon");
}

#[test]
fn nothing_follows_the_end() {
    let mut given = game();
    given.does(RED, Command::Resign);
    for what in [
        What::Move(found(&game(), "11-15")),
        What::Offer(WHITE),
        What::End(End::Resigned(WHITE)),
    ] {
        assert!(refused(&given, next(&given, what.clone())), "{what:?}");
    }
}

#[test]
fn times_that_run_backwards_are_impossible() {
    let given = game().played("11-15");
    let event = |received: i64, confirmed: i64| Event {
        received: Timestamp(START + received),
        confirmed: Timestamp(START + confirmed),
        what: What::Move(found(&given, "22-17")),
    };
    // The move before was confirmed a second after the start.
    assert!(refused(&given, event(900, 999)), "before the last stamp");
    assert!(refused(&given, event(2001, 2000)), "before its receipt");
    assert!(!refused(&given, event(900, 1000)), "sent ahead of time");
}

#[test]
fn a_clock_that_fell_lets_nothing_of_the_mover_s_through() {
    let given = game().with_clock("10+5");
    let at = |received: i64, confirmed: i64, what| Event {
        received: Timestamp(START + received),
        confirmed: Timestamp(START + confirmed),
        what,
    };
    let move_it = || What::Move(found(&given, "11-15"));
    let flag = |side| What::End(End::TimeUp(side));
    assert!(!refused(&given, at(599_999, 601_499, move_it())));
    assert!(refused(&given, at(600_000, 600_000, move_it())));
    assert!(refused(&given, at(601_499, 601_499, flag(RED))), "too soon");
    assert!(refused(&given, at(601_500, 601_500, flag(WHITE))));
    assert!(!refused(&given, at(601_500, 601_500, flag(RED))));
}

#[test]
fn memory_keeps_the_newest_of_each_seat() {
    let mut given = game();
    let tags: Vec<_> = (0..6).map(|nth| CommandId(Ulid(nth)).tag()).collect();
    for tag in &tags {
        given.game.remember(RED, *tag);
    }
    assert_eq!(given.game.remembered(RED), &tags[6 - REMEMBERED..]);
    assert!(given.game.remembered(WHITE).is_empty());
}
