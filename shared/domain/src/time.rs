//! Instants, durations and the one rule for deadlines.

use chrono::{DateTime, SecondsFormat, Utc};
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// A span of time in milliseconds; may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// A span of whole seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Millis {
        Millis(seconds * 1000)
    }
}

/// An instant: milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl fmt::Display for Timestamp {
    /// In UTC and to the millisecond, as in `2026-12-01T23:00:00.000Z`; beyond the calendar
    /// there is only the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match DateTime::<Utc>::from_timestamp_millis(self.0) {
            Some(time) => f.write_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true)),
            None => self.0.fmt(f),
        }
    }
}

/// A text that is no time of RFC 3339.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time such as 2026-12-01T23:00:00.000Z")]
pub struct InvalidTime;

impl FromStr for Timestamp {
    type Err = InvalidTime;
    /// Any offset and any number of digits are read; what is below a millisecond is cut off.
    fn from_str(text: &str) -> Result<Timestamp, InvalidTime> {
        let time = DateTime::parse_from_rfc3339(text).map_err(|_| InvalidTime)?;
        Ok(Timestamp(time.timestamp_millis()))
    }
}

impl Add<Millis> for Timestamp {
    type Output = Timestamp;
    fn add(self, span: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

impl Sub for Timestamp {
    type Output = Millis;
    fn sub(self, earlier: Timestamp) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Millis {
    type Output = Millis;
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Millis;
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

/// How long after a deadline nobody may act on its having passed: a command that
/// was received in time may still be on its way to the database.
pub const GRACE: Millis = Millis(1500);

/// How far a host's clock may lag behind the gateway's receipt before it must not write.
pub const MAX_BEHIND: Millis = Millis::seconds(1);

/// How far a host's clock may run ahead of the gateway's receipt before it must not write.
pub const MAX_AHEAD: Millis = Millis::seconds(15);

/// The two times of one request: when the gateway received it and what the
/// deciding host's clock says now. For timers both are the host's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The gateway's request time. Counts against deadlines and stops the mover's clock.
    pub received: Timestamp,
    /// The host's own clock, just before the commit.
    pub now: Timestamp,
}

impl Stamp {
    /// The stamp of something no client sent: a timer, a walk, a read.
    #[must_use]
    pub fn at(now: Timestamp) -> Stamp {
        Stamp { received: now, now }
    }

    /// The time that is written: never before the receipt nor before `last`,
    /// whatever the host's clock says.
    #[must_use]
    pub fn confirmed(self, last: Timestamp) -> Timestamp {
        self.now.max(self.received).max(last)
    }

    /// Whether this host's clock is too far from the gateway's to be trusted with a write.
    #[must_use]
    pub fn is_skewed(self) -> bool {
        let ahead = self.now - self.received;
        ahead < Millis(-MAX_BEHIND.0) || ahead > MAX_AHEAD
    }
}

/// Where a request stands towards a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Received before it: the request counts.
    InTime,
    /// Received at or after it, but nobody may act on that yet.
    Late,
    /// The grace is over: whoever comes settles it.
    Settle,
}

/// Judges a request by a deadline: clock, acceptance and lapse all use this.
///
/// A request received in time still finds [`Due::Settle`] once the grace is over:
/// what was not committed by then is lost.
#[must_use]
pub fn judge(deadline: Timestamp, stamp: Stamp) -> Due {
    if stamp.now >= deadline + GRACE {
        Due::Settle
    } else if stamp.received >= deadline {
        Due::Late
    } else {
        Due::InTime
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(received: i64, now: i64) -> Stamp {
        Stamp {
            received: Timestamp(received),
            now: Timestamp(now),
        }
    }

    #[test]
    fn a_deadline_is_exact_and_settled_only_after_its_grace() {
        let deadline = Timestamp(10_000);
        let cases = [
            (9_999, 9_999, Due::InTime),
            (9_999, 11_499, Due::InTime),
            (9_999, 11_500, Due::Settle),
            (10_000, 10_000, Due::Late),
            (11_499, 11_499, Due::Late),
            (11_500, 11_500, Due::Settle),
        ];
        for (received, now, due) in cases {
            assert_eq!(
                judge(deadline, stamp(received, now)),
                due,
                "{received} {now}"
            );
        }
    }

    #[test]
    fn an_instant_is_written_in_utc_and_read_in_any_offset() {
        let text = "2026-12-01T23:00:00.007Z";
        let at = Timestamp(1_796_166_000_007);
        assert_eq!(at.to_string(), text);
        for written in [text, "2026-12-01T20:00:00.0079-03:00"] {
            assert_eq!(written.parse(), Ok(at), "{written}");
        }
        for wrong in [
            "",
            "2026-12-01",
            "2026-12-01T23:00:00",
            "2026-13-01T23:00:00Z",
            "7",
        ] {
            assert_eq!(wrong.parse::<Timestamp>(), Err(InvalidTime), "{wrong}");
        }
        assert_eq!(Timestamp(i64::MAX).to_string(), i64::MAX.to_string());
    }

    #[test]
    fn confirmation_never_runs_backwards() {
        assert_eq!(stamp(5, 3).confirmed(Timestamp(4)), Timestamp(5));
        assert_eq!(stamp(5, 7).confirmed(Timestamp(9)), Timestamp(9));
        assert_eq!(stamp(5, 7).confirmed(Timestamp(6)), Timestamp(7));
    }

    #[test]
    fn a_skewed_host_is_told_apart() {
        for (now, skewed) in [
            (9_000, false),
            (8_999, true),
            (25_000, false),
            (25_001, true),
        ] {
            assert_eq!(stamp(10_000, now).is_skewed(), skewed, "{now}");
        }
    }
}
