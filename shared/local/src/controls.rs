//! Switches that make the cloud misbehave on purpose.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use crate::gateway::{Ending, Registry};
use crate::mishaps::{Luck, Mishaps, PostFate, TimerFate};

/// Longest wait of a shuffled message, in milliseconds.
const LONGEST_SHUFFLE_MS: u64 = 5;

/// Runtime switches and counters; copies share them.
#[derive(Clone, Default)]
pub struct Controls {
    switches: Arc<Switches>,
    registry: Registry,
}

#[derive(Default)]
struct Switches {
    drop_disconnects: AtomicBool,
    duplicate_timers: AtomicBool,
    shuffle: Mutex<Option<StdRng>>,
    posts: Mutex<BTreeMap<u16, u64>>,
    luck: Mutex<Option<Luck>>,
    happened: Mutex<BTreeMap<&'static str, u64>>,
}

impl Controls {
    pub(crate) fn new(registry: Registry, shuffle_seed: Option<u64>) -> Self {
        let controls = Self {
            switches: Arc::default(),
            registry,
        };
        controls.shuffle(shuffle_seed);
        controls
    }

    /// Loses every `$disconnect` from now on, as the gateway sometimes does.
    pub fn drop_disconnects(&self, drop: bool) {
        self.switches.drop_disconnects.store(drop, Ordering::SeqCst);
    }

    /// Delivers every queue message and every schedule twice, at once.
    pub fn duplicate_timers(&self, duplicate: bool) {
        self.switches
            .duplicate_timers
            .store(duplicate, Ordering::SeqCst);
    }

    /// Delays each message by a few milliseconds of chance from `seed`, so that
    /// they overtake one another; `None` stops that.
    pub fn shuffle(&self, seed: Option<u64>) {
        let mut shuffle = lock(&self.switches.shuffle);
        *shuffle = seed.map(StdRng::seed_from_u64);
    }

    /// Has posts and timers go wrong by chance from `seed`; rates of nought end that.
    pub fn mishaps(&self, rates: Mishaps, seed: u64) {
        *lock(&self.switches.luck) = (rates != Mishaps::default()).then(|| Luck::new(rates, seed));
    }

    /// How often which mishap has happened.
    pub fn happened(&self) -> BTreeMap<&'static str, u64> {
        lock(&self.switches.happened).clone()
    }

    /// Cuts every connection without a closing handshake.
    pub fn disconnect_all(&self) {
        self.registry.end_all(&Ending::Cut);
    }

    /// Ids of the open connections.
    pub fn connections(&self) -> Vec<String> {
        self.registry.ids()
    }

    /// How many posts to `@connections` were answered with each status.
    pub fn posts(&self) -> BTreeMap<u16, u64> {
        lock(&self.switches.posts).clone()
    }

    pub(crate) fn count_post(&self, status: u16) {
        let mut posts = lock(&self.switches.posts);
        *posts.entry(status).or_default() += 1;
    }

    pub(crate) fn post_fate(&self) -> PostFate {
        self.drawn(PostFate::Sent, Luck::post)
    }

    pub(crate) fn timer_fate(&self) -> TimerFate {
        self.drawn(TimerFate::InTime, Luck::timer)
    }

    fn drawn<T>(&self, usual: T, draw: impl FnOnce(&mut Luck) -> (T, Option<&'static str>)) -> T {
        let Some((fate, mishap)) = lock(&self.switches.luck).as_mut().map(draw) else {
            return usual;
        };
        if let Some(name) = mishap {
            *lock(&self.switches.happened).entry(name).or_default() += 1;
        }
        fate
    }

    pub(crate) fn drops_disconnects(&self) -> bool {
        self.switches.drop_disconnects.load(Ordering::SeqCst)
    }

    pub(crate) fn duplicates_timers(&self) -> bool {
        self.switches.duplicate_timers.load(Ordering::SeqCst)
    }

    pub(crate) fn shuffle_delay_ms(&self) -> u64 {
        let mut shuffle = lock(&self.switches.shuffle);
        shuffle
            .as_mut()
            .map_or(0, |random| random.random_range(0..=LONGEST_SHUFFLE_MS))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for Controls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Controls").finish_non_exhaustive()
    }
}
