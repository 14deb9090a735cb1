//! Closings whose text somebody has changed.

use crate::world::{World, header, history};
use damero_domain::rating::audit::What;
use damero_domain::rating::evidence::{Line, Sum};
use damero_domain::rating::{Audited, Closing, Digest, Entry, audit};
use proptest::prelude::{ProptestConfig, any};
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use proptest::{prop_assert, proptest};
use std::sync::LazyLock;

/// A week of five players, one game of it void.
fn text() -> String {
    static TEXT: LazyLock<String> = LazyLock::new(made);
    TEXT.clone()
}

fn made() -> String {
    let games = history(21, 5, 24);
    let mut world = World::of(&games);
    let correction = world.decide(1, &games[6], false);
    world.ledger.correct(correction).unwrap();
    world.ledger.close(header(100, 220, 1)).unwrap().0
}

fn found(text: &str) -> Vec<What> {
    let audited = audit(text).unwrap();
    audited
        .disagreements
        .into_iter()
        .map(|found| found.what)
        .collect()
}

#[test]
fn a_text_is_found_as_it_was_made() {
    let text = text();
    let audited: Audited = audit(&text).unwrap();
    assert_eq!(audited.disagreements, []);
    assert_eq!((audited.entries, audited.games, audited.rows), (24, 12, 5));
    assert_eq!(audited.digest, Digest::of(&text));
    assert_eq!(
        audited.title,
        "vezz-8x8 (version 1), ranking of week 2026-11-24, revision 1"
    );
    // The bounds are of this test's own choice; the calendar has others.
    assert!(
        audited
            .today
            .is_some_and(|today| today != audited.span.period)
    );
}

/// The same with the sum and the table made new, by someone who knows how.
fn resealed(text: &str) -> String {
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    let mut sealed = format!("{header}\n");
    let mut accounts = std::collections::BTreeMap::new();
    let mut entries = 0;
    for line in lines {
        let Ok(Line::Entry(account, entry)) = Line::<Entry>::read(line) else {
            continue;
        };
        sealed.push_str(line);
        sealed.push('\n');
        entries += 1;
        accounts.entry(account).or_insert_with(Vec::new).push(entry);
    }
    let Ok(Line::Header(header)) = Line::<Entry>::read(header) else {
        panic!("{header}");
    };
    // Whatever closes this log has its rows.
    let mut closing = Closing::open(header.clone());
    for (account, entries) in &accounts {
        let log = damero_domain::rating::AsOf::new(header.revision).with(entries.clone());
        closing.feed(*account, &log).unwrap();
    }
    let table = closing.finish();
    let sum = Sum {
        entries,
        accounts: u32::try_from(table.rows().len()).unwrap(),
        above: Digest::of(&sealed),
    };
    sealed.push_str(&Line::<Entry>::Sum(sum).write());
    sealed.push('\n');
    let mut places = damero_domain::rating::table::Places::default();
    for row in table.rows() {
        let line = Line::<Entry>::Row(places.next(row), *row);
        sealed.push_str(&line.write());
        sealed.push('\n');
    }
    sealed
}

/// Changes the entry in a line (from 0) and makes everything fit that can be made to.
fn forged(line: usize, change: impl Fn(&mut Entry)) -> String {
    let text = text();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let Ok(Line::Entry(account, mut entry)) = Line::<Entry>::read(&lines[line]) else {
        panic!("{}", lines[line]);
    };
    change(&mut entry);
    lines[line] = Line::Entry(account, entry).write();
    resealed(&(lines.join("\n") + "\n"))
}

/// An entry that has one before and one after it of the same account.
fn middle() -> usize {
    let text = text();
    let lines: Vec<&str> = text.lines().collect();
    let account = |nth: usize| lines[nth].get(..40);
    (2..lines.len())
        .find(|&nth| account(nth - 1) == account(nth) && account(nth) == account(nth + 1))
        .unwrap()
}

/// A stranger's file may say anything; every line of it is judged all the same.
#[test]
fn the_greatest_and_the_least_numbers_are_judged() {
    let nth = middle();
    for (before, delta) in [
        (i64::MAX, i64::MAX),
        (i64::MIN, i64::MIN),
        (i64::MAX, i64::MIN),
        (0, i64::MIN),
    ] {
        let found = found(&forged(nth, |entry| {
            entry.before.0 = before;
            entry.delta.0 = delta;
            entry.games = u32::MAX;
        }));
        assert!(
            found.iter().any(|what| matches!(what, What::Delta { .. })),
            "{found:?}"
        );
    }
    let far = r#""end":"9999-12-31T23:59:59.999Z""#;
    let text = text().replacen(r#""end":"1970-01-01T00:00:00.220Z""#, far, 1);
    assert!(!found(&text).is_empty());
}

/// A month's ranking under a week's name is none, nor is a week that begins on a Wednesday.
#[test]
fn a_period_that_no_calendar_has_is_told() {
    let week = r#""kind":"week","period":"2026-11-24""#;
    for (name, is_one) in [
        (r#""kind":"week","period":"2026-12-01""#, true),
        (r#""kind":"week","period":"2026-11-25""#, false),
        (r#""kind":"month","period":"2026-11-24""#, false),
        (r#""kind":"month","period":"2026-11-01""#, true),
    ] {
        let forged = resealed(&text().replacen(week, name, 1));
        let expected: &[What] = if is_one { &[] } else { &[What::Name] };
        assert_eq!(found(&forged), expected, "{name}");
    }
}

#[test]
fn resealing_alone_changes_nothing() {
    assert_eq!(resealed(&text()), text());
}

#[test]
fn a_forged_entry_is_named_whatever_is_made_to_fit() {
    let nth = middle();
    let has = |text: &str, wanted: fn(&What) -> bool| {
        let found = found(text);
        assert!(found.iter().any(wanted), "{found:?}");
    };
    has(&forged(nth, |e| e.delta.0 += 1), |w| {
        matches!(w, What::Delta { .. } | What::Unequal(_))
    });
    has(&forged(nth, |e| e.delta.0 += 1), |w| {
        matches!(w, What::Before { .. })
    });
    has(&forged(nth, |e| e.before.0 -= 1), |w| {
        matches!(w, What::Before { .. })
    });
    has(&forged(nth, |e| e.games += 1), |w| {
        matches!(w, What::Games { .. })
    });
    has(&forged(nth, |e| e.score = e.score.other()), |w| {
        matches!(w, What::Halves(_))
    });
    has(&forged(nth, |e| e.rival.0.0 += 1), |w| {
        matches!(w, What::Halves(_))
    });
    has(&forged(nth, |e| e.moment.game.0.0 += 1_000), |w| {
        matches!(w, What::Alone(_))
    });
    has(&forged(nth, |e| e.ordinal.0 = 2), |w| {
        matches!(w, What::LaterCorrection)
    });
    has(&forged(nth, |e| e.moment.ended_at.0 = 99), |w| {
        matches!(w, What::OutsidePeriod)
    });
    has(&forged(nth, |e| e.moment.ended_at.0 = 219), |w| {
        matches!(w, What::TimeOrder)
    });
}

/// Both entries of a game, so that they agree with each other.
#[test]
fn a_result_turned_round_is_not_what_elo_says() {
    let text = text();
    let game = Line::<Entry>::read(text.lines().nth(middle()).unwrap()).unwrap();
    let Line::Entry(_, entry) = game else {
        panic!("{game:?}");
    };
    let game = entry.moment.game;
    let lines = text.lines().map(|line| match Line::<Entry>::read(line) {
        Ok(Line::Entry(account, entry)) if entry.moment.game == game => {
            let mut forged = entry;
            forged.delta.0 *= 2;
            Line::Entry(account, forged).write()
        }
        _ => line.to_owned(),
    });
    let forged = lines.collect::<Vec<_>>().join("\n") + "\n";
    let found = found(&resealed(&forged));
    assert!(
        found
            .iter()
            .any(|what| matches!(what, What::Delta { game: g, .. } if *g == game))
    );
    assert!(
        !found
            .iter()
            .any(|what| matches!(what, What::Unequal(_) | What::Halves(_)))
    );
}

#[test]
fn lines_that_are_missing_doubled_or_moved_are_told() {
    let text = text();
    let lines: Vec<&str> = text.lines().collect();
    let of = |lines: &[&str]| lines.join("\n") + "\n";
    let sum = lines
        .iter()
        .position(|line| line.starts_with("{\"entries\""))
        .unwrap();
    let without = |nth: usize| {
        let mut lines = lines.clone();
        lines.remove(nth);
        found(&of(&lines))
    };
    assert!(matches!(
        without(3)[..],
        [.., What::Alone(_), _] | [What::Alone(_), ..] | [_, ..]
    ));
    assert!(without(sum).contains(&What::NoSum));
    let last = lines.len() - 1;
    assert_eq!(without(last), [What::RowMissing(lines[last].to_owned())]);
    assert!(without(last - 1).len() >= 2);
    let mut more = lines.clone();
    more.push(lines[last]);
    assert_eq!(found(&of(&more)), [What::RowTooMany]);
    let mut moved = lines.clone();
    moved.swap(last, last - 1);
    assert_eq!(found(&of(&moved)).len(), 2);
    let mut twice = lines.clone();
    twice.insert(0, lines[0]);
    assert!(found(&of(&twice)).contains(&What::Misplaced));
    let mut late = lines.clone();
    late.push(lines[2]);
    assert_eq!(found(&of(&late)), [What::Misplaced]);
    assert_eq!(found(&text[..text.len() - 1])[0], What::NoLineFeed);
    let mut order = lines[..sum].to_vec();
    order[1..].reverse();
    assert!(found(&of(&order)).contains(&What::AccountOrder));
    for none in ["", "\n", "{}\n", lines[1]] {
        assert!(audit(none).is_err(), "{none}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(32),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_byte_can_be_changed_unseen(at in any::<Index>(), by in 1..96_u8) {
        let mut text = text().into_bytes();
        let at = at.index(text.len());
        let was = text[at];
        text[at] = match was {
            b'\n' => b' ',
            _ => b' ' + (was - b' ' + by) % 95,
        };
        if text[at] != was {
            let text = String::from_utf8(text).unwrap();
            let audited = audit(&text);
            prop_assert!(audited.is_err() || audited.is_ok_and(|a| !a.disagreements.is_empty()));
        }
    }
}
