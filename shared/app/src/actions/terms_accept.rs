//! `termsAccept`: the terms as they were read.

use super::{Action, Failure};
use crate::accounts::{self, refuse};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::refuse::refused_with;
use damero_domain::account::Account;
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// Only the present version can be accepted: another one was read.
#[derive(Debug)]
pub struct TermsAccept;

impl Action for TermsAccept {
    const NAME: &'static str = "termsAccept";
    type Fields = client::TermsAccept;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::TermsAccept,
    ) -> Result<Vec<Outgoing>, Failure> {
        let terms = app.club.terms;
        if fields.version != terms {
            let refused = refused_with("terms_version", "version", terms);
            return Ok(refuse(caller, refused));
        }
        let next = |account: &Account| Account {
            accepted: Some(terms),
            ..account.clone()
        };
        Ok(accounts::change(app, caller, next).await?)
    }
}
