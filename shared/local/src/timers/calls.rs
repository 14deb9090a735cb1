//! Asynchronous invocations: accepted, then tried three times.

use std::sync::Arc;

use serde_json::Value;

use super::book::{Book, Call, Job, Row, call_key};
use super::engine::{Timers, give_up};

/// Lambda's waits before the second and the third attempt.
const RETRY_AFTER_MS: [i64; 2] = [60_000, 120_000];

impl Timers {
    /// Accepts an invocation that nobody waits for.
    pub(crate) fn call(&self, function: &str, payload: Value) -> Result<(), String> {
        let row = Row {
            due_ms: Some(self.clock.now_ms()),
            job: Job::Call(Call {
                function: function.to_owned(),
                payload,
                attempts: 0,
                scheduled: false,
            }),
        };
        self.book().put(call_key(&self.ids.uuid()), row)?;
        self.wake();
        Ok(())
    }

    /// Begins one attempt. The next one is written down first, so that a
    /// killed process makes it.
    pub(super) fn start_call(self: &Arc<Self>, book: &mut Book, key: &str, now: i64) {
        let Some(
            row @ Row {
                job: Job::Call(call),
                ..
            },
        ) = book.get(key)
        else {
            return;
        };
        if book.waits(row) {
            return;
        }
        let mut call = call.clone();
        let retry_after = RETRY_AFTER_MS.get(call.attempts).copied();
        call.attempts += 1;
        let row = Row {
            // After the last attempt it is due at once, only to be given up.
            due_ms: Some(now.saturating_add(retry_after.unwrap_or(0))),
            job: Job::Call(call.clone()),
        };
        if call.attempts > RETRY_AFTER_MS.len() + 1 {
            tracing::error!(function = call.function, "given up after three attempts");
            if let Err(error) = book.remove(key) {
                give_up(book, key, &error);
            }
            return;
        }
        if let Err(error) = book.put(key.to_owned(), row) {
            give_up(book, key, &error);
            return;
        }
        book.begin(key);
        let busy = self.activity.enter();
        let timers = Arc::clone(self);
        let key = key.to_owned();
        tokio::spawn(async move {
            timers.attempt(&key, call).await;
            drop(busy);
        });
    }

    async fn attempt(&self, key: &str, call: Call) {
        let result = self.deliver(&call.function, call.payload).await;
        let mut book = self.book();
        book.end(key);
        if result.is_ok()
            && let Err(error) = book.remove(key)
        {
            give_up(&mut book, key, &error);
        }
        drop(book);
        self.wake();
    }
}
