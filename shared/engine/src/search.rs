//! The search: alpha-beta with a window of nothing around all but the first move (PVS).

use damero_rules::search::Ply;

use crate::engine::{Haze, Memory, Parts};
use crate::evaluate::Evaluation;
use crate::laws::{Fate, Laws};
use crate::score::{DECIDED, INFINITE, WON};
use crate::state::{Act, State};
use crate::table::{Bound, Hint, stored};

/// Nobody looks further ahead. So deep is the recursion at most.
pub(crate) const MOST_PLIES: usize = 120;

/// After so many positions one asks whether to stop.
const ASK_EVERY: u64 = 2048;

/// So many plies are added at most where the rival threatens to capture.
const THREAT_PLIES: i32 = 2;

/// A search that runs.
pub(crate) struct Search<'a> {
    pub(crate) laws: Laws,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) memory: &'a mut Memory,
    pub(crate) parts: Parts,
    pub(crate) haze: Haze,
    /// The keys before `path[root]` are those of the game.
    pub(crate) root: usize,
    pub(crate) nodes: u64,
    pub(crate) most_nodes: u64,
    pub(crate) stop: &'a mut dyn FnMut() -> bool,
    pub(crate) stopped: bool,
    /// The depth that is being searched from the root.
    pub(crate) iteration: i32,
}

/// What a position's actions came to so far.
struct Best {
    score: i32,
    alpha: i32,
    beta: i32,
    hint: Hint,
}

impl Best {
    /// Takes note of a score. Whether that is more than the rival lets happen.
    #[inline]
    fn note(&mut self, score: i32, hint: Hint) -> bool {
        if score > self.score {
            self.score = score;
            if score > self.alpha {
                self.alpha = score;
                self.hint = hint;
            }
        }
        self.score >= self.beta
    }
}

impl Search<'_> {
    /// Counts a position. Whether to stop.
    #[inline]
    pub(crate) fn counts(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.stopped =
            self.nodes >= self.most_nodes || self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)();
        self.stopped
    }

    /// What the position is worth if nobody looks ahead.
    #[inline]
    pub(crate) fn worth(&self, state: &State) -> i32 {
        let worth = self.evaluation.worth(state.side, &state.board);
        (worth + self.haze.of(state)).clamp(-DECIDED + 1, DECIDED - 1)
    }

    /// The score of a position whose fate is known.
    #[inline]
    pub(crate) fn settled(&self, state: &State, ply: usize) -> Option<i32> {
        if let Some(fate) = state.fate(&self.laws) {
            return Some(match fate {
                Fate::Won => WON - plies(ply),
                Fate::Lost => lost(ply),
                Fate::Drawn => 0,
            });
        }
        if ply == 0 {
            return None;
        }
        let stuck = state.no_progress >= self.laws.stuck_after;
        if !stuck && !self.repeats(state) {
            return None;
        }
        // Who cannot move has lost, drawn or not.
        let can_move = self.laws.has_move(state.side, &state.board);
        Some(if can_move { 0 } else { lost(ply) })
    }

    /// Whether the position stood before: once since the root, where nobody had a reason to go
    /// round, or twice in the game, where that is a draw.
    fn repeats(&self, state: &State) -> bool {
        let path = &self.memory.path;
        let span = usize::from(state.reversible).min(path.len());
        let mut in_game = 0;
        for back in (2..=span).step_by(2) {
            let nth = path.len() - back;
            if path[nth] == state.key.0 {
                if nth >= self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= 2 && self.laws.repetition
    }

    /// Lists the moves of a position behind those of its ancestors. Whether they are captures.
    pub(crate) fn list(&mut self, state: &State) -> (usize, bool) {
        let plies = &mut self.memory.plies;
        let first = plies.len();
        let generator = &self.laws.moves;
        generator.captures(state.side, &state.board, plies);
        let captures = plies.len() > first;
        if !captures || self.laws.huffs {
            generator.quiets(state.side, &state.board, plies);
        }
        (first, captures)
    }

    /// The score of a position, searched so deep.
    pub(crate) fn node(
        &mut self,
        state: &State,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 && !self.is_threatened(state, depth) {
            return self.quiet(state, alpha, beta, ply);
        }
        if self.counts() {
            return 0;
        }
        if let Some(score) = self.settled(state, ply) {
            return score;
        }
        if ply >= MOST_PLIES {
            return self.worth(state);
        }
        let key = state.table_key();
        let known = self.memory.table.get(key);
        let narrow = beta - alpha == 1;
        if narrow
            && self.is_far_from_stuck(state, depth)
            && let Some(score) = known.and_then(|entry| entry.decides(depth, alpha, beta, ply))
        {
            return score;
        }
        let (first, captures) = self.list(state);
        let count = self.memory.plies.len() - first;
        if count == 0 {
            return lost(ply);
        }
        let hint = known.map_or(Hint::NONE, |entry| entry.hint);
        let depth = depth + self.extension(state, count, ply);
        let score = if narrow && !captures {
            self.is_clear(state, beta, depth, ply)
        } else {
            None
        };
        let score = score.unwrap_or_else(|| {
            let best = self.actions(state, [alpha, beta], depth, ply, first, hint);
            if !self.stopped {
                self.remember(key, &best, alpha, depth, ply);
            }
            best.score
        });
        self.memory.plies.truncate(first);
        score
    }

    /// Whether the rival would capture next, at the end of a line that is not yet stretched.
    fn is_threatened(&self, state: &State, depth: i32) -> bool {
        self.parts.threats
            && depth > -THREAT_PLIES
            && !self.laws.huffs
            && self
                .laws
                .moves
                .can_capture(state.side.other(), &state.board.turned())
    }

    /// What is remembered of a position does not know how long nothing happened before it.
    fn is_far_from_stuck(&self, state: &State, depth: i32) -> bool {
        let left = self.laws.stuck_after.saturating_sub(state.no_progress);
        i32::from(left) > depth + 4
    }

    /// Who has only one move is not asked to think about it.
    fn extension(&self, state: &State, count: usize, ply: usize) -> i32 {
        let only = count == 1 && state.huffable == 0;
        let stretched = plies(ply) >= 2 * self.iteration;
        i32::from(self.parts.single_replies && only && !stretched)
    }

    /// A score beyond the window, if a shallower search finds the position better still by a
    /// margin.
    fn is_clear(&mut self, state: &State, beta: i32, depth: i32, ply: usize) -> Option<i32> {
        if !self.parts.margins || depth < 4 || beta.abs() >= DECIDED - 2000 {
            return None;
        }
        let bound = beta + 10 * depth;
        let score = self.node(state, bound - 1, bound, depth * 2 / 5, ply);
        (!self.stopped && score >= bound).then_some(score)
    }

    /// Tries every action: huffs first, since they cost no turn.
    fn actions(
        &mut self,
        state: &State,
        [alpha, beta]: [i32; 2],
        depth: i32,
        ply: usize,
        first: usize,
        hint: Hint,
    ) -> Best {
        let mut best = Best {
            score: -INFINITE,
            alpha,
            beta,
            hint: Hint::NONE,
        };
        self.memory.path.push(state.key.0);
        let mut left = state.huffable;
        let mut refuted = false;
        while left != 0 && !refuted && !self.stopped {
            let act = Act::Huff(lowest(left));
            left &= left - 1;
            let next = state.after(&self.laws, act);
            let score = self.node(&next, best.alpha, beta, depth, ply + 1);
            refuted = best.note(score, Hint::of(act));
        }
        if !refuted {
            self.moves(state, &mut best, depth, ply, first, hint);
        }
        self.memory.path.pop();
        best
    }

    fn moves(
        &mut self,
        state: &State,
        best: &mut Best,
        depth: i32,
        ply: usize,
        first: usize,
        hint: Hint,
    ) {
        self.rank(state, first, hint, ply);
        for nth in first..self.memory.plies.len() {
            let mv = self.pick(nth);
            let is_first = nth == first && best.score == -INFINITE;
            let next = state.played(&self.laws, mv);
            let less = if mv.taken() == 0 {
                self.reduction(depth, nth - first, best.beta - best.alpha == 1)
            } else {
                0
            };
            let window = [best.alpha, best.beta];
            let score = self.child(&next, window, depth - 1, ply + 1, less, is_first);
            if self.stopped {
                return;
            }
            if best.note(score, Hint::of_ply(mv)) {
                if mv.taken() == 0 {
                    let memory = &mut *self.memory;
                    let in_vain = &memory.plies[first..nth];
                    memory.order.refuted(state.side, mv, in_vain, depth, ply);
                }
                return;
            }
        }
    }

    /// How much less deep a late move is looked at, until it surprises.
    fn reduction(&self, depth: i32, nth: usize, narrow: bool) -> i32 {
        if !self.parts.reductions || depth < 3 {
            return 0;
        }
        let late = if narrow { 3 } else { 5 };
        match nth {
            nth if nth < late => 0,
            nth if nth >= 8 && depth >= 7 => 2,
            _ => 1,
        }
    }

    /// The score of a move: of the first in the whole window, of others first whether they are
    /// better at all.
    pub(crate) fn child(
        &mut self,
        next: &State,
        [alpha, beta]: [i32; 2],
        depth: i32,
        ply: usize,
        less: i32,
        is_first: bool,
    ) -> i32 {
        if is_first {
            return -self.node(next, -beta, -alpha, depth, ply);
        }
        let mut score = -self.node(next, -alpha - 1, -alpha, depth - less, ply);
        if score > alpha && less > 0 {
            score = -self.node(next, -alpha - 1, -alpha, depth, ply);
        }
        if score > alpha && score < beta {
            score = -self.node(next, -beta, -alpha, depth, ply);
        }
        score
    }

    /// Ranks the moves from `first` on.
    pub(crate) fn rank(&mut self, state: &State, first: usize, hint: Hint, ply: usize) {
        let memory = &mut *self.memory;
        memory.ranks.resize(memory.plies.len(), 0);
        for nth in first..memory.plies.len() {
            let mv = memory.plies[nth];
            memory.ranks[nth] = memory.order.rank(state.side, mv, hint, ply);
        }
    }

    /// Brings the best ranked of those from here on to this place.
    #[inline]
    pub(crate) fn pick(&mut self, nth: usize) -> Ply {
        let memory = &mut *self.memory;
        let mut best = nth;
        for other in nth + 1..memory.plies.len() {
            if memory.ranks[other] > memory.ranks[best] {
                best = other;
            }
        }
        memory.plies.swap(nth, best);
        memory.ranks.swap(nth, best);
        memory.plies[nth]
    }

    fn remember(&mut self, key: u64, best: &Best, alpha: i32, depth: i32, ply: usize) {
        let bound = if best.score >= best.beta {
            Bound::Lower
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let score = stored(best.score, ply);
        let table = &mut self.memory.table;
        table.put(key, depth, bound, score, best.hint);
    }
}

/// Lost after so many plies.
pub(crate) fn lost(ply: usize) -> i32 {
    plies(ply) - WON
}

/// Plies as a number that scores are reckoned with.
pub(crate) fn plies(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(i32::MAX)
}

/// The lowest bit of a set that is not empty.
pub(crate) fn lowest(set: u64) -> u8 {
    u8::try_from(set.trailing_zeros()).unwrap_or(0)
}
