//! The moves of a game, played as they are read.

use super::command::{HUFF, Part, clocks, parts};
use super::error::PdnErrorKind;
use super::grammar::{Fault, Item, square};
use super::header::Terms;
use super::tree::{DEEPEST, PdnCommand, PdnComment, PdnLine, PdnNotes, PdnPly, PdnResult};
use crate::find::find_move;
use crate::generate::{apply, huffable, legal_moves};
use crate::moves::{Move, Path};
use crate::position::{Position, Side};
use crate::refusal::{HuffError, IllegalMove};
use crate::square::{Square, SquareSet};

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

/// A line under way.
#[derive(Debug)]
struct Running<'t> {
    /// Where its parenthesis stands.
    from: &'t str,
    line: PdnLine,
    /// Before the last ply and its huff, where that ply's variations begin.
    before: Standing,
    /// After the last ply, before a huff.
    after: Standing,
    now: Standing,
    huff: Option<Square>,
}

/// A position, and what may be huffed in it.
#[derive(Debug, Clone, Copy)]
struct Standing {
    position: Position,
    huffable: SquareSet,
}

impl<'t> Running<'t> {
    fn new(from: &'t str, start: Standing) -> Self {
        Self {
            from,
            line: PdnLine::default(),
            before: start,
            after: start,
            now: start,
            huff: None,
        }
    }

    fn notes(&mut self) -> &mut PdnNotes {
        match self.line.plies.last_mut() {
            Some(ply) => &mut ply.notes,
            None => &mut self.line.lead,
        }
    }

    fn end(mut self) -> PdnLine {
        self.line.last_huff = self.huff;
        self.line
    }
}

impl<'t> Play<'t> {
    pub(super) fn new(terms: Terms, from: &'t str) -> Self {
        let start = Standing {
            position: terms.start,
            huffable: SquareSet::EMPTY,
        };
        Self {
            terms,
            running: Running::new(from, start),
            outer: Vec::new(),
            result: None,
            touched: false,
        }
    }

    /// Takes what stands at `at`.
    pub(super) fn take(&mut self, at: &'t str, item: Item<'t>) -> Result<(), Fault<'t>> {
        let fail = |kind| Err(Fault::new(at, kind));
        self.touched |= !matches!(item, Item::Result(_));
        match item {
            Item::Move { squares, capture } => self.play(at, &squares, capture)?,
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
            Ok((self.running.end(), self.result))
        } else {
            let kind = PdnErrorKind::UnclosedVariation;
            Err(Fault::new(self.running.from, kind))
        }
    }

    fn open(&mut self, at: &'t str) -> Result<(), Fault<'t>> {
        if self.outer.len() == DEEPEST {
            return Err(Fault::new(at, PdnErrorKind::TooDeep));
        }
        if self.running.line.plies.is_empty() {
            return Err(Fault::new(at, PdnErrorKind::VariationWithoutMove));
        }
        let inner = Running::new(at, self.running.before);
        self.outer.push(std::mem::replace(&mut self.running, inner));
        Ok(())
    }

    fn close(&mut self, at: &'t str) -> Result<(), Fault<'t>> {
        let Some(outer) = self.outer.pop() else {
            return Err(Fault::new(at, PdnErrorKind::NoVariation));
        };
        let variation = std::mem::replace(&mut self.running, outer).end();
        // It was opened after a ply.
        if let Some(ply) = self.running.line.plies.last_mut() {
            ply.variations.push(variation);
        }
        Ok(())
    }

    fn play(&mut self, at: &'t str, squares: &[&'t str], capture: bool) -> Result<(), Fault<'t>> {
        let Terms { rules, .. } = self.terms;
        let path = self.path(squares)?;
        let position = self.running.now.position;
        let mv = self
            .find(&position, &path, capture)
            .map_err(|reason| Fault::new(at, PdnErrorKind::Illegal(reason)))?;
        let running = &mut self.running;
        running.before = running.after;
        running.after = Standing {
            position: apply(rules, &position, &mv),
            huffable: huffable(rules, &position, &mv),
        };
        running.now = running.after;
        running.line.plies.push(PdnPly {
            huff: running.huff.take(),
            ..PdnPly::from(mv)
        });
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

    /// The legal move. A house's draws are not asked: games of other places run on, and only who
    /// has no move or no piece can play no more.
    fn find(&self, position: &Position, path: &Path, capture: bool) -> Result<Move, IllegalMove> {
        let rules = self.terms.rules;
        let bare = |side| position.count(side) == 0;
        if bare(Side::White) || bare(Side::Black) {
            return Err(IllegalMove::Over);
        }
        let found = find_move(rules, position, path);
        match &found {
            Ok(mv) if capture && !mv.is_capture() => {
                only(captures_between(&legal_moves(rules, position), mv)).unwrap_or(found)
            }
            Err(_) if legal_moves(rules, position).is_empty() => Err(IllegalMove::Over),
            _ => found,
        }
    }

    fn comment(&mut self, comment: &'t str) -> Result<(), Fault<'t>> {
        let mut text = String::new();
        for part in parts(comment) {
            match part {
                Part::Text(piece) => text.push_str(piece),
                Part::Command(HUFF, value) => self.huff(value.trim())?,
                Part::Command(name, value) => {
                    text.push(' ');
                    self.command(name, value, &mut text);
                }
            }
        }
        self.running.notes().comments.extend(PdnComment::new(&text));
        Ok(())
    }

    fn huff(&mut self, name: &'t str) -> Result<(), Fault<'t>> {
        let parsed = square(&mut &*name).ok().filter(|parsed| *parsed == name);
        let at = self.square(parsed.ok_or(Fault::new(name, PdnErrorKind::SquareExpected))?)?;
        let now = &mut self.running.now;
        let refused = if !self.terms.rules.huffs() {
            HuffError::NotThisRuleSet
        } else if now.huffable.is_empty() {
            HuffError::NothingToHuff
        } else if !now.huffable.contains(at) {
            let allowed = now.huffable;
            HuffError::NotHuffable { allowed }
        } else {
            *now = Standing {
                position: now.position.without(at),
                huffable: SquareSet::EMPTY,
            };
            self.running.huff = Some(at);
            return Ok(());
        };
        Err(Fault::new(name, PdnErrorKind::Huff(refused)))
    }

    /// A command but for a huff; one that cannot be written again stays text.
    fn command(&mut self, name: &str, value: &str, text: &mut String) {
        let mover = self.running.now.position.turn().other();
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

/// The captures with the ends of a quiet move.
fn captures_between(moves: &[Move], quiet: &Move) -> Vec<Move> {
    let ends = (quiet.from(), quiet.to());
    moves
        .iter()
        .filter(|mv| mv.is_capture() && (mv.from(), mv.to()) == ends)
        .cloned()
        .collect()
}

/// The only one, or all of them to choose from; none if there is none.
fn only(mut candidates: Vec<Move>) -> Option<Result<Move, IllegalMove>> {
    match candidates.len() {
        0 => None,
        1 => candidates.pop().map(Ok),
        _ => Some(Err(IllegalMove::Ambiguous { candidates })),
    }
}
