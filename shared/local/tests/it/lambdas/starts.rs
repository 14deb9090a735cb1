//! Starts: of a stack with binaries, of a sandbox.

use std::time::Duration;

use damero_local::{Binaries, Stack, StartError};
use serde_json::json;

use super::fake;
use super::house::{FUNCTION, House, failed, failure, running};
use crate::bench::config;

#[tokio::test]
async fn a_stack_whose_functions_are_not_built_says_what_to_run() {
    let dir = fake::functions();
    std::fs::remove_file(dir.path().join("damero-game-move")).unwrap();
    let refused = Stack::start_binaries(running(), &Binaries::at(dir.path())).await;
    let refused = refused.unwrap_err().to_string();
    let expected = format!(
        "{} lacks damero-game-move: build the functions with \
         `cargo build --workspace --bins --locked`",
        dir.path().display()
    );
    assert_eq!(refused, expected);
}

#[tokio::test]
async fn a_clock_that_stands_still_is_refused() {
    let dir = fake::functions();
    let refused = Stack::start_binaries(config(), &Binaries::at(dir.path())).await;
    assert!(matches!(refused.unwrap_err(), StartError::FrozenClock));
}

#[tokio::test]
async fn a_start_that_fails_fails_its_invocation_and_the_next_one_tries_again() {
    let house = House::new().await;
    let runtime = fake::script();
    let once = "mkdir \"$0.once\" 2>/dev/null";
    for (number, (how, expected)) in [
        (
            "exit 3",
            failed(
                "Runtime.ExitError",
                "Error: Runtime exited with error: exit status 3",
            ),
        ),
        (
            "FAILS=yes; export FAILS",
            failed("Config.Missing", "no table"),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let function = ["sync", "room-join"][number];
        let script = format!("if {once}; then {how}; fi; {runtime}");
        fake::put(house.dir.path(), function, &script);
        let first = house.invoke_on(function, json!({})).await;
        assert_eq!(failure(&first), expected);
        let second = house.invoke_on(function, json!({})).await;
        assert_eq!(second.json()["event"], json!({}), "{second:?}");
    }
}

#[tokio::test]
async fn a_start_that_takes_too_long_is_given_up() {
    let house = House::with(running(), |binaries| binaries.init = Duration::ZERO).await;
    let refused = house.invoke(json!({})).await;
    let expected = failed(
        "Sandbox.Timedout",
        "Error: Init timed out after 0.00 seconds",
    );
    assert_eq!(failure(&refused), expected);
    house.calm(0).await;
}

#[tokio::test]
async fn a_binary_that_cannot_be_run_is_told() {
    let house = House::new().await;
    std::fs::remove_file(house.dir.path().join(format!("damero-{FUNCTION}"))).unwrap();
    let (kind, _) = failure(&house.invoke(json!({})).await);
    assert_eq!(kind, "Runtime.InvalidEntrypoint");
}
