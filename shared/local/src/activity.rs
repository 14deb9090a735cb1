//! Counts what is under way, so that a test can wait for calm.

use std::sync::Arc;

use tokio::sync::watch;

/// Number of things under way; copies share it.
#[derive(Clone)]
pub(crate) struct Activity {
    count: Arc<watch::Sender<usize>>,
}

/// One thing under way, until dropped.
pub(crate) struct Busy {
    count: Arc<watch::Sender<usize>>,
}

impl Activity {
    pub(crate) fn new() -> Self {
        Self {
            count: Arc::new(watch::Sender::new(0)),
        }
    }

    /// Marks one thing as under way.
    pub(crate) fn enter(&self) -> Busy {
        self.count.send_modify(|count| *count += 1);
        Busy {
            count: Arc::clone(&self.count),
        }
    }

    /// Sees every change of the number.
    pub(crate) fn watch(&self) -> watch::Receiver<usize> {
        self.count.subscribe()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.count
            .send_modify(|count| *count = count.saturating_sub(1));
    }
}
