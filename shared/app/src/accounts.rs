//! What a caller may do with their own account, and what they are told of it.

use crate::app::{App, Caller, Fault};
use crate::identity::SessionHash;
use crate::outgoing::Outgoing;
use crate::people::reconnect;
use crate::ports::{Delivery, PortError};
use crate::refuse::refused;
use damero_domain::account::{Account, LinkedSession, Missing};
use damero_domain::ids::{AccountId, ConnectionId};
use damero_domain::time::Timestamp;
use damero_protocol::server::account as wire;
use damero_protocol::server::{Message, Refused};
use damero_store::{HeldAccount, Saved, Session};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// How often a lost race is run again. Of those who race one wins each time, so this many
/// browsers may meet at an account and all of them get their answer.
pub(crate) const ATTEMPTS: usize = 8;

/// The caller as the table has it now, whatever their connection was opened as.
pub(crate) enum Present {
    /// Linked, and its account.
    Linked(Session, Box<HeldAccount>),
    /// Linked to nothing.
    Guest(Session),
    /// Linked or unlinked since the connection was opened, which is to be opened again.
    Stale,
    /// The session is gone.
    Unknown,
}

/// Reads who the caller is.
pub(crate) async fn present(app: &App, caller: &Caller) -> Result<Present, Fault> {
    let Some(session) = app.store.session(&caller.session.0).await? else {
        return Ok(Present::Unknown);
    };
    if session.link != caller.link {
        return Ok(Present::Stale);
    }
    let Some(account) = session.account_at(app.clock.now()) else {
        return Ok(Present::Guest(session));
    };
    Ok(match app.store.account(account).await? {
        Some(held) => Present::Linked(session, Box::new(held)),
        None => Present::Guest(session),
    })
}

/// The caller's account, or what they are told instead.
pub(crate) async fn own(
    app: &App,
    caller: &Caller,
) -> Result<Result<(Session, HeldAccount), Vec<Outgoing>>, Fault> {
    Ok(match present(app, caller).await? {
        Present::Linked(session, held) => Ok((session, *held)),
        Present::Guest(_) => Err(refuse(caller, refused("not_linked"))),
        Present::Stale => Err(vec![reconnect(caller)]),
        Present::Unknown => Err(refuse(caller, refused("session_expired"))),
    })
}

/// Changes the caller's account; one that is so already is not written.
pub(crate) async fn change(
    app: &App,
    caller: &Caller,
    next: impl Fn(&Account) -> Account + Send,
) -> Result<Vec<Outgoing>, Fault> {
    for _ in 0..ATTEMPTS {
        let (session, held) = match own(app, caller).await? {
            Ok(own) => own,
            Err(told) => return Ok(told),
        };
        if held.deleted {
            return Ok(refuse(caller, refused("not_linked")));
        }
        let account = next(&held.account);
        if account == held.account {
            return told(app, caller, &session, Some(&held.account)).await;
        }
        if let Saved::Done(()) = app.store.save_account(&held.with(account.clone())).await? {
            return told(app, caller, &session, Some(&account)).await;
        }
    }
    Ok(refuse(caller, refused("busy")))
}

/// `identity` to the caller, or `reconnect`.
pub(crate) async fn page(app: &App, caller: &Caller) -> Result<Vec<Outgoing>, Fault> {
    match present(app, caller).await? {
        Present::Linked(session, held) => {
            let account = (!held.deleted).then_some(&held.account);
            told(app, caller, &session, account).await
        }
        Present::Guest(session) => told(app, caller, &session, None).await,
        Present::Stale => Ok(vec![reconnect(caller)]),
        Present::Unknown => Ok(refuse(caller, refused("session_expired"))),
    }
}

/// What stands between the caller and rated play, and their account if they have one.
///
/// # Errors
/// [`Fault`].
pub(crate) async fn told(
    app: &App,
    caller: &Caller,
    session: &Session,
    account: Option<&Account>,
) -> Result<Vec<Outgoing>, Fault> {
    let terms = app.club.terms;
    let missing = account.map_or_else(|| vec![Missing::Account], |account| account.missing(terms));
    let mut sessions = HashMap::new();
    if let Some(account) = account {
        let hashes: Vec<_> = account.sessions.iter().map(|linked| linked.hash).collect();
        sessions = app.store.sessions(&hashes).await?;
    }
    let identity = wire::Identity {
        link: session.link,
        terms,
        missing: missing.into_iter().map(wire_missing).collect(),
        account: account.map(|account| view(account, caller, &sessions)),
    };
    let message = Message::Identity(identity);
    Ok(vec![Outgoing::new(&caller.connection, message)])
}

fn view(
    account: &Account,
    caller: &Caller,
    sessions: &HashMap<[u8; 32], Session>,
) -> wire::Account {
    let session = |linked: &LinkedSession| {
        let link = sessions
            .get(&linked.hash)
            .and_then(|session| session.linked)
            .filter(|link| link.account == account.id);
        wire::LinkedSession {
            id: public_id(&linked.hash, account.id),
            linked: linked.at.0,
            // One that is being unlinked has lapsed.
            lapses: link.map_or(linked.at.0, |link| link.lapses.0),
            here: linked.hash == caller.session.0,
        }
    };
    wire::Account {
        id: account.id.to_string(),
        name: account.name.to_string(),
        created: account.created.0,
        verified: account.verified,
        accepted: account.accepted,
        sessions: account.sessions.iter().rev().map(session).collect(),
    }
}

fn wire_missing(missing: Missing) -> wire::Missing {
    match missing {
        Missing::Account => wire::Missing::Account,
        Missing::VerifiedEmail => wire::Missing::VerifiedEmail,
        Missing::Terms => wire::Missing::Terms,
    }
}

/// What a browser is called on its account's page: no secret, and on another account
/// another one.
pub(crate) fn public_id(hash: &[u8; 32], account: AccountId) -> String {
    let mut digest = Sha256::new_with_prefix(b"damero-linked-session");
    digest.update(hash);
    digest.update(account.0.to_bytes());
    let bytes = digest.finalize();
    bytes[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The browser that has connected last the longest ago, if the account has no room for
/// another one; and whether it is still linked.
pub(crate) async fn oldest(
    app: &App,
    account: &Account,
    newcomer: &SessionHash,
) -> Result<Option<([u8; 32], bool)>, Fault> {
    if !account.is_full_for(&newcomer.0) {
        return Ok(None);
    }
    let hashes: Vec<_> = account.sessions.iter().map(|linked| linked.hash).collect();
    let sessions = app.store.sessions(&hashes).await?;
    let lapses = |hash: &[u8; 32]| {
        let link = sessions.get(hash).and_then(|session| session.linked);
        let own = link.filter(|link| link.account == account.id);
        own.map(|link| link.lapses)
    };
    // Those that are linked no more come first: nothing is lost with them.
    let oldest = hashes.iter().min_by_key(|hash| lapses(hash));
    Ok(oldest.map(|hash| (*hash, lapses(hash).is_some())))
}

/// That the session is somebody else's now, to all of its connections that were opened
/// before.
pub(crate) async fn renew_all(
    app: &App,
    caller: &Caller,
) -> Result<(Option<Session>, Vec<Outgoing>), Fault> {
    let session = app.store.session(&caller.session.0).await?;
    let Some(session) = session else {
        return Ok((None, Vec::new()));
    };
    let mut stale: Vec<ConnectionId> = session.stale().cloned().collect();
    if caller.link != session.link && !stale.contains(&caller.connection) {
        stale.push(caller.connection.clone());
    }
    let told = stale
        .iter()
        .map(|to| Outgoing::new(to, Message::Reconnect {}));
    let told = told.collect();
    Ok((Some(session), told))
}

/// Takes another browser off an account and closes what it has open. Only when that is
/// closed is it done: until then the browser would play on as the account.
pub(crate) async fn put_out(app: &App, hash: &[u8; 32], account: AccountId) -> Result<(), Fault> {
    // Lost: it is off already, and perhaps not all is closed.
    let session = match app.store.unlink_session(hash, account).await? {
        Saved::Done(session) => Some(session),
        Saved::Lost(_) => app.store.session(hash).await?,
    };
    match session {
        Some(session) => close_stale(app, &session).await,
        None => Ok(()),
    }
}

/// Takes the caller's own browser off an account: all it has open is to connect again.
pub(crate) async fn become_guest(
    app: &App,
    caller: &Caller,
    account: AccountId,
) -> Result<Vec<Outgoing>, Fault> {
    // Lost: it is off already.
    let _ = app.store.unlink_session(&caller.session.0, account).await?;
    let (session, others) = renew_all(app, caller).await?;
    let mut all = match session {
        Some(session) => told(app, caller, &session, None).await?,
        None => Vec::new(),
    };
    all.extend(others);
    Ok(all)
}

/// Closes a session's connections of before.
pub(crate) async fn close_stale(app: &App, session: &Session) -> Result<(), Fault> {
    for connection in session.stale() {
        if app.push.close(connection).await == Delivery::Failed {
            let why = "a connection of a revoked session could not be closed";
            return Err(PortError(why.into()).into());
        }
    }
    Ok(())
}

/// A refusal to the caller.
pub(crate) fn refuse(caller: &Caller, refused: Refused) -> Vec<Outgoing> {
    vec![Outgoing::new(&caller.connection, Message::Refused(refused))]
}

/// A browser as an account lists it.
pub(crate) fn listed(caller: &Caller, link: u64, at: Timestamp) -> LinkedSession {
    LinkedSession {
        hash: caller.session.0,
        link,
        at,
    }
}
