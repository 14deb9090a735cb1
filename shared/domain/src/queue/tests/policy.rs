//! Gaps, order, ticks and the offer of the computer.

use super::super::{Gap, PATIENCE, accepted_gap, next_growth, next_tick, offer_levels};
use super::*;

#[test]
fn the_gap_grows_by_fifty_every_full_ten_seconds_and_has_no_limit_after_two_minutes() {
    for (ms, gap) in [
        (-5_000, Gap::Points(100)),
        (0, Gap::Points(100)),
        (9_999, Gap::Points(100)),
        (10_000, Gap::Points(150)),
        (19_999, Gap::Points(150)),
        (60_000, Gap::Points(400)),
        (110_000, Gap::Points(650)),
        (119_999, Gap::Points(650)),
        (120_000, Gap::Any),
        (i64::MAX, Gap::Any),
    ] {
        assert_eq!(accepted_gap(Millis(ms)), gap, "{ms}");
    }
}

#[test]
fn the_next_growth_is_the_next_full_ten_seconds() {
    for (waited, grows) in [
        (0, Some(10_000)),
        (9_999, Some(10_000)),
        (10_000, Some(20_000)),
        (119_999, Some(120_000)),
        (120_000, None),
    ] {
        let since = Timestamp(NOW.0 - waited);
        let expected = grows.map(|after| since + Millis(after));
        assert_eq!(next_growth(since, NOW), expected, "{waited}");
    }
}

#[test]
fn the_one_who_has_waited_longer_opens_the_gap_for_both() {
    for (points, own, other, fits) in [
        (100, 0, 0, true),
        (101, 0, 0, false),
        (101, 9, 9, false),
        (150, 10, 0, true),
        (150, 0, 10, true),
        (151, 10, 10, false),
        (650, 0, 110, true),
        (651, 0, 119, false),
        (3_000, 0, 120, true),
        (-3_000, 120, 0, true),
    ] {
        let (a, b) = (ticket(1, 1000, own), ticket(2, 1000 + points, other));
        assert_eq!(a.fits(&b, NOW), fits, "{points} {own} {other}");
        assert_eq!(b.fits(&a, NOW), fits, "the other way round");
    }
}

#[test]
fn a_gap_is_of_exact_ratings() {
    let mut other = ticket(2, 1100, 0);
    assert!(ticket(1, 1000, 0).fits(&other, NOW));
    other.elo = MicroElo(other.elo.0 + 1);
    assert!(!ticket(1, 1000, 0).fits(&other, NOW));
}

#[test]
fn nobody_is_their_own_rival() {
    assert!(!ticket(1, 1000, 0).fits(&ticket(1, 1000, 50), NOW));
}

#[test]
fn the_nearest_comes_first_and_then_the_longest_wait() {
    let own = ticket(1, 1000, 0);
    let others = [
        ticket(2, 1090, 5),
        ticket(3, 980, 2),
        ticket(4, 1020, 7),
        ticket(5, 1020, 9),
        ticket(6, 1101, 9),
        ticket(7, 1000, 0),
    ];
    let tried = order(&own, &others, NOW, Attempt(0));
    assert_eq!(accounts(&tried), [7, 5, 4, 3, 2]);
}

#[test]
fn after_a_lost_race_equals_come_in_an_order_of_each_pair_s_own() {
    let others: Vec<_> = (10..30).map(|nth| ticket(nth, 1000, 50)).collect();
    let tried = |own, attempt| {
        accounts(&order(
            &ticket(own, 1000, 0),
            &others,
            NOW,
            Attempt(attempt),
        ))
    };
    assert_ne!(tried(1, 1), tried(2, 1));
    assert_ne!(tried(1, 1), tried(1, 2));
    assert_eq!(tried(1, 1), tried(1, 1));
    // Nearer is still nearer.
    let mixed = [ticket(2, 1001, 0), ticket(3, 1000, 0)];
    for attempt in 0..5 {
        let tried = order(&ticket(1, 1000, 0), &mixed, NOW, Attempt(attempt));
        assert_eq!(accounts(&tried), [3, 2]);
    }
}

/// As whoever has just come sees the queue.
fn to_try(own: u128, tickets: &[Ticket], attempt: u8) -> Vec<u128> {
    let (mine, others): (Vec<_>, Vec<_>) = tickets
        .iter()
        .copied()
        .partition(|ticket| ticket.account.0.0 == own);
    let seen = Tickets {
        own: &mine[0],
        others: &others,
        now: NOW,
    };
    accounts(&seen.to_try(Attempt(attempt)))
}

#[test]
fn a_newcomer_leaves_to_each_other_two_who_fit_better() {
    let queue = [
        ticket(1, 1000, 40),
        ticket(2, 1000, 0),
        ticket(3, 1090, 0),
        ticket(4, 1060, 30),
    ];
    assert_eq!(to_try(2, &queue, 0), [1, 4, 3]);
    assert_eq!(to_try(3, &queue, 0), [4]);
}

#[test]
fn two_who_do_not_find_each_other_bar_nobody() {
    // Long there, and yet apart: they have met five times today.
    let queue = [ticket(1, 1000, 40), ticket(2, 1000, 30), ticket(3, 1000, 0)];
    assert_eq!(to_try(3, &queue, 0), [1, 2]);
}

#[test]
fn of_many_equals_at_once_each_tries_for_another() {
    for attempt in 0..3 {
        let queue: Vec<_> = (0..101).map(|nth| ticket(nth, 1000, 0)).collect();
        let firsts: Vec<_> = (0..101)
            .map(|own| (own, to_try(own, &queue, attempt).first().copied()))
            .collect();
        let alone = firsts.iter().filter(|(_, first)| first.is_none()).count();
        assert_eq!(alone, 1, "the odd one waits");
        for (own, first) in &firsts {
            if let Some(first) = first {
                assert!(firsts.contains(&(*first, Some(*own))), "{own} and {first}");
            }
        }
    }
}

#[test]
fn ticks_come_every_ten_seconds_for_two_minutes_and_then_every_thirty() {
    for account in 0..50 {
        let ticket = ticket(account, 1000, 0);
        let mut now = ticket.entered;
        let nominal = (1..=12)
            .map(|tick| tick * 10)
            .chain((1..=6).map(|tick| 120 + tick * 30));
        for seconds in nominal {
            let next = next_tick(&ticket, now);
            let off = (next - ticket.since).0 - seconds * 1000;
            assert!((0..=2000).contains(&off), "{seconds}: {off} ms off");
            now = next;
        }
    }
}

#[test]
fn ticks_of_equals_are_spread() {
    let firsts: std::collections::BTreeSet<_> = (0..50)
        .map(|account| next_tick(&ticket(account, 1000, 0), NOW))
        .collect();
    assert!(firsts.len() > 40, "{}", firsts.len());
}

#[test]
fn a_late_tick_is_followed_by_the_one_that_comes_next() {
    let ticket = ticket(1, 1000, 0);
    for late in [1_500, 9_000, 47_000, 125_000, 3_600_000] {
        let now = ticket.entered + Millis(10_000 + late);
        let next = next_tick(&ticket, now);
        assert!(next > now && next - now <= Millis(32_000), "{late}");
    }
}

#[test]
fn the_computer_is_offered_at_once_to_who_is_alone_and_else_after_a_minute() {
    assert_eq!(offer_levels(NOW, false), NOW);
    assert_eq!(offer_levels(NOW, true), NOW + PATIENCE);
    assert_eq!(PATIENCE, Millis::seconds(60));
}
