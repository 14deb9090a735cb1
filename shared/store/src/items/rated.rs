//! What a rated game's item has besides: attributes of their own, so that other games
//! pay nothing for them.

use crate::client::{Item, read_item};
use crate::error::StoreError;
use crate::items::game::corrupt;
use damero_domain::rating::{Change, EloDelta, MicroElo, Ordinal, Rated, Strength, Void};
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The names of all of [`RatedItem`]'s attributes.
pub(crate) const NAMES: [&str; 14] = [
    "ew", "eb", "gw", "gb", "f", "dw", "db", "pw", "pb", "yw", "yb", "xo", "xa", "xr",
];

/// Those that its end adds.
pub(crate) const CHANGE: [&str; 6] = ["dw", "db", "pw", "pb", "yw", "yb"];

/// Both players' ratings and what became of them. Absent attributes are `None`.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub(crate) struct RatedItem {
    /// White's rating when it began, micro-points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ew: Option<i64>,
    /// Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eb: Option<i64>,
    /// White's valid games by then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gw: Option<u32>,
    /// Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gb: Option<u32>,
    /// It ends no earlier, ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f: Option<i64>,
    /// What the end moved White's rating by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dw: Option<i64>,
    /// And Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub db: Option<i64>,
    /// White's rating just before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pw: Option<i64>,
    /// Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pb: Option<i64>,
    /// White's valid games after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yw: Option<u32>,
    /// Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yb: Option<u32>,
    /// Void by the correction of this ordinal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xo: Option<u32>,
    /// Decided at, ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xa: Option<i64>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xr: Option<String>,
}

impl RatedItem {
    /// Takes the attributes out of a game's item.
    pub(crate) fn take_from(item: &mut Item) -> Result<RatedItem, StoreError> {
        let own = NAMES.iter().filter_map(|name| item.remove_entry(*name));
        read_item(own.collect())
    }

    pub(crate) fn from_rated(rated: &Rated) -> RatedItem {
        let change = rated.change.as_ref();
        let void = rated.void.as_ref();
        RatedItem {
            ew: Some(rated.began.white.elo.0),
            eb: Some(rated.began.black.elo.0),
            gw: Some(rated.began.white.games),
            gb: Some(rated.began.black.games),
            f: rated.not_before.map(|at| at.0),
            dw: change.map(|change| change.white.delta.0),
            db: change.map(|change| change.black.delta.0),
            pw: change.map(|change| change.white.before.0),
            pb: change.map(|change| change.black.before.0),
            yw: change.map(|change| change.white.games),
            yb: change.map(|change| change.black.games),
            xo: void.map(|void| void.ordinal.0),
            xa: void.map(|void| void.at.0),
            xr: void.map(|void| void.reason.clone()),
        }
    }

    /// None for a game that is not rated.
    pub(crate) fn rated(self) -> Result<Option<Rated>, StoreError> {
        if self == RatedItem::default() {
            return Ok(None);
        }
        let strength = |elo: Option<i64>, games: Option<u32>| {
            let elo = elo.map(MicroElo);
            let both = elo.zip(games).ok_or_else(|| corrupt("ratings"))?;
            Ok::<_, StoreError>(Strength {
                elo: both.0,
                games: both.1,
            })
        };
        Ok(Some(Rated {
            began: BySide {
                white: strength(self.ew, self.gw)?,
                black: strength(self.eb, self.gb)?,
            },
            not_before: self.f.map(Timestamp),
            change: self.change()?,
            void: self.void()?,
        }))
    }

    fn change(&self) -> Result<Option<BySide<Change>>, StoreError> {
        let change = |delta: Option<i64>, before: Option<i64>, games: Option<u32>| match (
            delta, before, games,
        ) {
            (Some(delta), Some(before), Some(games)) => Ok(Some(Change {
                before: MicroElo(before),
                delta: EloDelta(delta),
                games,
            })),
            (None, None, None) => Ok(None),
            _ => Err(corrupt("change of ratings")),
        };
        let white = change(self.dw, self.pw, self.yw)?;
        let black = change(self.db, self.pb, self.yb)?;
        match (white, black) {
            (Some(white), Some(black)) if black.delta.0.checked_neg() == Some(white.delta.0) => {
                Ok(Some(BySide { white, black }))
            }
            (None, None) => Ok(None),
            _ => Err(corrupt("change of ratings")),
        }
    }

    fn void(&self) -> Result<Option<Void>, StoreError> {
        match (self.xo, self.xa, &self.xr) {
            (Some(ordinal), Some(at), Some(reason)) if self.dw.is_some() => Ok(Some(Void {
                ordinal: Ordinal(ordinal),
                at: Timestamp(at),
                reason: reason.clone(),
            })),
            (None, None, None) => Ok(None),
            _ => Err(corrupt("invalidation")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_attribute_is_named() {
        let change = |delta| Change {
            before: MicroElo(1),
            delta: EloDelta(delta),
            games: 2,
        };
        let strength = Strength {
            elo: MicroElo(1),
            games: 1,
        };
        let rated = Rated {
            began: BySide::new(|_| strength),
            not_before: Some(Timestamp(3)),
            change: Some(BySide {
                white: change(4),
                black: change(-4),
            }),
            void: Some(Void {
                ordinal: Ordinal(5),
                at: Timestamp(6),
                reason: "why".into(),
            }),
        };
        let written = RatedItem::from_rated(&rated);
        let mut item: Item = serde_dynamo::aws_sdk_dynamodb_1::to_item(&written).unwrap();
        let names: BTreeSet<_> = item.keys().map(String::as_str).collect();
        assert_eq!(names, BTreeSet::from(NAMES));
        let read = RatedItem::take_from(&mut item).unwrap();
        assert_eq!(read.rated().unwrap(), Some(rated));
        assert!(item.is_empty());
    }
}
