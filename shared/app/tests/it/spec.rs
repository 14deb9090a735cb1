//! The club as it would be if one thing happened at a time: rooms and games as the
//! domain decides them, and nothing else.

use crate::club::Tab;
use crate::items::Items;
use crate::step::Step;
use damero_domain::game::{self, Game, Reason};
use damero_domain::ids::{CommandId, ConnectionId, GameId, Person, RoomId};
use damero_domain::refusal::Refusal;
use damero_domain::room::{self, Event, Room};
use damero_domain::time::{Stamp, Timestamp};
use damero_rules::{Path, Square};
use damero_store::Store;
use serde_json::Value;
use stateright::semantics::SequentialSpec;
use std::collections::BTreeMap;

/// What is done.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Room(Person, CommandId, room::Command),
    Game(Person, CommandId, game::Command),
    Rematch(Person, CommandId, bool),
    Flag(Person),
    LookAtRoom,
    LookAtGame,
    Watchdog,
    Lapse,
    /// Changes nothing that is decided.
    Aside,
    /// Everything as it stands.
    All,
}

/// What comes back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ret {
    /// `done`, or a refusal's code.
    pub(crate) answer: String,
    /// The version of the room that was shown.
    pub(crate) room: Option<u64>,
    /// The newest event of the game that was shown.
    pub(crate) seq: Option<u16>,
    pub(crate) all: Option<String>,
}

fn done() -> Ret {
    Ret {
        answer: "done".into(),
        ..Ret::default()
    }
}

/// The state.
#[derive(Clone, Debug)]
pub(crate) struct Club {
    room: Room,
    v: u64,
    game: GameId,
    games: BTreeMap<GameId, Game>,
    now: Timestamp,
}

impl Club {
    /// As it is stored. `game` is the one that commands name.
    pub(crate) async fn read(
        store: &Store,
        items: &Items,
        room: RoomId,
        game: GameId,
        now: i64,
    ) -> Club {
        let held = store.room(room).await.unwrap().unwrap();
        let games = items.games(store).await.into_iter();
        Club {
            room: held.room,
            v: held.v,
            game,
            games: games
                .map(|held| (held.game.setup().id, held.game))
                .collect(),
            now: Timestamp(now),
        }
    }

    /// Everything that was decided.
    pub(crate) fn all(&self) -> String {
        let game = |game: &Game| {
            let tags = [damero_rules::Side::White, damero_rules::Side::Black]
                .map(|side| game.remembered(side).to_vec());
            format!("{:?} {:?} {tags:?}", game.setup().id, game.events())
        };
        let games: Vec<_> = self.games.values().map(game).collect();
        format!("{} {:?} {games:#?}", self.v, self.room)
    }

    /// Each game's events so far, as positions.
    pub(crate) fn positions(&self) -> BTreeMap<(String, u64), String> {
        let mut positions = BTreeMap::new();
        for game in self.games.values() {
            let mut replay = Game::start(game.setup().clone());
            let mut note = |replay: &Game| {
                let fen = damero_rules::write_fen(replay.line().rules(), replay.line().position());
                positions.insert((game.setup().id.to_string(), u64::from(replay.seq())), fen);
            };
            note(&replay);
            for event in game.events() {
                replay.evolve(event.clone()).unwrap();
                note(&replay);
            }
        }
        positions
    }

    fn stamp(&self) -> Stamp {
        Stamp::at(self.now)
    }

    fn settle(&mut self) {
        let stamp = self.stamp();
        if let Some(game) = self.games.get_mut(&self.game)
            && let Some(flag) = game.settle(stamp)
        {
            game.evolve(flag).unwrap();
        }
    }

    fn settle_room(&mut self) {
        if let Some(lapse) = self.room.settle(self.stamp()) {
            self.room.evolve(&lapse);
            self.v += 1;
        }
    }

    fn in_game(&mut self, by: Person, id: CommandId, command: &game::Command) -> Ret {
        let stamp = self.stamp();
        let side = self.games[&self.game].side_of(by).unwrap();
        if !self.games[&self.game].remembered(side).contains(&id.tag()) {
            self.settle();
        }
        let game = self.games.get_mut(&self.game).unwrap();
        let answer = match game.decide(by, id, command, stamp) {
            Ok(game::Verdict::Known) => "done",
            Ok(game::Verdict::Accepted(event)) => {
                game.evolve(event).unwrap();
                game.remember(side, id.tag());
                "done"
            }
            Err(refusal) => refusal.code(),
        };
        Ret {
            answer: answer.into(),
            seq: Some(game.seq()),
            ..Ret::default()
        }
    }

    fn in_room(&mut self, by: Person, id: CommandId, command: room::Command) -> Ret {
        self.settle_room();
        let seated = self.room.seat_of(by).is_some();
        let current = self.room.current.filter(|_| seated);
        let ended = current.and_then(|current| self.games[&current.game].ended().copied());
        let answer = match self
            .room
            .decide(by, id, command, ended.as_ref(), self.stamp())
        {
            Ok(room::Verdict::Known) => "done",
            Ok(room::Verdict::Accepted(events)) => {
                for event in &events {
                    self.room.evolve(event);
                    if let Event::Started { setup, .. } = event {
                        self.games.insert(setup.id, Game::start((**setup).clone()));
                    }
                }
                self.room.remember(id.tag_by(by));
                self.v += 1;
                "done"
            }
            Err(Refusal::RoomFull) => {
                return Ret {
                    answer: Refusal::RoomFull.code().into(),
                    ..Ret::default()
                };
            }
            Err(refusal) => refusal.code(),
        };
        let shown = answer == "done" || seated;
        Ret {
            answer: answer.into(),
            room: shown.then_some(self.v),
            ..Ret::default()
        }
    }

    fn flag(&mut self, by: Person) -> Ret {
        self.settle();
        let game = &self.games[&self.game];
        let flagged = game
            .ended()
            .is_some_and(|ended| ended.reason == Reason::Time);
        let answer = if flagged {
            "done"
        } else {
            game.refuse_flag(by).code()
        };
        Ret {
            answer: answer.into(),
            seq: Some(game.seq()),
            ..Ret::default()
        }
    }
}

impl SequentialSpec for Club {
    type Op = Op;
    type Ret = Ret;

    fn invoke(&mut self, op: &Op) -> Ret {
        match op {
            Op::Room(by, id, command) => self.in_room(*by, *id, *command),
            Op::Game(by, id, command) => self.in_game(*by, *id, command),
            Op::Rematch(by, id, accept) => {
                self.settle();
                let command = if *accept {
                    room::Command::AcceptRematch(self.game)
                } else {
                    room::Command::DeclineRematch(self.game)
                };
                self.in_room(*by, *id, command)
            }
            Op::Flag(by) => self.flag(*by),
            Op::LookAtRoom => {
                self.settle_room();
                Ret {
                    room: Some(self.v),
                    ..done()
                }
            }
            Op::LookAtGame => {
                self.settle();
                Ret {
                    seq: Some(self.games[&self.game].seq()),
                    ..done()
                }
            }
            Op::Watchdog => {
                self.settle();
                done()
            }
            Op::Lapse => {
                self.settle_room();
                done()
            }
            Op::Aside => done(),
            Op::All => Ret {
                all: Some(self.all()),
                ..done()
            },
        }
    }
}

/// What a step asks of the model.
pub(crate) fn op(step: &Step) -> Op {
    match step {
        Step::Message {
            action,
            tab,
            id,
            fields,
        } => message(action, tab, *id, fields),
        Step::Clock(_) => Op::Watchdog,
        Step::Lapse(_) => Op::Lapse,
        _ => Op::Aside,
    }
}

fn message(action: &str, tab: &Tab, id: CommandId, fields: &Value) -> Op {
    let guest = Person::guest(&tab.session.0);
    let by = tab.account.map_or(guest, Person::Account);
    let number = |name: &str| u16::try_from(fields[name].as_u64().unwrap()).unwrap();
    let square =
        |value: &Value| Square::new(u8::try_from(value.as_u64().unwrap()).unwrap()).unwrap();
    let path = || -> Path {
        fields["path"]
            .as_array()
            .unwrap()
            .iter()
            .map(square)
            .collect()
    };
    let command = match (action, fields["do"].as_str().unwrap_or_default()) {
        ("roomJoin", _) => return Op::Room(by, id, room::Command::Join),
        ("roomAccept", _) => return Op::Room(by, id, room::Command::Accept),
        ("roomCancel", _) => return Op::Room(by, id, room::Command::Cancel),
        ("gameRematch", answer) => return Op::Rematch(by, id, answer == "accept"),
        ("gameFlag", _) => return Op::Flag(by),
        ("sync", _) if fields["game"].is_string() => return Op::LookAtGame,
        ("sync", _) => return Op::LookAtRoom,
        ("gameMove", _) => game::Command::Move {
            turn_no: number("turn_no"),
            path: path(),
        },
        ("gameHuff", _) => game::Command::Huff {
            turn_no: number("turn_no"),
            square: square(&fields["square"]),
        },
        ("gameClaimDraw", _) => game::Command::ClaimRepetition {
            turn_no: number("turn_no"),
            path: path(),
        },
        ("gameDraw", "offer") => game::Command::OfferDraw { seq: number("seq") },
        ("gameDraw", "accept") => game::Command::AcceptDraw { seq: number("seq") },
        ("gameDraw", "decline") => game::Command::DeclineDraw { seq: number("seq") },
        ("gameCancel", "ask") => game::Command::AskCancel { seq: number("seq") },
        ("gameCancel", "agree") => game::Command::AgreeCancel { seq: number("seq") },
        ("gameCancel", "refuse") => game::Command::RefuseCancel { seq: number("seq") },
        ("gameResign", _) => game::Command::Resign,
        other => unreachable!("{other:?}"),
    };
    Op::Game(by, id, command)
}

/// What a step's sender was told, as the model tells it.
pub(crate) fn ret(step: &Step, heard: &[(ConnectionId, String)]) -> Ret {
    let Step::Message { tab, id, .. } = step else {
        return done();
    };
    let op = op(step);
    let rooms = matches!(op, Op::Room(..) | Op::Rematch(..) | Op::LookAtRoom);
    let mut ret = Ret::default();
    for (_, text) in heard.iter().filter(|(to, _)| *to == tab.connection) {
        let message: Value = serde_json::from_str(text).unwrap();
        let id = id.to_string();
        if message["type"] == "refused" && message["id"] == id {
            ret.answer = message["code"].as_str().unwrap().into();
            ret.room = message["room"]["v"].as_u64();
            ret.seq = message["game"]["seq"]
                .as_u64()
                .map(|seq| u16::try_from(seq).unwrap());
        } else if message["ack"] == id {
            ret.answer = "done".into();
            if rooms {
                // What comes after it is news.
                ret.room = ret.room.or(message["room"]["v"].as_u64());
            } else {
                let seq = message["game"]["seq"].as_u64();
                ret.seq = ret.seq.max(seq.map(|seq| u16::try_from(seq).unwrap()));
            }
        }
    }
    ret
}
