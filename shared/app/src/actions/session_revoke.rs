//! `sessionRevoke`: one of the account's browsers is a guest's again.

use super::{Action, Failure};
use crate::accounts::{self, ATTEMPTS, public_id, refuse};
use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::refuse::refused;
use damero_domain::account::Account;
use damero_domain::ids::CommandId;
use damero_protocol::client;
use damero_store::{HeldAccount, Saved, Session};

/// A browser that is not on the list (any more) is one already: that is answered and
/// changes nothing.
#[derive(Debug)]
pub struct SessionRevoke;

impl Action for SessionRevoke {
    const NAME: &'static str = "sessionRevoke";
    type Fields = client::SessionRevoke;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::SessionRevoke,
    ) -> Result<Vec<Outgoing>, Failure> {
        for _ in 0..ATTEMPTS {
            let (session, held) = match accounts::own(app, caller).await? {
                Ok(own) => own,
                Err(told) => return Ok(told),
            };
            let told = if public_id(&caller.session.0, held.account.id) == fields.session {
                leave(app, caller, &held).await?
            } else {
                put_out(app, caller, &session, &held, &fields.session).await?
            };
            if let Some(told) = told {
                return Ok(told);
            }
        }
        Ok(refuse(caller, refused("busy")))
    }
}

/// Another browser: first it is put out, then it is off the list, so that whoever breaks
/// off half-way finds it there and finishes.
async fn put_out(
    app: &App,
    caller: &Caller,
    session: &Session,
    held: &HeldAccount,
    id: &str,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    let sessions = &held.account.sessions;
    let is_meant = |hash: &[u8; 32]| public_id(hash, held.account.id) == id;
    let found = sessions.iter().find(|listed| is_meant(&listed.hash));
    let mut account: Account = held.account.clone();
    if let Some(listed) = found {
        accounts::put_out(app, &listed.hash, account.id).await?;
        account = account.without_session(&listed.hash);
        if let Saved::Lost(_) = app.store.save_account(&held.with(account.clone())).await? {
            return Ok(None);
        }
    }
    accounts::told(app, caller, session, Some(&account))
        .await
        .map(Some)
}

/// The caller's own, which is linked as long as there is something left to do.
async fn leave(
    app: &App,
    caller: &Caller,
    held: &HeldAccount,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    let account = held.account.clone().without_session(&caller.session.0);
    if account != held.account
        && let Saved::Lost(_) = app.store.save_account(&held.with(account)).await?
    {
        return Ok(None);
    }
    accounts::become_guest(app, caller, held.account.id)
        .await
        .map(Some)
}
