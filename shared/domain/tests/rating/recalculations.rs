//! Corrections of a history in which nobody plays any more.

use crate::world::{Played, World, account, game, history, moment};
use damero_domain::ids::AccountId;
use damero_domain::rating::recalculate::{
    Ask, Correction, Cursor, InvalidCursor, Move, Page, Position, Report, Step, Walked,
};
use damero_domain::rating::{EloDelta, Entry, Ledger, MicroElo, Ordinal, Score, Standing, Walk};
use damero_rules::Side;

fn correct(world: &mut World, ordinal: u32, game: &Played, valid: bool) -> Report {
    let correction = world.decide(ordinal, game, valid);
    let report = world.ledger.correct(correction).unwrap();
    world.assert_replayed(ordinal);
    report
}

fn entries(ledger: &Ledger) -> Vec<(AccountId, Entry)> {
    let entries = ledger.entries();
    entries
        .map(|(account, entry)| (account, entry.clone()))
        .collect()
}

#[test]
fn without_any_one_game_ratings_are_as_if_it_had_never_been_rated() {
    for seed in 0..12 {
        let games = history(seed, 5, 25);
        for voided in &games {
            let mut world = World::of(&games);
            let before = entries(&world.ledger);
            correct(&mut world, 1, voided, false);
            let after = entries(&world.ledger);
            // What was written stays beside what replaces it.
            assert!(before.iter().all(|entry| after.contains(entry)));
            assert!(after.len() > before.len());
        }
    }
}

#[test]
fn one_correction_follows_on_another() {
    for seed in 100..130 {
        let games = history(seed, 6, 30);
        let mut world = World::of(&games);
        for (ordinal, nth) in (1..).zip([17, 3, 29, 0, 16]) {
            correct(&mut world, ordinal, &games[nth], false);
        }
        for (ordinal, nth) in (6..).zip([3, 29, 17, 16, 0]) {
            correct(&mut world, ordinal, &games[nth], true);
        }
        assert_eq!(world.replay(), World::of(&games).replay());
    }
}

#[test]
fn a_reinstated_game_brings_back_every_value() {
    let games = history(7, 5, 40);
    let mut world = World::of(&games);
    let original = world.ledger.table();
    correct(&mut world, 1, &games[4], false);
    assert_ne!(world.ledger.table(), original);
    correct(&mut world, 2, &games[4], true);
    assert_eq!(world.ledger.table(), original);
    for (number, revision) in [(0, 0), (1, 1), (2, 2)] {
        let log = world.ledger.log(games[4].white, Ordinal(number));
        let entry = log.entries().find(|entry| entry.moment == games[4].moment);
        let entry = entry.unwrap();
        assert_eq!(
            (entry.ordinal, entry.valid),
            (Ordinal(revision), number != 1)
        );
    }
}

/// Nobody's rating differs, and yet the two have played a game less.
#[test]
fn a_void_draw_between_equals_changes_counts() {
    let games = [
        game(1, 1, 2, None),
        game(2, 1, 3, None),
        game(3, 2, 3, Some(Side::White)),
        game(4, 1, 4, None),
    ];
    let mut world = World::of(&games);
    let report = correct(&mut world, 1, &games[0], false);
    assert_eq!(report.entries, 2 + 1 + 1 + 1);
    assert_eq!(world.ledger.standing(account(1)).games, 2);
    assert_eq!(report.until, Some(games[3].moment));
}

/// Ratings that agree again are not walked on: those two play everybody's games alone.
#[test]
fn nobody_is_walked_whom_it_does_not_touch() {
    let mut games = vec![game(0, 1, 2, Some(Side::White))];
    games.extend((1..50).map(|number| game(number, 3 + number % 3, 6 + number % 3, None)));
    let mut world = World::of(&games);
    let report = correct(&mut world, 1, &games[0], false);
    let expected = Report {
        entries: 2,
        standings: 2,
        until: Some(games[0].moment),
    };
    assert_eq!(report, expected);
}

/// The last game of an account goes, and with it the account from the table.
#[test]
fn a_player_without_a_valid_game_is_in_no_table() {
    let games = [game(1, 1, 2, Some(Side::White))];
    let mut world = World::of(&games);
    correct(&mut world, 1, &games[0], false);
    assert_eq!(world.ledger.table(), []);
    let standing = world.ledger.standing(account(1));
    assert_eq!((standing.elo, standing.games), (MicroElo::START, 0));
    assert_eq!(standing.last, Some((games[0].moment, Ordinal(1))));
}

#[test]
fn the_same_decision_twice_changes_nothing_more() {
    let games = history(3, 4, 20);
    let mut world = World::of(&games);
    correct(&mut world, 1, &games[5], false);
    let once = world.clone();
    let mut again = Walk::start(games[5].correction(1, false));
    while world.ledger.carry_out(&mut again).unwrap().is_none() {}
    assert_eq!(entries(&world.ledger), entries(&once.ledger));
    assert_eq!(world.ledger.table(), once.ledger.table());
}

/// Answers as a database would that gives fewer entries than asked for.
fn page(ledger: &Ledger, ask: &Ask, limit: u16) -> Page {
    ledger.page(&Ask { limit, ..*ask })
}

/// Runs a walk up to a number of its smallest steps, then drops it; where it stopped,
/// with the cursor that was kept last, or nothing if it came to its end.
fn run(ledger: &mut Ledger, mut walk: Walk, steps: usize, limit: u16) -> Option<Option<Cursor>> {
    let mut kept = None;
    let mut left = steps;
    let mut step = || {
        left = left.checked_sub(1)?;
        Some(())
    };
    loop {
        match walk.step().unwrap() {
            Step::Read(asks) => {
                for ask in asks {
                    if step().is_none() {
                        return Some(kept);
                    }
                    walk.page(ask.account, page(ledger, &ask, limit)).unwrap();
                }
            }
            Step::Put(entries) => {
                for entry in entries {
                    if step().is_none() {
                        return Some(kept);
                    }
                    ledger.put([entry]);
                }
                walk.stored();
                kept = walk.cursor().or(kept);
            }
            Step::Move(moves) => {
                for wanted in moves {
                    if step().is_none() {
                        return Some(kept);
                    }
                    let moved = ledger.move_standing(&wanted);
                    // A crash between the write and the note of it.
                    if step().is_none() {
                        return Some(kept);
                    }
                    walk.moved(wanted.account, moved);
                }
                kept = walk.cursor().or(kept);
            }
            Step::Done(_) => return None,
        }
    }
}

fn bytes_and_back(cursor: &Cursor) -> Cursor {
    let read = Cursor::from_bytes(&cursor.to_bytes()).unwrap();
    assert_eq!(&read, cursor);
    read
}

#[test]
fn a_crash_at_any_step_is_as_if_there_had_been_none() {
    let games = history(11, 7, 60);
    let start = World::of(&games);
    for (valid, first) in [(false, None), (true, Some(false))] {
        let mut before = start.clone();
        if let Some(first) = first {
            correct(&mut before, 1, &games[2], first);
        }
        let ordinal = if first.is_some() { 2 } else { 1 };
        let mut expected = before.clone();
        correct(&mut expected, ordinal, &games[2], valid);
        let correction = games[2].correction(ordinal, valid);
        for from_cursor in [false, true] {
            let crashes = crash_everywhere(&before, &expected, correction, from_cursor);
            assert!(crashes > 100, "{crashes}");
        }
    }
}

fn crash_everywhere(
    before: &World,
    expected: &World,
    correction: Correction,
    from_cursor: bool,
) -> usize {
    for steps in 0.. {
        let mut ledger = before.ledger.clone();
        let Some(kept) = run(&mut ledger, Walk::start(correction), steps, 50) else {
            return steps;
        };
        let walk = match kept.filter(|_| from_cursor) {
            Some(cursor) => Walk::resume(correction, bytes_and_back(&cursor)),
            None => Walk::start(correction),
        };
        assert_eq!(run(&mut ledger, walk, usize::MAX, 50), None);
        assert_eq!(entries(&ledger), entries(&expected.ledger), "at {steps}");
        assert_eq!(ledger.table(), expected.ledger.table(), "at {steps}");
    }
    unreachable!()
}

/// With a cursor it comes to its end although it is killed again and again.
#[test]
fn a_walk_that_is_killed_all_the_time_gets_on_by_its_cursor() {
    let games = history(12, 9, 400);
    let mut world = World::of(&games);
    let correction = world.decide(1, &games[0], false);
    let mut kept = None;
    let mut runs = 0;
    loop {
        let walk = kept.map_or_else(
            || Walk::start(correction),
            |cursor: Cursor| Walk::resume(correction, bytes_and_back(&cursor)),
        );
        match run(&mut world.ledger, walk, 70, 50) {
            None => break,
            Some(cursor) => kept = cursor,
        }
        runs += 1;
        assert!(runs < 40);
    }
    assert!(runs > 3, "{runs}");
    world.assert_replayed(1);
}

#[test]
fn pages_may_be_as_small_as_they_like() {
    let games = history(13, 5, 50);
    for limit in [1, 2, 3, 7] {
        let mut world = World::of(&games);
        // Several entries a game, so that pages end among them.
        correct(&mut world, 1, &games[1], false);
        correct(&mut world, 2, &games[2], false);
        let correction = world.decide(3, &games[1], true);
        assert_eq!(
            run(
                &mut world.ledger,
                Walk::start(correction),
                usize::MAX,
                limit
            ),
            None
        );
        world.assert_replayed(3);
    }
}

/// Pages read ahead are a favour that nobody has to do.
#[test]
fn only_the_first_page_asked_for_is_needed() {
    let games = history(14, 6, 60);
    let mut world = World::of(&games);
    let correction = world.decide(1, &games[0], false);
    let mut walk = Walk::start(correction);
    loop {
        if let Step::Read(asks) = walk.step().unwrap() {
            let page = world.ledger.page(&asks[0]);
            walk.page(asks[0].account, page).unwrap();
        } else if world.ledger.carry_out(&mut walk).unwrap().is_some() {
            break;
        }
    }
    world.assert_replayed(1);
}

#[test]
fn what_is_wanted_stays_wanted_until_it_is_answered() {
    let games = history(15, 5, 30);
    let mut world = World::of(&games);
    let correction = world.decide(1, &games[0], false);
    let mut walk = Walk::start(correction);
    while world.ledger.carry_out(&mut walk).unwrap().is_none() {
        let step = walk.step().unwrap();
        assert_eq!(walk.step().unwrap(), step);
        // Answers to what nobody asked, and an answer that comes twice.
        walk.moved(account(99), true);
        assert_eq!(walk.step().unwrap(), step);
        if let Step::Read(asks) = step {
            let page = world.ledger.page(&asks[0]);
            walk.page(asks[0].account, page.clone()).unwrap();
            walk.page(asks[0].account, page).unwrap();
        }
    }
    world.assert_replayed(1);
}

#[test]
fn a_log_that_misses_half_a_game_is_told_apart() {
    let games = history(16, 4, 20);
    for missing in 0..4 {
        let whole = World::of(&games);
        let mut torn = World::of(&games[..19]).ledger;
        torn = {
            // The last game, of whomever, without one of its entries.
            let last = games[19];
            let mut ledger = torn;
            let all = whole.ledger.entries();
            let kept = all
                .filter(|(account, entry)| entry.moment == last.moment && *account != last.white);
            let kept: Vec<_> = kept
                .map(|(account, entry)| (account, entry.clone()))
                .collect();
            ledger.put(kept);
            ledger
        };
        let result = torn.correct(games[missing].correction(1, false));
        let error = result.unwrap_err();
        assert_eq!(error.moment, games[19].moment, "{error}");
    }
}

#[test]
fn a_standing_moves_only_from_the_entry_that_it_followed() {
    let at = |ordinal| Position {
        moment: moment(10, 1),
        ordinal: Ordinal(ordinal),
    };
    let wanted = Move {
        account: account(1),
        last: at(2),
        elo: MicroElo(7),
        games: 3,
    };
    let standing = |last| Standing {
        balance: -2,
        last,
        ..Standing::default()
    };
    for (last, moves) in [
        (None, false),
        (Some((moment(10, 1), Ordinal(0))), true),
        (Some((moment(10, 1), Ordinal(2))), true),
        (Some((moment(10, 1), Ordinal(3))), false),
        (Some((moment(10, 2), Ordinal(0))), false),
        (Some((moment(9, 1), Ordinal(0))), false),
    ] {
        let moved = wanted.apply(&standing(last));
        let expected = moves.then_some(Standing {
            elo: MicroElo(7),
            games: 3,
            balance: -2,
            last: Some((moment(10, 1), Ordinal(2))),
            corrected: None,
        });
        assert_eq!(moved, expected, "{last:?}");
    }
}

#[test]
fn cursors_that_are_none_are_told_apart() {
    let mut cursor = Cursor::default();
    cursor.report.until = Some(moment(-5, 6));
    let walked = Walked {
        last: moment(3, 4),
        elo: MicroElo(-1),
        games: 9,
    };
    cursor.walked.insert(account(8), walked);
    cursor.walked.insert(account(9), walked);
    let bytes = bytes_and_back(&cursor).to_bytes();
    assert_eq!(bytes.len(), 1 + 16 + 1 + 24 + 2 * 52);
    for length in 0..bytes.len() {
        // Where a row ends there is a shorter cursor.
        let is_one = [42, 94].contains(&length);
        assert_eq!(
            Cursor::from_bytes(&bytes[..length]).is_ok(),
            is_one,
            "{length}"
        );
    }
    let mut other = bytes.clone();
    other[0] = 2;
    assert_eq!(Cursor::from_bytes(&other), Err(InvalidCursor));
    other = bytes;
    other[17] = 7;
    assert_eq!(Cursor::from_bytes(&other), Err(InvalidCursor));
}

/// An earlier run of other code may have left what is not so.
#[test]
fn wrong_entries_of_its_own_ordinal_are_put_right() {
    let games = history(17, 5, 30);
    let mut world = World::of(&games);
    let correction = world.decide(1, &games[3], false);
    let wrong = world.ledger.entries().last().unwrap();
    let wrong = (
        wrong.0,
        Entry {
            ordinal: Ordinal(1),
            delta: EloDelta(5),
            score: Score::Win,
            ..wrong.1.clone()
        },
    );
    world.ledger.put([wrong]);
    let untouched = world.ledger.entries().next().unwrap();
    assert!(untouched.1.moment < games[3].moment);
    world.ledger.correct(correction).unwrap();
    world.assert_replayed(1);
}

/// The same where the right entry is what the log said before.
#[test]
fn wrong_entries_are_put_right_also_where_nothing_has_changed() {
    let games = history(18, 4, 12);
    let mut world = World::of(&games);
    correct(&mut world, 1, &games[8], false);
    let wrong = world.ledger.log(games[8].white, Ordinal(1));
    let wrong = wrong
        .entries()
        .find(|entry| entry.moment == games[8].moment)
        .unwrap();
    let wrong = Entry {
        ordinal: Ordinal(2),
        delta: EloDelta(5),
        valid: true,
        ..wrong.clone()
    };
    world.ledger.put([(games[8].white, wrong)]);
    // It is void, and void it stays.
    correct(&mut world, 2, &games[8], false);
}

/// Who is walked and who is read ahead have a page each, whatever the history is.
#[test]
fn memory_is_bounded_by_pages() {
    for (seed, players, count) in [(19, 100, 700), (20, 8, 700)] {
        let games = history(seed, players, count);
        let mut world = World::of(&games);
        let correction = world.decide(1, &games[0], false);
        let mut walk = Walk::start(correction);
        let mut most = 0;
        while world.ledger.carry_out(&mut walk).unwrap().is_none() {
            let walked = usize::try_from(players).unwrap();
            assert!(walk.held() <= (walked + 64 + 17) * 50, "{}", walk.held());
            most = most.max(walk.held());
        }
        assert!(most > 50, "{most}");
        assert_eq!(walk.held(), 0);
        world.assert_replayed(1);
    }
}

/// A rival's log was read ahead, and then the two of them played.
#[test]
fn a_rival_read_too_early_is_read_again() {
    let games = [
        game(1, 1, 2, Some(Side::White)),
        game(2, 3, 4, Some(Side::White)),
    ];
    let mut world = World::of(&games);
    let correction = world.decide(1, &games[0], false);
    let mut walk = Walk::start(correction);
    let early = world.ledger.log(account(3), Ordinal::END);
    let early = Page {
        entries: early.entries().cloned().collect(),
        more: false,
    };
    walk.page(account(3), early).unwrap();
    let live = game(3, 3, 1, Some(Side::White));
    world.ledger.end(&live.end());
    world.games.push(live);
    while world.ledger.carry_out(&mut walk).unwrap().is_none() {}
    world.assert_replayed(1);
}
