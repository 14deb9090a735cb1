//! `/_local/sandboxes`: the functions' processes, to see, kill and make cold.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use super::Services;

/// What is to become of a function's sandboxes.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Order {
    Kill(String),
    Chill(String),
}

pub(super) fn routes() -> Router<Arc<Services>> {
    Router::new().route("/_local/sandboxes", get(list).post(order))
}

fn none() -> Response {
    let message = "the functions run in the stack's own process: start it with --lambdas";
    (StatusCode::NOT_FOUND, message).into_response()
}

async fn list(State(services): State<Arc<Services>>) -> Response {
    match services.runner.invoker.sandboxes() {
        Some(sandboxes) => Json(sandboxes.list()).into_response(),
        None => none(),
    }
}

async fn order(State(services): State<Arc<Services>>, body: Bytes) -> Response {
    let Some(sandboxes) = services.runner.invoker.sandboxes() else {
        return none();
    };
    let (function, done) = match serde_json::from_slice(&body) {
        Ok(Order::Kill(function)) => {
            let done = sandboxes.kill(&function).await;
            (function, done)
        }
        Ok(Order::Chill(function)) => {
            let done = sandboxes.chill(&function);
            (function, done)
        }
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    match done {
        Some(count) => Json(json!({ "sandboxes": count })).into_response(),
        None => {
            let message = format!("Function not found: {function}");
            (StatusCode::NOT_FOUND, message).into_response()
        }
    }
}
