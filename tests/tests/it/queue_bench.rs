//! What `scripts/bench queue` reports, with fewer people.

use damero_tests::bench::queue::{Report, arrivals, at_once};

#[tokio::test]
async fn people_who_come_by_chance_find_each_other_in_a_few_tries() {
    let report = arrivals(120, 7).await.unwrap();
    assert!(report.pairings >= 55, "{report:?}");
    assert!(report.tries_a_pairing() < 3.0, "{report:?}");
    assert!(Report::quantile(&report.gaps, 50) <= 150, "{report:?}");
}

#[tokio::test]
async fn of_equals_at_once_nobody_is_in_two_pairings_and_few_tries_fail() {
    let report = at_once(60).await.unwrap();
    assert_eq!((report.pairings, report.left), (30, 0), "{report:?}");
    assert!(report.tries_a_pairing() < 3.0, "{report:?}");
}
