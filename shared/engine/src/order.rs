//! Which move is tried first: what refuted a sibling or did well elsewhere, by a guess from what is
//! known so far.

use damero_rules::Side;
use damero_rules::search::Ply;

use crate::search::MOST_PLIES;
use crate::table::Hint;

/// Before everything else.
const REMEMBERED: i32 = 1 << 30;

/// A capture that may be forgone comes before all moves that take nothing.
const CAPTURE: i32 = 1 << 24;

/// What refuted a sibling.
const KILLER: i32 = 1 << 20;

/// No history weighs more.
const MOST: i32 = 1 << 14;

/// What is known of moves that take nothing.
pub(crate) struct Order {
    killers: Vec<[Hint; 2]>,
    /// By side, start and end.
    history: Vec<i32>,
}

impl Order {
    pub(crate) fn new() -> Self {
        Self {
            killers: vec![[Hint::NONE; 2]; MOST_PLIES + 1],
            history: vec![0; 2 * 64 * 64],
        }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.killers.fill([Hint::NONE; 2]);
        self.history.fill(0);
    }

    /// A new search begins: killers are of other positions, and what did well did so before.
    pub(crate) fn grow_older(&mut self) {
        self.killers.fill([Hint::NONE; 2]);
        for known in &mut self.history {
            *known /= 4;
        }
    }

    /// How early a move is to be tried.
    #[inline]
    pub(crate) fn rank(&self, side: Side, ply: Ply, remembered: Hint, nth: usize) -> i32 {
        let hint = Hint::of_ply(ply);
        if hint == remembered {
            return REMEMBERED;
        }
        if ply.taken() != 0 {
            return CAPTURE + ply.taken().count_ones().cast_signed();
        }
        let [first, second] = self.killers[nth];
        let known = self.history[place(side, ply)];
        if hint == first {
            KILLER + MOST + 1
        } else if hint == second {
            KILLER + MOST
        } else if ply.crowns() {
            KILLER + known.max(0)
        } else {
            known
        }
    }

    /// Takes note of a move that refuted its position, and of those tried before in vain.
    pub(crate) fn refuted(
        &mut self,
        side: Side,
        ply: Ply,
        in_vain: &[Ply],
        depth: i32,
        nth: usize,
    ) {
        let killers = &mut self.killers[nth];
        let hint = Hint::of_ply(ply);
        if killers[0] != hint {
            *killers = [hint, killers[0]];
        }
        let weight = (depth * depth).clamp(1, 400);
        self.learn(side, ply, weight);
        for &ply in in_vain {
            self.learn(side, ply, -weight);
        }
    }

    /// The more is known, the less is learned, so that nothing grows beyond the most.
    fn learn(&mut self, side: Side, ply: Ply, weight: i32) {
        let known = &mut self.history[place(side, ply)];
        *known += weight * 8 - *known * weight / (MOST / 8);
    }
}

#[inline]
fn place(side: Side, ply: Ply) -> usize {
    (side as usize) << 12 | usize::from(ply.from() & 63) << 6 | usize::from(ply.to() & 63)
}
