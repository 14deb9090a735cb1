//! What must never be on any wire: every message that any player of this process
//! hears is held against the secrets of all of them.

use crate::socket::Secret;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use damero_app::SessionHash;
use std::collections::HashSet;
use std::sync::{LazyLock, PoisonError, RwLock};

/// So many characters of a secret or a hash are enough to name somebody; what a
/// person is called in the table is a part of the hash.
const TELLING: usize = 12;

type Window = [u8; TELLING];

static KNOWN: LazyLock<RwLock<HashSet<Window>>> = LazyLock::new(RwLock::default);

/// From now on nobody may hear of this secret.
pub fn keep(secret: Secret) {
    let hash = SessionHash::of(&secret.0).0;
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    for bytes in [secret.0, hash] {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        for form in [
            hex.to_uppercase(),
            hex,
            STANDARD_NO_PAD.encode(bytes),
            URL_SAFE_NO_PAD.encode(bytes),
        ] {
            known.extend(windows(form.as_bytes()));
        }
    }
}

/// From now on nobody may hear of any part of this text.
pub fn keep_text(text: &str) {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.extend(windows(text.as_bytes()));
}

/// Checks a message, or anything else that leaves the server.
///
/// # Panics
/// If it holds a part of anybody's secret, of what is made from one, or an e-mail
/// address.
pub fn check(text: &str) {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    // Runs as long as that are few, which makes this cheap.
    let runs = text.as_bytes().split(|byte| !may_spell(*byte));
    let found = runs.flat_map(windows).find(|window| known.contains(window));
    let found = found.map(|window| String::from_utf8_lossy(&window).into_owned());
    assert_eq!(found, None, "a part of a secret: {text}");
    assert_eq!(address(text), None, "an e-mail address: {text}");
}

fn windows(text: &[u8]) -> impl Iterator<Item = Window> {
    text.windows(TELLING)
        .filter_map(|part| part.try_into().ok())
}

/// Whether hex or base64 of either alphabet may have it.
fn may_spell(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte)
}

/// Anything like an e-mail address.
fn address(text: &str) -> Option<String> {
    let of_name = |c: char| c.is_alphanumeric() || "._%+-".contains(c);
    let of_host = |c: char| c.is_alphanumeric() || ".-".contains(c);
    text.match_indices('@').find_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let name = before.trim_end_matches(of_name);
        let host = &after[..after.len() - after.trim_start_matches(of_host).len()];
        let dotted = host.trim_matches('.').contains('.');
        (name.len() < at && dotted).then(|| format!("{}@{host}", &before[name.len()..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn every_form_of_a_secret_is_told_from_what_a_message_has() {
        let secret = Secret([0xfb; 32]);
        keep(secret);
        let hash = SessionHash::of(&secret.0);
        for leak in [
            secret.token(),
            secret.token()[9..21].to_owned(),
            STANDARD_NO_PAD.encode(secret.0),
            hash.to_hex(),
            hash.to_hex()[50..62].to_owned(),
            hash.to_hex().to_uppercase(),
            URL_SAFE_NO_PAD.encode(hash.0)[30..].to_owned(),
            format!("s{}", &hash.to_hex()[..32]),
        ] {
            let text = format!(r#"{{"type":"state","now":5,"x":"{leak}"}}"#);
            assert!(catch_unwind(|| check(&text)).is_err(), "{text}");
        }
        check(&format!(
            r#"{{"game":"01M8NPSK7VTPG9JHSJNRB74AW8","moves":"9-14 22x15","x":"{}"}}"#,
            &hash.to_hex()[..11]
        ));
    }

    #[test]
    fn addresses_are_told_from_other_uses_of_the_sign() {
        for (text, found) in [
            (
                r#""ana.b+c@club.example.org""#,
                Some("ana.b+c@club.example.org"),
            ),
            ("x: ñandú@correo.ar,", Some("ñandú@correo.ar")),
            ("vezz-8x8@1", None),
            ("@club.example", None),
            ("ana@club", None),
            ("ana@club.", None),
            ("a @ b.c", None),
        ] {
            assert_eq!(address(text).as_deref(), found, "{text}");
        }
    }
}
