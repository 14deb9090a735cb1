//! `accountDelete`: name and identity go; games stay under the bare id.

use super::{Action, Failure};
use crate::accounts::{self, ATTEMPTS, refuse};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::queue::{self, Left};
use crate::refuse::refused;
use damero_domain::account::Account;
use damero_domain::ids::CommandId;
use damero_protocol::client;
use damero_store::{HeldAccount, Saved};

/// First nobody is this account any more, then it waits for no rival any more, who would
/// wait for nobody, then its other browsers are put out, and the caller's own is last: as
/// long as it is linked there is somebody to finish. A game that runs goes on without it.
#[derive(Debug)]
pub struct AccountDelete;

impl Action for AccountDelete {
    const NAME: &'static str = "accountDelete";
    type Fields = client::AccountDelete;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        _fields: client::AccountDelete,
    ) -> Result<Vec<Outgoing>, Failure> {
        let mut told = Vec::new();
        for _ in 0..ATTEMPTS {
            let (_, held) = match accounts::own(app, caller).await? {
                Ok(own) => own,
                Err(refused) => {
                    told.extend(refused);
                    return Ok(told);
                }
            };
            if !held.deleted {
                // Read again: what follows rests on the list as it is from now on.
                let _ = app.store.delete_account(&nameless(&held)).await?;
                continue;
            }
            let account = held.account.id;
            let (left, news) = queue::give_up(app, caller, account).await?;
            told.extend(news);
            if let Left::Lost = left {
                break;
            }
            let others = held.account.sessions.iter();
            for other in others.filter(|listed| listed.hash != caller.session.0) {
                accounts::put_out(app, &other.hash, account).await?;
            }
            let empty = Account {
                sessions: Vec::new(),
                ..held.account.clone()
            };
            if empty != held.account
                && let Saved::Lost(_) = app.store.save_account(&held.with(empty)).await?
            {
                continue;
            }
            told.extend(accounts::become_guest(app, caller, account).await?);
            return Ok(told);
        }
        told.extend(refuse(caller, refused("busy")));
        Ok(told)
    }
}

/// The account without anything that says whose it was.
fn nameless(held: &HeldAccount) -> HeldAccount {
    let account = Account {
        verified: false,
        accepted: None,
        ..held.account.clone()
    };
    HeldAccount {
        deleted: true,
        ..held.with(account)
    }
}
