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
        in_header: false,
        depth: 0,
        ended: false,
    }
}

/// What [`read_pdn`] finds: the games of a text, in order. One that cannot be read does not keep
/// the next ones from being read.
#[derive(Debug, Clone)]
pub struct PdnGames<'t> {
    lexer: Lexer<'t>,
    wish: Option<&'static RuleSet>,
    /// Of the game under way: whether nothing but tags was met, how many parentheses are open,
    /// and whether its end was met.
    in_header: bool,
    depth: usize,
    ended: bool,
}

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
        (self.in_header, self.depth, self.ended) = (true, 0, false);
        let game = self.game(from).map_err(|fault| {
            while self.item().is_some() {}
            self.lexer.error(fault.rest, fault.kind())
        });
        Some(PdnEntry { line, game })
    }
}

impl<'t> PdnGames<'t> {
    fn game(&mut self, from: &'t str) -> Result<PdnGame, Fault<'t>> {
        let mut header = Header::default();
        let mut next = self.item();
        while let Some(Ok((_, Item::Tag { name, value }))) = next {
            header.take(name, value)?;
            next = self.item();
        }
        let terms = header.terms(self.wish, from)?;
        let mut play = Play::new(terms, from);
        while let Some(found) = next {
            let (at, item) = found?;
            play.take(at, item)?;
            next = self.item();
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

    /// The next item of the game and the text from it on; none when the game is at its end: after a
    /// result, before a tag that others do not precede, at the end of the text.
    fn item(&mut self) -> Option<Result<(&'t str, Item<'t>), Fault<'t>>> {
        let is_tag = self.lexer.peek()?.starts_with('[');
        self.ended |= is_tag && !self.in_header;
        if self.ended {
            return None;
        }
        let next = self.lexer.next()?;
        match &next {
            Ok((_, Item::Open)) => self.depth += 1,
            Ok((_, Item::Close)) => self.depth = self.depth.saturating_sub(1),
            Ok((_, Item::Result(_))) => self.ended = self.depth == 0,
            _ => {}
        }
        self.in_header &= is_tag;
        Some(next)
    }
}
