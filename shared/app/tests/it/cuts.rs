//! Games end around a cut while it is closed, early, late, twice at once and with the
//! closing killed: each is in exactly one week, and every revision is what a replay of
//! the season says.

use crate::border::{Answer, Attempt, Gate};
use crate::page;
use crate::season::{CUT, Dice, MINUTE, Season, WEEK, ladder, order, player};
use damero_app::BoxFuture;
use damero_app::closings::{self, ClosingRefusal};
use damero_app::corrections;
use damero_domain::correction::{CorrectionRefusal, Mark};
use damero_domain::ids::GameId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{PeriodKind, Span};
use damero_domain::rating::Moment;
use damero_domain::time::Timestamp;
use futures_util::future::join_all;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::Semaphore;

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
    season.closed(kind).await
}

async fn close_all(season: &Season) {
    closings::run(season.app(), "test").await.unwrap();
}

/// Each game lies in exactly one closed period of the kind, unless it was void by then:
/// they follow each other without a gap, and each holds what a replay says.
async fn each_in_one(season: &Season, kind: PeriodKind) {
    let ends = season.ends();
    let mut games = BTreeSet::new();
    let mut next: Option<Span> = None;
    for span in spans(season, kind).await {
        assert!(next.is_none_or(|next| next.period.start == span.period.end));
        next = Some(span);
        let held = season.hold(span).await;
        let void = season.void(season.revisions(span).await[0].revision).await;
        let within = ends.iter().map(|end| end.moment);
        for moment in within.filter(|moment| span.holds(moment.ended_at)) {
            let game = moment.game;
            assert!(held.contains(&game) != void.contains(&game), "{game}");
            assert!(games.insert(game), "{game} is in two");
        }
    }
    assert_eq!(games.len(), ends.len(), "each in a {}", kind.name());
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

/// Set, thousands of games are played and the page is written.
const MANY: &str = "DAMERO_WRITE_CUTS";

/// 1 January 2026, 00:00 UTC: a cut of the club's months.
const JANUARY: i64 = CUT + (29 * 24 + 4) * 60 * MINUTE;

/// How a cut is closed.
#[derive(Clone, Copy, PartialEq)]
enum How {
    /// In time, by two at once.
    Twice,
    /// A day late, by two at once.
    Late,
    /// In time, by one who is killed at such a call, then by two at once.
    Killed(usize),
}

/// What a league has come to.
#[derive(Default)]
struct Tally {
    games: usize,
    /// Ends that were stamped before a cut and written while it was closed, by the period
    /// that they fell into.
    flying: [usize; 2],
    corrections: usize,
    revisions: usize,
}

/// Games around two cuts of weeks and one of months; each closing as `closings` say and
/// once too early; ends in flight across each fence; corrections before and after.
async fn league(seed: u64, players: u64, closings: [How; 3]) -> Tally {
    let mut dice = Dice(seed);
    let season = Season::from(CUT - 3 * 60 * MINUTE).await;
    let mut tally = Tally::default();
    for (cut, how) in [CUT, CUT + WEEK, JANUARY].into_iter().zip(closings) {
        let games = before(&season, &mut dice, players, cut).await;
        let moments = across(&season, &mut dice, players, cut, how).await;
        for moment in moments {
            tally.flying[usize::from(moment.ended_at >= Timestamp(cut))] += 1;
        }
        after(&season, &mut dice, players, games).await;
        assert_eq!(closings::check(season.app()).await.unwrap(), [""; 0]);
    }
    season.club.clock.set(CUT + 10 * WEEK);
    close_all(&season).await;
    for kind in [PeriodKind::Week, PeriodKind::Month] {
        each_in_one(&season, kind).await;
        for span in spans(&season, kind).await {
            tally.revisions += season.revisions(span).await.len() - 1;
        }
    }
    tally.games = season.ends().len();
    let head = season.store().head(ladder()).await.unwrap();
    tally.corrections = usize::try_from(head.decided.0).unwrap();
    tally
}

/// Eight rounds before a cut. A game is voided; another one is, too, and whoever ordered
/// it dies as soon as it is decided.
async fn before(season: &Season, dice: &mut Dice, players: u64, cut: i64) -> Vec<GameId> {
    let mut games = Vec::new();
    for nth in 0..8 {
        season.club.clock.set(cut - (20 - nth) * MINUTE);
        games.extend(round(season, dice, players, clock_now(season)).await);
    }
    let voided = order(dice.one_of(&games));
    corrections::correct(season.app(), Mark::Void, &voided)
        .await
        .unwrap()
        .unwrap();
    die_after_deciding(season, dice.one_of(&games)).await;
    games
}

/// With each call that a closing makes one more end is let go: ends come before its
/// fence, between the fence of one game and that of the next, and after it.
struct Pace(Semaphore);

impl Gate for Pace {
    fn pass(&self, _: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        self.0.add_permits(1);
        go
    }
}

/// The closing, while games end whose ends were decided before the cut.
async fn across(season: &Season, dice: &mut Dice, players: u64, cut: i64, how: How) -> Vec<Moment> {
    let pairs = (0..players / 2).map(|nth| (player(2 * nth), player(2 * nth + 1)));
    let starts = pairs.map(|(white, black)| season.start(white, black, cut - 9 * MINUTE));
    let flying = join_all(starts).await;
    let clock = &season.club.clock;
    let closed = spans(season, PeriodKind::Week).await.len();
    clock.set(cut + 2 * MINUTE - 1);
    close_all(season).await;
    if cut != JANUARY {
        assert_eq!(
            spans(season, PeriodKind::Week).await.len(),
            closed,
            "too early"
        );
    }
    let late = if how == How::Late { WEEK / 7 } else { 0 };
    clock.set(cut + 2 * MINUTE + late);
    let pace = Arc::new(Pace(Semaphore::new(0)));
    let closer = season.host(pace.clone(), clock.clone());
    let ends = flying.iter().map(|held| {
        let (winner, pace) = (dice.winner(), &pace.0);
        async move {
            pace.acquire().await.unwrap().forget();
            season.end(held, winner, cut - 5).await
        }
    });
    let ends: Vec<_> = ends.collect();
    if let How::Killed(nth) = how {
        let (mortal, gate) = season.mortal(nth, true);
        Season::try_run(&gate, closings::run(&mortal, "test")).await;
    }
    let closes = async {
        let runs = ["a", "b"].map(|by| closings::run(&closer, by));
        for run in join_all(runs).await {
            run.unwrap();
        }
        pace.0.add_permits(flying.len());
    };
    let ((), moments) = tokio::join!(closes, join_all(ends));
    moments
}

/// Three rounds after the cut; a game from before it or after it is voided and
/// reinstated, and one from before it is voided. (It may be void already.)
async fn after(season: &Season, dice: &mut Dice, players: u64, old: Vec<GameId>) {
    let mut games = old.clone();
    for _ in 0..3 {
        season.club.clock.pass(MINUTE);
        games.extend(round(season, dice, players, clock_now(season)).await);
    }
    let again = order(dice.one_of(&games));
    let voided = corrections::correct(season.app(), Mark::Void, &again).await;
    if voided.unwrap().is_ok() {
        corrections::correct(season.app(), Mark::Reinstate, &again)
            .await
            .unwrap()
            .unwrap();
    }
    let last = order(dice.one_of(&old));
    let voided = corrections::correct(season.app(), Mark::Void, &last).await;
    assert!(matches!(
        voided.unwrap(),
        Ok(_) | Err(CorrectionRefusal::AlreadyVoid)
    ));
}

#[tokio::test]
async fn each_game_is_in_one_week_and_one_month_whoever_closes_when() {
    use How::{Killed, Late, Twice};
    if std::env::var_os(MANY).is_none() {
        let tally = league(7, 16, [Twice, Late, Killed(40)]).await;
        assert!(tally.flying.iter().sum::<usize>() == 24 && tally.revisions > 3);
        return;
    }
    let mut text = INTRODUCTION.to_owned();
    for seed in 0..9_u64 {
        let kill = 15 + 7 * usize::try_from(seed).unwrap();
        let mut closings = [Twice, Late, Killed(kill)];
        closings.rotate_left(usize::try_from(seed % 3).unwrap());
        let players = [20, 40, 80][usize::try_from(seed / 3).unwrap()];
        let tally = league(seed, players, closings).await;
        let closings = closings.map(How::told).join(", ");
        let Tally {
            games,
            flying,
            corrections,
            revisions,
        } = tally;
        let [early, late] = flying;
        text += &format!(
            "| {players} | {closings} | {games} | {early} | {late} | {corrections} | {revisions} |\n"
        );
    }
    page::stored("docs/proofs/cuts.md", MANY, &text);
}

impl How {
    fn told(self) -> String {
        match self {
            How::Twice => "twice at once".into(),
            How::Late => "a day late".into(),
            How::Killed(nth) => format!("killed at call {nth}"),
        }
    }
}

const INTRODUCTION: &str = "\
# Cuts

Leagues whose games end about two cuts of weeks and one of months, over the embedded database. Before each cut
a game is voided, and another by somebody who is killed as soon as that is decided. All players are at a game
whose end was decided 5 ms before the cut and is written while the cut is being closed, one with each call that
the closing makes: its stamp stands if it comes before the fence, and else it is taken anew. Each closing is tried a millisecond too early, and
then made as the table says, always by two at once in the end. After it a game is voided and reinstated, and
another one from before the cut is voided.

In the end each period's revisions are just those that they must be, and each is line by line what a replay of
all games says that were not void as of its number; each game lies in exactly one week and one month; the check
finds nothing. In every run of the tests a league of 16 is played. To play all of these and write the page anew:

    DAMERO_WRITE_CUTS=1 cargo nextest run --workspace -E 'test(whoever_closes_when)'

| players | closings | games | in flight, old period | new period | corrections | further revisions |
| ---: | --- | ---: | ---: | ---: | ---: | ---: |
";

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
