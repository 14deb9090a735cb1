//! Weeks and months as they are opened: one after the other, with bounds that stay.

use crate::app::{App, Fault};
use damero_domain::ladder::Ladder;
use damero_domain::period::{PeriodKind, Span};
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;
use damero_store::OpenPeriod;

/// Every ladder of the club: the rule sets open to rated play, and the League.
pub(crate) fn ladders(app: &App) -> Vec<Ladder> {
    let elo = app.club.rated.iter().map(|rules| Ladder::Elo(rules));
    elo.chain([Ladder::League]).collect()
}

/// Sees to it that rated play in a rule set has begun, and the League's with it: no
/// rated game may start before. The first who asks makes the first week and month
/// begin; they are partial unless that is to the millisecond at a cut.
///
/// # Errors
/// [`Fault`].
pub async fn begin(app: &App, rules: &'static RuleSet) -> Result<(), Fault> {
    for ladder in [Ladder::Elo(rules), Ladder::League] {
        if app.store.activated(ladder).await?.is_none() {
            open(app, ladder).await?;
        }
    }
    Ok(())
}

/// Opens every period of a ladder that has begun by now, and begins rated play in it
/// if nobody has.
pub(crate) async fn open(app: &App, ladder: Ladder) -> Result<(), Fault> {
    let now = app.clock.now();
    let began = match app.store.activated(ladder).await? {
        Some(began) => began,
        None => app.store.activate(ladder, now).await?,
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
    Ok(())
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
