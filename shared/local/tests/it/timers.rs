//! Delayed messages, redelivery, dead letters, asynchronous invocations.

use aws_lambda_events::event::sqs::SqsEvent;
use serde_json::{Value, json};

use crate::bench::{
    Bench, MINUTE, NOW, Response, Script, changed_template, config, failure, in_dir,
};

const QUEUE: &str = "ClockQueue";
const DEAD: &str = "ClockDeadLetters";

async fn send(bench: &Bench, body: &str, delay_s: i64) -> Response {
    let url = &bench.functions.by_name["timer-clock"].env["CLOCK_QUEUE_URL"];
    let asked = json!({"QueueUrl": url, "MessageBody": body, "DelaySeconds": delay_s});
    sqs(bench, "SendMessage", &asked).await
}

async fn sqs(bench: &Bench, action: &str, asked: &Value) -> Response {
    let target = format!("AmazonSQS.{action}");
    let headers = [("X-Amz-Target", target.as_str())];
    bench
        .http_with("POST", "/_aws/sqs", &headers, &asked.to_string())
        .await
}

#[tokio::test]
async fn a_message_comes_when_the_clock_says_so() {
    let bench = Bench::new().await;
    let sent = send(&bench, "tick", 900).await;
    assert_eq!(sent.status, 200);
    let md5 = "e5e5c0754f1e26bf915455e21cf2eba5";
    assert_eq!(sent.json()["MD5OfMessageBody"], md5);
    bench.advance(15 * MINUTE - 1).await;
    assert!(bench.script.calls("timer-clock").is_empty());
    bench.advance(1).await;
    let calls = bench.script.calls("timer-clock");
    assert_eq!(calls.len(), 1);
    let event: SqsEvent = serde_json::from_value(calls[0].clone()).unwrap();
    assert_eq!(event.records.len(), 1);
    let record = &event.records[0];
    assert_eq!(record.body.as_deref(), Some("tick"));
    assert_eq!(
        record.message_id.as_deref(),
        sent.json()["MessageId"].as_str()
    );
    assert_eq!(record.attributes["SentTimestamp"], NOW.to_string());
    assert_eq!(record.attributes["ApproximateReceiveCount"], "1");
    assert_eq!(
        record.event_source_arn.as_deref(),
        Some("arn:aws:sqs:us-east-1:000000000000:ClockQueue")
    );
    assert!(bench.stack.queue(QUEUE).is_empty());
    bench.advance(24 * 60 * MINUTE).await;
    assert_eq!(bench.script.calls("timer-clock").len(), 1);
}

#[tokio::test]
async fn a_handler_may_send_the_next_message() {
    let bench = Bench::new().await;
    let address = bench.stack.http_addr();
    bench.script.on("timer-clock", move |_| async move {
        let asked = json!({"QueueUrl": QUEUE, "MessageBody": "next", "DelaySeconds": 60});
        let headers = [("X-Amz-Target", "AmazonSQS.SendMessage")];
        let body = asked.to_string();
        let sent = crate::bench::request(address, "POST", "/_aws/sqs/", &headers, &body).await;
        assert_eq!(sent.status, 200);
        Ok(json!({"batchItemFailures": []}))
    });
    send(&bench, "first", 0).await;
    bench.settle().await;
    for count in 1..4 {
        assert_eq!(bench.script.calls("timer-clock").len(), count);
        bench.advance(MINUTE).await;
    }
}

#[tokio::test]
async fn what_sqs_refuses_is_refused() {
    let bench = Bench::new().await;
    let late = send(&bench, "tick", 901).await;
    assert_eq!(late.status, 400);
    assert_eq!(
        late.json()["__type"],
        "com.amazonaws.sqs#InvalidParameterValue"
    );
    assert_eq!(send(&bench, "tick", -1).await.status, 400);
    assert_eq!(send(&bench, "", 0).await.status, 400);
    let asked = json!({"QueueUrl": "http://x/0/Nothing", "MessageBody": "x"});
    let lost = sqs(&bench, "SendMessage", &asked).await;
    assert_eq!(lost.json()["__type"], "com.amazonaws.sqs#QueueDoesNotExist");
    let other = sqs(&bench, "PurgeQueue", &asked).await;
    assert_eq!(
        other.json()["__type"],
        "com.amazonaws.sqs#UnsupportedOperation"
    );
    assert!(bench.stack.queue(QUEUE).is_empty());
}

#[tokio::test]
async fn a_failed_message_comes_again_and_ends_among_the_dead_letters() {
    let bench = Bench::new().await;
    bench.script.answer("timer-clock", failure("no"));
    send(&bench, "tick", 0).await;
    bench.settle().await;
    for count in 1..=5 {
        let calls = bench.script.calls("timer-clock");
        assert_eq!(calls.len(), count);
        let receives = &calls[count - 1]["Records"][0]["attributes"]["ApproximateReceiveCount"];
        assert_eq!(receives, &json!(count.to_string()));
        // The visibility time.
        bench.advance(MINUTE - 1).await;
        assert_eq!(bench.script.calls("timer-clock").len(), count);
        bench.advance(1).await;
    }
    assert_eq!(bench.script.calls("timer-clock").len(), 5);
    let audited = bench.script.calls("audit-active");
    assert_eq!(audited.len(), 1);
    let record = &audited[0]["Records"][0];
    assert_eq!(record["body"], "tick");
    assert_eq!(
        record["eventSourceARN"],
        "arn:aws:sqs:us-east-1:000000000000:ClockDeadLetters"
    );
    assert!(bench.stack.queue(DEAD).is_empty());
}

#[tokio::test]
async fn an_answer_can_fail_some_of_a_batch() {
    let template = changed_template("BatchSize: 1\n", "BatchSize: 10\n");
    let mut config = config();
    config.template = template.path().to_owned();
    let bench = Bench::with(config, Script::default()).await;
    bench.script.on("timer-clock", |event| async move {
        let records = event["Records"].as_array().unwrap().clone();
        let bad = records.iter().filter(|record| record["body"] == "bad");
        let failed: Vec<Value> = bad
            .map(|record| json!({"itemIdentifier": record["messageId"]}))
            .collect();
        Ok(json!({"batchItemFailures": failed}))
    });
    for body in ["good", "bad", "fine"] {
        send(&bench, body, 60).await;
    }
    bench.advance(MINUTE).await;
    let calls = bench.script.calls("timer-clock");
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0]["Records"].as_array().unwrap().len(), 3);
    assert_eq!(bench.stack.queue(QUEUE), ["bad"]);
    bench.script.answer(
        "timer-clock",
        Ok(json!({"batchItemFailures": [{"itemIdentifier": ""}]})),
    );
    bench.advance(MINUTE).await;
    assert_eq!(
        bench.stack.queue(QUEUE),
        ["bad"],
        "nonsense fails the batch"
    );
}

#[tokio::test]
async fn a_panicking_handler_is_a_failed_delivery() {
    let bench = Bench::new().await;
    bench
        .script
        .on("timer-clock", |_| async { panic!("a handler may") });
    send(&bench, "tick", 0).await;
    bench.settle().await;
    assert_eq!(bench.stack.queue(QUEUE), ["tick"]);
}

#[tokio::test]
async fn deliveries_can_be_doubled() {
    let bench = Bench::new().await;
    bench.stack.controls().duplicate_timers(true);
    send(&bench, "tick", 1).await;
    bench.advance(1000).await;
    let calls = bench.script.calls("timer-clock");
    assert_eq!(calls.len(), 2);
    assert_eq!(calls[0], calls[1]);
    assert!(bench.stack.queue(QUEUE).is_empty());
}

#[tokio::test]
async fn a_message_and_the_clock_survive_being_killed() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    send(&bench, "tick", 60).await;
    bench.advance(MINUTE - 1).await;
    bench.stack.kill();

    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    assert_eq!(bench.stack.clock().now_ms(), NOW + MINUTE - 1);
    bench.settle().await;
    assert!(bench.script.calls("timer-clock").is_empty());
    bench.advance(1).await;
    assert_eq!(
        bench.script.calls("timer-clock")[0]["Records"][0]["body"],
        "tick"
    );
    bench.stack.kill();

    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    bench.advance(60 * MINUTE).await;
    assert!(bench.script.calls("timer-clock").is_empty());
}

#[tokio::test]
async fn a_delivery_cut_short_by_being_killed_is_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    bench.script.on("timer-clock", |_| std::future::pending());
    send(&bench, "tick", 0).await;
    bench.script.call("timer-clock", 1).await;
    bench.stack.kill();

    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    bench.settle().await;
    assert!(bench.script.calls("timer-clock").is_empty(), "still hidden");
    bench.advance(MINUTE).await;
    let record = &bench.script.calls("timer-clock")[0]["Records"][0];
    assert_eq!(record["attributes"]["ApproximateReceiveCount"], "2");
}

#[tokio::test]
async fn an_asynchronous_invocation_is_tried_three_times() {
    let bench = Bench::new().await;
    bench.script.answer("invite-expire", failure("no"));
    let path = "/2015-03-31/functions/invite-expire/invocations";
    let headers = [("X-Amz-Invocation-Type", "Event")];
    let accepted = bench
        .http_with("POST", path, &headers, r#"{"room":"r"}"#)
        .await;
    assert_eq!(accepted.status, 202);
    bench.settle().await;
    assert_eq!(bench.script.calls("invite-expire"), [json!({"room": "r"})]);
    bench.advance(MINUTE).await;
    assert_eq!(bench.script.calls("invite-expire").len(), 2);
    bench.advance(2 * MINUTE).await;
    assert_eq!(bench.script.calls("invite-expire").len(), 3);
    bench.advance(60 * MINUTE).await;
    assert_eq!(bench.script.calls("invite-expire").len(), 3);
}
