//! Closing weeks and months: late, twice, resumed or by hand, the same bytes.

mod build;
mod revise;
mod source;

pub(crate) use build::Hours;
pub(crate) use revise::revise;
pub(crate) use source::{Elo, League, Source};

use crate::app::{App, Fault};
use crate::corrections;
use crate::periods;
use build::build;
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, PeriodKind};
use damero_domain::rating::Ordinal;
use damero_domain::time::{Millis, Timestamp};
use damero_store::keys::ACTIVE_SHARDS;
use damero_store::{ListedPeriod, Meta, OpenPeriod};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

/// Nothing is closed before this has passed since its cut.
pub const DELAY: Millis = Millis::seconds(120);

/// The check looks back so far.
const CHECKED: Millis = Millis::seconds(24 * 60 * 60);

/// So many requests are under way at once.
pub(crate) const WIDTH: usize = 16;

/// Why a period cannot be closed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClosingRefusal {
    /// It was never opened.
    #[error("there is no such period")]
    Unknown,
    /// Its cut has not passed, or not by two minutes.
    #[error("it can be closed from {} on", .0.0)]
    TooEarly(Timestamp),
}

impl ClosingRefusal {
    /// Stable: whoever calls the function decides on it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            ClosingRefusal::Unknown => "period_unknown",
            ClosingRefusal::TooEarly(_) => "too_early",
        }
    }
}

/// A closed period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedPeriod {
    /// Of which ladder.
    pub ladder: Ladder,
    /// Which kind.
    pub kind: PeriodKind,
    /// Which.
    pub id: LocalDate,
    /// Its original.
    pub original: Meta,
}

/// Closes everything that is due, and carries out what corrections are left. What
/// cannot be done does not keep the rest from being done. Returns what was closed.
///
/// # Errors
/// [`Fault`]: the first one; to be run again.
pub async fn run(app: &App, by: &str) -> Result<Vec<ClosedPeriod>, Fault> {
    let hours = Hours::from(app.clock.now());
    let (mut closed, mut first) = (Vec::new(), Ok(()));
    for ladder in periods::ladders(app).await? {
        let outcome = run_ladder(app, ladder, by, hours, &mut closed).await;
        first = first.and(reported(ladder, outcome));
    }
    first.map(|()| closed)
}

/// A ladder that fails is not to keep the others from their turn.
fn reported(ladder: Ladder, outcome: Result<(), Fault>) -> Result<(), Fault> {
    outcome.inspect_err(|error| tracing::error!(%ladder, %error, "a ladder failed"))
}

async fn run_ladder(
    app: &App,
    ladder: Ladder,
    by: &str,
    hours: Hours,
    closed: &mut Vec<ClosedPeriod>,
) -> Result<(), Fault> {
    periods::open(app, ladder).await?;
    corrections::finish(app, ladder, None, hours).await?;
    for &kind in ladder.kinds() {
        for open in due(app, ladder, kind).await? {
            closed.push(close(app, ladder, &open, by, hours).await?);
        }
    }
    Ok(())
}

/// What should be closed and is not, the oldest first.
async fn due(app: &App, ladder: Ladder, kind: PeriodKind) -> Result<Vec<OpenPeriod>, Fault> {
    let now = app.clock.now();
    let mut due = Vec::new();
    let mut before = None;
    loop {
        let (page, more) = app.store.periods(ladder, kind, before, 20).await?;
        let is_due = |listed: &&ListedPeriod| {
            listed.lines.is_empty() && listed.open.span.period.end + DELAY <= now
        };
        due.extend(page.iter().filter(is_due).map(|listed| listed.open.clone()));
        before = page.last().map(|listed| listed.open.span.period.id);
        if !more {
            break;
        }
    }
    due.reverse();
    Ok(due)
}

/// Closes one period by hand.
///
/// # Errors
/// [`Fault`]: to be run again.
pub async fn by_hand(
    app: &App,
    ladder: Ladder,
    kind: PeriodKind,
    id: LocalDate,
    by: &str,
) -> Result<Result<ClosedPeriod, ClosingRefusal>, Fault> {
    // Opening would begin rated play.
    if app.store.activated(ladder).await?.is_none() {
        return Ok(Err(ClosingRefusal::Unknown));
    }
    periods::open(app, ladder).await?;
    let Some(open) = app.store.period(ladder, kind, id).await? else {
        return Ok(Err(ClosingRefusal::Unknown));
    };
    let (now, from) = (app.clock.now(), open.span.period.end + DELAY);
    if now < from {
        return Ok(Err(ClosingRefusal::TooEarly(from)));
    }
    let hours = Hours::from(now);
    Ok(Ok(close(app, ladder, &open, by, hours).await?))
}

/// Closes a period whose cut lies two minutes back.
async fn close(
    app: &App,
    ladder: Ladder,
    open: &OpenPeriod,
    by: &str,
    hours: Hours,
) -> Result<ClosedPeriod, Fault> {
    let period = open.span.period;
    let revisions = app.store.revisions(ladder, period.kind, period.id).await?;
    let original = match revisions.into_iter().next() {
        Some(original) => original,
        None => {
            fence(app, ladder, period.end).await?;
            let ordinal = decided_before(app, ladder, period.end).await?;
            corrections::finish(app, ladder, Some(ordinal), hours).await?;
            let made = build_any(app, ladder, open, ordinal, hours, true).await?;
            let meta = made.meta(app.clock.now(), by);
            app.store.put_meta(ladder, &period, &meta).await?;
            // Whoever put it: a revision that somebody else had begun with is theirs.
            let revisions = app.store.revisions(ladder, period.kind, period.id).await?;
            revisions.into_iter().next().unwrap_or(meta)
        }
    };
    revise(app, ladder, open, hours).await?;
    Ok(ClosedPeriod {
        ladder,
        kind: period.kind,
        id: period.id,
        original,
    })
}

/// From now on no game of this ladder ends before `cut`, and nothing is decided before
/// it: what is in flight loses its condition and is stamped anew.
async fn fence(app: &App, ladder: Ladder, cut: Timestamp) -> Result<(), Fault> {
    app.store.fence_corrections(ladder, cut).await?;
    for shard in 0..ACTIVE_SHARDS {
        let games = app.store.active(shard).await?;
        stream::iter(games.into_iter().map(|game| app.store.fence(game, cut)))
            .buffer_unordered(WIDTH)
            .try_for_each(|_| std::future::ready(Ok(())))
            .await?;
    }
    Ok(())
}

/// The last correction decided before `cut`.
async fn decided_before(app: &App, ladder: Ladder, cut: Timestamp) -> Result<Ordinal, Fault> {
    let all = app.store.corrections(ladder, Ordinal::END, None).await?;
    let before = all.iter().rev().find(|(decided, _)| decided.at < cut);
    Ok(before.map_or(Ordinal::END, |(decided, _)| decided.ordinal))
}

/// Makes a revision of a period of either ladder.
async fn build_any(
    app: &App,
    ladder: Ladder,
    open: &OpenPeriod,
    ordinal: Ordinal,
    hours: Hours,
    store: bool,
) -> Result<build::Made, Fault> {
    let store = store.then_some(ladder);
    match ladder {
        Ladder::Elo(rules) => build(app, &Elo(rules), open, ordinal, hours, store).await,
        Ladder::League => build(app, &League, open, ordinal, hours, store).await,
    }
}

/// Makes the originals of the last day's closings again and compares them; says which
/// are other than they were. One that is missing is said as well, and made.
///
/// # Errors
/// [`Fault`]: the first one; to be run again.
pub async fn check(app: &App) -> Result<Vec<String>, Fault> {
    let hours = Hours::from(app.clock.now());
    let (mut wrong, mut first) = (Vec::new(), Ok(()));
    for ladder in periods::ladders(app).await? {
        let outcome = check_ladder(app, ladder, hours, &mut wrong).await;
        first = first.and(reported(ladder, outcome));
    }
    first.map(|()| wrong)
}

async fn check_ladder(
    app: &App,
    ladder: Ladder,
    hours: Hours,
    wrong: &mut Vec<String>,
) -> Result<(), Fault> {
    let now = app.clock.now();
    periods::open(app, ladder).await?;
    for &kind in ladder.kinds() {
        let (newest, _) = app.store.periods(ladder, kind, None, 3).await?;
        for ListedPeriod { open, .. } in newest {
            let end = open.span.period.end;
            if end + DELAY <= now && now - end < CHECKED {
                wrong.extend(check_one(app, ladder, &open, hours).await?);
            }
        }
    }
    Ok(())
}

async fn check_one(
    app: &App,
    ladder: Ladder,
    open: &OpenPeriod,
    hours: Hours,
) -> Result<Option<String>, Fault> {
    let period = open.span.period;
    let name = format!("{ladder} {} {}", period.kind.letter(), period.id);
    let revisions = app.store.revisions(ladder, period.kind, period.id).await?;
    let Some(original) = revisions.first() else {
        tracing::error!(period = name, "closing missing");
        close(app, ladder, open, "check", hours).await?;
        return Ok(Some(name));
    };
    let again = build_any(app, ladder, open, original.revision, hours, false).await?;
    if again.manifest.digest == original.digest {
        return Ok(None);
    }
    let (was, is) = (original.digest, again.manifest.digest);
    tracing::error!(period = name, %was, %is, "closing differs");
    Ok(Some(name))
}
