//! What is stored of the progressive computer: somebody's progress, what an end did, a line
//! of the ledger, a level beaten in the League's log.

use crate::client::{Item, read_item};
use crate::error::StoreError;
use crate::items::game::{corrupt, rules, ulid, versioned};
use crate::levels::HeldProgress;
use damero_domain::credit::{Credit, LedgerLine};
use damero_domain::ids::{AccountId, GameId};
use damero_domain::level::{Beaten, Climb, Level, Outcome, Progress};
use damero_domain::rating::Moment;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

fn level(number: u8) -> Result<Level, StoreError> {
    Level::new(number).ok_or_else(|| corrupt("level"))
}

/// Somebody's progress in a rule set.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct ProgressItem {
    /// Version: guards writes.
    pub v: u64,
    /// Level of the next game.
    pub l: u8,
    /// Highest level beaten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<u8>,
    /// Losses in a row.
    pub s: u8,
    /// The running game, 16 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub g: Option<ByteBuf>,
    /// The account that has taken it over as it stands, 16 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub j: Option<ByteBuf>,
}

impl ProgressItem {
    pub(crate) fn from_held(held: &HeldProgress) -> ProgressItem {
        let progress = &held.progress;
        let bytes = |bytes: [u8; 16]| ByteBuf::from(bytes.to_vec());
        ProgressItem {
            v: held.v,
            l: progress.level.number(),
            h: progress.highest.map(Level::number),
            s: progress.losses,
            g: progress.running.map(|game| bytes(game.0.to_bytes())),
            j: held.taken.map(|account| bytes(account.0.to_bytes())),
        }
    }

    pub(crate) fn held(&self) -> Result<HeldProgress, StoreError> {
        let id = |bytes: &Option<ByteBuf>| bytes.as_ref().map(|bytes| ulid(bytes)).transpose();
        Ok(HeldProgress {
            progress: Progress {
                level: level(self.l)?,
                highest: self.h.map(level).transpose()?,
                losses: self.s,
                running: id(&self.g)?.map(GameId),
            },
            v: self.v,
            taken: id(&self.j)?.map(AccountId),
        })
    }
}

/// What an end did: attributes of the game's item, so that other games pay nothing for them.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub(crate) struct OutcomeItem {
    /// Level before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub la: Option<u8>,
    /// Level after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lb: Option<u8>,
    /// Credits granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lc: Option<u32>,
    /// Why none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lx: Option<String>,
}

/// The names of all of [`OutcomeItem`]'s attributes.
const NAMES: [&str; 4] = ["la", "lb", "lc", "lx"];

impl OutcomeItem {
    /// Takes the attributes out of a game's item.
    pub(crate) fn take_from(item: &mut Item) -> Result<OutcomeItem, StoreError> {
        let own = NAMES.iter().filter_map(|name| item.remove_entry(*name));
        read_item(own.collect())
    }

    pub(crate) fn from_outcome(outcome: &Outcome) -> OutcomeItem {
        let (lc, lx) = outcome.credit.map_or((None, None), parts);
        OutcomeItem {
            la: Some(outcome.climb.from.number()),
            lb: Some(outcome.climb.to.number()),
            lc,
            lx,
        }
    }

    /// None for a game that has none.
    pub(crate) fn outcome(self) -> Result<Option<Outcome>, StoreError> {
        let (from, to) = match (self.la, self.lb) {
            (Some(from), Some(to)) => (level(from)?, level(to)?),
            (None, None) if self == OutcomeItem::default() => return Ok(None),
            _ => return Err(corrupt("end of a level")),
        };
        let credit = match (self.lc, &self.lx) {
            (None, None) => None,
            (granted, refused) => Some(credit(granted, refused.as_deref())?),
        };
        Ok(Some(Outcome {
            climb: Climb { from, to },
            credit,
        }))
    }
}

/// A grant's amount, or a refusal's code.
fn parts(credit: Credit) -> (Option<u32>, Option<String>) {
    match credit {
        Credit::Granted(amount) => (Some(amount), None),
        Credit::Refused(why) => (None, Some(why.code().into())),
    }
}

fn credit(granted: Option<u32>, refused: Option<&str>) -> Result<Credit, StoreError> {
    match (granted, refused) {
        (Some(amount), None) if amount > 0 => Ok(Credit::Granted(amount)),
        (None, Some(code)) => {
            let reason = code.parse().map_err(|_| corrupt("reason"))?;
            Ok(Credit::Refused(reason))
        }
        _ => Err(corrupt("credits")),
    }
}

/// A line of the ledger.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct LedgerItem {
    /// Rule set and its version, `id@version`.
    pub k: String,
    /// Level.
    pub l: u8,
    /// Week.
    pub w: String,
    /// Credits granted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<u32>,
    /// Why none were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<String>,
}

impl LedgerItem {
    pub(crate) fn from_line(line: &LedgerLine) -> LedgerItem {
        let (c, x) = parts(line.credit);
        LedgerItem {
            k: versioned(line.rules),
            l: line.level.number(),
            w: line.week.to_string(),
            c,
            x,
        }
    }

    pub(crate) fn line(&self, moment: Moment) -> Result<LedgerLine, StoreError> {
        Ok(LedgerLine {
            moment,
            rules: rules(&self.k)?,
            level: level(self.l)?,
            week: self.w.parse().map_err(|_| corrupt("week"))?,
            credit: credit(self.c, self.x.as_deref())?,
        })
    }
}

/// A level beaten, in the League's log.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct BeatenItem {
    /// Level.
    pub l: u8,
    /// Rule set and its version, `id@version`.
    pub k: String,
    /// Credits granted.
    pub c: u32,
}

impl BeatenItem {
    /// Whether a line of the log is one; activity has no level.
    pub(crate) fn is_one(item: &Item) -> bool {
        item.contains_key("l")
    }

    pub(crate) fn from_beaten(beaten: &Beaten) -> BeatenItem {
        BeatenItem {
            l: beaten.level.number(),
            k: versioned(beaten.rules),
            c: beaten.credits,
        }
    }

    pub(crate) fn beaten(&self, moment: Moment) -> Result<Beaten, StoreError> {
        Ok(Beaten {
            moment,
            rules: rules(&self.k)?,
            level: level(self.l)?,
            credits: self.c,
        })
    }
}
