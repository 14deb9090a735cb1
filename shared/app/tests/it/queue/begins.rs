//! Rated play in a rule set begins with the first who queues, if no run has begun it.

use super::*;
use crate::ports::Standing;
use crate::script::{self, Database, Plan, Script};
use damero_app::actions::{Action as _, Failure};
use damero_app::{App, Fault, Limits, closings};
use damero_domain::ladder::Ladder;
use damero_domain::period::{PeriodKind, Span};
use damero_store::{ListedPeriod, Store};
use futures_util::future::join_all;

const LADDERS: [(Ladder, PeriodKind); 3] = [
    (Ladder::League, PeriodKind::Week),
    (Ladder::Elo(&RuleSet::ALL[0]), PeriodKind::Week),
    (Ladder::Elo(&RuleSet::ALL[0]), PeriodKind::Month),
];

async fn listed(hall: &Hall, ladder: Ladder, kind: PeriodKind) -> Vec<ListedPeriod> {
    let listed = hall.club.app.store.periods(ladder, kind, None, 9).await;
    listed.unwrap().0
}

/// No hourly run has come: the week and the month of the first game are there, begin
/// with the first who queued, and are closed with that game in them.
#[tokio::test]
async fn the_first_rated_game_of_all_is_in_a_partial_week_and_month() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    let store = &hall.club.app.store;
    assert_eq!(store.activated(LADDERS[1].0).await.unwrap(), None);
    hall.join(&ana).await;
    let began = hall.now();
    hall.join(&beto).await;
    let pairing = hall.pairing_of(&ana).await.unwrap();
    hall.confirm(&beto, pairing).await;
    hall.confirm(&ana, pairing).await;
    let game = hall.game_of(&ana).await.unwrap();
    let fields = json!({"game": game.to_string()});
    hall.club.act::<actions::GameResign>(&ana, fields).await;

    let zone = hall.club.app.club.zone;
    for (ladder, kind) in LADDERS {
        let span = Span::since(zone.period(kind, began).unwrap(), began);
        let listed = listed(&hall, ladder, kind).await;
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].open.span, span, "{ladder} {}", kind.name());
        assert!(span.is_partial() && span.holds(began));
    }
    let month = zone.period(PeriodKind::Month, began).unwrap();
    hall.club.clock.set(month.end.0 + closings::DELAY.0);
    let closed = closings::run(&hall.club.app, "test").await.unwrap();
    for (ladder, kind) in LADDERS {
        let id = zone.period(kind, began).unwrap().id;
        let first = closed
            .iter()
            .find(|closed| (closed.ladder, closed.kind, closed.id) == (ladder, kind, id));
        assert_eq!(first.unwrap().original.total, 2, "{ladder} {}", kind.name());
    }
}

#[tokio::test]
async fn many_first_ones_at_once_begin_it_once() {
    let hall = Hall::new().await;
    let mut people = Vec::new();
    for nth in 1..=8 {
        people.push(hall.member(nth).await);
    }
    let joins = people.iter().enumerate().map(|(nth, tab)| {
        // Each by a clock of its own: one of them is right.
        let host = host(&hall, hall.now().0 + i64::try_from(nth).unwrap());
        let (caller, id) = (tab.caller(hall.now()), hall.club.new_id());
        let fields = serde_json::from_value(here()).unwrap();
        async move { actions::QueueJoin::handle(&host, &caller, id, fields).await }
    });
    for joined in join_all(joins).await {
        joined.unwrap();
    }
    let mut begins = BTreeSet::new();
    for (ladder, kind) in LADDERS {
        let listed = listed(&hall, ladder, kind).await;
        assert_eq!(listed.len(), 1);
        let began = hall.club.app.store.activated(ladder).await.unwrap();
        assert_eq!(Some(listed[0].open.span.began), began);
        if ladder != Ladder::League {
            begins.insert(began);
        }
    }
    assert_eq!(begins.len(), 1);
}

/// A host whose clock is ahead has begun it: by another one's it has not, and a game
/// that ended before it would be in no week.
#[tokio::test]
async fn no_game_starts_before_rated_play_has_begun() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    let ahead = host(&hall, hall.now().0 + 12_000);
    let fields = serde_json::from_value(here()).unwrap();
    let caller = ana.caller(hall.now());
    actions::QueueJoin::handle(&ahead, &caller, hall.club.new_id(), fields)
        .await
        .unwrap();
    hall.join(&beto).await;
    let pairing = hall.pairing_of(&beto).await.unwrap();
    hall.confirm(&beto, pairing).await;
    let confirms = async || {
        let fields = serde_json::from_value(in_pairing(pairing)).unwrap();
        let (caller, id) = (ana.caller(hall.now()), hall.club.new_id());
        let app = &hall.club.app;
        actions::QueueConfirm::handle(app, &caller, id, fields).await
    };
    let refused = confirms().await;
    assert!(matches!(refused, Err(Failure::Fault(Fault::Busy))));
    assert_eq!(hall.game_of(&ana).await, None);
    hall.pass(10_000);
    confirms().await.unwrap();
    let game = hall.game_of(&ana).await.unwrap();
    let began = hall.club.app.store.activated(LADDERS[1].0).await.unwrap();
    assert!(Some(hall.club.game(game).await.game.setup().started) >= began);
}

/// A rule set may be closed to rated play while its week runs.
#[tokio::test]
async fn what_has_begun_is_closed_though_it_is_open_to_nobody_any_more() {
    let hall = Hall::new().await;
    let ana = hall.member(1).await;
    let other = json!({"rule_set": "mesita-english"});
    hall.club.act::<actions::QueueJoin>(&ana, other).await;
    let mut app = host(&hall, hall.now().0 + 8 * 24 * 3_600_000);
    app.club = Arc::default();
    assert!(app.club.rated.iter().all(|rules| rules.id == "vezz-8x8"));
    let closed = closings::run(&app, "test").await.unwrap();
    let closed: Vec<_> = closed
        .iter()
        .map(|closed| closed.ladder.to_string())
        .collect();
    assert_eq!(closed, ["mesita-english", "league"]);
}

/// A run may fail at any call, and hosts' clocks differ: whatever has begun, the League
/// has begun before.
#[tokio::test]
async fn no_rule_set_begins_before_the_league() {
    let begins = async |hall: &Hall| {
        let store = &hall.club.app.store;
        let of = async |ladder: Ladder| store.activated(ladder).await.unwrap().unwrap();
        (of(LADDERS[0].0).await, of(LADDERS[1].0).await)
    };
    for at in 0..16 {
        let hall = Hall::new().await;
        let ana = hall.member(1).await;
        let (fault, lasting) = (script::Fault::Before, true);
        let script = Script::new(Some(Plan { at, fault, lasting }), None);
        let mut fails = hall.club.app.clone();
        fails.store = Store::new(hall.club.client(Arc::new(Database(script))), "damero");
        let _ = closings::run(&fails, "test").await;
        hall.club.clock.set(hall.now().0 + 1000);
        hall.join(&ana).await;
        let (league, rules) = begins(&hall).await;
        assert!(league <= rules, "failed from call {at} on");
    }
    let hall = Hall::new().await;
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    let ahead = host(&hall, hall.now().0 + 12_000);
    let other = serde_json::from_value(json!({"rule_set": "mesita-english"})).unwrap();
    let (caller, id) = (ana.caller(hall.now()), hall.club.new_id());
    let joined = actions::QueueJoin::handle(&ahead, &caller, id, other).await;
    joined.unwrap();
    hall.join(&beto).await;
    let (league, rules) = begins(&hall).await;
    assert!(league <= rules, "begun by a host that is ahead");
}

/// A function on a host whose clock says something else.
fn host(hall: &Hall, now: i64) -> App {
    let club = &hall.club;
    let store = Store::new(club.client(Season::open_gate()), "damero");
    let (posts, armed) = (club.posts.clone(), club.armed.clone());
    let clock = Arc::new(Standing::at(now));
    let mut app = App::new(store, posts, armed, clock, Limits::default());
    app.club = Arc::clone(&club.app.club);
    app
}
