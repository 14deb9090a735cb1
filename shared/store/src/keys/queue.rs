//! Keys of the rated queue.

use super::{Key, shard_of, sort_of_elo};
use damero_domain::ids::{AccountId, PairingId, TicketId};
use damero_domain::rating::MicroElo;
use damero_rules::RuleSet;

/// One part of a rule set's queue.
#[must_use]
pub fn queue(rules: &RuleSet, part: u8) -> String {
    format!("Q#{}#{part}", rules.id)
}

/// The part of a queue that an account stands in, if it has so many.
#[must_use]
pub fn part_of(account: AccountId, parts: u8) -> u8 {
    shard_of(account, parts.max(1))
}

/// A place in a part of a queue. Tickets sort by rating.
#[must_use]
pub fn ticket(rules: &RuleSet, part: u8, elo: MicroElo, account: AccountId) -> Key {
    Key {
        pk: queue(rules, part),
        sk: format!("{}{account}", ticket_of(elo)),
    }
}

/// How the sort keys of all tickets of this rating begin.
#[must_use]
pub fn ticket_of(elo: MicroElo) -> String {
    format!("T#{}#", sort_of_elo(elo))
}

/// That a ticket was drawn: it is not drawn again.
#[must_use]
pub fn drawn(ticket: TicketId) -> Key {
    Key::meta(format!("DRAWN#{ticket}"))
}

/// Two who may begin.
#[must_use]
pub fn pairing(id: PairingId) -> Key {
    Key::meta(format!("PAIRING#{id}"))
}
