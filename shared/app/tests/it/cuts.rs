//! Games end around a cut while it is closed, early, late, twice at once and with the
//! closing killed: each is in exactly one week, and every revision is what a replay of
//! the season says.

use crate::season::{CUT, Dice, MINUTE, Season, WEEK, ladder, player};
use damero_app::closings::{self, ClosingRefusal};
use damero_app::corrections::{self, Order};
use damero_domain::correction::Mark;
use damero_domain::ids::GameId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{PeriodKind, Span};
use damero_domain::rating::Ordinal;
use damero_domain::time::Timestamp;
use futures_util::future::join_all;
use std::collections::BTreeSet;

fn order(game: GameId) -> Order {
    Order {
        game,
        reason: "an engine was used".into(),
        who: "arn:aws:iam::1:user/umpire".into(),
    }
}

/// Everybody plays somebody, all at once; the games end within a minute from `at` on.
async fn round(season: &Season, dice: &mut Dice, players: u64, at: i64) -> Vec<GameId> {
    let mut order: Vec<u64> = (0..players).collect();
    for nth in (1..order.len()).rev() {
        let other = dice.below(u64::try_from(nth + 1).unwrap());
        order.swap(nth, usize::try_from(other).unwrap());
    }
    let games = order.chunks_exact(2).map(|pair| {
        let (winner, later) = (dice.winner(), dice.below(60_000));
        let at = at + i64::try_from(later).unwrap();
        season.play((pair[0], pair[1]), winner, at)
    });
    let games: Vec<_> = games.collect();
    let moments = join_all(games).await;
    moments.into_iter().map(|moment| moment.game).collect()
}

async fn spans(season: &Season, kind: PeriodKind) -> Vec<Span> {
    let (periods, _) = season
        .store()
        .periods(ladder(), kind, None, 99)
        .await
        .unwrap();
    let closed = periods.iter().filter(|listed| !listed.lines.is_empty());
    closed.map(|listed| listed.open.span).collect()
}

async fn close_all(season: &Season) {
    closings::run(season.app(), "test").await.unwrap();
}

/// Each game that is public knowledge lies in exactly one closed period of the kind.
async fn each_in_one(season: &Season, kind: PeriodKind) {
    let mut games = BTreeSet::new();
    let mut last = Timestamp(i64::MIN);
    for span in spans(season, kind).await {
        last = last.max(span.period.end);
        for game in season.hold(span).await {
            assert!(games.insert(game), "{game} is in two");
        }
    }
    let void = season.void(Ordinal::END).await;
    let ended = season.ends().into_iter();
    let ended = ended.filter(|end| end.moment.ended_at < last);
    let missing: Vec<_> = ended
        .map(|end| end.moment.game)
        .filter(|game| !games.contains(game) && !void.contains(game))
        .collect();
    let corrected = season.void(Ordinal(u32::MAX)).await;
    let missing: Vec<_> = missing
        .into_iter()
        .filter(|game| !corrected.contains(game))
        .collect();
    assert_eq!(missing, []);
}

#[tokio::test]
async fn peri_05_a_game_that_ends_at_the_cut_belongs_to_the_next_week() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let last = season.play((0, 1), None, CUT - 1).await;
    let first = season.play((2, 3), None, CUT).await;
    for cut in [CUT, CUT + WEEK] {
        season.club.clock.set(cut + 2 * MINUTE);
        close_all(&season).await;
    }
    let weeks = spans(&season, PeriodKind::Week).await;
    assert_eq!(season.hold(weeks[1]).await, BTreeSet::from([last.game]));
    assert_eq!(season.hold(weeks[0]).await, BTreeSet::from([first.game]));
    assert!(weeks[1].is_partial() && !weeks[0].is_partial());
}

#[tokio::test]
async fn nothing_is_closed_before_two_minutes_have_passed_and_empty_weeks_close_too() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let id = season
        .zone()
        .period(PeriodKind::Week, Timestamp(CUT - 1))
        .unwrap()
        .id;
    let close = || closings::by_hand(season.app(), ladder(), PeriodKind::Week, id, "hand");
    season.club.clock.set(CUT + 2 * MINUTE - 1);
    let early = ClosingRefusal::TooEarly(Timestamp(CUT + 2 * MINUTE));
    assert_eq!(close().await.unwrap(), Err(early));
    close_all(&season).await;
    assert_eq!(spans(&season, PeriodKind::Week).await, []);
    season.club.clock.set(CUT + 2 * MINUTE);
    let closed = close().await.unwrap().unwrap();
    assert_eq!(closed.original.total, 0);
    assert_eq!(close().await.unwrap().unwrap(), closed);
    let unknown = season
        .zone()
        .period(PeriodKind::Week, Timestamp(CUT - WEEK - 1))
        .unwrap()
        .id;
    let unknown = closings::by_hand(season.app(), ladder(), PeriodKind::Week, unknown, "hand");
    assert_eq!(unknown.await.unwrap(), Err(ClosingRefusal::Unknown));
}

/// Hundreds of games around three cuts, a closing on time and twice at once, one a day
/// late, one killed; an end in flight across each fence; corrections before and after.
#[tokio::test]
async fn each_game_is_in_one_week_whoever_closes_when() {
    let mut dice = Dice(7);
    let season = Season::from(CUT - 3 * 60 * MINUTE).await;
    for (week, cut) in [CUT, CUT + WEEK, CUT + 2 * WEEK].into_iter().enumerate() {
        let clock = &season.club.clock;
        let mut games = Vec::new();
        for nth in 0..8 {
            clock.set(cut - (20 - nth) * MINUTE);
            games.extend(round(&season, &mut dice, 16, clock_now(&season)).await);
        }
        let voided = games[usize::try_from(dice.below(60)).unwrap()];
        corrections::correct(season.app(), Mark::Void, &order(voided))
            .await
            .unwrap()
            .unwrap();
        // Decided before the cut, and whoever ordered it died then.
        let again = games[usize::try_from(dice.below(60)).unwrap()];
        die_after_deciding(&season, again).await;

        // Games whose ends are decided before the cut and reach the table after it.
        let mut flying = Vec::new();
        for nth in 0..8 {
            flying.push(
                season
                    .start(player(2 * nth), player(2 * nth + 1), cut - 9 * MINUTE)
                    .await,
            );
        }
        let late = if week == 1 { WEEK / 7 } else { 0 };
        clock.set(cut + 2 * MINUTE + late);
        let ends = flying
            .iter()
            .map(|held| season.end(held, dice.winner(), cut - 5));
        let ends: Vec<_> = ends.collect();
        if week == 2 {
            let (mortal, gate) = season.mortal(40, true);
            Season::try_run(&gate, closings::run(&mortal, "test")).await;
        }
        let (first, second) = (
            closings::run(season.app(), "a"),
            closings::run(season.app(), "b"),
        );
        let (first, second, _) = tokio::join!(first, second, join_all(ends));
        first.unwrap();
        second.unwrap();

        for nth in 3..6 {
            clock.set(cut + nth * MINUTE + late);
            games.extend(round(&season, &mut dice, 16, clock_now(&season)).await);
        }
        let after = games[usize::try_from(dice.below(60)).unwrap()];
        let corrected = corrections::correct(season.app(), Mark::Void, &order(after))
            .await
            .unwrap();
        if corrected.is_ok() {
            corrections::correct(season.app(), Mark::Reinstate, &order(after))
                .await
                .unwrap()
                .unwrap();
        }
        assert_eq!(closings::check(season.app()).await.unwrap(), [""; 0]);
    }
    season.club.clock.set(CUT + 5 * WEEK);
    close_all(&season).await;
    each_in_one(&season, PeriodKind::Week).await;
    each_in_one(&season, PeriodKind::Month).await;
}

fn clock_now(season: &Season) -> i64 {
    season.club.clock_now()
}

/// Orders an invalidation and dies as soon as it is decided. (It may be void already.)
async fn die_after_deciding(season: &Season, game: GameId) {
    for nth in 1.. {
        let before = season.store().head(ladder()).await.unwrap().decided;
        let (mortal, gate) = season.mortal(nth, true);
        let order = order(game);
        let run = corrections::correct(&mortal, Mark::Void, &order);
        let done = Season::try_run(&gate, run).await;
        let after = season.store().head(ladder()).await.unwrap().decided;
        if done || after > before {
            return;
        }
    }
}

/// A closing that is killed at any of its calls, before or after it was carried out, is
/// taken up by the next one, to the same bytes.
#[tokio::test]
async fn a_closing_killed_at_any_call_ends_as_one_that_was_not() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let (mut nth, mut cut) = (0, CUT);
    let mut survived = [false, false];
    while survived != [true, true] {
        nth += 1;
        for after in [false, true] {
            // As everybody has played before: nobody's counts are those of a week before.
            season.club.clock.set(cut - MINUTE);
            season.play((0, 1), None, cut - 30_000).await;
            season
                .play((2, 0), Some(damero_rules::Side::White), cut - 20_000)
                .await;
            season.club.clock.set(cut + 2 * MINUTE);
            let id = season
                .zone()
                .period(PeriodKind::Week, Timestamp(cut - 1))
                .unwrap()
                .id;
            let (mortal, gate) = season.mortal(nth, after);
            let dies = closings::by_hand(&mortal, ladder(), PeriodKind::Week, id, "dies");
            survived[usize::from(after)] = Season::try_run(&gate, dies).await;
            let again = closings::by_hand(season.app(), ladder(), PeriodKind::Week, id, "hand");
            again.await.unwrap().unwrap();
            let weeks = spans(&season, PeriodKind::Week).await;
            assert_eq!(weeks[0].period.end, Timestamp(cut), "call {nth}");
            assert_eq!(season.hold(weeks[0]).await.len(), 2, "call {nth}");
            cut += WEEK;
        }
    }
    assert!(nth > 30, "only {nth} calls");
    close_all(&season).await;
    let league = season
        .store()
        .periods(Ladder::League, PeriodKind::Week, None, 500);
    let (league, _) = league.await.unwrap();
    let closed = league.iter().filter(|listed| !listed.lines.is_empty());
    let totals: Vec<_> = closed.map(|listed| listed.lines[0].total).collect();
    assert_eq!(totals, vec![3; 2 * nth]);
}
