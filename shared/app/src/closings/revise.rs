//! Revisions of closed periods: one for each correction that changes their ranking.

use super::{Hours, build_any};
use crate::app::{App, Fault};
use damero_domain::correction::{Correction, Progress};
use damero_domain::ladder::Ladder;
use damero_store::{ArchiveLine, Meta, OpenPeriod};

/// Gives a closed period the revisions of all corrections that have been carried out
/// since. A closing does so after it has put the original, and a correction after it
/// has been carried out: whichever comes second sees the other. A period that nobody
/// has closed gets none.
pub(crate) async fn revise(
    app: &App,
    ladder: Ladder,
    open: &OpenPeriod,
    hours: Hours,
) -> Result<(), Fault> {
    let period = open.span.period;
    let mut made = app.store.revisions(ladder, period.kind, period.id).await?;
    let Some(original) = made.first().map(|original| original.revision) else {
        return Ok(());
    };
    let mut same = None;
    for (correction, progress) in app.store.corrections(ladder, original, None).await? {
        let ordinal = correction.ordinal;
        // Corrections are carried out in order: those after it are not either.
        if progress == Progress::Decided {
            break;
        }
        if !concerns(ladder, open, &correction) || made.iter().any(|meta| meta.revision == ordinal)
        {
            continue;
        }
        let known = match &same {
            Some(known) => known,
            None => same.insert(app.store.same(ladder, &period).await?),
        };
        if known.contains(&ordinal) {
            continue;
        }
        hours.left(app)?;
        let revision = build_any(app, ladder, open, ordinal, hours, true).await?;
        let before = made.iter().rev().find(|meta| meta.revision < ordinal);
        let is_same = before.is_some_and(|before| before.rows == revision.rows);
        // The League is revised whenever its log of the week is: another game counts.
        if is_same && ladder != Ladder::League {
            app.store.put_same(ladder, &period, ordinal).await?;
            continue;
        }
        let meta = revision.meta(app.clock.now(), "correction");
        app.store.put_meta(ladder, &period, &meta).await?;
        made.push(meta);
    }
    list(app, ladder, open, &made).await
}

/// Sees to it that every revision has its line in the archive.
async fn list(app: &App, ladder: Ladder, open: &OpenPeriod, made: &[Meta]) -> Result<(), Fault> {
    let period = open.span.period;
    let lines = app.store.lines(ladder, &period).await?;
    let is_missing = |meta: &&Meta| lines.iter().all(|line| line.revision != meta.revision);
    for meta in made.iter().filter(is_missing) {
        let rows = meta.chunks.len() - meta.firsts.len();
        let text = match meta.chunks.get(rows) {
            Some(chunk) => app.store.chunk(ladder, &period, chunk).await?,
            None => String::new(),
        };
        let first = text.lines().take_while(|line| line.starts_with(FIRST));
        let line = ArchiveLine {
            revision: meta.revision,
            total: meta.total,
            first: first
                .take(MOST_FIRST)
                .map(|line| format!("{line}\n"))
                .collect(),
        };
        app.store.put_line(ladder, &period, &line).await?;
    }
    Ok(())
}

/// How the line of a row begins that came first.
const FIRST: &str = "{\"place\":1,";

/// The archive shows so many of those who share the first place.
const MOST_FIRST: usize = 10;

/// Whether a correction can change a period at all.
fn concerns(ladder: Ladder, open: &OpenPeriod, correction: &Correction) -> bool {
    match ladder {
        Ladder::Elo(_) => correction.moment.ended_at < open.span.period.end,
        Ladder::League => {
            let weeks = correction.league.iter().flat_map(|(_, weeks)| weeks);
            weeks.clone().any(|week| *week == open.span.period.id)
        }
    }
}
