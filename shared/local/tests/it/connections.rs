//! `@connections`.

use serde_json::json;

use crate::bench::{Bench, close_code, connection_path, text};

#[tokio::test]
async fn ids_look_like_the_gateways() {
    let bench = Bench::new().await;
    let (_client, id) = bench.client().await;
    assert!(id.ends_with('=') && id.len() == 16, "{id}");
}

#[tokio::test]
async fn posts_reach_the_client_in_order_under_both_paths() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    let path = connection_path(&id);
    for (path, body) in [(path.clone(), "one"), (format!("/live{path}"), "two")] {
        let posted = bench.http("POST", &path, body).await;
        assert_eq!((posted.status, posted.body.as_str()), (200, ""));
        assert_eq!(text(&mut client).await, body);
    }
    assert_eq!(bench.stack.controls().posts(), [(200, 2)].into());
}

#[tokio::test]
async fn an_unknown_connection_is_gone() {
    let bench = Bench::new().await;
    for method in ["POST", "GET", "DELETE"] {
        let answer = bench.http(method, "/@connections/bm9ib2R5", "x").await;
        assert_eq!(answer.status, 410);
        assert_eq!(answer.header("x-amzn-errortype"), Some("GoneException"));
    }
}

#[tokio::test]
async fn a_post_may_have_128_kb() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    let fits = "x".repeat(128 * 1024);
    assert_eq!(bench.post(&id, &fits).await.status, 200);
    assert_eq!(text(&mut client).await, fits);
    let refused = bench.post(&id, &(fits + "x")).await;
    assert_eq!(refused.status, 413);
    assert_eq!(
        refused.header("x-amzn-errortype"),
        Some("PayloadTooLargeException")
    );
}

#[tokio::test]
async fn a_connection_can_be_looked_at() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    bench.advance(1500).await;
    bench.post(&id, "x").await;
    text(&mut client).await;
    let shown = bench.http("GET", &connection_path(&id), "").await;
    assert_eq!(shown.status, 200);
    assert_eq!(
        shown.json(),
        json!({
            "connectedAt": "2026-06-01T12:00:00.000Z",
            "lastActiveAt": "2026-06-01T12:00:01.500Z",
            "identity": {"sourceIp": "127.0.0.1", "userAgent": null},
        })
    );
}

#[tokio::test]
async fn a_deleted_connection_gets_what_was_posted_and_is_closed() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    bench.post(&id, "last words").await;
    assert_eq!(
        bench.http("DELETE", &connection_path(&id), "").await.status,
        204
    );
    assert_eq!(bench.post(&id, "late").await.status, 410);
    assert_eq!(text(&mut client).await, "last words");
    assert_eq!(close_code(&mut client).await, 1000);
    bench.settle().await;
    assert_eq!(bench.script.calls("ws-disconnect").len(), 1);
}
