//! Events as the gateway words them for Lambda.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName};
use chrono::DateTime;
use serde_json::{Map, Value, json};

use super::Gateway;
use super::connection::{Caller, Connection};
use crate::template::{API_ID, arn};

/// Who an event is about.
pub(super) struct About<'a> {
    id: &'a str,
    connected_ms: i64,
    source_ip: IpAddr,
    user_agent: Option<&'a str>,
    host: &'a str,
    authorizer: Option<&'a Map<String, Value>>,
}

impl<'a> About<'a> {
    pub(super) fn caller(caller: &'a Caller, authorizer: Option<&'a Map<String, Value>>) -> Self {
        Self {
            id: &caller.id,
            connected_ms: caller.connected_ms,
            source_ip: caller.source_ip,
            user_agent: caller.user_agent.as_deref(),
            host: &caller.host,
            authorizer,
        }
    }

    pub(super) fn connection(connection: &'a Connection) -> Self {
        Self {
            id: &connection.id,
            connected_ms: connection.connected_ms,
            source_ip: connection.source_ip,
            user_agent: connection.user_agent.as_deref(),
            host: &connection.host,
            authorizer: connection.authorizer.as_ref(),
        }
    }
}

/// What of the handshake goes into events.
pub(super) struct Handshake {
    pub(super) headers: Map<String, Value>,
    pub(super) many_headers: Map<String, Value>,
    pub(super) query: Map<String, Value>,
    pub(super) many_query: Map<String, Value>,
}

impl Gateway {
    /// The context every event has.
    fn context(
        &self,
        about: &About<'_>,
        route: &str,
        kind: &str,
        request: &str,
        now: i64,
    ) -> Value {
        let mut identity = json!({"sourceIp": about.source_ip.to_string()});
        if let Some(agent) = about.user_agent {
            identity["userAgent"] = agent.into();
        }
        let time = DateTime::from_timestamp_millis(now).unwrap_or_default();
        let mut context = json!({
            "routeKey": route,
            "eventType": kind,
            "messageDirection": "IN",
            "stage": self.runner.template.api.stage,
            "connectedAt": about.connected_ms,
            "requestTime": time.format("%d/%b/%Y:%H:%M:%S +0000").to_string(),
            "requestTimeEpoch": now,
            "requestId": request,
            "extendedRequestId": request,
            "connectionId": about.id,
            "apiId": API_ID,
            "domainName": about.host,
            "identity": identity,
        });
        if let Some(authorizer) = about.authorizer {
            context["authorizer"] = Value::Object(authorizer.clone());
        }
        context
    }

    /// The authorizer's question.
    pub(super) fn authorize_event(
        &self,
        about: &About<'_>,
        shake: &Handshake,
        request: &str,
    ) -> Value {
        let now = self.clock.now_ms();
        json!({
            "version": "1.0",
            "type": "REQUEST",
            "methodArn": self.connect_arn(),
            "headers": shake.headers,
            "multiValueHeaders": shake.many_headers,
            "queryStringParameters": shake.query,
            "multiValueQueryStringParameters": shake.many_query,
            "stageVariables": {},
            "requestContext": self.context(about, "$connect", "CONNECT", request, now),
        })
    }

    /// ARN that the authorizer's policy must allow.
    pub(super) fn connect_arn(&self) -> String {
        let stage = &self.runner.template.api.stage;
        arn("execute-api", &format!("{API_ID}/{stage}/$connect"))
    }

    pub(super) fn connect_event(
        &self,
        about: &About<'_>,
        shake: &Handshake,
        request: &str,
    ) -> Value {
        let now = self.clock.now_ms();
        let mut event = json!({
            "headers": shake.headers,
            "multiValueHeaders": shake.many_headers,
            "requestContext": self.context(about, "$connect", "CONNECT", request, now),
            "isBase64Encoded": false,
        });
        if !shake.query.is_empty() {
            event["queryStringParameters"] = shake.query.clone().into();
            event["multiValueQueryStringParameters"] = shake.many_query.clone().into();
        }
        event
    }

    /// A message: no headers, and the time it was received.
    pub(super) fn message_event(
        &self,
        connection: &Connection,
        route: &str,
        body: &str,
        request: &str,
        received_ms: i64,
    ) -> Value {
        let about = About::connection(connection);
        let mut context = self.context(&about, route, "MESSAGE", request, received_ms);
        context["messageId"] = self.ids.gateway().into();
        json!({"requestContext": context, "body": body, "isBase64Encoded": false})
    }

    pub(super) fn disconnect_event(
        &self,
        connection: &Connection,
        code: u16,
        reason: &str,
    ) -> Value {
        let about = About::connection(connection);
        let (now, request) = (self.clock.now_ms(), self.ids.gateway());
        let mut context = self.context(&about, "$disconnect", "DISCONNECT", &request, now);
        context["disconnectStatusCode"] = code.into();
        context["disconnectReason"] = reason.into();
        let headers = [
            ("Host", connection.host.clone()),
            ("x-api-key", String::new()),
            ("X-Forwarded-For", connection.source_ip.to_string()),
            ("x-restapi", String::new()),
        ];
        let one = |(name, value): &(&str, String)| ((*name).to_owned(), Value::from(value.clone()));
        let many = |(name, value): &(&str, String)| ((*name).to_owned(), json!([value]));
        json!({
            "headers": headers.iter().map(one).collect::<Map<_, _>>(),
            "multiValueHeaders": headers.iter().map(many).collect::<Map<_, _>>(),
            "requestContext": context,
            "isBase64Encoded": false,
        })
    }
}

impl Handshake {
    pub(super) fn new(headers: &HeaderMap, query: &str, source_ip: IpAddr, port: u16) -> Self {
        let mut shake = Self {
            headers: Map::new(),
            many_headers: Map::new(),
            query: Map::new(),
            many_query: Map::new(),
        };
        for name in headers.keys() {
            // Hop by hop, and kept by the gateway.
            if name == "connection" || name == "upgrade" {
                continue;
            }
            let values = headers.get_all(name).iter();
            let values: Vec<_> = values
                .map(|value| String::from_utf8_lossy(value.as_bytes()))
                .collect();
            shake.header(&cased(name), &values);
        }
        shake.header("X-Forwarded-For", &[source_ip.to_string()]);
        shake.header("X-Forwarded-Port", &[port.to_string()]);
        shake.header("X-Forwarded-Proto", &["http"]);
        for (name, value) in pairs(query) {
            let many = shake
                .many_query
                .entry(name.clone())
                .or_insert_with(|| json!([]));
            if let Some(many) = many.as_array_mut() {
                many.push(value.clone().into());
            }
            shake.query.insert(name, value.into());
        }
        shake
    }

    fn header<T: AsRef<str>>(&mut self, name: &str, values: &[T]) {
        let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
        if let Some(last) = values.last() {
            self.headers.insert(name.to_owned(), (*last).into());
            self.many_headers.insert(name.to_owned(), values.into());
        }
    }

    /// Whether the handshake has this header with something in it.
    pub(super) fn has_header(&self, name: &str) -> bool {
        let filled = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        self.headers
            .iter()
            .any(|(own, value)| own.eq_ignore_ascii_case(name) && filled(value))
    }
}

fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    axum::extract::Query::<Vec<(String, String)>>::try_from_uri(
        &format!("/?{query}").parse().unwrap_or_default(),
    )
    .map(|pairs| pairs.0)
    .unwrap_or_default()
    .into_iter()
}

/// Names as clients write them; the HTTP library has them in lower case.
fn cased(name: &HeaderName) -> String {
    let words = name.as_str().split('-').map(|word| match word {
        "websocket" => "WebSocket".to_owned(),
        word => {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_ascii_uppercase() + rest
        }
    });
    words.collect::<Vec<_>>().join("-")
}
