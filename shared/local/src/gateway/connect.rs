//! The handshake: authorizer, `$connect`, 101.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper::upgrade::OnUpgrade;
use serde_json::{Map, Value, json};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::Gateway;
use super::connection::{Caller, Connection};
use super::events::{About, Handshake};
use super::messages::status;
use crate::template::Target;

/// Whether a request asks for a WebSocket.
pub(crate) fn is_upgrade(headers: &HeaderMap) -> bool {
    headers
        .get(header::UPGRADE)
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// The authorizer's context and the answer of `$connect`.
type Granted = (Option<Map<String, Value>>, Value);

impl Gateway {
    /// Answers a handshake and, if it is granted, serves the socket.
    pub(crate) async fn handshake(
        self: Arc<Self>,
        peer: SocketAddr,
        mut request: Request,
    ) -> Response {
        let key = request.headers().get(header::SEC_WEBSOCKET_KEY).cloned();
        let version = request.headers().get(header::SEC_WEBSOCKET_VERSION);
        let (Some(key), true) = (key, version.is_some_and(|version| version == "13")) else {
            return StatusCode::BAD_REQUEST.into_response();
        };
        let upgrade = hyper::upgrade::on(&mut request);
        let (parts, _) = request.into_parts();
        // A task of its own: a client that leaves must not take a running
        // `$connect` with it.
        let connecting =
            tokio::spawn(async move { self.connect(peer, &parts, upgrade, key.as_bytes()).await });
        connecting
            .await
            .unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
    }

    async fn connect(
        self: Arc<Self>,
        peer: SocketAddr,
        request: &Parts,
        upgrade: OnUpgrade,
        key: &[u8],
    ) -> Response {
        let busy = self.activity.enter();
        let caller = self.caller(peer, &request.headers);
        let query = request.uri.query().unwrap_or("");
        let shake = Handshake::new(&request.headers, query, peer.ip(), self.port);
        let (authorizer, answer) = match self.ask(&caller, &shake).await {
            Ok(granted) => granted,
            Err(response) => return *response,
        };
        let (connection, queue) = Connection::new(caller, authorizer, &self.activity);
        self.registry.insert(&connection);
        tokio::spawn(async move {
            let upgraded = upgrade.await;
            drop(busy);
            self.serve(connection, upgraded, queue).await;
        });
        switching(key, &answer)
    }

    fn caller(&self, peer: SocketAddr, headers: &HeaderMap) -> Caller {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        Caller {
            id: self.ids.gateway(),
            connected_ms: self.clock.now_ms(),
            source_ip: peer.ip(),
            user_agent: text(header::USER_AGENT).map(str::to_owned),
            host: text(header::HOST).unwrap_or("localhost").to_owned(),
        }
    }

    /// Asks both functions: the authorizer's context and what `$connect` says,
    /// or the response that turns the caller away.
    async fn ask(&self, caller: &Caller, shake: &Handshake) -> Result<Granted, Box<Response>> {
        let request_id = self.ids.gateway();
        let refuse = |status| Box::new(refusal(status, &caller.id, &request_id));
        let authorizer = self.authorize(caller, shake, &request_id);
        let authorizer = authorizer.await.map_err(refuse)?;
        let about = About::caller(caller, authorizer.as_ref());
        let answer = self.run_connect(&about, shake, &request_id);
        let answer = answer.await.map_err(refuse)?;
        let status = status(&answer).and_then(|status| StatusCode::from_u16(status).ok());
        match status {
            Some(status) if status.is_success() => Ok((authorizer, answer)),
            Some(status) => Err(Box::new(passed_on(status, &answer))),
            None => Err(refuse(StatusCode::BAD_GATEWAY)),
        }
    }

    async fn run_connect(
        &self,
        about: &About<'_>,
        shake: &Handshake,
        request_id: &str,
    ) -> Result<Value, StatusCode> {
        match self
            .runner
            .template
            .api
            .routes
            .get("$connect")
            .map(|route| &route.target)
        {
            Some(Target::Function(name)) => {
                let event = self.connect_event(about, shake, request_id);
                self.runner
                    .run(name, event)
                    .await
                    .map_err(|_| StatusCode::BAD_GATEWAY)
            }
            Some(Target::Mock) | None => Ok(json!({"statusCode": 200})),
        }
    }
}

fn refusal(status: StatusCode, connection: &str, request: &str) -> Response {
    let message = match status {
        StatusCode::UNAUTHORIZED => "Unauthorized",
        StatusCode::FORBIDDEN => "User is not authorized to access this resource",
        _ => "Internal server error",
    };
    let body = json!({"message": message, "connectionId": connection, "requestId": request});
    (status, axum::Json(body)).into_response()
}

fn passed_on(status: StatusCode, answer: &Value) -> Response {
    let body = answer.get("body").and_then(Value::as_str).unwrap_or("");
    let mut response = (status, body.to_owned()).into_response();
    add_headers(response.headers_mut(), answer);
    response
}

/// 101 with the function's headers and none of ours: without its
/// `Sec-WebSocket-Protocol` a browser gives up, here as there.
fn switching(key: &[u8], answer: &Value) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    add_headers(headers, answer);
    headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    if let Ok(accept) = HeaderValue::from_str(&derive_accept_key(key)) {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    }
    response
}

fn add_headers(headers: &mut HeaderMap, answer: &Value) {
    let own = answer.get("headers").and_then(Value::as_object);
    for (name, value) in own.into_iter().flatten() {
        let name = HeaderName::from_bytes(name.as_bytes());
        let value = value.as_str().map(HeaderValue::from_str);
        if let (Ok(name), Some(Ok(value))) = (name, value)
            && name != header::CONTENT_LENGTH
            && name != header::TRANSFER_ENCODING
        {
            headers.insert(name, value);
        }
    }
}
