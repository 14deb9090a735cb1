//! Best effort against floods, in this process's memory.

use damero_domain::ids::ConnectionId;
use damero_domain::time::{Millis, Timestamp};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// After so many refusals in a row the connection is closed.
const REFUSALS_IN_A_ROW: u8 = 5;

/// Refusals further apart than this are not in a row.
const ROW: Millis = Millis::seconds(60);

/// A connection may burst for so many seconds' worth of messages.
const BURST_SECONDS: i64 = 10;

/// Beyond so many connections everything is forgotten: it is best effort.
const MAX_CONNECTIONS: usize = 10_000;

/// What this process remembers of its connections.
#[derive(Debug)]
pub(crate) struct Throttle {
    per_second: u32,
    known: Mutex<HashMap<ConnectionId, Known>>,
}

#[derive(Debug)]
struct Known {
    refusals: u8,
    last_refusal: Timestamp,
    /// Thousandths of a message that may still be sent.
    tokens: i64,
    last: Timestamp,
}

impl Throttle {
    pub(crate) fn new(per_second: u32) -> Throttle {
        Throttle {
            per_second,
            known: Mutex::default(),
        }
    }

    /// Counts one message; false if it is one too many.
    pub(crate) fn admit(&self, connection: &ConnectionId, now: Timestamp) -> bool {
        let rate = i64::from(self.per_second);
        self.with(connection, now, |known| {
            let gained = (now - known.last).0.max(0).saturating_mul(rate);
            known.tokens = known
                .tokens
                .saturating_add(gained)
                .min(rate * 1000 * BURST_SECONDS);
            known.last = now;
            let admitted = known.tokens >= 1000;
            if admitted {
                known.tokens -= 1000;
            }
            admitted
        })
    }

    /// Notes how a message went; true if the connection is to be closed.
    pub(crate) fn refused(&self, connection: &ConnectionId, now: Timestamp, refused: bool) -> bool {
        self.with(connection, now, |known| {
            // This memory sees one function's messages only: what lies a minute apart
            // was no row.
            let in_a_row = now - known.last_refusal < ROW;
            known.refusals = match (refused, in_a_row) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => known.refusals.saturating_add(1),
            };
            known.last_refusal = now;
            known.refusals >= REFUSALS_IN_A_ROW
        })
    }

    fn with<T>(
        &self,
        connection: &ConnectionId,
        now: Timestamp,
        act: impl FnOnce(&mut Known) -> T,
    ) -> T {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_CONNECTIONS && !all.contains_key(connection) {
            all.clear();
        }
        let tokens = i64::from(self.per_second) * 1000 * BURST_SECONDS;
        act(all.entry(connection.clone()).or_insert(Known {
            refusals: 0,
            last_refusal: now,
            tokens,
            last: now,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_admitted_and_then_the_rate() {
        let throttle = Throttle::new(2);
        let connection = ConnectionId("c".into());
        let admitted = |at: i64| throttle.admit(&connection, Timestamp(at));
        assert!((0..20).all(|_| admitted(0)));
        assert!(!admitted(499));
        assert!(admitted(500));
        assert!(!admitted(501));
    }

    #[test]
    fn the_fifth_refusal_in_a_row_closes() {
        let throttle = Throttle::new(1);
        let connection = ConnectionId("c".into());
        let refused = |refused| throttle.refused(&connection, Timestamp(0), refused);
        let outcomes = [true, true, true, true, false, true, true, true, true, true].map(refused);
        assert_eq!(outcomes.iter().position(|&close| close), Some(9));
    }

    #[test]
    fn refusals_a_minute_apart_are_no_row() {
        let throttle = Throttle::new(1);
        let connection = ConnectionId("c".into());
        let closes = |at: i64| throttle.refused(&connection, Timestamp(at), true);
        assert!((0..8).all(|nth| !closes(nth * 60_000)));
        let close = [1, 2, 3, 4].map(|ms| closes(7 * 60_000 + ms));
        assert_eq!(close, [false, false, false, true]);
    }
}
