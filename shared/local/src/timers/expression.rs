//! Schedule expressions: `at(...)`, `rate(...)`, `cron(...)`.

use chrono::{DateTime, Duration, NaiveDateTime, TimeZone as _};
use chrono_tz::Tz;
use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};

/// A parsed expression with its time zone.
#[derive(Debug, Clone)]
pub(super) enum Expression {
    /// Once.
    At(i64),
    /// Every so many milliseconds.
    Rate(i64),
    /// By the wall clock of a zone.
    Cron(Box<Cron>, Tz),
}

impl Expression {
    /// Parses `text`; wall times are those of `zone`.
    pub(super) fn parse(text: &str, zone: &str) -> Result<Self, String> {
        let zone: Tz = zone
            .parse()
            .map_err(|_| format!("Provided timezone {zone} is invalid."))?;
        let invalid = || format!("Invalid Schedule Expression {text}.");
        let (kind, body) = text
            .strip_suffix(')')
            .and_then(|text| text.split_once('('))
            .ok_or_else(invalid)?;
        match kind {
            "at" => at(body, zone).map(Self::At),
            "rate" => rate(body).map(Self::Rate),
            "cron" => cron(body).map(|cron| Self::Cron(Box::new(cron), zone)),
            _ => None,
        }
        .ok_or_else(invalid)
    }

    /// The first time after `after` for a schedule made at `made`; `None` when
    /// there is no other.
    pub(super) fn next(&self, after: i64, made: i64) -> Option<i64> {
        match self {
            Self::At(time) => (*time > after).then_some(*time),
            Self::Rate(period) => {
                let past = (after - made).max(0) / period;
                Some(made + (past + 1) * period)
            }
            Self::Cron(cron, zone) => next_wall_time(cron, zone, after),
        }
    }

    /// When a schedule made at `made` first comes. A time that has passed
    /// comes at once.
    pub(super) fn first(&self, made: i64) -> Option<i64> {
        match self {
            Self::At(time) => Some(*time),
            _ => self.next(made, made),
        }
    }
}

fn at(body: &str, zone: Tz) -> Option<i64> {
    let wall = NaiveDateTime::parse_from_str(body, "%Y-%m-%dT%H:%M:%S").ok()?;
    // A wall time that the clocks skip is taken an hour later.
    let time = zone.from_local_datetime(&wall).earliest().or_else(|| {
        zone.from_local_datetime(&(wall + Duration::hours(1)))
            .earliest()
    })?;
    Some(time.timestamp_millis())
}

fn rate(body: &str) -> Option<i64> {
    let (number, unit) = body.split_once(' ')?;
    let number: i64 = number.parse().ok().filter(|number| *number > 0)?;
    let unit_ms = match unit.strip_suffix('s').unwrap_or(unit) {
        "minute" => 60_000,
        "hour" => 3_600_000,
        "day" => 86_400_000,
        _ => return None,
    };
    number.checked_mul(unit_ms)
}

/// AWS has six fields: no seconds, a year, Sunday is 1.
fn cron(body: &str) -> Option<Cron> {
    if body.split_whitespace().count() != 6 {
        return None;
    }
    CronParser::builder()
        .seconds(Seconds::Required)
        .year(Year::Required)
        .alternative_weekdays(true)
        .build()
        .parse(&format!("0 {body}"))
        .ok()
}

fn next_wall_time(cron: &Cron, zone: &Tz, after: i64) -> Option<i64> {
    let mut from: DateTime<Tz> = zone.timestamp_millis_opt(after).single()?;
    loop {
        let next = cron.find_next_occurrence(&from, false).ok()?;
        // The parser moves a wall time that the clocks skip to the end of the
        // gap; the scheduler leaves such a run out.
        if cron.is_time_matching(&next).ok()? {
            return Some(next.timestamp_millis());
        }
        from = next;
    }
}

#[cfg(test)]
mod tests {
    use super::Expression;

    fn ms(text: &str) -> i64 {
        text.parse::<chrono::DateTime<chrono::Utc>>()
            .unwrap()
            .timestamp_millis()
    }

    fn next(expression: &str, zone: &str, after: &str) -> Option<i64> {
        Expression::parse(expression, zone)
            .unwrap()
            .next(ms(after), ms("2026-01-01T00:00:00Z"))
    }

    #[test]
    fn at_is_once_and_in_its_zone() {
        let at = "at(2026-07-01T12:00:00)";
        let rome = next(at, "Europe/Rome", "2026-01-01T00:00:00Z");
        assert_eq!(rome, Some(ms("2026-07-01T10:00:00Z")));
        assert_eq!(next(at, "UTC", "2026-07-01T12:00:00Z"), None);
    }

    #[test]
    fn rate_counts_from_the_making() {
        let after = "2026-01-01T02:10:00Z";
        let expected = Some(ms("2026-01-01T03:00:00Z"));
        assert_eq!(next("rate(1 hour)", "UTC", after), expected);
        assert_eq!(next("rate(90 minutes)", "UTC", after), expected);
    }

    #[test]
    fn cron_follows_the_zone_over_the_change_of_clocks() {
        let daily = "cron(30 4 * * ? *)";
        let winter = next(daily, "Europe/Rome", "2026-03-28T00:00:00Z");
        assert_eq!(winter, Some(ms("2026-03-28T03:30:00Z")));
        let summer = next(daily, "Europe/Rome", "2026-03-29T00:00:00Z");
        assert_eq!(summer, Some(ms("2026-03-29T02:30:00Z")));
    }

    #[test]
    fn cron_leaves_out_a_missing_wall_time_and_runs_a_doubled_one_once() {
        let daily = "cron(30 2 * * ? *)";
        let gap = next(daily, "Europe/Rome", "2026-03-28T12:00:00Z");
        assert_eq!(gap, Some(ms("2026-03-30T00:30:00Z")));
        let first = next(daily, "Europe/Rome", "2026-10-24T12:00:00Z");
        assert_eq!(first, Some(ms("2026-10-25T00:30:00Z")));
        let after = next(daily, "Europe/Rome", "2026-10-25T00:30:00Z");
        assert_eq!(after, Some(ms("2026-10-26T01:30:00Z")));
    }

    #[test]
    fn cron_counts_weekdays_from_sunday() {
        let monday = next("cron(0 0 ? * 2 *)", "UTC", "2026-01-01T00:00:00Z");
        assert_eq!(monday, Some(ms("2026-01-05T00:00:00Z")));
        let named = next("cron(0 0 ? * MON *)", "UTC", "2026-01-01T00:00:00Z");
        assert_eq!(named, monday);
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in [
            "",
            "at(tomorrow)",
            "rate(0 minutes)",
            "cron(0 0 * * *)",
            "in(5)",
        ] {
            assert!(Expression::parse(text, "UTC").is_err(), "{text}");
        }
        assert!(Expression::parse("rate(1 day)", "Mars/Olympus").is_err());
    }
}
