//! Lines of the archive: closed periods, who came first in each, and what became of it.

use super::names::Names;
use super::sheet::rows;
use super::tables::period;
use crate::app::{App, Fault};
use damero_domain::correction::{Correction, Mark};
use damero_domain::ids::AccountId;
use damero_domain::ladder::Ladder;
use damero_domain::rating::league::Activity;
use damero_domain::rating::{Entry, Ordinal};
use damero_protocol::server::ranking as wire;
use damero_store::ListedPeriod;
use std::collections::BTreeMap;

/// Somebody who came first: with an Elo, or with an activity in the League.
struct First {
    account: AccountId,
    elo: Option<i64>,
    activity: Option<u32>,
}

/// The closed ones among these periods.
pub(super) async fn lines(
    app: &App,
    ladder: Ladder,
    periods: &[ListedPeriod],
) -> Result<Vec<wire::ClosedPeriod>, Fault> {
    let corrections = corrections(app, ladder, periods).await?;
    let mut firsts = Vec::new();
    for listed in periods {
        let newest = listed.lines.last();
        let first = newest.map_or("", |newest| newest.first.as_str());
        firsts.push(first_of(ladder, first)?);
    }
    let accounts = firsts.iter().flatten().map(|first| first.account);
    let names = Names::of(app, accounts).await?;
    let lines = periods.iter().zip(firsts).filter_map(|(listed, first)| {
        let newest = listed.lines.last()?;
        let corrected = revised(listed).filter_map(|revision| {
            let correction = corrections.get(&revision)?.clone();
            Some(wire::Corrected {
                revision: revision.0,
                correction,
            })
        });
        let first = first.into_iter().map(|first| wire::First {
            account: first.account.to_string(),
            name: names.name(first.account),
            elo: first.elo,
            activity: first.activity,
        });
        Some(wire::ClosedPeriod {
            period: period(&listed.open),
            total: newest.total,
            revision: newest.revision.0,
            corrected: corrected.collect(),
            first: first.collect(),
        })
    });
    Ok(lines.collect())
}

/// The corrections that made these periods' revisions: one query, none where nothing was
/// ever corrected.
async fn corrections(
    app: &App,
    ladder: Ladder,
    periods: &[ListedPeriod],
) -> Result<BTreeMap<Ordinal, wire::Correction>, Fault> {
    let revised: Vec<Ordinal> = periods.iter().flat_map(revised).collect();
    let Some(first) = revised.iter().min() else {
        return Ok(BTreeMap::new());
    };
    let (after, last) = (Ordinal(first.0.saturating_sub(1)), revised.iter().max());
    let all = app.store.corrections(ladder, after, last.copied()).await?;
    Ok(all
        .into_iter()
        .map(|(correction, _)| (correction.ordinal, public(correction)))
        .collect())
}

/// The revisions after the original, whose number is that of the last correction before
/// its cut.
fn revised(listed: &ListedPeriod) -> impl Iterator<Item = Ordinal> {
    listed.lines.iter().skip(1).map(|line| line.revision)
}

/// What everybody may know of a correction: not who ordered it.
pub(super) fn public(correction: Correction) -> wire::Correction {
    wire::Correction {
        game: correction.moment.game.to_string(),
        reinstated: correction.mark == Mark::Reinstate,
        reason: correction.reason,
        at: correction.at.0,
    }
}

/// Who came first, from the lines kept of them.
fn first_of(ladder: Ladder, lines: &str) -> Result<Vec<First>, Fault> {
    let first = |account, elo, activity| First {
        account,
        elo,
        activity,
    };
    Ok(match ladder {
        Ladder::Elo(_) => {
            let rows = rows::<Entry>(lines)?.into_iter();
            rows.map(|(_, row)| first(row.account, Some(row.elo.0), None))
                .collect()
        }
        Ladder::League => {
            let rows = rows::<Activity>(lines)?.into_iter();
            rows.map(|(_, row)| first(row.account, None, Some(row.activity)))
                .collect()
        }
    })
}
