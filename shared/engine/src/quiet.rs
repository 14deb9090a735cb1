//! The end of a line: captures are followed until there are none.

use damero_rules::search::Ply;

use crate::score::INFINITE;
use crate::search::{MOST_PLIES, Search, lost, lowest};
use crate::state::{Act, State};

/// What it costs to forgo a capture where the rival may huff for it: a man, roughly.
const HUFFED: i32 = 100;

impl Search<'_> {
    /// The score of a position after what must be captured is captured.
    pub(crate) fn quiet(&mut self, state: &State, alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.counts() {
            return 0;
        }
        if let Some(score) = self.settled(state, ply) {
            return score;
        }
        let first = self.memory.plies.len();
        let generator = &self.laws.moves;
        generator.captures(state.side, &state.board, &mut self.memory.plies);
        let captures = self.memory.plies.len() > first;
        if !captures && !self.laws.has_move(state.side, &state.board) {
            return lost(ply);
        }
        if ply >= MOST_PLIES || !captures && state.huffable == 0 {
            self.memory.plies.truncate(first);
            return self.worth(state);
        }
        let score = self.settle(state, [alpha, beta], ply, first, captures);
        self.memory.plies.truncate(first);
        score
    }

    /// Tries huffs, then captures. Who need not capture may leave it at what stands, less what the
    /// rival huffs for it.
    fn settle(
        &mut self,
        state: &State,
        [mut alpha, beta]: [i32; 2],
        ply: usize,
        first: usize,
        captures: bool,
    ) -> i32 {
        let mut best = -INFINITE;
        if self.laws.huffs {
            best = self.worth(state) - if captures { HUFFED } else { 0 };
            alpha = alpha.max(best);
        }
        let mut left = state.huffable;
        while left != 0 && alpha < beta {
            let next = state.after(&self.laws, Act::Huff(lowest(left)));
            left &= left - 1;
            let score = self.quiet(&next, alpha, beta, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
        }
        for nth in first..self.memory.plies.len() {
            if alpha >= beta || self.stopped {
                break;
            }
            let mv = self.heaviest(nth);
            let next = state.played(&self.laws, mv);
            let score = -self.quiet(&next, -beta, -alpha, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
        }
        best
    }

    /// Brings the capture that takes most of those from here on to this place.
    #[inline]
    fn heaviest(&mut self, nth: usize) -> Ply {
        let plies = &mut self.memory.plies;
        let mut best = nth;
        for other in nth + 1..plies.len() {
            if plies[other].taken().count_ones() > plies[best].taken().count_ones() {
                best = other;
            }
        }
        plies.swap(nth, best);
        plies[nth]
    }
}
