//! Elo steps, periods and rating runs made wrong, and both answers told.

use serde_json::{Value, json};

use crate::run::damero_reading;

fn told(line: &Value) -> String {
    let run = damero_reading(&["check", "-"], line.to_string());
    assert_eq!(run.err, "");
    run.out
}

/// A right line with one field changed must fail for just that.
fn assert_told(right: &Value, name: &str, cases: &[(&str, Value, &[&str])]) {
    assert_eq!(told(right), "1 passed, 0 failed\n");
    for (pointer, value, expected) in cases {
        let mut wrong = right.clone();
        *wrong.pointer_mut(pointer).expect(pointer) = value.clone();
        let expected = expected.iter().map(|line| format!("-:1: {name}: {line}\n"));
        let expected = expected.collect::<String>() + "0 passed, 1 failed\n";
        assert_eq!(told(&wrong), expected, "{pointer}");
    }
}

#[test]
fn elo_steps() {
    let right = json!({
        "a": 1_200_000_000, "b": 1_000_000_000, "score_a": 0.5,
        "delta_a": -6_233_926, "shown_a_after": 1194,
    });
    let cases: &[(&str, Value, &[&str])] = &[
        (
            "/delta_a",
            json!(-6_233_925),
            &["delta_a: expected -6233925, found -6233926"],
        ),
        (
            "/shown_a_after",
            json!(1193),
            &["shown_a_after: expected 1193, found 1194"],
        ),
        ("/score_a", json!(0.25), &["0.25 is no score"]),
    ];
    assert_told(&right, "Elo step", cases);
}

#[test]
fn periods() {
    let right = json!({
        "zone": "America/Argentina/Buenos_Aires", "ended_at": "2026-12-01T23:00:00.000Z",
        "weekly": {"id": "2026-12-01", "start": "2026-12-01T23:00:00.000Z", "end": "2026-12-08T23:00:00.000Z"},
        "monthly": {"id": "2026-12-01", "start": "2026-12-01T03:00:00.000Z", "end": "2027-01-01T03:00:00.000Z"},
        "local_day": "2026-12-01",
    });
    let cases: &[(&str, Value, &[&str])] = &[
        (
            "/weekly/id",
            json!("2026-11-24"),
            &["weekly id: expected 2026-11-24, found 2026-12-01"],
        ),
        (
            "/weekly/start",
            json!("2026-12-01T22:00:00.000Z"),
            &["weekly start: expected 2026-12-01T22:00:00.000Z, found 2026-12-01T23:00:00.000Z"],
        ),
        (
            "/monthly/end",
            json!("2027-01-01T03:00:00Z"),
            &["monthly end: expected 2027-01-01T03:00:00Z, found 2027-01-01T03:00:00.000Z"],
        ),
        (
            "/local_day",
            json!("2026-12-02"),
            &["local_day: expected 2026-12-02, found 2026-12-01"],
        ),
    ];
    let name = "America/Argentina/Buenos_Aires 2026-12-01T23:00:00.000Z";
    assert_told(&right, name, cases);
    for (field, value, reason) in [
        ("zone", "Atlantis", "no time zone of that name"),
        (
            "ended_at",
            "late",
            "not a time such as 2026-12-01T23:00:00.000Z",
        ),
    ] {
        let mut wrong = right.clone();
        wrong[field] = json!(value);
        assert!(told(&wrong).contains(reason), "{field}");
    }
}

/// Three games, of which the first is a draw between equals that is void in the end.
fn run() -> Value {
    let game = |id: &str, white: &str, black: &str, score: f64| json!({"id": id, "white": white, "black": black, "score_white": score});
    let rating = |id: &str, white: i64, black: i64, delta: i64| json!({"id": id, "white_before": white, "black_before": black, "delta_white": delta});
    let row = |place: u32, player: &str, shown: i64, exact: i64, games: u32| {
        json!({
            "place": place, "player": player, "shown": shown, "exact": exact,
            "games": games, "provisional": true,
        })
    };
    let start = 1_000_000_000;
    json!({
        "games": [
            game("x", "beto", "ana", 0.5), game("z", "ana", "carla", 1.0),
            game("y", "beto", "carla", 0.5),
        ],
        "ratings": [
            rating("x", start, start, 0), rating("z", start, start, 12_000_000),
            rating("y", start, 988_000_000, -414_301),
        ],
        "table": [
            row(1, "ana", 1012, 1_012_000_000, 2), row(2, "beto", 1000, 999_585_699, 2),
            row(3, "carla", 988, 988_414_301, 2),
        ],
        "invalidated": ["x"],
        "table_after": [
            row(1, "ana", 1012, 1_012_000_000, 1), row(2, "beto", 1000, 999_585_699, 1),
            row(3, "carla", 988, 988_414_301, 2),
        ],
    })
}

#[test]
fn rating_runs() {
    let cases: &[(&str, Value, &[&str])] = &[
        (
            "/ratings/2/black_before",
            json!(988_000_001),
            &["y black_before: expected 988000001, found 988000000"],
        ),
        (
            "/ratings/1/id",
            json!("w"),
            &["order of ratings: expected z, found w"],
        ),
        (
            "/table/1/exact",
            json!(999_585_698),
            &[
                "table row 2: expected 2. beto 1000 (999585698), 2 games, provisional, \
               found 2. beto 1000 (999585699), 2 games, provisional",
            ],
        ),
        (
            "/table_after/0/games",
            json!(2),
            &[
                "table_after row 1: expected 1. ana 1012 (1012000000), 2 games, provisional, \
               found 1. ana 1012 (1012000000), 1 games, provisional",
            ],
        ),
        (
            "/table_after/2/provisional",
            json!(false),
            &[
                "table_after row 3: expected 3. carla 988 (988414301), 2 games, \
               found 3. carla 988 (988414301), 2 games, provisional",
            ],
        ),
        (
            "/invalidated/0",
            json!("v"),
            &["invalidated: there is no game v"],
        ),
        ("/games/1/id", json!("x"), &["there are two games x"]),
        (
            "/games/1/score_white",
            json!(2.0),
            &["game z: 2 is no score"],
        ),
        (
            "/games/0/black",
            json!("beto"),
            &["game x: beto plays alone"],
        ),
    ];
    assert_told(&run(), "rating run", cases);
}

#[test]
fn rows_that_are_missing_or_too_many() {
    let mut wrong = run();
    wrong["table"].as_array_mut().unwrap().pop();
    let more = wrong["table_after"][2].clone();
    wrong["table_after"].as_array_mut().unwrap().push(more);
    wrong["ratings"].as_array_mut().unwrap().pop();
    let expected = "\
-:1: rating run: number of ratings: expected 3, found 2
-:1: rating run: table row 3: expected no row, found 3. carla 988 (988414301), 2 games, provisional
-:1: rating run: table_after row 4: expected 3. carla 988 (988414301), 2 games, provisional, found no row
0 passed, 1 failed
";
    assert_eq!(told(&wrong), expected);
}

/// Several games, one of them twice; and none at all.
#[test]
fn whatever_is_invalidated_the_rest_is_replayed() {
    let mut all = run();
    all["invalidated"] = json!(["y", "x", "y", "z"]);
    all["table_after"] = json!([]);
    assert_eq!(told(&all), "1 passed, 0 failed\n");
    let mut none = run();
    none["invalidated"] = json!([]);
    none["table_after"] = none["table"].clone();
    assert_eq!(told(&none), "1 passed, 0 failed\n");
    none.as_object_mut().unwrap().remove("table_after");
    assert_eq!(told(&none), "1 passed, 0 failed\n");
}

/// What leaves nothing to compare must not pass for being right.
#[test]
fn a_line_that_says_nothing_to_compare_fails() {
    let mut unsaid = run();
    unsaid.as_object_mut().unwrap().remove("table_after");
    assert_eq!(
        told(&unsaid),
        "-:1: rating run: games are invalidated, and there is no table_after\n\
         0 passed, 1 failed\n"
    );
    let period = json!({
        "zone": "UTC", "ended_at": "2026-12-01T23:00:00.000Z",
        "weekly": null, "monthly": null, "local_day": null,
    });
    assert_eq!(
        told(&period),
        "-:1: UTC 2026-12-01T23:00:00.000Z: it says neither week nor month nor day\n\
         0 passed, 1 failed\n"
    );
}
