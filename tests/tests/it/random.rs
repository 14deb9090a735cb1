//! Games by chance, each replayed by the rules and compared with what both sides saw.

use damero_tests::soak::{Plan, run};

/// About a quarter of a minute on two cores that do nothing else.
const GAMES: u32 = 48;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_by_chance_are_what_the_rules_say_and_both_sides_saw() {
    let plan = Plan {
        games: GAMES,
        worlds: 4,
        seed: 20_260_601,
    };
    let tally = run(plan).await.unwrap();
    assert_eq!(tally.games(), GAMES);
    assert!(tally.huffs > 0 && tally.returns > 0, "{tally}");
    for reason in ["no_pieces", "resignation", "agreement", "time"] {
        assert!(tally.ends.contains_key(reason), "{tally}");
    }
}
