//! In what order rivals are tried, and whom to leave to somebody else.

use super::Ticket;
use super::gap::distance;
use crate::ids::{AccountId, first_u64};
use crate::time::{Millis, Timestamp};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// Whoever has just entered the queue is about to try for itself. For so long others
/// leave it to that.
const NEW: Millis = Millis::seconds(3);

/// The how-manieth try of the same search: 0, and one more for each lost race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt(pub u8);

impl Attempt {
    /// The next one.
    #[must_use]
    pub fn next(self) -> Attempt {
        Attempt(self.0.saturating_add(1))
    }
}

/// How good a pair is: less is better. The nearest ratings first, then the longest
/// wait; once a race was lost, equals in an order of the pair's own, since otherwise
/// all newcomers of one rating chase the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    gap: u64,
    waits: (Timestamp, Timestamp),
    lot: u64,
    accounts: (AccountId, AccountId),
}

impl Merit {
    /// The same from either side, so that all who see the same queue agree on who
    /// is whose best rival.
    fn of(a: &Ticket, b: &Ticket, attempt: Attempt) -> Merit {
        let accounts = (a.account.min(b.account), a.account.max(b.account));
        let (waits, lot) = if attempt == Attempt(0) {
            ((a.since.min(b.since), a.since.max(b.since)), 0)
        } else {
            ((Timestamp(0), Timestamp(0)), lot(accounts, attempt))
        };
        Merit {
            gap: distance(a.elo, b.elo),
            waits,
            lot,
            accounts,
        }
    }
}

fn lot((low, high): (AccountId, AccountId), attempt: Attempt) -> u64 {
    let mut hash = Sha256::new_with_prefix(b"damero-queue");
    hash.update(low.0.to_bytes());
    hash.update(high.0.to_bytes());
    hash.update([attempt.0]);
    first_u64(&hash.finalize())
}

/// The acceptable rivals of `own` among `others`, the best first.
#[must_use]
pub fn order(own: &Ticket, others: &[Ticket], now: Timestamp, attempt: Attempt) -> Vec<Ticket> {
    let mut rivals: Vec<_> = others
        .iter()
        .filter(|other| own.fits(other, now))
        .map(|other| (Merit::of(own, other, attempt), *other))
        .collect();
    rivals.sort_unstable_by_key(|(merit, _)| *merit);
    rivals.into_iter().map(|(_, rival)| rival).collect()
}

/// What somebody who enters the queue sees in it.
#[derive(Clone, Copy, Debug)]
pub struct Tickets<'a> {
    /// One's own.
    pub own: &'a Ticket,
    /// Others', one's own left out.
    pub others: &'a [Ticket],
    /// When.
    pub now: Timestamp,
}

impl Tickets<'_> {
    /// The rivals whom the newcomer should try for, the best first: without those
    /// for whom another newcomer is the better rival, since they are about to find
    /// each other.
    #[must_use]
    pub fn to_try(&self, attempt: Attempt) -> Vec<Ticket> {
        let promised = self.promised(attempt);
        let mut rivals = order(self.own, self.others, self.now, attempt);
        rivals.retain(|rival| !promised.contains(&rival.account));
        rivals
    }

    /// Those who will have found somebody better before this one gets to them.
    fn promised(&self, attempt: Attempt) -> BTreeSet<AccountId> {
        let everybody: Vec<_> = self.others.iter().chain([self.own]).collect();
        let mut pairs = Vec::new();
        for (index, a) in everybody.iter().enumerate() {
            for b in &everybody[index + 1..] {
                let fresh = [a, b].iter().any(|ticket| self.is_new(ticket));
                if fresh && a.fits(b, self.now) {
                    pairs.push((Merit::of(a, b, attempt), a.account, b.account));
                }
            }
        }
        pairs.sort_unstable();
        let mut promised = BTreeSet::new();
        for (_, a, b) in pairs {
            if promised.contains(&a) || promised.contains(&b) {
                continue;
            }
            // The rest is about pairs that are worse than one's own.
            if [a, b].contains(&self.own.account) {
                break;
            }
            promised.extend([a, b]);
        }
        promised
    }

    fn is_new(&self, ticket: &Ticket) -> bool {
        ticket.account == self.own.account || self.now - ticket.entered < NEW
    }
}
