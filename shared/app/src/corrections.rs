//! Corrections: decided one after the other, carried out in that order by whoever
//! comes, while games go on.

mod decide;
mod walk;

pub use decide::Order;

use decide::decide;

use crate::app::{App, Fault};
use crate::closings::{Hours, revise};
use damero_domain::correction::{Correction, CorrectionRefusal, Mark, Progress};
use damero_domain::ladder::Ladder;
use damero_domain::rating::Ordinal;

/// A correction that was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    /// It.
    pub correction: Correction,
    /// Whether everything follows from it already. If not, whoever comes next goes on:
    /// another correction, a closing, the hourly run.
    pub done: bool,
}

/// The most bytes of a reason, and of who gave it.
const MOST_BYTES: usize = 500;

/// Decides a correction and carries it out, after those that were decided before it.
///
/// # Errors
/// [`Fault`]: it may or may not have been decided. Ordered again it is refused if it was.
pub async fn correct(
    app: &App,
    mark: Mark,
    order: &Order,
) -> Result<Result<Corrected, CorrectionRefusal>, Fault> {
    for text in [&order.reason, &order.who] {
        if text.trim().is_empty() || text.len() > MOST_BYTES {
            return Err(Fault::Event("reason and who need 1 to 500 bytes".into()));
        }
    }
    let hours = Hours::from(app.clock.now());
    let correction = match decide(app, mark, order).await? {
        Ok(correction) => correction,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let Some(held) = app.store.game(order.game).await? else {
        return Err(Fault::Log("a corrected game is gone".into()));
    };
    let ladder = Ladder::Elo(held.game.setup().rules);
    let done = match finish(app, ladder, Some(correction.ordinal), hours).await {
        Ok(()) => true,
        Err(fault) => {
            tracing::warn!(error = %fault, "a correction was decided and is not carried out yet");
            false
        }
    };
    Ok(Ok(Corrected { correction, done }))
}

/// Carries out what was decided in a ladder and is not done, in order, up to a
/// correction or all of it. Whoever comes goes on where another was stopped; two at
/// once write the same.
///
/// # Errors
/// [`Fault`]; [`Fault::Unfinished`] if there was no time for all of it.
pub(crate) async fn finish(
    app: &App,
    ladder: Ladder,
    until: Option<Ordinal>,
    hours: Hours,
) -> Result<(), Fault> {
    let Ladder::Elo(rules) = ladder else {
        // The League's log is corrected by the decision itself; its weeks are revised
        // with the rule set's.
        return Ok(());
    };
    let head = app.store.head(ladder).await?;
    for (correction, progress) in app.store.corrections(ladder, head.done, until).await? {
        if progress == Progress::Decided {
            walk::walk(app, rules, &correction, hours).await?;
            app.store
                .advance(ladder, correction.ordinal, Progress::Swept)
                .await?;
        }
        if progress < Progress::Done {
            revise_all(app, ladder, &correction, hours).await?;
            app.store
                .advance(ladder, correction.ordinal, Progress::Done)
                .await?;
        }
        app.store.finish(ladder, correction.ordinal).await?;
    }
    Ok(())
}

/// Revises every closed period that a correction may have changed: those that ended
/// after the game, and the League's weeks in which another game counts.
async fn revise_all(
    app: &App,
    ladder: Ladder,
    correction: &Correction,
    hours: Hours,
) -> Result<(), Fault> {
    for &kind in ladder.kinds() {
        let mut before = None;
        loop {
            let (page, more) = app.store.periods(ladder, kind, before, 20).await?;
            for listed in &page {
                if listed.open.span.period.end <= correction.moment.ended_at {
                    break;
                }
                revise(app, ladder, &listed.open, hours).await?;
            }
            let oldest = page.last().map(|listed| listed.open.span.period);
            before = oldest.map(|period| period.id);
            let is_past = oldest.is_none_or(|oldest| oldest.end <= correction.moment.ended_at);
            if !more || is_past {
                break;
            }
        }
    }
    for week in correction.league.iter().flat_map(|(_, weeks)| weeks) {
        let kind = damero_domain::period::PeriodKind::Week;
        if let Some(open) = app.store.period(Ladder::League, kind, *week).await? {
            revise(app, Ladder::League, &open, hours).await?;
        }
    }
    Ok(())
}
