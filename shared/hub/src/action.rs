//! Moves and huffs.

use std::fmt::Write as _;

use damero_engine::Action;
use damero_rules::{Line, Move, Square, SquareSet};
use thiserror::Error;

/// Why a text is no action of a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ActionError {
    /// It cannot be read.
    #[error("{0:?} is no move: `32-28`, `28x19x23` or, a huff, `!13` is expected")]
    Unreadable(String),
    /// It is none that the side to move may do.
    #[error("{0} is not legal here")]
    Illegal(String),
}

/// Writes an action of the side to move: `32-28`; `28x19x23`, where it ends after where it starts,
/// then what it takes; `!13` for a huff.
#[must_use]
pub fn write_action(line: &Line, action: &Action) -> String {
    match action {
        Action::Huff(square) => format!("!{square}"),
        Action::Play(mv) if !mv.is_capture() => format!("{}-{}", mv.from(), mv.to()),
        Action::Play(mv) => {
            let mut text = format!("{}x{}", mv.from(), mv.to());
            for square in mv.captured.iter() {
                // A string takes everything.
                let _ = write!(text, "x{square}");
            }
            if !mv.crowns && line.legal_moves().iter().any(|other| is_twin(mv, other)) {
                text.push('m');
            }
            text
        }
    }
}

/// Reads an action of the side to move. What a capture takes may stand in any order, and be left
/// out where the ends decide.
///
/// # Errors
/// Why there is no such action.
pub fn parse_action(line: &Line, text: &str) -> Result<Action, ActionError> {
    let unreadable = || ActionError::Unreadable(text.to_owned());
    let illegal = || ActionError::Illegal(text.to_owned());
    if let Some(huffed) = text.strip_prefix('!') {
        let square = number(huffed).ok_or_else(unreadable)?;
        let may = line.huffable().contains(square) && line.outcome().is_none();
        return may.then_some(Action::Huff(square)).ok_or_else(illegal);
    }
    let (squares, stays_man) = match text.strip_suffix('m') {
        Some(squares) => (squares, true),
        None => (text, false),
    };
    let (capture, squares) = match squares.split_once('-') {
        Some((from, to)) => (false, vec![number(from), number(to)]),
        None => (true, squares.split('x').map(number).collect()),
    };
    let squares: Option<Vec<Square>> = squares.into_iter().collect();
    let squares = squares.ok_or_else(unreadable)?;
    let [from, to, taken @ ..] = squares.as_slice() else {
        return Err(unreadable());
    };
    let taken: SquareSet = taken.iter().copied().collect();
    let meant = |mv: &Move| {
        (mv.from(), mv.to(), mv.is_capture()) == (*from, *to, capture)
            && (taken.is_empty() || mv.captured == taken)
    };
    let fits: Vec<Move> = line.legal_moves().into_iter().filter(meant).collect();
    one_of(fits, stays_man)
        .map(Action::Play)
        .ok_or_else(illegal)
}

/// The one move that is meant: of twins the one that is crowned, if not told otherwise.
fn one_of(fits: Vec<Move>, stays_man: bool) -> Option<Move> {
    let twins = fits.len() == 2 && is_twin(&fits[0], &fits[1]);
    if !twins && fits.len() != 1 {
        return None;
    }
    fits.into_iter().find(|mv| {
        if twins {
            mv.crowns != stays_man
        } else {
            !stays_man
        }
    })
}

/// Whether two moves differ in crowning alone.
fn is_twin(one: &Move, other: &Move) -> bool {
    (one.from(), one.to(), one.captured) == (other.from(), other.to(), other.captured)
        && one.crowns != other.crowns
}

fn number(text: &str) -> Option<Square> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok())??;
    Square::new(number)
}
