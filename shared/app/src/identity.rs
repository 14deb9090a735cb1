//! Secrets and what the server keeps of them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt;

/// The SHA-256 of a session's secret. Its `Debug` form shows nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SessionHash(pub [u8; 32]);

impl fmt::Debug for SessionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionHash(…)")
    }
}

impl SessionHash {
    /// Of a secret.
    #[must_use]
    pub fn of(secret: &[u8; 32]) -> SessionHash {
        SessionHash(Sha256::digest(secret).into())
    }

    /// What an ID token must be bound to, to link this session for the `link`th time
    /// from 0: base64url(SHA-256("damero-link" ‖ hash ‖ count, eight bytes, big endian)).
    #[must_use]
    pub fn nonce(self, link: u64) -> String {
        let mut digest = Sha256::new_with_prefix(b"damero-link");
        digest.update(self.0);
        digest.update(link.to_be_bytes());
        URL_SAFE_NO_PAD.encode(digest.finalize())
    }

    /// As the authorizer passes it on.
    #[must_use]
    pub fn to_hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads [`SessionHash::to_hex`].
    #[must_use]
    pub fn from_hex(text: &str) -> Option<SessionHash> {
        let mut hash = [0; 32];
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        for (byte, pair) in hash.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(SessionHash(hash))
    }
}
