//! Names beside ids, as they are now.

use crate::app::{App, Fault};
use damero_domain::ids::AccountId;
use std::collections::BTreeMap;

/// The present names of some accounts; one that was deleted has none.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<AccountId, String>);

impl Names {
    /// Reads the names of a page.
    pub(crate) async fn of(
        _: &App,
        _: impl IntoIterator<Item = AccountId>,
    ) -> Result<Names, Fault> {
        Ok(Names::default())
    }

    /// The name of one of them.
    pub(crate) fn name(&self, account: AccountId) -> Option<String> {
        self.0.get(&account).cloned()
    }
}
