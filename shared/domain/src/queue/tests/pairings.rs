//! Two who may begin, and everything that may become of it.

use super::super::{CONFIRM_TIME, Event, Pairing, State, Verdict};
use super::*;
use crate::clock::TimeControl;
use crate::game::Origin;
use crate::ids::{PairingId, Person};
use crate::rating::Standing;
use crate::refusal::Refusal;
use crate::time::{GRACE, Stamp};
use damero_rules::{RuleSet, Side};

const ANA: AccountId = AccountId(Ulid(1));
const BETO: AccountId = AccountId(Ulid(2));
const CARLA: AccountId = AccountId(Ulid(3));

fn standing(balance: i32) -> Standing {
    Standing {
        balance,
        games: 7,
        ..Standing::default()
    }
}

fn pairing() -> Pairing {
    paired(ticket(1, 1000, 30), 0, ticket(2, 1050, 5), 1)
}

fn paired(a: Ticket, a_balance: i32, b: Ticket, b_balance: i32) -> Pairing {
    let (a_stands, b_stands) = (standing(a_balance), standing(b_balance));
    let rules = RuleSet::by_id("vezz-8x8").unwrap();
    Pairing::new(rules, [(&a, &a_stands), (&b, &b_stands)], NOW)
}

fn after(ms: i64) -> Stamp {
    Stamp::at(NOW + Millis(ms))
}

fn opener(pairing: &Pairing) -> AccountId {
    pairing.players[pairing.rules.first()].account
}

/// With what `by` does `ms` after the pairing.
fn confirmed(mut pairing: Pairing, by: AccountId, ms: i64) -> Pairing {
    match pairing.confirm(by, after(ms)) {
        Ok(Verdict::Accepted(event)) => pairing.evolve(&event),
        other => panic!("{other:?}"),
    }
    pairing
}

fn declined(mut pairing: Pairing, by: AccountId) -> Pairing {
    match pairing.decline(by) {
        Ok(Verdict::Accepted(event)) => pairing.evolve(&event),
        other => panic!("{other:?}"),
    }
    pairing
}

fn lapsed(mut pairing: Pairing) -> Pairing {
    let event = pairing.settle(after(CONFIRM_TIME.0 + GRACE.0)).unwrap();
    pairing.evolve(&event);
    pairing
}

/// Who goes back to the queue.
fn back(pairing: &Pairing) -> Vec<AccountId> {
    let sides = [Side::White, Side::Black];
    let mut back: Vec<_> = sides
        .into_iter()
        .filter_map(|side| pairing.ticket_back(side, NOW + Millis(9_000)))
        .map(|ticket| ticket.account)
        .collect();
    back.sort();
    back
}

#[test]
fn who_has_moved_first_less_often_moves_first() {
    for (a, b, first) in [(0, 1, ANA), (1, 0, BETO), (-4, -3, ANA), (2, -2, BETO)] {
        let pairing = paired(ticket(1, 1000, 0), a, ticket(2, 1000, 0), b);
        assert_eq!(opener(&pairing), first, "{a} {b}");
    }
}

#[test]
fn among_equals_the_pairing_is_the_lot_whoever_found_it() {
    let mut firsts = std::collections::BTreeSet::new();
    for nth in 0..32 {
        let (mut a, b) = (ticket(1, 1000, 0), ticket(2, 1000, 0));
        a.id = TicketId(Ulid(nth));
        let one = paired(a, 3, b, 3);
        let other = paired(b, 3, a, 3);
        assert_eq!(one, other);
        firsts.insert(opener(&one));
    }
    assert_eq!(firsts.len(), 2, "both are drawn");
}

#[test]
fn two_tickets_make_one_pairing_and_no_other_two_the_same() {
    let id = |a, b| PairingId::of(TicketId(Ulid(a)), TicketId(Ulid(b)));
    assert_eq!(id(1, 2), id(2, 1));
    assert_ne!(id(1, 2), id(1, 3));
    let (early, late) = (5_u128 << 80, 9_u128 << 80);
    assert_eq!(
        id(late, early).0.timestamp_ms(),
        9,
        "dated by the later ticket"
    );
}

#[test]
fn the_second_confirmation_is_the_game() {
    let pairing = confirmed(confirmed(pairing(), BETO, 4_000), ANA, 19_999);
    let State::Started(game) = pairing.state else {
        panic!("{pairing:?}");
    };
    assert_eq!(game.0.timestamp_ms(), u64::try_from(NOW.0 + 4_000).unwrap());
    let by_nobody = Pairing {
        state: State::Open,
        players: self::pairing().players,
        ..pairing.clone()
    };
    let by_beto = confirmed(by_nobody, BETO, 4_000);
    let Ok(Verdict::Accepted(Event::Started(_, setup))) = by_beto.confirm(ANA, after(19_999))
    else {
        panic!("{by_beto:?}");
    };
    assert_eq!(setup.id, game, "the same, whoever commits it and how often");
    assert_eq!(setup.started, NOW + Millis(19_999));
    assert_eq!(setup.control, Some(TimeControl::RATED));
    assert_eq!(setup.origin, Origin::Pairing(pairing.id));
    for side in [Side::White, Side::Black] {
        let account = pairing.players[side].account;
        assert_eq!(setup.players[side], Person::Account(account));
    }
}

#[test]
fn a_confirmation_counts_if_it_was_received_before_the_twenty_seconds_were_over() {
    let stamp = |received, now| Stamp {
        received: NOW + Millis(received),
        now: NOW + Millis(now),
    };
    for (received, now, counts) in [
        (0, 0, true),
        (19_999, 19_999, true),
        (19_999, 21_499, true),
        (19_999, 21_500, false),
        (20_000, 20_000, false),
        (21_499, 21_499, false),
    ] {
        let verdict = pairing().confirm(ANA, stamp(received, now));
        if counts {
            assert!(verdict.is_ok(), "{received} {now}");
        } else {
            assert_eq!(verdict, Err(Refusal::PairingOver), "{received} {now}");
        }
    }
}

#[test]
fn confirming_twice_is_confirming_once() {
    let once = confirmed(pairing(), ANA, 1_000);
    assert_eq!(once.confirm(ANA, after(2_000)), Ok(Verdict::Known));
    let twice = confirmed(once, BETO, 3_000);
    for by in [ANA, BETO] {
        assert_eq!(twice.confirm(by, after(90_000)), Ok(Verdict::Known));
        assert_eq!(twice.decline(by), Ok(Verdict::Known));
    }
}

#[test]
fn a_pairing_is_nobody_else_s() {
    assert_eq!(pairing().confirm(CARLA, after(0)), Err(Refusal::NotYours));
    assert_eq!(pairing().decline(CARLA), Err(Refusal::NotYours));
}

#[test]
fn nobody_ends_a_pairing_before_its_grace_is_over() {
    for (ms, ends) in [(0, false), (20_000, false), (21_499, false), (21_500, true)] {
        assert_eq!(pairing().settle(after(ms)).is_some(), ends, "{ms}");
    }
    let started = confirmed(confirmed(pairing(), ANA, 0), BETO, 0);
    for over in [started, declined(pairing(), ANA), lapsed(pairing())] {
        assert_eq!(over.settle(after(90_000)), None, "it is over");
    }
}

#[test]
fn a_host_whose_clock_is_off_leaves_the_end_to_another() {
    let off = Stamp {
        received: NOW,
        now: NOW + Millis(60_000),
    };
    assert_eq!(pairing().settle(off), None);
}

#[test]
fn who_confirmed_goes_back_and_who_did_not_leaves() {
    let one = confirmed(pairing(), ANA, 1_000);
    assert_eq!(back(&lapsed(one)), [ANA]);
    assert_eq!(back(&lapsed(pairing())), []);
}

#[test]
fn who_leaves_sends_the_rival_back_whether_they_had_confirmed_or_not() {
    assert_eq!(back(&declined(pairing(), ANA)), [BETO]);
    let one = confirmed(pairing(), BETO, 1_000);
    assert_eq!(back(&declined(one.clone(), ANA)), [BETO]);
    assert_eq!(back(&declined(one, BETO)), [ANA]);
}

#[test]
fn nobody_goes_back_from_what_stands_or_has_become_a_game() {
    assert_eq!(back(&pairing()), []);
    assert_eq!(back(&confirmed(confirmed(pairing(), ANA, 0), BETO, 0)), []);
}

#[test]
fn who_goes_back_has_waited_since_they_first_came() {
    let over = declined(pairing(), BETO);
    let side = over.side_of(ANA).unwrap();
    let at = NOW + Millis(9_000);
    let ticket = over.ticket_back(side, at).unwrap();
    assert_eq!(ticket.since, NOW + Millis(-30_000));
    assert_eq!(ticket.entered, at);
    assert_eq!(ticket.elo, MicroElo::points(1000));
    assert_ne!(ticket.id, self::ticket(1, 1000, 30).id, "another ticket");
    assert_eq!(
        Some(ticket),
        over.ticket_back(side, at),
        "but always the same"
    );
}

#[test]
fn a_pairing_that_is_over_is_confirmed_by_nobody() {
    for over in [declined(pairing(), BETO), lapsed(pairing())] {
        assert_eq!(over.confirm(ANA, after(1_000)), Err(Refusal::PairingOver));
        assert_eq!(over.decline(ANA), Ok(Verdict::Known));
    }
}
