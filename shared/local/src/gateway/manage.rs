//! `@connections`: how functions speak to clients.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use chrono::{DateTime, SecondsFormat};
use serde_json::json;

use super::connection::Ending;
use super::{Gateway, MAX_MESSAGE};
use crate::mishaps::PostFate;

/// Under the root and under the stage, as clients of both kinds expect.
pub(crate) fn routes(stage: &str) -> Router<Arc<Gateway>> {
    let methods = get(show).post(post).delete(delete);
    Router::new()
        .route("/@connections/{id}", methods.clone())
        .route(&format!("/{stage}/@connections/{{id}}"), methods)
}

fn error(status: StatusCode, kind: &'static str, message: &str) -> Response {
    let kind = [(HeaderName::from_static("x-amzn-errortype"), kind)];
    (status, kind, Json(json!({"message": message}))).into_response()
}

fn gone() -> Response {
    error(StatusCode::GONE, "GoneException", "Gone")
}

fn throttled(why: &str) -> Response {
    let kind = "LimitExceededException";
    error(StatusCode::TOO_MANY_REQUESTS, kind, why)
}

async fn post(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Response {
    let failed = || {
        let kind = "InternalServerErrorException";
        error(
            StatusCode::INTERNAL_SERVER_ERROR,
            kind,
            "Internal server error",
        )
    };
    let response = match gateway.controls.post_fate() {
        PostFate::Sent => send(&gateway, &id, &body),
        PostFate::Gone => gone(),
        PostFate::Throttled => throttled("Rate exceeded"),
        PostFate::Failed => failed(),
        PostFate::Unsaid => {
            send(&gateway, &id, &body);
            failed()
        }
        PostFate::Dropped => StatusCode::OK.into_response(),
    };
    gateway.controls.count_post(response.status().as_u16());
    response
}

fn send(gateway: &Gateway, id: &str, body: &[u8]) -> Response {
    if body.len() > MAX_MESSAGE {
        let kind = "PayloadTooLargeException";
        return error(StatusCode::PAYLOAD_TOO_LARGE, kind, "Message too long");
    }
    let Some(connection) = gateway.registry.get(id) else {
        return gone();
    };
    if !connection.send(String::from_utf8_lossy(body).into_owned()) {
        return throttled("The client's buffer is full");
    }
    connection.touch(gateway.clock.now_ms());
    StatusCode::OK.into_response()
}

async fn show(State(gateway): State<Arc<Gateway>>, Path(id): Path<String>) -> Response {
    let Some(connection) = gateway.registry.get(&id) else {
        return gone();
    };
    let time = |ms| {
        DateTime::from_timestamp_millis(ms)
            .unwrap_or_default()
            .to_rfc3339_opts(SecondsFormat::Millis, true)
    };
    Json(json!({
        "connectedAt": time(connection.connected_ms),
        "lastActiveAt": time(connection.active_ms()),
        "identity": {
            "sourceIp": connection.source_ip.to_string(),
            "userAgent": connection.user_agent,
        },
    }))
    .into_response()
}

async fn delete(State(gateway): State<Arc<Gateway>>, Path(id): Path<String>) -> Response {
    let Some(connection) = gateway.registry.get(&id) else {
        return gone();
    };
    connection.end(&Ending::Close(1000, "Closed by the server"));
    StatusCode::NO_CONTENT.into_response()
}
