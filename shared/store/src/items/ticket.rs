//! The ticket item.

use crate::error::StoreError;
use crate::items::game::{corrupt, rules, ulid, versioned};
use crate::tickets::HeldTicket;
use damero_domain::ids::{AccountId, TicketId};
use damero_domain::queue::Ticket;
use damero_domain::rating::{MicroElo, Standing};
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// A ticket as stored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct TicketItem {
    /// Ticket, 16 bytes.
    pub i: ByteBuf,
    /// Account, 16 bytes.
    pub a: ByteBuf,
    /// Its name.
    pub m: String,
    /// Rule set and its version.
    pub k: String,
    /// Rating, micro-points.
    pub e: i64,
    /// Valid games.
    pub g: u32,
    /// Games as first mover minus those as second.
    pub b: i32,
    /// Waiting since, ms.
    pub s: i64,
    /// Entered the queue, ms.
    pub n: i64,
}

impl TicketItem {
    pub(crate) fn from_held(held: &HeldTicket) -> TicketItem {
        let HeldTicket { ticket, .. } = held;
        TicketItem {
            i: ByteBuf::from(ticket.id.0.to_bytes()),
            a: ByteBuf::from(ticket.account.0.to_bytes()),
            m: held.name.clone(),
            k: versioned(held.rules),
            e: ticket.elo.0,
            g: held.games,
            b: held.balance,
            s: ticket.since.0,
            n: ticket.entered.0,
        }
    }

    pub(crate) fn held(self, part: u8) -> Result<HeldTicket, StoreError> {
        Ok(HeldTicket {
            ticket: Ticket {
                id: TicketId(ulid(&self.i)?),
                account: AccountId(ulid(&self.a)?),
                elo: MicroElo(self.e),
                since: Timestamp(self.s),
                entered: Timestamp(self.n),
            },
            rules: rules(&self.k)?,
            part,
            name: self.m,
            games: self.g,
            balance: self.b,
        })
    }
}

/// The part of the queue that a ticket's partition key names.
pub(crate) fn part(pk: &str) -> Result<u8, StoreError> {
    let part = pk.rsplit_once('#').and_then(|(_, part)| part.parse().ok());
    part.ok_or_else(|| corrupt("queue"))
}

impl HeldTicket {
    /// What the ticket knows of its owner's standing.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing {
            elo: self.ticket.elo,
            games: self.games,
            balance: self.balance,
            ..Standing::default()
        }
    }
}
