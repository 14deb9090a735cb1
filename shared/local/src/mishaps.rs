//! What the services around the functions do wrong, by chance from a seed.

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

/// A late timer is so late, in milliseconds.
const LATE_MS: std::ops::Range<i64> = 60_000..600_000;

/// How often, in thousandths, something goes wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mishaps {
    /// A post is answered 410 although its client is there.
    pub post_gone: u32,
    /// A post is refused with 429.
    pub post_throttled: u32,
    /// A post fails with 500.
    pub post_failed: u32,
    /// A post is delivered, and answered 500 all the same.
    pub post_unsaid: u32,
    /// A post is answered 200 and never delivered.
    pub post_dropped: u32,
    /// A queue message or a one-off schedule comes minutes late.
    pub timer_late: u32,
    /// A queue message or a one-off schedule is taken and never comes.
    pub timer_lost: u32,
}

/// What becomes of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PostFate {
    Sent,
    Gone,
    Throttled,
    Failed,
    Unsaid,
    Dropped,
}

/// What becomes of a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimerFate {
    InTime,
    Late(i64),
    Lost,
}

/// The rates and the chance.
#[derive(Debug)]
pub(crate) struct Luck {
    rates: Mishaps,
    random: StdRng,
}

impl Luck {
    pub(crate) fn new(rates: Mishaps, seed: u64) -> Self {
        Self {
            rates,
            random: StdRng::seed_from_u64(seed),
        }
    }

    pub(crate) fn post(&mut self) -> (PostFate, Option<&'static str>) {
        let rates = self.rates;
        self.draw(
            PostFate::Sent,
            [
                (rates.post_gone, PostFate::Gone, "posts answered gone"),
                (rates.post_throttled, PostFate::Throttled, "posts throttled"),
                (rates.post_failed, PostFate::Failed, "posts failed"),
                (rates.post_unsaid, PostFate::Unsaid, "posts sent and failed"),
                (rates.post_dropped, PostFate::Dropped, "posts dropped"),
            ],
        )
    }

    pub(crate) fn timer(&mut self) -> (TimerFate, Option<&'static str>) {
        let rates = self.rates;
        let late = TimerFate::Late(self.random.random_range(LATE_MS));
        self.draw(
            TimerFate::InTime,
            [
                (rates.timer_late, late, "timers late"),
                (rates.timer_lost, TimerFate::Lost, "timers lost"),
            ],
        )
    }

    fn draw<T, const N: usize>(
        &mut self,
        usual: T,
        fates: [(u32, T, &'static str); N],
    ) -> (T, Option<&'static str>) {
        let mut lot = self.random.random_range(0..1000);
        for (rate, fate, name) in fates {
            if lot < rate {
                return (fate, Some(name));
            }
            lot -= rate;
        }
        (usual, None)
    }
}
