//! What everybody may read of ratings: running and closed tables, profiles, evidence.
//! Nothing of a game younger than thirty seconds is in it, but for one's own profile.

mod archived;
mod general;
mod names;
mod profile;
mod sheet;
mod tables;
mod view;

pub(crate) use profile::profile;
pub(crate) use tables::{Wanted, archive, evidence, kind_of, league, ranking};

use damero_domain::rating::game::SECRET;
use damero_domain::time::{Millis, Timestamp};

/// Up to when results are public now.
fn public_cut(now: Timestamp) -> Timestamp {
    now + Millis(-SECRET.0)
}
