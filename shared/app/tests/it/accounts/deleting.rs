//! Deleting an account, whatever else is under way.

use super::{Linking, identity, to_reconnect};
use crate::club::Tab;
use crate::provider::Provider;
use crate::script::overtaken_by;
use damero_app::actions::{self, Action};
use damero_app::{App, BoxFuture, Outgoing};
use damero_domain::ids::CommandId;
use damero_protocol::server::Message;
use damero_store::Near;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// The rated queue that everybody here looks for a rival in.
fn rated() -> Value {
    json!({"rule_set": "vezz-8x8"})
}

impl Linking {
    /// A browser of somebody who may queue.
    async fn eligible(&self, browser: u8, subject: &str) -> Tab {
        let tab = self.linked(browser, subject).await;
        let terms = json!({"version": Provider::club().terms});
        self.club.does::<actions::TermsAccept>(&tab, terms).await;
        tab
    }

    /// A command that is carried out when it is awaited, and what it tells.
    fn later<A: Action + 'static>(
        &self,
        app: App,
        tab: &Tab,
        fields: &Value,
    ) -> BoxFuture<'static, Vec<Outgoing>> {
        let (id, tab): (CommandId, Tab) = (self.club.new_id(), tab.clone());
        let fields = serde_json::from_value(fields.clone()).unwrap();
        Box::pin(async move {
            let caller = tab.caller(app.clock.now());
            A::handle(&app, &caller, id, fields).await.unwrap()
        })
    }
}

#[tokio::test]
async fn a_deleted_account_leaves_its_bare_id_and_the_person_begins_anew() {
    let linking = Linking::new().await;
    let other = linking.linked(2, "ana").await;
    let tab = linking.linked(1, "ana").await;
    let done = linking
        .club
        .does::<actions::AccountDelete>(&tab, json!({}))
        .await;
    assert_eq!(identity(&done).account, None);
    assert!(to_reconnect(&done).contains(&tab.connection));
    assert!(linking.club.posts.closed().contains(&other.connection));
    let id = tab.account.unwrap();
    let held = linking.account(id).await;
    assert!(held.deleted && held.account.sessions.is_empty());
    let names = linking.club.app.store.names(&[id]).await.unwrap();
    assert!(names.is_empty());
    for tab in [&tab, &other] {
        assert_eq!(linking.session(tab).await.linked, None);
        let again = linking
            .club
            .does::<actions::AccountDelete>(tab, json!({}))
            .await;
        assert_eq!(to_reconnect(&again), std::slice::from_ref(&tab.connection));
    }
    let back = linking.linked(1, "ana").await;
    assert_ne!(back.account, Some(id));
    assert_eq!(linking.account(back.account.unwrap()).await.v, 1);
}

/// MATC-05: nobody is brought together with somebody who is no more, nor told their name.
#[tokio::test]
async fn a_deleted_account_looks_for_no_rival() {
    for has_rival in [false, true] {
        let linking = Linking::new().await;
        let club = &linking.club;
        let ana = linking.eligible(1, "ana").await;
        let beto = linking.eligible(2, "beto").await;
        club.does::<actions::QueueJoin>(&ana, rated()).await;
        if has_rival {
            club.does::<actions::QueueJoin>(&beto, rated()).await;
        }
        let done = club.does::<actions::AccountDelete>(&ana, json!({})).await;
        let waits = done
            .told
            .iter()
            .any(|told| told.to == beto.connection && matches!(told.message, Message::Waiting(_)));
        assert_eq!(waits, has_rival, "{:?}", done.told);
        let lock = club.app.store.lock(ana.account.unwrap()).await.unwrap();
        assert!(lock.is_none());
        let done = club.does::<actions::QueueJoin>(&beto, rated()).await;
        let [only] = &done.told[..] else {
            panic!("{:?}", done.told);
        };
        assert!(matches!(only.message, Message::Waiting(_)), "{only:?}");
    }
}

/// Two browsers delete at once: whichever gives the pairing up, the rival hears of it.
#[tokio::test]
async fn matc_05_a_deletion_that_loses_a_race_still_tells_the_rival() {
    for at in 0..24 {
        let linking = Linking::new().await;
        let club = &linking.club;
        let ana = linking.eligible(1, "ana").await;
        let beto = linking.eligible(2, "beto").await;
        let other = linking.linked(3, "ana").await;
        for tab in [&ana, &beto] {
            club.does::<actions::QueueJoin>(tab, rated()).await;
        }
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&heard);
        let second = linking.later::<actions::AccountDelete>(club.app.clone(), &other, &json!({}));
        let late = overtaken_by(club, at, async move {
            let told = second.await;
            hears.lock().unwrap().extend(told);
        });
        let first = linking.later::<actions::AccountDelete>(late, &ana, &json!({}));
        let mut told = first.await;
        told.extend(heard.lock().unwrap().drain(..));
        let waits = told
            .iter()
            .any(|told| told.to == beto.connection && matches!(told.message, Message::Waiting(_)));
        assert!(waits, "overtaken at call {at}: {told:?}");
    }
}

/// One browser looks for a rival while another one deletes the account.
#[tokio::test]
async fn matc_05_nobody_waits_for_a_rival_who_is_deleted_meanwhile() {
    for at in 0.. {
        let linking = Linking::new().await;
        let club = &linking.club;
        let ana = linking.eligible(1, "ana").await;
        let other = linking.linked(2, "ana").await;
        let delete = linking.later::<actions::AccountDelete>(club.app.clone(), &other, &json!({}));
        let late = overtaken_by(club, at, async move {
            delete.await;
        });
        linking
            .later::<actions::QueueJoin>(late, &ana, &rated())
            .await;
        if !linking.account(ana.account.unwrap()).await.deleted {
            assert!(at > 10, "the search has more than {at} calls");
            break;
        }
        let store = &club.app.store;
        let rules = Provider::club().rated[0];
        assert_eq!(
            store.tickets(rules, 4, Near::All).await.unwrap(),
            [],
            "{at}"
        );
        let lock = store.lock(ana.account.unwrap()).await.unwrap();
        assert!(lock.is_none(), "{at}: {lock:?}");
    }
}

#[tokio::test]
async fn deleting_while_another_browser_links_leaves_no_browser_behind() {
    for at in 0..12 {
        let linking = Linking::new().await;
        let club = &linking.club;
        let tab = linking.linked(1, "ana").await;
        let other = linking.arrive(2, 0).await;
        let token = linking.token(&other, "ana");
        let link = linking.later::<actions::AccountLink>(club.app.clone(), &other, &token);
        let late = overtaken_by(club, at, async move {
            link.await;
        });
        linking
            .later::<actions::AccountDelete>(late, &tab, &json!({}))
            .await;
        assert_eq!(linking.session(&tab).await.linked, None, "{at}");
        // It is linked to a living account, or to none.
        if let Some(link) = linking.session(&other).await.linked {
            assert!(!linking.account(link.account).await.deleted, "{at}");
        }
        assert!(linking.account(tab.account.unwrap()).await.deleted, "{at}");
    }
}
