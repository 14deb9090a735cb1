//! The search from the present position: deeper and deeper.

use crate::score::{DECIDED, INFINITE};
use crate::search::Search;
use crate::state::{Act, State};
use crate::table::{Bound, Hint, stored};

/// The first window around what the search before found.
const NARROW: i32 = 24;

/// The deepest iteration: what is stretched beyond it has room left on the path.
const DEEPEST: i32 = 100;

/// An action at the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) act: Act,
    pub(crate) score: i32,
}

/// What came of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) best: Choice,
    pub(crate) depth: i32,
}

impl Search<'_> {
    /// Every action of the root.
    pub(crate) fn choices(&mut self, state: &State) -> Vec<Choice> {
        let (first, _) = self.list(state);
        let plies = self.memory.plies.split_off(first);
        let mut left = state.huffable;
        let huffs = std::iter::from_fn(|| {
            let at = u8::try_from(left.trailing_zeros()).ok()?;
            left = (left != 0).then(|| left & (left - 1))?;
            Some(Act::Huff(at))
        });
        let none = |act| Choice {
            act,
            score: -INFINITE,
        };
        // Who cannot move has lost, whatever there were to huff.
        if plies.is_empty() {
            return Vec::new();
        }
        huffs
            .chain(plies.into_iter().map(Act::Play))
            .map(none)
            .collect()
    }

    /// Searches deeper and deeper, as far as the limits allow. The first ply is always searched.
    pub(crate) fn deepen(&mut self, state: &State, depth: u32) -> Option<Answer> {
        let mut choices = self.choices(state);
        let mut answer = Answer {
            best: *choices.first()?,
            depth: 0,
        };
        let most = i32::try_from(depth).unwrap_or(i32::MAX).clamp(1, DEEPEST);
        for depth in 1..=most {
            let Some(best) = self.iterate(state, &mut choices, answer.best.score, depth) else {
                break;
            };
            answer.best = best;
            if self.stopped {
                break;
            }
            answer.depth = depth;
            let plies = if best.score.abs() > DECIDED {
                crate::score::WON - best.score.abs()
            } else {
                i32::MAX
            };
            if plies <= depth {
                break;
            }
        }
        Some(answer)
    }

    /// One depth, in a window around the score before that widens until the score is within. The
    /// best choice so far if it was stopped, none if nothing better is known than before.
    fn iterate(
        &mut self,
        state: &State,
        choices: &mut [Choice],
        before: i32,
        depth: i32,
    ) -> Option<Choice> {
        self.iteration = depth;
        let (limit, ask) = (self.most_nodes, depth > 1);
        if !ask {
            // Something must be answered.
            self.most_nodes = u64::MAX;
        }
        let mut width = NARROW;
        let [mut alpha, mut beta] = if self.parts.aspiration && depth > 3 && before.abs() < DECIDED
        {
            [before - width, before + width]
        } else {
            [-INFINITE, INFINITE]
        };
        let best = loop {
            let best = self.choose(state, choices, [alpha, beta], depth);
            if self.stopped {
                break best;
            }
            let score = best.map_or(0, |best| best.score);
            width *= 4;
            if score <= alpha {
                alpha = if width > 1000 {
                    -INFINITE
                } else {
                    score - width
                };
            } else if score >= beta {
                beta = if width > 1000 {
                    INFINITE
                } else {
                    score + width
                };
            } else {
                break best;
            }
        };
        self.most_nodes = limit;
        best
    }

    /// Searches every choice and brings the best to the front. None if it was stopped before the
    /// first came to an end.
    fn choose(
        &mut self,
        state: &State,
        choices: &mut [Choice],
        [alpha, beta]: [i32; 2],
        depth: i32,
    ) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        let mut low = alpha;
        self.memory.path.push(state.key.0);
        for nth in 0..choices.len() {
            let act = choices[nth].act;
            let next = state.after(&self.laws, act);
            let score = match act {
                Act::Play(_) => self.child(&next, [low, beta], depth - 1, 1, 0, nth == 0),
                Act::Huff(_) => self.node(&next, low, beta, depth, 1),
            };
            if self.stopped {
                break;
            }
            if best.is_none_or(|best| score > best.score) {
                choices[nth].score = score;
                best = Some(choices[nth]);
                choices[..=nth].rotate_right(1);
                low = low.max(score);
            }
            if low >= beta {
                break;
            }
        }
        self.memory.path.pop();
        if let Some(best) = best.filter(|_| !self.stopped) {
            let bound = match best.score {
                score if score >= beta => Bound::Lower,
                score if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let (key, score) = (state.table_key(), stored(best.score, 0));
            let hint = Hint::of(best.act);
            self.memory.table.put(key, depth, bound, score, hint);
        }
        best
    }

    /// What each choice is worth, every one searched for itself so deep.
    pub(crate) fn judge(&mut self, state: &State, choices: &mut [Choice], depth: i32) {
        self.iteration = depth;
        self.memory.path.push(state.key.0);
        for choice in choices {
            let next = state.after(&self.laws, choice.act);
            let score = match choice.act {
                Act::Play(_) => -self.node(&next, -INFINITE, INFINITE, depth - 1, 1),
                Act::Huff(_) => self.node(&next, -INFINITE, INFINITE, depth, 1),
            };
            if self.stopped {
                break;
            }
            choice.score = score;
        }
        self.memory.path.pop();
    }
}
