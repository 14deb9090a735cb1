//! Where a sandbox fetches its invocations and leaves its answers.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{Notify, oneshot, watch};

use crate::InvokeError;

/// What a function answered.
pub(super) type Answer = Result<Value, InvokeError>;

/// How far a sandbox's start is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Init {
    Running,
    Ready,
    Failed(InvokeError),
}

/// One invocation as a runtime sees it.
#[derive(Debug, Clone)]
pub(super) struct Invocation {
    pub(super) request: String,
    pub(super) event: String,
    pub(super) deadline_ms: i64,
    pub(super) arn: String,
    pub(super) trace: String,
}

/// What a runtime may not do as it stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Misuse {
    /// Its present invocation is another one, or none.
    UnknownRequest,
    /// It has not answered yet, or has started long ago.
    WrongState,
}

/// One sandbox's end of the Runtime API.
pub(super) struct Desk {
    state: Mutex<State>,
    handed: Notify,
    init: watch::Sender<Init>,
}

#[derive(Default)]
struct State {
    waiting: Option<(Invocation, oneshot::Sender<Answer>)>,
    running: Option<(String, oneshot::Sender<Answer>)>,
}

impl Desk {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::default(),
            handed: Notify::new(),
            init: watch::Sender::new(Init::Running),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees how the start goes.
    pub(super) fn init(&self) -> watch::Receiver<Init> {
        self.init.subscribe()
    }

    /// Leaves an invocation for the runtime to fetch.
    pub(super) fn hand(&self, invocation: Invocation) -> oneshot::Receiver<Answer> {
        let (answer, answered) = oneshot::channel();
        self.state().waiting = Some((invocation, answer));
        self.handed.notify_one();
        answered
    }

    /// The runtime's next invocation, when there is one.
    pub(super) async fn next(&self) -> Result<Invocation, Misuse> {
        if self.state().running.is_some() {
            return Err(Misuse::WrongState);
        }
        self.init.send_if_modified(|init| {
            let first = *init == Init::Running;
            if first {
                *init = Init::Ready;
            }
            first
        });
        loop {
            if let Some(invocation) = self.fetch() {
                return Ok(invocation);
            }
            self.handed.notified().await;
        }
    }

    fn fetch(&self) -> Option<Invocation> {
        let mut state = self.state();
        let (invocation, answer) = state.waiting.take()?;
        state.running = Some((invocation.request.clone(), answer));
        Some(invocation)
    }

    /// Takes the answer to the present invocation.
    pub(super) fn answer(&self, request: &str, answer: Answer) -> Result<(), Misuse> {
        let running = self.state().running.take_if(|(own, _)| own == request);
        let (_, waiting) = running.ok_or(Misuse::UnknownRequest)?;
        // Whoever asked may have given up.
        let _ = waiting.send(answer);
        Ok(())
    }

    /// Takes the report of a start that failed.
    pub(super) fn fail_init(&self, error: InvokeError) -> Result<(), Misuse> {
        let starting = self.init.send_if_modified(|init| {
            let starting = *init == Init::Running;
            if starting {
                *init = Init::Failed(error);
            }
            starting
        });
        if starting {
            Ok(())
        } else {
            Err(Misuse::WrongState)
        }
    }
}
