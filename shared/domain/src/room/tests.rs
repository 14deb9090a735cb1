//! Given, when, then: a room in a few words, what people ask of it, what becomes of it.

mod invitation;
mod rematches;

use super::{
    BySeat, Closed, ColourChoice, Command, Conditions, Event, INVITE_LIFE, Room, Score, Seat,
    Verdict,
};
use crate::game::{Ended, Reason, Setup};
use crate::ids::{CommandId, GameId, Person, RoomId};
use crate::refusal::Refusal;
use crate::side::BySide;
use crate::time::{Stamp, Timestamp};
use damero_rules::{RuleSet, Side};
use ulid::Ulid;

/// When every room here is created.
const CREATED: i64 = 1_750_000_000_000;

const HOST: Person = Person::Session([1; 16]);
const GUEST: Person = Person::Session([2; 16]);
const THIRD: Person = Person::Session([3; 16]);

/// A room, its games so far, and how the newest ended.
#[derive(Clone)]
struct Given {
    room: Room,
    games: Vec<Setup>,
    ended: Option<Ended>,
    now: i64,
    commands: u128,
}

/// A room of the default rule set whose host opens.
fn room() -> Given {
    Given::of(1, ColourChoice::Mine)
}

impl Given {
    fn of(id: u128, colour: ColourChoice) -> Given {
        let conditions = Conditions {
            id: RoomId(Ulid(id)),
            rules: &RuleSet::ALL[0],
            control: None,
            colour,
            created: Timestamp(CREATED),
        };
        Given {
            room: Room::open(conditions, HOST),
            games: Vec::new(),
            ended: None,
            now: 1000,
            commands: 0,
        }
    }

    fn with_rules(mut self, id: &str) -> Given {
        self.room.conditions.rules = RuleSet::by_id(id).unwrap();
        self
    }

    /// With a guest who has not accepted yet.
    fn joined(mut self) -> Given {
        self.does(GUEST, Command::Join);
        self
    }

    /// With its first game running.
    fn playing(mut self) -> Given {
        self = self.joined();
        self.does(HOST, Command::Accept);
        self.does(GUEST, Command::Accept);
        self
    }

    /// The next command arrives `ms` after the creation.
    fn at(mut self, ms: i64) -> Given {
        self.now = ms;
        self
    }

    /// The newest game ends: won by whoever sits on `winner`, or drawn.
    fn ends(mut self, winner: Option<Seat>, reason: Reason) -> Given {
        let current = self.room.current.unwrap();
        self.now += 1000;
        self.ended = Some(Ended {
            at: Timestamp(CREATED + self.now),
            winner: winner.map(|seat| current.side_of(seat)),
            reason,
        });
        self
    }

    /// Both accept the next game.
    fn rematch(mut self) -> Given {
        let game = self.game();
        self.does(HOST, Command::AcceptRematch(game));
        self.does(GUEST, Command::AcceptRematch(game));
        self
    }

    /// The newest game.
    fn game(&self) -> GameId {
        self.room.current.unwrap().game
    }

    fn stamp(&self) -> Stamp {
        Stamp::at(Timestamp(CREATED + self.now))
    }

    fn judge(&self, by: Person, command: Command) -> Result<Verdict, Refusal> {
        let id = CommandId(Ulid(1_000_000 + self.commands));
        let ended = self.ended.as_ref();
        self.room.decide(by, id, command, ended, self.stamp())
    }

    fn refuses(&self, by: Person, command: Command) -> Refusal {
        match self.judge(by, command) {
            Err(refusal) => refusal,
            Ok(verdict) => panic!("{command:?} was not refused: {verdict:?}"),
        }
    }

    /// A command that is accepted and changes something, a second later.
    fn does(&mut self, by: Person, command: Command) -> CommandId {
        let id = CommandId(Ulid(self.commands));
        self.commands += 1;
        self.now += 1000;
        let ended = self.ended.as_ref();
        match self.room.decide(by, id, command, ended, self.stamp()) {
            Ok(Verdict::Accepted(events)) => self.folds(&events),
            other => panic!("{command:?} was not accepted: {other:?}"),
        }
        self.room.remember(id.tag_by(by));
        id
    }

    fn folds(&mut self, events: &[Event]) {
        for event in events {
            self.room.evolve(event);
            if let Event::Started { setup, .. } = event {
                self.games.push(*setup.clone());
                self.ended = None;
            }
        }
    }

    /// Who has the colour that moves first in the newest game.
    fn opener(&self) -> Person {
        let setup = self.games.last().unwrap();
        setup.players[setup.rules.first()]
    }
}
