//! Names beside ids, as they are now.

use crate::app::{App, Fault};
use damero_domain::account::name::Name;
use damero_domain::ids::AccountId;
use std::collections::{BTreeSet, HashMap};

/// The present names of some accounts; one that was deleted has none.
pub(super) struct Names(HashMap<AccountId, Name>);

impl Names {
    /// Reads the names of a page.
    pub(super) async fn of(
        app: &App,
        accounts: impl IntoIterator<Item = AccountId>,
    ) -> Result<Names, Fault> {
        let ids: BTreeSet<_> = accounts.into_iter().collect();
        let ids: Vec<_> = ids.into_iter().collect();
        Ok(Names(app.store.names(&ids).await?))
    }

    /// The name of one of them.
    pub(super) fn name(&self, account: AccountId) -> Option<String> {
        self.0.get(&account).map(ToString::to_string)
    }
}
