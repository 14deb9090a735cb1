//! Posts and timers that go wrong when a test asks for it.

use std::collections::BTreeMap;

use damero_local::Mishaps;
use serde_json::json;

use crate::bench::{Bench, Client, HOUR, MINUTE, text};

/// The first text that arrives is what was posted when all was well again.
async fn hears_only_what_follows(bench: &Bench, client: &mut Client, id: &str) {
    bench.stack.controls().mishaps(Mishaps::default(), 1);
    assert_eq!(bench.post(id, "after").await.status, 200);
    assert_eq!(text(client).await, "after");
}

#[tokio::test]
async fn posts_go_wrong_in_every_way_while_the_client_stays() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    let none = Mishaps::default();
    let cases = [
        (
            Mishaps {
                post_gone: 1000,
                ..none
            },
            410,
            false,
        ),
        (
            Mishaps {
                post_throttled: 1000,
                ..none
            },
            429,
            false,
        ),
        (
            Mishaps {
                post_failed: 1000,
                ..none
            },
            500,
            false,
        ),
        (
            Mishaps {
                post_unsaid: 1000,
                ..none
            },
            500,
            true,
        ),
        (
            Mishaps {
                post_dropped: 1000,
                ..none
            },
            200,
            false,
        ),
    ];
    for (rates, status, arrives) in cases {
        bench.stack.controls().mishaps(rates, 1);
        assert_eq!(bench.post(&id, "news").await.status, status, "{rates:?}");
        if arrives {
            assert_eq!(text(&mut client).await, "news");
        }
        hears_only_what_follows(&bench, &mut client, &id).await;
    }
    let happened = [
        "posts answered gone",
        "posts dropped",
        "posts failed",
        "posts sent and failed",
        "posts throttled",
    ];
    let expected: BTreeMap<_, _> = happened.into_iter().map(|what| (what, 1)).collect();
    assert_eq!(bench.stack.controls().happened(), expected);
}

async fn arm(bench: &Bench) {
    let asked = json!({"QueueUrl": "ClockQueue", "MessageBody": "tick", "DelaySeconds": 60});
    let headers = [("X-Amz-Target", "AmazonSQS.SendMessage")];
    let body = asked.to_string();
    let sent = bench.http_with("POST", "/_aws/sqs", &headers, &body).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let env = &bench.functions.by_name["room-create"].env;
    let asked = json!({
        "GroupName": env["SCHEDULE_GROUP"],
        "ScheduleExpression": "at(2026-06-01T12:01:00)",
        "FlexibleTimeWindow": {"Mode": "OFF"},
        "ActionAfterCompletion": "DELETE",
        "Target": {"Arn": env["INVITE_EXPIRE_ARN"], "RoleArn": env["SCHEDULER_ROLE_ARN"]},
    });
    let path = "/_aws/scheduler/schedules/room-1";
    let made = bench.http("POST", path, &asked.to_string()).await;
    assert_eq!(made.status, 200, "{}", made.body);
}

fn came(bench: &Bench) -> [usize; 2] {
    ["timer-clock", "invite-expire"].map(|name| bench.script.calls(name).len())
}

#[tokio::test]
async fn late_timers_come_within_ten_minutes() {
    let bench = Bench::new().await;
    let late = Mishaps {
        timer_late: 1000,
        ..Mishaps::default()
    };
    bench.stack.controls().mishaps(late, 1);
    arm(&bench).await;
    bench.advance(2 * MINUTE - 1).await;
    assert_eq!(came(&bench), [0, 0], "at least a minute late");
    bench.advance(9 * MINUTE).await;
    assert_eq!(came(&bench), [1, 1]);
    assert_eq!(
        bench.stack.controls().happened(),
        [("timers late", 2)].into()
    );
}

#[tokio::test]
async fn lost_timers_never_come_and_the_daily_walk_does() {
    let bench = Bench::new().await;
    let lost = Mishaps {
        timer_lost: 1000,
        ..Mishaps::default()
    };
    bench.stack.controls().mishaps(lost, 1);
    arm(&bench).await;
    bench.advance(48 * HOUR).await;
    assert_eq!(came(&bench), [0, 0]);
    assert_eq!(
        bench.script.calls("audit-active").len(),
        1,
        "made up for by one"
    );
    assert_eq!(
        bench.stack.controls().happened(),
        [("timers lost", 2)].into()
    );
}
