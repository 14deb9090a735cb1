//! Taking browsers off an account, and the account itself.

use super::{Linking, identity, to_reconnect};
use crate::club::Tab;
use crate::provider::Provider;
use crate::script::{Database, Fault, Plan, Script};
use damero_app::actions::Action as _;
use damero_app::{App, actions};
use damero_domain::ids::CommandId;
use damero_protocol::server::Message;
use damero_protocol::server::account::Missing;
use damero_store::Store;
use serde_json::json;
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn a_revoked_browser_is_closed_and_a_guest_again() {
    let linking = Linking::new().await;
    let lost = linking.linked(1, "ana").await;
    let here = linking.linked(2, "ana").await;
    let id = linking.listed(&lost).await;
    for _ in 0..2 {
        let fields = json!({"session": id});
        let done = linking
            .club
            .does::<actions::SessionRevoke>(&here, fields)
            .await;
        let sessions = identity(&done).account.unwrap().sessions;
        assert_eq!(sessions.len(), 1);
        assert!(sessions[0].here);
    }
    assert!(linking.club.posts.closed().contains(&lost.connection));
    assert!(!linking.club.posts.closed().contains(&here.connection));
    assert_eq!(linking.session(&lost).await.linked, None);
    // A connection that would not close is nobody's any more.
    let name = json!({"name": "Thief"});
    let done = linking.club.does::<actions::AccountName>(&lost, name).await;
    assert_eq!(to_reconnect(&done), std::slice::from_ref(&lost.connection));
    let account = linking.account(here.account.unwrap()).await.account;
    assert_eq!(account.name.as_str(), "ana");
    assert_eq!(linking.arrive(1, 5).await.account, None);
}

#[tokio::test]
async fn revoking_the_browser_in_hand_is_signing_out() {
    let linking = Linking::new().await;
    let tab = linking.linked(1, "ana").await;
    let id = linking.listed(&tab).await;
    let fields = json!({"session": id});
    let done = linking
        .club
        .does::<actions::SessionRevoke>(&tab, fields.clone())
        .await;
    let told = identity(&done);
    assert_eq!((told.link, told.missing), (2, vec![Missing::Account]));
    assert_eq!(told.account, None);
    assert!(to_reconnect(&done).contains(&tab.connection));
    let again = linking
        .club
        .does::<actions::SessionRevoke>(&tab, fields)
        .await;
    assert_eq!(to_reconnect(&again), std::slice::from_ref(&tab.connection));
    let held = linking.account(tab.account.unwrap()).await;
    assert!(held.account.sessions.is_empty());
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

/// Only a session that is linked may queue, whatever its connection was opened as.
#[tokio::test]
async fn who_has_signed_out_cannot_queue_by_an_open_connection() {
    let linking = Linking::new().await;
    let tab = linking.linked(1, "ana").await;
    let terms = json!({"version": Provider::club().terms});
    linking.club.does::<actions::TermsAccept>(&tab, terms).await;
    let fields = json!({"session": linking.listed(&tab).await});
    linking
        .club
        .does::<actions::SessionRevoke>(&tab, fields)
        .await;
    let rated = json!({"rule_set": "vezz-8x8"});
    let done = linking.club.does::<actions::QueueJoin>(&tab, rated).await;
    assert_eq!(to_reconnect(&done), std::slice::from_ref(&tab.connection));
    let lock = linking.club.app.store.lock(tab.account.unwrap()).await;
    assert!(lock.unwrap().is_none());
}

/// MATC-05: nobody is brought together with somebody who is no more, nor told their name.
#[tokio::test]
async fn a_deleted_account_looks_for_no_rival() {
    let rated = json!({"rule_set": "vezz-8x8"});
    for has_rival in [false, true] {
        let linking = Linking::new().await;
        let club = &linking.club;
        let (ana, beto) = (
            linking.linked(1, "ana").await,
            linking.linked(2, "beto").await,
        );
        let terms = json!({"version": Provider::club().terms});
        for tab in [&ana, &beto] {
            club.does::<actions::TermsAccept>(tab, terms.clone()).await;
        }
        club.does::<actions::QueueJoin>(&ana, rated.clone()).await;
        if has_rival {
            club.does::<actions::QueueJoin>(&beto, rated.clone()).await;
        }
        let done = club.does::<actions::AccountDelete>(&ana, json!({})).await;
        let waits = done
            .told
            .iter()
            .any(|told| told.to == beto.connection && matches!(told.message, Message::Waiting(_)));
        assert_eq!(waits, has_rival, "{:?}", done.told);
        let lock = club.app.store.lock(ana.account.unwrap()).await.unwrap();
        assert!(lock.is_none());
        let done = club.does::<actions::QueueJoin>(&beto, rated.clone()).await;
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
        let ana = linking.linked(1, "ana").await;
        let beto = linking.linked(2, "beto").await;
        let other = linking.linked(3, "ana").await;
        let terms = json!({"version": Provider::club().terms});
        for tab in [&ana, &beto] {
            club.does::<actions::TermsAccept>(tab, terms.clone()).await;
            let rated = json!({"rule_set": "vezz-8x8"});
            club.does::<actions::QueueJoin>(tab, rated).await;
        }
        let delete = async |app: App, tab: Tab, id: CommandId| {
            let caller = tab.caller(app.clock.now());
            let fields = serde_json::from_value(json!({})).unwrap();
            let told = actions::AccountDelete::handle(&app, &caller, id, fields);
            told.await.unwrap()
        };
        let heard = Arc::new(Mutex::new(Vec::new()));
        let second = delete(club.app.clone(), other, club.new_id());
        let hears = Arc::clone(&heard);
        let rival: damero_app::BoxFuture<'static, ()> = Box::pin(async move {
            let told = second.await;
            hears.lock().unwrap().extend(told);
        });
        let (fault, lasting) = (Fault::Late, false);
        let script = Script::new(Some(Plan { at, fault, lasting }), Some(rival));
        let mut app = club.app.clone();
        app.store = Store::new(club.client(Arc::new(Database(script))), "damero");
        let mut told = delete(app, ana, club.new_id()).await;
        told.extend(heard.lock().unwrap().drain(..));
        let waits = told
            .iter()
            .any(|told| told.to == beto.connection && matches!(told.message, Message::Waiting(_)));
        assert!(waits, "overtaken at call {at}: {told:?}");
    }
}

#[tokio::test]
async fn deleting_while_another_browser_links_leaves_no_browser_behind() {
    for at in 0..12 {
        let linking = Linking::new().await;
        let tab = linking.linked(1, "ana").await;
        let late = linking.arrive(2, 0).await;
        let token = linking.token(&late, "ana");
        let (going, club) = (late.clone(), linking.club.app.clone());
        let rival: damero_app::BoxFuture<'static, ()> = Box::pin(async move {
            let caller = going.caller(club.clock.now());
            let fields = serde_json::from_value(token).unwrap();
            let id = damero_domain::CommandId(ulid::Ulid(7));
            let linked =
                <actions::AccountLink as actions::Action>::handle(&club, &caller, id, fields);
            linked.await.unwrap();
        });
        let plan = Plan {
            at,
            fault: Fault::Late,
            lasting: false,
        };
        let script = Script::new(Some(plan), Some(rival));
        let mut app = linking.club.app.clone();
        app.store = Store::new(linking.club.client(Arc::new(Database(script))), "damero");
        let id = linking.club.new_id();
        linking
            .act_in::<actions::AccountDelete>(&app, &tab, id, json!({}))
            .await;
        assert_eq!(linking.session(&tab).await.linked, None, "{at}");
        // It is linked to a living account, or to none.
        if let Some(link) = linking.session(&late).await.linked {
            assert!(!linking.account(link.account).await.deleted, "{at}");
        }
        assert!(linking.account(tab.account.unwrap()).await.deleted, "{at}");
    }
}

/// What is asked of an account, by its browser in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Name,
    Terms,
    Revoke,
    SignOut,
    Delete,
}

impl Ask {
    async fn of(self, linking: &Linking, app: &App, tab: &Tab, id: CommandId, session: &str) {
        let revoke = json!({"session": session});
        match self {
            Ask::Name => {
                let fields = json!({"name": "Ana de Rosario"});
                linking
                    .act_in::<actions::AccountName>(app, tab, id, fields)
                    .await;
            }
            Ask::Terms => {
                let fields = json!({"version": 3});
                linking
                    .act_in::<actions::TermsAccept>(app, tab, id, fields)
                    .await;
            }
            Ask::Revoke | Ask::SignOut => {
                linking
                    .act_in::<actions::SessionRevoke>(app, tab, id, revoke)
                    .await;
            }
            Ask::Delete => {
                linking
                    .act_in::<actions::AccountDelete>(app, tab, id, json!({}))
                    .await;
            }
        }
    }
}

/// Every call of every action fails before or after it is made; the command is sent again.
#[tokio::test]
async fn whatever_fails_on_an_account_sending_it_again_finishes() {
    for ask in [
        Ask::Name,
        Ask::Terms,
        Ask::Revoke,
        Ask::SignOut,
        Ask::Delete,
    ] {
        for at in 0.. {
            let mut reached = false;
            for fault in [
                Fault::Before,
                Fault::After,
                Fault::DiesBefore,
                Fault::DiesAfter,
            ] {
                reached |= fails_at(ask, at, fault).await;
            }
            if !reached {
                assert!(at > 3, "there are calls to fail");
                break;
            }
        }
    }
}

/// Whether there was a call to fail.
async fn fails_at(ask: Ask, at: usize, fault: Fault) -> bool {
    let linking = Linking::new().await;
    let lost = linking.linked(1, "ana").await;
    let here = linking.linked(2, "ana").await;
    let meant = if ask == Ask::SignOut { &here } else { &lost };
    let session = linking.listed(meant).await;
    let lasting = !matches!(fault, Fault::DiesBefore | Fault::DiesAfter);
    let script = Script::new(Some(Plan { at, fault, lasting }), None);
    let mut app = linking.club.app.clone();
    let client = linking.club.client(Arc::new(Database(Arc::clone(&script))));
    app.store = Store::new(client, "damero");
    let id = linking.club.new_id();
    tokio::select! {
        () = ask.of(&linking, &app, &here, id, &session) => {}
        () = script.death() => {}
    }
    ask.of(&linking, &linking.club.app, &here, id, &session)
        .await;
    let what = format!("{ask:?}, {fault:?} at {at}");
    let held = linking.account(here.account.unwrap()).await;
    let (lost_now, here_now) = (linking.session(&lost).await, linking.session(&here).await);
    let closed = linking.club.posts.closed().contains(&lost.connection);
    let links = [lost_now.link, here_now.link];
    let account = &held.account;
    match ask {
        Ask::Name => assert_eq!(
            (account.name.as_str(), held.v),
            ("Ana de Rosario", 3),
            "{what}"
        ),
        Ask::Terms => assert_eq!((account.accepted, held.v), (Some(3), 3), "{what}"),
        Ask::Revoke => {
            assert_eq!((links, account.sessions.len()), ([2, 1], 1), "{what}");
            assert!(closed && lost_now.linked.is_none(), "{what}");
        }
        Ask::SignOut => {
            assert_eq!((links, account.sessions.len()), ([1, 2], 1), "{what}");
            assert!(!closed && here_now.linked.is_none(), "{what}");
        }
        Ask::Delete => {
            assert_eq!((links, account.sessions.len()), ([2, 2], 0), "{what}");
            assert!(closed && held.deleted, "{what}");
        }
    }
    script.points().len() > at
}
