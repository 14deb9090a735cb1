//! The moves of a game, played as they are read.

use super::command::{HUFF, Part, clocks, parts};
use super::error::PdnErrorKind;
use super::grammar::{Fault, Item, square};
use super::header::Terms;
use super::running::{Running, Standing};
use super::tree::{DEEPEST, PdnCommand, PdnComment, PdnLine, PdnResult};
use crate::moves::Path;
use crate::position::Position;
use crate::square::Square;

/// A game under way.
#[derive(Debug)]
pub(super) struct Play<'t> {
    terms: Terms,
    running: Running<'t>,
    /// The lines that the running one is a variation of, the game itself first.
    outer: Vec<Running<'t>>,
    result: Option<PdnResult>,
    touched: bool,
}

impl<'t> Play<'t> {
    pub(super) fn new(terms: Terms, start: Position, from: &'t str) -> Self {
        Self {
            terms,
            running: Running::new(terms.rules, from, Standing::start(start)),
            outer: Vec::new(),
            result: None,
            touched: false,
        }
    }

    /// Takes what stands at `at`; tags are none of its business.
    pub(super) fn take(&mut self, at: &'t str, item: Item<'t>) -> Result<(), Fault<'t>> {
        let fail = |kind| Err(Fault::new(at, kind));
        self.touched |= !matches!(item, Item::Result(_));
        match item {
            Item::Move { squares, capture } => {
                let path = self.path(&squares)?;
                self.running.play(at, &path, capture)?;
            }
            Item::Comment(text) => self.comment(text)?,
            Item::Nag(nag) => self.running.notes().nags.push(nag),
            Item::Open => self.open(at)?,
            Item::Close => self.close(at)?,
            Item::SetUp => return fail(PdnErrorKind::SetUpInGame),
            Item::Result(_) if !self.outer.is_empty() => {
                return fail(PdnErrorKind::ResultInVariation);
            }
            Item::Result(result) => self.result = Some(result),
            Item::Number | Item::Tag { .. } => {}
        }
        Ok(())
    }

    /// Whether it has anything but a result.
    pub(super) const fn is_touched(&self) -> bool {
        self.touched
    }

    /// What was played, and the result that ended it.
    pub(super) fn end(self) -> Result<(PdnLine, Option<PdnResult>), Fault<'t>> {
        if self.outer.is_empty() {
            Ok((self.running.end()?, self.result))
        } else {
            let kind = PdnErrorKind::UnclosedVariation;
            Err(Fault::new(self.running.from, kind))
        }
    }

    fn open(&mut self, at: &'t str) -> Result<(), Fault<'t>> {
        if self.outer.len() == DEEPEST {
            return Err(Fault::new(at, PdnErrorKind::TooDeep));
        }
        if self.running.last().is_none() {
            return Err(Fault::new(at, PdnErrorKind::VariationWithoutMove));
        }
        let Some(start) = self.running.before() else {
            return Err(self.running.undecided());
        };
        let inner = Running::new(self.terms.rules, at, start);
        self.outer.push(std::mem::replace(&mut self.running, inner));
        Ok(())
    }

    fn close(&mut self, at: &'t str) -> Result<(), Fault<'t>> {
        let Some(outer) = self.outer.pop() else {
            return Err(Fault::new(at, PdnErrorKind::NoVariation));
        };
        let variation = std::mem::replace(&mut self.running, outer).end()?;
        // It was opened after a ply.
        if let Some(ply) = self.running.last() {
            ply.variations.push(variation);
        }
        Ok(())
    }

    fn path(&self, squares: &[&'t str]) -> Result<Path, Fault<'t>> {
        let mut path = Path::new();
        for name in squares {
            path.try_push(self.square(name)?)
                .map_err(|_| Fault::new(name, PdnErrorKind::PathTooLong))?;
        }
        Ok(path)
    }

    fn square(&self, name: &'t str) -> Result<Square, Fault<'t>> {
        self.terms
            .names
            .square(self.terms.rules.board(), name)
            .map_err(|error| Fault::new(name, error.into()))
    }

    fn comment(&mut self, comment: &'t str) -> Result<(), Fault<'t>> {
        let mut text = String::new();
        for part in parts(comment) {
            match part {
                Part::Text(piece) => text.push_str(piece),
                Part::Command(HUFF, value) => self.huff(value.trim())?,
                Part::Command(name, value) => self.command(name, value, &mut text),
            }
            text.push(' ');
        }
        self.running.notes().comments.extend(PdnComment::new(&text));
        Ok(())
    }

    fn huff(&mut self, name: &'t str) -> Result<(), Fault<'t>> {
        let parsed = square(&mut &*name).ok().filter(|parsed| *parsed == name);
        let at = self.square(parsed.ok_or(Fault::new(name, PdnErrorKind::SquareExpected))?)?;
        self.running.huff(name, at)
    }

    /// A command but for a huff; one that cannot be written again stays text.
    fn command(&mut self, name: &str, value: &str, text: &mut String) {
        let mover = self.running.turn().other();
        let notes = self.running.notes();
        if let Some(told) = clocks(name, value, mover) {
            notes.clocks = notes.clocks.and(told);
        } else if let Some(command) = PdnCommand::new(name, value) {
            notes.commands.push(command);
        } else {
            text.extend(["[%", name, value, "]"]);
        }
    }
}
