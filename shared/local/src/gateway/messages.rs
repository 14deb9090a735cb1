//! From a text on the socket to a function.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::Gateway;
use super::connection::Connection;
use crate::template::Target;

impl Gateway {
    /// Takes one message. It runs beside all others of its connection.
    pub(super) fn receive(self: &Arc<Self>, connection: &Arc<Connection>, body: String) {
        let received_ms = self.clock.now_ms();
        connection.touch(received_ms);
        let (gateway, connection) = (Arc::clone(self), Arc::clone(connection));
        let busy = self.activity.enter();
        let delay = self.controls.shuffle_delay_ms();
        tokio::spawn(async move {
            if delay > 0 {
                tokio::time::sleep(Duration::from_millis(delay)).await;
            }
            gateway.route(&connection, &body, received_ms).await;
            drop(busy);
        });
    }

    async fn route(&self, connection: &Connection, body: &str, received_ms: i64) {
        let request = self.ids.gateway();
        let tell = |message: &str| {
            let frame = json!({
                "message": message,
                "connectionId": connection.id,
                "requestId": request,
            });
            connection.send(frame.to_string());
        };
        let key = self.route_key(body);
        let Some(route) = self.runner.template.api.routes.get(&key) else {
            return tell("Forbidden");
        };
        let Target::Function(function) = &route.target else {
            return;
        };
        let event = self.message_event(connection, &key, body, &request, received_ms);
        let answer = match self.runner.run(function, event).await {
            Ok(answer) if status(&answer).is_some() => answer,
            // An answer without a status is to the gateway no answer.
            Ok(_) | Err(_) => return tell("Internal server error"),
        };
        if route.answers
            && let Some(text) = answer.get("body").and_then(Value::as_str)
        {
            connection.touch(self.clock.now_ms());
            connection.send(text.to_owned());
        }
    }

    /// Key of the route that takes `body`; `$default` when none other does.
    fn route_key(&self, body: &str) -> String {
        let api = &self.runner.template.api;
        let parsed: Option<Value> = serde_json::from_str(body).ok();
        let mut selected = parsed.as_ref();
        for part in &api.selector {
            selected = selected.and_then(|value| value.get(part));
        }
        let key = match selected {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Bool(truth)) => truth.to_string(),
            _ => String::new(),
        };
        // `$connect` and the like are not for messages to name.
        if api.routes.contains_key(&key) && !key.starts_with('$') {
            key
        } else {
            "$default".to_owned()
        }
    }
}

/// Status of a function's answer, if it is one that the gateway understands.
pub(super) fn status(answer: &Value) -> Option<u16> {
    let status = answer.get("statusCode")?;
    let number = status.as_u64().or_else(|| status.as_str()?.parse().ok())?;
    u16::try_from(number)
        .ok()
        .filter(|status| (100..600).contains(status))
}
