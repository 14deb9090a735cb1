//! The border to the functions: what they are told, how they are called.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{LocalClock, Sandboxes};

/// A boxed future, as `futures_util` has it.
pub type BoxFuture<'a, T> = futures_util::future::BoxFuture<'a, T>;

/// Whoever runs the functions: handlers in this process, or real binaries.
pub trait Invoker: Send + Sync + 'static {
    /// Runs `function` (the last part of its `CodeUri`) on one event. The
    /// stack survives a panic.
    fn invoke<'a>(
        &'a self,
        function: &'a str,
        event: Value,
    ) -> BoxFuture<'a, Result<Value, InvokeError>>;

    /// Whether it ends what takes longer than the function's timeout; otherwise the
    /// stack gives such a call up.
    fn keeps_time(&self) -> bool {
        false
    }

    /// The functions' processes, if they have some.
    fn sandboxes(&self) -> Option<&Sandboxes> {
        None
    }
}

/// A function's failure, as Lambda reports it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error_type}: {message}")]
pub struct InvokeError {
    /// Class of the error.
    pub error_type: String,
    /// What went wrong.
    pub message: String,
}

/// One function of the template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionSpec {
    /// Last part of `CodeUri`: the crate's and the binary's name.
    pub name: String,
    /// Its name in the template.
    pub logical_id: String,
    /// Seconds before an invocation is given up.
    pub timeout: u64,
    /// Megabytes.
    pub memory: u64,
    /// Invocations that may run at once, where the template says so.
    pub reserved: Option<u64>,
    /// Environment variables with local values.
    pub env: BTreeMap<String, String>,
}

/// Where the stack's services listen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Endpoints {
    /// Table.
    pub dynamodb: String,
    /// Delayed messages.
    pub sqs: String,
    /// One-off schedules.
    pub scheduler: String,
    /// `@connections`, with the stage.
    pub push: String,
}

/// What the functions need to know to be built.
#[derive(Debug, Clone)]
pub struct Functions {
    /// Every function of the template by name.
    pub by_name: BTreeMap<String, FunctionSpec>,
    /// Where to reach the services.
    pub endpoints: Endpoints,
    /// The time they live in.
    pub clock: LocalClock,
}
