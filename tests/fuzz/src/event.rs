//! An event to a function: its name on the first line, and the event as JSON. What
//! is no JSON becomes the text of a message from the host.
//!
//! In the context that the authorizer gives, and as a connection's id, the names of
//! [`PEOPLE`] stand for theirs.

use crate::answers::{answered_once, check as check_posts};
use crate::club::{Club, NOON, PEOPLE, connection, pick, session};
use damero_domain::ids::ConnectionId;
use damero_lambda::{Settings, handler};
use damero_protocol::MAX_MESSAGE_BYTES;
use serde_json::{Value, json};
use std::cell::RefCell;

/// Every function.
pub const FUNCTIONS: [&str; 21] = [
    "ws-authorize",
    "ws-connect",
    "ws-disconnect",
    "ws-default",
    "timer-clock",
    "invite-expire",
    "audit-active",
    "sync",
    "room-create",
    "room-join",
    "room-accept",
    "room-cancel",
    "game-move",
    "game-huff",
    "game-draw",
    "game-claim-draw",
    "game-resign",
    "game-flag",
    "game-cancel",
    "game-rematch",
    "history-get",
];

/// Those that no client's message reaches.
const NO_MESSAGE: [&str; 6] = [
    "ws-authorize",
    "ws-connect",
    "ws-disconnect",
    "timer-clock",
    "invite-expire",
    "audit-active",
];

thread_local! {
    static CLUB: RefCell<Club> = RefCell::default();
}

/// Whatever event comes: an answer or an error, and what was posted is in order.
///
/// # Panics
/// If it is otherwise.
pub fn check(data: &[u8]) {
    CLUB.with_borrow(|club| in_club(club, data));
}

fn in_club(club: &Club, data: &[u8]) {
    let (head, rest) = crate::head(data);
    let word = |nth: usize| head.get(nth).map_or("", String::as_str);
    let function = FUNCTIONS[pick(&FUNCTIONS, word(0))];
    let place = pick(&crate::club::PLACES, word(1));
    let lateness = word(2).parse().unwrap_or(0_i64);
    let text = club.spell(&String::from_utf8_lossy(rest), place);
    let event = event(&text);
    club.reset([]);
    club.set_clock(NOON.saturating_add(lateness));
    let to = event["requestContext"]["connectionId"].as_str();
    let to = to.map(|id| ConnectionId(id.to_owned()));
    let settings = Settings {
        allowed_origins: "https://damero.example".into(),
        ..Settings::default()
    };
    let Some(handler) = handler(function) else {
        panic!("no handler for {function}");
    };
    let sent = event["body"].as_str().unwrap_or_default().to_owned();
    let done = club.run(handler(&club.app, &settings, event));
    let posts = club.posts();
    let message = !NO_MESSAGE.contains(&function);
    let own = check_posts(&posts, to.as_ref().filter(|_| message), &sent);
    if message && done.is_ok() {
        let fields: Value = serde_json::from_str(&sent).unwrap_or_default();
        // A connection that the rival's list names too hears the rival's news as well.
        answered_once(&own, fields["id"].as_str());
        if sent.len() > MAX_MESSAGE_BYTES {
            assert_eq!(posts.len(), 1, "{posts:?}");
            assert!(posts[0].1.contains(r#""code":"too_large""#), "{posts:?}");
        }
    }
}

fn event(text: &str) -> Value {
    let mut event = match serde_json::from_str(text) {
        Ok(event @ (Value::Object(_) | Value::Array(_))) => event,
        _ => json!({
            "requestContext": {
                "connectionId": "host",
                "connectedAt": NOON,
                "messageId": "m=",
                "requestTimeEpoch": NOON,
                "authorizer": { "session": "host", "expires": (NOON + 1).to_string() },
            },
            "body": text,
        }),
    };
    let person = |value: &Value| PEOPLE.iter().position(|name| value == name);
    if let Some(context) = event.get_mut("requestContext") {
        if let Some(id) = context.get_mut("connectionId")
            && let Some(person) = person(id)
        {
            *id = json!(connection(person).0);
        }
        let authorizer = context.get_mut("authorizer");
        if let Some(hash) = authorizer.and_then(|authorizer| authorizer.get_mut("session"))
            && let Some(person) = person(hash)
        {
            *hash = json!(session(person).to_hex());
        }
    }
    event
}
