//! The general table: everybody from their first valid game on.

use crate::app::{App, Fault};
use crate::closings::WIDTH;
use damero_domain::ids::AccountId;
use damero_domain::rating::entry::PROVISIONAL;
use damero_domain::rating::table::Row;
use damero_domain::rating::{Moment, Ordinal, Standing};
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;
use damero_store::Span;
use damero_store::keys::STAND_SHARDS;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

/// Everybody's row, of what ended before `cut`, as of a correction.
pub(super) async fn rows(
    app: &App,
    rules: &'static RuleSet,
    cut: Timestamp,
    as_of: Ordinal,
) -> Result<Vec<Row>, Fault> {
    let mut rows = Vec::new();
    for shard in 0..STAND_SHARDS {
        let mut after = None;
        loop {
            let page = app.store.standings(rules, shard, after, None).await?;
            let found = page.rows.into_iter().map(|(account, standing)| async move {
                row(app, rules, account, &standing, cut, as_of).await
            });
            let found = stream::iter(found).buffered(WIDTH);
            let found: Vec<_> = found.try_collect().await?;
            rows.extend(found.into_iter().flatten());
            after = page.next;
            if after.is_none() {
                break;
            }
        }
    }
    Ok(rows)
}

/// One account's row. What its standing says is public unless it has ended a game just
/// now: then its log says how it stood before.
pub(super) async fn row(
    app: &App,
    rules: &RuleSet,
    account: AccountId,
    standing: &Standing,
    cut: Timestamp,
    as_of: Ordinal,
) -> Result<Option<Row>, Fault> {
    let Some((last, _)) = standing.last else {
        return Ok(None);
    };
    if last.ended_at < cut {
        return Ok((standing.games > 0).then_some(Row {
            account,
            elo: standing.elo,
            games: standing.games,
            provisional: standing.games <= PROVISIONAL,
        }));
    }
    let mut span = Span {
        to: cut,
        backwards: true,
        limit: Some(20),
        ..Span::ALL
    };
    // Backwards, the newest word on a game comes first.
    let mut judged: Option<Moment> = None;
    loop {
        let page = app.store.entries(rules, account, span).await?;
        for entry in page.rows {
            if entry.ordinal > as_of || judged == Some(entry.moment) {
                continue;
            }
            if entry.valid {
                return Ok(Some(Row::of(account, &entry, entry.games)));
            }
            judged = Some(entry.moment);
        }
        span.after = page.next;
        if span.after.is_none() {
            return Ok(None);
        }
    }
}
