//! Days, weeks and months of the club's time zone.
//!
//! Times are wall-clock times of one zone. A wall time that does not exist is the
//! first instant after the gap; one that occurs twice is the earlier instant.

use crate::time::Timestamp;
use chrono::offset::LocalResult;
use chrono::{
    DateTime, Datelike, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc, Weekday,
};
use chrono_tz::{GapInfo, Tz};
use std::fmt;
use std::str::FromStr;

/// The hour of Tuesday at which a week begins.
const WEEK_HOUR: u32 = 20;

/// The club's time zone: one name of the IANA database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(Tz);

/// A text that names no time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no time zone of that name")]
pub struct UnknownZone;

impl FromStr for Zone {
    type Err = UnknownZone;
    fn from_str(text: &str) -> Result<Zone, UnknownZone> {
        text.parse().map(Zone).map_err(|_| UnknownZone)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// A date of the club's calendar; `2026-11-24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalDate(NaiveDate);

impl fmt::Display for LocalDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no date in its one canonical spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date")]
pub struct InvalidDate;

impl FromStr for LocalDate {
    type Err = InvalidDate;
    fn from_str(text: &str) -> Result<LocalDate, InvalidDate> {
        let date = text.parse().map(LocalDate).map_err(|_| InvalidDate)?;
        if date.to_string() == text {
            Ok(date)
        } else {
            Err(InvalidDate)
        }
    }
}

/// Which kind of ranking a period is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PeriodKind {
    /// From Tuesday 20:00 to the next.
    Week,
    /// From the first of a month, 00:00, to the next.
    Month,
}

/// A week or a month, half open: what ends exactly at `end` belongs to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    /// Which kind.
    pub kind: PeriodKind,
    /// The local date of its nominal start: its name.
    pub id: LocalDate,
    /// Its first instant.
    pub start: Timestamp,
    /// The first instant after it.
    pub end: Timestamp,
}

impl Period {
    /// Whether something that was confirmed at `at` belongs to it.
    #[must_use]
    pub fn holds(&self, at: Timestamp) -> bool {
        (self.start..self.end).contains(&at)
    }
}

/// A period as far as rated play went on in it: the first one of a rule set begins
/// with the activation, not at its nominal start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The period.
    pub period: Period,
    /// The first instant that counts in it.
    pub began: Timestamp,
}

impl Span {
    /// A period that is wholly played.
    #[must_use]
    pub fn whole(period: Period) -> Span {
        Span {
            period,
            began: period.start,
        }
    }

    /// A period in which rated play began at `activation`; whole if it was on already.
    #[must_use]
    pub fn since(period: Period, activation: Timestamp) -> Span {
        Span {
            period,
            began: activation.max(period.start),
        }
    }

    /// Whether it began later than its nominal start.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.began > self.period.start
    }

    /// Whether something that was confirmed at `at` counts in it.
    #[must_use]
    pub fn holds(&self, at: Timestamp) -> bool {
        (self.began..self.period.end).contains(&at)
    }
}

impl Zone {
    /// The period of this kind that holds `at`; `None` beyond the calendar's ends.
    #[must_use]
    pub fn period(self, kind: PeriodKind, at: Timestamp) -> Option<Period> {
        let today = self.local(at)?.date();
        // The wall clock may jump over the cut: the day that it shows is a first guess,
        // and the true period is this one or a neighbour.
        let guess = kind.begun_by(today)?;
        let candidates = [kind.after(guess)?, guess, kind.before(guess)?];
        let found = candidates
            .into_iter()
            .filter_map(|start| self.period_from(kind, start));
        found.into_iter().find(|period| period.holds(at))
    }

    /// The period of this kind that is called `id`, if that is one's nominal start.
    #[must_use]
    pub fn named(self, kind: PeriodKind, id: LocalDate) -> Option<Period> {
        (kind.begun_by(id.0)? == id.0).then(|| self.period_from(kind, id.0))?
    }

    /// The period that follows one whose bounds are stored. It begins where that one
    /// ends, also if a newer zone database would have ended it elsewhere: every game
    /// lies in exactly one.
    #[must_use]
    pub fn following(self, period: &Period) -> Option<Period> {
        let next = self.period_from(period.kind, period.kind.after(period.id.0)?)?;
        Some(Period {
            start: period.end,
            ..next
        })
    }

    /// The local date at `at`.
    #[must_use]
    pub fn day(self, at: Timestamp) -> Option<LocalDate> {
        self.local(at).map(|local| LocalDate(local.date()))
    }

    fn period_from(self, kind: PeriodKind, start: NaiveDate) -> Option<Period> {
        Some(Period {
            kind,
            id: LocalDate(start),
            start: self.instant(start.and_time(kind.time()))?,
            end: self.instant(kind.after(start)?.and_time(kind.time()))?,
        })
    }

    fn local(self, at: Timestamp) -> Option<NaiveDateTime> {
        let utc = DateTime::<Utc>::from_timestamp_millis(at.0)?;
        Some(utc.with_timezone(&self.0).naive_local())
    }

    fn instant(self, wall: NaiveDateTime) -> Option<Timestamp> {
        let instant = match self.0.from_local_datetime(&wall) {
            LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => at,
            LocalResult::None => GapInfo::new(&wall, &self.0)?.end?,
        };
        Some(Timestamp(instant.timestamp_millis()))
    }
}

impl PeriodKind {
    /// What closings call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PeriodKind::Week => "week",
            PeriodKind::Month => "month",
        }
    }

    /// Reads [`PeriodKind::name`].
    #[must_use]
    pub fn named(name: &str) -> Option<PeriodKind> {
        let kinds = [PeriodKind::Week, PeriodKind::Month];
        kinds.into_iter().find(|kind| kind.name() == name)
    }

    fn time(self) -> NaiveTime {
        match self {
            PeriodKind::Week => NaiveTime::from_hms_opt(WEEK_HOUR, 0, 0).unwrap_or_default(),
            PeriodKind::Month => NaiveTime::default(),
        }
    }

    /// The nominal start on or last before this date.
    fn begun_by(self, date: NaiveDate) -> Option<NaiveDate> {
        match self {
            PeriodKind::Week => {
                let since = date.weekday().days_since(Weekday::Tue);
                date.checked_sub_days(Days::new(u64::from(since)))
            }
            PeriodKind::Month => date.with_day(1),
        }
    }

    fn after(self, start: NaiveDate) -> Option<NaiveDate> {
        match self {
            PeriodKind::Week => start.checked_add_days(Days::new(7)),
            PeriodKind::Month => start.checked_add_months(Months::new(1)),
        }
    }

    fn before(self, start: NaiveDate) -> Option<NaiveDate> {
        match self {
            PeriodKind::Week => start.checked_sub_days(Days::new(7)),
            PeriodKind::Month => start.checked_sub_months(Months::new(1)),
        }
    }
}

#[cfg(test)]
mod tests;
