//! From where somebody plays, in a form that only tells two apart.

use crate::club::Club;
use damero_domain::time::Timestamp;
use ring::hmac::{HMAC_SHA256, Key, sign};

/// A keyed hash of an address: the same within a month, of no use after it. None
/// without an address or a key.
pub(crate) fn tag(club: &Club, address: Option<&str>, at: Timestamp) -> Option<[u8; 16]> {
    let month = club.zone.day(at)?.to_string();
    let month = month.get(..7)?;
    if club.address_key.is_empty() {
        return None;
    }
    let club = Key::new(HMAC_SHA256, &club.address_key);
    let of_month = sign(&club, month.as_bytes());
    let of_month = Key::new(HMAC_SHA256, of_month.as_ref());
    let digest = sign(&of_month, address?.as_bytes());
    digest.as_ref().get(..16)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUNE: Timestamp = Timestamp(1_750_000_000_000);
    const JULY: Timestamp = Timestamp(1_752_000_000_000);

    fn club(key: &[u8]) -> Club {
        Club {
            address_key: key.into(),
            ..Club::default()
        }
    }

    #[test]
    fn an_address_is_told_apart_within_a_month_and_under_one_key() {
        let of = |key: &[u8], address, at| tag(&club(key), Some(address), at);
        let one = of(b"key", "203.0.113.7", JUNE);
        assert!(one.is_some());
        assert_eq!(of(b"key", "203.0.113.7", JUNE), one);
        assert_ne!(of(b"key", "203.0.113.8", JUNE), one);
        assert_ne!(of(b"key", "203.0.113.7", JULY), one);
        assert_ne!(of(b"other", "203.0.113.7", JUNE), one);
    }

    #[test]
    fn nothing_is_kept_without_a_key_or_an_address() {
        assert_eq!(tag(&club(b""), Some("203.0.113.7"), JUNE), None);
        assert_eq!(tag(&club(b"key"), None, JUNE), None);
    }
}
