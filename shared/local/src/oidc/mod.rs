//! A small OpenID Connect provider of this machine's own: five people, whom anybody may
//! be for a click.
//!
//! It is a real one: discovery, keys of its own that survive a restart, the code flow
//! with PKCE for a public client, ID tokens signed with ES256. What it does not have is
//! passwords.

mod flow;
mod key;
mod page;
mod people;

pub(crate) use flow::{Ask, Asked, Redeem};
pub(crate) use page::login;
pub(crate) use people::PEOPLE;

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::LocalClock;
use crate::database::Keep;
use flow::Codes;
use key::SigningKey;

/// The club's name here.
pub(crate) const CLIENT_ID: &str = "damero-local";

/// Where it is, under the stack's own address.
pub(crate) const PATH: &str = "/oidc";

/// The provider.
pub(crate) struct Issuer {
    /// Its name, as in `iss`.
    pub(crate) name: String,
    key: SigningKey,
    codes: Mutex<Codes>,
    clock: LocalClock,
    /// Origins whose pages a code may be sent to.
    origins: Vec<String>,
}

impl Issuer {
    /// Opens the provider under `base`, with the key that is kept, or a new one.
    pub(crate) fn open(
        keep: &Keep,
        base: &str,
        origins: &str,
        clock: LocalClock,
    ) -> Result<Self, String> {
        let mut allowed = vec![base.to_owned()];
        allowed.extend(origins.split(',').map(|origin| origin.trim().to_owned()));
        Ok(Self {
            name: format!("{base}{PATH}"),
            key: SigningKey::kept(keep)?,
            codes: Mutex::default(),
            clock,
            origins: allowed,
        })
    }

    /// `/.well-known/openid-configuration`.
    pub(crate) fn discovery(&self) -> Value {
        let name = &self.name;
        json!({
            "issuer": name,
            "authorization_endpoint": format!("{name}/authorize"),
            "token_endpoint": format!("{name}/token"),
            "jwks_uri": format!("{name}/jwks.json"),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "ui_locales_supported": ["es", "en"],
            "scopes_supported": ["openid", "email", "profile"],
        })
    }

    /// The public keys.
    pub(crate) fn keys(&self) -> Value {
        json!({ "keys": [self.key.public()] })
    }

    fn codes(&self) -> std::sync::MutexGuard<'_, Codes> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
