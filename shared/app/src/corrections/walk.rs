//! The recalculation of one correction, step by step as the walk wants it.

use crate::app::{App, Fault};
use crate::closings::{Hours, WIDTH};
use damero_domain::correction::{Correction, Mark};
use damero_domain::ladder::Ladder;
use damero_domain::rating::recalculate::{self, Ask, Cursor, Page, Step};
use damero_domain::rating::{Ordinal, Walk};
use damero_rules::RuleSet;
use damero_store::Span;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

/// Between so many steps the walk notes how far it has come, or between as many as it
/// walks accounts: each of them is written each time, and what that takes is to grow
/// with the walk and not with its square.
const NOTED: usize = 1000;

/// Walks the log from the corrected game on, until every entry and every standing
/// follows from it.
pub(super) async fn walk(
    app: &App,
    rules: &'static RuleSet,
    correction: &Correction,
    hours: Hours,
) -> Result<(), Fault> {
    let ladder = Ladder::Elo(rules);
    let ordinal = correction.ordinal;
    let mut walk = begin(app, ladder, correction).await?;
    let mut until_noted = NOTED;
    loop {
        match walk.step().map_err(Fault::log)? {
            Step::Read(asks) => {
                let pages = asks.into_iter().map(|ask| page(app, rules, ask));
                let mut pages = stream::iter(pages).buffer_unordered(WIDTH);
                while let Some((ask, page)) = pages.try_next().await? {
                    walk.page(ask.account, page).map_err(Fault::log)?;
                }
            }
            Step::Put(entries) => {
                app.store.put_entries(rules, &entries).await?;
                walk.stored();
            }
            Step::Move(moves) => {
                for movement in moves {
                    let moved = app
                        .store
                        .correct_standing(rules, &movement, correction.at)
                        .await?;
                    walk.moved(movement.account, moved);
                }
            }
            Step::Done(report) => {
                let (entries, standings) = (report.entries, report.standings);
                tracing::info!(%ladder, ordinal = ordinal.0, entries, standings, "recalculated");
                return Ok(());
            }
        }
        until_noted -= 1;
        let left = hours.left(app);
        if left.is_err() || until_noted == 0 {
            let walked = note(app, ladder, ordinal, &walk).await?;
            until_noted = walked.max(NOTED);
        }
        left?;
    }
}

async fn begin(app: &App, ladder: Ladder, correction: &Correction) -> Result<Walk, Fault> {
    let decision = recalculate::Correction {
        ordinal: correction.ordinal,
        game: correction.moment,
        players: correction.players,
        valid: correction.mark == Mark::Reinstate,
    };
    let cursor = app.store.walked(ladder, correction.ordinal).await?;
    let cursor = cursor.and_then(|bytes| Cursor::from_bytes(&bytes).ok());
    Ok(match cursor {
        Some(cursor) => Walk::resume(decision, cursor),
        None => Walk::start(decision),
    })
}

/// Notes how far it has come, if it can be said now; returns how many are walked.
async fn note(app: &App, ladder: Ladder, ordinal: Ordinal, walk: &Walk) -> Result<usize, Fault> {
    let Some(cursor) = walk.cursor() else {
        return Ok(0);
    };
    let bytes = cursor.to_bytes();
    app.store.put_walked(ladder, ordinal, &bytes).await?;
    Ok(cursor.walked.len())
}

async fn page(app: &App, rules: &RuleSet, ask: Ask) -> Result<(Ask, Page), Fault> {
    let wanted = Span {
        from: ask.from.moment.ended_at,
        // An entry that need not exist: reading goes on behind it.
        after: ask
            .from
            .ordinal
            .0
            .checked_sub(1)
            .map(|before| (ask.from.moment, Ordinal(before))),
        limit: Some(ask.limit.into()),
        ..Span::ALL
    };
    let page = app.store.entries(rules, ask.account, wanted).await?;
    let page = Page {
        entries: page.rows,
        more: page.next.is_some(),
    };
    Ok((ask, page))
}
