//! From a rule set that is known when the program runs to code that was compiled for it.
//!
//! Everything about moves is written once, over a row of the table and a side, both known to the
//! compiler: what a row does not have costs nothing. Rows that move alike share their code.

use crate::position::Side;
use crate::ruleset::RuleSet;
use crate::table::alike;

/// A side as a type.
pub(crate) trait Mover {
    /// The side.
    const SIDE: Side;
    /// The other one.
    type Rival: Mover<Rival = Self>;
}

/// White as a type.
pub(crate) enum White {}

/// Black as a type.
pub(crate) enum Black {}

impl Mover for White {
    const SIDE: Side = Side::White;
    type Rival = Black;
}

impl Mover for Black {
    const SIDE: Side = Side::Black;
    type Rival = White;
}

/// Something to be done by the code of one row and one side.
pub(crate) trait Task {
    /// What comes out.
    type Output;

    /// Does it. `ROW` is the first row of the table that moves as the rule set in question does.
    fn run<const ROW: usize, S: Mover>(self) -> Self::Output;
}

/// Does a task by the code of this rule set and this side to move.
pub(crate) fn compiled<T: Task>(rules: &RuleSet, turn: Side, task: T) -> T::Output {
    match turn {
        Side::White => by_row::<T, White>(rules, task),
        Side::Black => by_row::<T, Black>(rules, task),
    }
}

fn by_row<T: Task, S: Mover>(rules: &RuleSet, task: T) -> T::Output {
    match rules.row {
        0 => task.run::<{ alike(0) }, S>(),
        1 => task.run::<{ alike(1) }, S>(),
        2 => task.run::<{ alike(2) }, S>(),
        3 => task.run::<{ alike(3) }, S>(),
        4 => task.run::<{ alike(4) }, S>(),
        5 => task.run::<{ alike(5) }, S>(),
        6 => task.run::<{ alike(6) }, S>(),
        7 => task.run::<{ alike(7) }, S>(),
        8 => task.run::<{ alike(8) }, S>(),
        9 => task.run::<{ alike(9) }, S>(),
        10 => task.run::<{ alike(10) }, S>(),
        _ => task.run::<{ alike(11) }, S>(),
    }
}
