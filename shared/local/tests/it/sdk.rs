//! The services as the SDKs of the functions see them.

use aws_sdk_apigatewaymanagement::primitives::Blob;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region, SharedHttpClient};
use aws_sdk_dynamodb::types::{AttributeValue, ProjectionType, ScalarAttributeType};
use aws_sdk_scheduler::types::{
    ActionAfterCompletion, FlexibleTimeWindow, FlexibleTimeWindowMode, Target,
};

use crate::bench::{Bench, HOUR, Script, in_dir, text};

fn http() -> SharedHttpClient {
    aws_smithy_http_client::Builder::new().build_http()
}

/// A client of one of the SDKs for an endpoint of the stack.
macro_rules! client {
    ($sdk:ident, $endpoint:expr) => {
        $sdk::Client::from_conf(
            $sdk::Config::builder()
                .behavior_version(BehaviorVersion::latest())
                .region(Region::new("us-east-1"))
                .credentials_provider(Credentials::new("a", "b", None, None, "test"))
                .http_client(http())
                .endpoint_url($endpoint.as_str())
                .build(),
        )
    };
}

#[tokio::test]
async fn the_table_is_the_templates() {
    let bench = Bench::new().await;
    let database = client!(aws_sdk_dynamodb, bench.functions.endpoints.dynamodb);
    let described = database
        .describe_table()
        .table_name("damero")
        .send()
        .await
        .unwrap();
    let table = described.table().unwrap();
    let keys: Vec<&str> = table
        .key_schema()
        .iter()
        .map(|key| key.attribute_name())
        .collect();
    assert_eq!(keys, ["PK", "SK"]);
    let texts = table.attribute_definitions().iter();
    assert!(
        texts
            .map(|one| one.attribute_type())
            .all(|kind| *kind == ScalarAttributeType::S)
    );
    let index = &table.global_secondary_indexes()[0];
    assert_eq!(index.index_name(), Some("GSI1"));
    let projection = index.projection().and_then(|one| one.projection_type());
    assert_eq!(projection, Some(&ProjectionType::KeysOnly));
    let life = database
        .describe_time_to_live()
        .table_name("damero")
        .send()
        .await
        .unwrap();
    let life = life.time_to_live_description().unwrap();
    assert_eq!(life.attribute_name(), Some("ttl"));
}

#[tokio::test]
async fn items_stay_and_those_past_their_time_go() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    let database = client!(aws_sdk_dynamodb, bench.functions.endpoints.dynamodb);
    let seconds = bench.stack.clock().now_ms() / 1000;
    for (name, ttl) in [
        ("stays", None),
        ("goes", Some(seconds + 60)),
        ("later", Some(seconds + 7200)),
    ] {
        let put = database
            .put_item()
            .table_name("damero")
            .item("PK", AttributeValue::S(name.to_owned()))
            .item("SK", AttributeValue::S("META".to_owned()));
        let put = match ttl {
            Some(ttl) => put.item("ttl", AttributeValue::N(ttl.to_string())),
            None => put,
        };
        put.send().await.unwrap();
    }
    bench.advance(HOUR).await;
    bench.stack.kill();
    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    let database = client!(aws_sdk_dynamodb, bench.functions.endpoints.dynamodb);
    let all = database.scan().table_name("damero").send().await.unwrap();
    let mut left: Vec<_> = all
        .items()
        .iter()
        .map(|item| item["PK"].as_s().unwrap().clone())
        .collect();
    left.sort();
    assert_eq!(left, ["later", "stays"]);
}

#[tokio::test]
async fn a_push_reaches_the_client_and_a_gone_one_is_named() {
    let bench = Bench::new().await;
    let (mut socket, id) = bench.client().await;
    let push = client!(aws_sdk_apigatewaymanagement, bench.functions.endpoints.push);
    let post = |text: &str| {
        let post = push.post_to_connection().connection_id(&id);
        post.data(Blob::new(text.as_bytes()))
    };
    post("hello").send().await.unwrap();
    assert_eq!(text(&mut socket).await, "hello");
    let shown = push
        .get_connection()
        .connection_id(&id)
        .send()
        .await
        .unwrap();
    assert!(shown.connected_at().is_some());
    let large = "x".repeat(128 * 1024 + 1);
    let refused = post(&large).send().await.unwrap_err().into_service_error();
    assert!(refused.is_payload_too_large_exception());
    push.delete_connection()
        .connection_id(&id)
        .send()
        .await
        .unwrap();
    let gone = post("late").send().await.unwrap_err().into_service_error();
    assert!(gone.is_gone_exception());
}

#[tokio::test]
async fn a_message_can_be_sent() {
    let bench = Bench::new().await;
    let sqs = client!(aws_sdk_sqs, bench.functions.endpoints.sqs);
    let url = &bench.functions.by_name["timer-clock"].env["CLOCK_QUEUE_URL"];
    let send = |url: &str| {
        let message = sqs.send_message().queue_url(url).message_body("tick");
        message.delay_seconds(1)
    };
    let sent = send(url).send().await.unwrap();
    assert!(sent.message_id().is_some() && sent.md5_of_message_body().is_some());
    bench.advance(1000).await;
    assert_eq!(bench.script.calls("timer-clock").len(), 1);
    let lost = send("http://x/0/Nothing")
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert!(lost.is_queue_does_not_exist(), "{lost:?}");
}

#[tokio::test]
async fn a_schedule_can_be_made() {
    let bench = Bench::new().await;
    let scheduler = client!(aws_sdk_scheduler, bench.functions.endpoints.scheduler);
    let env = &bench.functions.by_name["room-create"].env;
    let target = Target::builder()
        .arn(&env["INVITE_EXPIRE_ARN"])
        .role_arn(&env["SCHEDULER_ROLE_ARN"])
        .input("{}")
        .build()
        .unwrap();
    let window = FlexibleTimeWindow::builder()
        .mode(FlexibleTimeWindowMode::Off)
        .build()
        .unwrap();
    let create = || {
        scheduler
            .create_schedule()
            .name("room-1")
            .group_name(&env["SCHEDULE_GROUP"])
            .schedule_expression("at(2026-06-01T13:00:00)")
            .flexible_time_window(window.clone())
            .action_after_completion(ActionAfterCompletion::Delete)
            .target(target.clone())
    };
    create().send().await.unwrap();
    let taken = create().send().await.unwrap_err().into_service_error();
    assert!(taken.is_conflict_exception(), "{taken:?}");
    bench.advance(HOUR).await;
    assert_eq!(bench.script.calls("invite-expire").len(), 1);
    let gone = scheduler
        .delete_schedule()
        .name("room-1")
        .group_name(&env["SCHEDULE_GROUP"]);
    let gone = gone.send().await.unwrap_err().into_service_error();
    assert!(gone.is_resource_not_found_exception(), "{gone:?}");
}
