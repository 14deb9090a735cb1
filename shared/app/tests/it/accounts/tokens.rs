//! Tokens of every kind, right and wrong.

use super::Linking;
use crate::club::Tab;
use crate::provider::{CLIENT, ISSUER, Provider, Signed};
use damero_app::actions;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// A change to good claims, at a time in seconds, and what is said of the result.
type Case = (&'static str, fn(&mut Value, i64), Option<&'static str>);

const CLAIMS: &[Case] = &[
    ("as it should be", |_, _| {}, None),
    (
        "about nobody",
        |claims, _| claims["sub"] = json!(""),
        Some("token_bad"),
    ),
    (
        "its issuer is another",
        |claims, _| claims["iss"] = json!("https://evil.example"),
        Some("token_issuer"),
    ),
    (
        "its issuer is nearly right",
        |claims, _| claims["iss"] = json!(format!("{ISSUER}/")),
        Some("token_issuer"),
    ),
    (
        "no issuer",
        |claims, _| remove(claims, "iss"),
        Some("token_bad"),
    ),
    (
        "for another site",
        |claims, _| claims["aud"] = json!("other"),
        Some("token_audience"),
    ),
    (
        "for nobody",
        |claims, _| remove(claims, "aud"),
        Some("token_bad"),
    ),
    (
        "for a list of one",
        |claims, _| claims["aud"] = json!([CLIENT]),
        None,
    ),
    (
        "for several, given to nobody",
        |claims, _| claims["aud"] = json!([CLIENT, "other"]),
        Some("token_audience"),
    ),
    (
        "for several, given to the club",
        |claims, _| {
            claims["aud"] = json!([CLIENT, "other"]);
            claims["azp"] = json!(CLIENT);
        },
        None,
    ),
    (
        "for the club, given to another",
        |claims, _| claims["azp"] = json!("other"),
        Some("token_audience"),
    ),
    (
        "no subject",
        |claims, _| remove(claims, "sub"),
        Some("token_bad"),
    ),
    (
        "never ends",
        |claims, _| remove(claims, "exp"),
        Some("token_bad"),
    ),
    (
        "ended within the leeway",
        |claims, now| claims["exp"] = json!(now - 59),
        None,
    ),
    (
        "ended",
        |claims, now| claims["exp"] = json!(now - 60),
        Some("token_expired"),
    ),
    (
        "ended long ago",
        |claims, _| claims["exp"] = json!(1),
        Some("token_expired"),
    ),
    (
        "ended before time began",
        |claims, _| claims["exp"] = json!(i64::MIN),
        Some("token_bad"),
    ),
    (
        "ends never, nearly",
        |claims, _| claims["exp"] = json!(i64::MAX),
        None,
    ),
    (
        "made within the leeway of now",
        |claims, now| claims["iat"] = json!(now + 60),
        None,
    ),
    (
        "made in the future",
        |claims, now| claims["iat"] = json!(now + 61),
        Some("token_early"),
    ),
    (
        "made at no time",
        |claims, _| remove(claims, "iat"),
        Some("token_bad"),
    ),
    (
        "not yet good",
        |claims, now| claims["nbf"] = json!(now + 61),
        Some("token_early"),
    ),
    (
        "good since now",
        |claims, now| claims["nbf"] = json!(now),
        None,
    ),
    (
        "bound to nothing",
        |claims, _| remove(claims, "nonce"),
        Some("token_nonce"),
    ),
    (
        "bound to another session",
        |claims, _| claims["nonce"] = json!(super::session_of(9).nonce(0)),
        Some("token_nonce"),
    ),
    (
        "bound to a later link",
        |claims, _| claims["nonce"] = json!(super::session_of(1).nonce(1)),
        Some("token_nonce"),
    ),
];

fn remove(claims: &mut Value, name: &str) {
    claims.as_object_mut().unwrap().remove(name);
}

async fn judged(linking: &Linking, tab: &Tab, token: String) -> Option<String> {
    let fields = json!({"id_token": token});
    let done = linking.club.act::<actions::AccountLink>(tab, fields).await;
    done.refusal().map(str::to_owned)
}

#[tokio::test]
async fn a_token_is_believed_only_if_every_claim_is_right() {
    for (what, change, expected) in CLAIMS {
        let linking = Linking::new().await;
        let tab = linking.arrive(1, 0).await;
        // Judged a second later, when the action is.
        let now = linking.club.clock_now() + 1000;
        let mut claims = Provider::claims(tab.session, 0, "ana", now);
        change(&mut claims, now / 1000);
        let token = linking.provider.token(&claims);
        let code = judged(&linking, &tab, token).await;
        assert_eq!(code.as_deref(), *expected, "{what}");
        let linked = linking.session(&tab).await.linked.is_some();
        assert_eq!(linked, expected.is_none(), "{what}");
    }
}

#[tokio::test]
async fn a_token_is_believed_only_if_the_provider_signed_it() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    let claims = Provider::claims(tab.session, 0, "ana", linking.club.clock_now());
    let sign = |signed, kid| linking.provider.sign(signed, kid, &claims);
    let good = sign(Signed::Rs256, "rsa");
    let (message, signature) = good.rsplit_once('.').unwrap();
    let (head, _) = message.split_once('.').unwrap();
    let other = linking.provider.token(&json!({"sub": "eva"}));
    let body_of_other = other.split('.').nth(1).unwrap();
    let wrong = [
        sign(Signed::Not, "rsa"),
        sign(Signed::Hs256, "rsa"),
        sign(Signed::Hs256, "oct"),
        sign(Signed::Rs256, "ec"),
        sign(Signed::Es256, "rsa"),
        sign(Signed::Es256, "nobody's"),
        format!("{message}."),
        format!("{message}.{}", &signature[4..]),
        format!("{head}.{body_of_other}.{signature}"),
        format!("{good}.more"),
        message.to_owned(),
        "..".to_owned(),
        String::new(),
        "ñ.ñ.ñ".to_owned(),
        "x".repeat(7000),
    ];
    for token in wrong {
        let code = judged(&linking, &tab, token.clone()).await;
        assert_eq!(code.as_deref(), Some("token_bad"), "{token}");
    }
    assert_eq!(linking.session(&tab).await.link, 0, "nothing was written");
    assert_eq!(judged(&linking, &tab, good).await, None);
}

#[tokio::test]
async fn keys_are_fetched_once_and_unknown_ones_once_a_minute() {
    let linking = Linking::new().await;
    let asked = || linking.provider.asked.load(Ordering::SeqCst);
    let tab = linking.arrive(1, 0).await;
    let claims = || Provider::claims(tab.session, 0, "ana", linking.club.clock_now());
    let unknown = || linking.provider.sign(Signed::Es256, "new", &claims());
    for _ in 0..3 {
        assert!(judged(&linking, &tab, unknown()).await.is_some());
    }
    assert_eq!(asked(), 1);
    linking.club.clock.pass(60_000);
    assert!(judged(&linking, &tab, unknown()).await.is_some());
    assert_eq!(asked(), 2);
    assert_eq!(
        judged(&linking, &tab, linking.provider.token(&claims())).await,
        None
    );
    assert_eq!(asked(), 2, "a known key needs no asking");
}

#[tokio::test]
async fn a_key_that_was_withdrawn_is_believed_for_a_day_at_most() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    assert_eq!(linking.link(&tab, "ana").await.refusal(), None);
    *linking.provider.listed.lock().unwrap() = vec!["rsa"];
    linking.club.clock.pass(24 * 3_600_000);
    let again = linking.arrive(1, 1).await;
    let done = linking.link(&again, "ana").await;
    assert_eq!(done.refusal(), Some("token_bad"));
}

#[tokio::test]
async fn a_provider_that_does_not_answer_refuses_nobody() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    *linking.provider.down.lock().unwrap() = true;
    let app = linking.club.app.observed();
    for _ in 0..2 {
        let caller = tab.caller(app.clock.now());
        let fields = serde_json::from_value(linking.token(&tab, "ana")).unwrap();
        let id = linking.club.new_id();
        let outcome = <actions::AccountLink as actions::Action>::handle(&app, &caller, id, fields);
        assert!(outcome.await.is_err(), "the client sends it again");
    }
    *linking.provider.down.lock().unwrap() = false;
    linking.club.clock.pass(2000);
    assert_eq!(linking.link(&tab, "ana").await.refusal(), None);
}

#[tokio::test]
async fn a_club_without_a_provider_has_no_accounts() {
    let linking = Linking::new().await;
    let tab = linking.arrive(1, 0).await;
    let mut club = linking.club;
    club.app = club
        .app
        .in_club(damero_app::Club::default(), linking.provider.clone());
    let fields = json!({"id_token": "a.b.c"});
    let done = club.act::<actions::AccountLink>(&tab, fields).await;
    assert_eq!(done.refusal(), Some("no_accounts"));
}
