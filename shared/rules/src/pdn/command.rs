//! Commands within comments: `[%clk 0:04:59.3]`, `[%huff 14]` and those that are only kept.

use winnow::ascii::{digit1, multispace0};
use winnow::combinator::{alt, delimited, opt, preceded, repeat, terminated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{one_of, take_till, take_while};

use super::tree::{PdnClocks, Tenths};
use crate::position::Side;

/// The name of the command that is a huff.
pub(super) const HUFF: &str = "huff";

/// A piece of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// Text.
    Text(&'t str),
    /// A command's name and what follows it.
    Command(&'t str, &'t str),
}

/// Takes a comment apart, text and commands in their order.
pub(super) fn parts(comment: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Ok(Some((name, value))) = opt(command).parse_next(&mut rest) {
            return Some(Part::Command(name, value));
        }
        // At least one character, even if that looks like a command's beginning.
        let from = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest[from..].find("[%").map_or(rest.len(), |at| from + at);
        let (text, after) = rest.split_at(length);
        rest = after;
        Some(Part::Text(text))
    })
}

/// `[%NAME VALUE]`. A second `[%` before the end says that the first was none: nothing is looked
/// through twice.
fn command<'t>(input: &mut &'t str) -> Result<(&'t str, &'t str), EmptyError> {
    let name = (
        one_of(|c: char| c.is_ascii_alphabetic()),
        take_while(0.., |c: char| c.is_ascii_alphanumeric() || c == '_'),
    )
        .take();
    let value = take_till(0.., [']', '[']);
    delimited("[%", (name, value), ']').parse_next(input)
}

/// The clocks that a command tells; `mover` is who made the ply before it. None for any other
/// command, and for a clock of no known form.
///
/// `clk` and `clock` are the same: one time is the mover's, and `w0:04:59 B0:05:00` are White's and
/// Black's, a capital letter meaning that the clock runs.
pub(super) fn clocks(name: &str, value: &str, mover: Side) -> Option<PdnClocks> {
    if !["clk", "clock"].contains(&name) {
        return None;
    }
    let of_mover = time.map(|shown| PdnClocks::one(mover, Some(shown)));
    let of_both = repeat(1..=2, terminated(of_side, multispace0))
        .fold(PdnClocks::default, |told, one| told.and(one));
    delimited(multispace0, alt((of_mover, of_both)), multispace0)
        .parse(value)
        .ok()
}

fn of_side(input: &mut &str) -> Result<PdnClocks, EmptyError> {
    let side = alt((
        one_of(['w', 'W']).value(Side::White),
        one_of(['b', 'B']).value(Side::Black),
    ));
    (side, time)
        .map(|(side, shown)| PdnClocks::one(side, Some(shown)))
        .parse_next(input)
}

/// `h:mm:ss`, and parts of a second, of which tenths are kept.
fn time(input: &mut &str) -> Result<Tenths, EmptyError> {
    let hours = digit1.parse_to::<u32>();
    let fraction = opt(preceded('.', digit1));
    (hours, ':', sixty, ':', sixty, fraction)
        .verify_map(|(hours, _, minutes, _, seconds, fraction)| {
            let tenths = fraction.map_or(0, |digits: &str| u32::from(digits.as_bytes()[0] - b'0'));
            let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
            let seconds = minutes.checked_mul(60)?.checked_add(seconds)?;
            seconds.checked_mul(10)?.checked_add(tenths).map(Tenths)
        })
        .parse_next(input)
}

/// Two digits, below 60.
fn sixty(input: &mut &str) -> Result<u32, EmptyError> {
    take_while(2, |c: char| c.is_ascii_digit())
        .parse_to()
        .verify(|value| *value < 60)
        .parse_next(input)
}
