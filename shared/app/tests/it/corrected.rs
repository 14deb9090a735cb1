//! Corrections come out as if the games had never been rated, whoever is killed while
//! games go on; refused are those that are none; the League follows.

use crate::season::{CUT, Dice, MINUTE, Season, WEEK, ladder, player};
use damero_app::closings;
use damero_app::corrections::{self, Order};
use damero_domain::correction::{CorrectionRefusal, Mark};
use damero_domain::ids::GameId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, PeriodKind};
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{MicroElo, Ordinal, Standing};
use damero_domain::time::Timestamp;
use damero_rules::Side;
use std::collections::BTreeSet;
use ulid::Ulid;

fn order(game: GameId, reason: &str) -> Order {
    Order {
        game,
        reason: reason.into(),
        who: "arn:aws:iam::1:user/umpire".into(),
    }
}

async fn correct(season: &Season, mark: Mark, game: GameId) -> Result<bool, CorrectionRefusal> {
    let order = order(game, "why");
    let corrected = corrections::correct(season.app(), mark, &order)
        .await
        .unwrap();
    corrected.map(|corrected| corrected.done)
}

/// Everybody's standing is that of the season without the void games.
async fn stands(season: &Season, players: u64) {
    let void = season.void(Ordinal(u32::MAX)).await;
    let ledger = season.without(&void);
    for nth in 0..players {
        let account = player(nth);
        let standing = season
            .store()
            .standing(crate::season::rules(), account)
            .await
            .unwrap();
        let expected = ledger.standing(account);
        let of = |standing: &Standing| (standing.elo, standing.games);
        assert_eq!(of(&standing), of(&expected), "player {nth}, void {void:?}");
    }
}

#[tokio::test]
async fn what_is_no_correction_is_refused_with_its_reason() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let game = season
        .play((0, 1), Some(Side::White), CUT - 50 * MINUTE)
        .await
        .game;
    let running = season.start(player(2), player(3), CUT - 50 * MINUTE).await;
    let running = running.game.setup().id;
    let unknown = GameId(Ulid(99));
    season.club.clock.set(CUT - 40 * MINUTE);
    let refused = async |mark, game| correct(&season, mark, game).await.unwrap_err().code();
    assert_eq!(refused(Mark::Void, unknown).await, "game_unknown");
    assert_eq!(refused(Mark::Void, running).await, "game_running");
    assert_eq!(refused(Mark::Reinstate, game).await, "not_void");
    assert_eq!(correct(&season, Mark::Void, game).await, Ok(true));
    assert_eq!(refused(Mark::Void, game).await, "already_void");
    assert_eq!(correct(&season, Mark::Reinstate, game).await, Ok(true));
    let head = season.store().head(ladder()).await.unwrap();
    assert_eq!((head.decided, head.done), (Ordinal(2), Ordinal(2)));
    let empty = order(game, " ");
    let empty = corrections::correct(season.app(), Mark::Void, &empty);
    assert!(empty.await.is_err());
    stands(&season, 4).await;
}

/// A void draw between equals moves nobody's rating, and yet it counts no more.
#[tokio::test]
async fn a_void_draw_between_equals_takes_the_count_and_the_place() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let game = season.play((0, 1), None, CUT - 50 * MINUTE).await.game;
    season.club.clock.set(CUT - 40 * MINUTE);
    assert_eq!(correct(&season, Mark::Void, game).await, Ok(true));
    let standing = season
        .store()
        .standing(crate::season::rules(), player(0))
        .await
        .unwrap();
    assert_eq!((standing.elo, standing.games), (MicroElo::START, 0));
    season.club.clock.set(CUT + 2 * MINUTE);
    let closed = closings::run(season.app(), "test").await.unwrap();
    assert!(closed.iter().all(|closed| closed.original.total == 0));
}

/// Random histories over a cut: of the games of a closed week one is voided, another one
/// too, the first is reinstated, a third is voided; meanwhile games end, and whoever
/// carries it out is killed, wherever that is.
#[tokio::test]
async fn corrections_come_out_as_if_the_games_had_never_been_rated() {
    for seed in 0..6 {
        let mut dice = Dice(seed);
        let season = Season::from(CUT - 10 * 60 * MINUTE).await;
        let mut games = Vec::new();
        for nth in 0..25 {
            let at = CUT - (60 - 2 * nth) * MINUTE;
            season.club.clock.set(at);
            games.push(chance_game(&season, &mut dice, at).await);
        }
        season.club.clock.set(CUT + 2 * MINUTE);
        closings::run(season.app(), "test").await.unwrap();
        let week = season.closed(PeriodKind::Week).await[0];
        let original = season.revisions(week).await;
        assert_eq!(original.len(), 1);

        let [first, second, third] = [dice.below(10), 10 + dice.below(10), 20 + dice.below(5)]
            .map(|nth| games[usize::try_from(nth).unwrap()]);
        for (mark, game) in [
            (Mark::Void, first),
            (Mark::Void, second),
            (Mark::Reinstate, first),
            (Mark::Void, third),
        ] {
            season.club.clock.pass(MINUTE);
            live_and_killed(&season, &mut dice, mark, game).await;
        }
        closings::run(season.app(), "hourly").await.unwrap();
        stands(&season, 6).await;
        let void = season.void(Ordinal(u32::MAX)).await;
        assert_eq!(void, BTreeSet::from([second, third]), "all was decided");
        assert_eq!(season.hold(week).await.len(), 25);
        assert_eq!(season.revisions(week).await[0], original[0]);
        season.club.clock.set(CUT + WEEK + 2 * MINUTE);
        closings::run(season.app(), "test").await.unwrap();
        assert_eq!(
            season
                .hold(season.closed(PeriodKind::Week).await[0])
                .await
                .len(),
            16
        );
    }
}

/// A correction is ordered by one who is killed, and again until it is decided, while
/// four games end; half of the time the hourly run comes, too.
async fn live_and_killed(season: &Season, dice: &mut Dice, mark: Mark, game: GameId) {
    let now = season.club.clock_now();
    let nth = usize::try_from(dice.below(60)).unwrap() + 1;
    let (mortal, gate) = season.mortal(nth, dice.below(2) == 0);
    let order = order(game, "why");
    let run = Season::try_run(&gate, corrections::correct(&mortal, mark, &order));
    let live = async {
        for nth in 0..4 {
            chance_game(season, dice, now + nth).await;
        }
    };
    tokio::join!(run, live);
    if dice.below(2) == 0 {
        closings::run(season.app(), "hourly").await.unwrap();
    }
    // It may have died before it was decided; else it is refused now.
    let _ = correct(season, mark, game).await;
}

async fn chance_game(season: &Season, dice: &mut Dice, at: i64) -> GameId {
    let white = dice.below(6);
    let black = (white + 1 + dice.below(5)) % 6;
    season.play((white, black), dice.winner(), at).await.game
}

/// A correction that is killed at every fourth of its calls, before it or after:
/// the next who comes finishes it, and the original of a closed week keeps its digest.
#[tokio::test]
async fn a_correction_killed_on_its_way_is_finished_by_whoever_comes() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let mut dice = Dice(3);
    let mut games = Vec::new();
    for nth in 0..8 {
        games.push(chance_game(&season, &mut dice, CUT - 40 * MINUTE + nth).await);
    }
    season.club.clock.set(CUT + 2 * MINUTE);
    closings::run(season.app(), "test").await.unwrap();
    let (weeks, _) = season
        .store()
        .periods(ladder(), PeriodKind::Week, None, 9)
        .await
        .unwrap();
    let span = weeks[1].open.span;
    let (kind, id) = (span.period.kind, span.period.id);
    let original = season
        .store()
        .revisions(ladder(), kind, id)
        .await
        .unwrap()
        .remove(0);
    let mut survived = false;
    let mut nth = 0;
    while !survived {
        nth += 4;
        season.club.clock.pass(1000);
        let game = games[(nth / 4) % 2];
        let void = season.void(Ordinal(u32::MAX)).await;
        let mark = if void.contains(&game) {
            Mark::Reinstate
        } else {
            Mark::Void
        };
        let (mortal, gate) = season.mortal(nth, nth % 3 == 0);
        let order = order(game, "why");
        survived = Season::try_run(&gate, corrections::correct(&mortal, mark, &order)).await;
        closings::run(season.app(), "hourly").await.unwrap();
        stands(&season, 6).await;
        let head = season.store().head(ladder()).await.unwrap();
        assert_eq!(head.decided, head.done, "call {nth}");
    }
    assert!(nth > 30, "only {nth} calls");
    season.hold(span).await;
    let revisions = season.store().revisions(ladder(), kind, id).await.unwrap();
    assert_eq!(revisions[0], original);
    assert!(revisions.len() > 2);
}

async fn activity(season: &Season, week: LocalDate, nth: u64) -> u32 {
    let words = season.store().league_of(week, player(nth)).await.unwrap();
    let log = damero_domain::rating::AsOf::new(Ordinal(u32::MAX)).with(words);
    let counted = log.within(Timestamp(0), Timestamp(i64::MAX)).count();
    u32::try_from(counted).unwrap()
}

/// A pair's day over the cut: the first game counts in the old week; when it is void the
/// next one counts, in the new week, and the closed old week is revised.
#[tokio::test]
async fn the_league_follows_a_correction_over_the_cut() {
    let season = Season::from(CUT - 60 * MINUTE).await;
    let first = season
        .play((0, 1), Some(Side::White), CUT - 30 * MINUTE)
        .await;
    season.play((2, 3), None, CUT - 29 * MINUTE).await;
    let next = season.play((0, 1), None, CUT + 30 * MINUTE).await;
    let zone = season.zone();
    let week = |at: Timestamp| zone.period(PeriodKind::Week, at).unwrap().id;
    let (old, new) = (week(first.ended_at), week(next.ended_at));
    season.club.clock.set(CUT + 60 * MINUTE);
    closings::run(season.app(), "test").await.unwrap();
    let activities = async || {
        (
            activity(&season, old, 0).await,
            activity(&season, new, 0).await,
        )
    };
    assert_eq!(activities().await, (1, 0));
    let day = season.store().pair_day(
        Players::of(player(0), player(1)),
        zone.day(first.ended_at).unwrap(),
    );
    assert_eq!(day.await.unwrap().first, Some(first.game));

    assert_eq!(correct(&season, Mark::Void, first.game).await, Ok(true));
    assert_eq!(activities().await, (0, 1));
    let revisions = async || {
        let revisions = season
            .store()
            .revisions(Ladder::League, PeriodKind::Week, old);
        let revisions = revisions.await.unwrap().into_iter();
        revisions
            .map(|meta| (meta.revision.0, meta.total))
            .collect::<Vec<_>>()
    };
    assert_eq!(revisions().await, [(0, 4), (1, 2)]);
    season.club.clock.pass(1000);
    assert_eq!(
        correct(&season, Mark::Reinstate, first.game).await,
        Ok(true)
    );
    assert_eq!(activities().await, (1, 0));
    assert_eq!(revisions().await, [(0, 4), (1, 2), (2, 4)]);
}
