//! `accountLink`: the caller's browser proves who they are, and is theirs from now on.

use super::{Action, Failure};
use crate::accounts::{self, ATTEMPTS, refuse};
use crate::app::{App, Caller, Fault};
use crate::authorize::LINK_LIFE;
use crate::levels;
use crate::oidc::{self, Named};
use crate::outgoing::Outgoing;
use crate::play::write_stamp;
use crate::refuse::refused;
use damero_domain::account::Account;
use damero_domain::account::name::Name;
use damero_domain::ids::{AccountId, CommandId};
use damero_domain::time::Timestamp;
use damero_protocol::client;
use damero_store::{HeldAccount, Linking, Saved, Session};

/// An ID token serves one session once: its nonce names the session's hash and link
/// count, and the count is raised in the write that links.
#[derive(Debug)]
pub struct AccountLink;

impl Action for AccountLink {
    const NAME: &'static str = "accountLink";
    type Fields = client::AccountLink;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::AccountLink,
    ) -> Result<Vec<Outgoing>, Failure> {
        let stamp = write_stamp(caller.stamp(app))?;
        let named = match oidc::read(app, &fields.id_token, stamp.now).await? {
            Ok(named) => named,
            Err(code) => return Ok(refuse(caller, refused(code))),
        };
        for _ in 0..ATTEMPTS {
            let Some(session) = app.store.session(&caller.session.0).await? else {
                return Ok(refuse(caller, refused("session_expired")));
            };
            let account = app.store.account_of(&named.provider).await?;
            if is_repeated(caller, &session, &named, account) {
                return Ok(linked(app, caller).await?);
            }
            if named.nonce != caller.session.nonce(session.link) {
                return Ok(refuse(caller, refused("token_nonce")));
            }
            if let Some(told) = link(app, caller, &session, &named, account, stamp.now).await? {
                return Ok(told);
            }
        }
        Ok(refuse(caller, refused("busy")))
    }
}

/// Whether this very token has linked the session.
fn is_repeated(
    caller: &Caller,
    session: &Session,
    named: &Named,
    account: Option<AccountId>,
) -> bool {
    let before = session.link.checked_sub(1);
    let by_this = before.is_some_and(|link| named.nonce == caller.session.nonce(link));
    by_this && account.is_some() && session.linked.map(|link| link.account) == account
}

/// One try; none if somebody else wrote first.
async fn link(
    app: &App,
    caller: &Caller,
    session: &Session,
    named: &Named,
    known: Option<AccountId>,
    now: Timestamp,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    let before = match known {
        Some(id) => match app.store.account(id).await? {
            Some(held) if !held.deleted => Some(held),
            // Deleted between two reads: the guard is gone as well.
            _ => return Ok(None),
        },
        None => None,
    };
    let own = listed_account(named, before.as_ref(), now);
    let retired = accounts::oldest(app, &own, &caller.session).await?;
    let account = Account {
        verified: named.verified,
        ..own
    };
    let account = account.with_session(
        accounts::listed(caller, session.link + 1, now),
        retired.map(|(hash, _)| hash),
    );
    let account = match &before {
        Some(held) => held.with(account),
        None => HeldAccount {
            account,
            v: 1,
            provider: named.provider,
            deleted: false,
        },
    };
    let left = left(app, caller, session, account.account.id).await?;
    let retired = retired.filter(|(_, linked)| *linked).map(|(hash, _)| hash);
    let linking = Linking {
        hash: &caller.session.0,
        seen: session.link,
        lapses: now + LINK_LIFE,
        account: &account,
        left: left.as_ref(),
        retired: retired.as_ref(),
    };
    let Saved::Done(()) = app.store.link(&linking).await? else {
        return Ok(None);
    };
    let browser = caller.identity().session();
    levels::take_over(app, account.account.id, browser).await?;
    if let Some(retired) = retired
        && let Some(session) = app.store.session(&retired).await?
    {
        accounts::close_stale(app, &session).await?;
    }
    linked(app, caller).await.map(Some)
}

/// The account as it was, or a new one.
fn listed_account(named: &Named, before: Option<&HeldAccount>, now: Timestamp) -> Account {
    if let Some(held) = before {
        return held.account.clone();
    }
    let id = AccountId::of_person(&named.provider, now);
    Account {
        id,
        name: named.name.clone().unwrap_or_else(|| Name::fallback(id)),
        created: now,
        verified: named.verified,
        accepted: None,
        sessions: Vec::new(),
        suspended: false,
    }
}

/// The account that the session leaves for this one, without it.
async fn left(
    app: &App,
    caller: &Caller,
    session: &Session,
    to: AccountId,
) -> Result<Option<HeldAccount>, Fault> {
    let Some(link) = session.linked.filter(|link| link.account != to) else {
        return Ok(None);
    };
    let held = app.store.account(link.account).await?;
    Ok(held.map(|held| {
        let account = held.account.clone();
        held.with(account.without_session(&caller.session.0))
    }))
}

/// The caller is told who they are, and every connection of the session to open again.
async fn linked(app: &App, caller: &Caller) -> Result<Vec<Outgoing>, Fault> {
    let (session, others) = accounts::renew_all(app, caller).await?;
    let Some(session) = session else {
        return Ok(others);
    };
    let account = match session.linked {
        Some(link) => app.store.account(link.account).await?,
        None => None,
    };
    let account = account.as_ref().map(|held| &held.account);
    let mut told = accounts::told(app, caller, &session, account).await?;
    told.extend(others);
    Ok(told)
}
