//! Authorizer, `$connect`, 101.

use aws_lambda_events::event::apigw::{
    ApiGatewayCustomAuthorizerRequestTypeRequest, ApiGatewayWebsocketProxyRequest,
};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

use crate::bench::{Bench, NOW, Script, config, connection_path, failure, id_of, request};

const OFFER: Option<&str> = Some("damero.v1, token");

#[tokio::test]
async fn both_functions_see_the_handshake() {
    let bench = Bench::new().await;
    let (_client, id) = bench.client().await;
    let asked = bench.script.call("ws-authorize", 1).await;
    let parsed: ApiGatewayCustomAuthorizerRequestTypeRequest =
        serde_json::from_value(asked.clone()).unwrap();
    assert_eq!(parsed.headers["sec-websocket-protocol"], "damero.v1, token");
    assert_eq!(
        asked["headers"]["Sec-WebSocket-Protocol"],
        "damero.v1, token"
    );
    assert_eq!(
        asked["methodArn"],
        "arn:aws:execute-api:us-east-1:000000000000:local/live/$connect"
    );
    assert_eq!(asked["type"], "REQUEST");
    let connected = bench.script.call("ws-connect", 1).await;
    let parsed: ApiGatewayWebsocketProxyRequest = serde_json::from_value(connected).unwrap();
    let context = parsed.request_context;
    assert_eq!(context.connection_id.as_deref(), Some(id.as_str()));
    assert_eq!(context.event_type.as_deref(), Some("CONNECT"));
    assert_eq!(context.connected_at, NOW);
    assert_eq!(context.request_time_epoch, NOW);
    assert_eq!(
        context.request_time.as_deref(),
        Some("01/Jun/2026:12:00:00 +0000")
    );
    assert_eq!(context.identity.source_ip.as_deref(), Some("127.0.0.1"));
    assert_eq!(parsed.headers["sec-websocket-protocol"], "damero.v1, token");
    assert_eq!(
        json!(context.authorizer.fields),
        json!({"principalId": "someone", "session": "abc", "expires": "17"})
    );
}

#[tokio::test]
async fn the_stages_path_is_the_socket_too_and_no_other() {
    let bench = Bench::new().await;
    assert!(bench.try_client("/live", OFFER).await.is_ok());
    assert!(bench.try_client("/live/?a=1&a=2", OFFER).await.is_ok());
    let event = bench.script.call("ws-connect", 2).await;
    assert_eq!(event["queryStringParameters"], json!({"a": "2"}));
    assert_eq!(
        event["multiValueQueryStringParameters"],
        json!({"a": ["1", "2"]})
    );
    match bench.try_client("/test", OFFER).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 403),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn without_its_header_nobody_is_asked() {
    let bench = Bench::new().await;
    assert_eq!(bench.refused(None).await.0, 401);
    assert!(bench.script.calls("ws-authorize").is_empty());
}

#[tokio::test]
async fn a_denial_is_403_and_a_broken_authorizer_500() {
    let bench = Bench::new().await;
    let deny = json!({"principalId": "x", "policyDocument": {"Statement": [
        {"Action": "execute-api:Invoke", "Effect": "Deny", "Resource": "*"}
    ]}});
    bench.script.answer("ws-authorize", Ok(deny));
    assert_eq!(bench.refused(OFFER).await.0, 403);
    bench.script.answer("ws-authorize", failure("broken"));
    assert_eq!(bench.refused(OFFER).await.0, 500);
    bench.script.answer("ws-authorize", failure("Unauthorized"));
    assert_eq!(bench.refused(OFFER).await.0, 401);
    bench
        .script
        .on("ws-authorize", |_| async { panic!("a handler may") });
    assert_eq!(bench.refused(OFFER).await.0, 500);
    assert!(bench.script.calls("ws-connect").is_empty());
}

#[tokio::test]
async fn every_handshake_is_asked_about() {
    let bench = Bench::new().await;
    let (_one, first) = bench.client().await;
    let (_two, second) = bench.client().await;
    assert_ne!(first, second);
    assert_eq!(bench.script.calls("ws-authorize").len(), 2);
}

#[tokio::test]
async fn connect_may_refuse_with_its_own_status() {
    let bench = Bench::new().await;
    let refusal = json!({"statusCode": 429, "body": "later", "headers": {"Retry-After": "5"}});
    bench.script.answer("ws-connect", Ok(refusal));
    assert_eq!(bench.refused(OFFER).await, (429, "later".to_owned()));
    bench.script.answer("ws-connect", failure("thrown"));
    let (status, body) = bench.refused(OFFER).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (status, &body["message"]),
        (502, &json!("Internal server error"))
    );
    bench.script.answer("ws-connect", Ok(Value::Null));
    assert_eq!(bench.refused(OFFER).await.0, 502);
    assert!(bench.stack.controls().connections().is_empty());
    assert!(bench.script.calls("ws-disconnect").is_empty());
}

#[tokio::test]
async fn the_protocol_comes_from_connect_alone() {
    let bench = Bench::new().await;
    bench
        .script
        .answer("ws-connect", Ok(json!({"statusCode": 200})));
    match bench.try_client("/", OFFER).await {
        Err(Error::Protocol(_)) => {}
        other => panic!("a browser would give up here: {other:?}"),
    }
}

#[tokio::test]
async fn nothing_can_be_posted_before_connect_has_returned() {
    let script = Script::default();
    let bench = Bench::with(config(), script.clone()).await;
    let address = bench.stack.http_addr();
    script.on("ws-connect", move |event| async move {
        let path = connection_path(&id_of(&event));
        let posted = request(address, "POST", &path, &[], "too early").await;
        assert_eq!(posted.status, 410);
        Ok(json!({"statusCode": 200, "headers": {"Sec-WebSocket-Protocol": "damero.v1"}}))
    });
    let (mut client, id) = bench.client().await;
    assert_eq!(bench.post(&id, "now").await.status, 200);
    assert_eq!(crate::bench::text(&mut client).await, "now");
    assert_eq!(bench.stack.controls().posts(), [(200, 1), (410, 1)].into());
}

#[tokio::test]
async fn a_client_that_leaves_does_not_end_a_running_connect() {
    let bench = Bench::new().await;
    let (go, gone) = tokio::sync::watch::channel(false);
    bench.script.on("ws-connect", move |_| {
        let mut gone = gone.clone();
        async move {
            gone.wait_for(|gone| *gone).await.unwrap();
            Ok(json!({"statusCode": 200}))
        }
    });
    {
        let connecting = bench.try_client("/", OFFER);
        tokio::pin!(connecting);
        tokio::select! {
            _ = &mut connecting => panic!("connected"),
            _ = bench.script.call("ws-connect", 1) => {}
        }
    }
    go.send(true).unwrap();
    // It was connected for a moment, so it is disconnected.
    bench.script.call("ws-disconnect", 1).await;
}
