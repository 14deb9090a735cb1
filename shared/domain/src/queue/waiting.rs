//! When to look again, and when to offer something else.

use super::Ticket;
use crate::ids::first_u64;
use crate::time::{Millis, Timestamp};
use sha2::{Digest, Sha256};

/// After so long a wait the computer is offered.
pub const PATIENCE: Millis = Millis::seconds(60);

/// Nobody waits longer: the ticket is withdrawn.
pub const STANDS_AT_MOST: Millis = Millis::seconds(12 * 60 * 60);

/// Ticks are so far apart while the gap grows,
const OFTEN: Millis = Millis::seconds(10);

/// up to this wait,
const GROWING: Millis = Millis::seconds(120);

/// and so far afterwards.
const SELDOM: Millis = Millis::seconds(30);

/// A tick comes so long after its time at most: never before, when the gap has yet to
/// grow, and spread, so that equals do not try all at once.
const SPREAD: Millis = Millis::seconds(2);

/// The first instant after `now` at which this ticket looks for a rival again.
#[must_use]
pub fn next_tick(ticket: &Ticket, now: Timestamp) -> Timestamp {
    let wait = ticket.wait(now);
    let often = GROWING.0 / OFTEN.0;
    let nominal = |number: i64| {
        if number <= often {
            Millis(number * OFTEN.0)
        } else {
            GROWING + Millis((number - often) * SELDOM.0)
        }
    };
    // The tick whose nominal time came last: it may still lie ahead, if it is late.
    let past = if wait < GROWING {
        wait.0 / OFTEN.0
    } else {
        often + (wait - GROWING).0 / SELDOM.0
    };
    let at = |number: i64| ticket.since + nominal(number) + spread(ticket, number);
    (past.max(1)..past + 2)
        .map(at)
        .find(|at| *at > now)
        .unwrap_or_else(|| at(past + 2))
}

/// Up to [`SPREAD`], drawn from the ticket and the tick's number.
fn spread(ticket: &Ticket, number: i64) -> Millis {
    let mut hash = Sha256::new_with_prefix(b"damero-tick");
    hash.update(ticket.id.0.to_bytes());
    hash.update(number.to_be_bytes());
    let width = u64::try_from(SPREAD.0 + 1).unwrap_or(1);
    Millis(i64::try_from(first_u64(&hash.finalize()) % width).unwrap_or(0))
}

/// From when on to offer the computer to somebody waiting since `since`: at once if
/// nobody else is about.
#[must_use]
pub fn offer_levels(since: Timestamp, company: bool) -> Timestamp {
    if company { since + PATIENCE } else { since }
}
