//! Runs functions as Lambda would: bounded in time, and never taking the
//! caller down with them.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::Value;

use crate::template::Template;
use crate::{InvokeError, Invoker};

/// The functions of the template behind their invoker.
pub(crate) struct Runner {
    pub(crate) template: Arc<Template>,
    pub(crate) invoker: Arc<dyn Invoker>,
}

impl Runner {
    /// Runs the function with this name on one event.
    pub(crate) async fn run(&self, name: &str, event: Value) -> Result<Value, InvokeError> {
        let seconds = self
            .template
            .functions
            .get(name)
            .map_or(0, |function| function.spec.timeout);
        let most = if self.invoker.keeps_time() {
            Duration::MAX
        } else {
            Duration::from_secs(seconds)
        };
        // The block also catches a panic before the first await.
        let call = async { self.invoker.invoke(name, event).await };
        let bounded = tokio::time::timeout(most, AssertUnwindSafe(call).catch_unwind());
        let result = match bounded.await {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => Err(InvokeError {
                error_type: "Runtime.Panic".to_owned(),
                message: panic_message(panic.as_ref()),
            }),
            Err(_) => Err(InvokeError {
                error_type: "Sandbox.Timedout".to_owned(),
                message: format!("Task timed out after {seconds}.00 seconds"),
            }),
        };
        if let Err(error) = &result {
            tracing::warn!(function = name, %error, "function failed");
        }
        result
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panicked".to_owned())
}
