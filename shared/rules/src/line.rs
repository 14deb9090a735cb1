//! A line of play: a position with what draws and huffs need to know of its past.

use crate::find::find_move;
use crate::generate::{apply, has_legal_move, huffable, is_legal, legal_moves};
use crate::moves::Move;
use crate::position::{Kind, Piece, Position, Side};
use crate::refusal::{ClaimError, HuffError, IllegalMove, NotThisPosition};
use crate::ruleset::{Ending, Resets, RuleSet};
use crate::square::{Square, SquareSet};
use crate::zobrist::{key, key_after};

/// Which occurrence of a position is a draw.
const THIRD: u16 = 3;

/// How a game ended on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By what.
    pub reason: EndReason,
}

/// What ended a game on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// A side has no pieces.
    NoPieces,
    /// The side to move has no legal move.
    Blocked,
    /// Third occurrence of a position.
    Repetition,
    /// Too many plies without progress.
    NoProgress,
    /// One piece each, of equal kind.
    OneOnOneEqual,
    /// One piece each, a king and a man.
    OneOnOneKingBeatsMan,
}

impl EndReason {
    /// A stable name of it, for machines.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoPieces => "no_pieces",
            Self::Blocked => "blocked",
            Self::Repetition => "repetition",
            Self::NoProgress => "no_progress",
            Self::OneOnOneEqual => "one_on_one_equal",
            Self::OneOnOneKingBeatsMan => "one_on_one_king_beats_man",
        }
    }
}

/// A position of a line.
#[derive(Debug, Clone, Copy)]
struct Stood {
    position: Position,
    key: u64,
}

/// A line of play.
#[derive(Debug, Clone)]
pub struct Line {
    rules: &'static RuleSet,
    /// The positions before the present one; each move and each huff added one, so that an index
    /// is a `turn_no`.
    earlier: Vec<Stood>,
    /// The first of these that may come again: what was captured does not come back, and men do
    /// not go back.
    repeatable: usize,
    position: Position,
    key: u64,
    plies: u16,
    huffable: SquareSet,
    no_progress: u16,
    outcome: Option<Outcome>,
}

impl Line {
    /// The start of a game.
    pub fn new(rules: &'static RuleSet) -> Self {
        Self::from_position(rules, Position::initial(rules))
    }

    /// The start of a game from a position of this rule set's board. It is judged at once: the
    /// game may be over before it began.
    pub fn from_position(rules: &'static RuleSet, position: Position) -> Self {
        let mut line = Self {
            rules,
            earlier: Vec::new(),
            repeatable: 0,
            position,
            key: key(&position),
            plies: 0,
            huffable: SquareSet::EMPTY,
            no_progress: 0,
            outcome: None,
        };
        line.outcome = line.judge();
        line
    }

    /// The rule set.
    pub const fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// The present position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Whose turn it is.
    pub const fn turn(&self) -> Side {
        self.position.turn()
    }

    /// How many moves were made; huffs are none.
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// How many moves and huffs were made.
    pub fn turn_no(&self) -> u16 {
        turn_no(self.earlier.len())
    }

    /// The rival's pieces that the side to move may huff now.
    pub const fn huffable(&self) -> SquareSet {
        self.huffable
    }

    /// How many plies in a row, of both sides, went without progress. A huff does not touch it.
    pub const fn no_progress(&self) -> u16 {
        self.no_progress
    }

    /// The `turn_no` at which each occurrence of the present position stood, ascending, the
    /// present included. A pending right to huff is no part of a position.
    pub fn occurrences(&self) -> Vec<u16> {
        self.stood(&self.position, self.key)
            .chain([self.earlier.len()])
            .map(turn_no)
            .collect()
    }

    /// The earlier positions that may still come again, in the order in which they stood.
    pub fn repeatable(&self) -> impl Iterator<Item = &Position> {
        let may = self.earlier.iter().skip(self.repeatable);
        may.map(|stood| &stood.position)
    }

    /// The `turn_no` of the earlier occurrences of the position a legal move would make.
    pub fn occurrences_after(&self, mv: &Move) -> Vec<u16> {
        let after = apply(self.rules, &self.position, mv);
        let key = key_after(self.key, &self.position, &after);
        // The present position has another turn, and is none of them.
        self.stood(&after, key).map(turn_no).collect()
    }

    /// How the game ended, if it is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        legal_moves(self.rules, &self.position)
    }

    /// Plays the move a path means, and judges the position it makes. It ends any right to huff.
    ///
    /// # Errors
    /// Why there is no such move; nothing has then changed.
    pub fn play(&mut self, path: &[Square]) -> Result<Move, IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::Over);
        }
        let mv = find_move(self.rules, &self.position, path)?;
        self.go_by(&mv);
        Ok(mv)
    }

    /// Plays a move that was found here before, as it stands in a record.
    ///
    /// # Errors
    /// That it is none of this position; nothing has then changed.
    pub fn play_found(&mut self, mv: &Move) -> Result<(), NotThisPosition> {
        if self.outcome.is_some() || !is_legal(self.rules, &self.position, mv) {
            return Err(NotThisPosition);
        }
        self.go_by(mv);
        Ok(())
    }

    fn go_by(&mut self, mv: &Move) {
        self.no_progress = if self.is_progress(mv) {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        self.huffable = huffable(self.rules, &self.position, mv);
        self.plies = self.plies.saturating_add(1);
        let for_good = mv.is_capture() || self.is_advance(mv);
        self.go_to(apply(self.rules, &self.position, mv), for_good);
    }

    /// Removes a rival piece that forwent its capture, and judges the position. The turn stays;
    /// the right is used up.
    ///
    /// # Errors
    /// Why the piece may not be huffed; nothing has then changed.
    pub fn huff(&mut self, square: Square) -> Result<Piece, HuffError> {
        if self.outcome.is_some() {
            return Err(HuffError::Over);
        }
        if !self.rules.huffs() {
            return Err(HuffError::NotThisRuleSet);
        }
        if self.huffable.is_empty() {
            return Err(HuffError::NothingToHuff);
        }
        let refused = HuffError::NotHuffable {
            allowed: self.huffable,
        };
        if !self.huffable.contains(square) {
            return Err(refused);
        }
        let piece = self.position.piece(square).ok_or(refused)?;
        self.huffable = SquareSet::EMPTY;
        self.go_to(self.position.without(square), true);
        Ok(piece)
    }

    /// Whether the side to move may claim a draw because the move it intends makes a third (or
    /// later) occurrence. The move is returned, and not played.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_repetition_claim(&self, path: &[Square]) -> Result<Move, ClaimError> {
        if self.outcome.is_some() {
            return Err(ClaimError::Over);
        }
        if self.rules.draws.repetition != Some(Ending::Claim) {
            return Err(ClaimError::NotThisRuleSet);
        }
        let mv = find_move(self.rules, &self.position, path)?;
        let occurrence = turn_no(self.occurrences_after(&mv).len() + 1);
        if occurrence < THIRD {
            return Err(ClaimError::NotYet {
                occurrence,
                needed: THIRD,
            });
        }
        Ok(mv)
    }

    /// Whether the side to move may claim a draw for want of progress.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_no_progress_claim(&self) -> Result<(), ClaimError> {
        if self.outcome.is_some() {
            return Err(ClaimError::Over);
        }
        match self.rules.draws.no_progress {
            Some(rule) if rule.ending == Ending::Claim => {
                match rule.plies.saturating_sub(self.no_progress) {
                    0 => Ok(()),
                    missing => Err(ClaimError::PliesMissing { missing }),
                }
            }
            _ => Err(ClaimError::NotThisRuleSet),
        }
    }

    /// Goes on to a position; `for_good` says that none of those before it can come again.
    fn go_to(&mut self, position: Position, for_good: bool) {
        self.earlier.push(Stood {
            position: self.position,
            key: self.key,
        });
        if for_good {
            self.repeatable = self.earlier.len();
        }
        self.key = key_after(self.key, &self.position, &position);
        self.position = position;
        self.outcome = self.judge();
    }

    /// Where among the earlier positions this one stood.
    fn stood(&self, position: &Position, key: u64) -> impl Iterator<Item = usize> {
        self.earlier
            .iter()
            .enumerate()
            .skip(self.repeatable)
            .filter(move |(_, stood)| stood.key == key && stood.position == *position)
            .map(|(nth, _)| nth)
    }

    /// Whether a move sets the no-progress counter back.
    fn is_progress(&self, mv: &Move) -> bool {
        mv.is_capture()
            || match self.rules.draws.resets {
                Resets::ManMove => self.is_by_man(mv),
                Resets::ManAdvance => self.is_advance(mv),
            }
    }

    fn is_by_man(&self, mv: &Move) -> bool {
        let piece = self.position.piece(mv.from());
        piece.is_some_and(|piece| piece.kind == Kind::Man)
    }

    /// Whether a man goes to another row.
    fn is_advance(&self, mv: &Move) -> bool {
        let row = |square| self.rules.board().row_col(square).0;
        self.is_by_man(mv) && row(mv.from()) != row(mv.to())
    }

    /// Whether the game is over, asked in the rules' order.
    fn judge(&self) -> Option<Outcome> {
        self.no_pieces()
            .or_else(|| self.one_on_one())
            .or_else(|| self.blocked())
            .or_else(|| self.drawn())
    }

    /// The rival of the side to move can be without pieces after a huff or in a set-up position.
    fn no_pieces(&self) -> Option<Outcome> {
        let turn = self.turn();
        let lost = [turn, turn.other()]
            .into_iter()
            .find(|&side| self.position.count(side) == 0)?;
        Some(Outcome {
            winner: Some(lost.other()),
            reason: EndReason::NoPieces,
        })
    }

    fn one_on_one(&self) -> Option<Outcome> {
        let alone = |side| self.position.count(side) == 1;
        if !(self.rules.draws.one_on_one && alone(Side::White) && alone(Side::Black)) {
            return None;
        }
        let crowned = |side| self.position.of(side) & self.position.kings() != 0;
        let (winner, reason) = match (crowned(Side::White), crowned(Side::Black)) {
            (true, false) => (Some(Side::White), EndReason::OneOnOneKingBeatsMan),
            (false, true) => (Some(Side::Black), EndReason::OneOnOneKingBeatsMan),
            _ => (None, EndReason::OneOnOneEqual),
        };
        Some(Outcome { winner, reason })
    }

    fn blocked(&self) -> Option<Outcome> {
        if has_legal_move(self.rules, &self.position) {
            return None;
        }
        Some(Outcome {
            winner: Some(self.turn().other()),
            reason: EndReason::Blocked,
        })
    }

    fn drawn(&self) -> Option<Outcome> {
        let draws = &self.rules.draws;
        let repeated = draws.repetition == Some(Ending::Automatic)
            && self.stood(&self.position, self.key).count() + 1 >= usize::from(THIRD);
        let stuck = draws
            .no_progress
            .is_some_and(|rule| rule.ending == Ending::Automatic && self.no_progress >= rule.plies);
        let reason = match (repeated, stuck) {
            (true, _) => EndReason::Repetition,
            (false, true) => EndReason::NoProgress,
            (false, false) => return None,
        };
        Some(Outcome {
            winner: None,
            reason,
        })
    }
}

/// A count of events; a game that never fits 16 bits is none that anybody plays.
fn turn_no(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
