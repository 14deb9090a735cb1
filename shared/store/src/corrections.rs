//! Corrections of a ladder: decided one after the other under one head, carried out in
//! the order of their numbers.

mod cursor;
mod decide;

pub use decide::{Decision, LeagueDecision};

use crate::client::{Store, key_item, number, read_item};
use crate::error::StoreError;
use crate::items::game::{corrupt, ulid};
use crate::keys;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use damero_domain::correction::{Correction, Mark, Progress};
use damero_domain::ids::{AccountId, GameId};
use damero_domain::ladder::Ladder;
use damero_domain::rating::recalculate::Move;
use damero_domain::rating::{Moment, Ordinal};
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// The highest ordinal that has its place among the sort keys.
const MOST: u32 = 999_999;

/// The head of a ladder's corrections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Counts writes of the head.
    pub v: u64,
    /// The last that was decided; 0 before the first.
    pub decided: Ordinal,
    /// When.
    pub at: Timestamp,
    /// The last up to which all are done.
    pub done: Ordinal,
    /// No later one is decided before this: a closing has read them.
    pub not_before: Timestamp,
}

impl Default for Head {
    fn default() -> Head {
        Head {
            v: 0,
            decided: Ordinal::END,
            at: Timestamp(0),
            done: Ordinal::END,
            not_before: Timestamp(0),
        }
    }
}

#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
struct HeadItem {
    v: u64,
    n: u32,
    t: i64,
    f: u32,
    nb: i64,
}

#[derive(Deserialize, Serialize)]
struct CorrectionItem {
    /// Game, 16 bytes.
    g: ByteBuf,
    /// When it ended, ms.
    e: i64,
    /// Who played White, 16 bytes.
    a: ByteBuf,
    /// Who played Black.
    b: ByteBuf,
    /// 0 void, 1 reinstated.
    m: u8,
    /// Reason.
    r: String,
    /// Who.
    w: String,
    /// When, ms.
    t: i64,
    /// 0 decided, 1 swept, 2 done.
    s: u8,
    /// The League's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    l: Option<u32>,
    /// Its weeks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    k: Vec<String>,
}

impl CorrectionItem {
    fn from(correction: &Correction, progress: Progress) -> CorrectionItem {
        let bytes = |account: AccountId| ByteBuf::from(account.0.to_bytes());
        let league = correction.league.as_ref();
        CorrectionItem {
            g: ByteBuf::from(correction.moment.game.0.to_bytes()),
            e: correction.moment.ended_at.0,
            a: bytes(correction.players.white),
            b: bytes(correction.players.black),
            m: u8::from(correction.mark == Mark::Reinstate),
            r: correction.reason.clone(),
            w: correction.who.clone(),
            t: correction.at.0,
            s: progress_to(progress),
            l: league.map(|(ordinal, _)| ordinal.0),
            k: league.map_or_else(Vec::new, |(_, weeks)| {
                weeks.iter().map(ToString::to_string).collect()
            }),
        }
    }

    fn correction(self, ordinal: Ordinal) -> Result<(Correction, Progress), StoreError> {
        let weeks = self.k.iter().map(|week| week.parse());
        let weeks = weeks
            .collect::<Result<_, _>>()
            .map_err(|_| corrupt("week"))?;
        let progress = match self.s {
            0 => Progress::Decided,
            1 => Progress::Swept,
            2 => Progress::Done,
            _ => return Err(corrupt("progress")),
        };
        let correction = Correction {
            ordinal,
            moment: Moment {
                ended_at: Timestamp(self.e),
                game: GameId(ulid(&self.g)?),
            },
            players: BySide {
                white: AccountId(ulid(&self.a)?),
                black: AccountId(ulid(&self.b)?),
            },
            mark: if self.m == 0 {
                Mark::Void
            } else {
                Mark::Reinstate
            },
            reason: self.r,
            who: self.w,
            at: Timestamp(self.t),
            league: self.l.map(|number| (Ordinal(number), weeks)),
        };
        Ok((correction, progress))
    }
}

fn progress_to(progress: Progress) -> u8 {
    match progress {
        Progress::Decided => 0,
        Progress::Swept => 1,
        Progress::Done => 2,
    }
}

impl Store {
    /// The head of a ladder's corrections.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn head(&self, ladder: Ladder) -> Result<Head, StoreError> {
        let item = self.get("REVS", keys::corrections_head(ladder)).await?;
        let item: HeadItem = item.map(read_item).transpose()?.unwrap_or_default();
        Ok(Head {
            v: item.v,
            decided: Ordinal(item.n),
            at: Timestamp(item.t),
            done: Ordinal(item.f),
            not_before: Timestamp(item.nb),
        })
    }

    /// From now on nothing is decided before `cut`: a decision in flight loses its
    /// condition and is stamped anew.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn fence_corrections(
        &self,
        ladder: Ladder,
        cut: Timestamp,
    ) -> Result<(), StoreError> {
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::corrections_head(ladder))))
            .update_expression("SET nb = :cut ADD v :one")
            .condition_expression("attribute_not_exists(nb) OR nb < :cut")
            .expression_attribute_values(":cut", number(cut.0))
            .expression_attribute_values(":one", number(1));
        self.update_if_holds("REVS", update).await.map(|_| ())
    }

    /// One correction and how far it has come.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn correction(
        &self,
        ladder: Ladder,
        ordinal: Ordinal,
    ) -> Result<Option<(Correction, Progress)>, StoreError> {
        let item = self.get("REVS", keys::correction(ladder, ordinal)).await?;
        item.map(|item| read_item::<CorrectionItem>(item)?.correction(ordinal))
            .transpose()
    }

    /// Corrections after `after`, up to `until` if that is given, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn corrections(
        &self,
        ladder: Ladder,
        after: Ordinal,
        until: Option<Ordinal>,
    ) -> Result<Vec<(Correction, Progress)>, StoreError> {
        let last = until.map_or(MOST, |until| until.0);
        if after.0 >= last {
            return Ok(Vec::new());
        }
        let of = |ordinal| AttributeValue::S(keys::correction(ladder, Ordinal(ordinal)).sk);
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :pk AND SK BETWEEN :first AND :last")
            .expression_attribute_values(":pk", AttributeValue::S(keys::corrections(ladder)))
            .expression_attribute_values(":first", of(after.0 + 1))
            .expression_attribute_values(":last", of(last))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .into_paginator()
            .send();
        let mut found = Vec::new();
        while let Some(page) = pages.try_next().await? {
            self.calls.note("Query", &["REVS"], &page.consumed_capacity);
            for item in page.items.unwrap_or_default() {
                let ordinal = crate::periods::ordinal_of(&item)?;
                found.push(read_item::<CorrectionItem>(item)?.correction(ordinal)?);
            }
        }
        Ok(found)
    }

    /// A correction has come further.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn advance(
        &self,
        ladder: Ladder,
        ordinal: Ordinal,
        progress: Progress,
    ) -> Result<(), StoreError> {
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::correction(ladder, ordinal))))
            .update_expression("SET s = :to")
            .condition_expression("s < :to")
            .expression_attribute_values(":to", number(progress_to(progress)));
        self.update_if_holds("REVS", update).await.map(|_| ())
    }

    /// A correction is done: the next may begin.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn finish(&self, ladder: Ladder, ordinal: Ordinal) -> Result<(), StoreError> {
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::corrections_head(ladder))))
            .update_expression("SET f = :done ADD v :one")
            .condition_expression("f < :done")
            .expression_attribute_values(":done", number(ordinal.0))
            .expression_attribute_values(":one", number(1));
        self.update_if_holds("REVS", update).await.map(|_| ())
    }

    /// Moves a standing to where a correction has brought it, if its newest entry is
    /// still the one walked last, as this correction or one before it has written it.
    /// It remembers when that was decided: its next game ends later.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have been moved, and may be moved again.
    pub async fn correct_standing(
        &self,
        rules: &RuleSet,
        movement: &Move,
        decided: Timestamp,
    ) -> Result<bool, StoreError> {
        let Move {
            account,
            last,
            elo,
            games,
        } = *movement;
        let sort = |ordinal| AttributeValue::S(keys::sort_of_entry(last.moment, ordinal));
        let update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::standing(rules, account))))
            .condition_expression("l BETWEEN :first AND :last")
            .expression_attribute_values(":first", sort(Ordinal::END))
            .expression_attribute_values(":last", sort(last.ordinal))
            .expression_attribute_values(":elo", number(elo.0))
            .expression_attribute_values(":games", number(games))
            .expression_attribute_values(":at", number(decided.0));
        let update = if games > 0 {
            let shard = keys::shard_of(account, keys::LEADER_SHARDS);
            update
                .update_expression(
                    "SET e = :elo, g = :games, l = :last, c = :at, GSI1PK = :pk, GSI1SK = :sk",
                )
                .expression_attribute_values(":pk", AttributeValue::S(keys::leaders(rules, shard)))
                .expression_attribute_values(":sk", AttributeValue::S(keys::sort_of_elo(elo)))
        } else {
            // Nobody is listed by rating without a game that counts.
            update.update_expression(
                "SET e = :elo, g = :games, l = :last, c = :at REMOVE GSI1PK, GSI1SK",
            )
        };
        self.update_if_holds("STAND", update).await
    }
}
