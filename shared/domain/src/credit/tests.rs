use super::*;
use crate::account::name::Name;
use crate::ids::{AccountId, GameId, Person};
use crate::rating::Score;
use crate::side::BySide;
use crate::time::Timestamp;
use ulid::Ulid;

const TERMS: u32 = 3;
const ENDED: Timestamp = Timestamp(1_700_000_000_000);

fn account() -> Account {
    let id = AccountId(Ulid(5));
    Account {
        id,
        name: Name::fallback(id),
        created: Timestamp(ENDED.0 - AGE.0 - 1),
        verified: true,
        accepted: Some(TERMS),
        sessions: Vec::new(),
        suspended: false,
    }
}

fn end() -> LevelEnd {
    LevelEnd {
        moment: Moment {
            ended_at: ENDED,
            game: GameId(Ulid(1)),
        },
        player: Person::Account(AccountId(Ulid(5))),
        rules: &RuleSet::ALL[0],
        level: Level::FIRST,
        score: Some(Score::Win),
        moves: BySide { white: 6, black: 6 },
        lasted: LASTED,
    }
}

fn earned(week: u32) -> Earned {
    Earned { week, level: false }
}

#[test]
fn an_account_earns_what_the_caps_leave() {
    let caps = Caps::default();
    let small = Caps {
        level: 20,
        week: 10,
    };
    let none = Caps {
        level: 0,
        week: 100,
    };
    let cases = [
        (caps, 0, Credit::Granted(20)),
        (caps, 80, Credit::Granted(20)),
        (caps, 85, Credit::Granted(15)),
        (caps, 99, Credit::Granted(1)),
        (caps, 100, Credit::Refused(Withheld::Cap)),
        (caps, 140, Credit::Refused(Withheld::Cap)),
        (small, 0, Credit::Granted(10)),
        (none, 0, Credit::Refused(Withheld::Cap)),
    ];
    for (caps, week, expected) in cases {
        let credit = judge(&end(), Some(&account()), TERMS, earned(week), caps);
        assert_eq!(credit, expected, "{caps:?} after {week}");
    }
}

#[test]
fn each_condition_is_one_reason() {
    let good = account();
    let a_day = Timestamp(ENDED.0 - AGE.0);
    let unverified = Account {
        verified: false,
        ..good.clone()
    };
    let old_terms = Account {
        accepted: Some(TERMS - 1),
        ..good.clone()
    };
    let no_terms = Account {
        accepted: None,
        ..good.clone()
    };
    let suspended = Account {
        suspended: true,
        ..good.clone()
    };
    let young = Account {
        created: a_day,
        ..good.clone()
    };
    let moves = |white, black| LevelEnd {
        moves: BySide { white, black },
        ..end()
    };
    let fast = LevelEnd {
        lasted: Millis(LASTED.0 - 1),
        ..end()
    };
    let twice = Earned {
        week: 20,
        level: true,
    };
    let cases = [
        (end(), None, earned(0), Withheld::NotLinked),
        (end(), Some(&unverified), earned(0), Withheld::Unverified),
        (end(), Some(&old_terms), earned(0), Withheld::Terms),
        (end(), Some(&no_terms), earned(0), Withheld::Terms),
        (end(), Some(&suspended), earned(0), Withheld::Suspended),
        (end(), Some(&young), earned(0), Withheld::TooYoung),
        (moves(5, 6), Some(&good), earned(0), Withheld::TooFewMoves),
        (moves(6, 5), Some(&good), earned(0), Withheld::TooFewMoves),
        (fast, Some(&good), earned(0), Withheld::TooFast),
        (end(), Some(&good), twice, Withheld::AlreadyGranted),
        (end(), Some(&good), earned(100), Withheld::Cap),
    ];
    for (end, account, earned, expected) in cases {
        let credit = judge(&end, account, TERMS, earned, Caps::default());
        assert_eq!(credit, Credit::Refused(expected));
        assert_eq!(credit.amount(), 0);
    }
}

#[test]
fn a_reason_survives_its_code() {
    for (reason, code) in REASONS {
        assert_eq!(reason.code(), code);
        assert_eq!(code.parse(), Ok(reason));
    }
    assert_eq!("granted".parse::<Withheld>(), Err(UnknownReason));
}

#[test]
fn what_is_left_of_a_week_never_runs_under_nothing() {
    let caps = Caps::default();
    let left = [0, 20, 100, 120].map(|granted| caps.left(granted));
    assert_eq!(left, [100, 80, 0, 0]);
}
