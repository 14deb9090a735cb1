//! Who may open a connection.

use crate::app::{App, Caller, Fault};
use crate::identity::SessionHash;
use damero_domain::ids::AccountId;
use damero_domain::time::{Millis, Timestamp};
use damero_store::{Opening, SOCKET_LIFE, Saved, Session, Socket};
use sha2::{Digest, Sha256};

/// A session lapses so long after its last connection.
pub const SESSION_LIFE: Millis = Millis::seconds(400 * 24 * 60 * 60);

/// The link of a session to an account lapses so long after its last connection.
pub const LINK_LIFE: Millis = Millis::seconds(90 * 24 * 60 * 60);

/// How many connections a session may have open; one more closes the oldest.
const MAX_SOCKETS: usize = 20;

/// What the authorizer says of a connection attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Let it in, as this session until then.
    Allow {
        /// Whose connection it will be.
        session: SessionHash,
        /// The account it is linked to.
        account: Option<AccountId>,
        /// How often it has been linked or unlinked.
        link: u64,
        /// When the session lapses.
        expires: Timestamp,
    },
    /// Turn it away; the reason is for the log.
    Deny(&'static str),
}

/// Judges a connection attempt from `address` with `secret`. A secret that is not
/// known yet opens a new session, so many an address and hour.
///
/// # Errors
/// [`Fault`].
pub async fn authorize(app: &App, address: &str, secret: &[u8; 32]) -> Result<Admission, Fault> {
    let now = app.clock.now();
    // An address is personal data: only its hash is kept, for two windows.
    let address: String = Sha256::digest(address)
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let connections = app
        .store
        .count(&address, "conn", Millis::seconds(60), now)
        .await?;
    if connections > app.limits.connections_per_minute {
        return Ok(Admission::Deny("too many connections from this address"));
    }
    let session = SessionHash::of(secret);
    if let Some(known) = app.store.session(&session.0).await? {
        return Ok(if now >= known.expires {
            Admission::Deny("the session has lapsed")
        } else {
            Admission::Allow {
                session,
                account: known.account_at(now),
                link: known.link,
                expires: now + SESSION_LIFE,
            }
        });
    }
    let sessions = app
        .store
        .count(&address, "session", Millis::seconds(3600), now)
        .await?;
    if sessions > app.limits.sessions_per_hour {
        return Ok(Admission::Deny("too many new sessions from this address"));
    }
    let expires = now + SESSION_LIFE;
    match app.store.admit_session(&session.0, now, expires).await? {
        // Lost: another tab of the same new browser was faster.
        Saved::Done(()) | Saved::Lost(_) => Ok(Admission::Allow {
            session,
            account: None,
            link: 0,
            expires,
        }),
    }
}

/// What became of a connection that was admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// It is open.
    Yes,
    /// Its session has lapsed, or become somebody else since: admit it anew.
    Stale,
}

/// A connection was opened: lists it with its session, which is renewed as its link is,
/// and notes it. In this order, so that whoever links or unlinks the session either
/// keeps the connection out or finds it on the list.
///
/// # Errors
/// [`Fault`].
pub async fn connected(app: &App, caller: &Caller) -> Result<Opened, Fault> {
    let now = app.clock.now();
    let opening = Opening {
        hash: &caller.session.0,
        connection: &caller.connection,
        link: caller.link,
        now,
        expires: now + SESSION_LIFE,
        lapses: caller.account.map(|_| now + LINK_LIFE),
    };
    let Saved::Done(session) = app.store.open_socket(opening).await? else {
        return Ok(Opened::Stale);
    };
    app.store.put_connection(&caller.connection, now.0).await?;
    make_room(app, caller, &session, now).await?;
    Ok(Opened::Yes)
}

/// A session's list holds so many connections: those that must be gone by now, and then
/// the oldest, make room for the newest.
async fn make_room(
    app: &App,
    caller: &Caller,
    session: &Session,
    now: Timestamp,
) -> Result<(), Fault> {
    let excess = session.sockets.len().saturating_sub(MAX_SOCKETS);
    if excess == 0 {
        return Ok(());
    }
    let is_dead = |socket: &&Socket| socket.opened + SOCKET_LIFE < now;
    let (dead, open): (Vec<_>, Vec<_>) = session.sockets.iter().partition(is_dead);
    let retired = open.len().saturating_sub(MAX_SOCKETS);
    for socket in &open[..retired] {
        app.push.close(&socket.connection).await;
    }
    let out = dead.into_iter().chain(open.into_iter().take(retired));
    let out: Vec<_> = out.map(|socket| socket.connection.clone()).collect();
    app.store.close_sockets(&caller.session.0, &out).await?;
    Ok(())
}
