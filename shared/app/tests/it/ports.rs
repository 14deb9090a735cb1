//! Ports that keep what went out, and a clock that moves when it is told to.

use damero_app::{BoxFuture, Clock, Delivery, PortError, Push, Timers};
use damero_domain::ids::{ConnectionId, GameId, RoomId};
use damero_domain::time::{Millis, Timestamp};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

/// How many messages were posted to connections that are all there.
#[derive(Default)]
pub(crate) struct Posts(AtomicUsize);

impl Posts {
    /// How many since the last time somebody asked.
    pub(crate) fn take(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}

impl Push for Posts {
    fn post<'a>(&'a self, _to: &'a ConnectionId, _message: String) -> BoxFuture<'a, Delivery> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Delivery::Delivered })
    }

    fn close<'a>(&'a self, _connection: &'a ConnectionId) -> BoxFuture<'a, ()> {
        Box::pin(async {})
    }
}

/// What was armed.
#[derive(Default)]
pub(crate) struct Armed(Mutex<Vec<&'static str>>);

impl Armed {
    /// What was armed since the last time somebody asked.
    pub(crate) fn take(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Timers for Armed {
    fn watch_clock(&self, _game: GameId, delay: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        assert!(delay > Millis::ZERO, "a watchdog looks later");
        self.0.lock().unwrap().push("message");
        Box::pin(async { Ok(()) })
    }

    fn lapse_room(&self, _room: RoomId, _at: Timestamp) -> BoxFuture<'_, Result<(), PortError>> {
        self.0.lock().unwrap().push("schedule");
        Box::pin(async { Ok(()) })
    }
}

/// A clock that stands.
pub(crate) struct Standing(AtomicI64);

impl Standing {
    pub(crate) fn at(now: i64) -> Standing {
        Standing(AtomicI64::new(now))
    }

    pub(crate) fn pass(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}
