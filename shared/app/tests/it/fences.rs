//! What keeps a ranking whole when a host stands still about its cut, or its clock is
//! wrong: each test fails when the safeguard that it is about is taken out.

use crate::border::{Answer, Attempt, Gate};
use crate::club::tab;
use crate::ports::Standing;
use crate::season::{CUT, MINUTE, Season, ladder, order, player};
use aws_sdk_dynamodb::types::AttributeValue;
use damero_app::actions::{Action as _, GameResign};
use damero_app::corrections::{self, Corrected};
use damero_app::{BoxFuture, closings};
use damero_domain::correction::Mark;
use damero_domain::ids::GameId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{PeriodKind, Span};
use damero_domain::time::Timestamp;
use damero_store::keys;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;

/// A host that stands still before its first call of a kind, until it is let go.
struct Frozen {
    before: &'static str,
    was: AtomicBool,
    stands: Arc<Notify>,
    thaws: Arc<Notify>,
}

impl Frozen {
    fn before(before: &'static str) -> Arc<Frozen> {
        Arc::new(Frozen {
            before,
            was: AtomicBool::new(false),
            stands: Arc::default(),
            thaws: Arc::default(),
        })
    }

    /// Something happens while it stands.
    async fn meanwhile<T>(&self, happens: impl Future<Output = T>) -> T {
        self.stands.notified().await;
        let happened = happens.await;
        self.thaws.notify_one();
        happened
    }
}

impl Gate for Frozen {
    fn pass(&self, attempt: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        if attempt.operation != self.before || self.was.swap(true, Ordering::SeqCst) {
            return go;
        }
        self.stands.notify_one();
        let thaws = Arc::clone(&self.thaws);
        Box::pin(async move {
            thaws.notified().await;
            go.await
        })
    }
}

/// A clock that is off, or stands still.
fn clock(at: i64) -> Arc<Standing> {
    Arc::new(Standing::at(at))
}

async fn correct(season: &Season, mark: Mark, game: GameId) -> Corrected {
    let corrected = corrections::correct(season.app(), mark, &order(game)).await;
    corrected.unwrap().unwrap()
}

/// The weeks that are closed, the newest first.
async fn weeks(season: &Season) -> Vec<Span> {
    season.closed(PeriodKind::Week).await
}

async fn revisions(season: &Season, week: Span) -> Vec<u32> {
    let revisions = season.revisions(week).await.into_iter();
    revisions.map(|meta| meta.revision.0).collect()
}

/// The closing touches the head of the corrections, and the decision is conditional on it.
#[tokio::test]
async fn a_decision_that_froze_about_the_cut_is_stamped_anew_after_it() {
    let (season, game) = Season::of_two_games().await;
    season.club.clock.set(CUT - 1);
    let gate = Frozen::before("TransactWriteItems");
    let host = season.host(gate.clone(), season.club.clock.clone());
    let closes = gate.meanwhile(async {
        season.club.clock.set(CUT + 2 * MINUTE);
        closings::run(season.app(), "test").await.unwrap();
    });
    let order = order(game);
    let decides = corrections::correct(&host, Mark::Void, &order);
    let (decided, ()) = tokio::join!(decides, closes);
    let decided = decided.unwrap().unwrap().correction;
    assert_eq!(decided.at, Timestamp(CUT + 2 * MINUTE));
    let week = weeks(&season).await[0];
    assert_eq!(revisions(&season, week).await, [0, 1]);
    season.hold(week).await;
}

/// What is decided behind the fence is decided after the cut, whatever the host's clock
/// says; and before it, by the same clock, it is in the original.
#[tokio::test]
async fn behind_the_fence_a_slow_clock_decides_at_the_cut() {
    for (fenced, expected) in [(true, vec![0, 1]), (false, vec![1])] {
        let season = Season::from(CUT - 60 * MINUTE).await;
        let game = season.play((0, 1), None, CUT - 30 * MINUTE).await.game;
        season.play((1, 2), None, CUT - 20 * MINUTE).await;
        season.club.clock.set(CUT + 2 * MINUTE);
        let close = async || closings::run(season.app(), "test").await.unwrap();
        if fenced {
            close().await;
        }
        let host = season.host(Season::open_gate(), clock(CUT - 500));
        let order = order(game);
        let decided = corrections::correct(&host, Mark::Void, &order).await;
        let at = if fenced { CUT } else { CUT - 500 };
        assert_eq!(
            decided.unwrap().unwrap().correction.at,
            Timestamp(at),
            "fenced: {fenced}"
        );
        close().await;
        let week = weeks(&season).await[0];
        assert_eq!(revisions(&season, week).await, expected);
        season.hold(week).await;
    }
}

/// Whoever decides is ahead, and standings have moved by then: the next game of such a
/// player ends after the decision that it contains, and with it after the cut.
#[tokio::test]
async fn no_game_ends_before_the_decision_of_a_correction_that_it_contains() {
    let (season, game) = Season::of_two_games().await;
    let running = season.start(player(0), player(3), CUT - MINUTE).await;
    season.club.clock.set(CUT - 10_000);
    let ahead = season.host(Season::open_gate(), clock(CUT + 5_000));
    let order = order(game);
    let decided = corrections::correct(&ahead, Mark::Void, &order).await;
    let decided = decided.unwrap().unwrap();
    assert!(decided.done, "nobody waits for a clock");
    assert_eq!(decided.correction.at, Timestamp(CUT + 5_000));

    season.club.clock.set(CUT - 5_000);
    let id = running.game.setup().id;
    let resigns = tab(1, 1).linked(player(3), 1);
    let fields = serde_json::from_value(json!({"game": id.to_string()})).unwrap();
    let caller = resigns.caller(Timestamp(CUT - 5_000));
    let command = season.club.new_id();
    GameResign::handle(season.app(), &caller, command, fields)
        .await
        .unwrap();
    let end = season.learn(id).await;
    assert_eq!(end.ended_at, Timestamp(CUT + 5_001));

    for cut in [CUT, CUT + crate::season::WEEK] {
        season.club.clock.set(cut + 2 * MINUTE);
        closings::run(season.app(), "test").await.unwrap();
    }
    let weeks = weeks(&season).await;
    assert_eq!(revisions(&season, weeks[1]).await, [0, 1]);
    season.hold(weeks[1]).await;
    assert_eq!(season.hold(weeks[0]).await, BTreeSet::from([id]));
}

/// Void and reinstated while the host that carries out the first stands still before it
/// publishes anything: both revisions are made, whoever makes them, each compared with
/// the log as of the one before and not with the original, which the second one equals.
#[tokio::test]
async fn a_revision_is_compared_with_the_log_as_of_the_correction_before() {
    let (season, game) = Season::of_two_games().await;
    season.club.clock.set(CUT + 2 * MINUTE);
    closings::run(season.app(), "test").await.unwrap();
    season.club.clock.pass(MINUTE);

    let gate = Frozen::before("PutItem");
    let host = season.host(gate.clone(), season.club.clock.clone());
    let order = order(game);
    let voids = corrections::correct(&host, Mark::Void, &order);
    let reinstates = gate.meanwhile(async {
        season.club.clock.pass(MINUTE);
        let reinstated = correct(&season, Mark::Reinstate, game).await;
        assert_eq!(
            (reinstated.correction.ordinal.0, reinstated.done),
            (2, true)
        );
    });
    let (voided, ()) = tokio::join!(voids, reinstates);
    let voided = voided.unwrap().unwrap();
    assert_eq!((voided.correction.ordinal.0, voided.done), (1, true));
    let week = weeks(&season).await[0];
    assert_eq!(revisions(&season, week).await, [0, 1, 2]);
    season.hold(week).await;
}

/// An alarm, and the ranking.
#[tokio::test]
async fn the_check_closes_what_it_finds_missing_and_says_so() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    season.play((0, 1), None, CUT - 30 * MINUTE).await;
    season.club.clock.set(CUT + 20 * MINUTE);
    let check = async || closings::check(season.app()).await.unwrap();
    assert_eq!(
        check().await,
        ["vezz-8x8 W 2025-11-25", "league W 2025-11-25"]
    );
    let week = weeks(&season).await[0];
    assert_eq!(season.hold(week).await.len(), 1);
    assert_eq!(season.revisions(week).await[0].by, "check");
    assert_eq!(check().await, [""; 0]);
}

/// One that fails says so in the end, when all have had their turn.
#[tokio::test]
async fn a_ladder_that_fails_keeps_no_other_from_its_closing_and_its_check() {
    for is_check in [false, true] {
        let season = Season::from(CUT - 60 * MINUTE).await;
        season.play((0, 1), None, CUT - 30 * MINUTE).await;
        season.club.clock.set(CUT + 20 * MINUTE);
        let keys::Key { pk, sk } = keys::activation(ladder());
        let spoiled = season.client().put_item().table_name("damero");
        let spoiled = spoiled
            .item("PK", AttributeValue::S(pk))
            .item("SK", AttributeValue::S(sk));
        spoiled.send().await.unwrap();
        let fails = if is_check {
            closings::check(season.app()).await.is_err()
        } else {
            closings::run(season.app(), "test").await.is_err()
        };
        assert!(fails);
        let week = "2025-11-25".parse().unwrap();
        let made = season
            .store()
            .revisions(Ladder::League, PeriodKind::Week, week)
            .await;
        assert_eq!(made.unwrap().len(), 1, "check: {is_check}");
    }
}
