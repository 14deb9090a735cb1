//! Reading the gateway's events.

use aws_lambda_events::event::apigw::{
    ApiGatewayCustomAuthorizerRequestTypeRequest, ApiGatewayWebsocketProxyRequest,
};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use damero_app::{Caller, Fault, SessionHash};
use damero_domain::ids::{AccountId, ConnectionId};
use damero_domain::time::Timestamp;
use damero_protocol::SUBPROTOCOL;
use serde_json::Value;

/// A connection attempt as the authorizer sees it.
#[derive(Debug)]
pub(crate) struct Attempt {
    pub address: String,
    pub origin: Option<String>,
    /// `None` if the client offers no `damero.v1` or no well-formed token.
    pub secret: Option<[u8; 32]>,
    pub method_arn: String,
}

pub(crate) fn attempt(event: Value) -> Result<Attempt, Fault> {
    let event: ApiGatewayCustomAuthorizerRequestTypeRequest =
        serde_json::from_value(event).map_err(malformed)?;
    let header = |name: &str| Some(event.headers.get(name)?.to_str().ok()?.to_owned());
    let address = event
        .request_context
        .identity
        .as_ref()
        .and_then(|identity| identity.source_ip.clone());
    Ok(Attempt {
        address: address.unwrap_or_default(),
        origin: header("origin"),
        secret: header("sec-websocket-protocol").as_deref().and_then(secret),
        method_arn: event.method_arn.unwrap_or_default(),
    })
}

/// `damero.v1, <token>`: the token is the browser's 256-bit secret in base64url.
fn secret(offered: &str) -> Option<[u8; 32]> {
    let mut offered = offered.split(',').map(str::trim);
    if offered.next() != Some(SUBPROTOCOL) {
        return None;
    }
    let token = offered.next()?;
    URL_SAFE_NO_PAD.decode(token).ok()?.try_into().ok()
}

/// A message, a new connection or the end of one.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub connection: ConnectionId,
    pub session: Option<SessionHash>,
    pub account: Option<AccountId>,
    pub link: u64,
    pub expires: Timestamp,
    pub received: Timestamp,
    pub body: String,
}

pub(crate) fn gateway(event: Value) -> Result<Gateway, Fault> {
    let event: ApiGatewayWebsocketProxyRequest =
        serde_json::from_value(event).map_err(malformed)?;
    let context = event.request_context;
    let field = |name: &str| Some(context.authorizer.fields.get(name)?.as_str()?.to_owned());
    let expires = field("expires").and_then(|expires| expires.parse().ok());
    Ok(Gateway {
        connection: context
            .connection_id
            .clone()
            .map(ConnectionId)
            .ok_or_else(|| Fault::Event("no connection id".into()))?,
        session: field("session").and_then(|hash| SessionHash::from_hex(&hash)),
        account: field("account").and_then(|account| account.parse().ok()),
        link: field("link")
            .and_then(|link| link.parse().ok())
            .unwrap_or(0),
        expires: Timestamp(expires.unwrap_or(0)),
        received: Timestamp(context.request_time_epoch),
        body: event.body.unwrap_or_default(),
    })
}

impl Gateway {
    /// Who sent it.
    pub(crate) fn caller(&self) -> Result<Caller, Fault> {
        Ok(Caller {
            connection: self.connection.clone(),
            session: self
                .session
                .ok_or_else(|| Fault::Event("no session".into()))?,
            account: self.account,
            link: self.link,
            expires: self.expires,
            received: self.received,
        })
    }
}

fn malformed(error: serde_json::Error) -> Fault {
    Fault::Event(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_exactly_256_bits_after_the_protocol() {
        let token = "A".repeat(43);
        assert_eq!(secret(&format!("damero.v1, {token}")), Some([0; 32]));
        assert_eq!(secret(&format!("damero.v1,{token}")), Some([0; 32]));
        let short = "A".repeat(42);
        for wrong in [
            "",
            "damero.v1",
            &token,
            "damero.v2, A",
            &format!("damero.v1, {short}"),
            &format!("{token}, damero.v1"),
            &format!("damero.v1, {token}A"),
        ] {
            assert_eq!(secret(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_session_whose_end_is_not_told_has_lapsed() {
        let authorizer = |fields: Value| {
            let event = serde_json::json!({
                "requestContext": {
                    "routeKey": "sync", "eventType": "MESSAGE", "messageId": "m=",
                    "connectionId": "c", "connectedAt": 1, "requestTimeEpoch": 2,
                    "authorizer": fields,
                },
                "body": "{}",
            });
            gateway(event).unwrap().expires
        };
        let told = serde_json::json!({ "expires": "1750000000000" });
        assert_eq!(authorizer(told), Timestamp(1_750_000_000_000));
        for missing in [serde_json::json!({}), serde_json::json!({ "expires": "" })] {
            assert_eq!(authorizer(missing), Timestamp(0));
        }
    }
}
