//! Where things stand before something goes wrong.

mod climbers;
mod seekers;

pub(crate) use climbers::next;

use crate::club::{Club, KINGS, SHUFFLE, Tab, in_game, in_room, move_fields, tab};
use crate::rated;
use crate::step::Step;
use damero_app::actions;
use damero_app::authorize;
use damero_domain::ids::{AccountId, GameId, PairingId, RoomId, TicketId};
use damero_rules::{Line, Outcome, RuleSet};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How far two people have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Connected.
    Arrived,
    /// Red's browser has been here.
    Known,
    /// Red has made a room.
    Invited,
    /// Nobody came in time.
    InviteOver,
    /// White sits.
    Joined,
    /// White has accepted.
    Accepted,
    /// The game runs, red is to move.
    Playing,
    /// Red's time is over.
    TimeOver,
    /// White may huff on 15.
    Huffable,
    /// White has offered a draw.
    Offered,
    /// White has asked to cancel.
    Asked,
    /// Red may claim the third repetition.
    Repeated,
    /// White may claim the moves without progress.
    NoProgress,
    /// One move ends the game.
    LastMove,
    /// And who can make it has asked to cancel.
    LastMoveAsked,
    /// White has offered a draw and asked to cancel.
    OfferedAndAsked,
    /// One huff ends the game.
    LastHuff,
    /// Red has resigned.
    Ended,
    /// And white has accepted a rematch.
    Rematched,
    /// Both are accounts that may look for a rival; the visitor's, which has another
    /// browser, has not accepted the terms.
    Members,
    /// Red waits for one.
    Waits,
    /// So does white, and neither has looked yet.
    BothWait,
    /// They were brought together.
    Met,
    /// Red has confirmed.
    Confirmed,
    /// And the time for it is over.
    ConfirmOver,
    /// Red has lost a level as a guest, and is an account since.
    Brought,
    /// Red has begun another one, and the computer has moved.
    LevelBegun,
    /// Red has answered.
    Level,
    /// One move beats it, and earns.
    LevelLast,
}

/// People at a stage.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) stage: Stage,
    pub(crate) red: Tab,
    pub(crate) white: Tab,
    /// Red's second tab.
    pub(crate) other: Tab,
    /// Somebody else.
    pub(crate) visitor: Tab,
    pub(crate) room: RoomId,
    pub(crate) game: GameId,
    /// In which they were brought together.
    pub(crate) pairing: PairingId,
    /// With which each of them waits.
    pub(crate) tickets: BTreeMap<AccountId, TicketId>,
    /// What the visitor's account page calls the browser in hand, and the other one.
    pub(crate) browsers: [String; 2],
    /// What ends the game: by whom, the action, its fields.
    pub(crate) last: Option<(Tab, &'static str, Value)>,
    /// Events of the game.
    pub(crate) seq: u16,
    commands: std::sync::Arc<std::sync::atomic::AtomicU64>,
    now: i64,
}

impl Scene {
    /// A new command.
    pub(crate) fn says(&self, tab: &Tab, action: &'static str, fields: Value) -> Step {
        let nth = self
            .commands
            .fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let now = u64::try_from(self.now).unwrap();
        Step::Message {
            action,
            tab: tab.clone(),
            id: damero_domain::CommandId(ulid::Ulid::from_parts(now, (1 << 32) + u128::from(nth))),
            fields,
        }
    }

    /// A new command in the room.
    pub(crate) fn in_room(&self, tab: &Tab, action: &'static str) -> Step {
        self.says(tab, action, in_room(self.room))
    }

    /// A new command in the game, with further fields.
    pub(crate) fn in_game(&self, tab: &Tab, action: &'static str, more: &Value) -> Step {
        let mut fields = in_game(self.game);
        for (name, value) in more.as_object().unwrap() {
            fields[name] = value.clone();
        }
        self.says(tab, action, fields)
    }

    /// A move in the game.
    pub(crate) fn moves(&self, tab: &Tab, turn_no: u16, text: &str) -> Step {
        self.says(tab, "gameMove", move_fields(self.game, turn_no, text))
    }

    /// Brings two people there, and lets time pass, ms.
    pub(crate) async fn after(club: &Club, stage: Stage, wait: i64) -> Scene {
        Scene::of(club, stage, false, wait).await
    }

    /// The same, in a rated game or not. A rated one is between two accounts; the room is
    /// then another matter, and empty.
    pub(crate) async fn of(club: &Club, stage: Stage, rated: bool, wait: i64) -> Scene {
        let mut scene = Scene {
            stage,
            red: tab(1, 0),
            white: tab(2, 0),
            other: tab(1, 1),
            visitor: tab(3, 0),
            room: RoomId(ulid::Ulid::nil()),
            game: GameId(ulid::Ulid::nil()),
            pairing: PairingId(ulid::Ulid::nil()),
            tickets: BTreeMap::new(),
            browsers: Default::default(),
            last: None,
            seq: 0,
            commands: std::sync::Arc::default(),
            now: 0,
        };
        for tab in [&scene.red, &scene.white, &scene.other, &scene.visitor] {
            club.open(tab).await;
        }
        if stage >= Stage::Brought {
            scene.climb(club, stage).await;
        } else if stage >= Stage::Members {
            scene.seek(club, stage).await;
        } else if rated {
            scene.invite(club, Stage::Invited).await;
            scene.link();
            scene.game = rated::second_game(club, &scene.red, &scene.white).await;
            scene.play(club, stage).await;
        } else {
            scene.invite(club, stage).await;
            if stage >= Stage::Playing {
                scene.game = club.current(scene.room).await;
                scene.play(club, stage).await;
            }
        }
        club.clock.pass(1000 + wait);
        scene.now = club.clock_now();
        scene
    }

    /// From now on everybody is an account.
    fn link(&mut self) {
        self.other = self.other.linked(rated::account(1), 1);
        self.red = self.red.linked(rated::account(1), 1);
        self.white = self.white.linked(rated::account(2), 1);
    }

    async fn invite(&mut self, club: &Club, stage: Stage) {
        if stage == Stage::Known {
            let secret = [1; 32];
            authorize::authorize(&club.app, "192.0.2.1", &secret)
                .await
                .unwrap();
        }
        if stage < Stage::Invited {
            return;
        }
        self.room = club.create(&self.red).await;
        if stage == Stage::InviteOver {
            club.clock.pass(24 * 3_600_000 + 2000);
        }
        if stage >= Stage::Joined {
            club.does::<actions::RoomJoin>(&self.white, in_room(self.room))
                .await;
        }
        if stage >= Stage::Accepted {
            club.does::<actions::RoomAccept>(&self.white, in_room(self.room))
                .await;
        }
        if stage >= Stage::Playing {
            club.does::<actions::RoomAccept>(&self.red, in_room(self.room))
                .await;
        }
    }

    async fn play(&mut self, club: &Club, stage: Stage) {
        let (red, white) = (self.red.clone(), self.white.clone());
        let kings = || KINGS.split(' ').chain(SHUFFLE.into_iter().cycle());
        let at_start = |what| json!({"game": self.game.to_string(), "seq": 0, "do": what});
        match stage {
            Stage::TimeOver => club.clock.pass(20 * 60_000 + 2000),
            Stage::Huffable => {
                let opening = ["11-15", "22-18", "9-13"];
                club.moves(self.game, [&red, &white], &opening).await;
            }
            Stage::Offered => {
                club.does::<actions::GameDraw>(&white, at_start("offer"))
                    .await;
            }
            Stage::Asked => {
                club.does::<actions::GameCancel>(&white, at_start("ask"))
                    .await;
            }
            Stage::Repeated => {
                let moves: Vec<_> = kings().take(17).collect();
                club.moves(self.game, [&red, &white], &moves).await;
            }
            Stage::NoProgress => {
                let moves: Vec<_> = kings().take(151).collect();
                club.moves(self.game, [&red, &white], &moves).await;
            }
            Stage::LastMove => self.play_out(club, &LAST_MOVE).await,
            Stage::LastMoveAsked => {
                self.play_out(club, &LAST_MOVE).await;
                let seq = club.game(self.game).await.game.seq();
                let ask = json!({"game": self.game.to_string(), "seq": seq, "do": "ask"});
                let (winner, ..) = self.last.clone().unwrap();
                club.does::<actions::GameCancel>(&winner, ask).await;
                self.seq = seq + 1;
            }
            Stage::OfferedAndAsked => {
                club.does::<actions::GameDraw>(&white, at_start("offer"))
                    .await;
                let ask = json!({"game": self.game.to_string(), "seq": 1, "do": "ask"});
                club.does::<actions::GameCancel>(&white, ask).await;
            }
            Stage::LastHuff => self.play_out(club, &LAST_HUFF).await,
            Stage::Ended | Stage::Rematched => {
                club.does::<actions::GameResign>(&red, in_game(self.game))
                    .await;
            }
            _ => {}
        }
        if stage == Stage::Rematched {
            let accept = json!({"game": self.game.to_string(), "do": "accept"});
            club.does::<actions::GameRematch>(&white, accept).await;
        }
    }

    /// All of a game but its last ply.
    async fn play_out(&mut self, club: &Club, plies: &[Ply]) {
        let tabs = [self.red.clone(), self.white.clone()];
        for (nth, ply) in plies.iter().enumerate() {
            let mover = plies[..nth]
                .iter()
                .filter(|ply| matches!(ply, Ply::Move(_)))
                .count()
                % 2;
            let mut fields = json!({"game": self.game.to_string(), "turn_no": nth});
            let last = nth + 1 == plies.len();
            match ply {
                Ply::Move(path) => {
                    fields["path"] = json!(path);
                    if last {
                        self.last = Some((tabs[mover].clone(), "gameMove", fields));
                    } else {
                        club.does::<actions::GameMove>(&tabs[mover], fields).await;
                    }
                }
                Ply::Huff(square) => {
                    fields["square"] = json!(square);
                    if last {
                        self.last = Some((tabs[mover].clone(), "gameHuff", fields));
                    } else {
                        club.does::<actions::GameHuff>(&tabs[mover], fields).await;
                    }
                }
            }
        }
    }
}

/// A move or a huff.
#[derive(Clone, Debug)]
enum Ply {
    Move(Vec<u8>),
    Huff(u8),
}

static LAST_MOVE: LazyLock<Vec<Ply>> =
    LazyLock::new(|| shortest(|plies| matches!(plies.last(), Some(Ply::Move(_)))));
static LAST_HUFF: LazyLock<Vec<Ply>> =
    LazyLock::new(|| shortest(|plies| matches!(plies.last(), Some(Ply::Huff(_)))));

/// The shortest of many games by chance that end so, with a winner.
fn shortest(ends: impl Fn(&[Ply]) -> bool) -> Vec<Ply> {
    let games = (0..4000).map(by_chance);
    let won = games.filter(|(outcome, plies)| outcome.winner.is_some() && ends(plies));
    won.map(|(_, plies)| plies).min_by_key(Vec::len).unwrap()
}

fn by_chance(seed: u64) -> (Outcome, Vec<Ply>) {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut line = Line::new(RuleSet::by_id("vezz-8x8").unwrap());
    let mut plies = Vec::new();
    loop {
        if let Some(square) = line.huffable().iter().next() {
            line.huff(square).unwrap();
            plies.push(Ply::Huff(square.number()));
        } else {
            let moves = line.legal_moves();
            let path = moves[chance.random_range(0..moves.len())].path.clone();
            line.play(&path).unwrap();
            plies.push(Ply::Move(
                path.iter().map(|square| square.number()).collect(),
            ));
        }
        if let Some(outcome) = line.outcome() {
            return (outcome, plies);
        }
    }
}
