//! A text on a socket: `ACTION PERSON PLACE LATENESS SCRIPT`, and on the next lines
//! the text itself, or bytes from which the action's fields are made.

use crate::answers::{answered_once, check as check_posts};
use crate::club::{Club, NOON, PEOPLE, PLACES, pick};
use crate::database::Outcome;
use crate::grammar;
use damero_app::actions::{self, Action};
use damero_app::{App, BoxFuture, Caller, Fault, websocket};
use damero_protocol::MAX_MESSAGE_BYTES;
use damero_protocol::server::Message;
use serde_json::Value;
use std::cell::RefCell;

type Serve = for<'a> fn(&'a App, &'a Caller, &'a str) -> BoxFuture<'a, Result<(), Fault>>;

fn serve<'a, A: Action + 'static>(
    app: &'a App,
    caller: &'a Caller,
    text: &'a str,
) -> BoxFuture<'a, Result<(), Fault>> {
    Box::pin(websocket::serve::<A>(app, caller, text))
}

fn unknown<'a>(
    app: &'a App,
    caller: &'a Caller,
    text: &'a str,
) -> BoxFuture<'a, Result<(), Fault>> {
    Box::pin(websocket::serve_unknown(app, caller, text))
}

fn route<A: Action + 'static>() -> (&'static str, Serve) {
    (A::NAME, serve::<A>)
}

fn routes() -> [(&'static str, Serve); 20] {
    [
        route::<actions::Sync>(),
        route::<actions::RoomCreate>(),
        route::<actions::RoomJoin>(),
        route::<actions::RoomAccept>(),
        route::<actions::RoomCancel>(),
        route::<actions::GameMove>(),
        route::<actions::GameHuff>(),
        route::<actions::GameDraw>(),
        route::<actions::GameClaimDraw>(),
        route::<actions::GameResign>(),
        route::<actions::GameFlag>(),
        route::<actions::GameCancel>(),
        route::<actions::GameRematch>(),
        route::<actions::HistoryGet>(),
        route::<actions::AccountLink>(),
        route::<actions::AccountName>(),
        route::<actions::AccountDelete>(),
        route::<actions::TermsAccept>(),
        route::<actions::SessionRevoke>(),
        ("$default", unknown),
    ]
}

thread_local! {
    static CLUB: RefCell<Club> = RefCell::default();
}

/// Whatever is said: one answer to who said it, or a fault; nothing that is no
/// message of the protocol, and nothing of anybody's session.
///
/// # Panics
/// If it is otherwise.
pub fn check(data: &[u8]) {
    CLUB.with_borrow(|club| in_club(club, data));
}

fn in_club(club: &Club, data: &[u8]) {
    let (head, rest) = crate::head(data);
    let word = |nth: usize| head.get(nth).map_or("", String::as_str);
    let routes = routes();
    let (action, serve) = routes[pick(&routes.map(|(name, _)| name), word(0))];
    let (person, place) = (pick(&PEOPLE, word(1)), pick(&PLACES, word(2)));
    let lateness = word(3).parse().unwrap_or(0_i64);
    let text = club.spell(&String::from_utf8_lossy(rest), place);
    let mut texts = vec![text];
    if serde_json::from_str::<Value>(&texts[0]).is_err() {
        let made = grammar::fields(action, rest).unwrap_or_default();
        texts.push(club.spell(&made.to_string(), place));
    }
    for text in texts {
        club.reset(word(4).bytes().map(Outcome::of));
        let received = NOON.saturating_add(lateness);
        club.set_clock(received.saturating_add(5));
        let caller = club.caller(person, received);
        let done = club.run(serve(&club.app, &caller, &text));
        let posts = club.posts();
        let own = check_posts(&posts, Some(&caller.connection), &text);
        let sent: Value = serde_json::from_str(&text).unwrap_or_default();
        if done.is_ok() {
            answered_once(&own, sent["id"].as_str());
        }
        if text.len() > MAX_MESSAGE_BYTES {
            let [only] = &own[..] else {
                panic!("{own:?}");
            };
            let large =
                matches!(&only.message, Message::Refused(refused) if refused.code == "too_large");
            assert!(large && posts.len() == 1, "{posts:?}");
        }
    }
}
