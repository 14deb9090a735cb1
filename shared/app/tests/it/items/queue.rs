//! What must be true of the queue at any moment.

use super::Items;
use crate::script::Armed;
use damero_domain::ids::{AccountId, PairingId};
use damero_domain::queue::State;
use damero_rules::Side;
use damero_store::{HeldPairing, HeldTicket, Hold, Store};
use std::collections::BTreeMap;

impl Items {
    /// The tickets in the queue.
    pub(crate) fn tickets(&self) -> BTreeMap<AccountId, HeldTicket> {
        let mut tickets = BTreeMap::new();
        for item in self.of("Q#") {
            let held = HeldTicket::from_item(item.clone()).unwrap();
            let other = tickets.insert(held.ticket.account, held);
            assert_eq!(other, None, "one place in one queue");
        }
        tickets
    }

    /// The pairings that wait to be confirmed.
    pub(crate) async fn pairings(&self, store: &Store) -> BTreeMap<PairingId, HeldPairing> {
        let mut open = BTreeMap::new();
        for id in self.ids::<PairingId>("PAIRING#") {
            let held = store.pairing(id).await.unwrap().unwrap();
            if held.pairing.state == State::Open {
                open.insert(id, held);
            }
        }
        open
    }

    /// Ticket and lock stand together, a pairing holds both of its own, nobody is in two,
    /// and whatever waits has a timer under way.
    pub(super) async fn hold_queue(&self, store: &Store, armed: &Armed) {
        let (mut tickets, pairings) = (self.tickets(), self.pairings(store).await);
        let mut paired: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for account in self.ids::<AccountId>("LOCK#") {
            match store.lock(account).await.unwrap().unwrap().hold {
                Hold::Queued(key) => {
                    let held = tickets.remove(&account).unwrap();
                    assert_eq!(held.key(), key, "a lock names its ticket");
                    let ticks = armed.tickets.contains_key(&held.ticket.id);
                    assert!(ticks, "a ticket looks again");
                }
                Hold::Paired { pairing, .. } => paired.entry(pairing).or_default().push(account),
                Hold::Playing(_) => {}
            }
        }
        assert!(tickets.is_empty(), "no ticket without its lock");
        let of = |held: &HeldPairing| {
            let players = &held.pairing.players;
            let mut both = [Side::White, Side::Black].map(|side| players[side].account);
            both.sort();
            both.to_vec()
        };
        let open: BTreeMap<_, _> = pairings.iter().map(|(id, held)| (*id, of(held))).collect();
        assert_eq!(paired, open, "a pairing holds both, and nothing else does");
        for pairing in pairings.keys() {
            assert!(armed.pairings.contains(pairing), "a pairing ends");
        }
    }
}
