//! What can be asked of an account.

use super::{Scenario, row};
use crate::scenes::{Scene, Stage};
use crate::step::Step;
use serde_json::json;

fn accepts(scene: &Scene) -> Step {
    scene.says(&scene.visitor, "termsAccept", json!({"version": 1}))
}

fn renames(scene: &Scene) -> Step {
    scene.says(&scene.visitor, "accountName", json!({"name": "Carla"}))
}

fn revokes(scene: &Scene, which: usize) -> Step {
    let fields = json!({"session": scene.browsers[which]});
    scene.says(&scene.visitor, "sessionRevoke", fields)
}

/// The rows. Linking needs a provider, and has its own test.
pub(crate) static ALL: &[Scenario] = &[
    row("`termsAccept`", Stage::Members, accepts, renames),
    row("`accountName`", Stage::Members, renames, accepts),
    row(
        "`sessionRevoke`, another browser",
        Stage::Members,
        |scene| revokes(scene, 1),
        renames,
    ),
    row(
        "`sessionRevoke`, the browser in hand",
        Stage::Members,
        |scene| revokes(scene, 0),
        renames,
    ),
    row(
        "`accountDelete`",
        Stage::Members,
        |scene| scene.says(&scene.visitor, "accountDelete", json!({})),
        renames,
    ),
];
