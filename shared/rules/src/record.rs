//! The compact record of a move.
//!
//! Two bytes, high bit first: six bits of the start's number less one, six of the end's, four that
//! count the landings between them; 15 there means that the count is in a third byte. Then one
//! byte for each of these landings, its number. They are written only when the ends do not decide
//! which move it is. The record thus depends on the rules and the position alone, never on the
//! order in which moves are generated.

use thiserror::Error;

use crate::find::find_move;
use crate::moves::{Move, Path};
use crate::position::Position;
use crate::refusal::IllegalMove;
use crate::ruleset::RuleSet;
use crate::square::Square;
use crate::text::decides;

/// The count that says that another byte has it.
const COUNT_FOLLOWS: u8 = 15;

/// Why bytes are no record of a move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The bytes end within the record.
    #[error("the record is cut off")]
    CutOff,
    /// A landing is not one of 1 to 64.
    #[error("no square has the number {number}")]
    NoSuchSquare {
        /// The number found.
        number: u8,
    },
    /// More landings than the longest possible chain has.
    #[error("the record has too many landings")]
    TooLong,
    /// The record can be read, but its move is not legal here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Appends the record of a legal move of this position.
pub fn encode_move(rules: &RuleSet, position: &Position, mv: &Move, bytes: &mut Vec<u8>) {
    let (from, to) = (mv.from(), mv.to());
    let between: &[Square] = if decides(rules, position, mv, &[from, to]) {
        &[]
    } else {
        &mv.path[1..mv.path.len() - 1]
    };
    // A path has at most 64 squares, so the count always fits.
    let count = u8::try_from(between.len()).unwrap_or(u8::MAX);
    let ends = u16::from(from.index()) << 10 | u16::from(to.index()) << 4;
    let head = ends | u16::from(count.min(COUNT_FOLLOWS));
    bytes.extend(head.to_be_bytes());
    if count >= COUNT_FOLLOWS {
        bytes.push(count);
    }
    bytes.extend(between.iter().map(|square| square.number()));
}

/// Reads one record from the front of `bytes` and leaves what follows it.
///
/// # Errors
/// Why there is no legal move of this position; `bytes` is then left as it was.
pub fn decode_move(
    rules: &RuleSet,
    position: &Position,
    bytes: &mut &[u8],
) -> Result<Move, DecodeError> {
    let mut rest = *bytes;
    let path = decode_path(&mut rest)?;
    let mv = find_move(rules, position, &path)?;
    *bytes = rest;
    Ok(mv)
}

/// Reads one record from the front of `bytes` as the path it names, for whoever plays it and
/// learns by that whether it is legal.
///
/// # Errors
/// [`DecodeError`], but never that the move is illegal.
pub fn decode_path(rest: &mut &[u8]) -> Result<Path, DecodeError> {
    let head = u16::from_be_bytes([take(rest)?, take(rest)?]);
    let mut path = Path::new();
    push(&mut path, low_six(head >> 10) + 1)?;
    let count = match low_six(head) & COUNT_FOLLOWS {
        COUNT_FOLLOWS => take(rest)?,
        count => count,
    };
    for _ in 0..count {
        push(&mut path, take(rest)?)?;
    }
    push(&mut path, low_six(head >> 4) + 1)?;
    Ok(path)
}

/// The lowest six bits.
fn low_six(bits: u16) -> u8 {
    bits.to_be_bytes()[1] & 0b11_1111
}

fn take(rest: &mut &[u8]) -> Result<u8, DecodeError> {
    let (&first, after) = rest.split_first().ok_or(DecodeError::CutOff)?;
    *rest = after;
    Ok(first)
}

fn push(path: &mut Path, number: u8) -> Result<(), DecodeError> {
    let square = Square::new(number).ok_or(DecodeError::NoSuchSquare { number })?;
    path.try_push(square).map_err(|_| DecodeError::TooLong)
}
