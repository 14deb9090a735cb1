//! Somebody's way up the levels: progress, the start of a game, what a link takes over, and
//! what the account has been granted.

use crate::client::{Item, Store, key_item, number, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::games::HeldGame;
use crate::items::game::{corrupt, version};
use crate::items::level::{LedgerItem, ProgressItem};
use crate::keys::{self, SK};
use crate::transact::Transacted;
use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use damero_domain::credit::{Earned, LedgerLine};
use damero_domain::ids::{AccountId, Person};
use damero_domain::level::{Level, Progress};
use damero_domain::period::LocalDate;
use damero_domain::rating::Moment;
use damero_rules::RuleSet;

/// Somebody's progress in a rule set as it stood when it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldProgress {
    /// The progress.
    pub progress: Progress,
    /// Its version: every write is conditional on it. 0 if nothing is stored yet.
    pub v: u64,
    /// For a browser's: the account that has taken it over as it stands.
    pub taken: Option<AccountId>,
}

impl HeldProgress {
    /// What stands after the next write.
    #[must_use]
    pub fn with(&self, progress: Progress) -> HeldProgress {
        HeldProgress {
            progress,
            v: self.v + 1,
            taken: None,
        }
    }

    /// The same, taken over by an account, which has the running game from then on.
    fn taken_by(&self, account: AccountId) -> HeldProgress {
        let progress = Progress {
            running: None,
            ..self.progress
        };
        HeldProgress {
            taken: Some(account),
            ..self.with(progress)
        }
    }

    /// Whether `account` has all of it.
    #[must_use]
    pub fn is_taken_by(&self, account: AccountId) -> bool {
        self.v == 0 || self.taken == Some(account)
    }
}

/// A page of an account's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerPage {
    /// Newest first.
    pub lines: Vec<LedgerLine>,
    /// Whether there are older ones.
    pub more: bool,
}

impl Store {
    /// Where somebody stands in a rule set; at the beginning, if nothing is stored.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn progress(&self, who: Person, rules: &RuleSet) -> Result<HeldProgress, StoreError> {
        let item = self.get("PROG", keys::progress(who, rules)).await?;
        item.map_or_else(|| Ok(HeldProgress::default()), progress_of)
    }

    /// What somebody has begun in these rule sets.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn all_progress(
        &self,
        who: Person,
        rules: &[&'static RuleSet],
    ) -> Result<Vec<(&'static RuleSet, HeldProgress)>, StoreError> {
        let all = rules.iter().map(|rules| keys::progress(who, rules));
        let all = all.collect();
        let items = self.batch("PROG", all).await?.into_iter();
        let mut found = items
            .map(|item| {
                let id = item.get(SK).and_then(|sk| sk.as_s().ok());
                let rules = id.and_then(|id| RuleSet::by_id(id));
                let rules = rules.ok_or_else(|| corrupt("rule set"))?;
                Ok((rules, progress_of(item)?))
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        found.sort_by_key(|(rules, _)| rules.id);
        Ok(found)
    }

    /// Starts a game against the computer with everything that belongs to it: the player's
    /// progress, which holds it as running, the game, history and running pointer. All or
    /// nothing.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn start_level(
        &self,
        who: Person,
        seen: &HeldProgress,
        held: &HeldGame,
    ) -> Result<Saved<()>, StoreError> {
        let setup = held.game.setup();
        let running = Progress {
            running: Some(setup.id),
            ..seen.progress
        };
        let items = vec![
            self.put_progress(who, setup.rules, seen, &seen.with(running))?,
            self.put_new(held.to_item()?)?,
            self.put_new(key_item(keys::history(who, setup.id)))?,
            self.put_new(key_item(keys::running(who, setup.id)))?,
        ];
        let entities = ["PROG", "GAME", "HIST", "RUN"];
        Ok(match self.try_all(items, &entities).await? {
            Transacted::Done => Saved::Done(()),
            Transacted::Lost(_) => Saved::Lost(None),
        })
    }

    /// An account takes over what one of its browsers has reached: the better of both, and
    /// the running game unless it has one. Once for what stands there.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn take_over(
        &self,
        account: AccountId,
        own: &HeldProgress,
        browser: Person,
        theirs: &HeldProgress,
        rules: &RuleSet,
    ) -> Result<Saved<HeldProgress>, StoreError> {
        let who = Person::Account(account);
        let joined = own.with(own.progress.joined(theirs.progress));
        let items = vec![
            self.put_progress(who, rules, own, &joined)?,
            self.put_progress(browser, rules, theirs, &theirs.taken_by(account))?,
        ];
        Ok(match self.try_all(items, &["PROG", "PROG"]).await? {
            Transacted::Done => Saved::Done(joined),
            Transacted::Lost(_) => Saved::Lost(None),
        })
    }

    /// The write of somebody's progress, if it still stands as it was seen.
    pub(crate) fn put_progress(
        &self,
        who: Person,
        rules: &RuleSet,
        seen: &HeldProgress,
        next: &HeldProgress,
    ) -> Result<TransactWriteItem, StoreError> {
        progress_put(&self.table, who, rules, seen, next)
    }

    /// What an account has been granted in a week, and whether for this level.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn earned(
        &self,
        account: AccountId,
        week: LocalDate,
        rules: &RuleSet,
        level: Level,
    ) -> Result<Earned, StoreError> {
        let guard = keys::credit_guard(account, week, rules, level);
        let guard = self.get("CRGUARD", guard).await?;
        Ok(Earned {
            week: self.granted_in(account, week).await?,
            level: guard.is_some(),
        })
    }

    /// What an account has been granted in a week.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn granted_in(&self, account: AccountId, week: LocalDate) -> Result<u32, StoreError> {
        let item = self.get("CRSUM", keys::credit_sum(account, week)).await?;
        let Some(item) = item else {
            return Ok(0);
        };
        let sum = item.get("c").and_then(|sum| sum.as_n().ok()?.parse().ok());
        sum.ok_or_else(|| corrupt("credits of a week"))
    }

    /// Up to `limit` lines of an account's ledger, older than `before`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ledger(
        &self,
        account: AccountId,
        before: Option<Moment>,
        limit: i32,
    ) -> Result<LedgerPage, StoreError> {
        // '~' sorts after every line.
        let before = before.map_or_else(|| "~".to_owned(), keys::sort_of_line);
        let pk = keys::ledger(account);
        let (items, more) = self.last_before("CREDIT", pk, before, limit).await?;
        let lines = items.into_iter().map(line_of);
        Ok(LedgerPage {
            lines: lines.collect::<Result<_, StoreError>>()?,
            more,
        })
    }
}

fn progress_of(item: Item) -> Result<HeldProgress, StoreError> {
    let held = read_item::<ProgressItem>(item)?.held()?;
    version(held.v)?;
    Ok(held)
}

fn line_of(item: Item) -> Result<LedgerLine, StoreError> {
    let moment = item
        .get(SK)
        .and_then(|sk| keys::moment_of_line(sk.as_s().ok()?));
    let moment = moment.ok_or_else(|| corrupt("place in the ledger"))?;
    read_item::<LedgerItem>(item)?.line(moment)
}

/// See [`Store::put_progress`].
pub(crate) fn progress_put(
    table: &str,
    who: Person,
    rules: &RuleSet,
    seen: &HeldProgress,
    next: &HeldProgress,
) -> Result<TransactWriteItem, StoreError> {
    let item = whole_item(keys::progress(who, rules), &ProgressItem::from_held(next))?;
    let put = Put::builder().table_name(table).set_item(Some(item));
    let put = match seen.v {
        0 => put.condition_expression("attribute_not_exists(PK)"),
        seen => put
            .condition_expression("v = :seen")
            .expression_attribute_values(":seen", number(seen)),
    };
    Ok(TransactWriteItem::builder().put(put.build()?).build())
}
