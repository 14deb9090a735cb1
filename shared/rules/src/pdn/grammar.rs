//! The grammar of PDN, item by item: after the draft standard's grammar for reading.
//!
//! No rule calls itself and none goes back further than over a move's first digits: nesting and
//! order are the reader's affair.

use winnow::ascii::digit1;
use winnow::combinator::{alt, delimited, dispatch, fail, not, opt, peek, preceded, repeat};
use winnow::error::ParserError;
use winnow::prelude::*;
use winnow::token::{any, one_of, take_till, take_while};

use super::error::PdnErrorKind;
use super::tree::PdnResult;
use crate::position::Side;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item<'t> {
    /// A tag; the value is as it stands, escapes and all.
    Tag { name: &'t str, value: &'t str },
    /// A move's number, or the dots for one that is not told.
    Number,
    /// A move: its squares as they are named.
    Move {
        squares: Vec<&'t str>,
        capture: bool,
    },
    /// A numeric annotation glyph, or the marks for one.
    Nag(u8),
    /// What stands in a comment.
    Comment(&'t str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// The game ends.
    Result(PdnResult),
    /// A position is set up.
    SetUp,
}

/// What is wrong, and the text from there on. No kind means that the character itself is.
#[derive(Debug)]
pub(super) struct Fault<'t> {
    pub(super) rest: &'t str,
    kind: Option<PdnErrorKind>,
}

impl<'t> Fault<'t> {
    pub(super) const fn new(rest: &'t str, kind: PdnErrorKind) -> Self {
        Self {
            rest,
            kind: Some(kind),
        }
    }

    /// The same with another kind made of its own.
    pub(super) fn map(self, make: impl FnOnce(PdnErrorKind) -> PdnErrorKind) -> Self {
        Self {
            kind: self.kind.map(make),
            ..self
        }
    }

    pub(super) fn kind(self) -> PdnErrorKind {
        let found = self.rest.chars().next();
        self.kind.unwrap_or(match found {
            Some(found) => PdnErrorKind::Unexpected { found },
            None => PdnErrorKind::EndOfText,
        })
    }
}

impl<'t> ParserError<&'t str> for Fault<'t> {
    type Inner = Self;

    fn from_input(input: &&'t str) -> Self {
        Self {
            rest: input,
            kind: None,
        }
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

type Parsed<'t, T> = Result<T, Fault<'t>>;

/// Takes a parser's failure for this one, where it began.
fn or_fault<'t, T>(
    mut parser: impl Parser<&'t str, T, Fault<'t>>,
    kind: PdnErrorKind,
) -> impl Parser<&'t str, T, Fault<'t>> {
    move |input: &mut &'t str| {
        let rest = *input;
        parser
            .parse_next(input)
            .map_err(|_| Fault::new(rest, kind.clone()))
    }
}

/// White space, and lines that begin with `%` wherever they do.
pub(super) fn blank<'t>(input: &mut &'t str) -> Parsed<'t, ()> {
    let spaces = take_while(1.., is_blank).void();
    repeat(0.., alt((spaces, ('%', to_line_end).void()))).parse_next(input)
}

/// White space, the mark that files begin with, which stands within one that was put together of
/// several, and what files of DOS end with.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}')
}

fn to_line_end<'t>(input: &mut &'t str) -> Parsed<'t, &'t str> {
    take_till(0.., ['\r', '\n']).parse_next(input)
}

/// The item that stands here.
pub(super) fn item<'t>(input: &mut &'t str) -> Parsed<'t, Item<'t>> {
    dispatch! {peek(any);
        '[' => tag,
        '{' => or_fault(delimited('{', take_till(0.., '}'), '}'), PdnErrorKind::UnclosedComment)
            .map(Item::Comment),
        ';' => preceded(';', to_line_end).map(Item::Comment),
        '(' => alt((delimited('(', marks, ')').map(Item::Nag), '('.value(Item::Open))),
        ')' => ')'.value(Item::Close),
        '$' => preceded('$', or_fault(digit1.parse_to(), PdnErrorKind::NagExpected)).map(Item::Nag),
        '!' | '?' => marks.map(Item::Nag),
        '*' => '*'.value(Item::Result(PdnResult::Open)),
        '.' => "...".value(Item::Number),
        '/' => ('/', take_till(0.., ['/', '\r', '\n']), opt('/')).value(Item::SetUp),
        '0'..='9' => alt((result, number, path)),
        'a'..='z' => path,
        _ => fail,
    }
    .parse_next(input)
}

fn tag<'t>(input: &mut &'t str) -> Parsed<'t, Item<'t>> {
    let name = (
        one_of(|c: char| c.is_ascii_alphabetic()),
        take_while(0.., |c: char| c.is_ascii_alphanumeric() || c == '_'),
    )
        .take();
    ('[', blank).parse_next(input)?;
    let name = or_fault(name, PdnErrorKind::TagNameExpected).parse_next(input)?;
    blank.parse_next(input)?;
    or_fault('"', PdnErrorKind::TagValueExpected).parse_next(input)?;
    let value = or_fault(value, PdnErrorKind::UnclosedTagValue).parse_next(input)?;
    blank.parse_next(input)?;
    or_fault(']', PdnErrorKind::TagEndExpected).parse_next(input)?;
    Ok(Item::Tag { name, value })
}

/// A tag's value up to its quote, which is taken. A backslash before a quote or a backslash escapes
/// it; before anything else it is one, as in the paths of files.
fn value<'t>(input: &mut &'t str) -> Parsed<'t, &'t str> {
    let escaped = alt(("\\\"".void(), "\\\\".void(), '\\'.void()));
    let plain = take_till(1.., ['"', '\\', '\r', '\n']).void();
    let value = repeat::<_, _, (), _, _>(0.., alt((plain, escaped))).take();
    (value, '"').map(|(value, _)| value).parse_next(input)
}

/// `!`, `?` and what is made of them. Three marks and more say no more than two.
fn marks<'t>(input: &mut &'t str) -> Parsed<'t, u8> {
    take_while(1.., ['!', '?'])
        .map(|marks: &str| match marks {
            "!" => 1,
            "?" => 2,
            _ if !marks.contains('?') => 3,
            _ if !marks.contains('!') => 4,
            _ if marks.starts_with('!') => 5,
            _ => 6,
        })
        .parse_next(input)
}

/// A result, by the points of whatever count; no two squares of a move look like one.
pub(super) fn result<'t>(input: &mut &'t str) -> Parsed<'t, Item<'t>> {
    let result = alt((
        alt(("1-0", "2-0")).value(PdnResult::Won(Side::White)),
        alt(("0-1", "0-2")).value(PdnResult::Won(Side::Black)),
        alt(("1/2-1/2", "1-1")).value(PdnResult::Drawn),
        "0-0".value(PdnResult::BothLost),
    ));
    let goes_on = one_of(|c: char| c.is_ascii_alphanumeric() || ['-', ':', '/'].contains(&c));
    (result, not(goes_on))
        .map(|(result, ())| Item::Result(result))
        .parse_next(input)
}

fn number<'t>(input: &mut &'t str) -> Parsed<'t, Item<'t>> {
    (digit1, take_while(1.., '.'))
        .value(Item::Number)
        .parse_next(input)
}

/// Squares with one kind of separator between them; those with letters may do without.
fn path<'t>(input: &mut &'t str) -> Parsed<'t, Item<'t>> {
    let is_letter = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
    let named = is_letter(input);
    let mut squares = vec![square(input)?];
    let mut first = None;
    loop {
        if let Some((at, separator)) = opt(separator).parse_next(input)? {
            if *first.get_or_insert(separator) != separator {
                return Err(Fault::new(at, PdnErrorKind::MixedSeparators));
            }
            blank(input)?;
        } else if first.is_some() || !named || !is_letter(input) {
            break;
        }
        squares.push(square(input)?);
    }
    if squares.len() < 2 {
        return Err(Fault::new(input, PdnErrorKind::SeparatorExpected));
    }
    let capture = first.is_some_and(|separator| separator != '-');
    Ok(Item::Move { squares, capture })
}

/// A separator, and the text from it on.
fn separator<'t>(input: &mut &'t str) -> Parsed<'t, (&'t str, char)> {
    blank(input)?;
    let at = *input;
    one_of(['-', 'x', ':'])
        .map(|separator| (at, separator))
        .parse_next(input)
}

/// A number or an algebraic name.
pub(super) fn square<'t>(input: &mut &'t str) -> Parsed<'t, &'t str> {
    let name = (one_of('a'..='z'), digit1).take();
    or_fault(alt((digit1, name)), PdnErrorKind::SquareExpected).parse_next(input)
}
