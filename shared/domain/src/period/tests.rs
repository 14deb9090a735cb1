//! Cuts on wall times that are missing, repeated or moved. What every cut is held to in
//! ten zones is in `tests/rating/vectors.rs`.

use super::*;
use crate::time::Millis;
use proptest::prelude::ProptestConfig;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use proptest::{prop_assert, prop_assert_eq, proptest};

fn zone(name: &str) -> Zone {
    name.parse().unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

/// The first instant of a period by its name.
fn start(zone_name: &str, kind: PeriodKind, id: &str) -> Timestamp {
    zone(zone_name).named(kind, date(id)).unwrap().start
}

#[test]
fn a_cut_is_at_the_wall_time_wherever_that_is() {
    use PeriodKind::{Month, Week};
    let cases = [
        // As it stands on the wall, summer and winter.
        ("Europe/Madrid", Week, "2026-07-07", "2026-07-07T18:00:00Z"),
        ("Europe/Madrid", Week, "2026-12-01", "2026-12-01T19:00:00Z"),
        (
            "Asia/Kathmandu",
            Month,
            "2026-02-01",
            "2026-01-31T18:15:00Z",
        ),
        // Midnight of a first did not exist: clocks went from 24:00 to 01:00.
        (
            "America/Asuncion",
            Month,
            "2017-10-01",
            "2017-10-01T04:00:00Z",
        ),
        // It came twice: clocks went back from 01:00 to midnight, or to the day before.
        (
            "America/Havana",
            Month,
            "2026-11-01",
            "2026-11-01T04:00:00Z",
        ),
        (
            "America/Havana",
            Month,
            "2015-11-01",
            "2015-11-01T04:00:00Z",
        ),
        // Half an hour is enough to miss a cut, or to have it twice.
        (
            "Australia/Lord_Howe",
            Month,
            "2026-11-01",
            "2026-10-31T13:00:00Z",
        ),
        // Kwajalein left out a Saturday when it changed sides of the date line.
        (
            "Pacific/Kwajalein",
            Week,
            "1993-08-17",
            "1993-08-18T08:00:00Z",
        ),
        (
            "Pacific/Kwajalein",
            Week,
            "1993-08-24",
            "1993-08-24T08:00:00Z",
        ),
        // A Friday was left out; the Tuesdays are as they were.
        ("Pacific/Apia", Week, "2011-12-27", "2011-12-28T06:00:00Z"),
        ("Pacific/Apia", Week, "2012-01-03", "2012-01-03T06:00:00Z"),
    ];
    for (zone, kind, id, expected) in cases {
        assert_eq!(start(zone, kind, id), at(expected), "{zone} {id}");
    }
}

/// Manila had no 31 December 1844, Alaska had two Fridays: local mean times, odd seconds.
#[test]
fn old_calendars_have_periods_too() {
    for name in [
        "Asia/Manila",
        "America/Juneau",
        "Africa/Monrovia",
        "Europe/Dublin",
    ] {
        let mut period = zone(name)
            .period(PeriodKind::Month, at("1830-06-01T00:00:00Z"))
            .unwrap();
        for _ in 0..12 * 110 {
            let next = zone(name).following(&period).unwrap();
            assert_eq!(next.start, period.end, "{name} {}", next.id);
            assert!(
                next.start < next.end && next.id > period.id,
                "{name} {}",
                next.id
            );
            for inside in [next.start, next.end + Millis(-1)] {
                assert_eq!(
                    zone(name).period(PeriodKind::Month, inside),
                    Some(next),
                    "{name}"
                );
            }
            period = next;
        }
    }
}

#[test]
fn only_a_nominal_start_is_a_name() {
    let zone = zone("America/Argentina/Buenos_Aires");
    for (kind, id, is_one) in [
        (PeriodKind::Week, "2026-11-24", true),
        (PeriodKind::Week, "2026-11-25", false),
        (PeriodKind::Week, "2026-12-01", true),
        (PeriodKind::Month, "2026-12-01", true),
        (PeriodKind::Month, "2026-12-02", false),
    ] {
        assert_eq!(
            zone.named(kind, date(id)).is_some(),
            is_one,
            "{kind:?} {id}"
        );
    }
    for wrong in [
        "",
        "2026-11-31",
        "2026-1-1",
        "26-11-24",
        "2026-11-24 ",
        "+2026-11-24",
    ] {
        assert_eq!(wrong.parse::<LocalDate>(), Err(InvalidDate), "{wrong}");
    }
    for wrong in ["", "Atlantis", "-03:00", "america/havana"] {
        assert_eq!(wrong.parse::<Zone>(), Err(UnknownZone), "{wrong}");
    }
}

#[test]
fn the_first_period_is_partial_unless_play_began_at_its_cut() {
    let zone = zone("America/Argentina/Buenos_Aires");
    let cut = at("2026-12-01T23:00:00Z");
    for (after, id, partial) in [
        (-1, "2026-11-24", true),
        (0, "2026-12-01", false),
        (1, "2026-12-01", true),
    ] {
        let activation = cut + Millis(after);
        let period = zone.period(PeriodKind::Week, activation).unwrap();
        let span = Span::since(period, activation);
        assert_eq!(
            (period.id, span.is_partial()),
            (date(id), partial),
            "{after}"
        );
        assert!(span.holds(activation) && !span.holds(activation + Millis(-1)));
        assert!(!span.holds(period.end) && span.holds(period.end + Millis(-1)));
        // The next one is whole, however often the activation is asked about.
        let next = zone.following(&period).unwrap();
        assert_eq!(Span::since(next, activation), Span::whole(next));
    }
}

/// A database may move a cut that has been stored: no game falls between two weeks.
#[test]
fn a_week_begins_where_the_one_before_was_stored_to_end() {
    let zone = zone("America/Argentina/Buenos_Aires");
    let mut stored = zone.named(PeriodKind::Week, date("2026-11-24")).unwrap();
    stored.end = stored.end + Millis::seconds(3_600);
    let next = zone.following(&stored).unwrap();
    assert_eq!((next.id, next.start), (date("2026-12-01"), stored.end));
    assert_eq!(next.end, at("2026-12-08T23:00:00Z"));
}

#[test]
fn beyond_the_calendar_there_is_no_period() {
    let zone = zone("Pacific/Apia");
    for at in [Timestamp(i64::MAX), Timestamp(i64::MIN)] {
        assert_eq!(
            (zone.period(PeriodKind::Week, at), zone.day(at)),
            (None, None)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3_000,
        rng_seed: RngSeed::Fixed(20),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Every zone there is, a hundred and fifty years.
    #[test]
    fn every_instant_lies_in_one_week_and_one_month(
        tz in select(chrono_tz::TZ_VARIANTS.to_vec()),
        kind in select(vec![PeriodKind::Week, PeriodKind::Month]),
        at in -2_000_000_000_000_i64..2_700_000_000_000,
    ) {
        let (zone, at) = (Zone(tz), Timestamp(at));
        let period = zone.period(kind, at).unwrap();
        prop_assert!(period.holds(at));
        prop_assert_eq!(zone.named(kind, period.id), Some(period));
        let next = zone.following(&period).unwrap();
        prop_assert_eq!(zone.period(kind, period.end), Some(next));
        prop_assert_eq!(zone.named(kind, next.id), Some(next));
        prop_assert_eq!(zone.period(kind, period.start), Some(period));
        let before = zone.period(kind, period.start + Millis(-1)).unwrap();
        prop_assert_eq!(before.end, period.start);
        // The name is the date on the wall, or the one that the clock jumped over.
        let day = zone.day(period.start).unwrap();
        prop_assert!(day >= period.id, "{} {}", day, period.id);
    }
}
