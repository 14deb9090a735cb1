//! Who and which: identities as types of their own, and ids derived from stored facts.

use crate::time::Timestamp;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use ulid::Ulid;

macro_rules! ulid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub Ulid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;
            fn from_str(text: &str) -> Result<$name, InvalidId> {
                parse_ulid(text).map($name)
            }
        }
    };
}

ulid_id!(
    /// A command as its sender named it. What a command creates takes this id or one derived from it.
    CommandId
);
ulid_id!(
    /// A room.
    RoomId
);
ulid_id!(
    /// A game: its time is the first acceptance's, so ids sort by date.
    GameId
);
ulid_id!(
    /// A linked account.
    AccountId
);
ulid_id!(
    /// Two accounts that the queue brought together.
    PairingId
);
ulid_id!(
    /// A place in the queue.
    TicketId
);

/// A text that is not an id in its one canonical spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct InvalidId;

/// Only the canonical spelling is an id: a lower-case twin would be the same
/// command under another name.
fn parse_ulid(text: &str) -> Result<Ulid, InvalidId> {
    let ulid = Ulid::from_string(text).map_err(|_| InvalidId)?;
    if ulid.to_string() == text {
        Ok(ulid)
    } else {
        Err(InvalidId)
    }
}

/// What a seat remembers of an accepted command: eight bytes folded from its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommandTag(pub u64);

impl CommandId {
    /// When the sender says it was made.
    #[must_use]
    pub fn made_at(self) -> Timestamp {
        Timestamp(i64::try_from(self.0.timestamp_ms()).unwrap_or(i64::MAX))
    }

    /// The eight bytes by which a seat remembers it.
    #[must_use]
    pub fn tag(self) -> CommandTag {
        let digest = Sha256::digest(self.0.to_bytes());
        CommandTag(first_u64(&digest))
    }

    /// The eight bytes by which a room, whose memory serves both seats, remembers that
    /// the session `by` sent it: another browser's command of the same id is another
    /// command, and linking an account in between changes nothing.
    #[must_use]
    pub fn tag_by(self, by: Person) -> CommandTag {
        let mut hash = Sha256::new_with_prefix(self.0.to_bytes());
        hash.update(by.to_bytes());
        CommandTag(first_u64(&hash.finalize()))
    }
}

impl From<CommandId> for RoomId {
    /// A room carries the id of the command that created it: twice is once.
    fn from(id: CommandId) -> RoomId {
        RoomId(id.0)
    }
}

impl From<CommandId> for GameId {
    /// A game against the computer carries the id of the command that started it: twice
    /// is once.
    fn from(id: CommandId) -> GameId {
        GameId(id.0)
    }
}

impl From<CommandId> for TicketId {
    /// A ticket carries the id of the command that asked for it: twice is once.
    fn from(id: CommandId) -> TicketId {
        TicketId(id.0)
    }
}

impl TicketId {
    /// The id of the ticket that `account` gets back when a pairing comes to nothing.
    #[must_use]
    pub fn back_from(pairing: PairingId, account: AccountId, at: Timestamp) -> TicketId {
        let mut hash = Sha256::new_with_prefix(b"damero-ticket");
        hash.update(pairing.0.to_bytes());
        hash.update(account.0.to_bytes());
        TicketId(dated(at, &hash.finalize()))
    }
}

impl PairingId {
    /// The id of the pairing of two tickets, whoever finds them and in whatever
    /// order: no two tickets are paired twice.
    #[must_use]
    pub fn of(a: TicketId, b: TicketId) -> PairingId {
        let (first, second) = (a.min(b), a.max(b));
        let mut hash = Sha256::new_with_prefix(b"damero-pairing");
        hash.update(first.0.to_bytes());
        hash.update(second.0.to_bytes());
        let made = i64::try_from(second.0.timestamp_ms()).unwrap_or(0);
        PairingId(dated(Timestamp(made), &hash.finalize()))
    }
}

impl GameId {
    /// The id of a room's game `number` (from 1), whoever computes it and how often:
    /// time of the first acceptance, then a hash of room and number.
    #[must_use]
    pub fn of_room(room: RoomId, number: u16, first_accepted: Timestamp) -> GameId {
        let mut hash = Sha256::new_with_prefix(b"damero-game");
        hash.update(room.0.to_bytes());
        hash.update(number.to_be_bytes());
        GameId(dated(first_accepted, &hash.finalize()))
    }

    /// The id of a pairing's only game, whoever computes it and how often.
    #[must_use]
    pub fn of_pairing(pairing: PairingId, first_accepted: Timestamp) -> GameId {
        let mut hash = Sha256::new_with_prefix(b"damero-rated-game");
        hash.update(pairing.0.to_bytes());
        GameId(dated(first_accepted, &hash.finalize()))
    }
}

impl AccountId {
    /// The id of the account that somebody's first link makes, whoever computes it and
    /// how often: the link's time, then a hash of who the provider says they are.
    #[must_use]
    pub fn of_person(person: &ProviderId, first_linked: Timestamp) -> AccountId {
        let mut hash = Sha256::new_with_prefix(b"damero-account");
        hash.update(person.0);
        AccountId(dated(first_linked, &hash.finalize()))
    }
}

/// Somebody as a provider knows them: a hash of its name and of theirs there. Nothing
/// else of them is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProviderId(pub [u8; 32]);

impl ProviderId {
    /// Of an ID token's `iss` and `sub`.
    #[must_use]
    pub fn of(issuer: &str, subject: &str) -> ProviderId {
        let mut hash = Sha256::new_with_prefix(b"damero-oidc");
        for part in [issuer, subject] {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part);
        }
        ProviderId(hash.finalize().into())
    }
}

impl fmt::Debug for ProviderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProviderId(…)")
    }
}

/// An id of this time, its random part from a digest.
fn dated(at: Timestamp, digest: &[u8]) -> Ulid {
    let random = u128::from_be_bytes(first_16(digest));
    Ulid::from_parts(u64::try_from(at.0).unwrap_or(0), random)
}

/// Whoever holds a seat: a guest's session, a linked account, or the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// The first half of the SHA-256 of the session's secret.
    Session([u8; 16]),
    /// A linked account.
    Account(AccountId),
    /// The club's own player, whom nobody can be.
    Computer,
}

impl Person {
    /// The person behind a session that is linked to no account.
    #[must_use]
    pub fn guest(session_hash: &[u8; 32]) -> Person {
        Person::Session(first_16(session_hash))
    }

    /// Seventeen bytes: a tag and the identity.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 17] {
        let (tag, id) = match self {
            Person::Session(hash) => (0, hash),
            Person::Account(account) => (1, account.0.to_bytes()),
            Person::Computer => (2, [0; 16]),
        };
        let mut bytes = [tag; 17];
        bytes[1..].copy_from_slice(&id);
        bytes
    }

    /// Reads [`Person::to_bytes`].
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Person> {
        let (tag, id) = bytes.split_first()?;
        let id: [u8; 16] = id.try_into().ok()?;
        match tag {
            0 => Some(Person::Session(id)),
            1 => Some(Person::Account(AccountId(Ulid::from_bytes(id)))),
            2 if id == [0; 16] => Some(Person::Computer),
            _ => None,
        }
    }
}

impl fmt::Display for Person {
    /// The form that keys use: `s` and hex, or `a` and the account's id. The computer keeps
    /// nothing under its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Person::Session(hash) => {
                f.write_str("s")?;
                hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Person::Account(account) => write!(f, "a{account}"),
            Person::Computer => f.write_str("computer"),
        }
    }
}

/// A live connection, as the gateway names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub String);

impl fmt::Display for ConnectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A fair lot from stored facts: the same facts draw the same lot.
#[must_use]
pub fn lot(facts: &[&[u8]]) -> bool {
    let mut hash = Sha256::new_with_prefix(b"damero-lot");
    for fact in facts {
        hash.update(u64::try_from(fact.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(fact);
    }
    hash.finalize()[0] & 1 == 1
}

/// The first eight bytes of a digest as a number.
#[must_use]
pub fn first_u64(digest: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    u64::from_be_bytes(bytes)
}

fn first_16(digest: &[u8]) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_canonical_spelling_is_an_id() {
        let text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
        assert_eq!(
            text.parse::<CommandId>()
                .map(|id| id.to_string())
                .as_deref(),
            Ok(text)
        );
        for wrong in [
            "",
            "01arz3ndektsv4rrffq69g5fav",
            "01ARZ3NDEKTSV4RRFFQ69G5FA",
            "81ARZ3NDEKTSV4RRFFQ69G5FAV",
            "O1ARZ3NDEKTSV4RRFFQ69G5FAV",
            "ññññññññññññññ",
        ] {
            assert_eq!(wrong.parse::<CommandId>(), Err(InvalidId), "{wrong}");
        }
    }

    #[test]
    fn a_room_s_games_have_ids_of_their_own_that_sort_by_date() {
        let room = RoomId(Ulid(7));
        let first = GameId::of_room(room, 1, Timestamp(1_000));
        assert_eq!(first, GameId::of_room(room, 1, Timestamp(1_000)));
        assert_ne!(first, GameId::of_room(room, 2, Timestamp(1_000)));
        assert_ne!(first, GameId::of_room(RoomId(Ulid(8)), 1, Timestamp(1_000)));
        assert!(first < GameId::of_room(room, 2, Timestamp(1_001)));
    }

    #[test]
    fn an_account_s_id_follows_from_its_first_link() {
        let ana = ProviderId::of("https://issuer", "ana");
        let id = AccountId::of_person(&ana, Timestamp(5));
        assert_eq!(id, AccountId::of_person(&ana, Timestamp(5)));
        assert_ne!(id, AccountId::of_person(&ana, Timestamp(6)));
        let other = ProviderId::of("https://issuera", "na");
        assert_ne!(ana, other, "the border between the two counts");
        assert_ne!(id, AccountId::of_person(&other, Timestamp(5)));
    }

    #[test]
    fn a_person_survives_its_bytes() {
        for person in [
            Person::Session([9; 16]),
            Person::Account(AccountId(Ulid(3))),
            Person::Computer,
        ] {
            assert_eq!(Person::from_bytes(&person.to_bytes()), Some(person));
        }
        for wrong in [&[][..], &[0; 16], &[0; 18], &[2; 17]] {
            assert_eq!(Person::from_bytes(wrong), None);
        }
    }
}
