//! Given, when, then: a game is built from a few words, a command comes with its
//! two times, and what follows is said.

mod answers;
mod board;
mod clocks;
mod draws;
mod properties;
mod replay;

use super::{Command, End, Event, Game, Origin, Setup, Verdict, What};
use crate::ids::{CommandId, GameId, PairingId, Person, RoomId};
use crate::refusal::Refusal;
use crate::side::BySide;
use crate::time::{Stamp, Timestamp};
use damero_rules::{Path, RuleSet, Side, Square, parse_path};
use ulid::Ulid;

/// Black is called red in the default rule set, and moves first.
const RED: Side = Side::Black;
const WHITE: Side = Side::White;

/// When every game here starts.
const START: i64 = 1_750_000_000_000;

/// Ten plies after which each side has a king: red's on 29, white's on 2; red is to move.
const KINGS: &str = "9-13 22-17 6-9 25-22 2-6 29-25 9-14 22-18 13x22x29 18x9x2";

/// Four plies that both kings can go on with for ever, back to where they stood.
const SHUFFLE: [&str; 4] = ["29-25", "2-6", "25-29", "6-2"];

/// A red man stands en prise on 15 after having forgone its capture.
const FORGONE: &str = "11-15 22-18 9-13";

/// A game and the time at which the next command arrives.
#[derive(Clone)]
struct Given {
    game: Game,
    now: i64,
    commands: u128,
}

/// An untimed game of the default rule set, at its first move.
fn game() -> Given {
    Given::of(setup(RuleSet::ALL[0].id, None))
}

fn setup(rules: &str, control: Option<&str>) -> Setup {
    Setup {
        id: GameId(Ulid(1)),
        origin: Origin::Room {
            room: RoomId(Ulid(2)),
            number: 1,
        },
        rules: RuleSet::by_id(rules).unwrap(),
        control: control.map(|control| control.parse().unwrap()),
        players: BySide::new(person),
        started: Timestamp(START),
    }
}

fn person(side: Side) -> Person {
    Person::Session([if side == RED { 1 } else { 2 }; 16])
}

fn stranger() -> Person {
    Person::Session([3; 16])
}

fn path(text: &str) -> Path {
    parse_path(text).unwrap()
}

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

impl Given {
    fn of(setup: Setup) -> Given {
        Given {
            game: Game::start(setup),
            now: 0,
            commands: 0,
        }
    }

    fn with_clock(self, control: &str) -> Given {
        Given::of(setup(self.game.setup().rules.id, Some(control)))
    }

    /// Plays moves, and huffs written as `!15`, a second each.
    fn played(mut self, moves: &str) -> Given {
        for text in moves.split_whitespace() {
            self.now += 1000;
            let command = match text.strip_prefix('!') {
                Some(number) => self.huff(number.parse().unwrap()),
                None => self.mv(text),
            };
            self.does(self.game.turn(), command);
        }
        self
    }

    /// The next command arrives `ms` after the start.
    fn at(mut self, ms: i64) -> Given {
        self.now = ms;
        self
    }

    fn mv(&self, text: &str) -> Command {
        let turn_no = self.game.turn_no();
        Command::Move {
            turn_no,
            path: path(text),
        }
    }

    fn huff(&self, number: u8) -> Command {
        Command::Huff {
            turn_no: self.game.turn_no(),
            square: square(number),
        }
    }

    fn claim(&self, text: &str) -> Command {
        Command::ClaimRepetition {
            turn_no: self.game.turn_no(),
            path: path(text),
        }
    }

    fn offer(&self) -> Command {
        Command::OfferDraw {
            seq: self.game.seq(),
        }
    }

    fn accept(&self) -> Command {
        Command::AcceptDraw {
            seq: self.game.seq(),
        }
    }

    fn decline(&self) -> Command {
        Command::DeclineDraw {
            seq: self.game.seq(),
        }
    }

    fn ask_cancel(&self) -> Command {
        Command::AskCancel {
            seq: self.game.seq(),
        }
    }

    fn agree_cancel(&self) -> Command {
        Command::AgreeCancel {
            seq: self.game.seq(),
        }
    }

    fn refuse_cancel(&self) -> Command {
        Command::RefuseCancel {
            seq: self.game.seq(),
        }
    }

    fn stamp(&self) -> Stamp {
        Stamp::at(Timestamp(START + self.now))
    }

    /// Judges a command without carrying it out.
    fn judge(&self, side: Side, command: &Command) -> Result<Verdict, Refusal> {
        let id = CommandId(Ulid(1_000_000 + self.commands));
        self.game.decide(person(side), id, command, self.stamp())
    }

    /// Why a command is refused.
    fn refuses(&self, side: Side, command: &Command) -> Refusal {
        match self.judge(side, command) {
            Err(refusal) => refusal,
            Ok(verdict) => panic!("{command:?} was not refused: {verdict:?}"),
        }
    }

    /// A command that is accepted, received and confirmed at once.
    fn does(&mut self, side: Side, command: Command) -> CommandId {
        let stamp = self.stamp();
        self.does_with(side, command, stamp)
    }

    /// A command that is accepted, with both of its times after the start.
    fn does_at(&mut self, side: Side, command: Command, received: i64, now: i64) -> CommandId {
        let stamp = Stamp {
            received: Timestamp(START + received),
            now: Timestamp(START + now),
        };
        self.now = now;
        self.does_with(side, command, stamp)
    }

    fn does_with(&mut self, side: Side, command: Command, stamp: Stamp) -> CommandId {
        let id = CommandId(Ulid(self.commands));
        self.commands += 1;
        match self.game.decide(person(side), id, &command, stamp) {
            Ok(Verdict::Accepted(event)) => self.game.evolve(event).unwrap(),
            other => panic!("{command:?} was not accepted: {other:?}"),
        }
        self.game.remember(side, id.tag());
        id
    }

    fn last(&self) -> &What {
        &self.game.events().last().unwrap().what
    }

    /// Winner and reason.
    fn result(&self) -> Option<(Option<Side>, &'static str)> {
        self.game
            .ended()
            .map(|ended| (ended.winner, ended.reason.as_str()))
    }
}
