//! Taking browsers off an account, and the account itself.

use super::{Linking, identity, to_reconnect};
use crate::club::Tab;
use crate::provider::Provider;
use crate::script::{Database, Fault, Plan, Script};
use damero_app::{App, actions};
use damero_domain::ids::CommandId;
use damero_protocol::server::account::Missing;
use damero_store::Store;
use serde_json::json;
use std::sync::Arc;

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
