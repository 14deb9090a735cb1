//! Two who look for a rival.

use super::{Scene, Stage};
use crate::accounts::identity;
use crate::club::{Club, Tab};
use crate::queue::{OVER, account, here, in_pairing, rules};
use crate::step::Step;
use damero_app::{SessionHash, Tick, actions, authorize};
use damero_domain::account::name::Name;
use damero_domain::account::{Account, LinkedSession};
use damero_domain::ids::{ProviderId, TicketId};
use damero_domain::queue::Ticket;
use damero_domain::rating::Standing;
use damero_domain::time::{Millis, Timestamp};
use damero_store::{HeldAccount, HeldTicket, Hold, Joined, Linking, Near, Place, Saved};
use serde_json::json;

impl Scene {
    /// Brings both to a stage of the queue.
    pub(super) async fn seek(&mut self, club: &Club, stage: Stage) {
        for nth in [1, 2] {
            sign_in(club, nth, &[nth], Some(1)).await;
        }
        self.other = self.other.linked(account(1), 1);
        self.red = self.red.linked(account(1), 1);
        self.white = self.white.linked(account(2), 1);
        sign_in(club, 3, &[3, 4], None).await;
        self.visitor = self.visitor.linked(account(3), 1);
        let page = json!({"page": "account"});
        let page = club.does::<actions::Sync>(&self.visitor, page).await;
        let sessions = identity(&page).account.unwrap().sessions;
        let hers = |here| sessions.iter().find(|listed| listed.here == here);
        self.browsers = [true, false].map(|here| hers(here).unwrap().id.clone());
        if stage >= Stage::Waits {
            club.does::<actions::QueueJoin>(&self.red, here()).await;
        }
        if stage == Stage::BothWait {
            enter(club, &self.white).await;
        }
        if stage >= Stage::Met {
            club.does::<actions::QueueJoin>(&self.white, here()).await;
            self.find_pairing(club).await;
        }
        if stage >= Stage::Confirmed {
            let fields = in_pairing(self.pairing);
            club.does::<actions::QueueConfirm>(&self.red, fields).await;
        }
        if stage == Stage::ConfirmOver {
            club.clock.pass(OVER);
        }
        let store = &club.app.store;
        let tickets = store.tickets(rules(), 1, Near::All).await.unwrap();
        let tickets = tickets.iter().map(|held| held.ticket);
        self.tickets = tickets.map(|ticket| (ticket.account, ticket.id)).collect();
    }

    async fn find_pairing(&mut self, club: &Club) {
        let lock = club.app.store.lock(account(2)).await.unwrap().unwrap();
        let Hold::Paired { pairing, .. } = lock.hold else {
            panic!("{lock:?}");
        };
        self.pairing = pairing;
    }

    /// Looks for a rival.
    pub(crate) fn seeks(&self, tab: &Tab) -> Step {
        self.says(tab, "queueJoin", here())
    }

    /// Gives it up.
    pub(crate) fn leaves(&self, tab: &Tab) -> Step {
        self.says(tab, "queueLeave", json!({}))
    }

    /// Confirms the pairing.
    pub(crate) fn confirms(&self, tab: &Tab) -> Step {
        self.says(tab, "queueConfirm", in_pairing(self.pairing))
    }

    /// Opens the queue's page.
    pub(crate) fn looks(&self, tab: &Tab) -> Step {
        self.says(tab, "sync", json!({"page": "queue"}))
    }

    /// The tick of somebody's ticket.
    pub(crate) fn ticks(&self, tab: &Tab) -> Step {
        let account = tab.account.unwrap();
        Step::Tick(Tick {
            account,
            ticket: self.tickets[&account],
            alone: 0,
        })
    }
}

/// An account with the browsers of these people; whether it has accepted the terms.
async fn sign_in(club: &Club, nth: u8, browsers: &[u8], accepted: Option<u32>) {
    let now = Timestamp(club.clock_now());
    let id = account(nth);
    let mut held = HeldAccount {
        account: Account {
            id,
            name: Name::fallback(id),
            created: now,
            verified: true,
            accepted,
            sessions: Vec::new(),
            suspended: false,
        },
        v: 0,
        provider: ProviderId([nth; 32]),
        deleted: false,
    };
    for browser in browsers {
        let (address, secret) = (format!("192.0.2.{browser}"), [*browser; 32]);
        let admission = authorize::authorize(&club.app, &address, &secret);
        admission.await.unwrap();
        let hash = SessionHash::of(&secret).0;
        let (link, at) = (1, now);
        let listed = LinkedSession { hash, link, at };
        let account = held.account.clone().with_session(listed, None);
        held = HeldAccount {
            account,
            v: held.v + 1,
            ..held
        };
        let linking = Linking {
            hash: &hash,
            seen: 0,
            lapses: now + Millis::seconds(30 * 24 * 3600),
            account: &held,
            left: None,
            retired: None,
        };
        let linked = club.app.store.link(&linking).await.unwrap();
        assert!(matches!(linked, Saved::Done(())));
    }
}

/// Somebody enters the queue and does not look around.
async fn enter(club: &Club, tab: &Tab) {
    let (store, account) = (&club.app.store, tab.account.unwrap());
    let now = Timestamp(club.clock_now());
    let standing = Standing::default();
    let ticket = HeldTicket {
        ticket: Ticket {
            id: TicketId(ulid::Ulid::from_parts(now.0.unsigned_abs(), 7)),
            account,
            elo: standing.elo,
            since: now,
            entered: now,
        },
        rules: rules(),
        part: 0,
        name: Name::fallback(account).to_string(),
        games: standing.games,
        balance: standing.balance,
    };
    let noted = store.note_binding(Place::Lock(account), &tab.connection);
    noted.await.unwrap();
    let tabs = vec![tab.connection.clone()];
    let joined = store.join(&ticket, tabs, None).await.unwrap();
    assert_eq!(joined, Joined::Done);
}
