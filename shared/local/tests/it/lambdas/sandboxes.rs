//! Sandboxes: warm, cold, killed, ended.

use std::time::Duration;

use damero_local::SandboxPhase;
use serde_json::json;
use tokio::io::AsyncReadExt as _;

use super::house::{House, Meeting, failed, failure, running};
use crate::bench::{request, soon};

#[tokio::test]
async fn a_sandbox_takes_one_invocation_at_a_time_and_the_one_used_last_goes_first() {
    let house = House::new().await;
    let meeting = Meeting::new().await;
    let first = house.begin(meeting.event());
    let one = meeting.arrival().await;
    let second = house.begin(meeting.event());
    let other = meeting.arrival().await;
    let busy = house.sandboxes().list();
    assert_eq!(busy.len(), 2);
    assert!(busy.iter().all(|one| one.phase == SandboxPhase::Busy));
    drop(other);
    let second = soon(second).await.unwrap().json()["pid"].clone();
    drop(one);
    let first = soon(first).await.unwrap().json()["pid"].clone();
    assert_ne!(first, second);
    house.calm(2).await;
    for _ in 0..3 {
        assert_eq!(house.pid().await, first, "it answered last");
    }
    let counts: Vec<_> = house
        .sandboxes()
        .list()
        .iter()
        .map(|one| one.invocations)
        .collect();
    assert_eq!(counts, [1, 4]);
}

#[tokio::test]
async fn a_killed_sandbox_takes_its_invocation_along() {
    let house = House::new().await;
    let meeting = Meeting::new().await;
    house.pid().await;
    let hung = house.begin(meeting.event());
    let _process = meeting.arrival().await;
    assert_eq!(house.sandboxes().kill("AuditActive").await, Some(1));
    let expected = failed(
        "Runtime.ExitError",
        "Error: Runtime exited with error: signal: killed",
    );
    assert_eq!(failure(&soon(hung).await.unwrap()), expected);
    house.calm(0).await;
    house.pid().await;
}

#[tokio::test]
async fn one_function_or_all_can_be_killed_and_others_stay() {
    let house = House::new().await;
    house.pid().await;
    house.invoke_on("sync", json!({})).await;
    house.calm(2).await;
    assert_eq!(house.sandboxes().kill("sync").await, Some(1));
    house.calm(1).await;
    assert_eq!(house.sandboxes().kill("nobody").await, None);
    house.invoke_on("sync", json!({})).await;
    house.calm(2).await;
    assert_eq!(house.sandboxes().kill("*").await, Some(2));
    house.calm(0).await;
}

#[tokio::test]
async fn chilled_ones_end_when_they_have_answered() {
    let house = House::new().await;
    let meeting = Meeting::new().await;
    let warm = house.pid().await;
    assert_eq!(house.sandboxes().chill("*"), Some(1));
    assert_ne!(house.pid().await, warm, "a cold start");
    let busy = house.begin(meeting.event());
    let process = meeting.arrival().await;
    house.sandboxes().chill("*");
    drop(process);
    assert_eq!(soon(busy).await.unwrap().status, 200, "it could answer");
    house.calm(0).await;
}

#[tokio::test]
async fn an_idle_one_ends_after_a_while() {
    let house = House::with(running(), |binaries| binaries.idle = Duration::ZERO).await;
    let first = house.pid().await;
    house.calm(0).await;
    assert_ne!(house.pid().await, first);
}

#[tokio::test]
async fn they_are_listed_and_ordered_about_over_http() {
    let house = House::new().await;
    let http = house.stack.http_addr();
    let path = "/_local/sandboxes";
    house.pid().await;
    house.calm(1).await;
    let list = request(http, "GET", path, &[], "").await.json();
    let pid = house.pids()[0];
    assert_eq!(list[0]["function"], "audit-active");
    assert_eq!(list[0]["pid"], pid);
    assert_eq!(list[0]["phase"], "idle");
    assert_eq!(list[0]["invocations"], 1);
    for (order, status) in [
        (r#"{"chill": "audit-active"}"#, 200),
        (r#"{"kill": "*"}"#, 200),
        (r#"{"kill": "nobody"}"#, 404),
        (r#"{"spare": "*"}"#, 400),
    ] {
        let answer = request(http, "POST", path, &[], order).await;
        assert_eq!(answer.status, status, "{order}");
    }
    house.calm(0).await;
}

#[tokio::test]
async fn a_moved_clock_retires_those_of_the_old_time() {
    let house = House::new().await;
    let told = house.invoke(json!({})).await.json();
    assert_eq!(told["env"]["DAMERO_CLOCK_OFFSET_MS"], "0");
    let meeting = Meeting::new().await;
    let busy = house.begin(meeting.event());
    let process = meeting.arrival().await;
    house.stack.clock().advance(90_000);
    let moved = house.invoke(json!({})).await.json();
    assert_eq!(moved["env"]["DAMERO_CLOCK_OFFSET_MS"], "90000");
    drop(process);
    assert_eq!(soon(busy).await.unwrap().status, 200, "it could answer");
    house.calm(1).await;
    assert_eq!(house.pid().await, moved["pid"]);
}

#[tokio::test]
async fn a_host_s_clock_can_be_off_by_chance_from_a_seed() {
    let skewed = |seed| {
        House::with(running(), move |binaries| {
            let ms = -900..=900;
            binaries.skew = Some(damero_local::Skew { seed, ms });
        })
    };
    let mut seen = Vec::new();
    for house in [skewed(5).await, skewed(5).await, skewed(6).await] {
        let told = house.invoke(json!({})).await.json();
        let offset = told["env"]["DAMERO_CLOCK_OFFSET_MS"].as_str().unwrap();
        seen.push(offset.parse::<i64>().unwrap());
    }
    assert!(seen.iter().all(|ms| (-900..=900).contains(ms)), "{seen:?}");
    assert_eq!(seen[0], seen[1]);
    assert_ne!(seen[0], seen[2]);
}

#[tokio::test]
async fn a_terminal_s_ctrl_c_is_not_for_them() {
    let house = House::new().await;
    let pid = house.pid().await;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    // Behind the name: state, parent, group.
    let fields: Vec<_> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    assert_eq!(fields[2], pid.to_string(), "each is a group of its own");
}

#[tokio::test]
async fn they_end_with_the_stack() {
    let house = House::new().await;
    let meeting = Meeting::new().await;
    let busy = house.begin(meeting.event());
    let mut process = meeting.arrival().await;
    house.stack.kill();
    assert!(!matches!(soon(process.read(&mut [0])).await, Ok(1..)));
    assert!(soon(busy).await.is_err(), "the caller is cut off");
}
