//! People who send whatever comes to their mind, the same for the same seed.

use damero_domain::game::{Command, Event, Game, Verdict};
use damero_domain::ids::{CommandId, CommandTag};
use damero_domain::time::{Stamp, Timestamp};
use damero_rules::Side;
use ulid::Ulid;

/// An event to come, and whose command led to it.
pub(crate) type Next = (Event, Option<(Side, CommandTag)>);

/// A small source of numbers.
#[derive(Clone)]
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn millis(&mut self, limit: usize) -> i64 {
        i64::try_from(self.below(limit)).unwrap()
    }

    fn command(&mut self, game: &Game) -> Option<Command> {
        let (turn_no, seq) = (game.turn_no(), game.seq());
        let moves = game.line().legal_moves();
        let path = moves[self.below(moves.len())].path.clone();
        Some(match self.below(60) {
            0 => Command::OfferDraw { seq },
            1 => Command::DeclineDraw { seq },
            2 => Command::AskCancel { seq },
            3 => Command::RefuseCancel { seq },
            4 if self.below(3) == 0 => Command::AcceptDraw { seq },
            5 if self.below(3) == 0 => Command::AgreeCancel { seq },
            6 if self.below(9) == 0 => Command::Resign,
            7 => Command::ClaimRepetition { turn_no, path },
            8 => Command::ClaimNoProgress { turn_no },
            9 => return None,
            10..20 if !game.line().huffable().is_empty() => Command::Huff {
                turn_no,
                square: game.line().huffable().iter().next()?,
            },
            _ => Command::Move { turn_no, path },
        })
    }

    /// When the next command comes: mostly soon, now and then very late.
    fn stamp(&mut self, game: &Game) -> Stamp {
        let think = match self.below(80) {
            0 => 900_000 + self.millis(4_000_000),
            _ => self.millis(20_000),
        };
        let received = game.last_stamp().0 + think;
        Stamp {
            received: Timestamp(received),
            now: Timestamp(received + self.millis(900)),
        }
    }

    /// Sends commands until one is accepted, or the clock is settled.
    pub(crate) fn next(&mut self, game: &Game) -> Next {
        loop {
            let stamp = self.stamp(game);
            let Some(command) = self.command(game) else {
                match game.settle(stamp) {
                    Some(event) => return (event, None),
                    None => continue,
                }
            };
            let side = [Side::White, Side::Black][self.below(2)];
            if let Some(next) = send(game, side, self.0.into(), &command, stamp) {
                return next;
            }
        }
    }
}

/// What a command leads to, if it is accepted.
pub(crate) fn send(
    game: &Game,
    side: Side,
    id: u128,
    command: &Command,
    stamp: Stamp,
) -> Option<Next> {
    let id = CommandId(Ulid(id));
    let verdict = game.decide(game.setup().players[side], id, command, stamp);
    match verdict {
        Ok(Verdict::Accepted(event)) => Some((event, Some((side, id.tag())))),
        _ => None,
    }
}

/// The mover's next move, by chance, a few seconds after the one before.
pub(crate) fn a_move(game: &Game, chance: &mut Chance) -> Next {
    let moves = game.line().legal_moves();
    let command = Command::Move {
        turn_no: game.turn_no(),
        path: moves[chance.below(moves.len())].path.clone(),
    };
    let received = Timestamp(game.last_stamp().0 + 1500 + chance.millis(18_000));
    let stamp = Stamp {
        received,
        now: Timestamp(received.0 + 12 + chance.millis(60)),
    };
    let id = u128::from(chance.0) << 17;
    send(game, game.turn(), id, &command, stamp).unwrap()
}
