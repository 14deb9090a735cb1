//! What the computer does in a game, and what it advises.
//!
//! Each request is answered from itself alone, however often it is asked: the same game, difficulty
//! and seed have the same answer. Work is limited in positions. Nobody can tell this side to stop
//! while it works; the client ends the worker that it works in.

use std::cell::RefCell;

use damero_engine::{
    Action, Claim, Engine, Level, Limits, TableSize, accepts_draw, claims_draw, reply,
};
use damero_rules::Side;

use super::game::{Game, huffed};
use super::types::{Answered, Hint, Thought};
use crate::Failure;

/// What each difficulty is: one of the club's hundred levels. The last answers within a second on
/// a table, within some on an old phone.
const DIFFICULTIES: [(&str, u8); 3] = [("easy", 18), ("medium", 48), ("hard", 88)];

/// How many positions a hint may cost.
const HINT: u64 = 200_000;

/// What a phone has to spare.
const TABLE: TableSize = TableSize::megabytes(8);

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Asks the engine, which is made when it is first needed: most pages never do.
fn ask<T>(question: impl FnOnce(&mut Engine) -> T) -> T {
    ENGINE.with_borrow_mut(|engine| question(engine.get_or_insert_with(|| Engine::new(TABLE))))
}

/// What it does on its turn: a claim before anything else.
pub(crate) fn think(
    rules: &str,
    difficulty: &str,
    seed: &str,
    body: &str,
) -> Result<Thought, Failure> {
    let game = going(rules, body)?;
    let level = level(difficulty)?;
    let seed = seed_of(&game, seed)?;
    ask(|engine| {
        if let Some(claim) = claims_draw(engine, &game.line, level, seed) {
            return Ok(claimed(claim));
        }
        match reply(engine, &game.line, level, seed) {
            Some(Action::Play(mv)) => Ok(Thought::Move {
                action: mv.to_string(),
            }),
            Some(Action::Huff(square)) => Ok(Thought::Huff {
                action: huffed(square),
            }),
            None => Err(Failure::new("game_over")),
        }
    })
}

/// Whether it takes a draw.
pub(crate) fn offer(
    rules: &str,
    difficulty: &str,
    seed: &str,
    computer: &str,
    body: &str,
) -> Result<Answered, Failure> {
    let game = going(rules, body)?;
    let level = level(difficulty)?;
    let seed = seed_of(&game, seed)?;
    let computer = match computer {
        "white" => Side::White,
        "black" => Side::Black,
        _ => return Err(Failure::new("no_side")),
    };
    let accepts = ask(|engine| accepts_draw(engine, &game.line, computer, level, seed));
    Ok(Answered { accepts })
}

/// What whoever is to move might do.
pub(crate) fn hint(rules: &str, body: &str) -> Result<Hint, Failure> {
    let game = going(rules, body)?;
    let found = ask(|engine| {
        engine.forget();
        engine.search(&game.line, Limits::nodes(HINT), &mut || false)
    });
    let action = match found.action {
        Some(Action::Play(mv)) => mv.to_string(),
        Some(Action::Huff(square)) => huffed(square),
        None => return Err(Failure::new("game_over")),
    };
    Ok(Hint { action })
}

/// A game that somebody is to move in.
fn going(rules: &str, body: &str) -> Result<Game, Failure> {
    let game = Game::read(rules, body)?;
    if game.line.outcome().is_some() || game.is_too_long() {
        return Err(Failure::new("game_over"));
    }
    Ok(game)
}

fn level(difficulty: &str) -> Result<Level, Failure> {
    let known = DIFFICULTIES.iter().find(|(name, _)| *name == difficulty);
    let level = known.and_then(|&(_, number)| Level::new(number));
    level.ok_or(Failure::new("no_such_difficulty"))
}

/// A game's seed, another one on every turn.
fn seed_of(game: &Game, seed: &str) -> Result<u64, Failure> {
    let seed: u64 = seed.parse().map_err(|_| Failure::new("no_number"))?;
    Ok(seed.wrapping_add(u64::from(game.line.turn_no())))
}

fn claimed(claim: Claim) -> Thought {
    match claim {
        Claim::NoProgress => Thought::ClaimNoProgress,
        Claim::Repetition(mv) => Thought::ClaimRepetition {
            action: mv.to_string(),
        },
    }
}
