//! What everybody may read of ratings, and when.

use crate::club::tab;
use crate::season::{CUT, MINUTE, Season, WEEK, ladder, player};
use damero_app::actions::{Action, EvidenceGet, LeagueGet, QueueJoin, RankingsGet};
use damero_app::closings;
use damero_domain::period::PeriodKind;
use damero_rules::{RuleSet, Side};
use serde_json::{Value, json};
use std::sync::Arc;

/// What a player is answered.
async fn ask<A: Action>(season: &Season, as_player: u64, fields: Value) -> Value {
    let club = &season.club;
    let caller = tab(1, 1).linked(player(as_player), 1);
    let caller = caller.caller(damero_app::Clock::now(&*club.clock));
    let fields = serde_json::from_value(fields).unwrap();
    let told = A::handle(&club.app, &caller, club.new_id(), fields)
        .await
        .unwrap();
    serde_json::to_value(&told[0].message).unwrap()
}

async fn table(season: &Season, table: &str) -> Value {
    let fields = json!({"what": "ranking", "rule_set": "vezz-8x8", "table": table});
    ask::<RankingsGet>(season, 0, fields).await
}

async fn profile(season: &Season, nth: u64) -> Value {
    profile_for(season, 1, nth).await
}

async fn profile_for(season: &Season, viewer: u64, nth: u64) -> Value {
    let account = player(nth).to_string();
    let fields = json!({"what": "profile", "rule_set": "vezz-8x8", "account": account});
    ask::<RankingsGet>(season, viewer, fields).await
}

/// Place, shown rating and games of each row.
fn rows(table: &Value) -> Vec<(u64, i64, u64)> {
    let rows = table["rows"].as_array().unwrap().iter();
    rows.map(|row| {
        let elo = row["elo"].as_i64().unwrap();
        let games = row["games"].as_u64().unwrap();
        (
            row["place"].as_u64().unwrap(),
            (elo + 500_000) / 1_000_000,
            games,
        )
    })
    .collect()
}

#[tokio::test]
async fn spec_05_no_table_and_no_profile_tells_of_a_game_before_thirty_seconds_have_passed() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let old = CUT - 30 * MINUTE;
    season.play((0, 1), Some(Side::White), old).await;
    season
        .play((0, 2), Some(Side::Black), CUT - 20 * MINUTE)
        .await;
    let young = CUT - 20 * MINUTE;
    for (now, games) in [
        (young + 29_999, 1),
        (young + 30_000, 1),
        (young + 30_001, 2),
    ] {
        season.club.clock.set(now);
        // A view is as old as its making: each of these is the first one of its time.
        let course = profile(&season, 0).await;
        let shown = course["course"].as_array().unwrap().len();
        assert_eq!(shown, games, "{now}");
        assert_eq!(course["games"], games, "{now}");
        // The two who played it see it at once.
        let own = profile_for(&season, 0, 0).await;
        assert_eq!(own["course"].as_array().unwrap().len(), 2, "{now}");
        assert_eq!(own["games"], 2, "{now}");
    }
    season.club.clock.set(young + 29_999);
    for name in ["general", "week", "month"] {
        let shown = table(&season, name).await;
        assert_eq!(rows(&shown), [(1, 1012, 1), (2, 988, 1)], "{name}");
        assert_eq!(shown["you"]["place"], 1, "{name}");
    }
    season.club.clock.set(young + 95_000);
    for name in ["general", "week", "month"] {
        let shown = table(&season, name).await;
        assert_eq!(
            rows(&shown),
            [(1, 1012, 1), (2, 1000, 2), (3, 988, 1)],
            "{name}"
        );
        assert_eq!(shown["you"]["place"], 2, "{name}");
    }
}

#[tokio::test]
async fn a_view_is_made_once_a_minute_and_read_in_two_chunks() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    season
        .play((0, 1), Some(Side::White), CUT - 30 * MINUTE)
        .await;
    season.club.clock.set(CUT - 20 * MINUTE);
    let first = table(&season, "week").await;
    season
        .play((2, 3), Some(Side::White), CUT - 20 * MINUTE + 1)
        .await;
    season.club.clock.pass(59_000);
    let again = table(&season, "week").await;
    assert_eq!(first["as_of"], again["as_of"]);
    assert_eq!(again["total"], 2);
    season.club.clock.pass(2_000);
    let anew = table(&season, "week").await;
    assert_eq!(anew["total"], 4);
    assert_eq!(
        rows(&anew),
        [(1, 1012, 1), (1, 1012, 1), (3, 988, 1), (3, 988, 1)]
    );
}

#[tokio::test]
async fn pages_go_on_where_the_one_before_ended_and_split_no_place() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    for nth in 0..60 {
        let winner = [Some(Side::White), None][usize::from(nth % 2 == 1)];
        season
            .play((2 * nth, 2 * nth + 1), winner, CUT - 30 * MINUTE)
            .await;
    }
    season.club.clock.set(CUT - 20 * MINUTE);
    let (mut from, mut seen, mut pages) = (Some(0), Vec::new(), 0);
    while let Some(next) = from {
        let fields = json!({
            "what": "ranking", "rule_set": "vezz-8x8", "table": "general", "from": next,
        });
        let page = ask::<RankingsGet>(&season, 119, fields).await;
        assert_eq!(page["total"], 120);
        assert_eq!(page["you"]["account"], player(119).to_string());
        seen.extend(rows(&page));
        from = page["next"].as_u64();
        pages += 1;
    }
    // 30 winners, 60 of draws, 30 losers: a page of about fifty ends between two places.
    assert_eq!(pages, 3);
    let places = |place| seen.iter().filter(|row| row.0 == place).count();
    assert_eq!((places(1), places(31), places(91)), (30, 60, 30));
}

#[tokio::test]
async fn a_closed_week_is_shown_with_its_revisions_and_their_reasons() {
    let (season, game) = Season::corrected().await;

    let archive = json!({"what": "archive", "rule_set": "vezz-8x8", "table": "week"});
    let archive = ask::<RankingsGet>(&season, 0, archive).await;
    let periods = archive["periods"].as_array().unwrap();
    assert_eq!(periods.len(), 1);
    assert_eq!(periods[0]["total"], 2);
    assert_eq!(periods[0]["revision"], 1);
    assert_eq!(periods[0]["first"].as_array().unwrap().len(), 2);
    let corrected = json!([{"revision": 1, "correction": {
        "game": game.to_string(), "reinstated": false, "reason": "an engine was used",
        "at": CUT + 2 * MINUTE,
    }}]);
    assert_eq!(periods[0]["corrected"], corrected);
    assert_eq!(periods[0]["first"][0]["elo"], 1_000_000_000);
    assert!(!archive.to_string().contains("umpire"));

    let league = json!({"what": "archive", "rule_set": "league", "table": "week"});
    let league = ask::<RankingsGet>(&season, 0, league).await;
    let weeks = league["periods"].as_array().unwrap();
    assert_eq!((weeks.len(), &league["rule_set"]), (1, &json!("league")));
    assert_eq!(weeks[0]["corrected"], corrected);
    let first = weeks[0]["first"].as_array().unwrap();
    let activity: Vec<_> = first.iter().map(|one| one["activity"].as_u64()).collect();
    assert_eq!(activity, [Some(1), Some(1)]);
    assert_eq!(weeks[0]["total"], 2);
    assert!(!league.to_string().contains("umpire"));
    // The next week's original knows of that correction, and is none of its revisions.
    season
        .play((3, 4), Some(Side::White), CUT + 60 * MINUTE)
        .await;
    season.club.clock.set(CUT + WEEK + 2 * MINUTE);
    closings::run(season.app(), "test").await.unwrap();
    for rules in ["vezz-8x8", "league"] {
        let next = json!({"what": "archive", "rule_set": rules, "table": "week"});
        let next = &ask::<RankingsGet>(&season, 0, next).await["periods"][0];
        assert_eq!(
            (&next["total"], &next["corrected"]),
            (&json!(2), &json!([]))
        );
        assert_eq!(next["revision"], 1);
    }
    let id = periods[0]["period"]["id"].as_str().unwrap();

    let week = async |revision: Option<u32>| {
        let mut fields = json!({
            "what": "ranking", "rule_set": "vezz-8x8", "table": "week", "period": id,
        });
        if let Some(revision) = revision {
            fields["revision"] = revision.into();
        }
        ask::<RankingsGet>(&season, 0, fields).await
    };
    let newest = week(None).await;
    assert_eq!(rows(&newest), [(1, 1000, 1), (1, 1000, 1)]);
    let revisions = newest["closed"]["revisions"].as_array().unwrap();
    assert_eq!(revisions.len(), 2);
    assert_eq!(revisions[0].get("correction"), None);
    assert_eq!(revisions[1]["correction"]["reason"], "an engine was used");
    assert!(!newest.to_string().contains("umpire"));
    let original = week(Some(0)).await;
    assert_eq!(rows(&original)[0], (1, 1012, 2));
    assert_eq!(original["you"]["place"], 1);
    assert_eq!(week(Some(7)).await["code"], "revision_unknown");

    let mut text = String::new();
    let mut page = 0;
    loop {
        let fields = json!({
            "rule_set": "vezz-8x8", "table": "week", "period": id, "revision": 0, "page": page,
        });
        let evidence = ask::<EvidenceGet>(&season, 0, fields).await;
        assert_eq!(evidence["digest"], original["closed"]["digest"]);
        text += evidence["text"].as_str().unwrap();
        page += 1;
        if evidence["pages"] == page {
            break;
        }
    }
    let fields = json!({
        "rule_set": "vezz-8x8", "table": "week", "period": id, "revision": 0, "page": page,
    });
    let beyond = ask::<EvidenceGet>(&season, 0, fields).await;
    assert_eq!(beyond["code"], "page_unknown");
    let audited = damero_domain::rating::audit(&text).unwrap();
    assert_eq!(audited.disagreements, []);
    assert_eq!(original["closed"]["digest"], audited.digest.to_string());

    let void = profile(&season, 0).await;
    let valid: Vec<_> = void["course"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["valid"])
        .collect();
    assert_eq!(valid, [true, false]);
}

#[tokio::test]
async fn peri_07_every_cut_is_shown_with_the_club_s_one_zone() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    season.play((0, 1), None, CUT - 30 * MINUTE).await;
    let zone = season.zone().to_string();
    for name in ["general", "week", "month"] {
        assert_eq!(table(&season, name).await["zone"], zone, "{name}");
    }
    let league = ask::<LeagueGet>(&season, 0, json!({})).await;
    assert_eq!(league["zone"], zone);
    let running = table(&season, "week").await;
    assert_eq!(running["period"]["end"], CUT);
    assert_eq!(running["period"]["partial"], true);
    assert_eq!(running["period"]["start"], CUT - 60 * MINUTE);
}

#[tokio::test]
async fn the_league_counts_one_game_a_pair_and_day() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    season
        .play((0, 1), Some(Side::White), CUT - 50 * MINUTE)
        .await;
    season
        .play((0, 1), Some(Side::White), CUT - 40 * MINUTE)
        .await;
    season
        .play((0, 2), Some(Side::Black), CUT - 30 * MINUTE)
        .await;
    season.club.clock.set(CUT - 20 * MINUTE);
    let league = ask::<LeagueGet>(&season, 2, json!({})).await;
    let rows = league["rows"].as_array().unwrap().iter();
    let rows: Vec<_> = rows.map(|row| (&row["place"], &row["activity"])).collect();
    assert_eq!(
        rows,
        [
            (&json!(1), &json!(2)),
            (&json!(2), &json!(1)),
            (&json!(2), &json!(1))
        ]
    );
    assert_eq!(league["you"]["place"], 2);
}

#[tokio::test]
async fn what_is_not_there_is_refused() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let week = json!({
        "what": "ranking", "rule_set": "vezz-8x8", "table": "week", "period": "2020-01-07",
    });
    assert_eq!(
        ask::<RankingsGet>(&season, 0, week).await["code"],
        "period_unknown"
    );
    let rules = json!({"what": "ranking", "rule_set": "turkish-8x8", "table": "week"});
    assert_eq!(
        ask::<RankingsGet>(&season, 0, rules).await["code"],
        "unknown_rule_set"
    );
    assert_eq!(profile(&season, 9).await["code"], "account_unknown");
}

/// What was closed while a rule set was open to rated play is read for good.
#[tokio::test]
async fn a_rule_set_that_is_rated_no_more_keeps_its_archive_its_tables_and_its_profiles() {
    let mut season = Season::from(CUT - 60 * MINUTE).await;
    season.play((0, 1), None, CUT - 30 * MINUTE).await;
    season.club.clock.set(CUT + 20 * MINUTE);
    closings::run(season.app(), "test").await.unwrap();
    let others = RuleSet::ALL.iter().skip(1).take(1).collect();
    season.club.app.club = Arc::new(damero_app::Club {
        rated: others,
        ..damero_app::Club::clone(&season.club.app.club)
    });
    let archive = json!({"what": "archive", "rule_set": "vezz-8x8", "table": "week"});
    let archive = ask::<RankingsGet>(&season, 0, archive).await;
    assert_eq!(archive["periods"].as_array().unwrap().len(), 1, "{archive}");
    assert_eq!(rows(&table(&season, "general").await).len(), 2);
    assert_eq!(profile(&season, 1).await["games"], 1);
    let join = json!({"rule_set": "vezz-8x8"});
    assert_eq!(
        ask::<QueueJoin>(&season, 0, join).await["code"],
        "not_rated"
    );
}

/// Clocks change twice in these months, and no server's own zone matters.
#[tokio::test]
async fn peri_01_peri_02_a_week_ends_at_its_wall_time_also_when_clocks_change() {
    let season = Season::in_zone(1_774_500_000_000, "America/Santiago").await;
    season.club.clock.set(1_790_800_000_000);
    closings::run(season.app(), "test").await.unwrap();
    let (weeks, _) = season
        .store()
        .periods(ladder(), PeriodKind::Week, None, 99)
        .await
        .unwrap();
    let hours = |id: &str| {
        let week = weeks.iter().map(|listed| listed.open.span.period);
        let week = week
            .into_iter()
            .find(|period| period.id.to_string() == id)
            .unwrap();
        (week.end - week.start).0 / 3_600_000
    };
    assert_eq!(hours("2026-03-31"), 169);
    assert_eq!(hours("2026-04-07"), 168);
    assert_eq!(hours("2026-09-01"), 167);
    for pair in weeks.windows(2) {
        assert_eq!(pair[0].open.span.period.start, pair[1].open.span.period.end);
    }
    assert!(weeks[1..].iter().all(|listed| listed.lines.len() == 1));
}
