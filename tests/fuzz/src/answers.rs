//! What may be posted after one message, whatever it was.

use crate::club::{PEOPLE, connection, session};
use damero_domain::ids::{ConnectionId, Person};
use damero_protocol::REFUSALS;
use damero_protocol::server::{Envelope, Message};

/// The gateway takes no larger message.
const MOST_BYTES: usize = 128 * 1024;

/// Both seats with four tabs each, a room and a game, twice over.
const MOST_POSTS: usize = 32;

/// A room and its game: as they were settled, as another message of the tab left them,
/// and as they were asked for.
const MOST_ANSWERS: usize = 6;

/// Checks everything that was posted, and returns what `to` was told in answer to `said`.
///
/// # Panics
/// If something must never be sent.
pub fn check(
    posts: &[(ConnectionId, String)],
    to: Option<&ConnectionId>,
    said: &str,
) -> Vec<Envelope> {
    assert!(posts.len() <= MOST_POSTS, "{} posts", posts.len());
    let mut own = Vec::new();
    for (connection, text) in posts {
        assert!(text.len() < MOST_BYTES, "{} bytes", text.len());
        no_secret(text, said);
        let envelope: Envelope = match serde_json::from_str(text) {
            Ok(envelope) => envelope,
            Err(error) => panic!("not a message of the protocol: {error}: {text}"),
        };
        let again = serde_json::to_string(&envelope);
        assert_eq!(again.ok().as_ref(), Some(text), "as it is read");
        if let Message::Refused(refused) = &envelope.message {
            let known = REFUSALS.iter().any(|known| known.code == refused.code);
            assert!(known, "{text}");
            assert_eq!(Some(connection), to, "{text}");
        }
        if Some(connection) == to {
            own.push(envelope);
        } else {
            assert_eq!(envelope.ack, None, "{text}");
        }
    }
    own
}

/// One refusal and no acknowledgement, or the other way round.
///
/// # Panics
/// If there is none, or both.
pub fn answered_once(own: &[Envelope], id: Option<&str>) {
    let refusals = own
        .iter()
        .filter(|envelope| matches!(envelope.message, Message::Refused(_)));
    let acknowledged = own.iter().filter(|envelope| envelope.ack.is_some()).count();
    match refusals.count() {
        0 => assert!((1..=MOST_ANSWERS).contains(&acknowledged), "{own:?}"),
        1 => assert_eq!(acknowledged, 0, "{own:?}"),
        _ => panic!("refused twice: {own:?}"),
    }
    for envelope in own {
        if let (Some(ack), Some(id)) = (&envelope.ack, id) {
            assert_eq!(ack, id);
        }
    }
}

/// Nobody's session, person or connection, unless it was said: a refusal may quote
/// whom it answers, and the fuzzer learns ids from the comparisons that it watches.
fn no_secret(text: &str, said: &str) {
    for person in 0..PEOPLE.len() {
        let hash = session(person);
        let hex = hash.to_hex();
        let key = Person::guest(&hash.0).to_string();
        for secret in [&hex[..12], &hex[52..], &key[1..13], &connection(person).0] {
            let told = text.contains(secret) && !said.contains(secret);
            assert!(!told, "{secret} in {text}");
        }
    }
}
