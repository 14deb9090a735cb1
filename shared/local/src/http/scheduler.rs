//! The part of EventBridge Scheduler's interface that functions use.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use super::Services;
use crate::timers::{NewSchedule, ScheduleError};

pub(super) fn routes() -> Router<Arc<Services>> {
    Router::new().route(
        "/_aws/scheduler/schedules/{name}",
        get(show).post(create).delete(delete),
    )
}

fn default_group() -> String {
    "default".to_owned()
}

fn utc() -> String {
    "UTC".to_owned()
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Create {
    #[serde(default = "default_group")]
    group_name: String,
    schedule_expression: String,
    #[serde(default = "utc")]
    schedule_expression_timezone: String,
    flexible_time_window: Window,
    target: Target,
    #[serde(default)]
    action_after_completion: Option<String>,
    #[serde(default)]
    client_token: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Window {
    mode: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Target {
    arn: String,
    role_arn: String,
    #[serde(default)]
    input: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    #[serde(default = "default_group")]
    group_name: String,
}

async fn create(
    State(services): State<Arc<Services>>,
    Path(name): Path<String>,
    body: Bytes,
) -> Response {
    let asked: Create = match serde_json::from_slice(&body) {
        Ok(asked) => asked,
        Err(fault) => return refuse(ScheduleError::Invalid(fault.to_string())),
    };
    if let Err(message) = check(&name, &asked) {
        return refuse(ScheduleError::Invalid(message));
    }
    let new = NewSchedule {
        name,
        group: asked.group_name,
        expression: asked.schedule_expression,
        zone: asked.schedule_expression_timezone,
        target_arn: asked.target.arn,
        input: asked.target.input,
        delete_after: asked.action_after_completion.as_deref() == Some("DELETE"),
        token: asked.client_token,
    };
    match services.timers.schedule(new) {
        Ok(arn) => Json(json!({"ScheduleArn": arn})).into_response(),
        Err(error) => refuse(error),
    }
}

fn check(name: &str, asked: &Create) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
        return Err(format!(
            "1 validation error detected: Value '{name}' at 'name' failed to satisfy constraint: \
             Member must satisfy regular expression pattern: ^[0-9a-zA-Z-_.]+$"
        ));
    }
    if !matches!(asked.flexible_time_window.mode.as_str(), "OFF" | "FLEXIBLE") {
        return Err("FlexibleTimeWindow.Mode must be OFF or FLEXIBLE.".to_owned());
    }
    if !asked.target.role_arn.starts_with("arn:aws:iam::") {
        return Err("Provided role arn is not valid.".to_owned());
    }
    Ok(())
}

async fn show(
    State(services): State<Arc<Services>>,
    Path(name): Path<String>,
    Query(group): Query<Group>,
) -> Response {
    match services.timers.describe_schedule(&group.group_name, &name) {
        Ok(schedule) => Json(schedule).into_response(),
        Err(error) => refuse(error),
    }
}

async fn delete(
    State(services): State<Arc<Services>>,
    Path(name): Path<String>,
    Query(group): Query<Group>,
) -> Response {
    match services.timers.unschedule(&group.group_name, &name) {
        Ok(()) => Json(json!({})).into_response(),
        Err(error) => refuse(error),
    }
}

fn refuse(error: ScheduleError) -> Response {
    let (status, kind, message) = match error {
        ScheduleError::Invalid(message) => {
            (StatusCode::BAD_REQUEST, "ValidationException", message)
        }
        ScheduleError::NotFound(message) => {
            (StatusCode::NOT_FOUND, "ResourceNotFoundException", message)
        }
        ScheduleError::Conflict(message) => (StatusCode::CONFLICT, "ConflictException", message),
        ScheduleError::Internal(message) => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "InternalServerException",
            message,
        ),
    };
    let kind = [(HeaderName::from_static("x-amzn-errortype"), kind)];
    (status, kind, Json(json!({"Message": message}))).into_response()
}
