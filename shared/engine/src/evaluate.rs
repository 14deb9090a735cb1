//! What a position is worth if nobody looks ahead.

use damero_rules::search::Board;
use damero_rules::{KingReach, RuleSet, Side};

/// A rule set's evaluation.
pub(crate) struct Evaluation {
    king: i32,
}

impl Evaluation {
    pub(crate) fn of(rules: &RuleSet) -> Self {
        let king = match rules.king {
            KingReach::Short => 140,
            KingReach::Flying => 300,
        };
        Self { king }
    }

    /// What it is worth to its side to move, in hundredths of a man.
    pub(crate) fn worth(&self, _side: Side, board: &Board) -> i32 {
        let worth = |pieces: u64| {
            let kings = (pieces & board.kings()).count_ones().cast_signed();
            let men = (pieces & !board.kings()).count_ones().cast_signed();
            100 * men + self.king * kings
        };
        worth(board.own()) - worth(board.rivals())
    }
}
