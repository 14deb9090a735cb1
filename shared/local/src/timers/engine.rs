//! Starts whatever is due.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::book::{Book, Job};
use crate::activity::Activity;
use crate::controls::Controls;
use crate::database::Keep;
use crate::ids::Ids;
use crate::runner::Runner;
use crate::{InvokeError, LocalClock};

/// What timers share with the rest of the stack.
pub(crate) struct Timers {
    pub(super) runner: Arc<Runner>,
    pub(super) clock: LocalClock,
    pub(super) controls: Controls,
    pub(super) activity: Activity,
    pub(super) ids: Arc<Ids>,
    book: Mutex<Book>,
    changed: Notify,
}

impl Timers {
    /// Reads the timers of an earlier process and arms the template's
    /// schedules.
    pub(crate) fn open(
        keep: Keep,
        runner: Arc<Runner>,
        clock: LocalClock,
        controls: Controls,
        activity: Activity,
        ids: Arc<Ids>,
    ) -> Result<Self, String> {
        let fed = runner.template.sources.iter();
        let fed = fed.map(|source| source.queue_arn.clone()).collect();
        let timers = Self {
            runner,
            clock,
            controls,
            activity,
            ids,
            book: Mutex::new(Book::load(keep, fed)?),
            changed: Notify::new(),
        };
        timers.arm_declared()?;
        Ok(timers)
    }

    pub(super) fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the engine look again.
    pub(super) fn wake(&self) {
        self.changed.notify_one();
    }

    /// Whether something should have begun by now.
    pub(crate) fn has_due(&self) -> bool {
        let now = self.clock.now_ms();
        self.book().next_due().is_some_and(|due| due <= now)
    }

    /// Delivers for ever.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut moves = self.clock.moves();
        loop {
            let next = self.start_due().unwrap_or(i64::MAX);
            tokio::select! {
                _ = moves.changed() => {}
                () = self.changed.notified() => {}
                () = self.clock.sleep_until(next) => {}
            }
        }
    }

    /// Begins every delivery that is due and says when the next one will be.
    fn start_due(self: &Arc<Self>) -> Option<i64> {
        let _busy = self.activity.enter();
        let now = self.clock.now_ms();
        let mut book = self.book();
        for key in book.due(now) {
            if let Err(error) = self.fire(&mut book, &key, now) {
                give_up(&mut book, &key, &error);
            }
        }
        let mut waiting: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for key in book.due(now) {
            match book.get(&key).map(|row| &row.job) {
                Some(Job::Message(message)) => {
                    waiting.entry(message.queue.clone()).or_default().push(key);
                }
                Some(Job::Call(_)) => self.start_call(&mut book, &key, now),
                Some(Job::Schedule(_)) | None => {}
            }
        }
        for (queue, keys) in waiting {
            self.start_messages(&mut book, &queue, &keys, now);
        }
        book.next_due()
    }

    /// One delivery, or two at once when a test asks for it.
    pub(super) async fn deliver(
        &self,
        function: &str,
        event: serde_json::Value,
    ) -> Result<serde_json::Value, InvokeError> {
        if !self.controls.duplicates_timers() {
            return self.runner.run(function, event).await;
        }
        let copy = self.runner.run(function, event.clone());
        let (first, _) = tokio::join!(self.runner.run(function, event), copy);
        first
    }
}

/// A row that cannot be written would be found due for ever: it waits for the
/// next start instead.
pub(super) fn give_up(book: &mut Book, key: &str, error: &str) {
    tracing::error!(key, error, "timer cannot be kept");
    book.begin(key);
}
