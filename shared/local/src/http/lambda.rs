//! `aws lambda invoke`, for functions that only operators and schedules call.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Services;
use crate::lambdas::THROTTLED;

pub(super) fn routes() -> Router<Arc<Services>> {
    Router::new().route("/2015-03-31/functions/{name}/invocations", post(invoke))
}

/// The one version that there is.
const LATEST: &str = "$LATEST";

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Version {
    qualifier: Option<String>,
}

async fn invoke(
    State(services): State<Arc<Services>>,
    Path(name): Path<String>,
    Query(version): Query<Version>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let unqualified = name.strip_suffix(":$LATEST").unwrap_or(&name);
    let latest = version.qualifier.is_none_or(|version| version == LATEST);
    let function = services.runner.template.function(unqualified);
    let Some(function) = function.filter(|_| latest) else {
        let message = format!("Function not found: {name}");
        return error(StatusCode::NOT_FOUND, "ResourceNotFoundException", &message);
    };
    let name = function.spec.name.clone();
    let payload = match payload(&body) {
        Ok(payload) => payload,
        Err(fault) => {
            let message = format!("Could not parse request body into json: {fault}");
            let kind = "InvalidRequestContentException";
            return error(StatusCode::BAD_REQUEST, kind, &message);
        }
    };
    let kind = headers.get("x-amz-invocation-type");
    match kind.map(|kind| kind.as_bytes()) {
        None | Some(b"RequestResponse") => respond(services, name, payload).await,
        Some(b"Event") => accept(&services, &name, payload),
        Some(b"DryRun") => StatusCode::NO_CONTENT.into_response(),
        Some(_) => {
            let kind = "InvalidParameterValueException";
            error(StatusCode::BAD_REQUEST, kind, "unknown invocation type")
        }
    }
}

fn payload(body: &[u8]) -> serde_json::Result<Value> {
    if body.is_empty() {
        return Ok(json!({}));
    }
    serde_json::from_slice(body)
}

fn accept(services: &Services, name: &str, payload: Value) -> Response {
    match services.timers.call(name, payload) {
        Ok(()) => StatusCode::ACCEPTED.into_response(),
        Err(fault) => error(
            StatusCode::INTERNAL_SERVER_ERROR,
            "ServiceException",
            &fault,
        ),
    }
}

async fn respond(services: Arc<Services>, name: String, payload: Value) -> Response {
    let busy = services.activity.enter();
    // A caller that hangs up does not end the function.
    let running = tokio::spawn(async move {
        let result = services.runner.run(&name, payload).await;
        drop(busy);
        result
    });
    let version = [(HeaderName::from_static("x-amz-executed-version"), LATEST)];
    match running.await {
        Ok(Ok(answer)) => (version, Json(answer)).into_response(),
        Ok(Err(fault)) if fault.error_type == THROTTLED => {
            error(StatusCode::TOO_MANY_REQUESTS, THROTTLED, &fault.message)
        }
        Ok(Err(fault)) => {
            let failed = [(HeaderName::from_static("x-amz-function-error"), "Unhandled")];
            let body = json!({"errorType": fault.error_type, "errorMessage": fault.message});
            (version, failed, Json(body)).into_response()
        }
        Err(fault) => {
            let message = fault.to_string();
            error(
                StatusCode::INTERNAL_SERVER_ERROR,
                "ServiceException",
                &message,
            )
        }
    }
}

fn error(status: StatusCode, kind: &'static str, message: &str) -> Response {
    let kind = [(HeaderName::from_static("x-amzn-errortype"), kind)];
    let body = json!({"Type": "User", "Message": message});
    (status, kind, Json(body)).into_response()
}
