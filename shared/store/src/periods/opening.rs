//! How rated play begins, and how periods are opened: with bounds that stay.

use super::{OpenItem, OpenPeriod};
use crate::client::{Item, Store, key_item, whole_item};
use crate::error::StoreError;
use crate::items::game::corrupt;
use crate::keys;
use crate::transact::Transacted;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::ladder::Ladder;
use damero_domain::period::Span;
use damero_domain::time::Timestamp;
use std::time::Duration;

/// How often a beginning is tried while another one is under way.
const BEGINNINGS: u32 = 6;

/// Before it is tried again; each time twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

impl Store {
    /// Begins rated play in a ladder, unless it has begun, and opens its first periods:
    /// one write, so that nothing ever begins outside every period. Returns when it began.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have begun.
    pub async fn activate(
        &self,
        ladder: Ladder,
        at: Timestamp,
        first: &[OpenPeriod],
    ) -> Result<Timestamp, StoreError> {
        let mut item = key_item(keys::activation(ladder));
        item.insert("a".into(), AttributeValue::N(at.0.to_string()));
        let mut items = vec![self.put_new(item)?];
        for open in first {
            items.push(self.put_new(period_item(ladder, open)?)?);
        }
        let entities = vec!["PERIOD"; items.len()];
        for attempt in 0..BEGINNINGS {
            if attempt > 0 {
                self.pause(FIRST_PAUSE * 2_u32.pow(attempt - 1)).await;
            }
            let begun = self.try_all(items.clone(), &entities).await?;
            if begun == Transacted::Done {
                return Ok(at);
            }
            // Somebody else has begun it, or is just about to.
            if let Some(began) = self.activated(ladder).await? {
                return Ok(began);
            }
        }
        Err(StoreError::Database("rated play could not begin".into()))
    }

    /// When rated play began in a ladder.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn activated(&self, ladder: Ladder) -> Result<Option<Timestamp>, StoreError> {
        let item = self.get("PERIOD", keys::activation(ladder)).await?;
        let at = |item: Item| item.get("a")?.as_n().ok()?.parse().ok().map(Timestamp);
        item.map(|item| at(item).ok_or_else(|| corrupt("activation")))
            .transpose()
    }

    /// Opens a period, if nobody has.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open_period(&self, ladder: Ladder, open: &OpenPeriod) -> Result<(), StoreError> {
        self.put_once("PERIOD", period_item(ladder, open)?).await?;
        Ok(())
    }
}

fn period_item(ladder: Ladder, open: &OpenPeriod) -> Result<Item, StoreError> {
    let Span { period, began } = open.span;
    let key = keys::period(ladder, period.kind, period.id);
    let item = OpenItem {
        a: period.start.0,
        b: period.end.0,
        p: began.0,
        z: open.zone.to_string(),
        k: open.version,
    };
    whole_item(key, &item)
}
