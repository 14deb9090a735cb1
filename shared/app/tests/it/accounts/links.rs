//! Linking, once and twice and by several at once; terms and names.

use super::{Linking, identity, to_reconnect};
use crate::club::Tab;
use crate::provider::Provider;
use crate::script::{Database, Fault, Plan, Script};
use damero_app::actions;
use damero_app::authorize::{self, LINK_LIFE, Opened};
use damero_domain::ids::AccountId;
use damero_protocol::server::account::Missing;
use damero_store::Store;
use futures_util::future::join_all;
use serde_json::json;
use std::sync::Arc;

fn id_of(id: &str) -> AccountId {
    id.parse().unwrap()
}

#[tokio::test]
async fn the_first_link_makes_the_account_and_the_next_one_finds_it() {
    let linking = Linking::new().await;
    let phone = linking.arrive(1, 0).await;
    let done = linking.link(&phone, "ana").await;
    let first = identity(&done);
    let account = first.account.unwrap();
    assert_eq!((first.link, first.missing), (1, vec![Missing::Terms]));
    assert_eq!(
        (account.name.as_str(), account.verified, account.accepted),
        ("ana", true, None)
    );
    assert_eq!(account.created, linking.club.clock_now());
    let computer = linking.linked(2, "ana").await;
    assert_eq!(computer.account, Some(id_of(&account.id)));
    let sessions = linking.identity(&computer).await.account.unwrap().sessions;
    let here: Vec<_> = sessions.iter().map(|session| session.here).collect();
    assert_eq!(here, [true, false], "the newest link first");
    let other = linking.linked(3, "beto").await;
    assert_ne!(other.account, computer.account);
}

#[tokio::test]
async fn nothing_of_an_address_is_kept() {
    let linking = Linking::new().await;
    let phone = linking.arrive(1, 0).await;
    let mut claims = Provider::claims(phone.session, 0, "ana", linking.club.clock_now());
    claims["preferred_username"] = json!("ana@example.org");
    claims["name"] = json!("ana@example.org");
    let token = json!({"id_token": linking.provider.token(&claims)});
    let done = linking
        .club
        .does::<actions::AccountLink>(&phone, token)
        .await;
    let account = identity(&done).account.unwrap();
    assert_eq!(account.name, format!("Jugador {}", &account.id[22..]));
    let client = linking
        .club
        .client(Arc::new(Database(Script::new(None, None))));
    let table = format!("{:?}", crate::items::Items::read(&client).await);
    for secret in ["example.org", "\"ana", "issuer.example"] {
        assert!(!table.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn a_token_serves_once_and_a_repeated_command_is_answered_again() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    let token = linking.token(&tab, "ana");
    let first = linking
        .club
        .does::<actions::AccountLink>(&tab, token.clone())
        .await;
    let before = linking
        .account(id_of(&identity(&first).account.unwrap().id))
        .await;
    let again = linking
        .club
        .does::<actions::AccountLink>(&tab, token.clone())
        .await;
    assert_eq!(identity(&again), identity(&first));
    assert!(again.writes().is_empty(), "{:?}", again.calls);
    assert_eq!(linking.account(before.account.id).await, before);
    // The same token after another link, or from another browser, is worth nothing.
    let tab = linking.arrive(1, 1).await;
    assert_eq!(linking.link(&tab, "beto").await.refusal(), None);
    let tab = linking.arrive(1, 2).await;
    let late = linking
        .club
        .act::<actions::AccountLink>(&tab, token.clone())
        .await;
    assert_eq!(late.refusal(), Some("token_nonce"));
    let thief = linking.arrive(2, 0).await;
    let stolen = linking
        .club
        .act::<actions::AccountLink>(&thief, token)
        .await;
    assert_eq!(stolen.refusal(), Some("token_nonce"));
    assert_eq!(linking.session(&thief).await.linked, None);
}

#[tokio::test]
async fn linking_has_every_connection_of_the_browser_open_again() {
    let linking = Linking::new().await;
    let tabs = [0, 1, 2].map(|nth| linking.arrive(1, nth));
    let tabs = join_all(tabs).await;
    let other = linking.arrive(2, 0).await;
    let done = linking.link(&tabs[1], "ana").await;
    let mut all: Vec<_> = tabs.iter().map(|tab| tab.connection.clone()).collect();
    all.sort();
    assert_eq!(to_reconnect(&done), all);
    assert!(!all.contains(&other.connection));
    // One that nobody told finds out where it matters.
    let page = json!({"page": "account"});
    let lost = linking.club.does::<actions::Sync>(&tabs[0], page).await;
    assert_eq!(to_reconnect(&lost), [tabs[0].connection.clone()]);
}

#[tokio::test]
async fn a_connection_that_was_admitted_before_a_link_is_not_opened_after_it() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    let late = Tab {
        connection: crate::club::tab(1, 7).connection,
        ..tab.clone()
    };
    assert_eq!(linking.link(&tab, "ana").await.refusal(), None);
    let caller = late.caller(linking.club.app.clock.now());
    let opened = authorize::connected(&linking.club.app, &caller).await;
    assert_eq!(opened.unwrap(), Opened::Stale);
}

#[tokio::test]
async fn browsers_that_race_make_one_account() {
    let linking = Linking::new().await;
    let tabs = join_all((1..=8).map(|browser| linking.arrive(browser, 0))).await;
    let links = tabs.iter().map(|tab| linking.link(tab, "ana"));
    let done = join_all(links).await;
    let accounts: Vec<_> = done
        .iter()
        .map(|done| identity(done).account.unwrap().id)
        .collect();
    assert!(accounts.iter().all(|id| *id == accounts[0]), "{accounts:?}");
    let held = linking.account(id_of(&accounts[0])).await;
    assert_eq!(held.account.sessions.len(), 8);
    assert_eq!(held.v, 8, "each wrote once");
}

#[tokio::test]
async fn one_token_sent_by_two_tabs_at_once_links_once() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    let token = linking.token(&tab, "ana");
    let both = [(); 2].map(|()| {
        linking
            .club
            .act::<actions::AccountLink>(&tab, token.clone())
    });
    for done in join_all(both).await {
        assert_eq!(done.refusal(), None);
    }
    assert_eq!(linking.session(&tab).await.link, 1);
}

#[tokio::test]
async fn a_browser_that_goes_to_another_account_leaves_the_first() {
    let linking = Linking::new().await;
    let tab = linking.linked(1, "ana").await;
    let first = tab.account.unwrap();
    assert_eq!(linking.link(&tab, "beto").await.refusal(), None);
    let now = linking.arrive(1, 2).await;
    assert_ne!(now.account, Some(first));
    assert!(linking.account(first).await.account.sessions.is_empty());
    let second = linking.account(now.account.unwrap()).await;
    assert_eq!(second.account.sessions.len(), 1);
}

#[tokio::test]
async fn the_twenty_first_browser_puts_out_the_one_that_came_longest_ago() {
    let linking = Linking::new().await;
    let mut tabs = Vec::new();
    for browser in 1..=20 {
        tabs.push(linking.linked(browser, "ana").await);
        linking.club.clock.pass(60_000);
    }
    // The first one linked has been here since, the second has not.
    linking.arrive(1, 9).await;
    let newest = linking.linked(21, "ana").await;
    let account = linking.account(newest.account.unwrap()).await.account;
    assert_eq!(account.sessions.len(), 20);
    assert_eq!(linking.session(&tabs[1]).await.linked, None);
    assert!(linking.session(&tabs[0]).await.linked.is_some());
    assert!(linking.club.posts.closed().contains(&tabs[1].connection));
    assert_eq!(linking.arrive(2, 9).await.account, None);
}

#[tokio::test]
async fn a_link_lapses_90_days_after_its_last_connection() {
    let linking = Linking::new().await;
    let tab = linking.linked(1, "ana").await;
    assert!(tab.account.is_some());
    linking.club.clock.pass(LINK_LIFE.0 - 1);
    let still = linking.arrive(1, 2).await;
    assert_eq!(still.account, tab.account, "and is renewed by it");
    linking.club.clock.pass(LINK_LIFE.0 - 1);
    assert_eq!(linking.arrive(1, 3).await.account, tab.account);
    linking.club.clock.pass(LINK_LIFE.0);
    let lapsed = linking.arrive(1, 4).await;
    assert_eq!(lapsed.account, None);
    let identity = linking.identity(&lapsed).await;
    assert_eq!(identity.missing, [Missing::Account]);
    assert_eq!(linking.link(&lapsed, "ana").await.refusal(), None);
    assert_eq!(linking.arrive(1, 5).await.account, tab.account);
}

#[tokio::test]
async fn an_unverified_person_may_link_and_is_told_what_is_missing() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    let token = |verified: serde_json::Value, link| {
        let mut claims = Provider::claims(tab.session, link, "eva", linking.club.clock_now());
        claims["email_verified"] = verified;
        json!({"id_token": linking.provider.token(&claims)})
    };
    let done = linking
        .club
        .does::<actions::AccountLink>(&tab, token(json!(false), 0))
        .await;
    let missing = identity(&done).missing;
    assert_eq!(missing, [Missing::VerifiedEmail, Missing::Terms]);
    let tab = linking.arrive(1, 1).await;
    // Cognito writes it as a text.
    let done = linking
        .club
        .does::<actions::AccountLink>(&tab, token(json!("true"), 1))
        .await;
    assert_eq!(identity(&done).missing, [Missing::Terms]);
}

#[tokio::test]
async fn terms_are_accepted_in_their_present_version_only() {
    let linking = Linking::new().await;
    let tab = linking.linked(1, "ana").await;
    for version in [2, 4] {
        let fields = json!({"version": version});
        let done = linking.club.act::<actions::TermsAccept>(&tab, fields).await;
        assert_eq!(done.refusal(), Some("terms_version"));
    }
    for _ in 0..2 {
        let fields = json!({"version": 3});
        let done = linking
            .club
            .does::<actions::TermsAccept>(&tab, fields)
            .await;
        assert!(identity(&done).missing.is_empty());
    }
    assert_eq!(linking.account(tab.account.unwrap()).await.v, 2, "once");
    let mut later = linking.club;
    let terms = damero_app::Club {
        terms: 4,
        ..Provider::club()
    };
    later.app = later.app.in_club(terms, linking.provider.clone());
    let page = json!({"page": "account"});
    let done = later.does::<actions::Sync>(&tab, page).await;
    assert_eq!(identity(&done).missing, [Missing::Terms]);
}

#[tokio::test]
async fn a_name_is_chosen_by_its_rules() {
    let linking = Linking::new().await;
    let tab = linking.linked(1, "ana").await;
    for (name, code) in [
        ("Al", "name_length"),
        ("<Ana>", "name_characters"),
        ("01M8NPSK7VTPG9", "name_reserved"),
    ] {
        let fields = json!({"name": name});
        let done = linking.club.act::<actions::AccountName>(&tab, fields).await;
        assert_eq!(done.refusal(), Some(code), "{name}");
    }
    for _ in 0..2 {
        let fields = json!({"name": "n\u{303}andu\u{301} 7"});
        let done = linking
            .club
            .does::<actions::AccountName>(&tab, fields)
            .await;
        assert_eq!(identity(&done).account.unwrap().name, "ñandú 7");
    }
    let id = tab.account.unwrap();
    assert_eq!(linking.account(id).await.v, 2, "once");
    let names = linking.club.app.store.names(&[id, id]).await.unwrap();
    assert_eq!(names[&id].as_str(), "ñandú 7");
}

#[tokio::test]
async fn a_guest_has_nothing_to_name_accept_or_delete() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    let name = json!({"name": "Ana"});
    let named = linking.club.act::<actions::AccountName>(&tab, name).await;
    let terms = json!({"version": 3});
    let accepted = linking.club.act::<actions::TermsAccept>(&tab, terms).await;
    let revoked = json!({"session": "0"});
    let revoked = linking
        .club
        .act::<actions::SessionRevoke>(&tab, revoked)
        .await;
    let deleted = linking
        .club
        .act::<actions::AccountDelete>(&tab, json!({}))
        .await;
    for done in [named, accepted, revoked, deleted] {
        assert_eq!(done.refusal(), Some("not_linked"));
    }
}

/// Every call of linking fails before or after it is made, once; the command is sent again.
#[tokio::test]
async fn whatever_fails_while_linking_one_link_is_made() {
    for at in 0.. {
        let mut reached = false;
        for fault in [
            Fault::Before,
            Fault::After,
            Fault::DiesBefore,
            Fault::DiesAfter,
        ] {
            let linking = Linking::new().await;
            let tab = linking.arrive(1, 0).await;
            let token = linking.token(&tab, "ana");
            let lasting = !matches!(fault, Fault::DiesBefore | Fault::DiesAfter);
            let script = Script::new(Some(Plan { at, fault, lasting }), None);
            let mut app = linking.club.app.clone();
            let client = linking.club.client(Arc::new(Database(Arc::clone(&script))));
            app.store = Store::new(client, "damero");
            let id = linking.club.new_id();
            tokio::select! {
                () = linking.act_in::<actions::AccountLink>(&app, &tab, id, token.clone()) => {}
                () = script.death() => {}
            }
            reached |= script.points().len() > at;
            let done = linking
                .club
                .act_as::<actions::AccountLink>(&tab, id, token)
                .await;
            assert_eq!(done.refusal(), None, "{fault:?} at {at}");
            let session = linking.session(&tab).await;
            assert_eq!(session.link, 1, "{fault:?} at {at}");
            let account = session.linked.unwrap().account;
            let held = linking.account(account).await;
            assert_eq!((held.v, held.account.sessions.len()), (1, 1));
            assert_eq!(to_reconnect(&done), [tab.connection]);
        }
        if !reached {
            assert!(at > 4, "there are calls to fail");
            return;
        }
    }
}
