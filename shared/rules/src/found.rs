//! What becomes of the captures that are found.

use smallvec::SmallVec;

use crate::bits::{Indices, bit, lowest};
use crate::board::Rules;
use crate::compiled::Mover;
use crate::geometry::Direction;

/// So many pieces can be taken in one order only, if the piece is to end on the same square.
const ONE_ORDER: u32 = 2;

/// A move without its path, nearly always a capture, in bits of the layout's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capture {
    pub(crate) taken: u64,
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) crowns: bool,
}

impl Capture {
    /// Whether it may be found again by taking the same pieces in another order.
    #[inline(always)]
    const fn has_orders(&self) -> bool {
        self.taken.count_ones() > ONE_ORDER
    }
}

/// Captures of a position. Twenty or so are many; set-up positions may have thousands.
pub(crate) type Captures = SmallVec<[Capture; 16]>;

/// Single jumps along one direction, each ending on another square.
#[derive(Clone, Copy)]
pub(crate) struct Singles {
    pub(crate) landings: u64,
    pub(crate) direction: Direction,
    /// Where the pieces are crowned.
    pub(crate) far_row: u64,
}

/// Whoever is told of captures. Only the heaviest count, where captures have a weight.
pub(crate) trait Found: Default {
    /// Whether the same capture counts again when its pieces are taken in another order.
    const ORDERS: bool;

    /// Is told of a chain; of the same one once for each way to walk it.
    fn chain(&mut self, weight: Option<u32>, capture: Capture);

    /// Is told of single jumps of equal weight, once.
    fn singles<const ROW: usize, S: Mover>(&mut self, weight: Option<u32>, singles: Singles);
}

/// Whether something of this weight counts beside the heaviest. If it is heavier, what counted
/// before is forgotten. Where nothing has a weight, everything counts.
#[inline(always)]
fn counts(heaviest: &mut u32, weight: Option<u32>, forget: impl FnOnce()) -> bool {
    let Some(weight) = weight else {
        return true;
    };
    if weight > *heaviest {
        *heaviest = weight;
        forget();
    }
    weight == *heaviest
}

/// The heaviest captures, each once, or once for every order.
#[derive(Default)]
pub(crate) struct Listed<const ORDERS: bool> {
    heaviest: u32,
    pub(crate) captures: Captures,
}

impl<const ORDERS: bool> Listed<ORDERS> {
    #[inline(always)]
    fn admits(&mut self, weight: Option<u32>) -> bool {
        counts(&mut self.heaviest, weight, || {
            if !self.captures.is_empty() {
                self.captures.clear();
            }
        })
    }
}

impl<const O: bool> Found for Listed<O> {
    const ORDERS: bool = O;

    #[inline(always)]
    fn chain(&mut self, weight: Option<u32>, capture: Capture) {
        if !self.admits(weight) {
            return;
        }
        let may_be_known = !O && capture.has_orders();
        if !(may_be_known && self.captures.contains(&capture)) {
            self.captures.push(capture);
        }
    }

    #[inline(always)]
    fn singles<const ROW: usize, S: Mover>(&mut self, weight: Option<u32>, singles: Singles) {
        if singles.landings == 0 || !self.admits(weight) {
            return;
        }
        let back = singles.direction.opposite();
        for to in Indices(singles.landings) {
            let taken = Rules::<ROW, S>::shift(bit(to), back);
            self.captures.push(Capture {
                taken,
                from: lowest(Rules::<ROW, S>::shift(taken, back)),
                to,
                crowns: bit(to) & singles.far_row != 0,
            });
        }
    }
}

/// How many captures of the heaviest there are.
#[derive(Default)]
pub(crate) struct Counted<const ORDERS: bool> {
    heaviest: u32,
    pub(crate) count: u32,
    /// Those that may be found again.
    with_orders: Vec<Capture>,
}

impl<const ORDERS: bool> Counted<ORDERS> {
    #[inline(always)]
    fn admits(&mut self, weight: Option<u32>) -> bool {
        counts(&mut self.heaviest, weight, || {
            self.count = 0;
            if !self.with_orders.is_empty() {
                self.with_orders.clear();
            }
        })
    }
}

impl<const O: bool> Found for Counted<O> {
    const ORDERS: bool = O;

    #[inline(always)]
    fn chain(&mut self, weight: Option<u32>, capture: Capture) {
        if !self.admits(weight) {
            return;
        }
        if !O && capture.has_orders() {
            if self.with_orders.contains(&capture) {
                return;
            }
            self.with_orders.push(capture);
        }
        self.count += 1;
    }

    #[inline(always)]
    fn singles<const ROW: usize, S: Mover>(&mut self, weight: Option<u32>, singles: Singles) {
        if singles.landings != 0 && self.admits(weight) {
            self.count += singles.landings.count_ones();
        }
    }
}
