//! Tickets in a few words, and what the queue makes of them.

mod pairings;
mod policy;
mod properties;

use super::{Attempt, Ticket, Tickets, order};
use crate::ids::{AccountId, TicketId};
use crate::rating::MicroElo;
use crate::time::{Millis, Timestamp};
use ulid::Ulid;

/// When everything here happens.
const NOW: Timestamp = Timestamp(1_750_000_000_000);

/// Somebody of so many points who has been waiting for so many seconds.
fn ticket(account: u128, points: i64, waited: i64) -> Ticket {
    let since = Timestamp(NOW.0 - waited * 1000);
    Ticket {
        id: TicketId(Ulid(1_000_000 + account)),
        account: AccountId(Ulid(account)),
        elo: MicroElo::points(points),
        since,
        entered: since,
    }
}

fn accounts(tickets: &[Ticket]) -> Vec<u128> {
    tickets.iter().map(|ticket| ticket.account.0.0).collect()
}
