//! Places in the rated queue. A ticket and the lock of its account are written
//! together, so neither stands without the other.

use crate::client::{Item, Store, key_item, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::items::ticket::{TicketItem, part};
use crate::keys::{self, Key};
use crate::locks::{HeldLock, Hold};
use crate::transact::{Transacted, text, ticket_id};
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::types::{Delete, ReturnConsumedCapacity, TransactWriteItem};
use damero_domain::ids::ConnectionId;
use damero_domain::queue::Ticket;
use damero_domain::rating::MicroElo;
use damero_domain::time::Millis;
use damero_rules::RuleSet;
use serde::Serialize;

/// A command that draws a ticket is refused when it is older than five minutes: nobody
/// asks later whether it was drawn.
const DRAWN_FOR: Millis = Millis::seconds(60 * 60);

/// A ticket with what others need to know of its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldTicket {
    /// The ticket.
    pub ticket: Ticket,
    /// In the queue of which rule set.
    pub rules: &'static RuleSet,
    /// In which part of it.
    pub part: u8,
    /// The owner's name.
    pub name: String,
    /// The owner's valid games.
    pub games: u32,
    /// The owner's games as first mover minus those as second.
    pub balance: i32,
}

impl HeldTicket {
    /// Where it stands.
    #[must_use]
    pub fn key(&self) -> Key {
        keys::ticket(self.rules, self.part, self.ticket.elo, self.ticket.account)
    }

    /// Reads the ticket of an item.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it is none.
    pub fn from_item(item: Item) -> Result<HeldTicket, StoreError> {
        let pk = item.get(keys::PK).and_then(|pk| pk.as_s().ok());
        let part = part(pk.map_or("", String::as_str))?;
        read_item::<TicketItem>(item)?.held(part)
    }

    /// The whole item.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn to_item(&self) -> Result<Item, StoreError> {
        whole_item(self.key(), &TicketItem::from_held(self))
    }

    /// Takes it out of the queue, if it is still this one that stands there.
    pub(crate) fn delete(&self, table: &str) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(table)
            .set_key(Some(key_item(self.key())))
            .condition_expression("i = :ticket")
            .expression_attribute_values(":ticket", ticket_id(self.ticket.id))
            .build()?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }
}

/// Which part of a queue to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// So many tickets on either side of this rating, in each part.
    Tickets(MicroElo, i32),
    /// Every ticket between these ratings.
    Between(MicroElo, MicroElo),
    /// The whole queue.
    All,
}

impl Near {
    /// Ranges of sort keys, read upwards or downwards, with the most to read of each.
    fn ranges(self) -> Vec<(String, String, bool, Option<i32>)> {
        // '~' sorts after everything that a ticket's key is made of.
        let after = |elo| keys::ticket_of(elo) + "~";
        let (first, last) = ("T#".to_owned(), "T#~".to_owned());
        match self {
            Near::Tickets(elo, most) => vec![
                (keys::ticket_of(elo), last, true, Some(most)),
                (first, keys::ticket_of(elo), false, Some(most)),
            ],
            Near::Between(low, high) => vec![(keys::ticket_of(low), after(high), true, None)],
            Near::All => vec![(first, last, true, None)],
        }
    }
}

/// That a ticket was drawn, as stored.
#[derive(Serialize)]
struct Drawn {
    ttl: i64,
}

/// What became of an attempt to enter the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The ticket stands.
    Done,
    /// This command drew a ticket before, whatever has become of it.
    DrawnBefore,
    /// The account's lock is not the one that was read.
    Held,
    /// The account was deleted.
    Nobody,
}

impl Store {
    /// The ticket that a lock names.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ticket(&self, key: Key) -> Result<Option<HeldTicket>, StoreError> {
        let item = self.get("Q", key).await?;
        item.map(HeldTicket::from_item).transpose()
    }

    /// Tickets of a rule set's queue, of every part that it has ever had.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tickets(
        &self,
        rules: &RuleSet,
        parts: u8,
        near: Near,
    ) -> Result<Vec<HeldTicket>, StoreError> {
        let mut found = Vec::new();
        for part in 0..parts.max(1) {
            for (from, to, upwards, most) in near.ranges() {
                let mut pages = self
                    .client
                    .query()
                    .table_name(&self.table)
                    .key_condition_expression("PK = :queue AND SK BETWEEN :from AND :to")
                    .expression_attribute_values(":queue", text(keys::queue(rules, part)))
                    .expression_attribute_values(":from", text(from))
                    .expression_attribute_values(":to", text(to))
                    .scan_index_forward(upwards)
                    .consistent_read(true)
                    .set_limit(most)
                    .return_consumed_capacity(ReturnConsumedCapacity::Total)
                    .into_paginator()
                    .send();
                while let Some(page) = pages.try_next().await? {
                    self.calls.note("Query", &["Q"], &page.consumed_capacity);
                    for item in page.items.unwrap_or_default() {
                        found.push(HeldTicket::from_item(item)?);
                    }
                    // A limit is one of a page: the next one would go on.
                    if most.is_some() {
                        break;
                    }
                }
            }
        }
        Ok(found)
    }

    /// Enters the queue: the account's lock, its ticket and the note that it was
    /// drawn, or nothing. An account that is deleted meanwhile enters nowhere. `over` is a
    /// lock that holds nothing any more; its ticket goes with it.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn join(
        &self,
        ticket: &HeldTicket,
        connections: Vec<ConnectionId>,
        over: Option<&HeldLock>,
    ) -> Result<Joined, StoreError> {
        let key = ticket.key();
        let lock = HeldLock {
            account: ticket.ticket.account,
            hold: Hold::Queued(key.clone()),
            connections,
        };
        let drawn = Drawn {
            ttl: (ticket.ticket.entered + DRAWN_FOR).0 / 1000,
        };
        let mut items = vec![
            self.put_new(whole_item(keys::drawn(ticket.ticket.id), &drawn)?)?,
            self.put_lock(&lock, over)?,
            self.put_over(ticket.to_item()?)?,
            self.lives(ticket.ticket.account)?,
        ];
        let mut entities = vec!["DRAWN", "LOCK", "Q", "ACC"];
        if let Some(Hold::Queued(old)) = over.map(|over| &over.hold)
            && *old != key
        {
            items.push(self.drop_at(old.clone())?);
            entities.push("Q");
        }
        Ok(match self.try_all(items, &entities).await? {
            Transacted::Done => Joined::Done,
            Transacted::Lost(slots) if slots.contains(&0) => Joined::DrawnBefore,
            Transacted::Lost(slots) if slots.contains(&3) => Joined::Nobody,
            Transacted::Lost(_) => Joined::Held,
        })
    }

    /// Leaves the queue, if the account still stands in it with this ticket.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn leave(&self, ticket: &HeldTicket) -> Result<Saved<()>, StoreError> {
        let delete = self.unlock(ticket.ticket.account, &Hold::Queued(ticket.key()))?;
        let items = vec![delete, ticket.delete(&self.table)?];
        Ok(self.try_all(items, &["LOCK", "Q"]).await?.saved())
    }

    /// Lets go of an account whose lock holds nothing any more.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn let_go(&self, lock: &HeldLock) -> Result<(), StoreError> {
        let mut items = vec![self.unlock(lock.account, &lock.hold)?];
        let mut entities = vec!["LOCK"];
        if let Hold::Queued(ticket) = &lock.hold {
            items.push(self.drop_at(ticket.clone())?);
            entities.push("Q");
        }
        self.try_all(items, &entities).await?;
        Ok(())
    }

    /// Deletes whatever ticket stands there.
    fn drop_at(&self, key: Key) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(key)))
            .build()?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// Drops a ticket that no lock names.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_ticket(&self, ticket: &HeldTicket) -> Result<(), StoreError> {
        let delete = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(key_item(ticket.key())))
            .condition_expression("i = :ticket")
            .expression_attribute_values(":ticket", ticket_id(ticket.ticket.id))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        match delete {
            Ok(output) => {
                self.calls
                    .note("DeleteItem", &["Q"], &output.consumed_capacity);
                Ok(())
            }
            Err(error)
                if matches!(
                    error.as_service_error(),
                    Some(DeleteItemError::ConditionalCheckFailedException(_))
                ) =>
            {
                self.calls.note("DeleteItem", &["Q"], None);
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }
}
