//! A text as games: where one ends and the next begins.

use super::grammar::{Fault, Item};
use super::header::Header;
use super::lexer::Lexer;

/// An item, and the text from it on.
pub(super) type Placed<'t> = (&'t str, Item<'t>);

/// A text under way, within a game.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'t> {
    pub(super) lexer: Lexer<'t>,
    part: Part,
    /// How many parentheses are open.
    depth: usize,
}

/// What was met of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Nothing but comments.
    Before,
    /// Tags.
    Tags,
    /// Something after the tags: the next tag is of the next game.
    Moves,
    /// The end.
    Ended,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            lexer: Lexer::new(text),
            part: Part::Ended,
            depth: 0,
        }
    }

    /// Begins the next game, if there is one, and says where.
    pub(super) fn begin(&mut self) -> Option<&'t str> {
        (self.part, self.depth) = (Part::Before, 0);
        self.lexer.peek()
    }

    /// How many parentheses are open.
    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    /// The tags, and what else was read to know their end: the item after them, and comments before
    /// them.
    pub(super) fn header(&mut self) -> Result<(Header<'t>, Vec<Placed<'t>>), Fault<'t>> {
        let (mut header, mut others) = (Header::default(), Vec::new());
        while matches!(self.part, Part::Before | Part::Tags) {
            match self.item().transpose()? {
                Some((_, Item::Tag { name, value })) => header.take(name, value)?,
                Some(other) => others.push(other),
                None => break,
            }
        }
        Ok((header, others))
    }

    /// The next item of the game; none when that is at its end: after a result, before a tag that
    /// is not among its first ones, at the end of the text.
    pub(super) fn item(&mut self) -> Option<Result<Placed<'t>, Fault<'t>>> {
        let is_tag = self.lexer.peek()?.starts_with('[');
        self.part = match (self.part, is_tag) {
            (Part::Ended, _) | (Part::Moves, true) => Part::Ended,
            (Part::Before | Part::Tags, true) => Part::Tags,
            (part, false) => part,
        };
        if self.part == Part::Ended {
            return None;
        }
        let next = self.lexer.next()?;
        self.part = match (&next, self.part) {
            (Ok((_, Item::Result(_))), _) if self.depth == 0 => Part::Ended,
            (Ok((_, Item::Comment(_))), Part::Before) => Part::Before,
            _ if is_tag => Part::Tags,
            _ => Part::Moves,
        };
        match &next {
            Ok((_, Item::Open)) => self.depth += 1,
            Ok((_, Item::Close)) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        Some(next)
    }

    /// Goes to the end of the game.
    pub(super) fn finish(&mut self) {
        while self.item().is_some() {}
    }
}
