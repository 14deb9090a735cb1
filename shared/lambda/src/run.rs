//! Running one handler as a Lambda function.

use crate::handlers::{Error, Handler};
use crate::host::{Settings, SystemClock, from_environment};
use lambda_runtime::{Diagnostic, LambdaEvent, service_fn};
use serde_json::Value;
use std::time::Instant;
use tracing_subscriber::EnvFilter;

/// Serves the handler of the function `binary` (`damero-sync`) until the sandbox ends.
///
/// # Errors
/// When a variable that it needs is not set, or the runtime API cannot be reached.
pub async fn run(binary: &str, handler: Handler) -> Result<(), lambda_runtime::Error> {
    tracing_subscriber::fmt()
        .json()
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| "info".into()))
        .with_target(false)
        .with_span_list(false)
        .without_time()
        .init();
    let variable = |name: &str| std::env::var(name).ok();
    let function = binary.strip_prefix("damero-").unwrap_or(binary);
    let settings = Settings::of(function, variable)
        .inspect_err(|error| tracing::error!(function, %error, "cannot start"))?;
    let app = from_environment(&settings, SystemClock::from_variables(variable)).await;
    let (app, settings) = (&app, &settings);
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Value>| async move {
        let began = Instant::now();
        let outcome: Result<Value, Error> = handler(app, settings, event.payload).await;
        let ms = began.elapsed().as_millis();
        match &outcome {
            Ok(_) => tracing::info!(request = event.context.request_id, ms, "done"),
            Err(error) => {
                tracing::error!(request = event.context.request_id, ms, error = %error, "failed")
            }
        }
        outcome.map_err(diagnostic)
    }))
    .await
}

/// Left to the runtime, the type of any failure would be that of its box.
fn diagnostic(error: Error) -> Diagnostic {
    Diagnostic {
        error_type: "Fault".into(),
        error_message: error.to_string(),
    }
}
