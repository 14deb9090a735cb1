//! Running tables, as of half a minute ago: built at most once a minute, by whoever
//! asks first and takes the lease.

use super::public_cut;
use super::sheet::{Chunks, Sheet};
use crate::app::{App, Fault};
use crate::closings::{Elo, League, Source, WIDTH};
use damero_domain::ladder::Ladder;
use damero_domain::rating::closing::ROWS_A_CHUNK;
use damero_domain::rating::evidence::{Evidence, Line};
use damero_domain::rating::league::Activity;
use damero_domain::rating::table::{Places, Ranked as _, sort};
use damero_domain::rating::{Entry, Ordinal};
use damero_domain::time::{Millis, Timestamp};
use damero_rules::RuleSet;
use damero_store::{First, OpenPeriod, ViewHead};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

/// A view serves for so long.
const FRESH: Millis = Millis::seconds(60);

/// One that somebody is renewing may still be shown for so long.
const STALE: Millis = Millis::seconds(5 * 60);

/// Whoever takes the lease has so long.
const LEASE: Millis = Millis::seconds(20);

/// A running table.
#[derive(Clone, Debug)]
pub(super) enum Running {
    /// Everybody of a rule set.
    General(&'static RuleSet),
    /// A rule set's week or month.
    Elo(&'static RuleSet, OpenPeriod),
    /// The League's week.
    League(OpenPeriod),
}

/// A view of it.
pub(super) struct View {
    pub(super) sheet: Sheet,
    /// What ended before this is in it.
    pub(super) cut: Timestamp,
    /// The last correction that is in it.
    pub(super) as_of: Ordinal,
}

impl Running {
    fn ladder(&self) -> Ladder {
        match self {
            Running::General(rules) | Running::Elo(rules, _) => Ladder::Elo(rules),
            Running::League(_) => Ladder::League,
        }
    }

    /// Its name among the ladder's views.
    fn name(&self) -> String {
        match self {
            Running::General(_) => "general".into(),
            Running::Elo(_, open) | Running::League(open) => {
                let period = open.span.period;
                format!("{}#{}", period.kind.letter(), period.id)
            }
        }
    }

    /// The newest view there is, or a new one.
    pub(super) async fn view(&self, app: &App) -> Result<View, Fault> {
        let (ladder, name) = (self.ladder(), self.name());
        let now = app.clock.now();
        let head = app.store.view(ladder, &name).await?;
        if let Some(head) = &head
            && now - head.cut < FRESH + super::SECRET
        {
            return Ok(stored(ladder, name, head.clone()));
        }
        let leased = app
            .store
            .lease_view(ladder, &name, now, now + LEASE)
            .await?;
        if let Some(head) = head
            && !leased
            && now - head.cut < STALE
        {
            return Ok(stored(ladder, name, head));
        }
        let cut = public_cut(now);
        let as_of = app.store.head(ladder).await?.done;
        let built = match self {
            Running::General(rules) => {
                let rows = super::general::rows(app, rules, cut, as_of).await?;
                written::<Entry>(rows)
            }
            Running::Elo(rules, open) => {
                written::<Entry>(rows(app, &Elo(rules), open, cut, as_of).await?)
            }
            Running::League(open) => {
                // The League's own corrections are in its log from their decision on.
                let all = Ordinal(u32::MAX);
                written::<Activity>(rows(app, &League, open, cut, all).await?)
            }
        };
        if leased {
            let head = ViewHead {
                cut,
                as_of,
                total: built.total,
                firsts: built.firsts.clone(),
            };
            if let Chunks::Here(chunks) = &built.chunks {
                app.store.put_view(ladder, &name, &head, chunks).await?;
            }
        }
        Ok(View {
            sheet: built,
            cut,
            as_of,
        })
    }
}

fn stored(ladder: Ladder, name: String, head: ViewHead) -> View {
    View {
        cut: head.cut,
        as_of: head.as_of,
        sheet: Sheet {
            total: head.total,
            firsts: head.firsts.clone(),
            chunks: Chunks::View(ladder, name, head),
        },
    }
}

/// A period so far: the closing's own function, with another cut.
async fn rows<S: Source>(
    app: &App,
    source: &S,
    open: &OpenPeriod,
    cut: Timestamp,
    as_of: Ordinal,
) -> Result<Vec<<S::Entry as Evidence>::Row>, Fault> {
    let mut span = open.span;
    span.period.end = span.period.end.min(cut);
    let span = &span;
    let accounts = source.accounts(app, span).await?;
    let rows = accounts.into_iter().map(|account| async move {
        let log = source.log(app, account, span, as_of).await?;
        let within: Vec<_> = log.within(span.began, span.period.end).cloned().collect();
        Ok::<_, Fault>(S::Entry::row(account, &within))
    });
    let rows = stream::iter(rows).buffered(WIDTH);
    let rows: Vec<_> = rows.try_collect().await?;
    Ok(rows.into_iter().flatten().collect())
}

/// A table as it is stored.
fn written<E: Evidence>(mut rows: Vec<E::Row>) -> Sheet {
    sort(&mut rows);
    let mut places = Places::default();
    let (mut firsts, mut chunks) = (Vec::new(), Vec::new());
    for chunk in rows.chunks(ROWS_A_CHUNK) {
        firsts.extend(chunk.first().map(|row| First {
            rank: row.rank(),
            account: row.account(),
        }));
        let mut text = String::new();
        for row in chunk {
            text += &Line::<E>::Row(places.next(row), row.clone()).write();
            text.push('\n');
        }
        chunks.push(text);
    }
    Sheet {
        total: places.rows,
        firsts,
        chunks: Chunks::Here(chunks),
    }
}
