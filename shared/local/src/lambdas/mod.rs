//! The functions' real binaries, each in processes of its own, behind the Lambda
//! Runtime API.
//!
//! A process is a sandbox: it is started when an invocation finds no warm one, takes
//! one invocation at a time, and stays warm for the next. What the cloud does to
//! sandboxes may be done to these on demand, through [`Sandboxes`].

mod api;
mod binaries;
mod desk;
mod environment;
mod errors;
mod logs;
mod pool;
mod sandbox;
mod sandboxes;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

pub use binaries::{Binaries, Skew};
pub(crate) use errors::THROTTLED;
pub use sandboxes::{SandboxPhase, SandboxView, Sandboxes};

use crate::ids::Ids;
use crate::{BoxFuture, Endpoints, Functions, InvokeError, Invoker, LocalClock, StartError};
use pool::Pool;

/// Longest wait between two looks for sandboxes that idled too long.
const LONGEST_NAP: Duration = Duration::from_secs(60);

/// What all sandboxes share.
struct Host {
    binaries: Binaries,
    endpoints: Endpoints,
    clock: LocalClock,
    ids: Ids,
    /// Sandboxes started so far.
    started: AtomicU64,
    /// Counts what happened to sandboxes.
    changes: watch::Sender<u64>,
}

impl Host {
    fn changed(&self) {
        self.changes
            .send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// The functions as processes.
pub(crate) struct Lambdas {
    sandboxes: Sandboxes,
}

impl Lambdas {
    /// Makes sure that every function can be started; starts none yet.
    pub(crate) fn start(functions: &Functions, binaries: &Binaries) -> Result<Self, StartError> {
        if functions.clock.is_frozen() {
            return Err(StartError::FrozenClock);
        }
        binaries.check(functions.by_name.keys())?;
        let host = Arc::new(Host {
            binaries: binaries.clone(),
            endpoints: functions.endpoints.clone(),
            clock: functions.clock.clone(),
            ids: Ids::new(None),
            started: AtomicU64::new(0),
            changes: watch::Sender::new(0),
        });
        let specs = functions.by_name.iter();
        let pools: BTreeMap<_, _> = specs
            .map(|(name, spec)| (name.clone(), Pool::new(Arc::clone(&host), spec.clone())))
            .collect();
        let sandboxes = Sandboxes::new(Arc::clone(&host), pools);
        tokio::spawn(tidy(host, sandboxes.clone()));
        Ok(Self { sandboxes })
    }
}

/// Ends sandboxes that idled too long or live in another time than the stack.
async fn tidy(host: Arc<Host>, sandboxes: Sandboxes) {
    let mut moves = host.clock.moves();
    let nap = host.binaries.idle.min(LONGEST_NAP);
    loop {
        tokio::select! {
            _ = moves.changed() => {}
            () = tokio::time::sleep(nap) => {}
        }
        for pool in sandboxes.pools() {
            pool.tidy();
        }
    }
}

impl Invoker for Lambdas {
    fn invoke<'a>(
        &'a self,
        function: &'a str,
        event: Value,
    ) -> BoxFuture<'a, Result<Value, InvokeError>> {
        Box::pin(async move {
            let Some(pool) = self.sandboxes.pool(function) else {
                return Err(errors::no_function(function));
            };
            // A caller that goes away does not end the function.
            let running = tokio::spawn(Arc::clone(pool).run(event));
            running
                .await
                .unwrap_or_else(|fault| Err(errors::internal(&fault)))
        })
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn sandboxes(&self) -> Option<&Sandboxes> {
        Some(&self.sandboxes)
    }
}
