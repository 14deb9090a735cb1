//! Reading: the games of a text, one after the other.

use super::cursor::{Cursor, Placed};
use super::error::{PdnError, PdnErrorKind};
use super::grammar::{Fault, Item};
use super::header::{Header, Terms};
use super::play::Play;
use super::tree::{PdnGame, PdnResult};
use crate::ruleset::RuleSet;

/// Reads the games of a text. Each is judged by the rules of moves and huffs alone: draws of a
/// house end no game, and a result need not be the board's.
///
/// The tag `RuleSet` says what is played, or else the number of `GameType`; where several rule sets
/// have that number or none has it, `rules` decides. Squares are numbered as `GameType` says, or,
/// if that makes no game, as everywhere in this crate.
pub fn read_pdn<'t>(text: &'t str, rules: Option<&'static RuleSet>) -> PdnGames<'t> {
    PdnGames {
        cursor: Cursor::new(text),
        wish: rules,
        main_line_only: false,
    }
}

/// What [`read_pdn`] finds: the games of a text, in order. One that cannot be read does not keep
/// the next ones from being read.
#[derive(Debug, Clone)]
pub struct PdnGames<'t> {
    cursor: Cursor<'t>,
    wish: Option<&'static RuleSet>,
    main_line_only: bool,
}

/// A game of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnEntry {
    /// The line in which it begins, counted from 1.
    pub line: usize,
    /// The game, or the first reason why it is none.
    pub game: Result<PdnGame, PdnError>,
}

impl PdnGames<'_> {
    /// Leaves the variations out, whatever is in them: they are where annotated games have most
    /// of their mistakes.
    #[must_use]
    pub fn main_line_only(self) -> Self {
        Self {
            main_line_only: true,
            ..self
        }
    }

    /// How many bytes were looked at.
    #[cfg(test)]
    pub(super) const fn seen(&self) -> usize {
        self.cursor.lexer.seen
    }
}

impl Iterator for PdnGames<'_> {
    type Item = PdnEntry;

    fn next(&mut self) -> Option<PdnEntry> {
        let from = self.cursor.begin()?;
        let line = self.cursor.lexer.line(from);
        let game = self.game(from).map_err(|fault| {
            self.cursor.finish();
            self.cursor.lexer.error(fault.rest, fault.kind())
        });
        Some(PdnEntry { line, game })
    }
}

impl<'t> PdnGames<'t> {
    fn game(&mut self, from: &'t str) -> Result<PdnGame, Fault<'t>> {
        let (header, others) = self.cursor.header()?;
        let rules = header.rules(self.wish, from)?;
        let names = header.names(rules);
        let mut again = self.cursor.clone();
        let game = self.body(&header, others.clone(), Terms { rules, names }, from);
        let names = names.usual();
        if game.is_ok() || names == header.names(rules) {
            return game;
        }
        // Of files that say from which corner they count, some do not mean it.
        std::mem::swap(&mut self.cursor, &mut again);
        let usual = self.body(&header, others, Terms { rules, names }, from);
        if usual.is_ok() || self.cursor.lexer.is_beyond(&again.lexer) {
            return usual;
        }
        self.cursor = again;
        game
    }

    /// What follows the tags; `others` was already read of it.
    fn body(
        &mut self,
        header: &Header<'t>,
        others: Vec<Placed<'t>>,
        terms: Terms,
        from: &'t str,
    ) -> Result<PdnGame, Fault<'t>> {
        let number = |square| terms.names.renumbered(terms.rules.board(), square);
        self.played(header, others, terms, from)
            .map_err(|fault| fault.map(|kind| kind.renumbered(number)))
    }

    /// The same; what is wrong has the usual numbers.
    fn played(
        &mut self,
        header: &Header<'t>,
        others: Vec<Placed<'t>>,
        terms: Terms,
        from: &'t str,
    ) -> Result<PdnGame, Fault<'t>> {
        let start = header.start(&terms)?;
        let mut play = Play::new(terms, start, from);
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
            tags: header.tags.clone(),
            start,
            line,
        })
    }

    /// The next item that counts.
    fn item(&mut self) -> Option<Result<Placed<'t>, Fault<'t>>> {
        let next = self.cursor.item()?;
        match next {
            Ok((at, Item::Open)) if self.main_line_only => self.skip_variation(at),
            _ => Some(next),
        }
    }

    /// Goes on behind the variation that begins at `at`.
    fn skip_variation(&mut self, at: &'t str) -> Option<Result<Placed<'t>, Fault<'t>>> {
        while self.cursor.depth() > 0 {
            if self.cursor.item().is_none() {
                return Some(Err(Fault::new(at, PdnErrorKind::UnclosedVariation)));
            }
        }
        self.item()
    }
}
