//! What can be asked of the queue.

use super::{Scenario, row};
use crate::scenes::Stage;
use crate::step::Step;

/// The rows, from looking for a rival to the game or to nothing.
pub(crate) static ALL: &[Scenario] = &[
    row(
        "`queueJoin`, nobody there",
        Stage::Members,
        |scene| scene.seeks(&scene.white),
        |scene| scene.seeks(&scene.red),
    ),
    row(
        "`queueJoin`, a rival there: the pairing",
        Stage::Waits,
        |scene| scene.seeks(&scene.white),
        |scene| scene.leaves(&scene.red),
    ),
    row(
        "`queueConfirm`, the first of two",
        Stage::Met,
        |scene| scene.confirms(&scene.red),
        |scene| scene.leaves(&scene.white),
    ),
    row(
        "`queueConfirm`, the second: the game starts",
        Stage::Confirmed,
        |scene| scene.confirms(&scene.white),
        |scene| scene.leaves(&scene.red),
    ),
    row(
        "`queueLeave`, waiting",
        Stage::Waits,
        |scene| scene.leaves(&scene.red),
        |scene| scene.seeks(&scene.white),
    ),
    row(
        "`queueLeave`, a pairing",
        Stage::Confirmed,
        |scene| scene.leaves(&scene.white),
        |scene| scene.leaves(&scene.other),
    ),
    row(
        "tick of a ticket, nobody there",
        Stage::Waits,
        |scene| scene.ticks(&scene.red),
        |scene| scene.seeks(&scene.white),
    ),
    row(
        "tick of a ticket, a rival there: the pairing",
        Stage::BothWait,
        |scene| scene.ticks(&scene.white),
        |scene| scene.leaves(&scene.red),
    ),
    row(
        "`sync`, the queue's page, a rival there: the pairing",
        Stage::BothWait,
        |scene| scene.looks(&scene.white),
        |scene| scene.leaves(&scene.red),
    ),
    row(
        "end of a pairing",
        Stage::ConfirmOver,
        |scene| Step::Acceptance(scene.pairing),
        |scene| scene.leaves(&scene.other),
    ),
    row(
        "`sync`, the queue's page, a pairing that is over",
        Stage::ConfirmOver,
        |scene| scene.looks(&scene.white),
        |scene| scene.leaves(&scene.other),
    ),
];
