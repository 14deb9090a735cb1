//! Bots: two players who play whole rooms against each other, out of a seed.

use crate::player::{Answer, Player, PlayerError};
use damero_protocol::client::{self, Claim, Colour, DrawAct, RematchAct};
use damero_protocol::server::{Game, Message, Side};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// How often, in thousandths a turn, a bot does what is not a move.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    /// Huff what can be huffed.
    pub huff: u32,
    /// Capture when it can.
    pub capture: u32,
    /// Offer a draw.
    pub offer: u32,
    /// Accept an offered one (otherwise decline, or let it stand).
    pub accept: u32,
    /// Claim what can be claimed.
    pub claim: u32,
    /// Resign.
    pub resign: u32,
    /// Fall asleep until the clock ends the game.
    pub sleep: u32,
}

impl Temper {
    /// Plays to the end on the board.
    pub const CALM: Temper = Temper {
        huff: 400,
        capture: 800,
        offer: 0,
        accept: 0,
        claim: 1000,
        resign: 0,
        sleep: 0,
    };
    /// Does everything there is.
    pub const WILD: Temper = Temper {
        huff: 500,
        capture: 800,
        offer: 30,
        accept: 200,
        claim: 700,
        resign: 4,
        sleep: 4,
    };
}

/// Two players of one room, the host first.
pub struct Pair {
    /// Who created the room.
    pub host: Player,
    /// Who came by the link.
    pub guest: Player,
}

/// How a turn went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Something was done.
    Done,
    /// The game is over.
    Over,
    /// The mover fell asleep: only the clock will end this.
    Asleep,
}

impl Pair {
    /// Creates a room, joins it, accepts; the first game starts.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn sit(
        mut host: Player,
        mut guest: Player,
        rule_set: &str,
        clock: Option<&str>,
        colour: Colour,
    ) -> Result<Pair, PlayerError> {
        let fields = client::RoomCreate {
            rule_set: rule_set.into(),
            clock: clock.map(Into::into),
            colour,
        };
        expect(host.ask("roomCreate", fields).await?)?;
        let room = host
            .room
            .as_ref()
            .map(|room| room.id.clone())
            .unwrap_or_default();
        let in_room = client::InRoom { room };
        expect(guest.ask("roomJoin", &in_room).await?)?;
        expect(host.ask("roomAccept", &in_room).await?)?;
        expect(guest.ask("roomAccept", &in_room).await?)?;
        guest.until(|player| player.game.is_some()).await?;
        host.until(|player| player.game.is_some()).await?;
        Ok(Pair { host, guest })
    }

    /// The players in the order mover, waiter.
    pub fn by_turn(&mut self) -> (&mut Player, &mut Player) {
        let host_moves = self
            .host
            .game
            .as_ref()
            .is_some_and(|game| game.you == Some(game.turn));
        if host_moves {
            (&mut self.host, &mut self.guest)
        } else {
            (&mut self.guest, &mut self.host)
        }
    }

    /// Whoever plays this side of the present game.
    pub fn side(&mut self, side: Side) -> &mut Player {
        let host_plays_it = self
            .host
            .game
            .as_ref()
            .is_some_and(|game| game.you == Some(side));
        if host_plays_it {
            &mut self.host
        } else {
            &mut self.guest
        }
    }

    /// The host's newest state of the game.
    ///
    /// # Panics
    /// If no game has started.
    #[must_use]
    #[expect(clippy::panic, reason = "players who sit have a game")]
    pub fn game(&self) -> &Game {
        match &self.host.game {
            Some(game) => game,
            None => panic!("no game has started"),
        }
    }

    /// Plays until the game is over or somebody falls asleep.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn play(&mut self, rng: &mut StdRng, temper: &Temper) -> Result<Turn, PlayerError> {
        loop {
            match self.turn(rng, temper).await? {
                Turn::Done => {}
                end => return Ok(end),
            }
        }
    }

    /// One decision of whoever is to move or to answer; both then know its outcome.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn turn(&mut self, rng: &mut StdRng, temper: &Temper) -> Result<Turn, PlayerError> {
        let (mover, waiter) = self.by_turn();
        let Some(game) = mover.game.clone() else {
            return Ok(Turn::Over);
        };
        if game.ended.is_some() {
            waiter.until_version(game.v).await?;
            return Ok(Turn::Over);
        }
        let mut chance = |per_mille: u32| rng.random_range(0..1000) < per_mille;
        let id = game.id.clone();
        let (turn_no, seq) = (game.turn_no, game.seq);
        let rival_offers = game.offer.is_some() && game.offer != game.you;
        let answer = if rival_offers && chance(temper.accept) {
            mover
                .ask(
                    "gameDraw",
                    client::Draw {
                        game: id,
                        seq,
                        act: DrawAct::Accept,
                    },
                )
                .await?
        } else if rival_offers && chance(300) {
            mover
                .ask(
                    "gameDraw",
                    client::Draw {
                        game: id,
                        seq,
                        act: DrawAct::Decline,
                    },
                )
                .await?
        } else if chance(temper.resign) {
            mover.ask("gameResign", client::InGame { game: id }).await?
        } else if game.clock.is_some() && chance(temper.sleep) {
            return Ok(Turn::Asleep);
        } else if game.can_offer && chance(temper.offer) {
            mover
                .ask(
                    "gameDraw",
                    client::Draw {
                        game: id,
                        seq,
                        act: DrawAct::Offer,
                    },
                )
                .await?
        } else if game.draws.can_claim && chance(temper.claim) {
            mover
                .ask(
                    "gameClaimDraw",
                    client::ClaimDraw {
                        game: id,
                        turn_no,
                        claim: Claim::NoProgress,
                        path: None,
                    },
                )
                .await?
        } else if let Some(&square) = game.huffable.first().filter(|_| chance(temper.huff)) {
            mover
                .ask(
                    "gameHuff",
                    client::Huff {
                        game: id,
                        turn_no,
                        square,
                    },
                )
                .await?
        } else {
            let path = choose(&game, rng, temper.capture);
            let repeats =
                game.draws.occurrences.len() >= 2 && rng.random_range(0..1000) < temper.claim;
            if repeats {
                let claim = client::ClaimDraw {
                    game: id.clone(),
                    turn_no,
                    claim: Claim::Repetition,
                    path: Some(path.clone()),
                };
                if mover.ask("gameClaimDraw", claim).await?.code().is_none() {
                    return self.agree().await;
                }
            }
            mover
                .ask(
                    "gameMove",
                    client::Move {
                        game: id,
                        turn_no,
                        path,
                    },
                )
                .await?
        };
        expect(answer)?;
        self.agree().await
    }

    /// Both sides have the newest state of the two.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn agree(&mut self) -> Result<Turn, PlayerError> {
        let version = |player: &Player| player.game.as_ref().map_or(0, |game| game.v);
        let newest = version(&self.host).max(version(&self.guest));
        self.host.until_version(newest).await?;
        self.guest.until_version(newest).await?;
        Ok(if self.game().ended.is_some() {
            Turn::Over
        } else {
            Turn::Done
        })
    }

    /// Both come back from wherever they were and see the room as it stands.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn come_back(&mut self) -> Result<(), PlayerError> {
        let room = self.game().room.clone().unwrap_or_default();
        for player in [&mut self.host, &mut self.guest] {
            player.reconnect().await?;
            player.sync_room(&room).await?;
        }
        self.agree().await.map(|_| ())
    }

    /// Both accept a rematch; the next game starts.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn rematch(&mut self) -> Result<(), PlayerError> {
        let (game, number) = (self.game().id.clone(), self.game().number);
        for player in [&mut self.guest, &mut self.host] {
            let fields = client::Rematch {
                game: game.clone(),
                act: RematchAct::Accept,
            };
            expect(player.ask("gameRematch", fields).await?)?;
        }
        for player in [&mut self.guest, &mut self.host] {
            player
                .until(|player| {
                    player
                        .game
                        .as_ref()
                        .is_some_and(|game| game.number > number)
                })
                .await?;
        }
        Ok(())
    }

    /// The game's record as the host gets it: its last state, its PDN.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn record(&mut self) -> Result<(Game, String), PlayerError> {
        let (game, pdn, _) = self.whole_record().await?;
        Ok((game, pdn))
    }

    /// The same with the time of every move and huff.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn whole_record(&mut self) -> Result<(Game, String, Vec<i64>), PlayerError> {
        let fields = client::History {
            game: Some(self.game().id.clone()),
            before: None,
        };
        match expect(self.host.ask("historyGet", fields).await?)? {
            Message::Record { game, pdn, times } => Ok((*game, pdn, times)),
            other => Err(PlayerError::Unreadable(format!("{other:?}"))),
        }
    }
}

/// A legal move by lot, preferring captures.
fn choose(game: &Game, rng: &mut StdRng, capture: u32) -> Vec<u8> {
    let captures: Vec<&String> = game.legal.iter().filter(|mv| mv.contains('x')).collect();
    let chosen = if !captures.is_empty() && rng.random_range(0..1000) < capture {
        captures.choose(rng).copied()
    } else {
        game.legal.choose(rng)
    };
    chosen.map(|mv| squares(mv)).unwrap_or_default()
}

/// The squares of `9-14` or `11x18x27`.
#[must_use]
pub fn squares(mv: &str) -> Vec<u8> {
    mv.split(['-', 'x'])
        .filter_map(|square| square.parse().ok())
        .collect()
}

/// The other side.
#[must_use]
pub fn other(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

/// An answer that had to be an acceptance.
///
/// # Errors
/// [`PlayerError::Unreadable`] with the refusal.
pub fn expect(answer: Answer) -> Result<Message, PlayerError> {
    match answer {
        Answer::Accepted(message) => Ok(*message),
        refused @ Answer::Refused(_) => Err(unexpected(refused)),
    }
}

fn unexpected(answer: Answer) -> PlayerError {
    PlayerError::Unreadable(format!("refused: {answer:?}"))
}
