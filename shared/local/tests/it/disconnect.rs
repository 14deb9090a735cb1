//! Ends of connections.

use aws_lambda_events::event::apigw::ApiGatewayWebsocketProxyRequest;
use futures_util::StreamExt as _;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use crate::bench::{Bench, NOW, close_code, config, soon};

#[tokio::test]
async fn a_clients_farewell_is_passed_on() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    bench.advance(5000).await;
    let frame = CloseFrame {
        code: 4001.into(),
        reason: "bye".into(),
    };
    client.close(Some(frame)).await.unwrap();
    assert_eq!(close_code(&mut client).await, 4001);
    let event = bench.script.call("ws-disconnect", 1).await;
    let parsed: ApiGatewayWebsocketProxyRequest = serde_json::from_value(event).unwrap();
    let context = parsed.request_context;
    assert_eq!(context.event_type.as_deref(), Some("DISCONNECT"));
    assert_eq!(context.route_key.as_deref(), Some("$disconnect"));
    assert_eq!(context.connection_id.as_ref(), Some(&id));
    assert_eq!(context.disconnect_status_code, Some(4001));
    assert_eq!(context.disconnect_reason.as_deref(), Some("bye"));
    assert_eq!(
        (context.connected_at, context.request_time_epoch),
        (NOW, NOW + 5000)
    );
    assert_eq!(context.authorizer.fields["session"], "abc");
    assert_eq!(bench.post(&id, "late").await.status, 410);
}

#[tokio::test]
async fn a_cut_connection_is_told_as_abnormal() {
    let bench = Bench::new().await;
    let (mut client, _) = bench.client().await;
    bench.stack.controls().disconnect_all();
    bench.settle().await;
    let event = &bench.script.calls("ws-disconnect")[0];
    assert_eq!(event["requestContext"]["disconnectStatusCode"], 1006);
    assert!(!matches!(soon(client.next()).await, Some(Ok(_))));
}

#[tokio::test]
async fn a_client_that_just_vanishes_is_missed() {
    let bench = Bench::new().await;
    let (client, _) = bench.client().await;
    drop(client);
    let event = bench.script.call("ws-disconnect", 1).await;
    assert_eq!(event["requestContext"]["disconnectStatusCode"], 1006);
}

#[tokio::test]
async fn disconnects_can_be_lost() {
    let bench = Bench::new().await;
    let (_client, id) = bench.client().await;
    bench.stack.controls().drop_disconnects(true);
    bench.stack.controls().disconnect_all();
    bench.settle().await;
    assert_eq!(bench.post(&id, "gone").await.status, 410);
    assert!(bench.script.calls("ws-disconnect").is_empty());
}

#[tokio::test]
async fn a_stopping_stack_says_farewell_and_a_killed_one_does_not() {
    let bench = Bench::with(config(), crate::bench::Script::default()).await;
    let (mut client, _) = bench.client().await;
    let script = bench.script.clone();
    let (code, ()) = tokio::join!(close_code(&mut client), bench.stack.stop());
    assert_eq!(code, 1001);
    assert_eq!(script.calls("ws-disconnect").len(), 1);

    let bench = Bench::new().await;
    let (mut client, _) = bench.client().await;
    let script = bench.script.clone();
    bench.stack.kill();
    assert!(!matches!(soon(client.next()).await, Some(Ok(_))));
    assert!(script.calls("ws-disconnect").is_empty());
}
