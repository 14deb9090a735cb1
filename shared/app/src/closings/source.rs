//! Where a ladder's closings come from: the log of each account, never its standing.

use crate::app::{App, Fault};
use damero_domain::ids::AccountId;
use damero_domain::period::Span;
use damero_domain::rating::evidence::{Evidence, Ranking};
use damero_domain::rating::league::Activity;
use damero_domain::rating::{AsOf, Entry, Ordinal};
use damero_rules::RuleSet;
use damero_store::keys::STAND_SHARDS;
use damero_store::{OpenPeriod, Span as LogSpan};

/// A ladder's log.
pub(crate) trait Source: Sync {
    /// Its entries.
    type Entry: Evidence<Row: Send + Sync, Subject: Send + Sync> + Send + Sync;

    /// What a closing's header says of it.
    fn subject(&self, open: &OpenPeriod) -> <Self::Entry as Evidence>::Subject;

    /// Everybody whose log may hold something of the period, by ascending id.
    fn accounts(
        &self,
        app: &App,
        span: &Span,
    ) -> impl Future<Output = Result<Vec<AccountId>, Fault>> + Send;

    /// An account's log of the period as of a correction.
    fn log(
        &self,
        app: &App,
        account: AccountId,
        span: &Span,
        as_of: Ordinal,
    ) -> impl Future<Output = Result<AsOf<Self::Entry>, Fault>> + Send;
}

/// A rule set's rating log.
pub(crate) struct Elo(pub(crate) &'static RuleSet);

impl Source for Elo {
    type Entry = Entry;

    fn subject(&self, open: &OpenPeriod) -> Ranking {
        Ranking {
            rule_set: self.0.id.to_owned(),
            version: open.version,
        }
    }

    async fn accounts(&self, app: &App, span: &Span) -> Result<Vec<AccountId>, Fault> {
        let mut accounts = Vec::new();
        for shard in 0..STAND_SHARDS {
            let mut after = None;
            loop {
                let page = app.store.standings(self.0, shard, after, None).await?;
                // The standings only name the accounts. Whose newest entry is older than
                // the period has nothing in it: corrections write on old games, new
                // games come after all old ones.
                let named = page.rows.into_iter().filter(|(_, standing)| {
                    let last = standing.last;
                    last.is_some_and(|(moment, _)| moment.ended_at >= span.began)
                });
                accounts.extend(named.map(|(account, _)| account));
                after = page.next;
                if after.is_none() {
                    break;
                }
            }
        }
        accounts.sort_unstable();
        Ok(accounts)
    }

    async fn log(
        &self,
        app: &App,
        account: AccountId,
        span: &Span,
        as_of: Ordinal,
    ) -> Result<AsOf<Entry>, Fault> {
        let mut log = AsOf::new(as_of);
        // A view of a period that began less than half a minute ago ends before it.
        if span.period.end <= span.began {
            return Ok(log);
        }
        let mut wanted = LogSpan {
            from: span.began,
            to: span.period.end,
            ..LogSpan::ALL
        };
        loop {
            let page = app.store.entries(self.0, account, wanted).await?;
            page.rows.into_iter().for_each(|entry| log.add(entry));
            wanted.after = page.next;
            if wanted.after.is_none() {
                return Ok(log);
            }
        }
    }
}

/// The League's own log.
pub(crate) struct League;

impl Source for League {
    type Entry = Activity;

    fn subject(&self, _: &OpenPeriod) -> <Activity as Evidence>::Subject {}

    async fn accounts(&self, app: &App, span: &Span) -> Result<Vec<AccountId>, Fault> {
        let mut accounts = Vec::new();
        for shard in 0..STAND_SHARDS {
            let mut after = None;
            loop {
                let page = app.store.league(span.period.id, shard, after, None).await?;
                accounts.extend(page.rows.iter().map(|(account, _)| *account));
                accounts.dedup();
                after = page.next;
                if after.is_none() {
                    break;
                }
            }
        }
        accounts.sort_unstable();
        Ok(accounts)
    }

    async fn log(
        &self,
        app: &App,
        account: AccountId,
        span: &Span,
        as_of: Ordinal,
    ) -> Result<AsOf<Activity>, Fault> {
        let words = app.store.league_of(span.period.id, account).await?;
        Ok(AsOf::new(as_of).with(words))
    }
}
