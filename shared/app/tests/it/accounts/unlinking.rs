//! Taking browsers off an account, and the account itself.

use super::{Linking, identity, to_reconnect};
use crate::script::{Database, Fault, Plan, Script};
use damero_app::actions;
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
    assert_eq!(to_reconnect(&done), [lost.connection.clone()]);
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
    assert_eq!(to_reconnect(&again), [tab.connection.clone()]);
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
        assert_eq!(to_reconnect(&again), [tab.connection.clone()]);
    }
    let back = linking.linked(1, "ana").await;
    assert_ne!(back.account, Some(id));
    assert_eq!(linking.account(back.account.unwrap()).await.v, 1);
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

#[tokio::test]
async fn whatever_fails_while_revoking_or_deleting_sending_it_again_finishes() {
    for deletes in [false, true] {
        for at in 0.. {
            let mut reached = false;
            for fault in [
                Fault::Before,
                Fault::After,
                Fault::DiesBefore,
                Fault::DiesAfter,
            ] {
                reached |= fails_at(deletes, at, fault).await;
            }
            if !reached {
                assert!(at > 4, "there are calls to fail");
                break;
            }
        }
    }
}

/// Whether there was a call to fail.
async fn fails_at(deletes: bool, at: usize, fault: Fault) -> bool {
    let linking = Linking::new().await;
    let lost = linking.linked(1, "ana").await;
    let here = linking.linked(2, "ana").await;
    let revoke = json!({"session": linking.listed(&lost).await});
    let lasting = !matches!(fault, Fault::DiesBefore | Fault::DiesAfter);
    let script = Script::new(Some(Plan { at, fault, lasting }), None);
    let mut app = linking.club.app.clone();
    let client = linking.club.client(Arc::new(Database(Arc::clone(&script))));
    app.store = Store::new(client, "damero");
    let id = linking.club.new_id();
    let first = async {
        if deletes {
            linking
                .act_in::<actions::AccountDelete>(&app, &here, id, json!({}))
                .await;
        } else {
            let fields = revoke.clone();
            linking
                .act_in::<actions::SessionRevoke>(&app, &here, id, fields)
                .await;
        }
    };
    tokio::select! {
        () = first => {}
        () = script.death() => {}
    }
    let reached = script.points().len() > at;
    let what = format!("{fault:?} at {at}");
    let held = linking.account(here.account.unwrap()).await;
    if deletes {
        linking
            .club
            .act_as::<actions::AccountDelete>(&here, id, json!({}))
            .await;
        assert_eq!(linking.session(&here).await.linked, None, "{what}");
        let held = linking.account(held.account.id).await;
        assert!(held.deleted && held.account.sessions.is_empty(), "{what}");
    } else {
        let done = linking
            .club
            .act_as::<actions::SessionRevoke>(&here, id, revoke)
            .await;
        assert_eq!(done.refusal(), None, "{what}");
        let held = linking.account(held.account.id).await;
        assert_eq!(held.account.sessions.len(), 1, "{what}");
    }
    let session = linking.session(&lost).await;
    assert_eq!((session.link, session.linked), (2, None), "{what}: once");
    assert!(
        linking.club.posts.closed().contains(&lost.connection),
        "{what}"
    );
    reached
}
