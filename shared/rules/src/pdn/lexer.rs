//! A text as items, one after the other, with the places they stand at.

use winnow::stream::Offset;

use super::error::{PdnError, PdnErrorKind};
use super::grammar::{Fault, Item, blank, item};

/// A text under way.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    rest: &'t str,
    /// Where the last comment may end: from there on none is looked for again.
    last_brace: usize,
    /// A place told before; the next one is counted from it, so that all of them together cost one
    /// walk through the text.
    told: Place,
    /// How many bytes were looked at.
    #[cfg(test)]
    pub(super) seen: usize,
}

/// A byte of the text by its line and its character in that line, both counted from 1.
#[derive(Debug, Clone, Copy)]
struct Place {
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self {
            text,
            rest: text,
            last_brace: text.rfind('}').unwrap_or(0),
            told: Place {
                at: 0,
                line: 1,
                column: 1,
            },
            #[cfg(test)]
            seen: 0,
        }
    }

    /// The text from the next item on; none at the end.
    pub(super) fn peek(&mut self) -> Option<&'t str> {
        let before = self.rest;
        // White space cannot fail.
        let _ = blank(&mut self.rest);
        self.count(before.len() - self.rest.len());
        (!self.rest.is_empty()).then_some(self.rest)
    }

    /// The next item and the text from it on. A fault is stepped over.
    pub(super) fn next(&mut self) -> Option<Result<(&'t str, Item<'t>), Fault<'t>>> {
        let from = self.peek()?;
        let found = if from.starts_with('{') && self.offset(from) > self.last_brace {
            Err(Fault::new(from, PdnErrorKind::UnclosedComment))
        } else {
            let found = item(&mut self.rest);
            if from.starts_with('{') && found.is_err() {
                // Its end was looked for to the end of the text.
                self.count(from.len());
            }
            found
        };
        if let Err(fault) = &found {
            self.rest = behind(from, fault.rest);
        }
        self.count(from.len() - self.rest.len());
        Some(found.map(|item| (from, item)))
    }

    /// Whether it came further than another one in the same text.
    pub(super) const fn is_beyond(&self, other: &Self) -> bool {
        self.rest.len() < other.rest.len()
    }

    /// Tells the tests what was looked at.
    const fn count(&mut self, _bytes: usize) {
        #[cfg(test)]
        {
            self.seen += _bytes;
        }
    }

    fn offset(&self, rest: &'t str) -> usize {
        rest.offset_from(&self.text)
    }

    /// The line in which the rest of the text begins.
    pub(super) fn line(&mut self, rest: &'t str) -> usize {
        self.place(rest).line
    }

    pub(super) fn error(&mut self, at: &'t str, kind: PdnErrorKind) -> PdnError {
        let Place { line, column, .. } = self.place(at);
        PdnError { line, column, kind }
    }

    /// Where the rest of the text begins.
    fn place(&mut self, rest: &'t str) -> Place {
        let at = self.offset(rest);
        let mut place = self.told;
        let between = self.text.get(place.at..at);
        debug_assert!(between.is_some(), "places are told in their order");
        let rest = &self.text[place.at..];
        for (nth, c) in between.unwrap_or_default().char_indices() {
            // Old files end their lines with this alone.
            let ends_line = c == '\r' && !rest[nth + 1..].starts_with('\n');
            if c == '\n' || ends_line {
                place.line += 1;
                place.column = 1;
            } else {
                place.column += 1;
            }
        }
        self.count(at - place.at);
        place.at = at;
        self.told = place;
        place
    }
}

/// The text after a fault in an item: the next line if that is a tag, else the next word.
fn behind<'t>(item: &'t str, fault: &'t str) -> &'t str {
    // An item that fails at its first character would fail there again.
    let first = match fault.len() == item.len() {
        true => item.chars().next().map_or(0, char::len_utf8),
        false => 0,
    };
    let in_tag = item.starts_with('[');
    let ends = |c: char| match in_tag {
        true => c == '\n' || c == '\r',
        false => c.is_whitespace() || "{}()[];$!?*".contains(c),
    };
    let end = fault[first..]
        .find(ends)
        .map_or(fault.len(), |at| first + at);
    &fault[end..]
}
