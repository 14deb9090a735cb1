//! Ports that keep what went out, and a clock that moves when it is told to.

use damero_app::{BoxFuture, Clock, Delivery, PortError, Push, Timers};
use damero_domain::ids::{ConnectionId, GameId, RoomId};
use damero_domain::time::{Millis, Timestamp};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

/// What was posted, to connections that are there unless it was said that they are gone.
#[derive(Default)]
pub(crate) struct Posts {
    count: AtomicUsize,
    heard: Mutex<Vec<(ConnectionId, String)>>,
    gone: Mutex<Vec<ConnectionId>>,
    closed: Mutex<Vec<ConnectionId>>,
}

impl Posts {
    /// How many since the last time somebody asked.
    pub(crate) fn take(&self) -> usize {
        self.heard.lock().unwrap().clear();
        self.count.swap(0, Ordering::SeqCst)
    }

    /// What a connection has heard since then, in order.
    pub(crate) fn to(&self, to: &ConnectionId) -> Vec<String> {
        let heard = self.heard.lock().unwrap();
        let own = heard.iter().filter(|(heard, _)| heard == to);
        own.map(|(_, message)| message.clone()).collect()
    }

    /// Everything heard since then, in order.
    pub(crate) fn heard(&self) -> Vec<(ConnectionId, String)> {
        self.heard.lock().unwrap().clone()
    }

    /// Whose connection was closed.
    pub(crate) fn closed(&self) -> Vec<ConnectionId> {
        self.closed.lock().unwrap().clone()
    }

    /// From now on everybody is there.
    pub(crate) fn find_all(&self) {
        self.gone.lock().unwrap().clear();
    }

    /// From now on nobody is there, and nobody was told.
    pub(crate) fn lose(&self, connection: &ConnectionId) {
        self.gone.lock().unwrap().push(connection.clone());
    }
}

impl Push for Posts {
    fn post<'a>(&'a self, to: &'a ConnectionId, message: String) -> BoxFuture<'a, Delivery> {
        self.count.fetch_add(1, Ordering::SeqCst);
        if self.gone.lock().unwrap().contains(to) {
            return Box::pin(async { Delivery::Gone });
        }
        self.heard.lock().unwrap().push((to.clone(), message));
        Box::pin(async { Delivery::Delivered })
    }

    fn close<'a>(&'a self, connection: &'a ConnectionId) -> BoxFuture<'a, Delivery> {
        self.closed.lock().unwrap().push(connection.clone());
        Box::pin(async { Delivery::Delivered })
    }
}

/// What was armed.
#[derive(Default)]
pub(crate) struct Armed(Mutex<Vec<Timer>>);

/// A timer as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    /// A watchdog, so long from now.
    Clock(GameId, Millis),
    /// An invitation's end.
    Lapse(RoomId, Timestamp),
}

impl Armed {
    /// What was armed since the last time somebody asked.
    pub(crate) fn take(&self) -> Vec<Timer> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Timers for Armed {
    fn watch_clock(&self, game: GameId, delay: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        assert!(delay > Millis::ZERO, "a watchdog looks later");
        self.0.lock().unwrap().push(Timer::Clock(game, delay));
        Box::pin(async { Ok(()) })
    }

    fn lapse_room(&self, room: RoomId, at: Timestamp) -> BoxFuture<'_, Result<(), PortError>> {
        self.0.lock().unwrap().push(Timer::Lapse(room, at));
        Box::pin(async { Ok(()) })
    }
}

/// A clock that stands.
pub(crate) struct Standing(AtomicI64);

impl Standing {
    pub(crate) fn at(now: i64) -> Standing {
        Standing(AtomicI64::new(now))
    }

    pub(crate) fn set(&self, now: i64) {
        self.0.store(now, Ordering::SeqCst);
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
