//! What of a rule set a search asks again and again.

use damero_rules::search::{Board, Generator, Ply};
use damero_rules::{Resets, RuleSet, Side};

/// A rule set as a search sees it.
#[derive(Clone, Copy)]
pub(crate) struct Laws {
    pub(crate) moves: Generator,
    /// Captures are optional, and whoever forgoes one may be huffed.
    pub(crate) huffs: bool,
    /// After so many plies without progress it is a draw, or somebody will claim it. Where a draw is
    /// only by agreement that never happens: who is ahead need not agree.
    pub(crate) stuck_after: u16,
    /// A third occurrence is a draw, or somebody will claim it.
    pub(crate) repetition: bool,
    one_on_one: bool,
    resets: Resets,
}

impl Laws {
    pub(crate) fn of(rules: &'static RuleSet) -> Self {
        Self {
            moves: Generator::of(rules),
            huffs: rules.huffs(),
            stuck_after: rules.draws.no_progress.map_or(u16::MAX, |rule| rule.plies),
            repetition: rules.draws.repetition.is_some(),
            one_on_one: rules.draws.one_on_one,
            resets: rules.draws.resets,
        }
    }

    /// Whether a quiet move sets the count of plies without progress back.
    #[inline]
    pub(crate) fn is_progress(&self, board: &Board, ply: Ply, advances: bool) -> bool {
        match self.resets {
            Resets::ManMove => board.kings() & (1 << ply.from()) == 0,
            Resets::ManAdvance => advances,
        }
    }

    /// Who is left with one piece each: the king wins, equals draw.
    #[inline]
    pub(crate) fn one_on_one(&self, board: &Board) -> Option<Fate> {
        let both = board.own().is_power_of_two() && board.rivals().is_power_of_two();
        if !(self.one_on_one && both) {
            return None;
        }
        let king = |pieces| pieces & board.kings() != 0;
        Some(match (king(board.own()), king(board.rivals())) {
            (true, false) => Fate::Won,
            (false, true) => Fate::Lost,
            _ => Fate::Drawn,
        })
    }

    pub(crate) fn has_move(&self, side: Side, board: &Board) -> bool {
        self.moves.has_move(side, board)
    }
}

/// How the game is over for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Won,
    Lost,
    Drawn,
}
