//! Messages and their routes.

use aws_lambda_events::event::apigw::ApiGatewayWebsocketProxyRequest;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::bench::{Bench, Client, NOW, Script, changed_template, config, failure, soon, text};

async fn say(client: &mut Client, body: &str) {
    client.send(Message::text(body)).await.unwrap();
}

#[tokio::test]
async fn a_message_goes_to_its_routes_function() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    bench.advance(1234).await;
    let body = r#"{"action":"gameMove","id":"x"}"#;
    say(&mut client, body).await;
    let event = bench.script.call("game-move", 1).await;
    assert!(event.get("headers").is_none());
    let parsed: ApiGatewayWebsocketProxyRequest = serde_json::from_value(event).unwrap();
    assert_eq!(parsed.body.as_deref(), Some(body));
    let context = parsed.request_context;
    assert_eq!(context.route_key.as_deref(), Some("gameMove"));
    assert_eq!(context.event_type.as_deref(), Some("MESSAGE"));
    assert_eq!(context.connection_id, Some(id));
    assert_eq!(context.connected_at, NOW);
    assert_eq!(context.request_time_epoch, NOW + 1234);
    assert!(context.message_id.is_some());
    assert_eq!(context.authorizer.fields["session"], "abc");
    assert_eq!(context.identity.source_ip.as_deref(), Some("127.0.0.1"));
}

#[tokio::test]
async fn an_answers_body_stays_with_the_gateway() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    bench
        .script
        .answer("sync", Ok(json!({"statusCode": 200, "body": "unseen"})));
    say(&mut client, r#"{"action":"sync"}"#).await;
    bench.script.call("sync", 1).await;
    bench.settle().await;
    bench.post(&id, "seen").await;
    assert_eq!(text(&mut client).await, "seen");
}

#[tokio::test]
async fn with_a_route_response_it_reaches_the_caller() {
    let from = "sync: { FunctionArn: !GetAtt Sync.Arn }";
    let to = "sync: { FunctionArn: !GetAtt Sync.Arn, RouteResponseSelectionExpression: $default }";
    let template = changed_template(from, to);
    let mut config = config();
    config.template = template.path().to_owned();
    let bench = Bench::with(config, Script::default()).await;
    let (mut client, _) = bench.client().await;
    bench
        .script
        .answer("sync", Ok(json!({"statusCode": 200, "body": "seen"})));
    say(&mut client, r#"{"action":"sync"}"#).await;
    assert_eq!(text(&mut client).await, "seen");
}

#[tokio::test]
async fn what_has_no_route_goes_to_the_default() {
    let bench = Bench::new().await;
    let (mut client, _) = bench.client().await;
    let bodies = [
        r#"{"action":"unknown"}"#,
        r#"{"action":"$connect"}"#,
        r#"{"action":{"a":1}}"#,
        r#"{"other":1}"#,
        "no JSON",
        "",
    ];
    for (count, body) in bodies.into_iter().enumerate() {
        say(&mut client, body).await;
        let event = bench.script.call("ws-default", count + 1).await;
        assert_eq!(event["body"], body);
        assert_eq!(event["requestContext"]["routeKey"], "$default");
    }
}

#[tokio::test]
async fn ping_is_taken_and_nobody_is_called() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    say(&mut client, r#"{"action":"ping"}"#).await;
    say(&mut client, r#"{"action":"sync"}"#).await;
    bench.script.call("sync", 1).await;
    bench.settle().await;
    assert!(bench.script.calls("ws-default").is_empty());
    bench.post(&id, "first").await;
    assert_eq!(text(&mut client).await, "first");
}

async fn internal_error(bench: &Bench, client: &mut Client, id: &str) {
    say(client, r#"{"action":"sync"}"#).await;
    let frame: Value = serde_json::from_str(&text(client).await).unwrap();
    assert_eq!(frame["message"], "Internal server error");
    assert_eq!(frame["connectionId"], id);
    assert!(frame["requestId"].is_string());
    assert_eq!(bench.stack.controls().connections(), [id]);
}

#[tokio::test]
async fn a_failing_function_costs_a_frame_and_not_the_connection() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    bench.script.answer("sync", failure("thrown"));
    internal_error(&bench, &mut client, &id).await;
    bench
        .script
        .on("sync", |_| async { panic!("a handler may") });
    internal_error(&bench, &mut client, &id).await;
    bench.script.answer("sync", Ok(Value::Null));
    internal_error(&bench, &mut client, &id).await;
}

#[tokio::test]
async fn a_function_is_given_up_after_its_time() {
    let from = "CodeUri: functions/sync\n";
    let template = changed_template(from, "CodeUri: functions/sync\n      Timeout: 1\n");
    let mut config = config();
    config.template = template.path().to_owned();
    let bench = Bench::with(config, Script::default()).await;
    let (mut client, id) = bench.client().await;
    bench.script.on("sync", |_| std::future::pending());
    internal_error(&bench, &mut client, &id).await;
}

#[tokio::test]
async fn messages_of_one_connection_run_beside_each_other() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    let script = bench.script.clone();
    bench.script.on("sync", move |_| {
        let script = script.clone();
        async move {
            // Ends only after the later message has been dealt with.
            script.call("game-move", 1).await;
            failure("last")
        }
    });
    say(&mut client, r#"{"action":"sync"}"#).await;
    bench.script.call("sync", 1).await;
    say(&mut client, r#"{"action":"gameMove"}"#).await;
    let frame: Value = serde_json::from_str(&text(&mut client).await).unwrap();
    assert_eq!(frame["connectionId"], json!(id));
}

#[tokio::test]
async fn shuffled_messages_overtake_each_other() {
    let mut config = config();
    config.shuffle_seed = Some(7);
    let bench = Bench::with(config, Script::default()).await;
    let (mut client, _) = bench.client().await;
    let sent: Vec<String> = (0..50)
        .map(|n| json!({"action": "sync", "n": n}).to_string())
        .collect();
    for body in &sent {
        client.feed(Message::text(body.as_str())).await.unwrap();
    }
    client.flush().await.unwrap();
    bench.script.call("sync", sent.len()).await;
    let calls = bench.script.calls("sync");
    let mut got: Vec<&str> = calls
        .iter()
        .filter_map(|event| event["body"].as_str())
        .collect();
    assert_ne!(got, sent);
    let mut all = sent.clone();
    got.sort_unstable();
    all.sort_unstable();
    assert_eq!(got, all);
}

#[tokio::test]
async fn a_client_that_does_not_read_holds_up_nobody() {
    let bench = Bench::new().await;
    let (_slow, slow_id) = bench.client().await;
    let (mut quick, quick_id) = bench.client().await;
    let large = "x".repeat(128 * 1024);
    // Fills what the system buffers, then the queue, then is refused.
    let refused = async {
        loop {
            match bench.post(&slow_id, &large).await.status {
                200 => {}
                status => return status,
            }
        }
    };
    assert_eq!(soon(refused).await, 429);
    assert_eq!(bench.post(&quick_id, "hello").await.status, 200);
    assert_eq!(text(&mut quick).await, "hello");
}
