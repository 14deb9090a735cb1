//! Weeks, months and days of time zones.

use damero_domain::Timestamp;
use damero_domain::period::{PeriodKind, Zone};

use crate::check::findings::Findings;
use crate::vector::{Bounds, PeriodLine};

pub(super) fn check(line: &PeriodLine) -> Findings {
    let mut findings = Findings::of(&line.zone, Some(&line.ended_at));
    let zone: Zone = match line.zone.parse() {
        Ok(zone) => zone,
        Err(error) => return findings.with(error),
    };
    let ended_at: Timestamp = match line.ended_at.parse() {
        Ok(ended_at) => ended_at,
        Err(error) => return findings.with(error),
    };
    let periods = [
        ("weekly", PeriodKind::Week, &line.weekly),
        ("monthly", PeriodKind::Month, &line.monthly),
    ];
    for (name, kind, expected) in periods {
        if let Some(expected) = expected {
            check_period(name, expected, zone, kind, ended_at, &mut findings);
        }
    }
    if line.weekly.is_none() && line.monthly.is_none() && line.local_day.is_none() {
        return findings.with("it says neither week nor month nor day");
    }
    if let Some(expected) = &line.local_day {
        let found = zone.day(ended_at);
        let found = found.map_or_else(|| "none".to_owned(), |day| day.to_string());
        findings.compare("local_day", expected, &found);
    }
    findings
}

fn check_period(
    name: &str,
    expected: &Bounds,
    zone: Zone,
    kind: PeriodKind,
    ended_at: Timestamp,
    findings: &mut Findings,
) {
    let Some(found) = zone.period(kind, ended_at) else {
        return findings.say(name, &expected.id, "none");
    };
    let fields = [
        ("id", &expected.id, found.id.to_string()),
        ("start", &expected.start, found.start.to_string()),
        ("end", &expected.end, found.end.to_string()),
    ];
    for (field, expected, found) in fields {
        findings.compare(format_args!("{name} {field}"), expected, &found);
    }
    // Whoever only knows its name finds the same one.
    if zone.named(kind, found.id) != Some(found) {
        findings.add(format_args!("{name}: {} is not found by its id", found.id));
    }
}
