//! Reading: the games of a text, one after the other.

use super::error::{PdnError, PdnErrorKind};
use super::grammar::{Fault, Item};
use super::header::Header;
use super::lexer::Lexer;
use super::play::Play;
use super::tree::{PdnGame, PdnResult};
use crate::ruleset::RuleSet;

/// Reads the games of a text. Each is judged by the rules of moves and huffs alone: draws of a
/// house end no game, and a result need not be the board's.
///
/// The tag `RuleSet` says what is played, or else the number of `GameType`; where several rule sets
/// have that number or none has it, `rules` decides. Squares are numbered as `GameType` says.
pub fn read_pdn<'t>(text: &'t str, rules: Option<&'static RuleSet>) -> PdnGames<'t> {
    PdnGames {
        lexer: Lexer::new(text),
        wish: rules,
        part: Part::Before,
        depth: 0,
    }
}

/// What [`read_pdn`] finds: the games of a text, in order. One that cannot be read does not keep
/// the next ones from being read.
#[derive(Debug, Clone)]
pub struct PdnGames<'t> {
    lexer: Lexer<'t>,
    wish: Option<&'static RuleSet>,
    /// Of the game under way: what was met of it, and how many parentheses are open.
    part: Part,
    depth: usize,
}

/// How far the reading of a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Nothing was met but comments.
    Before,
    /// Tags.
    Tags,
    /// Something after the tags: the next tag is of the next game.
    Moves,
    /// The end.
    Ended,
}

/// An item, and the text from it on.
type Placed<'t> = (&'t str, Item<'t>);

/// A game of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnEntry {
    /// The line in which it begins, counted from 1.
    pub line: usize,
    /// The game, or the first reason why it is none.
    pub game: Result<PdnGame, PdnError>,
}

impl Iterator for PdnGames<'_> {
    type Item = PdnEntry;

    fn next(&mut self) -> Option<PdnEntry> {
        let from = self.lexer.peek()?;
        let line = self.lexer.line(from);
        (self.part, self.depth) = (Part::Before, 0);
        let game = self.game(from).map_err(|fault| {
            while self.item().is_some() {}
            self.lexer.error(fault.rest, fault.kind())
        });
        Some(PdnEntry { line, game })
    }
}

impl<'t> PdnGames<'t> {
    #[cfg(test)]
    pub(super) const fn seen(&self) -> usize {
        self.lexer.seen
    }

    fn game(&mut self, from: &'t str) -> Result<PdnGame, Fault<'t>> {
        let (header, others) = self.header()?;
        let terms = header.terms(self.wish, from)?;
        let mut play = Play::new(terms, from);
        for (at, item) in others {
            play.take(at, item)?;
        }
        while let Some(found) = self.item() {
            let (at, item) = found?;
            play.take(at, item)?;
        }
        if header.is_empty() && !play.is_touched() {
            return Err(Fault::new(from, PdnErrorKind::ResultWithoutGame));
        }
        let (line, told) = play.end()?;
        // A bare `*` only separates games; the tag may know more.
        let told = told.filter(|told| *told != PdnResult::Open);
        Ok(PdnGame {
            rules: terms.rules,
            result: told.unwrap_or_else(|| header.result()),
            tags: header.tags,
            start: terms.start,
            line,
        })
    }

    /// The tags, and what else was read to know their end: the item after them, and comments before
    /// them.
    fn header(&mut self) -> Result<(Header<'t>, Vec<Placed<'t>>), Fault<'t>> {
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
    fn item(&mut self) -> Option<Result<Placed<'t>, Fault<'t>>> {
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
}
