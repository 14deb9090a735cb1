//! What a ply costs beside the calls to the database: the whole way from an item that was read to
//! the values that are written.

use damero_domain::game::{Command, Game, Origin, Setup, Verdict};
use damero_domain::ids::{CommandId, GameId, Person, RoomId};
use damero_domain::side::BySide;
use damero_domain::time::{Stamp, Timestamp};
use damero_rules::{Line, Path, RuleSet};
use damero_store::{HeldGame, Item, StoreError};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The best of so many.
const ROUNDS: u32 = 200;

/// Games by chance end when they will; of so many the longest is taken.
const TRIES: u64 = 300;

/// How long a game is asked to be.
pub const PLIES: usize = 200;

/// What was measured of one rule set.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// The rule set.
    pub rules: &'static RuleSet,
    /// Plies of the game that was played.
    pub plies: usize,
    /// The fortieth: item decoded, move judged and applied, result found, values encoded.
    pub fortieth: Duration,
    /// The same in the middle of the game.
    pub middle: Duration,
    /// All of them replayed.
    pub replay: Duration,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum PlyError {
    /// A game that could not be stored or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A legal move was refused.
    #[error("{0:?}")]
    Refused(damero_domain::refusal::Refusal),
    /// There was no game to speak of.
    #[error("no game by chance is long enough")]
    NoGame,
}

/// Measures a rule set.
///
/// # Errors
/// [`PlyError`].
pub fn costs(rules: &'static RuleSet, seed: u64) -> Result<Costs, PlyError> {
    let paths = longest(rules, seed);
    let ply = |nth: usize| {
        let next = paths.get(nth).ok_or(PlyError::NoGame)?;
        let item = stored(rules, &paths[..nth])?;
        best(|| item.clone(), |item| one_ply(item, next))
    };
    Ok(Costs {
        rules,
        plies: paths.len(),
        fortieth: ply(39)?,
        middle: ply(paths.len() / 2)?,
        replay: best(
            || (),
            |()| {
                black_box(replay(rules, &paths));
                Ok(())
            },
        )?,
    })
}

/// The paths of the longest game by chance, cut off at [`PLIES`].
fn longest(rules: &'static RuleSet, seed: u64) -> Vec<Path> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut longest = Vec::new();
    for _ in 0..TRIES {
        let mut line = Line::new(rules);
        let mut paths = Vec::new();
        while paths.len() < PLIES
            && let Some(mv) = line.legal_moves().choose(&mut rng)
            && line.play(&mv.path).is_ok()
        {
            paths.push(mv.path.clone());
        }
        if paths.len() > longest.len() {
            longest = paths;
        }
    }
    longest
}

fn replay(rules: &'static RuleSet, paths: &[Path]) -> Line {
    let mut line = Line::new(rules);
    for path in paths {
        // Each was legal when the game was made.
        let _ = line.play(path);
    }
    line
}

const ID: GameId = GameId(ulid::Ulid(1));
const BEGAN: i64 = 1_780_000_000_000;

/// A clocked game after these plies, as it lies in the table.
fn stored(rules: &'static RuleSet, paths: &[Path]) -> Result<Item, PlyError> {
    let person = |byte| Person::guest(&[byte; 32]);
    let game = Game::start(Setup {
        id: ID,
        origin: Origin::Room {
            room: RoomId(ulid::Ulid(2)),
            number: 1,
        },
        rules,
        control: "60+30".parse().ok(),
        players: BySide {
            white: person(1),
            black: person(2),
        },
        started: Timestamp(BEGAN),
    });
    let mut held = HeldGame::new(game, 1, BySide::default());
    for path in paths {
        held = play(&held, path)?;
    }
    Ok(held.to_item()?)
}

/// The game after a move of whoever's turn it is, three seconds later.
fn play(held: &HeldGame, path: &Path) -> Result<HeldGame, PlyError> {
    let game = &held.game;
    let turn_no = game.line().turn_no();
    let stamp = Stamp::at(Timestamp(BEGAN + 3_000 * i64::from(turn_no + 1)));
    let id = CommandId(ulid::Ulid(u128::from(turn_no) + 10));
    let command = Command::Move {
        turn_no,
        path: path.clone(),
    };
    let side = game.line().turn();
    let by = game.setup().players[side];
    match game.decide(by, id, &command, stamp) {
        Ok(Verdict::Accepted(event)) => Ok(held.after(&event, Some((side, id.tag())))?),
        Ok(Verdict::Known) => Ok(held.clone()),
        Err(refusal) => Err(PlyError::Refused(refusal)),
    }
}

/// From the item to the values of the write.
fn one_ply(item: Item, path: &Path) -> Result<(), PlyError> {
    let held = HeldGame::from_item(ID, black_box(item))?;
    let side = held.game.line().turn();
    let next = play(&held, path)?;
    let tag = next.game.remembered(side).last().copied();
    black_box(held.values(&next, tag.map(|tag| (side, tag))));
    Ok(())
}

/// The shortest time of a run, for each of which something is got ready.
fn best<T>(
    ready: impl Fn() -> T,
    mut run: impl FnMut(T) -> Result<(), PlyError>,
) -> Result<Duration, PlyError> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let with = ready();
        let began = Instant::now();
        run(with)?;
        best = best.min(began.elapsed());
    }
    Ok(best)
}
