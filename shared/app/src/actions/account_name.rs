//! `accountName`: what everybody sees.

use super::{Action, Failure};
use crate::accounts::{self, refuse};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::refuse::refused;
use damero_domain::account::Account;
use damero_domain::account::name::{Name, NameError};
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// Two may have the same name; their ids differ.
#[derive(Debug)]
pub struct AccountName;

impl Action for AccountName {
    const NAME: &'static str = "accountName";
    type Fields = client::AccountName;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::AccountName,
    ) -> Result<Vec<Outgoing>, Failure> {
        let name = match Name::new(&fields.name) {
            Ok(name) => name,
            Err(error) => return Ok(refuse(caller, refused(code(error)))),
        };
        let next = |account: &Account| Account {
            name: name.clone(),
            ..account.clone()
        };
        Ok(accounts::change(app, caller, next).await?)
    }
}

fn code(error: NameError) -> &'static str {
    match error {
        NameError::Length => "name_length",
        NameError::Characters => "name_characters",
        NameError::Reserved => "name_reserved",
    }
}
