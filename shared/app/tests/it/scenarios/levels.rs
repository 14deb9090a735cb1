//! What can be asked of the computer.

use super::{Scenario, row};
use crate::scenes::{Scene, Stage};
use crate::step::Step;
use serde_json::json;

fn gives_up(scene: &Scene) -> Step {
    scene.in_game(&scene.other, "levelLeave", &json!({}))
}

fn cancels(scene: &Scene) -> Step {
    scene.in_game(&scene.red, "levelLeave", &json!({"cancel": scene.seq}))
}

fn plays(scene: &Scene) -> Step {
    scene.plays(&scene.red)
}

/// The rows.
pub(crate) static ALL: &[Scenario] = &[
    row(
        "`levelStart`",
        Stage::Brought,
        |scene| scene.climbs(&scene.red),
        |scene| scene.climbs(&scene.other),
    ),
    row("`levelMove`", Stage::Level, plays, gives_up),
    row(
        "`levelMove`, an offer",
        Stage::Level,
        |scene| {
            let offer = json!({"do": {"what": "offer", "seq": scene.seq}});
            scene.in_game(&scene.red, "levelMove", &offer)
        },
        gives_up,
    ),
    row(
        "`levelMove`, which beats a level",
        Stage::LevelLast,
        plays,
        gives_up,
    ),
    row(
        "`levelLeave`, before a move",
        Stage::LevelBegun,
        cancels,
        |scene| scene.plays(&scene.other),
    ),
    row(
        "`levelLeave`, which loses a level",
        Stage::Level,
        gives_up,
        plays,
    ),
    row(
        "`levelsGet`",
        Stage::Brought,
        |scene| scene.says(&scene.red, "levelsGet", json!({"what": "levels"})),
        |scene| scene.climbs(&scene.other),
    ),
    row(
        "`levelsGet`, credits",
        Stage::LevelLast,
        |scene| scene.says(&scene.red, "levelsGet", json!({"what": "credits"})),
        |scene| scene.plays(&scene.other),
    ),
];
