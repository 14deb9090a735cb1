//! What the computer of a level does: plays, claims a draw, takes one.

use damero_rules::{Line, Move};

use crate::action::{Action, Found, Limits};
use crate::engine::{Engine, Haze, mixed};
use crate::level::Level;
use crate::score::Score;

/// After so many plies without a capture or a man's move it takes a draw though it is a little
/// ahead.
const LITTLE_AFTER: u16 = 40;

/// That little, in hundredths of a man.
const LITTLE: i32 = 60;

/// After so many it takes one whatever the score, where the rule set knows no other draw.
const ANY_AFTER: u16 = 80;

/// A draw that the side to move may claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// For want of progress.
    NoProgress,
    /// By repetition: it intends this move.
    Repetition(Move),
}

/// What the computer of a level does on its turn; none when the game is over. After a huff it is
/// its turn still.
///
/// It depends on the line, the level and the seed alone: what the engine remembers is forgotten,
/// and work is limited in positions.
#[must_use]
pub fn reply(engine: &mut Engine, line: &Line, level: Level, seed: u64) -> Option<Action> {
    let mut chance = Chance(mixed(seed) ^ u64::from(level.number()));
    if level.errs() {
        return erring(engine, line, level, &mut chance);
    }
    search(engine, line, level, seed).action
}

/// Whether the computer of a level takes the draw that it is offered, now that the rival or itself
/// is to move: if it sees no advantage for itself, or hardly any when nothing happened for long.
#[must_use]
pub fn accepts_draw(
    engine: &mut Engine,
    line: &Line,
    computer: damero_rules::Side,
    level: Level,
    seed: u64,
) -> bool {
    let draws = &line.rules().draws;
    let by_agreement = draws.repetition.is_none() && draws.no_progress.is_none();
    if by_agreement && line.no_progress() >= ANY_AFTER {
        return true;
    }
    let score = search(engine, line, level, seed).score;
    let own = if line.turn() == computer {
        score
    } else {
        -score
    };
    let enough = if line.no_progress() >= LITTLE_AFTER {
        LITTLE
    } else {
        0
    };
    own.hundredths() <= enough
}

/// The draw that the computer of a level claims on its turn: if it may claim one, and is not ahead.
#[must_use]
pub fn claims_draw(engine: &mut Engine, line: &Line, level: Level, seed: u64) -> Option<Claim> {
    let claim = claim(line)?;
    let ahead = search(engine, line, level, seed).score > Score::EVEN;
    (!ahead).then_some(claim)
}

/// A draw that may be claimed.
fn claim(line: &Line) -> Option<Claim> {
    if line.check_no_progress_claim().is_ok() {
        return Some(Claim::NoProgress);
    }
    // Nothing can have stood twice before four plies came back.
    line.repeatable().nth(3)?;
    let mut moves = line.legal_moves().into_iter();
    let claimed = moves.find(|mv| line.check_repetition_claim(&mv.path).is_ok())?;
    Some(Claim::Repetition(claimed))
}

/// A level's own search.
fn search(engine: &mut Engine, line: &Line, level: Level, seed: u64) -> Found {
    engine.forget();
    let limits = Limits::nodes(level.nodes());
    engine.search_in(line, limits, &mut || false, haze(level, seed))
}

fn haze(level: Level, seed: u64) -> Haze {
    Haze {
        seed: mixed(seed),
        width: level.haze(),
    }
}

/// Now and then the worst or anything, otherwise what seems best.
fn erring(engine: &mut Engine, line: &Line, level: Level, chance: &mut Chance) -> Option<Action> {
    engine.forget();
    let drawn = chance.below(Level::OF);
    let blunders = drawn < level.blunders();
    let slips = drawn < level.slips();
    let limits = if blunders || slips {
        Limits::depth(1)
    } else {
        Limits::nodes(level.nodes())
    };
    let mut judged = engine.judged(line, limits, haze(level, chance.next()));
    if slips && !blunders {
        let count = u64::try_from(judged.len()).unwrap_or(0);
        let nth = usize::try_from(chance.below(count)).unwrap_or(0);
        return judged.into_iter().nth(nth).map(|(action, _)| action);
    }
    let error = level.misjudges();
    for (_, score) in &mut judged {
        let off = chance.below(2 * error + 1);
        *score += i32::try_from(off).unwrap_or(0);
        if blunders {
            *score = -*score;
        }
    }
    // Of equals the first: there are hardly any.
    let best = judged
        .into_iter()
        .reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map(|(action, _)| action)
}

/// Numbers that look like chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = mixed(self.0);
        self.0
    }

    /// A number below `end`; 0 if there is none.
    fn below(&mut self, end: u64) -> u64 {
        ((self.next() >> 32) * end) >> 32
    }
}
