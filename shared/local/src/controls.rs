//! Switches that make the cloud misbehave on purpose.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use crate::gateway::{Ending, Registry};

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
        let mut shuffle = self
            .switches
            .shuffle
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *shuffle = seed.map(StdRng::seed_from_u64);
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
        self.switches
            .posts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn count_post(&self, status: u16) {
        let mut posts = self
            .switches
            .posts
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *posts.entry(status).or_default() += 1;
    }

    pub(crate) fn drops_disconnects(&self) -> bool {
        self.switches.drop_disconnects.load(Ordering::SeqCst)
    }

    pub(crate) fn duplicates_timers(&self) -> bool {
        self.switches.duplicate_timers.load(Ordering::SeqCst)
    }

    pub(crate) fn shuffle_delay_ms(&self) -> u64 {
        let mut shuffle = self
            .switches
            .shuffle
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        shuffle
            .as_mut()
            .map_or(0, |random| random.random_range(0..=LONGEST_SHUFFLE_MS))
    }
}

impl std::fmt::Debug for Controls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Controls").finish_non_exhaustive()
    }
}
