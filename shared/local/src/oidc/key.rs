//! The provider's key: made once, kept with the stack's data.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use crate::database::Keep;

/// Row that keeps it.
const KEY_ROW: &str = "OIDC_KEY";

/// A P-256 key and its name.
pub(super) struct SigningKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
    kid: String,
}

impl SigningKey {
    /// The key of the kept data, or a new one.
    pub(super) fn kept(keep: &Keep) -> Result<Self, String> {
        let rows = keep.all().map_err(|error| error.to_string())?;
        let kept = rows.into_iter().find(|(id, _)| id == KEY_ROW);
        let kept = kept.and_then(|(_, row)| BASE64URL.decode(row.as_str()?).ok());
        if let Some(document) = kept {
            return Self::read(&document);
        }
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
                .map_err(|error| error.to_string())?;
        let row = Value::String(BASE64URL.encode(&document));
        keep.put(KEY_ROW, &row).map_err(|error| error.to_string())?;
        Self::read(document.as_ref())
    }

    fn read(document: &[u8]) -> Result<Self, String> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document, &random)
            .map_err(|error| error.to_string())?;
        let print = digest(&SHA256, pair.public_key().as_ref());
        Ok(Self {
            kid: BASE64URL.encode(&print.as_ref()[..12]),
            pair,
            random,
        })
    }

    /// As `jwks.json` lists it.
    pub(super) fn public(&self) -> Value {
        // 0x04, then both coordinates.
        let point = self.pair.public_key().as_ref();
        let (x, y) = point[1..].split_at(32);
        json!({
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": self.kid,
            "x": BASE64URL.encode(x), "y": BASE64URL.encode(y),
        })
    }

    /// A token with these claims.
    pub(super) fn sign(&self, claims: &Value) -> Result<String, String> {
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": self.kid });
        let part = |value: &Value| BASE64URL.encode(value.to_string());
        let message = format!("{}.{}", part(&header), part(claims));
        let signature = self
            .pair
            .sign(&self.random, message.as_bytes())
            .map_err(|error| error.to_string())?;
        Ok(format!("{message}.{}", BASE64URL.encode(signature)))
    }
}
