//! The code flow: who asks, whom they become, what a code is worth.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use rand::Rng as _;
use ring::digest::{SHA256, digest};
use serde::Deserialize;
use serde_json::{Value, json};

use super::people::Somebody;
use super::{CLIENT_ID, Issuer};

/// A code is good for so long, ms.
const CODE_LIFE_MS: i64 = 60 * 1000;

/// A token is good for so long, s.
const TOKEN_LIFE_S: i64 = 10 * 60;

/// Beyond so many codes the oldest are forgotten.
const MOST_CODES: usize = 1000;

/// The query of `/authorize`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Ask {
    pub(crate) response_type: String,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) scope: String,
    pub(crate) state: String,
    pub(crate) nonce: String,
    pub(crate) code_challenge: String,
    pub(crate) code_challenge_method: String,
    /// Languages of whoever asks, the dearest first.
    pub(crate) ui_locales: String,
    /// Who was chosen on the page; empty if they went away.
    pub(crate) person: Option<String>,
}

/// The form of `/token`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Redeem {
    pub(crate) grant_type: String,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) code: String,
    pub(crate) code_verifier: String,
}

/// What becomes of somebody who asks.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// They are shown whom they may be.
    Page,
    /// They are sent back with a code, or with what is wrong.
    Back(String),
    /// Nothing says that the page which sent them is the club's: they stay here.
    Refused(&'static str),
}

/// Codes that nobody has redeemed.
#[derive(Default)]
pub(super) struct Codes(HashMap<String, Promise>);

struct Promise {
    ask: Ask,
    somebody: &'static Somebody,
    until: i64,
}

impl Issuer {
    /// Somebody comes to `/authorize`.
    pub(crate) fn ask(&self, ask: &Ask) -> Asked {
        if ask.client_id != CLIENT_ID {
            return Asked::Refused("client_id is not the club's");
        }
        if !self.may_return_to(&ask.redirect_uri) {
            return Asked::Refused("redirect_uri is on no page of the club's");
        }
        let back = |query: &str| {
            let state = urlencoded(&ask.state);
            Asked::Back(format!("{}?{query}&state={state}", ask.redirect_uri))
        };
        if ask.response_type != "code" {
            return back("error=unsupported_response_type");
        }
        if !ask.scope.split(' ').any(|scope| scope == "openid") {
            return back("error=invalid_scope");
        }
        if ask.code_challenge_method != "S256" || ask.code_challenge.len() != 43 {
            return back("error=invalid_request");
        }
        match ask.person.as_deref() {
            None => Asked::Page,
            Some(subject) => match Somebody::known(subject) {
                Some(somebody) => back(&format!("code={}", self.promise(ask, somebody))),
                None => back("error=access_denied"),
            },
        }
    }

    /// A page whose origin is known, with nothing that a code could be lost behind.
    fn may_return_to(&self, address: &str) -> bool {
        let known = |origin: &String| {
            let path = address.strip_prefix(origin.as_str());
            !origin.is_empty() && path.is_some_and(|path| path.starts_with('/'))
        };
        self.origins.iter().any(known) && !address.contains(['?', '#'])
    }

    fn promise(&self, ask: &Ask, somebody: &'static Somebody) -> String {
        let code = BASE64URL.encode(rand::rng().random::<[u8; 24]>());
        let now = self.clock.now_ms();
        let mut codes = self.codes();
        codes.0.retain(|_, promise| promise.until > now);
        if codes.0.len() >= MOST_CODES {
            codes.0.clear();
        }
        let promise = Promise {
            ask: ask.clone(),
            somebody,
            until: now.saturating_add(CODE_LIFE_MS),
        };
        codes.0.insert(code.clone(), promise);
        code
    }

    /// A code for tokens, once.
    pub(crate) fn redeem(&self, redeem: &Redeem) -> Result<Value, &'static str> {
        if redeem.grant_type != "authorization_code" {
            return Err("unsupported_grant_type");
        }
        if redeem.client_id != CLIENT_ID {
            return Err("invalid_client");
        }
        // Whatever is wrong with the rest: a code that was shown is worth nothing more.
        let promise = self.codes().0.remove(&redeem.code);
        let promise = promise.ok_or("invalid_grant")?;
        let challenge = BASE64URL.encode(digest(&SHA256, redeem.code_verifier.as_bytes()));
        let kept = promise.until > self.clock.now_ms()
            && promise.ask.redirect_uri == redeem.redirect_uri
            && promise.ask.code_challenge == challenge;
        if !kept {
            return Err("invalid_grant");
        }
        let token = self.key.sign(&self.claims(&promise));
        Ok(json!({
            "id_token": token.map_err(|_| "server_error")?,
            "access_token": BASE64URL.encode(rand::rng().random::<[u8; 24]>()),
            "token_type": "Bearer",
            "expires_in": TOKEN_LIFE_S,
        }))
    }

    fn claims(&self, promise: &Promise) -> Value {
        let somebody = promise.somebody;
        let now = self.clock.now_ms().div_euclid(1000);
        let mut claims = json!({
            "iss": self.name,
            "sub": somebody.subject,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now.saturating_add(TOKEN_LIFE_S),
            "nonce": promise.ask.nonce,
            "name": somebody.name,
            "email": somebody.email,
            "email_verified": somebody.verified,
        });
        if let Some(username) = somebody.username {
            claims["preferred_username"] = username.into();
        }
        claims
    }
}

/// As in a query.
pub(super) fn urlencoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}
