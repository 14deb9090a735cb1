//! Items of rated play: standings, the log's entries, pairs of a day, the League's log.
//!
//! What a key says is not said again in the item.

use crate::error::StoreError;
use crate::items::game::{corrupt, ulid};
use crate::keys;
use damero_domain::ids::{AccountId, GameId};
use damero_domain::rating::league::Activity;
use damero_domain::rating::{EloDelta, Entry, MicroElo, Moment, Ordinal, PairDay, Score, Standing};
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;

/// A standing as stored: there is one from the first rated game on.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct StandingItem {
    /// Rating, micro-points.
    pub e: i64,
    /// Valid games.
    pub g: u32,
    /// First-mover balance.
    pub b: i32,
    /// The sort key of the newest entry.
    pub l: String,
    /// When the correction was decided that has moved it since, ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<i64>,
}

impl StandingItem {
    /// None for an account that has no entry: it has no item either.
    pub(crate) fn from_standing(standing: &Standing) -> Option<StandingItem> {
        let (moment, ordinal) = standing.last?;
        Some(StandingItem {
            e: standing.elo.0,
            g: standing.games,
            b: standing.balance,
            l: keys::sort_of_entry(moment, ordinal),
            c: standing.corrected.map(|at| at.0),
        })
    }

    pub(crate) fn standing(&self) -> Result<Standing, StoreError> {
        let last = keys::moment_of_entry(&self.l).ok_or_else(|| corrupt("last entry"))?;
        Ok(Standing {
            elo: MicroElo(self.e),
            games: self.g,
            balance: self.b,
            last: Some(last),
            corrected: self.c.map(Timestamp),
        })
    }
}

/// An entry of the log as stored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct EntryItem {
    /// Rival, 16 bytes.
    pub r: ByteBuf,
    /// Side: 0 White, 1 Black.
    pub s: u8,
    /// Half points.
    pub p: u8,
    /// Rating before, micro-points.
    pub b: i64,
    /// What it moved.
    pub d: i64,
    /// Whether the game counts.
    pub v: bool,
    /// Valid games up to and with it.
    pub n: u32,
}

impl EntryItem {
    pub(crate) fn from_entry(entry: &Entry) -> EntryItem {
        EntryItem {
            r: ByteBuf::from(entry.rival.0.to_bytes()),
            s: u8::from(entry.side == Side::Black),
            p: entry.score.halves(),
            b: entry.before.0,
            d: entry.delta.0,
            v: entry.valid,
            n: entry.games,
        }
    }

    pub(crate) fn entry(&self, moment: Moment, ordinal: Ordinal) -> Result<Entry, StoreError> {
        if !self.v && self.d != 0 {
            return Err(corrupt("a void game moved a rating"));
        }
        Ok(Entry {
            moment,
            ordinal,
            rival: AccountId(ulid(&self.r)?),
            side: match self.s {
                0 => Side::White,
                1 => Side::Black,
                _ => return Err(corrupt("side")),
            },
            score: Score::from_halves(self.p).ok_or_else(|| corrupt("score"))?,
            before: MicroElo(self.b),
            delta: EloDelta(self.d),
            valid: self.v,
            games: self.n,
        })
    }
}

/// What a pair played on a day, as stored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct PairDayItem {
    /// Valid games by rule set.
    pub v: BTreeMap<String, u8>,
    /// The day's first valid game over all rule sets, 16 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub f: Option<ByteBuf>,
}

impl PairDayItem {
    pub(crate) fn from_day(day: &PairDay) -> PairDayItem {
        let count = |(rules, count): (&&'static str, &u8)| ((*rules).to_owned(), *count);
        PairDayItem {
            v: day.valid.iter().map(count).collect(),
            f: day.first.map(|game| ByteBuf::from(game.0.to_bytes())),
        }
    }

    pub(crate) fn day(&self) -> Result<PairDay, StoreError> {
        let count = |(id, count): (&String, &u8)| {
            let rules = RuleSet::by_id(id).ok_or_else(|| corrupt("rule set"))?;
            Ok((rules.id, *count))
        };
        let first = self.f.as_ref().map(|game| ulid(game)).transpose()?;
        Ok(PairDay {
            valid: self
                .v
                .iter()
                .map(count)
                .collect::<Result<_, StoreError>>()?,
            first: first.map(GameId),
        })
    }
}

/// A word in the League's log as stored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct LeagueItem {
    /// Activity: 1, or -1 for a counter-entry.
    pub a: i8,
    /// Rival, 16 bytes.
    pub r: ByteBuf,
    /// Local date of the end.
    pub d: String,
}

impl LeagueItem {
    pub(crate) fn from_activity(word: &Activity) -> LeagueItem {
        LeagueItem {
            a: if word.counts { 1 } else { -1 },
            r: ByteBuf::from(word.rival.0.to_bytes()),
            d: word.day.to_string(),
        }
    }

    pub(crate) fn activity(
        &self,
        moment: Moment,
        ordinal: Ordinal,
    ) -> Result<Activity, StoreError> {
        Ok(Activity {
            moment,
            ordinal,
            rival: AccountId(ulid(&self.r)?),
            day: self.d.parse().map_err(|_| corrupt("day"))?,
            counts: match self.a {
                1 => true,
                -1 => false,
                _ => return Err(corrupt("activity")),
            },
        })
    }
}
