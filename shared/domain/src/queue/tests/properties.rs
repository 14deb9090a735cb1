//! A queue in which everybody acts on what they read a while ago.

use super::super::{CONFIRM_TIME, Pairing, accepted_gap};
use super::*;
use crate::rating::Standing;
use damero_rules::RuleSet;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What the table knows: the ticket that each account's lock names, and what was paired.
#[derive(Default)]
struct Table {
    queued: BTreeMap<AccountId, Ticket>,
    pairings: Vec<Pairing>,
    tried: usize,
}

impl Table {
    fn tickets(&self) -> Vec<Ticket> {
        self.queued.values().copied().collect()
    }

    /// The transaction: both locks must name these tickets still.
    fn pair(&mut self, a: &Ticket, b: &Ticket, now: Timestamp) -> bool {
        self.tried += 1;
        let stands = |ticket: &Ticket| {
            let held = self.queued.get(&ticket.account);
            held.is_some_and(|held| held.id == ticket.id)
        };
        if !stands(a) || !stands(b) {
            return false;
        }
        let standing = Standing::default();
        self.queued.remove(&a.account);
        self.queued.remove(&b.account);
        let tickets = [(a, &standing), (b, &standing)];
        self.pairings
            .push(Pairing::new(&RuleSet::ALL[0], tickets, now));
        true
    }

    /// A newcomer's look at the queue, as it was when it was `read`.
    fn arrive(&mut self, own: &Ticket, read: &[Ticket], now: Timestamp, attempt: Attempt) {
        let others: Vec<_> = read
            .iter()
            .filter(|ticket| ticket.account != own.account)
            .copied()
            .collect();
        let seen = Tickets {
            own,
            others: &others,
            now,
        };
        if let Some(rival) = seen.to_try(attempt).first() {
            self.pair(own, rival, now);
        }
    }

    /// A later look.
    fn tick(&mut self, own: &Ticket, read: &[Ticket], now: Timestamp) {
        if let Some(rival) = order(own, read, now, Attempt(0)).first() {
            self.pair(own, rival, now);
        }
    }

    /// What happens in one second: everybody reads, then everybody writes.
    fn second(&mut self, arrivals: &[Ticket], attempts: u8, now: Timestamp) {
        let coming = |ticket: &&Ticket| (ticket.entered.0 - now.0).div_euclid(1000) == 0;
        let newcomers: Vec<_> = arrivals.iter().filter(coming).copied().collect();
        for ticket in &newcomers {
            self.queued.insert(ticket.account, *ticket);
        }
        for attempt in 0..attempts {
            let read = self.tickets();
            for own in newcomers.iter().filter(|own| read.contains(own)) {
                self.arrive(own, &read, now, Attempt(attempt));
            }
        }
        if now.0 % 10_000 == 0 {
            let read = self.tickets();
            for own in &read {
                self.tick(own, &read, now);
            }
        }
    }

    /// Everybody in at most one pairing of ratings that fitted when it was made.
    fn check(&self) -> Result<(), TestCaseError> {
        let mut seen = BTreeSet::new();
        for pairing in &self.pairings {
            let [a, b] = [pairing.players.white, pairing.players.black];
            prop_assert!(seen.insert(a.account) && seen.insert(b.account));
            let made = pairing.deadline + Millis(-CONFIRM_TIME.0);
            let wait = (made - a.since).max(made - b.since);
            prop_assert!(accepted_gap(wait).holds(a.elo, b.elo), "too far apart");
        }
        prop_assert!(self.queued.keys().all(|account| !seen.contains(account)));
        Ok(())
    }
}

/// Points, and when they come in milliseconds.
fn arrivals() -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((600_i64..1600, 0_i64..15_000), 2..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nobody_is_in_two_pairings_and_nobody_is_left(arrivals in arrivals(), attempts in 1_u8..4) {
        let mut table = Table::default();
        let all: Vec<_> = (0_u128..)
            .zip(&arrivals)
            .map(|(nth, (points, ms))| Ticket {
                since: NOW + Millis(*ms),
                entered: NOW + Millis(*ms),
                ..ticket(nth, *points, 0)
            })
            .collect();
        for second in 0..300 {
            table.second(&all, attempts, NOW + Millis(second * 1000));
        }
        table.check()?;
        let paired = 2 * table.pairings.len();
        prop_assert_eq!(paired + table.queued.len(), all.len());
        prop_assert!(table.queued.len() <= 1, "after two minutes any rival will do");
    }

    /// The burst that brings a queue down when all chase the one who came first.
    #[test]
    fn equals_who_come_at_once_need_few_tries(count in 2_u128..60, spread in 0_i64..3) {
        let mut table = Table::default();
        let now = NOW;
        for nth in 0..count {
            let mut ticket = ticket(nth, 1000, 0);
            ticket.since = NOW + Millis(-i64::try_from(nth).unwrap() * spread);
            ticket.entered = ticket.since;
            table.queued.insert(ticket.account, ticket);
        }
        for attempt in 0..3 {
            let read = table.tickets();
            for own in &read {
                table.arrive(own, &read, now, Attempt(attempt));
            }
        }
        prop_assert!(table.queued.len() <= 1);
        prop_assert!(table.tried < 3 * table.pairings.len(), "{} tries", table.tried);
    }
}
