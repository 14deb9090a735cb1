//! What the reading thread can tell a search that is under way.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The reins of one search.
#[derive(Debug)]
pub(crate) struct Control {
    stopped: AtomicBool,
    /// When its time began to run.
    began: OnceLock<Instant>,
}

impl Control {
    /// Of a search whose time runs from now on, or not before it is told so.
    pub(crate) fn new(runs: bool) -> Self {
        let control = Self {
            stopped: AtomicBool::new(false),
            began: OnceLock::new(),
        };
        if runs {
            control.begin(Instant::now());
        }
        control
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Lets its time run; once it does, this changes nothing.
    pub(crate) fn begin(&self, now: Instant) {
        let _ = self.began.set(now);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether so much of its time has passed.
    pub(crate) fn has_run(&self, time: Duration) -> bool {
        self.began
            .get()
            .is_some_and(|began| began.elapsed() >= time)
    }
}
