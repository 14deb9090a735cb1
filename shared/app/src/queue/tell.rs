//! What those who look for a rival are told.

use super::search::About;
use crate::app::Caller;
use crate::outgoing::Outgoing;
use crate::play;
use crate::refuse::{refused, refused_with};
use crate::views::side as wire_side;
use damero_domain::clock::TimeControl;
use damero_domain::ids::{AccountId, ConnectionId, GameId, PairingId};
use damero_domain::queue::{accepted_gap, next_growth, offer_levels};
use damero_domain::rating::{MicroElo, Strength};
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_protocol::server::{BySeat, Message, queue};
use damero_rules::Side;
use damero_store::{HeldGame, HeldPairing, HeldTicket, Place};

fn player(account: AccountId, name: &str, elo: MicroElo, games: u32) -> queue::Player {
    queue::Player {
        account: account.to_string(),
        name: Some(name.to_owned()),
        elo: elo.shown(),
        provisional: Strength { elo, games }.is_provisional(),
    }
}

fn waiting_message(held: &HeldTicket, about: &About, now: Timestamp) -> Message {
    let ticket = &held.ticket;
    Message::Waiting(queue::Waiting {
        rule_set: held.rules.id.into(),
        since: ticket.since.0,
        you: player(ticket.account, &held.name, ticket.elo, held.games),
        gap: accepted_gap(ticket.wait(now)).points(),
        grows: next_growth(ticket.since, now).map(|at| at.0),
        offer_levels: offer_levels(ticket.since, about.company).0,
        met_enough: about.met_enough,
    })
}

/// Their place in the queue, to all who wait with a ticket.
pub(crate) fn waiting(
    held: &HeldTicket,
    tabs: &[ConnectionId],
    about: &About,
    now: Timestamp,
) -> Vec<Outgoing> {
    let message = waiting_message(held, about, now);
    to_all(held.ticket.account, tabs, &message)
}

/// The same, to one who asks.
pub(crate) fn waiting_to(
    caller: &Caller,
    held: &HeldTicket,
    about: &About,
    now: Timestamp,
) -> Outgoing {
    Outgoing::new(&caller.connection, waiting_message(held, about, now))
}

fn pairing_message(held: &HeldPairing, you: Side) -> Message {
    let pairing = &held.pairing;
    let seen = |side: Side| {
        let who = &pairing.players[side];
        player(who.account, &held.about[side].name, who.elo, who.games)
    };
    let rival = you.other();
    Message::Pairing(queue::Pairing {
        id: pairing.id.to_string(),
        rule_set: pairing.rules.id.into(),
        clock: TimeControl::RATED.to_string(),
        side: wire_side(you),
        players: BySeat {
            you: seen(you),
            rival: seen(rival),
        },
        confirmed: BySeat {
            you: pairing.players[you].confirmed.is_some(),
            rival: pairing.players[rival].confirmed.is_some(),
        },
        deadline: pairing.deadline.0,
    })
}

/// The notice before a rated game, to all tabs of both.
pub(crate) fn paired(held: &HeldPairing, tabs: &BySide<Vec<ConnectionId>>) -> Vec<Outgoing> {
    let of = |side: Side| {
        let account = held.pairing.players[side].account;
        to_all(account, &tabs[side], &pairing_message(held, side))
    };
    [of(Side::White), of(Side::Black)].concat()
}

/// The same, to one who asks.
pub(crate) fn paired_to(caller: &Caller, held: &HeldPairing) -> Option<Outgoing> {
    let side = held.pairing.side_of(caller.account?)?;
    let message = pairing_message(held, side);
    Some(Outgoing::new(&caller.connection, message))
}

/// The game that both confirmed, to all tabs of both.
pub(crate) fn started(
    held: &HeldPairing,
    game: &HeldGame,
    tabs: &BySide<Vec<ConnectionId>>,
) -> Vec<Outgoing> {
    let of = |side: Side| {
        let account = held.pairing.players[side].account;
        let mut state = play::state(game, Some(side));
        if let Message::State { game } = &mut state
            && let Some(rated) = &mut game.rated
        {
            // As of the notice: whoever opens the page again is told the present ones.
            rated.players.white.name = Some(held.about.white.name.clone());
            rated.players.black.name = Some(held.about.black.name.clone());
        }
        to_all(account, &tabs[side], &state)
    };
    [of(Side::White), of(Side::Black)].concat()
}

/// That an account looks for nobody any more, to all who waited with it.
pub(crate) fn nobody(
    account: AccountId,
    tabs: &[ConnectionId],
    lapsed: Option<PairingId>,
) -> Vec<Outgoing> {
    let message = Message::NotWaiting {
        lapsed: lapsed.map(|pairing| pairing.to_string()),
        playing: None,
    };
    to_all(account, tabs, &message)
}

/// That the caller looks for nobody, and perhaps why.
pub(crate) fn free(caller: &Caller, playing: Option<GameId>) -> Outgoing {
    let message = Message::NotWaiting {
        lapsed: None,
        playing: playing.map(|game| game.to_string()),
    };
    Outgoing::new(&caller.connection, message)
}

/// The same after other news, unless the caller was among those who heard it.
pub(crate) fn free_too(caller: &Caller, mut told: Vec<Outgoing>) -> Vec<Outgoing> {
    if told.iter().all(|outgoing| outgoing.to != caller.connection) {
        told.push(free(caller, None));
    }
    told
}

fn to_all(account: AccountId, tabs: &[ConnectionId], message: &Message) -> Vec<Outgoing> {
    let place = Place::Lock(account);
    tabs.iter()
        .map(|to| Outgoing::new(to, message.clone()).listed(place))
        .collect()
}

/// A refusal.
pub(crate) fn refuse(caller: &Caller, code: &str) -> Outgoing {
    Outgoing::new(&caller.connection, Message::Refused(refused(code)))
}

/// The refusal of who plays already, with the game to go back to.
pub(crate) fn refuse_playing(caller: &Caller, game: GameId) -> Outgoing {
    let refused = refused_with("already_playing", "game", game.to_string());
    Outgoing::new(&caller.connection, Message::Refused(refused))
}
