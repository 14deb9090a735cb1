//! Who may open a connection.

use crate::app::{App, Fault};
use crate::identity::SessionHash;
use damero_domain::ids::ConnectionId;
use damero_domain::time::{Millis, Timestamp};
use damero_store::Saved;
use sha2::{Digest, Sha256};

/// A session lapses so long after its last connection.
pub const SESSION_LIFE: Millis = Millis::seconds(400 * 24 * 60 * 60);

/// What the authorizer says of a connection attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Let it in, as this session until then.
    Allow {
        /// Whose connection it will be.
        session: SessionHash,
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
        Saved::Done(()) | Saved::Lost(_) => Ok(Admission::Allow { session, expires }),
    }
}

/// A connection was opened: notes it and renews its session.
///
/// # Errors
/// [`Fault`].
pub async fn connected(
    app: &App,
    connection: &ConnectionId,
    session: SessionHash,
) -> Result<(), Fault> {
    let now = app.clock.now();
    app.store.put_connection(connection, now.0).await?;
    Ok(app
        .store
        .renew_session(&session.0, now, now + SESSION_LIFE)
        .await?)
}
