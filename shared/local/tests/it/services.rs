//! The rest of the address: clock, direct invocations.

use serde_json::json;

use crate::bench::{Bench, NOW, failure};

#[tokio::test]
async fn the_clock_can_be_read_and_moved() {
    let bench = Bench::new().await;
    let shown = bench.http("GET", "/_local/clock", "").await.json();
    assert_eq!(
        shown,
        json!({"now_ms": NOW, "now": "2026-06-01T12:00:00.000Z", "frozen": true})
    );
    let moved = bench
        .http("POST", "/_local/clock", r#"{"advance_ms":500}"#)
        .await;
    assert_eq!(moved.json()["now_ms"], NOW + 500);
    let set = bench
        .http(
            "POST",
            "/_local/clock",
            r#"{"set":"2026-06-02T14:00:00+02:00"}"#,
        )
        .await;
    assert_eq!(set.json()["now"], "2026-06-02T12:00:00.000Z");
    let set = bench
        .http("POST", "/_local/clock", &format!(r#"{{"set":{NOW}}}"#))
        .await;
    assert_eq!(set.json()["now_ms"], NOW);
    assert_eq!(bench.http("POST", "/_local/clock", "{}").await.status, 400);
    assert_eq!(bench.stack.clock().now_ms(), NOW);
}

#[tokio::test]
async fn functions_can_be_invoked_directly() {
    let bench = Bench::new().await;
    bench
        .script
        .answer("audit-active", Ok(json!({"walked": 3})));
    for name in [
        "audit-active",
        "AuditActive",
        "audit-active:$LATEST",
        "arn:aws:lambda:us-east-1:000000000000:function:AuditActive",
    ] {
        let path = format!("/2015-03-31/functions/{name}/invocations");
        let answer = bench.http("POST", &path, r#"{"by":"me"}"#).await;
        assert_eq!((answer.status, answer.json()), (200, json!({"walked": 3})));
    }
    assert_eq!(bench.script.calls("audit-active")[0], json!({"by": "me"}));
    bench.script.answer("audit-active", failure("no"));
    let path = "/2015-03-31/functions/audit-active/invocations";
    let failed = bench.http("POST", path, "").await;
    assert_eq!(failed.header("x-amz-function-error"), Some("Unhandled"));
    assert_eq!(
        failed.json(),
        json!({"errorType": "Error", "errorMessage": "no"})
    );
    assert_eq!(bench.http("POST", path, "not JSON").await.status, 400);
    for (path, status) in [
        ("nobody/invocations", 404),
        ("audit-active/invocations?Qualifier=prod", 404),
        ("audit-active/invocations?Qualifier=$LATEST", 200),
    ] {
        let path = format!("/2015-03-31/functions/{path}");
        assert_eq!(bench.http("POST", &path, "").await.status, status, "{path}");
    }
}

#[tokio::test]
async fn handlers_in_the_process_are_no_sandboxes() {
    let bench = Bench::new().await;
    for (method, body) in [("GET", ""), ("POST", r#"{"kill": "*"}"#)] {
        let answer = bench.http(method, "/_local/sandboxes", body).await;
        assert_eq!(answer.status, 404);
        assert!(answer.body.contains("--lambdas"), "{}", answer.body);
    }
}
