//! Tables as messages.

use super::archived;
use super::general;
use super::names::Names;
use super::sheet::{Rows, Sheet};
use super::view::{Running, View};
use crate::actions::Failure;
use crate::app::{App, Caller, Fault};
use crate::closings::{Elo, League, Source};
use crate::periods;
use crate::refuse::refused;
use damero_domain::ids::AccountId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, PeriodKind};
use damero_domain::rating::evidence::Evidence;
use damero_domain::rating::league::Activity;
use damero_domain::rating::table::Ranked as _;
use damero_domain::rating::{Entry, Ordinal};
use damero_domain::time::Timestamp;
use damero_protocol::server::{Message, ranking as wire};
use damero_rules::RuleSet;
use damero_store::{Meta, OpenPeriod};

/// Rows on a page.
const PAGE: usize = 50;

/// Periods on a page of the archive.
const PERIODS: usize = 20;

/// Which table of a closed or running period, and from where on.
pub(crate) struct Wanted {
    pub(crate) period: Option<LocalDate>,
    pub(crate) revision: Option<u32>,
    pub(crate) from: u32,
}

/// A table that can be shown.
struct Found {
    sheet: Sheet,
    open: Option<OpenPeriod>,
    closed: Option<wire::Closed>,
    /// What ended before this is in it.
    cut: Timestamp,
    /// The last correction that is in it.
    as_of: Ordinal,
}

/// What a reader asked for and does not exist.
type Looked<T> = Result<Result<T, Message>, Fault>;

fn refuse(code: &str) -> Message {
    Message::Refused(refused(code))
}

/// A page of a rule set's ranking.
pub(crate) async fn ranking(
    app: &App,
    caller: &Caller,
    rules: &'static RuleSet,
    table: wire::Table,
    wanted: Wanted,
) -> Result<Message, Fault> {
    let found = match kind_of(table) {
        None if wanted.period.is_some() => return Ok(refuse("period_unknown")),
        None => Ok(running(app, Running::General(rules), None).await?),
        Some(kind) => {
            find(app, Ladder::Elo(rules), kind, &wanted, |open| {
                Running::Elo(rules, open)
            })
            .await?
        }
    };
    let found = match found {
        Ok(found) => found,
        Err(refusal) => return Ok(refusal),
    };
    let (rows, next) = found.sheet.page::<Entry>(app, wanted.from, PAGE).await?;
    let you = match caller.account {
        Some(account) => own_row(app, rules, account, &found).await?,
        None => None,
    };
    let shown = rows.iter().chain(&you).map(|(_, row)| row.account());
    let names = Names::of(app, shown).await?;
    Ok(Message::Ranking(wire::Ranking {
        table,
        rule_set: rules.id.into(),
        period: found.open.as_ref().map(period),
        zone: zone(app, found.open.as_ref()),
        closed: found.closed,
        as_of: found.cut.0,
        total: found.sheet.total,
        rows: elo_rows(rows, &names),
        next,
        you: elo_rows(Vec::from_iter(you), &names).pop(),
    }))
}

/// A page of a week of the League.
pub(crate) async fn league(app: &App, caller: &Caller, wanted: Wanted) -> Result<Message, Fault> {
    let found = find(
        app,
        Ladder::League,
        PeriodKind::Week,
        &wanted,
        Running::League,
    )
    .await?;
    let found = match found {
        Ok(found) => found,
        Err(refusal) => return Ok(refusal),
    };
    let Some(open) = &found.open else {
        return Ok(refuse("period_unknown"));
    };
    let (rows, next) = found.sheet.page::<Activity>(app, wanted.from, PAGE).await?;
    let you = match caller.account {
        Some(account) => row_of(app, &League, account, open, &found).await?,
        None => None,
    };
    let shown = rows.iter().chain(&you).map(|(_, row)| row.account());
    let names = Names::of(app, shown).await?;
    let line = |(place, row): (u32, damero_domain::rating::league::Row)| wire::LeagueRow {
        place,
        account: row.account.to_string(),
        name: names.name(row.account),
        activity: row.activity,
    };
    Ok(Message::League(wire::League {
        period: period(open),
        zone: zone(app, Some(open)),
        closed: found.closed,
        as_of: found.cut.0,
        total: found.sheet.total,
        rows: rows.into_iter().map(line).collect(),
        next,
        you: you.map(line),
    }))
}

/// The table of a period: of a closed one a revision, of the running one a view. One
/// whose cut has passed and that nobody has closed yet is still shown as it runs out.
async fn find(
    app: &App,
    ladder: Ladder,
    kind: PeriodKind,
    wanted: &Wanted,
    table: impl Fn(OpenPeriod) -> Running,
) -> Looked<Found> {
    let Some(id) = wanted.period else {
        let now = app.clock.now();
        return match periods::running(app, ladder, kind, now).await? {
            Some(open) => Ok(Ok(running(app, table(open.clone()), Some(open)).await?)),
            None => Ok(Err(refuse("period_unknown"))),
        };
    };
    let Some(open) = app.store.period(ladder, kind, id).await? else {
        return Ok(Err(refuse("period_unknown")));
    };
    let revisions = app.store.revisions(ladder, kind, id).await?;
    if revisions.is_empty() && wanted.revision.is_none() {
        return Ok(Ok(running(app, table(open.clone()), Some(open)).await?));
    }
    let meta = match wanted.revision {
        None => revisions.last(),
        Some(revision) => revisions.iter().find(|meta| meta.revision.0 == revision),
    };
    let Some(meta) = meta else {
        return Ok(Err(refuse("revision_unknown")));
    };
    Ok(Ok(Found {
        sheet: Sheet::of(ladder, open.span.period, meta),
        closed: Some(closed(app, ladder, meta, &revisions).await?),
        cut: open.span.period.end,
        as_of: meta.revision,
        open: Some(open),
    }))
}

async fn running(app: &App, table: Running, open: Option<OpenPeriod>) -> Result<Found, Fault> {
    let View { sheet, cut, as_of } = table.view(app).await?;
    Ok(Found {
        sheet,
        open,
        closed: None,
        cut,
        as_of,
    })
}

/// A revision and those beside it, with why each was made.
async fn closed(
    app: &App,
    ladder: Ladder,
    meta: &Meta,
    revisions: &[Meta],
) -> Result<wire::Closed, Fault> {
    let mut all = Vec::new();
    for (nth, revision) in revisions.iter().enumerate() {
        let correction = match nth {
            0 => None,
            _ => app.store.correction(ladder, revision.revision).await?,
        };
        all.push(wire::Revision {
            revision: revision.revision.0,
            made: revision.made.0,
            correction: correction.map(|(correction, _)| archived::public(correction)),
        });
    }
    Ok(wire::Closed {
        revision: meta.revision.0,
        digest: meta.digest.to_string(),
        revisions: all,
    })
}

async fn own_row(
    app: &App,
    rules: &'static RuleSet,
    account: AccountId,
    found: &Found,
) -> Result<Option<(u32, damero_domain::rating::table::Row)>, Fault> {
    if let Some(open) = &found.open {
        return row_of(app, &Elo(rules), account, open, found).await;
    }
    let standing = app.store.standing(rules, account).await?;
    let row = general::row(app, rules, account, &standing, found.cut, found.as_of).await?;
    match row {
        Some(row) => found.sheet.row::<Entry>(app, account, row.rank()).await,
        None => Ok(None),
    }
}

/// An account's row, found by what its log makes of it.
async fn row_of<S: Source>(
    app: &App,
    source: &S,
    account: AccountId,
    open: &OpenPeriod,
    found: &Found,
) -> Result<Option<(u32, <S::Entry as Evidence>::Row)>, Fault> {
    let mut span = open.span;
    span.period.end = span.period.end.min(found.cut);
    let log = source.log(app, account, &span, found.as_of).await?;
    let within: Vec<_> = log.within(span.began, span.period.end).cloned().collect();
    match S::Entry::row(account, &within) {
        Some(row) => found.sheet.row::<S::Entry>(app, account, row.rank()).await,
        None => Ok(None),
    }
}

/// A page of the closed periods.
pub(crate) async fn archive(
    app: &App,
    ladder: Ladder,
    table: wire::Table,
    before: Option<LocalDate>,
) -> Result<Message, Failure> {
    let kind = kind_of(table).filter(|kind| ladder.kinds().contains(kind));
    let Some(kind) = kind else {
        return Err(Failure::Malformed("that table has no periods".into()));
    };
    let (periods, more) = app.store.periods(ladder, kind, before, PERIODS).await?;
    let lines = archived::lines(app, ladder, &periods).await?;
    let next = periods.last().filter(|_| more);
    Ok(Message::Archive(wire::Archive {
        table,
        rule_set: ladder.to_string(),
        zone: app.club.zone.to_string(),
        periods: lines,
        next: next.map(|listed| listed.open.span.period.id.to_string()),
    }))
}

/// A chunk of a closing's evidence.
pub(crate) async fn evidence(
    app: &App,
    ladder: Ladder,
    kind: PeriodKind,
    id: LocalDate,
    revision: u32,
    page: u32,
) -> Result<Message, Fault> {
    let Some(open) = app.store.period(ladder, kind, id).await? else {
        return Ok(refuse("period_unknown"));
    };
    let revisions = app.store.revisions(ladder, kind, id).await?;
    let meta = revisions.iter().find(|meta| meta.revision.0 == revision);
    let Some(meta) = meta else {
        return Ok(refuse("revision_unknown"));
    };
    let nth = usize::try_from(page).unwrap_or(usize::MAX);
    let Some(chunk) = meta.chunks.get(nth) else {
        return Ok(refuse("page_unknown"));
    };
    Ok(Message::Evidence(wire::Evidence {
        digest: meta.digest.to_string(),
        page,
        pages: u32::try_from(meta.chunks.len()).unwrap_or(u32::MAX),
        text: app.store.chunk(ladder, &open.span.period, chunk).await?,
    }))
}

pub(crate) fn kind_of(table: wire::Table) -> Option<PeriodKind> {
    match table {
        wire::Table::General => None,
        wire::Table::Week => Some(PeriodKind::Week),
        wire::Table::Month => Some(PeriodKind::Month),
    }
}

pub(super) fn period(open: &OpenPeriod) -> wire::Period {
    let period = open.span.period;
    wire::Period {
        id: period.id.to_string(),
        start: open.span.began.0,
        end: period.end.0,
        partial: open.span.is_partial(),
    }
}

fn zone(app: &App, open: Option<&OpenPeriod>) -> String {
    open.map_or(app.club.zone, |open| open.zone).to_string()
}

fn elo_rows(rows: Rows<Entry>, names: &Names) -> Vec<wire::Row> {
    rows.into_iter()
        .map(|(place, row)| wire::Row {
            place,
            account: row.account.to_string(),
            name: names.name(row.account),
            elo: row.elo.0,
            games: row.games,
            provisional: row.provisional,
        })
        .collect()
}
