//! The rated queue, from looking for a rival to the game or to nothing.

mod begins;
mod flow;
mod pages;
mod races;
mod signals;

use crate::border::{Answer, Attempt, Gate};
use crate::club::{Club, Done, Tab, tab};
use crate::season::Season;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_app::{BoxFuture, Tick, actions, timers};
use damero_domain::account::name::Name;
use damero_domain::account::{Account, LinkedSession};
use damero_domain::ids::{AccountId, GameId, PairingId, ProviderId};
use damero_domain::queue::{CONFIRM_TIME, State};
use damero_domain::rating::{MicroElo, Moment, Ordinal};
use damero_domain::time::{GRACE, Timestamp};
use damero_protocol::server::{Message, queue};
use damero_rules::RuleSet;
use damero_store::{HeldAccount, HeldLock, HeldPairing, HeldTicket, Hold, Near, keys};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use ulid::Ulid;

/// After so long nobody needs to wait for a confirmation any more.
pub(crate) const OVER: i64 = CONFIRM_TIME.0 + GRACE.0;

pub(crate) fn rules() -> &'static RuleSet {
    RuleSet::by_id("vezz-8x8").unwrap()
}

pub(crate) fn account(nth: u8) -> AccountId {
    AccountId(Ulid(u128::from(nth)))
}

/// One of somebody's browsers.
pub(crate) fn browser(nth: u8, which: u8) -> Tab {
    Tab {
        account: Some(account(nth)),
        link: 1,
        ..tab(nth, which)
    }
}

/// A club in which people look for rivals.
pub(crate) struct Hall {
    pub(crate) club: Club,
}

impl Hall {
    pub(crate) async fn new() -> Hall {
        let mut club = Club::new().await;
        club.app.club = Arc::new(damero_app::Club {
            address_key: b"a key for tests".to_vec(),
            rated: ["vezz-8x8", "mesita-english"]
                .iter()
                .filter_map(|id| RuleSet::by_id(id))
                .collect(),
            ..damero_app::Club::default()
        });
        Hall { club }
    }

    /// Somebody who may queue.
    pub(crate) async fn member(&self, nth: u8) -> Tab {
        let tab = browser(nth, 0);
        self.club.open(&tab).await;
        self.registers(nth, |_| ()).await;
        tab
    }

    async fn registers(&self, nth: u8, change: impl FnOnce(&mut Account)) {
        register(&self.club, nth, change).await;
    }

    /// The same with a rating.
    pub(crate) async fn rated(&self, nth: u8, points: i64) -> Tab {
        let tab = self.member(nth).await;
        let moment = Moment {
            ended_at: Timestamp(1),
            game: GameId(Ulid(1)),
        };
        let number = |n: i64| AttributeValue::N(n.to_string());
        let key = keys::standing(rules(), account(nth));
        let put = self
            .club
            .client(Season::open_gate())
            .put_item()
            .table_name("damero")
            .item("PK", AttributeValue::S(key.pk))
            .item("SK", AttributeValue::S(key.sk))
            .item("e", number(MicroElo::points(points).0))
            .item("g", number(12))
            .item("b", number(0))
            .item(
                "l",
                AttributeValue::S(keys::sort_of_entry(moment, Ordinal::END)),
            );
        put.send().await.unwrap();
        tab
    }

    /// So many valid games of these two today, in this rule set.
    async fn met(&self, a: u8, b: u8, rule_set: &str, games: u8) {
        let pair = damero_domain::rating::pair_day::Players::of(account(a), account(b));
        let today = self.club.app.club.zone.day(self.now()).unwrap();
        let key = keys::pair_day(pair, today);
        let count = AttributeValue::N(games.to_string());
        let put = self
            .club
            .client(Season::open_gate())
            .put_item()
            .table_name("damero")
            .item("PK", AttributeValue::S(key.pk))
            .item("SK", AttributeValue::S(key.sk))
            .item(
                "v",
                AttributeValue::M([(rule_set.to_owned(), count)].into()),
            );
        put.send().await.unwrap();
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp(self.club.clock_now())
    }

    pub(crate) fn pass(&self, ms: i64) {
        self.club.clock.pass(ms);
    }

    pub(crate) async fn join(&self, tab: &Tab) -> Done {
        self.club.act::<actions::QueueJoin>(tab, here()).await
    }

    pub(crate) async fn leave(&self, tab: &Tab) -> Done {
        self.club.act::<actions::QueueLeave>(tab, json!({})).await
    }

    pub(crate) async fn confirm(&self, tab: &Tab, pairing: PairingId) -> Done {
        let fields = in_pairing(pairing);
        self.club.act::<actions::QueueConfirm>(tab, fields).await
    }

    pub(crate) async fn sync(&self, tab: &Tab) -> Done {
        let page = json!({"page": "queue"});
        self.club.act::<actions::Sync>(tab, page).await
    }

    /// Two who were just brought together.
    pub(crate) async fn paired(&self, a: &Tab, b: &Tab) -> PairingId {
        self.join(a).await;
        self.join(b).await;
        self.pairing_of(a).await.unwrap()
    }

    pub(crate) async fn lock(&self, tab: &Tab) -> Option<HeldLock> {
        let account = tab.account.unwrap();
        self.club.app.store.lock(account).await.unwrap()
    }

    pub(crate) async fn pairing_of(&self, tab: &Tab) -> Option<PairingId> {
        match self.lock(tab).await?.hold {
            Hold::Paired { pairing, .. } => Some(pairing),
            _ => None,
        }
    }

    pub(crate) async fn game_of(&self, tab: &Tab) -> Option<GameId> {
        match self.lock(tab).await?.hold {
            Hold::Playing(game) => Some(game),
            _ => None,
        }
    }

    pub(crate) async fn pairing(&self, id: PairingId) -> HeldPairing {
        self.club.app.store.pairing(id).await.unwrap().unwrap()
    }

    pub(crate) async fn tickets(&self) -> Vec<HeldTicket> {
        let parts = self.club.app.club.parts();
        let store = &self.club.app.store;
        store.tickets(rules(), parts, Near::All).await.unwrap()
    }

    /// The ticket with which somebody waits.
    pub(crate) async fn ticket(&self, tab: &Tab) -> Option<HeldTicket> {
        let tickets = self.tickets().await;
        let own = |held: &HeldTicket| Some(held.ticket.account) == tab.account;
        tickets.into_iter().find(own)
    }

    /// A tick of somebody's ticket, if they have one.
    pub(crate) async fn tick(&self, tab: &Tab, alone: u8) {
        if let Some(held) = self.ticket(tab).await {
            let tick = Tick {
                account: held.ticket.account,
                ticket: held.ticket.id,
                alone,
            };
            timers::tick(&self.club.app, tick).await.unwrap();
        }
    }

    /// Lock and ticket agree, a pairing and a game hold both of theirs, and nobody is
    /// in two of anything.
    pub(crate) async fn check(&self, people: &[Tab]) {
        let tickets = self.tickets().await;
        let mut named = BTreeSet::new();
        for tab in people {
            let own = tab.account.unwrap();
            match self.lock(tab).await.map(|lock| lock.hold) {
                None => {}
                Some(Hold::Queued(key)) => {
                    assert!(tickets.iter().any(|held| held.key() == key), "no ticket");
                    named.insert(own);
                }
                Some(Hold::Paired { pairing, .. }) => {
                    let held = self.pairing(pairing).await;
                    assert_eq!(held.pairing.state, State::Open);
                    assert!(held.pairing.side_of(own).is_some());
                }
                Some(Hold::Playing(game)) => {
                    let held = self.club.game(game).await;
                    let accounts = held.game.accounts().unwrap();
                    assert!([accounts.white, accounts.black].contains(&own));
                }
            }
        }
        let queued: Vec<_> = tickets.iter().map(|held| held.ticket.account).collect();
        let once: BTreeSet<_> = queued.iter().copied().collect();
        assert_eq!(queued.len(), once.len(), "one place each");
        assert_eq!(once, named, "no ticket without its lock");
    }
}

/// An account that is as it should be but for what `change` says.
pub(crate) async fn register(club: &Club, nth: u8, change: impl FnOnce(&mut Account)) {
    let id = account(nth);
    let mut account = Account {
        id,
        name: Name::fallback(id),
        created: Timestamp(1),
        verified: true,
        accepted: Some(1),
        sessions: vec![LinkedSession {
            hash: browser(nth, 0).session.0,
            link: 1,
            at: Timestamp(1),
        }],
        suspended: false,
    };
    change(&mut account);
    let held = HeldAccount {
        account,
        v: 1,
        provider: ProviderId([nth; 32]),
        deleted: false,
    };
    let _ = club.app.store.save_account(&held).await.unwrap();
}

pub(crate) fn here() -> Value {
    json!({"rule_set": "vezz-8x8"})
}

pub(crate) fn in_pairing(pairing: PairingId) -> Value {
    json!({"pairing": pairing.to_string()})
}

/// What a tab was told, in order.
pub(crate) fn told<'a>(done: &'a Done, tab: &Tab) -> Vec<&'a Message> {
    let own = done.told.iter().filter(|news| news.to == tab.connection);
    own.map(|news| &news.message).collect()
}

/// The notice that a tab was shown last.
pub(crate) fn notice(done: &Done, tab: &Tab) -> Option<queue::Pairing> {
    let last = told(done, tab).into_iter().rev();
    last.filter_map(|message| match message {
        Message::Pairing(pairing) => Some(pairing.clone()),
        _ => None,
    })
    .next()
}

/// The place in the queue that a tab was shown last.
pub(crate) fn place(done: &Done, tab: &Tab) -> Option<queue::Waiting> {
    let last = told(done, tab).into_iter().rev();
    last.filter_map(|message| match message {
        Message::Waiting(waiting) => Some(waiting.clone()),
        _ => None,
    })
    .next()
}

/// Whether a tab heard that it looks for nobody any more, and of which pairing.
pub(crate) fn free(done: &Done, tab: &Tab) -> Option<Option<String>> {
    let last = told(done, tab).into_iter().rev();
    last.filter_map(|message| match message {
        Message::NotWaiting { lapsed, .. } => Some(lapsed.clone()),
        _ => None,
    })
    .next()
}
