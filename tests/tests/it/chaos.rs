//! Games while everything goes wrong. `scripts/chaos` plays thousands of them.

use damero_tests::chaos::{Plan, run};

/// Enough for each kind of trouble to occur.
const GAMES: u32 = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_goes_wrong_nothing_is_lost_and_nothing_is_doubled() {
    let plan = Plan {
        games: GAMES,
        worlds: 4,
        seed: 20_260_601,
        within: None,
    };
    let tally = run(plan).await.unwrap();
    assert_eq!(tally.games(), GAMES);
    // Weather that spares everybody proves nothing.
    for trouble in [
        "clocks far off",
        "clocks off",
        "commands doubled",
        "commands sent again",
        "gateway errors heard",
        "invocations killed",
        "old commands replayed",
        "posts answered gone",
        "posts dropped",
        "refused for the clock",
        "stacks killed",
        "tabs closed",
        "tabs cut",
        "timers lost",
    ] {
        let happened = tally.troubles.get(trouble).copied();
        assert!(happened.unwrap_or(0) > 0, "no {trouble}: {tally}");
    }
}
