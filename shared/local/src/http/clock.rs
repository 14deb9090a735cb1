//! `/_local/clock`: reading and moving the time.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use chrono::{DateTime, SecondsFormat};
use serde::Deserialize;
use serde_json::json;

use super::Services;

/// How the clock is to move.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Move {
    AdvanceMs(i64),
    Set(Time),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Time {
    Millis(i64),
    Rfc3339(String),
}

pub(super) fn routes() -> Router<Arc<Services>> {
    Router::new().route("/_local/clock", get(show).post(shift))
}

async fn show(State(services): State<Arc<Services>>) -> Response {
    let now_ms = services.clock.now_ms();
    let now = DateTime::from_timestamp_millis(now_ms).unwrap_or_default();
    Json(json!({
        "now_ms": now_ms,
        "now": now.to_rfc3339_opts(SecondsFormat::Millis, true),
        "frozen": services.clock.is_frozen(),
    }))
    .into_response()
}

async fn shift(State(services): State<Arc<Services>>, body: Bytes) -> Response {
    let bad = |message: String| (StatusCode::BAD_REQUEST, message).into_response();
    match serde_json::from_slice(&body) {
        Ok(Move::AdvanceMs(ms)) => services.clock.advance(ms),
        Ok(Move::Set(Time::Millis(ms))) => services.clock.set(ms),
        Ok(Move::Set(Time::Rfc3339(text))) => match DateTime::parse_from_rfc3339(&text) {
            Ok(time) => services.clock.set(time.timestamp_millis()),
            Err(error) => return bad(error.to_string()),
        },
        Err(error) => return bad(error.to_string()),
    }
    show(State(services)).await
}
