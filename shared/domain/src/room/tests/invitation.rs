//! Before the first game: joining, accepting, leaving, cancelling, lapsing, colours.

use super::*;
use crate::time::{MAX_AHEAD, Millis};

const DAY: i64 = INVITE_LIFE.0;
const GRACE: i64 = 1500;

fn lapsed() -> Refusal {
    Refusal::RoomLapsed {
        at: Timestamp(CREATED + DAY),
    }
}

#[test]
fn the_second_acceptance_starts_the_game() {
    let mut given = room().joined();
    given.does(GUEST, Command::Accept);
    assert!(given.games.is_empty(), "one acceptance waits");
    let first = CREATED + given.now;
    given.does(HOST, Command::Accept);
    let [setup] = &given.games[..] else {
        panic!("one game")
    };
    assert_eq!(setup.started, Timestamp(CREATED + given.now));
    assert_eq!(setup.origin.number(), 1);
    let id = GameId::of_room(given.room.conditions.id, 1, Timestamp(first));
    assert_eq!(setup.id, id, "its id comes from stored facts");
}

#[test]
fn the_host_may_accept_before_anybody_comes() {
    let mut given = room();
    given.does(HOST, Command::Accept);
    let mut given = given.joined();
    assert!(given.games.is_empty(), "joining accepts nothing");
    given.does(GUEST, Command::Accept);
    assert_eq!(given.games.len(), 1);
}

#[test]
fn accepting_joining_or_asking_twice_changes_nothing() {
    let mut given = room().joined();
    assert_eq!(given.judge(GUEST, Command::Join), Ok(Verdict::Known));
    assert_eq!(
        given.judge(HOST, Command::Join),
        Ok(Verdict::Known),
        "own room"
    );
    let id = given.does(HOST, Command::Accept);
    assert_eq!(given.judge(HOST, Command::Accept), Ok(Verdict::Known));
    given.does(GUEST, Command::Accept);
    // The same command again, when nothing of it would be right any more.
    let again = given
        .room
        .decide(HOST, id, Command::Cancel, None, given.stamp());
    assert_eq!(again, Ok(Verdict::Known));
    assert_eq!(given.judge(GUEST, Command::Accept), Ok(Verdict::Known));
    assert_eq!(given.games.len(), 1);
}

#[test]
fn the_link_never_yields_an_occupied_seat() {
    let given = room().joined();
    assert_eq!(given.refuses(THIRD, Command::Join), Refusal::RoomFull);
    for command in [Command::Accept, Command::Cancel] {
        assert_eq!(given.refuses(THIRD, command), Refusal::NotYours);
    }
    assert_eq!(given.room.seat_of(GUEST), Some(Seat::Guest));
    assert_eq!(given.room.seat_of(THIRD), None);
}

#[test]
fn leaving_frees_the_seat_and_its_acceptance() {
    let mut given = room().joined();
    given.does(HOST, Command::Accept);
    given.does(GUEST, Command::Cancel);
    assert_eq!(given.room.seats.guest, None);
    assert_eq!(given.refuses(GUEST, Command::Accept), Refusal::NotYours);
    given.does(THIRD, Command::Join);
    assert!(given.games.is_empty(), "the newcomer has accepted nothing");
    given.does(THIRD, Command::Accept);
    assert_eq!(given.games.len(), 1);

    let mut accepted = room().joined();
    accepted.does(GUEST, Command::Accept);
    accepted.does(GUEST, Command::Cancel);
    assert_eq!(accepted.room.accepted.guest, None);
    accepted.does(HOST, Command::Accept);
    assert!(accepted.games.is_empty());
}

#[test]
fn the_host_s_cancelling_closes_the_room() {
    let mut given = room().joined();
    given.does(HOST, Command::Cancel);
    assert_eq!(given.room.closed, Some(Closed::Cancelled));
    assert_eq!(given.room.lapses(), None);
    for (by, command) in [
        (GUEST, Command::Accept),
        (GUEST, Command::Cancel),
        (HOST, Command::Cancel),
    ] {
        assert_eq!(given.refuses(by, command), Refusal::RoomCancelled);
    }
    assert_eq!(given.judge(GUEST, Command::Join), Ok(Verdict::Known));
    assert_eq!(given.refuses(THIRD, Command::Join), Refusal::RoomCancelled);
}

#[test]
fn once_the_first_game_has_started_nobody_joins_or_cancels() {
    let given = room().playing();
    assert_eq!(given.refuses(THIRD, Command::Join), Refusal::RoomFull);
    for by in [HOST, GUEST] {
        assert_eq!(given.refuses(by, Command::Cancel), Refusal::RoomStarted);
    }
}

#[test]
fn an_invitation_lapses_at_24_hours_exactly() {
    let cases = [(DAY - 1, true), (DAY, false), (DAY + GRACE - 1, false)];
    for (at, open) in cases {
        let given = room().joined().at(at);
        for (by, command) in [(HOST, Command::Accept), (GUEST, Command::Cancel)] {
            let judged = given.judge(by, command);
            assert_eq!(judged.is_ok(), open, "{at}: {command:?}");
            assert!(open || judged == Err(lapsed()));
        }
        assert_eq!(given.room.settle(given.stamp()), None, "{at}: grace");
    }
}

#[test]
fn an_acceptance_in_time_has_the_grace_to_be_committed_in() {
    for (now, in_time) in [(DAY + GRACE - 1, true), (DAY + GRACE, false)] {
        let given = room().joined();
        let stamp = Stamp {
            received: Timestamp(CREATED + DAY - 1),
            now: Timestamp(CREATED + now),
        };
        let judged = given
            .room
            .decide(HOST, CommandId(Ulid(7)), Command::Accept, None, stamp);
        assert_eq!(judged.is_ok(), in_time, "{now}");
    }
}

#[test]
fn after_the_grace_whoever_asks_lapses_it() {
    let mut given = room().joined().at(DAY + GRACE);
    let lapse = given.room.settle(given.stamp()).unwrap();
    given.folds(&[lapse]);
    assert_eq!(given.room.closed, Some(Closed::Lapsed));
    assert_eq!(given.room.settle(given.stamp()), None, "once");
    assert_eq!(given.refuses(HOST, Command::Accept), lapsed());
    assert_eq!(given.refuses(HOST, Command::Cancel), lapsed());
    let third = given.refuses(THIRD, Command::Join);
    assert_eq!(third, lapsed(), "a lapsed room says so, full or not");
}

/// Read through such a host, an invitation must not lapse.
#[test]
fn a_host_whose_clock_is_off_lapses_nothing() {
    let given = room().joined();
    let received = Timestamp(CREATED + DAY - 1000);
    for (ahead, lapses) in [(MAX_AHEAD.0, true), (MAX_AHEAD.0 + 1, false)] {
        let now = received + Millis(ahead);
        let lapse = given.room.settle(Stamp { received, now });
        assert_eq!(lapse.is_some(), lapses, "{ahead} ms ahead");
    }
}

#[test]
fn a_room_that_has_played_never_lapses() {
    let given = room().playing().at(10 * DAY);
    assert_eq!(given.room.lapses(), None);
    assert_eq!(given.room.settle(given.stamp()), None);
}

#[test]
fn a_chosen_colour_is_the_one_that_moves_first() {
    let cases = [(ColourChoice::Mine, HOST), (ColourChoice::Theirs, GUEST)];
    // Red moves first in one of these rule sets, white in the other.
    for rules in ["vezz-8x8", "mesita-international"] {
        for (choice, opener) in cases {
            let given = Given::of(1, choice).with_rules(rules).playing();
            assert_eq!(given.opener(), opener, "{rules}: {choice:?}");
        }
    }
}

#[test]
fn the_lot_is_fair_and_the_same_for_whoever_draws_it() {
    let rooms = 400;
    let opens = |id: u128| Given::of(id, ColourChoice::Random).playing().opener() == HOST;
    let hosts = (0..rooms).filter(|&id| opens(id)).count();
    assert!((150..=250).contains(&hosts), "{hosts} of {rooms}");
    assert!((0..20).all(|id| opens(id) == opens(id)));
}

#[test]
fn no_side_draws_the_lot_alone() {
    // Same room, same guest: the moments of the two acceptances decide as well.
    let outcomes = (0..40).map(|ms| {
        let mut given = Given::of(1, ColourChoice::Random).joined();
        given.does(HOST, Command::Accept);
        given.now += ms;
        given.does(GUEST, Command::Accept);
        given.opener()
    });
    let outcomes: std::collections::BTreeSet<_> = outcomes.collect();
    assert_eq!(outcomes.len(), 2);
}

#[test]
fn a_refused_command_is_not_remembered_and_the_oldest_is_forgotten() {
    let mut given = room();
    let before = given.room.clone();
    given.refuses(THIRD, Command::Accept);
    assert_eq!(given.room, before);
    let first = given.does(GUEST, Command::Join);
    for _ in 0..4 {
        given.does(GUEST, Command::Cancel);
        given.does(GUEST, Command::Join);
    }
    assert_eq!(given.room.remembered.len(), crate::room::REMEMBERED);
    assert!(!given.room.remembered.contains(&first.tag_by(GUEST)));
}

#[test]
fn an_id_is_known_to_its_own_sender_only() {
    let mut given = room();
    let id = given.does(GUEST, Command::Join);
    let stamp = given.stamp();
    let theirs = given.room.decide(HOST, id, Command::Accept, None, stamp);
    assert!(matches!(theirs, Ok(Verdict::Accepted(_))), "{theirs:?}");
}
