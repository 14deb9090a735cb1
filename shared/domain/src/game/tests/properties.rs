//! What holds whatever two people send.

use super::*;
use crate::time::Millis;
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any};
use proptest::sample::{Index, select};
use proptest::{prop_assert, prop_assert_eq, prop_oneof, proptest};

/// A command before it knows the game it will meet.
#[derive(Clone, Debug)]
enum Try {
    Legal(Index),
    Any(Vec<u8>),
    HuffAllowed(Index),
    HuffAny(u8),
    Claim(Index),
    NoProgress,
    Offer,
    Accept,
    Decline,
    Ask,
    Agree,
    Refuse,
    Resign,
    Settle,
}

/// One thing that somebody sends, and how long after the one before.
#[derive(Clone, Debug)]
struct Step {
    by_mover: bool,
    what: Try,
    off_by: i8,
    think: i64,
    lag: i64,
}

fn attempt() -> impl Strategy<Value = Try> {
    prop_oneof![
        24 => any::<Index>().prop_map(Try::Legal),
        2 => vec(1..=64_u8, 0..5).prop_map(Try::Any),
        6 => any::<Index>().prop_map(Try::HuffAllowed),
        1 => (1..=64_u8).prop_map(Try::HuffAny),
        1 => any::<Index>().prop_map(Try::Claim),
        1 => Just(Try::NoProgress),
        2 => Just(Try::Offer),
        1 => Just(Try::Accept),
        2 => Just(Try::Decline),
        2 => Just(Try::Ask),
        1 => Just(Try::Agree),
        1 => Just(Try::Refuse),
        1 => Just(Try::Settle),
        1 => select(vec![Try::Resign, Try::Settle]),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let off_by = prop_oneof![12 => Just(0_i8), 1 => Just(-1), 1 => Just(1)];
    let think = prop_oneof![30 => 0..30_000_i64, 1 => 590_000..610_000_i64];
    let lag = prop_oneof![8 => 0..50_i64, 2 => -1000..15_000_i64];
    (proptest::bool::weighted(0.8), attempt(), off_by, think, lag).prop_map(
        |(by_mover, what, off_by, think, lag)| Step {
            by_mover,
            what,
            off_by,
            think,
            lag,
        },
    )
}

fn pick(index: Index, squares: Vec<Square>) -> Square {
    if squares.is_empty() {
        square(1)
    } else {
        *index.get(&squares)
    }
}

fn legal(game: &Game, index: Index) -> Path {
    let moves = game.line().legal_moves();
    if moves.is_empty() {
        Path::new()
    } else {
        index.get(&moves).path.clone()
    }
}

fn command(game: &Game, step: &Step) -> Option<Command> {
    let turn_no = game.turn_no().saturating_add_signed(step.off_by.into());
    let seq = game.seq().saturating_add_signed(step.off_by.into());
    Some(match &step.what {
        Try::Legal(index) => Command::Move {
            turn_no,
            path: legal(game, *index),
        },
        Try::Any(squares) => Command::Move {
            turn_no,
            path: squares.iter().copied().map(square).collect(),
        },
        Try::HuffAllowed(index) => Command::Huff {
            turn_no,
            square: pick(*index, game.line().huffable().iter().collect()),
        },
        Try::HuffAny(number) => Command::Huff {
            turn_no,
            square: square(*number),
        },
        Try::Claim(index) => Command::ClaimRepetition {
            turn_no,
            path: legal(game, *index),
        },
        Try::NoProgress => Command::ClaimNoProgress { turn_no },
        Try::Offer => Command::OfferDraw { seq },
        Try::Accept => Command::AcceptDraw { seq },
        Try::Decline => Command::DeclineDraw { seq },
        Try::Ask => Command::AskCancel { seq },
        Try::Agree => Command::AgreeCancel { seq },
        Try::Refuse => Command::RefuseCancel { seq },
        Try::Resign => Command::Resign,
        Try::Settle => return None,
    })
}

/// The event that a step leads to, if any, with who sent it.
fn decided(game: &Game, step: &Step, nth: usize, stamp: Stamp) -> Option<(Event, Option<Side>)> {
    let side = if step.by_mover {
        game.turn()
    } else {
        game.turn().other()
    };
    let Some(command) = command(game, step) else {
        return game.settle(stamp).map(|event| (event, None));
    };
    let id = CommandId(Ulid(nth as u128));
    match game.decide(person(side), id, &command, stamp) {
        Ok(Verdict::Accepted(event)) => Some((event, Some(side))),
        Ok(Verdict::Known) => panic!("no id is used twice"),
        Err(_) => None,
    }
}

fn check_step(before: &Game, after: &Game, by: Option<Side>) {
    assert_eq!(after.seq(), before.seq() + 1);
    assert!(matches!(after.turn_no() - before.turn_no(), 0 | 1));
    assert!(after.last_stamp() >= before.last_stamp());
    let moved = after.line().plies() > before.line().plies();
    for side in [RED, WHITE] {
        let Some((old, new)) = before.clocks().zip(after.clocks()) else {
            continue;
        };
        let gained = new.remaining(side) - old.remaining(side);
        let increment = if moved && by == Some(side) {
            new.control().increment
        } else {
            Millis::ZERO
        };
        assert!(gained <= increment, "{side:?} gained {gained:?}");
        assert!(new.remaining(side) >= Millis::ZERO);
    }
}

fn replayed(game: &Game) -> Game {
    let mut replayed = Game::start(game.setup().clone());
    for event in game.events() {
        replayed.evolve(event.clone()).unwrap();
    }
    for side in [RED, WHITE] {
        for tag in game.remembered(side) {
            replayed.remember(side, *tag);
        }
    }
    replayed
}

fn check_turns(rules: &'static str, control: Option<&str>, steps: &[Step]) -> Game {
    let mut game = Game::start(setup(rules, control));
    let mut now = START;
    for (nth, step) in steps.iter().enumerate() {
        let received = now + step.think;
        let stamp = Stamp {
            received: Timestamp(received),
            now: Timestamp(received + step.lag),
        };
        now = received;
        let Some((event, by)) = decided(&game, step, nth, stamp) else {
            continue;
        };
        let mut next = game.clone();
        next.evolve(event).unwrap();
        if let Some(side) = by {
            next.remember(side, CommandId(Ulid(nth as u128)).tag());
        }
        check_step(&game, &next, by);
        game = next;
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_commands_leave_a_game_that_its_events_lead_to(
        rules in select(RuleSet::ALL.iter().collect::<Vec<_>>()),
        control in select(vec![None, Some("10+5"), Some("60+30")]),
        steps in vec(step(), 1..160),
    ) {
        let game = check_turns(rules.id, control, &steps);
        prop_assert_eq!(format!("{:?}", replayed(&game)), format!("{:?}", &game));
        let over = game.ended().is_some();
        prop_assert_eq!(game.deadline().is_some(), control.is_some() && !over);
        prop_assert!(!over || game.offer().is_none() && game.cancel().is_none());
    }
}
