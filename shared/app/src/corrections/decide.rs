//! Deciding a correction: in one transaction the game gets its mark, the pair's day its
//! count, the League its entries, and the correction its number.

use crate::app::{App, Fault};
use crate::closings::WIDTH;
use damero_domain::correction::{Correction, CorrectionRefusal, Facts, Mark};
use damero_domain::game::Origin;
use damero_domain::ids::GameId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, PeriodKind};
use damero_domain::rating::league::{DayGame, handover};
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{Moment, Ordinal, PairDay, RatedEnd, Void};
use damero_domain::time::{Millis, Timestamp};
use damero_rules::RuleSet;
use damero_store::{Decision, HeldGame, LeagueDecision, Saved, Span};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use std::collections::BTreeSet;
use std::time::Duration;

/// What an administrator orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Which game.
    pub game: GameId,
    /// Why; public.
    pub reason: String,
    /// Who; not public.
    pub who: String,
}

/// A lost race is decided again so often.
const ATTEMPTS: u32 = 8;

/// After a lost race, and twice as long after each further one.
const PAUSE: Duration = Duration::from_millis(20);

/// Marks a game. What follows for ratings and closed periods is carried out afterwards,
/// by whoever comes.
///
/// # Errors
/// [`Fault`]: it may or may not have been decided. Ordered again it is refused if it was.
pub(super) async fn decide(
    app: &App,
    mark: Mark,
    order: &Order,
) -> Result<Result<Correction, CorrectionRefusal>, Fault> {
    for attempt in 0..ATTEMPTS {
        let Some(held) = app.store.game(order.game).await? else {
            return Ok(Err(CorrectionRefusal::Unknown));
        };
        let rated = held.rated.as_ref();
        let facts = Facts {
            rated: matches!(held.game.setup().origin, Origin::Pairing(_)),
            ended: held.game.ended().is_some(),
            void: rated.is_some_and(|rated| rated.void.is_some()),
        };
        if let Err(refusal) = mark.admit(facts) {
            return Ok(Err(refusal));
        }
        let end = held.game.rated_end();
        let end = end.ok_or_else(|| Fault::Log("a rated game without an end".into()))?;
        let decision = prepare(app, mark, order, held, &end).await?;
        match app.store.decide(&decision).await? {
            Saved::Done(()) => return Ok(Ok(decision.correction)),
            Saved::Lost(_) => app.store.pause(PAUSE * 2_u32.pow(attempt)).await,
        }
    }
    Err(Fault::Busy)
}

/// Reads all that the decision rests on; it is written only if all of it still stands.
async fn prepare(
    app: &App,
    mark: Mark,
    order: &Order,
    held: HeldGame,
    end: &RatedEnd,
) -> Result<Decision, Fault> {
    let rules = held.game.setup().rules;
    let zone = app.club.zone;
    let head = app.store.head(Ladder::Elo(rules)).await?;
    let league_head = app.store.head(Ladder::League).await?;
    let pair = Players::of(end.players.white, end.players.black);
    let date = zone.day(end.moment.ended_at);
    let date = date.ok_or_else(|| Fault::Log("a day beyond the calendar".into()))?;
    let day = app.store.pair_day(pair, date).await?;
    let games = games_of_day(app, pair, date, &day).await?;
    let valid = mark == Mark::Reinstate;
    let handover = handover(&games, order.game, valid);
    let at = stamp(
        app.clock.now(),
        [head.at, league_head.at],
        [head.not_before, league_head.not_before],
    );
    let ordinal = Ordinal(head.decided.0 + 1);
    let league = (handover != Default::default()).then(|| {
        let ordinal = Ordinal(league_head.decided.0 + 1);
        let words = handover.entries(pair, date, ordinal).into_iter();
        let words = words.filter_map(|(account, word)| {
            let week = zone.period(PeriodKind::Week, word.moment.ended_at)?;
            Some((week.id, account, word))
        });
        LeagueDecision {
            head: league_head,
            ordinal,
            words: words.collect(),
        }
    });
    let weeks = |league: &LeagueDecision| {
        let weeks = league.words.iter().map(|(week, ..)| *week);
        (
            league.ordinal,
            weeks.collect::<BTreeSet<_>>().into_iter().collect(),
        )
    };
    let correction = Correction {
        ordinal,
        moment: end.moment,
        players: end.players,
        mark,
        reason: order.reason.clone(),
        who: order.who.clone(),
        at,
        league: league.as_ref().map(weeks),
    };
    let first = handover.to.map(|first| first.game);
    Ok(Decision {
        rules,
        void: (!valid).then(|| Void {
            ordinal,
            at,
            reason: order.reason.clone(),
        }),
        held,
        head,
        pair,
        date,
        day_after: mark.on_day(&day, rules.id, league.is_some().then_some(first)),
        day,
        league,
        correction,
    })
}

/// Later than every decision before, in this rule set and in the League, and no earlier
/// than a cut that has been closed.
fn stamp(now: Timestamp, decided: [Timestamp; 2], not_before: [Timestamp; 2]) -> Timestamp {
    let later = decided.map(|at| at + Millis(1));
    later
        .into_iter()
        .chain(not_before)
        .fold(now, Timestamp::max)
}

/// The rated games of a pair on a day over all rule sets, by their marks: the log may
/// not have followed the newest decisions yet.
async fn games_of_day(
    app: &App,
    pair: Players,
    date: LocalDate,
    day: &PairDay,
) -> Result<Vec<DayGame>, Fault> {
    let mut moments = BTreeSet::new();
    for id in day.valid.keys() {
        if let Some(rules) = RuleSet::by_id(id) {
            moments.extend(met(app, rules, pair, date).await?);
        }
    }
    let games = moments.into_iter().map(|moment| async move {
        let held = app.store.game(moment.game).await?;
        let void = held.and_then(|held| held.rated?.void);
        Ok::<_, Fault>(DayGame {
            moment,
            valid: void.is_none(),
        })
    });
    stream::iter(games).buffered(WIDTH).try_collect().await
}

/// When the two met on a day in one rule set.
async fn met(
    app: &App,
    rules: &RuleSet,
    pair: Players,
    date: LocalDate,
) -> Result<Vec<Moment>, Fault> {
    let Some((from, to)) = app.club.zone.day_bounds(date) else {
        return Ok(Vec::new());
    };
    let mut span = Span {
        from,
        to,
        ..Span::ALL
    };
    let mut moments = Vec::new();
    loop {
        let page = app.store.entries(rules, pair.low, span).await?;
        let met = page.rows.iter().filter(|entry| entry.rival == pair.high);
        moments.extend(met.map(|entry| entry.moment));
        span.after = page.next;
        if span.after.is_none() {
            return Ok(moments);
        }
    }
}
