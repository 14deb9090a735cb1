//! Standings, the rating log, pairs of a day, the League's log.

use crate::client::{Item, Store, key_item, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::items::game::corrupt;
use crate::items::level::BeatenItem;
use crate::items::rating::{EntryItem, LeagueItem, PairDayItem, StandingItem};
use crate::keys::{self, Key, SK};
use aws_sdk_dynamodb::types::{
    AttributeValue, Put, PutRequest, ReturnConsumedCapacity, WriteRequest,
};
use damero_domain::ids::AccountId;
use damero_domain::level::Beaten;
use damero_domain::period::LocalDate;
use damero_domain::rating::league::Activity;
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{Entry, Moment, Ordinal, PairDay, Standing};
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;
use std::collections::HashMap;
use std::time::Duration;

/// A place in an account's log.
pub type LogPlace = (Moment, Ordinal);

/// Which entries of an account's log to read.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The first confirmed end that belongs to it.
    pub from: Timestamp,
    /// The first that does not any more.
    pub to: Timestamp,
    /// From the newest backwards.
    pub backwards: bool,
    /// Goes on after this entry, in the direction of reading.
    pub after: Option<LogPlace>,
    /// Entries on a page at most; else what the database returns at once.
    pub limit: Option<i32>,
}

impl Span {
    /// Everything, oldest first.
    pub const ALL: Span = Span {
        from: Timestamp(0),
        to: Timestamp(9_999_999_999_999),
        backwards: false,
        after: None,
        limit: None,
    };
}

/// A page of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T, C> {
    /// What is on it.
    pub rows: Vec<T>,
    /// Where the next one goes on, if there may be another.
    pub next: Option<C>,
}

/// A word in the League's log, and whose it is.
pub type LeagueLine = (AccountId, Activity);

/// A place in a week of the League's log.
pub type LeaguePlace = (AccountId, Moment, Ordinal);

fn standing_of(item: Item) -> Result<Standing, StoreError> {
    read_item::<StandingItem>(item)?.standing()
}

/// The whole item of a standing, listed by rating while a game counts. None for one
/// without any entry.
pub(crate) fn standing_item(
    rules: &RuleSet,
    account: AccountId,
    standing: &Standing,
) -> Result<Option<Item>, StoreError> {
    let Some(attributes) = StandingItem::from_standing(standing) else {
        return Ok(None);
    };
    let mut item = whole_item(keys::standing(rules, account), &attributes)?;
    if standing.games > 0 {
        let leaders = keys::leaders(rules, keys::shard_of(account, keys::LEADER_SHARDS));
        let elo = keys::sort_of_elo(standing.elo);
        item.insert(keys::GSI1PK.into(), AttributeValue::S(leaders));
        item.insert(keys::GSI1SK.into(), AttributeValue::S(elo));
    }
    Ok(Some(item))
}

/// The condition that a standing's newest entry is still the one that was seen.
pub(crate) fn unless_newer(
    seen: &Standing,
) -> (&'static str, Option<HashMap<String, AttributeValue>>) {
    match seen.last {
        None => ("attribute_not_exists(PK)", None),
        Some((moment, ordinal)) => {
            let seen = AttributeValue::S(keys::sort_of_entry(moment, ordinal));
            ("l = :seen", Some(HashMap::from([(":seen".into(), seen)])))
        }
    }
}

/// The whole item of an entry.
pub(crate) fn entry_item(
    rules: &RuleSet,
    account: AccountId,
    entry: &Entry,
) -> Result<Item, StoreError> {
    let key = keys::entry(rules, account, entry.moment, entry.ordinal);
    whole_item(key, &EntryItem::from_entry(entry))
}

/// The whole item of a pair's day.
pub(crate) fn pair_day_item(
    players: Players,
    date: LocalDate,
    day: &PairDay,
) -> Result<Item, StoreError> {
    let key = keys::pair_day(players, date);
    whole_item(key, &PairDayItem::from_day(day))
}

/// The whole item of a word in the League's log.
pub(crate) fn league_item(
    week: LocalDate,
    account: AccountId,
    word: &Activity,
) -> Result<Item, StoreError> {
    let key = keys::league_line(week, account, word.moment, word.ordinal);
    whole_item(key, &LeagueItem::from_activity(word))
}

/// The write of a pair's day, only if it is still as it was seen, over all rule sets.
pub(crate) fn pair_day_put(
    table: &str,
    players: Players,
    date: LocalDate,
    seen: &PairDay,
    after: &PairDay,
) -> Result<Put, StoreError> {
    let item = pair_day_item(players, date, after)?;
    let mut item_seen = pair_day_item(players, date, seen)?;
    let values = [("f", ":first"), ("v", ":valid")]
        .map(|(name, value)| (value.to_owned(), item_seen.remove(name)));
    let values = values
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    let valid = if seen.valid.is_empty() {
        "(attribute_not_exists(PK) OR v = :valid)"
    } else {
        "v = :valid"
    };
    let first = match seen.first {
        None => "attribute_not_exists(f)",
        Some(_) => "f = :first",
    };
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression(format!("{valid} AND {first}"))
        .set_expression_attribute_values(Some(values.collect()));
    Ok(put.build()?)
}

fn sort_key(item: &Item) -> Result<&str, StoreError> {
    let sort = item.get(SK).and_then(|sort| sort.as_s().ok());
    sort.map(String::as_str).ok_or_else(|| corrupt("sort key"))
}

fn entry_of(item: Item) -> Result<Entry, StoreError> {
    let place = keys::moment_of_entry(sort_key(&item)?);
    let (moment, ordinal) = place.ok_or_else(|| corrupt("place in the log"))?;
    read_item::<EntryItem>(item)?.entry(moment, ordinal)
}

fn place_of(item: &Item) -> Result<LeaguePlace, StoreError> {
    let place = keys::line_of_league(sort_key(item)?);
    place.ok_or_else(|| corrupt("line of the League"))
}

/// A word on activity; the log has levels beaten besides.
fn line_of(item: Item) -> Result<Option<LeagueLine>, StoreError> {
    let (account, moment, ordinal) = place_of(&item)?;
    if BeatenItem::is_one(&item) {
        return Ok(None);
    }
    let item: LeagueItem = read_item(item)?;
    Ok(Some((account, item.activity(moment, ordinal)?)))
}

/// A level beaten; the log has activity besides.
fn beaten_of(item: Item) -> Result<Option<Beaten>, StoreError> {
    let (_, moment, _) = place_of(&item)?;
    if !BeatenItem::is_one(&item) {
        return Ok(None);
    }
    read_item::<BeatenItem>(item)?.beaten(moment).map(Some)
}

fn account_of(item: &Item) -> Result<AccountId, StoreError> {
    let account = sort_key(item)?.parse();
    account.map_err(|_| corrupt("account"))
}

/// A query of one partition.
struct Range {
    entity: &'static str,
    pk: String,
    /// Sort keys between these, both included.
    between: (String, String),
    backwards: bool,
    after: Option<String>,
    limit: Option<i32>,
}

impl Store {
    /// An account's standing; everybody's first one if it has none.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn standing(
        &self,
        rules: &RuleSet,
        account: AccountId,
    ) -> Result<Standing, StoreError> {
        let item = self.get("STAND", keys::standing(rules, account)).await?;
        item.map_or_else(|| Ok(Standing::default()), standing_of)
    }

    /// Moves a standing on, as a correction found it to be, if its newest entry is still
    /// the one that was seen.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn move_standing(
        &self,
        rules: &RuleSet,
        account: AccountId,
        seen: &Standing,
        after: &Standing,
    ) -> Result<Saved<()>, StoreError> {
        let (condition, values) = unless_newer(seen);
        let put = self
            .client
            .put_item()
            .set_item(standing_item(rules, account, after)?)
            .condition_expression(condition)
            .set_expression_attribute_values(values);
        self.put_if_holds("STAND", put).await
    }

    /// A page of one shard of a rule set's standings, in order of account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn standings(
        &self,
        rules: &RuleSet,
        shard: u8,
        after: Option<AccountId>,
        limit: Option<i32>,
    ) -> Result<Page<(AccountId, Standing), AccountId>, StoreError> {
        let range = Range {
            entity: "STAND",
            pk: keys::standings(rules, shard),
            // '~' sorts after every id.
            between: ("0".into(), "~".into()),
            backwards: false,
            after: after.map(|account| account.to_string()),
            limit,
        };
        let (items, more) = self.range(range).await?;
        let row = |item: Item| Ok((account_of(&item)?, standing_of(item)?));
        let rows: Vec<_> = items
            .into_iter()
            .map(row)
            .collect::<Result<_, StoreError>>()?;
        let next = rows.last().filter(|_| more).map(|(account, _)| *account);
        Ok(Page { rows, next })
    }

    /// A page of an account's log in a rule set.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn entries(
        &self,
        rules: &RuleSet,
        account: AccountId,
        span: Span,
    ) -> Result<Page<Entry, LogPlace>, StoreError> {
        let bound = keys::sort_of_time;
        let range = Range {
            entity: "RE",
            pk: keys::entries(rules, account),
            // No entry is at a bound itself: after the time comes a game.
            between: (bound(span.from), bound(span.to)),
            backwards: span.backwards,
            after: span
                .after
                .map(|(moment, ordinal)| keys::sort_of_entry(moment, ordinal)),
            limit: span.limit,
        };
        let (items, more) = self.range(range).await?;
        let rows: Vec<_> = items
            .into_iter()
            .map(entry_of)
            .collect::<Result<_, StoreError>>()?;
        let last = rows.last().filter(|_| more);
        let next = last.map(|entry| (entry.moment, entry.ordinal));
        Ok(Page { rows, next })
    }

    /// What two accounts played on a day.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn pair_day(&self, players: Players, date: LocalDate) -> Result<PairDay, StoreError> {
        let item = self.get("PAIRDAY", keys::pair_day(players, date)).await?;
        item.map_or_else(
            || Ok(PairDay::default()),
            |item| read_item::<PairDayItem>(item)?.day(),
        )
    }

    /// A page of one shard of a week of the League's log, by account and time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn league(
        &self,
        week: LocalDate,
        shard: u8,
        after: Option<LeaguePlace>,
        limit: Option<i32>,
    ) -> Result<Page<LeagueLine, LeaguePlace>, StoreError> {
        let place = |(account, moment, ordinal): LeaguePlace| {
            keys::league_line(week, account, moment, ordinal).sk
        };
        let range = Range {
            entity: "LG",
            pk: keys::league(week, shard),
            between: ("0".into(), "~".into()),
            backwards: false,
            after: after.map(place),
            limit,
        };
        let (items, more) = self.range(range).await?;
        let last = items.last().filter(|_| more);
        let next = last.map(place_of).transpose()?;
        let rows = items
            .into_iter()
            .filter_map(|item| line_of(item).transpose())
            .collect::<Result<_, StoreError>>()?;
        Ok(Page { rows, next })
    }

    /// The levels that an account has beaten in a week of the League, by time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn beaten_in(
        &self,
        week: LocalDate,
        account: AccountId,
    ) -> Result<Vec<Beaten>, StoreError> {
        let pk = keys::league(week, keys::shard_of(account, keys::STAND_SHARDS));
        let prefix = keys::league_lines(account);
        let items = self.begins_with("LG", pk, &prefix).await?;
        let beaten = items
            .into_iter()
            .filter_map(|item| beaten_of(item).transpose());
        beaten.collect()
    }

    /// All words on one account in a week of the League, by time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn league_of(
        &self,
        week: LocalDate,
        account: AccountId,
    ) -> Result<Vec<Activity>, StoreError> {
        let pk = keys::league(week, keys::shard_of(account, keys::STAND_SHARDS));
        let prefix = keys::league_lines(account);
        let items = self.begins_with("LG", pk, &prefix).await?;
        let lines = items
            .into_iter()
            .filter_map(|item| line_of(item).transpose());
        lines.map(|line| Ok(line?.1)).collect()
    }

    /// Puts entries that a correction computed: the same bytes under the same keys,
    /// however often.
    ///
    /// # Errors
    /// [`StoreError`]; some may have been written.
    pub async fn put_entries(
        &self,
        rules: &RuleSet,
        entries: &[(AccountId, Entry)],
    ) -> Result<(), StoreError> {
        for batch in entries.chunks(MOST_IN_A_BATCH) {
            let items = batch
                .iter()
                .map(|(account, entry)| entry_item(rules, *account, entry))
                .collect::<Result<_, StoreError>>()?;
            self.put_all("RE", items).await?;
        }
        Ok(())
    }

    /// Puts up to [`MOST_IN_A_BATCH`] items, whatever was there.
    pub(crate) async fn put_all(
        &self,
        entity: &'static str,
        items: Vec<Item>,
    ) -> Result<(), StoreError> {
        let request = |item| {
            let put = PutRequest::builder().set_item(Some(item)).build()?;
            Ok(WriteRequest::builder().put_request(put).build())
        };
        let mut left = items
            .into_iter()
            .map(request)
            .collect::<Result<Vec<_>, StoreError>>()?;
        let mut pause = FIRST_PAUSE;
        while !left.is_empty() {
            let output = self
                .client
                .batch_write_item()
                .request_items(&self.table, left.clone())
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await?;
            let done = output
                .unprocessed_items
                .and_then(|mut items| items.remove(&self.table))
                .unwrap_or_default();
            let written = left.len() - done.len();
            self.calls.note(
                "BatchWriteItem",
                &vec![entity; written],
                output.consumed_capacity.iter().flatten(),
            );
            left = done;
            if !left.is_empty() {
                if pause > LAST_PAUSE {
                    return Err(StoreError::Database("a batch was not taken".into()));
                }
                self.pause(pause).await;
                pause *= 2;
            }
        }
        Ok(())
    }

    async fn range(&self, range: Range) -> Result<(Vec<Item>, bool), StoreError> {
        let (from, to) = range.between;
        let text = AttributeValue::S;
        let after = range.after.map(|sk| {
            let pk = range.pk.clone();
            key_item(Key { pk, sk })
        });
        let output = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :pk AND SK BETWEEN :from AND :to")
            .expression_attribute_values(":pk", text(range.pk))
            .expression_attribute_values(":from", text(from))
            .expression_attribute_values(":to", text(to))
            .scan_index_forward(!range.backwards)
            .set_exclusive_start_key(after)
            .set_limit(range.limit)
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await?;
        self.calls
            .note("Query", &[range.entity], &output.consumed_capacity);
        let more = output.last_evaluated_key.is_some();
        Ok((output.items.unwrap_or_default(), more))
    }
}

/// As many as the database takes at once.
pub(crate) const MOST_IN_A_BATCH: usize = 25;

/// Before what was not taken of a batch is sent again; each time twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// No longer than this: then somebody else has to go on later.
const LAST_PAUSE: Duration = Duration::from_secs(2);
