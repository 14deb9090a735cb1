//! Running one handler as a Lambda function.

use crate::handlers::{Error, Handler};
use crate::host::{Settings, from_environment};
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;
use std::time::Instant;
use tracing_subscriber::EnvFilter;

/// Serves `handler` until the sandbox ends.
///
/// # Errors
/// When the runtime API cannot be reached.
pub async fn run(handler: Handler) -> Result<(), lambda_runtime::Error> {
    tracing_subscriber::fmt()
        .json()
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| "info".into()))
        .with_target(false)
        .without_time()
        .init();
    let settings = Settings::from_variables(|name| std::env::var(name).ok());
    let app = from_environment(&settings).await;
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
        outcome
    }))
    .await
}
