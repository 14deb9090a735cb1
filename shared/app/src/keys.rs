//! A provider's public keys, fetched when they are needed and kept while they serve.

use crate::app::Fault;
use crate::ports::{PortError, Web};
use crate::signatures;
use damero_domain::time::{Millis, Timestamp};
use futures_util::lock::Mutex;
use jsonwebtoken::jwk::{Jwk, JwkSet};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Keys that are not known are asked for so often at most: anybody can invent their names.
const PAUSE: Millis = Millis::seconds(60);

/// A provider that did not answer is asked again after so long.
const AFTER_FAILURE: Millis = Millis::seconds(2);

/// Keys are asked for again after so long: a provider may have withdrawn one.
const LIFE: Millis = Millis::seconds(24 * 60 * 60);

/// The keys of one provider, in this process's memory.
pub struct Keys {
    web: Arc<dyn Web>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    keys: Vec<Jwk>,
    fetched: Option<Timestamp>,
    asked: Option<Timestamp>,
}

impl Known {
    fn is_fresh(&self, now: Timestamp) -> bool {
        self.fetched.is_some_and(|at| now - at < LIFE)
    }

    fn key(&self, kid: &str, now: Timestamp) -> Option<Jwk> {
        let is_named = |key: &&Jwk| key.common.key_id.as_deref() == Some(kid);
        let mut keys = self.keys.iter().filter(|_| self.is_fresh(now));
        keys.find(is_named).cloned()
    }
}

/// What is read of `/.well-known/openid-configuration`.
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: String,
}

impl Keys {
    /// Nothing is fetched yet.
    #[must_use]
    pub fn new(web: Arc<dyn Web>) -> Keys {
        signatures::install();
        Keys {
            web,
            known: Mutex::default(),
        }
    }

    /// Fetches the keys before anybody asks for one, best effort.
    pub async fn warm(&self, issuer: &str, now: Timestamp) {
        let mut known = self.known.lock().await;
        if let Err(error) = self.fetch(issuer, now, &mut known).await {
            tracing::warn!(%error, "the provider's keys could not be had yet");
        }
    }

    /// The key of this name, as the provider tells it. Who comes while it is asked waits.
    pub(crate) async fn find(
        &self,
        issuer: &str,
        kid: &str,
        now: Timestamp,
    ) -> Result<Option<Jwk>, Fault> {
        let mut known = self.known.lock().await;
        if let Some(key) = known.key(kid, now) {
            return Ok(Some(key));
        }
        let is_fresh = known.is_fresh(now);
        let pause = if is_fresh { PAUSE } else { AFTER_FAILURE };
        if known.asked.is_none_or(|at| now - at >= pause) {
            self.fetch(issuer, now, &mut known).await?;
            return Ok(known.key(kid, now));
        }
        if is_fresh {
            Ok(None)
        } else {
            Err(PortError("the provider did not answer a moment ago".into()).into())
        }
    }

    async fn fetch(
        &self,
        issuer: &str,
        now: Timestamp,
        known: &mut Known,
    ) -> Result<(), PortError> {
        known.asked = Some(now);
        let base = issuer.trim_end_matches('/');
        let address = format!("{base}/.well-known/openid-configuration");
        let discovery: Discovery = self.read(&address).await?;
        if discovery.issuer != issuer {
            return Err(PortError("the provider says it is another one".into()));
        }
        let set: JwkSet = self.read(&discovery.jwks_uri).await?;
        known.keys = set.keys;
        known.fetched = Some(now);
        Ok(())
    }

    async fn read<T: DeserializeOwned>(&self, address: &str) -> Result<T, PortError> {
        if !is_private(address) {
            return Err(PortError(
                format!("{address} is not asked in the open").into(),
            ));
        }
        let text = self.web.get(address).await?;
        serde_json::from_str(&text).map_err(|error| PortError(Box::new(error)))
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

/// Whether nobody between here and there can change the answer: over TLS, or on this machine.
fn is_private(address: &str) -> bool {
    let local = ["http://127.0.0.1:", "http://localhost:"];
    address.starts_with("https://") || local.iter().any(|local| address.starts_with(local))
}
