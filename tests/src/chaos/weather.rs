//! What goes wrong, and how often.

use damero_local::{Fates, Mishaps};
use rand::Rng;
use rand::rngs::StdRng;

/// All rates are thousandths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weather {
    /// Of commands: sent twice.
    pub(super) twice: u32,
    /// Sent three times.
    pub(super) thrice: u32,
    /// A copy goes to another tab.
    pub(super) other_tab: u32,
    /// Another command for the same turn goes with it.
    pub(super) rival_command: u32,
    /// Sent together with what can only follow it.
    pub(super) ahead: u32,
    /// Given up without an answer.
    pub(super) given_up: u32,
    /// Of steps: an old command is sent again.
    pub(super) replay: u32,
    /// A tab is cut with its commands under way.
    pub(super) cut: u32,
    /// A tab is closed as a browser does.
    pub(super) close: u32,
    /// Everybody is cut.
    pub(super) cut_all: u32,
    /// The stack is killed with commands under way.
    pub(super) kill: u32,
    /// The clock moves with commands under way.
    pub(super) slow: u32,
    /// Everybody is away for most of an hour.
    pub(super) away: u32,
    /// Messages of one connection overtake each other.
    pub(super) shuffle: bool,
    /// No `$disconnect` arrives.
    pub(super) drop_disconnects: bool,
    /// Each timer comes twice.
    pub(super) double_timers: bool,
    /// Of posts and timers.
    pub(super) mishaps: Mishaps,
    /// Of invocations.
    pub(super) fates: Fates,
}

impl Weather {
    /// A kind of weather for one game, and which services misbehave in it.
    pub(super) fn forecast(rng: &mut StdRng) -> Weather {
        let storm = rng.random_bool(0.4);
        let of = |rough: u32, stormy: u32| if storm { stormy } else { rough };
        let timers_lost = if rng.random_bool(0.2) {
            1000
        } else {
            of(50, 200)
        };
        Weather {
            twice: of(60, 200),
            thrice: of(20, 80),
            other_tab: 400,
            rival_command: of(15, 60),
            ahead: of(200, 400),
            given_up: of(10, 40),
            replay: of(20, 80),
            cut: of(15, 50),
            close: of(8, 20),
            cut_all: of(4, 14),
            kill: of(8, 20),
            slow: of(10, 30),
            away: of(2, 5),
            shuffle: rng.random_bool(0.6),
            drop_disconnects: rng.random_bool(0.5),
            double_timers: rng.random_bool(0.5),
            mishaps: Mishaps {
                post_gone: of(5, 30),
                post_throttled: of(0, 2),
                post_failed: of(0, 1),
                post_unsaid: of(0, 2),
                post_dropped: of(10, 50),
                timer_late: of(50, 200),
                timer_lost: timers_lost,
            },
            fates: Fates {
                skewed: of(100, 400),
                far: of(5, 40),
                killed: of(10, 60),
            },
        }
    }
}
