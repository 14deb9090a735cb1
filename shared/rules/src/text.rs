//! Moves as text.

use std::fmt;

use thiserror::Error;

use crate::find::find_move;
use crate::moves::{Move, Path};
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::square::Square;

/// Why a text is no path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("column {column}: {kind}")]
pub struct PathError {
    /// The byte at which it fails, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: PathErrorKind,
}

/// What is wrong with the text of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PathErrorKind {
    /// A square's number is missing.
    #[error("a square's number is expected")]
    NumberExpected,
    /// The number is not one of 1 to 64.
    #[error("no board has such a square")]
    NoSuchSquare,
    /// After a number stands neither `-` nor `x`.
    #[error("`-` or `x` is expected")]
    SeparatorExpected,
    /// `-` and `x` are mixed.
    #[error("`-` and `x` are mixed")]
    MixedSeparators,
    /// There are more squares than the longest possible chain has.
    #[error("the path is too long")]
    TooLong,
}

/// Reads `9-14`, `11x18x27` or, ends only, `11x27`. Whether it is a move is for
/// [`find_move`] to say.
///
/// # Errors
/// The first byte that cannot be read, and why.
pub fn parse_path(text: &str) -> Result<Path, PathError> {
    let mut path = Path::new();
    let mut separator = None;
    let mut rest = text;
    loop {
        let column = text.len() - rest.len() + 1;
        let fail = |kind, offset| PathError {
            column: column + offset,
            kind,
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(fail(PathErrorKind::NumberExpected, 0));
        }
        let square = rest[..digits].parse().ok().and_then(Square::new);
        let square = square.ok_or(fail(PathErrorKind::NoSuchSquare, 0))?;
        path.try_push(square)
            .map_err(|_| fail(PathErrorKind::TooLong, 0))?;
        rest = &rest[digits..];
        match rest.bytes().next() {
            None if path.len() > 1 => return Ok(path),
            Some(mark @ (b'-' | b'x')) if *separator.get_or_insert(mark) == mark => {
                rest = &rest[1..];
            }
            Some(b'-' | b'x') => return Err(fail(PathErrorKind::MixedSeparators, digits)),
            _ => return Err(fail(PathErrorKind::SeparatorExpected, digits)),
        }
    }
}

/// A move in short: its ends, and the full path only where the ends do not decide.
pub fn notation(rules: &RuleSet, position: &Position, mv: &Move) -> String {
    let ends = [mv.from(), mv.to()];
    if decides(rules, position, mv, &ends) {
        let separator = if mv.is_capture() { 'x' } else { '-' };
        format!("{}{separator}{}", ends[0], ends[1])
    } else {
        mv.to_string()
    }
}

/// Whether these squares alone are read back as the move.
pub(crate) fn decides(rules: &RuleSet, position: &Position, mv: &Move, path: &[Square]) -> bool {
    find_move(rules, position, path).is_ok_and(|found| found.same_as(mv))
}

pub(crate) fn write_path(
    f: &mut fmt::Formatter<'_>,
    path: &[Square],
    separator: char,
) -> fmt::Result {
    for (nth, square) in path.iter().enumerate() {
        if nth > 0 {
            write!(f, "{separator}")?;
        }
        write!(f, "{square}")?;
    }
    Ok(())
}
