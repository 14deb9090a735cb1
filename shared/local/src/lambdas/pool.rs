//! The sandboxes of one function.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::Value;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::desk::Answer;
use super::sandbox::Sandbox;
use super::{Host, SandboxPhase, SandboxView, errors};
use crate::{FunctionSpec, InvokeError};

/// One function's sandboxes, those used last at the end.
pub(super) struct Pool {
    host: Arc<Host>,
    pub(super) spec: FunctionSpec,
    /// Invocations that may run at once.
    room: Semaphore,
    members: Mutex<Vec<Member>>,
    /// Invocations that were answered, in whatever sandbox.
    answered: AtomicU64,
}

struct Member {
    sandbox: Arc<Sandbox>,
    phase: Phase,
    /// Ends as soon as it is not busy.
    retiring: bool,
    invocations: u64,
    cold_start_ms: Option<u128>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Starting,
    Busy,
    Idle(Instant),
}

impl Pool {
    pub(super) fn new(host: Arc<Host>, spec: FunctionSpec) -> Arc<Self> {
        let most = host.binaries.most;
        let reserved = spec.reserved.and_then(|most| usize::try_from(most).ok());
        let most = reserved.map_or(most, |reserved| reserved.min(most));
        Arc::new(Self {
            host,
            spec,
            room: Semaphore::new(most),
            members: Mutex::default(),
            answered: AtomicU64::new(0),
        })
    }

    fn members(&self) -> MutexGuard<'_, Vec<Member>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one invocation in a warm sandbox, or in a new one.
    pub(super) async fn run(self: Arc<Self>, event: Value) -> Answer {
        let _place = self.place(&event).await?;
        let sandbox = self.take().await?;
        let answer = sandbox.invoke(&self.host, &self.spec, &event).await;
        if answer.is_ok() {
            self.answered.fetch_add(1, Ordering::SeqCst);
        }
        self.put_back(&sandbox);
        answer
    }

    /// Room for one more. Beyond the most, whoever waits for an answer is refused;
    /// what polls a queue asks for no more than there is room for.
    async fn place(&self, event: &Value) -> Result<SemaphorePermit<'_>, InvokeError> {
        match self.room.try_acquire() {
            Ok(place) => Ok(place),
            Err(_) if is_polled(event) => {
                let place = self.room.acquire().await;
                place.map_err(|closed| errors::internal(&closed))
            }
            Err(_) => Err(errors::throttled()),
        }
    }

    async fn take(self: &Arc<Self>) -> Result<Arc<Sandbox>, InvokeError> {
        loop {
            let sandbox = match self.take_warm() {
                Some(sandbox) => sandbox,
                None => self.start().await?,
            };
            if !self.is_stale(&sandbox) {
                return Ok(sandbox);
            }
            // The clock was moved while it started.
            sandbox.end().await;
        }
    }

    /// The one used last, as long as it lives in the present time.
    fn take_warm(&self) -> Option<Arc<Sandbox>> {
        let mut members = self.members();
        let warm = members.iter_mut().rev().find(|member| {
            matches!(member.phase, Phase::Idle(_))
                && !member.retiring
                && !member.sandbox.has_ended()
                && !self.is_stale(&member.sandbox)
        })?;
        warm.phase = Phase::Busy;
        let sandbox = Arc::clone(&warm.sandbox);
        drop(members);
        self.host.changed();
        Some(sandbox)
    }

    /// A cold start.
    async fn start(self: &Arc<Self>) -> Result<Arc<Sandbox>, InvokeError> {
        let began = Instant::now();
        let sandbox = Sandbox::start(&self.host, &self.spec);
        let sandbox = Arc::new(sandbox.map_err(|fault| errors::cannot_start(&fault))?);
        self.members().push(Member {
            sandbox: Arc::clone(&sandbox),
            phase: Phase::Starting,
            retiring: false,
            invocations: 0,
            cold_start_ms: None,
        });
        self.host.changed();
        tokio::spawn(Arc::clone(self).forget(Arc::clone(&sandbox)));
        if let Err(error) = sandbox.ready(self.host.binaries.init).await {
            // The next invocation tries again.
            sandbox.end().await;
            return Err(error);
        }
        let ms = began.elapsed().as_millis();
        tracing::debug!(
            function = self.spec.name,
            pid = sandbox.pid,
            ms,
            "cold start"
        );
        self.with(&sandbox, |member| {
            member.phase = Phase::Busy;
            member.cold_start_ms = Some(ms);
        });
        Ok(sandbox)
    }

    /// Takes a sandbox off the list when it has ended, whyever.
    async fn forget(self: Arc<Self>, sandbox: Arc<Sandbox>) {
        sandbox.end_of_process().await;
        let number = sandbox.number;
        self.members()
            .retain(|member| member.sandbox.number != number);
        self.host.changed();
    }

    fn with(&self, sandbox: &Sandbox, change: impl FnOnce(&mut Member)) {
        let mut members = self.members();
        let own = |member: &&mut Member| member.sandbox.number == sandbox.number;
        if let Some(member) = members.iter_mut().find(own) {
            change(member);
        }
        drop(members);
        self.host.changed();
    }

    fn put_back(&self, sandbox: &Sandbox) {
        let mut members = self.members();
        let own = |member: &Member| member.sandbox.number == sandbox.number;
        if let Some(at) = members.iter().position(own) {
            let mut member = members.remove(at);
            member.invocations += 1;
            member.phase = Phase::Idle(Instant::now());
            members.push(member);
        }
        drop(members);
        self.host.changed();
        self.tidy();
    }

    fn is_stale(&self, sandbox: &Sandbox) -> bool {
        self.host.clock.offset_ms() != Some(sandbox.offset_ms)
    }

    /// Ends what idles for too long, in another time, or against orders.
    pub(super) fn tidy(&self) {
        let mut members = self.members();
        for member in members.iter_mut() {
            let Phase::Idle(since) = member.phase else {
                continue;
            };
            member.retiring |=
                self.is_stale(&member.sandbox) || since.elapsed() >= self.host.binaries.idle;
            if member.retiring {
                member.sandbox.kill();
            }
        }
    }

    /// Retires every sandbox: idle ones now, busy ones when they have answered.
    pub(super) fn chill(&self) -> usize {
        let mut members = self.members();
        for member in members.iter_mut() {
            member.retiring = true;
        }
        let count = members.len();
        drop(members);
        self.tidy();
        count
    }

    /// Every sandbox, whatever it does.
    pub(super) fn all(&self) -> Vec<Arc<Sandbox>> {
        let members = self.members();
        let all = members.iter().map(|member| Arc::clone(&member.sandbox));
        all.collect()
    }

    pub(super) fn answered(&self) -> u64 {
        self.answered.load(Ordering::SeqCst)
    }

    pub(super) fn views(&self) -> Vec<SandboxView> {
        let members = self.members();
        let views = members.iter().map(|member| SandboxView {
            function: self.spec.name.clone(),
            pid: member.sandbox.pid,
            phase: match member.phase {
                Phase::Starting => SandboxPhase::Starting,
                Phase::Busy => SandboxPhase::Busy,
                Phase::Idle(_) => SandboxPhase::Idle,
            },
            invocations: member.invocations,
            cold_start_ms: member.cold_start_ms,
            offset_ms: member.sandbox.offset_ms + member.sandbox.skew_ms,
        });
        views.collect()
    }
}

/// Whether a queue's poller brings this.
fn is_polled(event: &Value) -> bool {
    event.pointer("/Records/0/eventSource") == Some(&Value::from("aws:sqs"))
}
