//! What the stack reads out of the template.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use damero_local::{Config, Stack, StartError};

use crate::bench::{Bench, Script, changed_template, config, in_dir};

async fn refused(config: Config) -> StartError {
    let started = Stack::start(config, |_| Arc::new(Script::default())).await;
    started.expect_err("it started")
}

async fn refused_with(from: &str, to: &str) -> String {
    let template = changed_template(from, to);
    let mut config = config();
    config.template = template.path().to_owned();
    refused(config).await.to_string()
}

#[tokio::test]
async fn functions_have_local_values() {
    let bench = Bench::new().await;
    let functions = &bench.functions;
    assert_eq!(functions.by_name["ws-authorize"].timeout, 5);
    let create = &functions.by_name["room-create"];
    assert_eq!((create.timeout, create.memory), (10, 256));
    assert_eq!(create.logical_id, "RoomCreate");
    assert_eq!(create.env["TABLE_NAME"], "damero");
    let base = format!("http://{}", bench.stack.http_addr());
    assert_eq!(create.env["PUSH_ENDPOINT"], format!("{base}/live"));
    assert_eq!(functions.endpoints.push, format!("{base}/live"));
    assert_eq!(create.env["SCHEDULE_GROUP"], "Schedules");
    assert_eq!(
        create.env["INVITE_EXPIRE_ARN"],
        "arn:aws:lambda:us-east-1:000000000000:function:InviteExpire"
    );
    assert!(
        !functions.by_name["ws-authorize"]
            .env
            .contains_key("PUSH_ENDPOINT")
    );
}

#[tokio::test]
async fn every_functions_directory_is_in_the_template() {
    let bench = Bench::new().await;
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../functions");
    let mut crates: Vec<String> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    crates.sort();
    assert_eq!(
        bench.functions.by_name.keys().cloned().collect::<Vec<_>>(),
        crates
    );
}

#[tokio::test]
async fn a_route_to_no_function_does_not_start() {
    let from = "sync: { FunctionArn: !GetAtt Sync.Arn }";
    let unknown = refused_with(from, "sync: { FunctionArn: !GetAtt Nobody.Arn }").await;
    assert_eq!(
        unknown,
        "template: Socket: there is no parameter or resource Nobody"
    );
    let table = refused_with(from, "sync: { FunctionArn: !GetAtt Table.Arn }").await;
    assert!(table.contains("is no function of the template"), "{table}");
}

#[tokio::test]
async fn a_route_that_sam_would_refuse_does_not_start() {
    let hyphen = refused_with("roomCreate: {", "room-create: {").await;
    assert!(
        hyphen.contains("room-create: SAM takes letters and digits"),
        "{hyphen}"
    );
}

#[tokio::test]
async fn parameters_are_as_a_deployment_wants_them() {
    let mut without = config();
    without.parameters = BTreeMap::new();
    let message = refused(without).await.to_string();
    assert_eq!(message, "template: parameter SiteZone needs a value");
    let mut unknown = config();
    unknown
        .parameters
        .insert("Nothing".to_owned(), "x".to_owned());
    assert!(
        refused(unknown)
            .await
            .to_string()
            .contains("no parameter Nothing")
    );
    let mut wrong = config();
    wrong
        .parameters
        .insert("Architecture".to_owned(), "z80".to_owned());
    assert!(refused(wrong).await.to_string().contains("Architecture"));
    let mut other = config();
    other
        .parameters
        .insert("StageName".to_owned(), "dev".to_owned());
    let bench = Bench::with(other, Script::default()).await;
    assert!(bench.functions.endpoints.push.ends_with("/dev"));
}

#[tokio::test]
async fn a_broken_template_says_what_is_wrong() {
    let mut missing = config();
    missing.template = "nowhere.yaml".into();
    assert!(matches!(refused(missing).await, StartError::Template(_)));
    let cron = refused_with("cron(30 4 * * ? *)", "cron(nonsense)").await;
    assert!(cron.contains("Invalid Schedule Expression"), "{cron}");
}

#[tokio::test]
async fn only_loopback_is_served_and_a_taken_port_is_told() {
    let mut open = config();
    open.http = SocketAddr::from(([0, 0, 0, 0], 0));
    assert!(matches!(refused(open).await, StartError::NotLoopback(_)));
    let bench = Bench::new().await;
    let mut taken = config();
    taken.http = bench.stack.http_addr();
    assert!(matches!(refused(taken).await, StartError::Bind { .. }));
}

#[tokio::test]
async fn a_directory_belongs_to_one_stack() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    assert!(matches!(
        refused(in_dir(dir.path())).await,
        StartError::Data { .. }
    ));
    bench.stack.stop().await;
    let again = Bench::with(in_dir(dir.path()), Script::default()).await;
    again.stack.stop().await;
}
