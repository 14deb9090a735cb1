//! Under which names the caller's games are kept: nothing is moved when a session is
//! linked to an account, so whoever looks for a person's games looks under all of them.

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use damero_domain::game::Game;
use damero_domain::identity::{Identity, passes_to};
use damero_domain::ids::{AccountId, Person};
use damero_domain::room::Seat;
use damero_protocol::server::Message;
use damero_rules::Side;
use damero_store::{HeldGame, HeldRoom, Saved};

/// How often a lost race for a seat is run again.
const ATTEMPTS: usize = 3;

/// The caller's names: the session, then the account, then its other browsers.
pub(crate) struct People {
    caller: Identity,
    names: Vec<Person>,
}

impl People {
    /// All of them.
    pub(crate) fn names(&self) -> &[Person] {
        &self.names
    }

    /// The side that the caller played, here or in another browser of the account.
    pub(crate) fn side_of(&self, game: &Game) -> Option<Side> {
        let others = self.names.iter();
        game.side_of(self.caller)
            .or_else(|| others.filter_map(|name| game.side_of(*name)).next())
    }
}

/// The caller's names; one read for whoever has an account, none for a guest.
pub(crate) async fn people_of(app: &App, caller: &Caller) -> Result<People, Fault> {
    let identity = caller.identity();
    let mut names = vec![identity.session()];
    if let Some(account) = identity.account() {
        names.push(Person::Account(account));
        for guest in guests_of(app, account).await? {
            if !names.contains(&guest) {
                names.push(guest);
            }
        }
    }
    Ok(People {
        caller: identity,
        names,
    })
}

/// The names under which an account's browsers played as guests.
async fn guests_of(app: &App, account: AccountId) -> Result<Vec<Person>, Fault> {
    let held = app.store.account(account).await?;
    let held = held.filter(|held| !held.deleted);
    Ok(held.map(|held| held.account.guests()).unwrap_or_default())
}

/// A seat that may pass to the caller's account: none of a guest's, and none where the
/// account sits already.
fn may_pass(caller: &Caller, seats: [Option<Person>; 2]) -> Option<AccountId> {
    let account = caller.account?;
    let is_session = |seat: &Option<Person>| matches!(seat, Some(Person::Session(_)));
    let sits = seats.contains(&Some(Person::Account(account)));
    (!sits && seats.iter().any(is_session)).then_some(account)
}

/// The room, in which a seat that one of the account's browsers took as a guest is now
/// the account's: so all of its browsers have it, also when that one is lost.
pub(crate) async fn pass_seat(
    app: &App,
    caller: &Caller,
    mut held: HeldRoom,
) -> Result<HeldRoom, Fault> {
    let mut own = None;
    for _ in 0..ATTEMPTS {
        let seats = [Seat::Host, Seat::Guest];
        let people = seats.map(|seat| held.room.seats[seat]);
        let Some(account) = may_pass(caller, people) else {
            break;
        };
        if own.is_none() {
            own = Some(guests_of(app, account).await?);
        }
        let Some(nth) = passes_to(account, own.as_deref().unwrap_or_default(), people) else {
            break;
        };
        let passed = app
            .store
            .pass_seat(&held, seats[nth], Person::Account(account));
        match passed.await? {
            Saved::Done(next) => return Ok(next),
            Saved::Lost(Some(present)) => held = present,
            Saved::Lost(None) => break,
        }
    }
    Ok(held)
}

/// The same for a game.
pub(crate) async fn pass_side(
    app: &App,
    caller: &Caller,
    mut held: HeldGame,
) -> Result<HeldGame, Fault> {
    let mut own = None;
    for _ in 0..ATTEMPTS {
        let sides = [Side::White, Side::Black];
        let people = sides.map(|side| Some(held.game.setup().players[side]));
        let Some(account) = may_pass(caller, people) else {
            break;
        };
        if own.is_none() {
            own = Some(guests_of(app, account).await?);
        }
        let Some(nth) = passes_to(account, own.as_deref().unwrap_or_default(), people) else {
            break;
        };
        let passed = app
            .store
            .pass_side(&held, sides[nth], Person::Account(account));
        match passed.await? {
            Saved::Done(next) => return Ok(next),
            Saved::Lost(Some(present)) => held = present,
            Saved::Lost(None) => break,
        }
    }
    Ok(held)
}

/// What somebody without a seat is told, unless their connection was opened before
/// their session was linked or unlinked and they were not told so: then that.
pub(crate) async fn unless_stale(
    app: &App,
    caller: &Caller,
    told: Vec<Outgoing>,
) -> Result<Vec<Outgoing>, Fault> {
    let session = app.store.session(&caller.session.0).await?;
    Ok(match session {
        Some(session) if session.link != caller.link => vec![reconnect(caller)],
        _ => told,
    })
}

/// That the caller is to connect again.
pub(crate) fn reconnect(caller: &Caller) -> Outgoing {
    Outgoing::new(&caller.connection, Message::Reconnect {})
}
