//! The one clock everything in the stack reads, movable by tests.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use chrono::Utc;
use tokio::sync::watch;

/// Longest real sleep before the clock is read again: the machine's own clock
/// may be set, or the machine may have slept.
const LONGEST_NAP: Duration = Duration::from_secs(30);

/// A clock that runs with the machine's, shifted, or stands still until moved.
///
/// Copies share one time. Moving it wakes everything that waits for a time.
#[derive(Clone)]
pub struct LocalClock {
    shared: Arc<Shared>,
}

struct Shared {
    /// Running: milliseconds added to the machine's clock. Frozen: the time.
    value: AtomicI64,
    frozen: bool,
    moved: watch::Sender<u64>,
    keeper: OnceLock<Keeper>,
}

/// Told the kept value at each move, before anything wakes.
type Keeper = Box<dyn Fn(i64) + Send + Sync>;

impl LocalClock {
    /// A clock that runs `offset_ms` ahead of the machine's.
    pub fn running(offset_ms: i64) -> Self {
        Self::build(offset_ms, false)
    }

    /// A clock that stands at `now_ms` until it is moved.
    pub fn frozen(now_ms: i64) -> Self {
        Self::build(now_ms, true)
    }

    fn build(value: i64, frozen: bool) -> Self {
        Self {
            shared: Arc::new(Shared {
                value: AtomicI64::new(value),
                frozen,
                moved: watch::Sender::new(0),
                keeper: OnceLock::new(),
            }),
        }
    }

    /// Milliseconds since the Unix epoch.
    pub fn now_ms(&self) -> i64 {
        let value = self.shared.value.load(Ordering::SeqCst);
        if self.shared.frozen {
            value
        } else {
            Utc::now().timestamp_millis().saturating_add(value)
        }
    }

    /// Moves the clock by `ms` and wakes whatever has become due.
    pub fn advance(&self, ms: i64) {
        self.shared.value.fetch_add(ms, Ordering::SeqCst);
        self.wake();
    }

    /// Puts the clock at `ms` since the Unix epoch and wakes whatever has
    /// become due.
    pub fn set(&self, ms: i64) {
        let value = if self.shared.frozen {
            ms
        } else {
            ms.saturating_sub(Utc::now().timestamp_millis())
        };
        self.shared.value.store(value, Ordering::SeqCst);
        self.wake();
    }

    /// How far it runs ahead of the machine's clock; `None` if it stands still.
    pub(crate) fn offset_ms(&self) -> Option<i64> {
        (!self.shared.frozen).then(|| self.shared.value.load(Ordering::SeqCst))
    }

    /// Whether time stands still between moves.
    pub fn is_frozen(&self) -> bool {
        self.shared.frozen
    }

    /// Has every later move written down by `keeper`, whose argument a new
    /// clock of the same kind begins with.
    pub(crate) fn keep_with(&self, keeper: impl Fn(i64) + Send + Sync + 'static) {
        // A second keeper would be a second stack on one clock: there is none.
        let _ = self.shared.keeper.set(Box::new(keeper));
    }

    /// Sees each move after the call.
    pub(crate) fn moves(&self) -> watch::Receiver<u64> {
        self.shared.moved.subscribe()
    }

    /// Returns once the clock shows `due_ms` or later.
    pub(crate) async fn sleep_until(&self, due_ms: i64) {
        let mut moved = self.moves();
        loop {
            let wait = due_ms.saturating_sub(self.now_ms());
            if wait <= 0 {
                return;
            }
            let nap = Duration::from_millis(wait.unsigned_abs()).min(LONGEST_NAP);
            tokio::select! {
                _ = moved.changed() => {}
                () = tokio::time::sleep(nap), if !self.shared.frozen => {}
            }
        }
    }

    fn wake(&self) {
        if let Some(keep) = self.shared.keeper.get() {
            keep(self.shared.value.load(Ordering::SeqCst));
        }
        self.shared
            .moved
            .send_modify(|moves| *moves = moves.wrapping_add(1));
    }
}

impl std::fmt::Debug for LocalClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalClock")
            .field("now_ms", &self.now_ms())
            .field("frozen", &self.shared.frozen)
            .finish()
    }
}
