//! A game against the computer: its start, and what the computer answers at once.

#[cfg(test)]
mod tests;

use super::Level;
use crate::game::{End, Event, Game, Impossible, Origin, Setup, What};
use crate::ids::{GameId, Person, first_u64};
use crate::side::BySide;
use crate::time::Timestamp;
use damero_rules::{Line, Move, RuleSet, Side, Square};
use sha2::{Digest, Sha256};

/// What a player confirms before a game against the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The game's id: the command's own.
    pub game: GameId,
    /// By which rules.
    pub rules: &'static RuleSet,
    /// Against which level.
    pub level: Level,
    /// Who plays.
    pub player: Person,
    /// Which side they picked.
    pub side: Side,
    /// When it was confirmed.
    pub at: Timestamp,
}

impl Start {
    /// The game at its first move: no clock, since the computer may be left alone for ever.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            id: self.game,
            origin: Origin::Level(self.level),
            rules: self.rules,
            control: None,
            players: BySide::new(|side| match side == self.side {
                true => self.player,
                false => Person::Computer,
            }),
            started: self.at,
        }
    }
}

/// What the computer does when it is its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It moves.
    Play(Move),
    /// It huffs this piece first, and is asked again.
    Huff(Square),
    /// It claims the third occurrence, with the move that would make it.
    ClaimRepetition(Move),
    /// It claims the moves without progress.
    ClaimNoProgress,
}

/// The player of a level. What it answers must follow from what it is asked alone, so that
/// copies of one command answer the same.
pub trait Computer {
    /// What it does in this line, where it is its turn. `None` if it finds nothing to do.
    fn turn(&mut self, line: &Line, level: Level, seed: u64) -> Option<Turn>;

    /// Whether it, who plays `side`, accepts a draw that is offered to it in this line.
    fn accepts_draw(&mut self, line: &Line, side: Side, level: Level, seed: u64) -> bool;
}

/// What makes two games of the same level differ, and copies of one command not: a number
/// from the game and how far it has come.
#[must_use]
pub fn seed(game: &Game) -> u64 {
    let mut hash = Sha256::new_with_prefix(b"damero-level");
    hash.update(game.setup().id.0.to_bytes());
    hash.update(game.turn_no().to_be_bytes());
    first_u64(&hash.finalize())
}

/// Whether the computer is to answer what stands in a game: an offer, or on its turn.
#[must_use]
pub fn is_asked(game: &Game) -> bool {
    let asked = |side: Side| game.turn() == side || game.offer() == Some(side.other());
    game.ended().is_none() && game.computer().is_some_and(asked)
}

/// What the computer answers at once to what stands in `game`: to an offer yes or no, and on
/// its turn a move, with huffs before it, or a claim. Nothing in a game that has ended, is the
/// player's to go on with, or is none of the computer's.
///
/// # Errors
/// [`Impossible`] if it answers what cannot be played, or nothing at all.
pub fn replies(game: &Game, computer: &mut dyn Computer) -> Result<Vec<Event>, Impossible> {
    let (Origin::Level(level), Some(side)) = (game.setup().origin, game.computer()) else {
        return Ok(Vec::new());
    };
    let mut game = game.clone();
    let before = game.events().len();
    let asked = game.line().clone();
    if game.offer() == Some(side.other()) {
        let accepts = computer.accepts_draw(&asked, side, level, seed(&game));
        say(&mut game, answer(accepts))?;
    }
    while game.ended().is_none() && game.turn() == side {
        let turn = computer.turn(game.line(), level, seed(&game));
        say(&mut game, turn.ok_or(Impossible)?.into())?;
    }
    Ok(game.events()[before..].to_vec())
}

fn answer(accepts: bool) -> What {
    if accepts {
        What::End(End::Agreed)
    } else {
        What::Decline
    }
}

/// In the same instant as what it answers: both are one write.
fn say(game: &mut Game, what: What) -> Result<(), Impossible> {
    let at = game.last_stamp();
    game.evolve(Event {
        received: at,
        confirmed: at,
        what,
    })
}

impl From<Turn> for What {
    fn from(turn: Turn) -> What {
        match turn {
            Turn::Play(mv) => What::Move(mv),
            Turn::Huff(square) => What::Huff(square),
            Turn::ClaimRepetition(mv) => What::End(End::Repetition(mv)),
            Turn::ClaimNoProgress => What::End(End::NoProgress),
        }
    }
}
