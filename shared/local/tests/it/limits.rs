//! Sizes and times that the gateway keeps.

use futures_util::SinkExt as _;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::bench::{Bench, Client, HOUR, MINUTE, close_code};

/// Sends a message in frames of at most `size` bytes.
async fn in_frames(client: &mut Client, body: &str, size: usize) {
    let chunks: Vec<&[u8]> = body.as_bytes().chunks(size).collect();
    for (index, chunk) in chunks.iter().enumerate() {
        let code = if index == 0 {
            Data::Text
        } else {
            Data::Continue
        };
        let last = index + 1 == chunks.len();
        let frame = Frame::message(Bytes::copy_from_slice(chunk), OpCode::Data(code), last);
        // The gateway may hang up before it has all.
        if client.feed(Message::Frame(frame)).await.is_err() {
            break;
        }
    }
    let _ = client.flush().await;
}

#[tokio::test]
async fn a_message_may_have_128_kb_in_frames_of_32() {
    let bench = Bench::new().await;
    let (mut client, _) = bench.client().await;
    let body = "x".repeat(128 * 1024);
    in_frames(&mut client, &body, 32 * 1024).await;
    let event = bench.script.call("ws-default", 1).await;
    assert_eq!(event["body"], body);
}

#[tokio::test]
async fn a_larger_message_closes_the_connection() {
    let bench = Bench::new().await;
    let (mut client, _) = bench.client().await;
    in_frames(&mut client, &"x".repeat(128 * 1024 + 1), 32 * 1024).await;
    assert_eq!(close_code(&mut client).await, 1009);
    let event = bench.script.call("ws-disconnect", 1).await;
    assert_eq!(event["requestContext"]["disconnectStatusCode"], 1009);
    assert!(bench.script.calls("ws-default").is_empty());
}

#[tokio::test]
async fn a_larger_frame_closes_the_connection() {
    let bench = Bench::new().await;
    let (mut client, _) = bench.client().await;
    in_frames(&mut client, &"x".repeat(32 * 1024 + 1), 64 * 1024).await;
    assert_eq!(close_code(&mut client).await, 1009);
}

#[tokio::test]
async fn a_binary_message_closes_the_connection() {
    let bench = Bench::new().await;
    let (mut client, _) = bench.client().await;
    client.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(close_code(&mut client).await, 1003);
}

#[tokio::test]
async fn ten_silent_minutes_close_the_connection() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    bench.advance(10 * MINUTE - 1).await;
    assert_eq!(
        bench.stack.controls().connections(),
        std::slice::from_ref(&id)
    );
    client
        .send(Message::text(r#"{"action":"ping"}"#))
        .await
        .unwrap();
    client
        .send(Message::text(r#"{"action":"sync"}"#))
        .await
        .unwrap();
    bench.script.call("sync", 1).await;
    bench.advance(10 * MINUTE - 1).await;
    assert_eq!(bench.stack.controls().connections(), [id]);
    bench.advance(1).await;
    assert!(bench.stack.controls().connections().is_empty());
    assert_eq!(bench.script.calls("ws-disconnect").len(), 1);
    assert_eq!(close_code(&mut client).await, 1001);
}

#[tokio::test]
async fn two_hours_close_the_connection_however_lively() {
    let bench = Bench::new().await;
    let (mut client, id) = bench.client().await;
    for _ in 0..13 {
        bench.advance(9 * MINUTE).await;
        assert_eq!(bench.post(&id, "still here").await.status, 200);
    }
    bench.advance(2 * HOUR - 13 * 9 * MINUTE).await;
    assert_eq!(bench.post(&id, "gone").await.status, 410);
    assert_eq!(close_code(&mut client).await, 1001);
}
