//! Two who may begin: the notice before a rated game.

use super::Ticket;
use crate::clock::TimeControl;
use crate::game::{Origin, Setup};
use crate::ids::{AccountId, GameId, PairingId, Person, TicketId, lot};
use crate::rating::{MicroElo, Standing};
use crate::refusal::Refusal;
use crate::side::BySide;
use crate::time::{Due, Millis, Stamp, Timestamp, judge};
use damero_rules::{RuleSet, Side};

/// How long both may take to confirm.
pub const CONFIRM_TIME: Millis = Millis::seconds(20);

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// Who.
    pub account: AccountId,
    /// The rating when the ticket was drawn.
    pub elo: MicroElo,
    /// Valid games by then.
    pub games: u32,
    /// Since when they have been waiting.
    pub since: Timestamp,
    /// When they confirmed.
    pub confirmed: Option<Timestamp>,
}

/// Where a pairing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Somebody has yet to confirm.
    Open,
    /// Both did: it is this game.
    Started(GameId),
    /// Somebody left instead.
    Declined(Side),
    /// Somebody did not confirm in time.
    Lapsed,
}

/// Two tickets that fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Derived from both tickets.
    pub id: PairingId,
    /// In which rule set.
    pub rules: &'static RuleSet,
    /// Who, on the side they would play.
    pub players: BySide<Player>,
    /// Until when both must confirm.
    pub deadline: Timestamp,
    /// Where it stands.
    pub state: State,
}

/// What can happen to a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// One side confirmed first.
    Confirmed(Side, Timestamp),
    /// The second confirmation: the game starts.
    Started(Side, Box<Setup>),
    /// A side left.
    Declined(Side),
    /// Nobody acted in time.
    Lapsed,
}

/// What became of a command that was not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done before: it is answered again and changes nothing.
    Known,
    /// It leads to this.
    Accepted(Event),
}

impl Pairing {
    /// Pairs two tickets. Who has moved first less often does so now; among equals
    /// the pairing's id is the lot.
    #[must_use]
    pub fn new(
        rules: &'static RuleSet,
        tickets: [(&Ticket, &Standing); 2],
        now: Timestamp,
    ) -> Pairing {
        let [(a, a_stands), (b, b_stands)] = tickets;
        let id = PairingId::of(a.id, b.id);
        let a_opens = match a_stands.balance.cmp(&b_stands.balance) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            // The lot falls on an account, so that it does not matter who asks.
            std::cmp::Ordering::Equal => lot(&[&id.0.to_bytes()]) == (a.account < b.account),
        };
        let players = BySide::new(|side| {
            let (ticket, standing) = if (side == rules.first()) == a_opens {
                (a, a_stands)
            } else {
                (b, b_stands)
            };
            Player {
                account: ticket.account,
                elo: ticket.elo,
                games: standing.games,
                since: ticket.since,
                confirmed: None,
            }
        });
        Pairing {
            id,
            rules,
            players,
            deadline: now + CONFIRM_TIME,
            state: State::Open,
        }
    }

    /// The side that an account would play.
    #[must_use]
    pub fn side_of(&self, account: AccountId) -> Option<Side> {
        [Side::White, Side::Black]
            .into_iter()
            .find(|side| self.players[*side].account == account)
    }

    /// Judges a confirmation.
    ///
    /// # Errors
    /// The refusal; the pairing is unchanged.
    pub fn confirm(&self, by: AccountId, stamp: Stamp) -> Result<Verdict, Refusal> {
        let side = self.side_of(by).ok_or(Refusal::NotYours)?;
        match self.state {
            State::Started(_) => return Ok(Verdict::Known),
            State::Declined(_) | State::Lapsed => return Err(Refusal::PairingOver),
            State::Open => {}
        }
        if judge(self.deadline, stamp) != Due::InTime {
            return Err(Refusal::PairingOver);
        }
        if self.players[side].confirmed.is_some() {
            return Ok(Verdict::Known);
        }
        let first = self.players[side.other()].confirmed;
        let at = stamp.confirmed(first.unwrap_or(Timestamp(i64::MIN)));
        Ok(Verdict::Accepted(match first {
            None => Event::Confirmed(side, at),
            Some(first) => Event::Started(side, Box::new(self.setup(first, at))),
        }))
    }

    /// Judges leaving: it counts at any time while the pairing stands.
    ///
    /// # Errors
    /// [`Refusal::NotYours`].
    pub fn decline(&self, by: AccountId) -> Result<Verdict, Refusal> {
        let side = self.side_of(by).ok_or(Refusal::NotYours)?;
        Ok(match self.state {
            State::Open => Verdict::Accepted(Event::Declined(side)),
            State::Started(_) | State::Declined(_) | State::Lapsed => Verdict::Known,
        })
    }

    /// Ends the pairing if its time is over, whoever asks. A host whose clock is off
    /// leaves that to the next one.
    #[must_use]
    pub fn settle(&self, stamp: Stamp) -> Option<Event> {
        let due = self.state == State::Open && judge(self.deadline, stamp) == Due::Settle;
        (due && !stamp.is_skewed()).then_some(Event::Lapsed)
    }

    /// Folds one event into the state.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::Confirmed(side, at) => self.players[*side].confirmed = Some(*at),
            Event::Started(side, setup) => {
                self.players[*side].confirmed = Some(setup.started);
                self.state = State::Started(setup.id);
            }
            Event::Declined(side) => self.state = State::Declined(*side),
            Event::Lapsed => self.state = State::Lapsed,
        }
    }

    /// The ticket with which a side goes back to the queue at `at`, once the pairing
    /// has come to nothing: who confirmed, or whose rival left, keeps the place in
    /// it. Nobody is blamed.
    #[must_use]
    pub fn ticket_back(&self, side: Side, at: Timestamp) -> Option<Ticket> {
        let player = &self.players[side];
        let back = match self.state {
            State::Open | State::Started(_) => false,
            State::Declined(by) => by != side,
            State::Lapsed => player.confirmed.is_some(),
        };
        back.then(|| Ticket {
            id: TicketId::back_from(self.id, player.account, at),
            account: player.account,
            elo: player.elo,
            since: player.since,
            entered: at,
        })
    }

    fn setup(&self, first: Timestamp, started: Timestamp) -> Setup {
        Setup {
            id: GameId::of_pairing(self.id, first),
            origin: Origin::Pairing(self.id),
            rules: self.rules,
            control: Some(TimeControl::RATED),
            players: BySide::new(|side| Person::Account(self.players[side].account)),
            started,
        }
    }
}
