//! Accounts: what a person sees of their own.

use serde::{Deserialize, Serialize};

/// The caller's session and, if it is linked, its account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Identity {
    /// How often this session has been linked: the nonce of the next link hangs on it.
    pub link: u64,
    /// The terms that must be accepted now.
    pub terms: u32,
    /// What is missing before the caller may queue, in the order in which to see to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Missing>>"))]
    pub missing: Vec<Missing>,
    /// The account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
}

/// A step before rated play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// The session is linked to no account.
    Account,
    /// The provider has not verified the e-mail address.
    VerifiedEmail,
    /// The present terms are not accepted.
    Terms,
}

/// The caller's own account. No e-mail address: the club does not keep it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Account {
    /// Its id.
    pub id: String,
    /// The name that everybody sees.
    pub name: String,
    /// When it was first linked.
    pub created: i64,
    /// Whether the provider has verified its e-mail address.
    pub verified: bool,
    /// The newest terms it accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<u32>,
    /// Its browsers, the newest link first; at most 20.
    pub sessions: Vec<LinkedSession>,
}

/// A browser that is linked to the account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct LinkedSession {
    /// Its name for revoking it; no secret.
    pub id: String,
    /// When it was linked.
    pub linked: i64,
    /// When its link lapses if it does not connect.
    pub lapses: i64,
    /// Whether it is the caller's.
    pub here: bool,
}
