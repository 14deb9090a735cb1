//! Places and pages.

use crate::world::account;
use damero_domain::rating::MicroElo;
use damero_domain::rating::table::{Places, Ranked, Row, page, sort};

fn rows(elos: &[i64]) -> Vec<Row> {
    let numbered = elos.iter().zip(1..);
    let mut rows: Vec<Row> = numbered
        .map(|(elo, number)| Row {
            account: account(number),
            elo: MicroElo(*elo),
            games: 1,
            provisional: true,
        })
        .collect();
    sort(&mut rows);
    rows
}

/// Account and place of each row.
fn placed(rows: &[Row]) -> Vec<(u128, u32)> {
    let mut places = Places::default();
    let places = rows.iter().map(|row| (row.account.0.0, places.next(row)));
    places.collect()
}

#[test]
fn equal_shown_ratings_share_the_place_and_are_listed_by_account() {
    let elos = [
        1_000_499_999,
        1_012_000_000,
        // The same when shown, in both directions.
        999_500_000,
        1_000_000_000,
        988_000_000,
    ];
    let expected = [(2, 1), (1, 2), (3, 2), (4, 2), (5, 5)];
    assert_eq!(placed(&rows(&elos)), expected);
}

#[test]
fn places_go_on_where_they_were_kept() {
    let rows = rows(&[3_000_000, 2_000_000, 2_000_000, 1_000_000]);
    let mut places = Places::default();
    let first: Vec<u32> = rows[..2].iter().map(|row| places.next(row)).collect();
    let kept = places;
    let mut again = kept;
    let rest: Vec<u32> = rows[2..].iter().map(|row| again.next(row)).collect();
    assert_eq!((first, rest), (vec![1, 2], vec![2, 4]));
}

#[test]
fn no_page_splits_a_shared_place() {
    // One letter a place: what is shown, and how pages of a size cut it.
    let cases = [
        ("", 3, vec![]),
        ("a", 3, vec!["a"]),
        ("abcdef", 3, vec!["abc", "def"]),
        ("abccde", 3, vec!["ab", "ccd", "e"]),
        ("aaabbb", 3, vec!["aaa", "bbb"]),
        ("abbbbbc", 3, vec!["a", "bbbbb", "c"]),
        ("aaaa", 3, vec!["aaaa"]),
        ("aabbcc", 1, vec!["aa", "bb", "cc"]),
        ("abc", 0, vec!["a", "b", "c"]),
        ("aab", 100, vec!["aab"]),
    ];
    for (shown, want, expected) in cases {
        let elos = shown
            .bytes()
            .map(|letter| i64::from(b'z' - letter) * 1_000_000);
        let rows = rows(&elos.collect::<Vec<_>>());
        let mut pages = Vec::new();
        let mut from = 0;
        while from < rows.len() {
            let range = page(&rows, from, want);
            assert_eq!(range.start, from, "{shown}");
            assert!(range.end > from, "{shown}");
            pages.push(&shown[range.clone()]);
            from = range.end;
        }
        assert_eq!(pages, expected, "{shown} by {want}");
        assert!(page(&rows, from, want).is_empty(), "{shown}");
    }
}

#[test]
fn a_row_of_the_league_ranks_by_activity() {
    let row = damero_domain::rating::league::Row {
        account: account(1),
        activity: 4,
    };
    assert_eq!(row.rank(), 4);
}
