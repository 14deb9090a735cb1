//! The authorizer of `$connect`. Its answers are never cached: WebSocket APIs
//! do not.

use axum::http::StatusCode;
use serde_json::{Map, Value};

use super::Gateway;
use super::connection::Caller;
use super::events::{About, Handshake};

/// Context of an admitted caller, or the status that turns it away.
pub(super) type Decision = Result<Option<Map<String, Value>>, StatusCode>;

impl Gateway {
    pub(super) async fn authorize(
        &self,
        caller: &Caller,
        shake: &Handshake,
        request: &str,
    ) -> Decision {
        let Some(authorizer) = &self.runner.template.api.authorizer else {
            return Ok(None);
        };
        let present = authorizer.headers.iter().all(|name| shake.has_header(name))
            && authorizer
                .queries
                .iter()
                .all(|name| shake.query.contains_key(name));
        if !present {
            return Err(StatusCode::UNAUTHORIZED);
        }
        let event = self.authorize_event(&About::caller(caller, None), shake, request);
        match self.runner.run(&authorizer.function, event).await {
            Ok(answer) => decide(&answer, &self.connect_arn()).map(Some),
            // The one error message that the gateway takes for an answer.
            Err(error) if error.message == "Unauthorized" => Err(StatusCode::UNAUTHORIZED),
            Err(_) => Err(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

fn decide(answer: &Value, arn: &str) -> Result<Map<String, Value>, StatusCode> {
    let broken = StatusCode::INTERNAL_SERVER_ERROR;
    let principal = answer
        .get("principalId")
        .and_then(Value::as_str)
        .ok_or(broken)?;
    let statements = match answer.pointer("/policyDocument/Statement") {
        Some(Value::Array(statements)) => statements.as_slice(),
        Some(statement @ Value::Object(_)) => std::slice::from_ref(statement),
        _ => return Err(broken),
    };
    let says = |effect: &str| {
        let matching = |statement: &Value| {
            statement.get("Effect").and_then(Value::as_str) == Some(effect)
                && names(statement, "Action", "execute-api:Invoke")
                && names(statement, "Resource", arn)
        };
        statements.iter().any(matching)
    };
    if says("Deny") || !says("Allow") {
        return Err(StatusCode::FORBIDDEN);
    }
    let mut context = Map::from_iter([("principalId".to_owned(), principal.into())]);
    for (name, value) in answer
        .get("context")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            // The gateway refuses a context with anything deeper.
            _ => return Err(broken),
        };
        context.insert(name.clone(), text.into());
    }
    Ok(context)
}

/// Whether a statement's pattern, or one of them, covers `subject`.
fn names(statement: &Value, key: &str, subject: &str) -> bool {
    let covers = |pattern: &Value| {
        pattern
            .as_str()
            .is_some_and(|pattern| glob(pattern.as_bytes(), subject.as_bytes()))
    };
    match statement.get(key) {
        Some(Value::Array(patterns)) => patterns.iter().any(covers),
        Some(pattern) => covers(pattern),
        None => false,
    }
}

/// `*` is anything, `?` one character.
fn glob(pattern: &[u8], subject: &[u8]) -> bool {
    match (pattern.split_first(), subject.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => {
            glob(rest, subject)
                || subject
                    .split_first()
                    .is_some_and(|(_, left)| glob(pattern, left))
        }
        (Some((b'?', rest)), Some((_, left))) => glob(rest, left),
        (Some((one, rest)), Some((other, left))) => one == other && glob(rest, left),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ARN: &str = "arn:aws:execute-api:us-east-1:000000000000:local/live/$connect";

    fn answer(effect: &str, resource: &str) -> Value {
        json!({"principalId": "p", "policyDocument": {"Statement": [
            {"Effect": effect, "Action": "execute-api:Invoke", "Resource": resource}
        ]}, "context": {"n": 7, "t": true, "s": "x"}})
    }

    #[test]
    fn context_becomes_texts_with_the_principal() {
        let context = decide(&answer("Allow", "*"), ARN).unwrap();
        assert_eq!(
            Value::Object(context),
            json!({"principalId": "p", "n": "7", "t": "true", "s": "x"})
        );
    }

    #[test]
    fn only_an_allowed_resource_is_allowed() {
        assert!(decide(&answer("Allow", ARN), ARN).is_ok());
        assert!(decide(&answer("Allow", "arn:*/live/$connect"), ARN).is_ok());
        let other = decide(&answer("Allow", "arn:*/other/$connect"), ARN);
        assert_eq!(other, Err(StatusCode::FORBIDDEN));
        assert_eq!(
            decide(&answer("Deny", "*"), ARN),
            Err(StatusCode::FORBIDDEN)
        );
    }

    #[test]
    fn a_malformed_answer_is_the_servers_fault() {
        let broken = Err(StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(decide(&json!({}), ARN), broken);
        let mut deep = answer("Allow", "*");
        deep["context"]["deep"] = json!({"a": 1});
        assert_eq!(decide(&deep, ARN), broken);
    }
}
