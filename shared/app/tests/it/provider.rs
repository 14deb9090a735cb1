//! An identity provider for tests: keys of both kinds, tokens of every right and wrong
//! form. The RSA key beside this file signs nothing else.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use damero_app::{BoxFuture, Club, PortError, SessionHash, Web};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) const ISSUER: &str = "https://issuer.example";
pub(crate) const CLIENT: &str = "damero-test";

static RSA: &[u8] = include_bytes!("provider/rsa.pk8");

/// The provider, and its answers over HTTPS.
pub(crate) struct Provider {
    ec: EcdsaKeyPair,
    rsa: RsaKeyPair,
    random: SystemRandom,
    /// Keys that it lists, by name.
    pub(crate) listed: Mutex<Vec<&'static str>>,
    /// How often it was asked for them.
    pub(crate) asked: AtomicUsize,
    /// Whether it answers.
    pub(crate) down: Mutex<bool>,
}

/// How a token is signed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signed {
    Es256,
    Rs256,
    /// As if the RSA key, which everybody knows, were a secret.
    Hs256,
    Not,
}

impl Provider {
    pub(crate) fn new() -> Provider {
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
        let ec = EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            made.unwrap().as_ref(),
            &random,
        );
        Provider {
            ec: ec.unwrap(),
            rsa: RsaKeyPair::from_pkcs8(RSA).unwrap(),
            random,
            listed: Mutex::new(vec!["ec", "rsa"]),
            asked: AtomicUsize::new(0),
            down: Mutex::new(false),
        }
    }

    /// A club whose people it knows.
    pub(crate) fn club() -> Club {
        Club {
            issuer: ISSUER.into(),
            client_id: CLIENT.into(),
            terms: 3,
            ..Club::default()
        }
    }

    /// What a token for a session's `link`th link claims, at a time.
    pub(crate) fn claims(session: SessionHash, link: u64, subject: &str, now: i64) -> Value {
        json!({
            "iss": ISSUER, "aud": CLIENT, "sub": subject, "nonce": session.nonce(link),
            "iat": now / 1000, "exp": now / 1000 + 600,
            "email": format!("{subject}@example.org"), "email_verified": true,
            "preferred_username": subject,
        })
    }

    /// The claims as a token.
    pub(crate) fn token(&self, claims: &Value) -> String {
        self.sign(Signed::Es256, "ec", claims)
    }

    pub(crate) fn sign(&self, signed: Signed, kid: &str, claims: &Value) -> String {
        let part = |value: &Value| BASE64URL.encode(value.to_string());
        let alg = match signed {
            Signed::Es256 => "ES256",
            Signed::Rs256 => "RS256",
            Signed::Hs256 => "HS256",
            Signed::Not => "none",
        };
        let header = json!({"alg": alg, "typ": "JWT", "kid": kid});
        let message = format!("{}.{}", part(&header), part(claims));
        let bytes = message.as_bytes();
        let signature = match signed {
            Signed::Es256 => self.ec.sign(&self.random, bytes).unwrap().as_ref().to_vec(),
            Signed::Rs256 => {
                let mut signature = vec![0; self.rsa.public().modulus_len()];
                let sign = self
                    .rsa
                    .sign(&RSA_PKCS1_SHA256, &self.random, bytes, &mut signature);
                sign.unwrap();
                signature
            }
            Signed::Hs256 => {
                let secret = hmac::Key::new(hmac::HMAC_SHA256, &self.modulus().n);
                hmac::sign(&secret, bytes).as_ref().to_vec()
            }
            Signed::Not => Vec::new(),
        };
        format!("{message}.{}", BASE64URL.encode(signature))
    }

    fn modulus(&self) -> PublicKeyComponents<Vec<u8>> {
        PublicKeyComponents::from(self.rsa.public())
    }

    fn keys(&self) -> Value {
        let (x, y) = self.ec.public_key().as_ref()[1..].split_at(32);
        let rsa = self.modulus();
        let all = [
            json!({"kty": "EC", "crv": "P-256", "kid": "ec",
                "x": BASE64URL.encode(x), "y": BASE64URL.encode(y)}),
            json!({"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "rsa",
                "n": BASE64URL.encode(&rsa.n), "e": BASE64URL.encode(&rsa.e)}),
            json!({"kty": "oct", "kid": "oct", "k": BASE64URL.encode("secret")}),
        ];
        let listed = self.listed.lock().unwrap().clone();
        let is_listed = |key: &&Value| listed.contains(&key["kid"].as_str().unwrap());
        json!({"keys": all.iter().filter(is_listed).collect::<Vec<_>>()})
    }
}

impl Web for Provider {
    fn get<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<String, PortError>> {
        let answer = match address.strip_prefix(ISSUER) {
            _ if *self.down.lock().unwrap() => None,
            Some("/.well-known/openid-configuration") => {
                Some(json!({"issuer": ISSUER, "jwks_uri": format!("{ISSUER}/keys")}))
            }
            Some("/keys") => {
                self.asked.fetch_add(1, Ordering::SeqCst);
                Some(self.keys())
            }
            _ => None,
        };
        let answer = answer
            .map(|answer| answer.to_string())
            .ok_or_else(|| PortError("nothing there".into()));
        Box::pin(std::future::ready(answer))
    }
}
