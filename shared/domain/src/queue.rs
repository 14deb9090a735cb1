//! The rated queue: who fits whom, in what order rivals are tried, what a pairing is.
//!
//! One ticket stands for an account in the queue of one rule set. Whoever finds two
//! tickets that fit makes a [`Pairing`] of them; its second confirmation within
//! [`CONFIRM_TIME`] is the game.

mod gap;
mod pairing;
mod rivals;
#[cfg(test)]
mod tests;
mod waiting;

pub use gap::{Gap, accepted_gap, next_growth};
pub use pairing::{CONFIRM_TIME, Event, Pairing, Player, State, Verdict};
pub use rivals::{Attempt, Tickets, order};
pub use waiting::{PATIENCE, STANDS_AT_MOST, next_tick, offer_levels};

use crate::ids::{AccountId, TicketId};
use crate::rating::MicroElo;
use crate::time::{Millis, Timestamp};

/// An account's place in the queue of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket {
    /// The command that asked for it, or the pairing that gave it back.
    pub id: TicketId,
    /// Whose.
    pub account: AccountId,
    /// The rating when it was drawn.
    pub elo: MicroElo,
    /// Since when its owner has been waiting: kept when a pairing comes to nothing.
    pub since: Timestamp,
    /// Since when it stands in the queue.
    pub entered: Timestamp,
}

impl Ticket {
    /// How long its owner has been waiting.
    #[must_use]
    pub fn wait(&self, now: Timestamp) -> Millis {
        (now - self.since).max(Millis::ZERO)
    }

    /// Whether these two may play each other now: the gap grows with the wait of
    /// the one that has been waiting longer.
    #[must_use]
    pub fn fits(&self, other: &Ticket, now: Timestamp) -> bool {
        let wait = self.wait(now).max(other.wait(now));
        self.account != other.account && accepted_gap(wait).holds(self.elo, other.elo)
    }
}
