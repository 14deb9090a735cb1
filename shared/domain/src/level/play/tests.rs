use super::*;
use crate::game::{Command, Verdict};
use crate::ids::CommandId;
use crate::rating::Score;
use crate::refusal::Refusal;
use crate::time::{Millis, Stamp};
use damero_rules::{find_move, parse_path};
use ulid::Ulid;

const PLAYER: Person = Person::Session([1; 16]);
const GAME: GameId = GameId(Ulid(7));
const START: Timestamp = Timestamp(1_000_000);

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// Plays what it is told to, in order.
#[derive(Default)]
struct Script {
    turns: Vec<Turn>,
    accepts: bool,
    seeds: Vec<u64>,
}

impl Computer for Script {
    fn turn(&mut self, _line: &Line, _level: Level, seed: u64) -> Option<Turn> {
        self.seeds.push(seed);
        (!self.turns.is_empty()).then(|| self.turns.remove(0))
    }

    fn accepts_draw(&mut self, _line: &Line, _side: Side, _level: Level, seed: u64) -> bool {
        self.seeds.push(seed);
        self.accepts
    }
}

fn setup(side: Side) -> Setup {
    Start {
        game: GAME,
        rules: &RuleSet::ALL[0],
        level: level(3),
        player: PLAYER,
        side,
        at: START,
    }
    .setup()
}

/// Black moves first in the default rule set.
fn game() -> Game {
    Game::start(setup(Side::Black))
}

fn mv(game: &Game, text: &str) -> Move {
    let path = parse_path(text).unwrap();
    find_move(game.setup().rules, game.line().position(), &path).unwrap()
}

fn happens(game: &mut Game, what: What) {
    let at = game.last_stamp() + Millis::seconds(1);
    let event = Event {
        received: at,
        confirmed: at,
        what,
    };
    game.evolve(event).unwrap();
}

fn plays(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        let mv = mv(game, text);
        happens(game, What::Move(mv));
    }
}

fn decide(game: &Game, command: &Command) -> Result<Verdict, Refusal> {
    let stamp = Stamp::at(game.last_stamp() + Millis::seconds(1));
    game.decide(PLAYER, CommandId(Ulid(99)), command, stamp)
}

fn whats(events: &[Event]) -> Vec<What> {
    events.iter().map(|event| event.what.clone()).collect()
}

#[test]
fn whoever_moves_first_is_answered_by_the_computer() {
    let mut first = game();
    assert!(!is_asked(&first));
    assert_eq!(replies(&first, &mut Script::default()), Ok(Vec::new()));
    plays(&mut first, "11-15");
    assert!(is_asked(&first));
    let mut script = Script {
        turns: vec![Turn::Play(mv(&first, "22-17"))],
        ..Script::default()
    };
    let events = replies(&first, &mut script).unwrap();
    assert_eq!(whats(&events), [What::Move(mv(&first, "22-17"))]);
    assert_eq!(events[0].confirmed, first.last_stamp());
    assert_eq!(script.seeds, [seed(&first)]);

    let second = Game::start(setup(Side::White));
    let mut script = Script {
        turns: vec![Turn::Play(mv(&second, "11-15"))],
        ..Script::default()
    };
    assert_eq!(replies(&second, &mut script).unwrap().len(), 1);
}

#[test]
fn the_computer_may_huff_before_it_moves() {
    let mut game = game();
    plays(&mut game, "12-16 24-20 16-19 20-16 8-12");
    let mut huffed = game.clone();
    let huffable: Vec<Square> = (1..=32)
        .filter_map(Square::new)
        .filter(|square| game.line().clone().huff(*square).is_ok())
        .collect();
    let square = *huffable.first().expect("a capture was forgone");
    happens(&mut huffed, What::Huff(square));
    let answer = huffed.line().legal_moves()[0].clone();
    let mut script = Script {
        turns: vec![Turn::Huff(square), Turn::Play(answer.clone())],
        ..Script::default()
    };
    let events = replies(&game, &mut script).unwrap();
    assert_eq!(whats(&events), [What::Huff(square), What::Move(answer)]);
    assert_eq!(script.seeds, [seed(&game), seed(&huffed)]);
    assert_ne!(script.seeds[0], script.seeds[1]);
}

#[test]
fn what_cannot_be_played_is_no_answer() {
    let mut game = game();
    let too_late = mv(&game, "11-15");
    plays(&mut game, "11-15");
    for turns in [
        vec![],
        vec![Turn::Play(too_late)],
        vec![Turn::Huff(Square::new(15).unwrap())],
        vec![Turn::ClaimNoProgress],
    ] {
        let mut script = Script {
            turns,
            ..Script::default()
        };
        assert!(replies(&game, &mut script).is_err());
    }
}

#[test]
fn an_offer_is_answered_at_once() {
    let mut game = game();
    happens(&mut game, What::Offer(Side::Black));
    assert!(is_asked(&game));
    for (accepts, expected) in [(true, What::End(End::Agreed)), (false, What::Decline)] {
        let mut script = Script {
            accepts,
            ..Script::default()
        };
        let events = replies(&game, &mut script).unwrap();
        assert_eq!(whats(&events), [expected]);
        let mut after = game.clone();
        after.evolve(events[0].clone()).unwrap();
        assert_eq!(after.ended().is_some(), accepts);
        assert!(!is_asked(&after));
        assert!(!after.can_offer(Side::Black), "not before the next move");
    }
}

#[test]
fn only_a_game_that_nobody_has_moved_in_is_called_off() {
    for (side, first, mine) in [
        (Side::Black, None, "11-15"),
        (Side::White, Some("11-15"), "22-17"),
    ] {
        let mut game = Game::start(setup(side));
        if let Some(first) = first {
            plays(&mut game, first);
        }
        let cancel = |game: &Game| Command::AskCancel { seq: game.seq() };
        let event = match decide(&game, &cancel(&game)) {
            Ok(Verdict::Accepted(event)) => event,
            other => panic!("{other:?}"),
        };
        let mut off = game.clone();
        off.evolve(event).unwrap();
        assert_eq!(off.level_end().map(|end| end.score), Some(None));
        let made_before = cancel(&game);
        plays(&mut game, mine);
        assert_eq!(decide(&game, &made_before), Err(Refusal::Stale));
        assert_eq!(decide(&game, &cancel(&game)), Err(Refusal::NotCancellable));
        let at = game.last_stamp();
        let what = What::End(End::Cancelled);
        let forged = Event {
            received: at,
            confirmed: at,
            what,
        };
        assert!(game.evolve(forged).is_err(), "nor by a record");
    }
}

#[test]
fn leaving_loses_and_counts_what_was_played() {
    let mut game = game();
    plays(&mut game, "11-15 22-17 15-19");
    assert_eq!(game.level_end(), None);
    let resigned = decide(&game, &Command::Resign);
    let Ok(Verdict::Accepted(event)) = resigned else {
        panic!("{resigned:?}");
    };
    game.evolve(event).unwrap();
    let end = game.level_end().unwrap();
    assert_eq!(end.score, Some(Score::Loss));
    assert_eq!(end.moves, BySide { white: 1, black: 2 });
    assert_eq!(end.lasted, Millis::seconds(4));
    assert_eq!((end.level, end.player), (level(3), PLAYER));
    assert_eq!(game.rated_end(), None);
}

#[test]
fn nobody_plays_for_the_computer() {
    let game = Game::start(setup(Side::White));
    let first = Command::Move {
        turn_no: 0,
        path: parse_path("11-15").unwrap(),
    };
    assert_eq!(decide(&game, &first), Err(Refusal::NotYourTurn));
    assert_eq!(game.side_of(Person::Session([2; 16])), None);
    assert_eq!(game.computer(), Some(Side::Black));
    let stamp = Stamp::at(START);
    assert_eq!(game.settle(stamp), None, "there is no clock");
}

#[test]
fn copies_of_a_command_answer_from_the_same_seed() {
    let mut one = game();
    assert_eq!(seed(&one), seed(&game()));
    let before = seed(&one);
    plays(&mut one, "11-15");
    assert_ne!(seed(&one), before);
    let other = Setup {
        id: GameId(Ulid(8)),
        ..setup(Side::Black)
    };
    assert_ne!(seed(&Game::start(other)), before);
}
