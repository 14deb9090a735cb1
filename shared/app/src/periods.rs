//! Weeks and months as they are opened: one after the other, with bounds that stay.

use crate::app::{App, Fault};
use damero_domain::ladder::Ladder;
use damero_domain::period::{PeriodKind, Span};
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;
use damero_store::OpenPeriod;

/// Every ladder of the club: the rule sets that are open to rated play, or were when it
/// began, and the League. A period that has begun is closed whatever is open today.
pub(crate) async fn ladders(app: &App) -> Result<Vec<Ladder>, Fault> {
    let mut ladders = Vec::new();
    for rules in RuleSet::ALL.iter() {
        if app.club.is_open(rules) || began(app, rules).await?.is_some() {
            ladders.push(Ladder::Elo(rules));
        }
    }
    ladders.push(Ladder::League);
    Ok(ladders)
}

/// Sees to it that rated play in a rule set has begun, and the League's with it: no
/// rated game may start before. The first who asks makes the first week and month
/// begin; they are partial unless that is to the millisecond at a cut. Returns when it
/// began.
///
/// # Errors
/// [`Fault`].
pub async fn begin(app: &App, rules: &'static RuleSet) -> Result<Timestamp, Fault> {
    match began(app, rules).await? {
        Some(began) => Ok(began),
        None => open(app, Ladder::Elo(rules)).await,
    }
}

/// When rated play in a rule set began, if it has.
///
/// # Errors
/// [`Fault`].
pub(crate) async fn began(app: &App, rules: &'static RuleSet) -> Result<Option<Timestamp>, Fault> {
    Ok(app.store.activated(Ladder::Elo(rules)).await?)
}

/// Opens every period of a ladder that has begun by now, and begins rated play in it
/// if nobody has. Returns when it began.
pub(crate) async fn open(app: &App, ladder: Ladder) -> Result<Timestamp, Fault> {
    let now = app.clock.now();
    let began = match (app.store.activated(ladder).await?, ladder) {
        (Some(began), _) => began,
        (None, Ladder::League) => activate(app, ladder, now).await?,
        (None, Ladder::Elo(_)) => {
            // The League is first and no later, whoever begins a rule set: who finds that
            // begun knows of both.
            let league = activate(app, Ladder::League, now).await?;
            activate(app, ladder, now.max(league)).await?
        }
    };
    for &kind in ladder.kinds() {
        let (newest, _) = app.store.periods(ladder, kind, None, 1).await?;
        let mut next = match newest.first() {
            Some(listed) => following(app, ladder, &listed.open),
            None => first(app, ladder, kind, began),
        };
        while let Some(open) = next.filter(|open| open.span.began <= now) {
            app.store.open_period(ladder, &open).await?;
            next = following(app, ladder, &open);
        }
    }
    Ok(began)
}

/// Begins rated play in a ladder, unless it has begun. Returns when it began.
async fn activate(app: &App, ladder: Ladder, at: Timestamp) -> Result<Timestamp, Fault> {
    let kinds = ladder.kinds().iter();
    let opened = kinds.filter_map(|&kind| first(app, ladder, kind, at));
    let opened: Vec<_> = opened.collect();
    Ok(app.store.activate(ladder, at, &opened).await?)
}

/// The first period, from the beginning of rated play on.
fn first(app: &App, ladder: Ladder, kind: PeriodKind, began: Timestamp) -> Option<OpenPeriod> {
    let zone = app.club.zone;
    Some(OpenPeriod {
        span: Span::since(zone.period(kind, began)?, began),
        zone,
        version: ladder.version(),
    })
}

/// The next one, by the zone database and the rules of today.
fn following(app: &App, ladder: Ladder, open: &OpenPeriod) -> Option<OpenPeriod> {
    let zone = app.club.zone;
    Some(OpenPeriod {
        span: Span::whole(zone.following(&open.span.period)?),
        zone,
        version: ladder.version(),
    })
}

/// The period of a ladder that runs at `at`. One that nobody has opened yet is as it
/// will be.
pub(crate) async fn running(
    app: &App,
    ladder: Ladder,
    kind: PeriodKind,
    at: Timestamp,
) -> Result<Option<OpenPeriod>, Fault> {
    let (newest, _) = app.store.periods(ladder, kind, None, 2).await?;
    let opened = newest.into_iter().map(|listed| listed.open);
    let opened: Vec<_> = opened.collect();
    if let Some(open) = opened.iter().find(|open| open.span.holds(at)) {
        return Ok(Some(open.clone()));
    }
    let mut next = opened.first().and_then(|open| following(app, ladder, open));
    while let Some(open) = next {
        if open.span.holds(at) {
            return Ok(Some(open));
        }
        next = following(app, ladder, &open).filter(|next| next.span.began <= at);
    }
    Ok(None)
}
