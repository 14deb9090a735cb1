//! An account: an identity held by an outside provider, and the browsers linked to it.

pub mod name;

use crate::ids::{AccountId, Person};
use crate::time::Timestamp;
use name::Name;

/// How many browsers an account lists.
pub const MAX_SESSIONS: usize = 20;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Derived from its first link.
    pub id: AccountId,
    /// What everybody sees.
    pub name: Name,
    /// When it was first linked.
    pub created: Timestamp,
    /// Whether its provider has verified its e-mail address, as of the newest link.
    pub verified: bool,
    /// The newest terms it accepted.
    pub accepted: Option<u32>,
    /// Its browsers, the oldest link first.
    pub sessions: Vec<LinkedSession>,
    /// Kept out of rated play by hand.
    pub suspended: bool,
}

/// A browser that is or was linked to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkedSession {
    /// The SHA-256 of its secret.
    pub hash: [u8; 32],
    /// The session's link count since this link.
    pub link: u64,
    /// When it was linked.
    pub at: Timestamp,
}

/// A step before rated play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The session is linked to no account.
    Account,
    /// The provider has not verified the e-mail address.
    VerifiedEmail,
    /// The present terms are not accepted.
    Terms,
}

impl Account {
    /// What stands between the account and rated play, in the order in which to see to it.
    #[must_use]
    pub fn missing(&self, terms: u32) -> Vec<Missing> {
        let mut missing = Vec::new();
        if !self.verified {
            missing.push(Missing::VerifiedEmail);
        }
        if self.accepted != Some(terms) {
            missing.push(Missing::Terms);
        }
        missing
    }

    /// The people under whose names its browsers played before they were linked.
    #[must_use]
    pub fn guests(&self) -> Vec<Person> {
        let people = self.sessions.iter();
        people.map(|session| Person::guest(&session.hash)).collect()
    }

    /// The account with one more browser; the same one is listed once. `retired` makes room.
    #[must_use]
    pub fn with_session(mut self, new: LinkedSession, retired: Option<[u8; 32]>) -> Account {
        self.sessions
            .retain(|session| session.hash != new.hash && Some(session.hash) != retired);
        self.sessions.push(new);
        self
    }

    /// The account without a browser.
    #[must_use]
    pub fn without_session(mut self, hash: &[u8; 32]) -> Account {
        self.sessions.retain(|session| session.hash != *hash);
        self
    }

    /// Whether linking this browser needs another one to make room.
    #[must_use]
    pub fn is_full_for(&self, hash: &[u8; 32]) -> bool {
        self.sessions.len() >= MAX_SESSIONS
            && self.sessions.iter().all(|session| session.hash != *hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulid::Ulid;

    fn account() -> Account {
        let id = AccountId(Ulid(7));
        Account {
            id,
            name: Name::fallback(id),
            created: Timestamp(1),
            verified: true,
            accepted: Some(3),
            sessions: Vec::new(),
            suspended: false,
        }
    }

    fn browser(nth: u8, link: u64) -> LinkedSession {
        LinkedSession {
            hash: [nth; 32],
            link,
            at: Timestamp(i64::from(nth)),
        }
    }

    #[test]
    fn terms_that_moved_on_are_to_be_accepted_again() {
        let account = account();
        let unverified = Account {
            verified: false,
            accepted: None,
            ..account.clone()
        };
        assert_eq!(account.missing(3), []);
        assert_eq!(account.missing(4), [Missing::Terms]);
        assert_eq!(
            unverified.missing(3),
            [Missing::VerifiedEmail, Missing::Terms]
        );
    }

    #[test]
    fn a_browser_is_listed_once_and_the_twenty_first_needs_room() {
        let mut account = account();
        for nth in 0..20 {
            assert!(!account.is_full_for(&[nth; 32]));
            account = account.with_session(browser(nth, 1), None);
        }
        assert!(account.is_full_for(&[20; 32]));
        assert!(!account.is_full_for(&[0; 32]), "it is listed already");
        account = account.with_session(browser(0, 3), None);
        assert_eq!(account.sessions.len(), 20);
        assert_eq!(account.sessions.last(), Some(&browser(0, 3)));
        account = account.with_session(browser(20, 1), Some([1; 32]));
        assert_eq!(account.sessions.len(), 20);
        assert!(!account.guests().contains(&Person::guest(&[1; 32])));
    }
}
