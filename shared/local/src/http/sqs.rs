//! The part of SQS's JSON interface that functions use.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Services;
use crate::timers::{SendError, Sent};

const JSON: &str = "application/x-amz-json-1.0";

/// SDKs put a queue's path, a slash or nothing after the endpoint.
pub(super) fn routes() -> Router<Arc<Services>> {
    Router::new()
        .route("/_aws/sqs", post(answer))
        .route("/_aws/sqs/", post(answer))
        .route("/_aws/sqs/{*queue}", post(answer))
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Send {
    queue_url: String,
    message_body: String,
    #[serde(default)]
    delay_seconds: Option<i64>,
    #[serde(default)]
    message_attributes: serde_json::Map<String, Value>,
}

async fn answer(
    State(services): State<Arc<Services>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let target = headers.get("x-amz-target");
    let target = target.and_then(|value| value.to_str().ok());
    match target.and_then(|target| target.strip_prefix("AmazonSQS.")) {
        Some("SendMessage") => match send(&services, &body) {
            Ok(sent) => {
                let body = json!({"MessageId": sent.id, "MD5OfMessageBody": sent.md5});
                ([(header::CONTENT_TYPE, JSON)], body.to_string()).into_response()
            }
            Err(fault) => refuse(fault),
        },
        other => error(
            "com.amazonaws.sqs#UnsupportedOperation",
            "UnsupportedOperation",
            &format!("{other:?} is not played on this machine"),
        ),
    }
}

fn send(services: &Services, body: &[u8]) -> Result<Sent, SendError> {
    let asked: Send =
        serde_json::from_slice(body).map_err(|fault| SendError::Invalid(fault.to_string()))?;
    if !asked.message_attributes.is_empty() {
        let message = "message attributes are not played on this machine";
        return Err(SendError::Invalid(message.to_owned()));
    }
    let delay = asked.delay_seconds;
    services
        .timers
        .send(&asked.queue_url, &asked.message_body, delay)
}

fn refuse(fault: SendError) -> Response {
    match fault {
        SendError::Invalid(message) => error(
            "com.amazonaws.sqs#InvalidParameterValue",
            "InvalidParameterValue",
            &message,
        ),
        SendError::NoQueue => error(
            "com.amazonaws.sqs#QueueDoesNotExist",
            "AWS.SimpleQueueService.NonExistentQueue",
            "The specified queue does not exist.",
        ),
        SendError::Internal(message) => {
            (StatusCode::INTERNAL_SERVER_ERROR, message).into_response()
        }
    }
}

fn error(kind: &str, code: &str, message: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, JSON.to_owned()),
        (
            HeaderName::from_static("x-amzn-query-error"),
            format!("{code};Sender"),
        ),
    ];
    let body = json!({"__type": kind, "message": message}).to_string();
    (StatusCode::BAD_REQUEST, headers, body).into_response()
}
