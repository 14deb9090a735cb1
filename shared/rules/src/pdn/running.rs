//! A line of moves, played as it is read.
//!
//! A capture given by its ends alone may be one of several. What follows often fits only one of
//! them, so every reading of such a line is played on, until one is left.

use super::error::PdnErrorKind;
use super::grammar::Fault;
use super::meant::move_meant;
use super::tree::{PdnLine, PdnNotes, PdnPly};
use crate::generate::{apply, has_legal_move, huffable};
use crate::moves::{Move, Path};
use crate::position::{Position, Side};
use crate::refusal::{HuffError, IllegalMove};
use crate::ruleset::RuleSet;
use crate::square::{Square, SquareSet};

/// How many readings of a line are played on, and for how many plies.
const READINGS: usize = 8;
const PLIES: usize = 32;

/// A line under way.
#[derive(Debug)]
pub(super) struct Running<'t> {
    /// Where its parenthesis stands.
    pub(super) from: &'t str,
    rules: &'static RuleSet,
    line: PdnLine,
    turn: Side,
    huff: Option<Square>,
    /// What the line may mean: one thing, or several since the ply at `open`.
    readings: Vec<Reading>,
    open: &'t str,
}

/// What a line may mean.
#[derive(Debug, Clone)]
struct Reading {
    /// Before the last ply and its huff, where that ply's variations begin.
    before: Standing,
    /// After the last ply, before a huff.
    after: Standing,
    now: Standing,
    /// The last plies' moves, as far as the line does not have them yet.
    moves: Vec<Move>,
}

/// A position, and what may be huffed in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    position: Position,
    huffable: SquareSet,
}

impl Standing {
    /// At the start of a game.
    pub(super) const fn start(position: Position) -> Self {
        Self {
            position,
            huffable: SquareSet::EMPTY,
        }
    }

    fn huff(&mut self, rules: &RuleSet, at: Square) -> Result<(), HuffError> {
        let allowed = self.huffable;
        if !rules.huffs() {
            return Err(HuffError::NotThisRuleSet);
        }
        if allowed.is_empty() {
            return Err(HuffError::NothingToHuff);
        }
        // The move that forwent the capture left the rival no other: that ended the game.
        if !has_legal_move(rules, &self.position) {
            return Err(HuffError::Over);
        }
        if !allowed.contains(at) {
            return Err(HuffError::NotHuffable { allowed });
        }
        *self = Self::start(self.position.without(at));
        Ok(())
    }
}

impl Reading {
    fn play(mut self, rules: &RuleSet, mv: Move) -> Self {
        let position = &self.now.position;
        self.before = self.after;
        self.after = Standing {
            position: apply(rules, position, &mv),
            huffable: huffable(rules, position, &mv),
        };
        self.now = self.after;
        self.moves.push(mv);
        self
    }
}

impl<'t> Running<'t> {
    pub(super) fn new(rules: &'static RuleSet, from: &'t str, start: Standing) -> Self {
        let reading = Reading {
            before: start,
            after: start,
            now: start,
            moves: Vec::new(),
        };
        Self {
            from,
            rules,
            line: PdnLine::default(),
            turn: start.position.turn(),
            huff: None,
            readings: vec![reading],
            open: from,
        }
    }

    /// Who is to move.
    pub(super) const fn turn(&self) -> Side {
        self.turn
    }

    /// What is said about the last ply, or before the first one.
    pub(super) fn notes(&mut self) -> &mut PdnNotes {
        match self.line.plies.last_mut() {
            Some(ply) => &mut ply.notes,
            None => &mut self.line.lead,
        }
    }

    /// The last ply.
    pub(super) fn last(&mut self) -> Option<&mut PdnPly> {
        self.line.plies.last_mut()
    }

    /// Where a variation of the last ply begins; none if that is not decided yet.
    pub(super) fn before(&self) -> Option<Standing> {
        let first = self.readings.first()?.before;
        let same = self.readings.iter().all(|reading| reading.before == first);
        same.then_some(first)
    }

    /// Plays the move that stands at `at`.
    pub(super) fn play(
        &mut self,
        at: &'t str,
        path: &Path,
        capture: bool,
    ) -> Result<(), Fault<'t>> {
        let (mut next, mut refused) = (Vec::new(), None);
        for reading in self.readings.drain(..) {
            match move_meant(self.rules, &reading.now.position, path, capture) {
                Ok(mv) => next.push(reading.play(self.rules, mv)),
                Err(IllegalMove::Ambiguous { candidates }) => {
                    let forks = candidates.into_iter();
                    next.extend(forks.map(|mv| reading.clone().play(self.rules, mv)));
                }
                Err(reason) => refused = refused.or(Some(reason)),
            }
        }
        let first = next.first().and_then(|reading| reading.moves.last());
        let Some(mv) = first.cloned() else {
            let reason = refused.unwrap_or(IllegalMove::Over);
            return Err(Fault::new(at, PdnErrorKind::Illegal(reason)));
        };
        if next.len() > 1 && next.iter().all(|reading| reading.moves.len() == 1) {
            self.open = at;
        }
        self.readings = next;
        self.turn = self.turn.other();
        self.line.plies.push(PdnPly {
            huff: self.huff.take(),
            ..PdnPly::from(mv)
        });
        self.settle();
        let open = self
            .readings
            .first()
            .map_or(0, |reading| reading.moves.len());
        if self.readings.len() > READINGS || open > PLIES {
            return Err(self.undecided());
        }
        Ok(())
    }

    /// Huffs the piece that the text at `at` names.
    pub(super) fn huff(&mut self, at: &'t str, square: Square) -> Result<(), Fault<'t>> {
        let (rules, mut refused) = (self.rules, None);
        self.readings.retain_mut(|reading| {
            let tried = reading.now.huff(rules, square);
            refused = refused.or(tried.err());
            tried.is_ok()
        });
        match refused {
            Some(reason) if self.readings.is_empty() => {
                Err(Fault::new(at, PdnErrorKind::Huff(reason)))
            }
            _ => {
                self.huff = Some(square);
                self.settle();
                Ok(())
            }
        }
    }

    /// What was played; an error if it may still be several things.
    pub(super) fn end(mut self) -> Result<PdnLine, Fault<'t>> {
        if self.readings.len() > 1 {
            return Err(self.undecided());
        }
        self.line.last_huff = self.huff;
        Ok(self.line)
    }

    /// Puts the moves into the line if one reading is left.
    fn settle(&mut self) {
        let [reading] = &mut self.readings[..] else {
            return;
        };
        let decided = self.line.plies.len() - reading.moves.len();
        let plies = self.line.plies.iter_mut().skip(decided);
        for (ply, mv) in plies.zip(reading.moves.drain(..)) {
            ply.mv = mv;
        }
    }

    /// The first move of which nothing says which it is.
    pub(super) fn undecided(&self) -> Fault<'t> {
        let mut candidates: Vec<Move> = Vec::new();
        for first in self.readings.iter().filter_map(|read| read.moves.first()) {
            if !candidates.contains(first) {
                candidates.push(first.clone());
            }
        }
        let reason = IllegalMove::Ambiguous { candidates };
        Fault::new(self.open, PdnErrorKind::Illegal(reason))
    }
}
