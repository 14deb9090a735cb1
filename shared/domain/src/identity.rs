//! Who calls: a browser's session and the account it is linked to.

use crate::ids::{AccountId, Person};

/// A caller, who may hold a seat by either of two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    session: Person,
    account: Option<AccountId>,
}

impl Identity {
    /// A session that is linked to no account.
    #[must_use]
    pub fn guest(session_hash: &[u8; 32]) -> Identity {
        Identity {
            session: Person::guest(session_hash),
            account: None,
        }
    }

    /// A session that is linked to an account.
    #[must_use]
    pub fn linked(session_hash: &[u8; 32], account: AccountId) -> Identity {
        Identity {
            account: Some(account),
            ..Identity::guest(session_hash)
        }
    }

    /// The browser, linked or not: what is remembered of a command is remembered of it.
    #[must_use]
    pub fn session(&self) -> Person {
        self.session
    }

    /// The account.
    #[must_use]
    pub fn account(&self) -> Option<AccountId> {
        self.account
    }

    /// Who takes a new seat: the account, whose other browsers may then play on.
    #[must_use]
    pub fn holder(&self) -> Person {
        self.account.map_or(self.session, Person::Account)
    }

    /// Which of two seats is the caller's. Who could sit on both plays by session, so
    /// that two browsers of one account, who face each other, play on.
    #[must_use]
    pub fn seat_among(&self, seats: [Option<Person>; 2]) -> Option<usize> {
        let held_by = |person| seats.iter().position(|seat| *seat == Some(person));
        held_by(self.session).or_else(|| held_by(Person::Account(self.account?)))
    }
}

impl From<Person> for Identity {
    /// Somebody who goes by one name only.
    fn from(person: Person) -> Identity {
        let account = match person {
            Person::Account(account) => Some(account),
            Person::Session(_) | Person::Computer => None,
        };
        Identity {
            session: person,
            account,
        }
    }
}

/// The seat that passes from a session to the account which that session belongs to:
/// `own` are the account's sessions. None if the account sits here already, or would
/// sit on both: then each of its browsers keeps its own side.
#[must_use]
pub fn passes_to(account: AccountId, own: &[Person], seats: [Option<Person>; 2]) -> Option<usize> {
    let is_account = |seat: &Option<Person>| *seat == Some(Person::Account(account));
    let is_own = |seat: &Option<Person>| seat.is_some_and(|person| own.contains(&person));
    if seats.iter().any(is_account) {
        return None;
    }
    match seats.each_ref().map(is_own) {
        [true, false] => Some(0),
        [false, true] => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulid::Ulid;

    const X: AccountId = AccountId(Ulid(1));
    const Y: AccountId = AccountId(Ulid(2));

    fn session(nth: u8) -> Option<Person> {
        Some(Person::guest(&[nth; 32]))
    }

    fn account(account: AccountId) -> Option<Person> {
        Some(Person::Account(account))
    }

    #[test]
    fn a_seat_is_matched_by_session_first_and_by_account_then() {
        let one = Identity::linked(&[1; 32], X);
        let cases = [
            ([session(1), session(2)], Some(0)),
            ([session(2), session(1)], Some(1)),
            ([account(X), session(2)], Some(0)),
            ([session(2), account(X)], Some(1)),
            ([account(X), session(1)], Some(1)),
            ([session(1), account(X)], Some(0)),
            ([account(Y), session(2)], None),
            ([account(X), None], Some(0)),
            ([session(2), None], None),
        ];
        for (seats, expected) in cases {
            assert_eq!(one.seat_among(seats), expected, "{seats:?}");
        }
        let guest = Identity::guest(&[1; 32]);
        assert_eq!(guest.seat_among([account(X), session(2)]), None);
    }

    #[test]
    fn two_browsers_of_one_account_on_both_seats_play_their_own_sides() {
        let seats = [account(X), session(2)];
        let sides = [1, 2, 3].map(|nth| Identity::linked(&[nth; 32], X).seat_among(seats));
        assert_eq!(sides, [Some(0), Some(1), Some(0)]);
        let seats = [session(1), session(2)];
        let sides = [1, 2, 3].map(|nth| Identity::linked(&[nth; 32], X).seat_among(seats));
        assert_eq!(sides, [Some(0), Some(1), None]);
    }

    #[test]
    fn what_is_new_belongs_to_the_account_if_there_is_one() {
        assert_eq!(Some(Identity::linked(&[1; 32], X).holder()), account(X));
        assert_eq!(Some(Identity::guest(&[1; 32]).holder()), session(1));
    }

    #[test]
    fn a_seat_passes_to_the_account_unless_that_would_sit_on_both() {
        let own = [1, 2].map(|nth| Person::guest(&[nth; 32]));
        let cases = [
            ([session(1), session(9)], Some(0)),
            ([session(9), session(2)], Some(1)),
            ([session(2), None], Some(0)),
            ([session(1), account(Y)], Some(0)),
            ([session(1), session(2)], None),
            ([session(1), account(X)], None),
            ([account(X), session(2)], None),
            ([account(X), session(9)], None),
            ([session(8), session(9)], None),
        ];
        for (seats, expected) in cases {
            assert_eq!(passes_to(X, &own, seats), expected, "{seats:?}");
        }
    }
}
