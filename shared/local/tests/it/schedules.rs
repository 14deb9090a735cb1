//! One-off and recurring schedules.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::bench::{Bench, HOUR, MINUTE, Response, Script, changed_template, failure, in_dir};

fn group(bench: &Bench) -> String {
    bench.functions.by_name["room-create"].env["SCHEDULE_GROUP"].clone()
}

fn asked(bench: &Bench, expression: &str) -> Value {
    let env = &bench.functions.by_name["room-create"].env;
    json!({
        "GroupName": group(bench),
        "ScheduleExpression": expression,
        "FlexibleTimeWindow": {"Mode": "OFF"},
        "ActionAfterCompletion": "DELETE",
        "ClientToken": "token-1",
        "Target": {
            "Arn": env["INVITE_EXPIRE_ARN"],
            "RoleArn": env["SCHEDULER_ROLE_ARN"],
            "Input": r#"{"room":"r","at":"<aws.scheduler.scheduled-time>"}"#,
        },
    })
}

async fn create(bench: &Bench, name: &str, asked: &Value) -> Response {
    let path = format!("/_aws/scheduler/schedules/{name}");
    bench.http("POST", &path, &asked.to_string()).await
}

async fn named(bench: &Bench, method: &str, name: &str) -> Response {
    let path = format!(
        "/_aws/scheduler/schedules/{name}?groupName={}",
        group(bench)
    );
    bench.http(method, &path, "").await
}

/// Noon of the next day, by the tests' present.
const TOMORROW: &str = "at(2026-06-02T12:00:00)";

#[tokio::test]
async fn a_one_off_comes_once_and_is_gone() {
    let bench = Bench::new().await;
    let made = create(&bench, "room-1", &asked(&bench, TOMORROW)).await;
    assert_eq!(made.status, 200);
    assert_eq!(
        made.json()["ScheduleArn"],
        "arn:aws:scheduler:us-east-1:000000000000:schedule/Schedules/room-1"
    );
    let shown = named(&bench, "GET", "room-1").await;
    assert_eq!(shown.json()["ScheduleExpression"], TOMORROW);
    bench.advance(24 * HOUR - 1).await;
    assert!(bench.script.calls("invite-expire").is_empty());
    bench.advance(1).await;
    let expected = json!({"room": "r", "at": "2026-06-02T12:00:00Z"});
    assert_eq!(bench.script.calls("invite-expire"), [expected]);
    assert_eq!(named(&bench, "GET", "room-1").await.status, 404);
    bench.advance(48 * HOUR).await;
    assert_eq!(bench.script.calls("invite-expire").len(), 1);
}

#[tokio::test]
async fn a_failed_one_off_is_tried_again() {
    let bench = Bench::new().await;
    create(&bench, "room-1", &asked(&bench, TOMORROW)).await;
    bench.script.answer("invite-expire", failure("no"));
    bench.advance(24 * HOUR).await;
    bench.script.answer("invite-expire", Ok(json!({})));
    bench.advance(MINUTE).await;
    bench.advance(HOUR).await;
    assert_eq!(bench.script.calls("invite-expire").len(), 2);
}

#[tokio::test]
async fn a_name_is_taken_once_but_a_request_may_be_repeated() {
    let bench = Bench::new().await;
    let first = asked(&bench, TOMORROW);
    create(&bench, "room-1", &first).await;
    assert_eq!(create(&bench, "room-1", &first).await.status, 200);
    let mut other = first.clone();
    other["ClientToken"] = "token-2".into();
    let refused = create(&bench, "room-1", &other).await;
    assert_eq!(refused.status, 409);
    assert_eq!(
        refused.header("x-amzn-errortype"),
        Some("ConflictException")
    );
    assert_eq!(named(&bench, "DELETE", "room-1").await.status, 200);
    assert_eq!(named(&bench, "DELETE", "room-1").await.status, 404);
    bench.advance(48 * HOUR).await;
    assert!(bench.script.calls("invite-expire").is_empty());
}

#[tokio::test]
async fn what_the_scheduler_refuses_is_refused() {
    let bench = Bench::new().await;
    let good = asked(&bench, TOMORROW);
    let with = |pointer: &str, value: &str| {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap() = value.into();
        changed
    };
    let cases = [
        (with("/GroupName", "nowhere"), 404),
        (with("/ScheduleExpression", "at(soon)"), 400),
        (
            with(
                "/Target/Arn",
                "arn:aws:lambda:us-east-1:000000000000:function:Nobody",
            ),
            400,
        ),
        (with("/Target/RoleArn", ""), 400),
        (json!({}), 400),
    ];
    for (asked, status) in cases {
        assert_eq!(create(&bench, "x", &asked).await.status, status, "{asked}");
    }
    assert_eq!(create(&bench, "not%20a%20name", &good).await.status, 400);
}

#[tokio::test]
async fn one_offs_survive_being_killed() {
    let dir = tempfile::tempdir().unwrap();
    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    create(&bench, "room-1", &asked(&bench, TOMORROW)).await;
    bench.stack.kill();
    let bench = Bench::with(in_dir(dir.path()), Script::default()).await;
    bench.advance(24 * HOUR).await;
    assert_eq!(bench.script.calls("invite-expire").len(), 1);
}

#[tokio::test]
async fn the_daily_walk_comes_by_the_sites_clock() {
    let bench = Bench::new().await;
    // From noon UTC, 14:00 in Rome, to half past four in the morning.
    let wait = 14 * HOUR + 30 * MINUTE;
    bench.advance(wait - 1).await;
    assert!(bench.script.calls("audit-active").is_empty());
    bench.advance(1).await;
    let walked = bench.script.calls("audit-active");
    assert_eq!(walked.len(), 1);
    assert_eq!(walked[0]["source"], "aws.scheduler");
    assert_eq!(walked[0]["time"], "2026-06-02T02:30:00Z");
    bench.advance(24 * HOUR).await;
    assert_eq!(bench.script.calls("audit-active").len(), 2);
}

#[tokio::test]
async fn runs_missed_by_a_jump_are_made_up_for_by_one() {
    let bench = Bench::new().await;
    bench.advance(30 * 24 * HOUR).await;
    assert_eq!(bench.script.calls("audit-active").len(), 1);
}

/// From Monday noon over Tuesday 20:20, by Rome's clocks: the closing, the hourly run and
/// the check. The check finds the closing done, as it would have without the jump.
#[tokio::test]
async fn what_a_jump_makes_due_of_a_function_comes_in_its_order_and_one_by_one() {
    let bench = Bench::new().await;
    let at_work = Arc::new(AtomicUsize::new(0));
    bench.script.on("period-close", move |_| {
        let at_work = Arc::clone(&at_work);
        async move {
            assert_eq!(at_work.fetch_add(1, Ordering::SeqCst), 0, "one by one");
            // Whoever could begin meanwhile does.
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            at_work.fetch_sub(1, Ordering::SeqCst);
            Ok(json!({}))
        }
    });
    // Beyond the first hour nothing is left behind but by the jump that follows.
    bench.advance(29 * HOUR + 50 * MINUTE).await;
    let before = bench.script.calls("period-close").len();
    bench.advance(3 * HOUR).await;
    let runs = &bench.script.calls("period-close")[before..];
    let runs: Vec<_> = runs.iter().map(|event| event["run"].clone()).collect();
    assert_eq!(runs, ["due", "due", "check"]);
}

#[tokio::test]
async fn a_changed_expression_counts_from_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    Bench::with(in_dir(dir.path()), Script::default())
        .await
        .stack
        .kill();
    let template = changed_template("cron(30 4 * * ? *)", "rate(1 hour)");
    let mut config = in_dir(dir.path());
    config.template = template.path().to_owned();
    let bench = Bench::with(config, Script::default()).await;
    bench.advance(HOUR).await;
    assert_eq!(bench.script.calls("audit-active").len(), 1);
}
