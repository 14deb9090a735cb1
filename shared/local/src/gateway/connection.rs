//! Open connections.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};

use super::{IDLE_MS, LIFE_MS};
use crate::activity::{Activity, Busy};

/// Messages that may wait for a slow client before posts to it are refused.
const QUEUE: usize = 256;

/// How the server ends a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a closing handshake.
    Close(u16, &'static str),
    /// As if the network had gone.
    Cut,
}

/// A text on its way to a client, which counts as under way until it is written.
pub(crate) struct Queued {
    pub(crate) text: String,
    _busy: Busy,
}

/// One connection, from its handshake on.
pub(crate) struct Connection {
    pub(crate) id: String,
    pub(crate) connected_ms: i64,
    pub(crate) source_ip: IpAddr,
    pub(crate) user_agent: Option<String>,
    pub(crate) host: String,
    /// The authorizer's context, as later events carry it.
    pub(crate) authorizer: Option<Map<String, Value>>,
    active_ms: AtomicI64,
    outgoing: mpsc::Sender<Queued>,
    activity: Activity,
    ending: watch::Sender<Option<Ending>>,
}

/// What a new connection is made of.
pub(crate) struct Caller {
    pub(crate) id: String,
    pub(crate) connected_ms: i64,
    pub(crate) source_ip: IpAddr,
    pub(crate) user_agent: Option<String>,
    pub(crate) host: String,
}

impl Connection {
    pub(crate) fn new(
        caller: Caller,
        authorizer: Option<Map<String, Value>>,
        activity: &Activity,
    ) -> (Arc<Self>, mpsc::Receiver<Queued>) {
        let (outgoing, queue) = mpsc::channel(QUEUE);
        let connection = Self {
            active_ms: AtomicI64::new(caller.connected_ms),
            id: caller.id,
            connected_ms: caller.connected_ms,
            source_ip: caller.source_ip,
            user_agent: caller.user_agent,
            host: caller.host,
            authorizer,
            outgoing,
            activity: activity.clone(),
            ending: watch::Sender::new(None),
        };
        (Arc::new(connection), queue)
    }

    /// Queues a text for the client. `false`: its queue is full.
    pub(crate) fn send(&self, text: String) -> bool {
        let queued = Queued {
            text,
            _busy: self.activity.enter(),
        };
        self.outgoing.try_send(queued).is_ok()
    }

    /// Data went over it at `now_ms`.
    pub(crate) fn touch(&self, now_ms: i64) {
        self.active_ms.fetch_max(now_ms, Ordering::SeqCst);
    }

    pub(crate) fn active_ms(&self) -> i64 {
        self.active_ms.load(Ordering::SeqCst)
    }

    /// When the gateway closes it by itself, if nothing more is said.
    pub(crate) fn expires_ms(&self) -> i64 {
        let idle = self.active_ms().saturating_add(IDLE_MS);
        idle.min(self.connected_ms.saturating_add(LIFE_MS))
    }

    /// Has it ended by its own task.
    pub(crate) fn end(&self, ending: &Ending) {
        self.ending.send_if_modified(|present| {
            let first = present.is_none();
            if first {
                *present = Some(ending.clone());
            }
            first
        });
    }

    /// Resolves when [`Self::end`] has been called.
    pub(crate) async fn ended(&self) -> Ending {
        let mut ending = self.ending.subscribe();
        let seen = ending.wait_for(Option::is_some).await;
        seen.ok()
            .and_then(|seen| seen.clone())
            .unwrap_or(Ending::Cut)
    }

    fn has_due(&self, now_ms: i64) -> bool {
        self.ending.borrow().is_some() || self.expires_ms() <= now_ms
    }
}

/// All open connections by id; copies share them.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    open: Arc<Mutex<BTreeMap<String, Arc<Connection>>>>,
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn insert(&self, connection: &Arc<Connection>) {
        self.lock()
            .insert(connection.id.clone(), Arc::clone(connection));
    }

    pub(crate) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Connection>> {
        let open = self.lock().get(id).cloned();
        // A connection that is ending takes nothing more.
        open.filter(|connection| connection.ending.borrow().is_none())
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    pub(crate) fn end_all(&self, ending: &Ending) {
        for connection in self.lock().values() {
            connection.end(ending);
        }
    }

    pub(crate) fn has_due(&self, now_ms: i64) -> bool {
        self.lock()
            .values()
            .any(|connection| connection.has_due(now_ms))
    }
}
