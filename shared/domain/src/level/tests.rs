use super::*;
use crate::time::Timestamp;
use ulid::Ulid;

const PLAYER: Person = Person::Session([1; 16]);
const GAME: GameId = GameId(Ulid(7));

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn end(at: u8, score: Option<Score>) -> LevelEnd {
    LevelEnd {
        moment: Moment {
            ended_at: Timestamp(1),
            game: GAME,
        },
        player: PLAYER,
        rules: &RuleSet::ALL[0],
        level: level(at),
        score,
        moves: BySide { white: 9, black: 9 },
        lasted: Millis::seconds(300),
    }
}

fn at(number: u8, highest: Option<u8>, losses: u8) -> Progress {
    Progress {
        level: level(number),
        highest: highest.map(level),
        losses,
        running: None,
    }
}

/// Where results lead, a letter each: won, drawn, lost, cancelled.
fn after(start: Progress, results: &str) -> Progress {
    results.chars().fold(start, |progress, result| {
        let score = match result {
            'w' => Some(Score::Win),
            'd' => Some(Score::Draw),
            'l' => Some(Score::Loss),
            _ => None,
        };
        progress.after(&end(progress.level.number(), score))
    })
}

#[test]
fn a_ladder_has_a_hundred_rungs() {
    let numbers: Vec<u8> = (0..=255)
        .filter_map(Level::new)
        .map(Level::number)
        .collect();
    assert_eq!(numbers, (1..=100).collect::<Vec<u8>>());
}

#[test]
fn results_move_the_level_as_the_rules_say() {
    let cases = [
        // A win raises by one, up to a hundred.
        (at(1, None, 0), "w", at(2, Some(1), 0)),
        (at(1, None, 0), "www", at(4, Some(3), 0)),
        (at(99, Some(98), 0), "ww", at(100, Some(100), 0)),
        (at(100, Some(100), 0), "w", at(100, Some(100), 0)),
        // Two losses in a row lower by one; a drop begins a new streak.
        (at(5, Some(4), 0), "l", at(5, Some(4), 1)),
        (at(5, Some(4), 0), "ll", at(4, Some(4), 0)),
        (at(5, Some(4), 0), "lll", at(4, Some(4), 1)),
        (at(5, Some(4), 0), "llll", at(3, Some(4), 0)),
        // Never under the first.
        (at(1, None, 0), "ll", at(1, None, 0)),
        (at(2, Some(1), 0), "llllll", at(1, Some(1), 0)),
        // A draw or a win breaks the streak.
        (at(5, Some(4), 0), "ldl", at(5, Some(4), 1)),
        (at(5, Some(4), 0), "lwl", at(6, Some(5), 1)),
        (at(5, Some(4), 0), "d", at(5, Some(4), 0)),
        // What is cancelled has no result, and breaks nothing.
        (at(5, Some(4), 0), "lcl", at(4, Some(4), 0)),
        (at(5, Some(4), 1), "c", at(5, Some(4), 1)),
        // What was beaten once stays beaten.
        (at(9, Some(8), 0), "llllllw", at(7, Some(8), 0)),
    ];
    for (start, results, expected) in cases {
        assert_eq!(after(start, results), expected, "{start:?} {results}");
    }
}

#[test]
fn a_notice_says_which_way_the_level_went() {
    let cases = [
        (at(5, None, 0), "w", Direction::Rose),
        (at(100, None, 0), "w", Direction::Stayed),
        (at(5, None, 0), "l", Direction::Stayed),
        (at(5, None, 1), "l", Direction::Fell),
        (at(1, None, 1), "l", Direction::Stayed),
        (at(5, None, 1), "d", Direction::Stayed),
    ];
    for (before, result, expected) in cases {
        let climb = Climb {
            from: before.level,
            to: after(before, result).level,
        };
        assert_eq!(climb.direction(), expected, "{before:?} {result}");
    }
}

#[test]
fn a_game_of_a_level_left_behind_can_only_raise() {
    let here = at(10, Some(9), 1);
    let cases = [
        (end(4, Some(Score::Win)), here),
        (end(4, Some(Score::Draw)), here),
        (end(4, Some(Score::Loss)), here),
        (end(12, Some(Score::Loss)), here),
        (end(12, Some(Score::Win)), at(13, Some(12), 0)),
        (end(10, Some(Score::Win)), at(11, Some(10), 0)),
    ];
    for (end, expected) in cases {
        assert_eq!(here.after(&end), expected, "{end:?}");
    }
    assert_eq!(
        at(3, None, 0).after(&end(2, Some(Score::Win))).highest,
        Some(level(2))
    );
}

#[test]
fn an_end_leaves_room_for_the_next_game_and_another_s_end_does_not() {
    let running = Progress {
        running: Some(GAME),
        ..Progress::default()
    };
    for score in [Some(Score::Win), Some(Score::Loss), None] {
        assert_eq!(running.after(&end(1, score)).running, None);
    }
    let other = Progress {
        running: Some(GameId(Ulid(8))),
        ..Progress::default()
    };
    assert_eq!(other.after(&end(1, None)).running, other.running);
}

#[test]
fn a_link_takes_the_better_of_both_and_the_account_s_own_streak_and_game() {
    let running = |progress, game| Progress {
        running: Some(GameId(Ulid(game))),
        ..progress
    };
    let cases = [
        (at(5, Some(6), 1), at(9, Some(8), 0), at(9, Some(8), 1)),
        (at(9, Some(8), 0), at(5, Some(9), 1), at(9, Some(9), 0)),
        (Progress::default(), at(3, Some(2), 1), at(3, Some(2), 0)),
        (at(3, None, 1), Progress::default(), at(3, None, 1)),
        (
            running(at(3, None, 0), 1),
            running(at(4, None, 0), 2),
            running(at(4, None, 0), 1),
        ),
        (
            at(3, None, 0),
            running(at(2, None, 0), 2),
            running(at(3, None, 0), 2),
        ),
    ];
    for (account, guest, expected) in cases {
        let joined = account.joined(guest);
        assert_eq!(joined, expected, "{account:?} {guest:?}");
        let again = joined.joined(guest);
        assert_eq!(again, joined, "twice is once");
    }
}
