//! SHA-256 as people compare it.

use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// A SHA-256; shown as `sha256sum` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of a text.
    #[must_use]
    pub fn of(text: &str) -> Digest {
        Digest(Sha256::digest(text).into())
    }

    /// The digest of all that a hash was given.
    pub(super) fn of_hash(hash: &Sha256) -> Digest {
        Digest(hash.clone().finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A text that is no digest: 64 digits, hexadecimal, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a SHA-256 of 64 hexadecimal digits in lower case")]
pub struct InvalidDigest;

impl FromStr for Digest {
    type Err = InvalidDigest;
    fn from_str(text: &str) -> Result<Digest, InvalidDigest> {
        let mut digest = [0; 32];
        if text.len() != 64 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(InvalidDigest);
        }
        for (byte, at) in digest.iter_mut().zip((0..).step_by(2)) {
            let digits = text.get(at..at + 2).ok_or(InvalidDigest)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| InvalidDigest)?;
        }
        Ok(Digest(digest))
    }
}
