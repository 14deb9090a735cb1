//! The Lambda Runtime API, version 2018-06-01, for one sandbox.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::desk::{Desk, Invocation, Misuse};
use super::errors;
use crate::InvokeError;

/// Lambda takes answers of 6 MB and some room for their envelope.
const MAX_ANSWER: usize = 6 * 1024 * 1024 + 100 * 1024;

pub(super) fn router(desk: Arc<Desk>) -> Router {
    let runtime = Router::new()
        .route("/invocation/next", get(next))
        .route("/invocation/{request}/response", post(response))
        .route("/invocation/{request}/error", post(error))
        .route("/init/error", post(init_error));
    Router::new()
        .nest("/2018-06-01/runtime", runtime)
        .layer(DefaultBodyLimit::max(MAX_ANSWER))
        .with_state(desk)
}

/// Answers when there is an invocation, however long that takes.
async fn next(State(desk): State<Arc<Desk>>) -> Response {
    match desk.next().await {
        Ok(invocation) => handed(invocation),
        Err(misuse) => refused(&misuse),
    }
}

fn handed(invocation: Invocation) -> Response {
    let headers = [
        ("lambda-runtime-aws-request-id", invocation.request),
        (
            "lambda-runtime-deadline-ms",
            invocation.deadline_ms.to_string(),
        ),
        ("lambda-runtime-invoked-function-arn", invocation.arn),
        ("lambda-runtime-trace-id", invocation.trace),
        ("content-type", "application/json".to_owned()),
    ];
    (headers, invocation.event).into_response()
}

async fn response(
    State(desk): State<Arc<Desk>>,
    Path(request): Path<String>,
    body: Bytes,
) -> Response {
    let answer = match body.as_ref() {
        [] => Ok(Value::Null),
        text => serde_json::from_slice(text).map_err(|fault| errors::unreadable(&fault)),
    };
    taken(desk.answer(&request, answer))
}

async fn error(
    State(desk): State<Arc<Desk>>,
    Path(request): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    taken(desk.answer(&request, Err(diagnosis(&headers, &body))))
}

async fn init_error(State(desk): State<Arc<Desk>>, headers: HeaderMap, body: Bytes) -> Response {
    taken(desk.fail_init(diagnosis(&headers, &body)))
}

/// What a runtime tells of a failure.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Diagnostic {
    error_type: Option<String>,
    error_message: Option<String>,
}

fn diagnosis(headers: &HeaderMap, body: &[u8]) -> InvokeError {
    let told: Diagnostic = serde_json::from_slice(body).unwrap_or_default();
    let header = headers.get("lambda-runtime-function-error-type");
    let header = header.and_then(|kind| kind.to_str().ok());
    InvokeError {
        error_type: told
            .error_type
            .or_else(|| header.map(str::to_owned))
            .unwrap_or_else(|| "Runtime.Unknown".to_owned()),
        message: told.error_message.unwrap_or_default(),
    }
}

fn taken(outcome: Result<(), Misuse>) -> Response {
    match outcome {
        Ok(()) => (StatusCode::ACCEPTED, Json(json!({"status": "OK"}))).into_response(),
        Err(misuse) => refused(&misuse),
    }
}

fn refused(misuse: &Misuse) -> Response {
    let (status, kind, message) = match misuse {
        Misuse::UnknownRequest => (
            StatusCode::BAD_REQUEST,
            "InvalidRequestID",
            "Invalid request ID",
        ),
        Misuse::WrongState => (
            StatusCode::FORBIDDEN,
            "InvalidStateTransition",
            "State transition failed for runtime",
        ),
    };
    let body = json!({"errorType": kind, "errorMessage": message});
    (status, Json(body)).into_response()
}
