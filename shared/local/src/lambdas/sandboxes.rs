//! The sandboxes from outside: seen, killed, made cold.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::Host;
use super::pool::Pool;

/// Stands for every function.
const ALL: &str = "*";

/// All sandboxes of a stack; copies are the same.
///
/// A function goes by its own name or the template's; `*` means all of them. Naming
/// none gives `None`.
#[derive(Clone)]
pub struct Sandboxes {
    host: Arc<Host>,
    pools: Arc<BTreeMap<String, Arc<Pool>>>,
}

/// One sandbox as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SandboxView {
    /// Whose it is.
    pub function: String,
    /// Its process.
    pub pid: u32,
    /// What it does.
    pub phase: SandboxPhase,
    /// Invocations it has ended.
    pub invocations: u64,
    /// Milliseconds from its start to its first question for work.
    pub cold_start_ms: Option<u128>,
    /// How far its clock is ahead of the machine's.
    pub offset_ms: i64,
}

/// What a sandbox does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SandboxPhase {
    /// It has not asked for work yet.
    Starting,
    /// It has an invocation.
    Busy,
    /// It is warm.
    Idle,
}

impl Sandboxes {
    pub(super) fn new(host: Arc<Host>, pools: BTreeMap<String, Arc<Pool>>) -> Self {
        Self {
            host,
            pools: Arc::new(pools),
        }
    }

    pub(super) fn pools(&self) -> impl Iterator<Item = &Arc<Pool>> {
        self.pools.values()
    }

    pub(super) fn pool(&self, function: &str) -> Option<&Arc<Pool>> {
        self.pools.get(function)
    }

    fn named(&self, function: &str) -> Option<Vec<&Arc<Pool>>> {
        let named = |pool: &&Arc<Pool>| {
            function == ALL || pool.spec.name == function || pool.spec.logical_id == function
        };
        let pools: Vec<_> = self.pools().filter(named).collect();
        (!pools.is_empty()).then_some(pools)
    }

    /// Every sandbox, by function, those used last at the end.
    #[must_use]
    pub fn list(&self) -> Vec<SandboxView> {
        self.pools().flat_map(|pool| pool.views()).collect()
    }

    /// How many invocations of each function have succeeded, whatever has become of
    /// their sandboxes.
    #[must_use]
    pub fn answered(&self) -> BTreeMap<String, u64> {
        let pools = self.pools.iter();
        pools
            .map(|(name, pool)| (name.clone(), pool.answered()))
            .collect()
    }

    /// Waits until the list is as wanted.
    pub async fn until(&self, wanted: impl Fn(&[SandboxView]) -> bool) -> Vec<SandboxView> {
        let mut changes = self.host.changes.subscribe();
        loop {
            changes.borrow_and_update();
            let list = self.list();
            if wanted(&list) || changes.changed().await.is_err() {
                return list;
            }
        }
    }

    /// Kills what there is of a function, in mid-invocation too, and waits for the
    /// ends. How many there were.
    pub async fn kill(&self, function: &str) -> Option<usize> {
        let pools = self.named(function)?;
        let doomed: Vec<_> = pools.iter().flat_map(|pool| pool.all()).collect();
        for sandbox in &doomed {
            sandbox.kill();
        }
        for sandbox in &doomed {
            sandbox.end_of_process().await;
        }
        Some(doomed.len())
    }

    /// Makes the next invocation of a function a cold start: warm sandboxes end, and
    /// busy ones when they have answered. How many there were.
    pub fn chill(&self, function: &str) -> Option<usize> {
        let pools = self.named(function)?;
        Some(pools.iter().map(|pool| pool.chill()).sum())
    }
}

impl std::fmt::Debug for Sandboxes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.list()).finish()
    }
}
