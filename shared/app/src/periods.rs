//! Weeks and months as they are opened: one after the other, with bounds that stay.

use crate::app::{App, Fault};
use damero_domain::ladder::Ladder;
use damero_domain::period::{Period, PeriodKind};
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
        let newest = newest.into_iter().next().map(|listed| listed.open);
        let (mut next, mut partial) = match &newest {
            Some(open) => (app.club.zone.after(&open.period), false),
            None => match first(app, kind, began) {
                Some((period, partial)) => (Some(period), partial),
                None => (None, false),
            },
        };
        while let Some(period) = next.filter(|period| period.start <= now) {
            let open = OpenPeriod {
                period,
                partial: std::mem::take(&mut partial),
                zone: app.club.zone.to_string(),
                version: ladder.version(),
            };
            app.store.open_period(ladder, &open).await?;
            next = app.club.zone.after(&period);
        }
    }
    Ok(())
}

/// The first period, from the beginning of rated play on; whether that is partial.
fn first(app: &App, kind: PeriodKind, began: Timestamp) -> Option<(Period, bool)> {
    let nominal = app.club.zone.period(kind, began)?;
    let period = Period {
        start: began,
        ..nominal
    };
    Some((period, began > nominal.start))
}

/// The running period of a ladder. One that nobody has opened yet is as it will be.
pub(crate) async fn running(
    app: &App,
    ladder: Ladder,
    kind: PeriodKind,
    at: Timestamp,
) -> Result<Option<OpenPeriod>, Fault> {
    let (newest, _) = app.store.periods(ladder, kind, None, 2).await?;
    let opened = newest.iter().map(|listed| &listed.open);
    if let Some(open) = opened.clone().find(|open| open.period.holds(at)) {
        return Ok(Some(open.clone()));
    }
    let Some(newest) = opened.into_iter().next() else {
        return Ok(None);
    };
    let mut next = app.club.zone.after(&newest.period);
    while let Some(period) = next.filter(|period| period.end <= at) {
        next = app.club.zone.after(&period);
    }
    Ok(next.filter(|period| period.holds(at)).map(|period| OpenPeriod {
        period,
        partial: false,
        ..newest.clone()
    }))
}
