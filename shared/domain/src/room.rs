//! A friend room: a link, two seats, games that follow each other.

mod decide;
#[cfg(test)]
mod tests;

pub use decide::{Command, Verdict};

use crate::clock::TimeControl;
use crate::game::{Ended, Origin, Reason, Setup};
use crate::identity::Identity;
use crate::ids::{CommandTag, GameId, Person, RoomId, lot};
use crate::side::BySide;
use crate::time::{Due, Millis, Stamp, Timestamp, judge};
use damero_rules::{RuleSet, Side};

/// How long an invitation lives if no game has started.
pub const INVITE_LIFE: Millis = Millis::seconds(24 * 60 * 60);

/// How many accepted commands a room remembers.
pub const REMEMBERED: usize = 8;

/// The two places of a room. The host made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Who created the room.
    Host,
    /// Who came by the link.
    Guest,
}

impl Seat {
    /// The other place.
    #[must_use]
    pub fn other(self) -> Seat {
        match self {
            Seat::Host => Seat::Guest,
            Seat::Guest => Seat::Host,
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    /// The creator's.
    pub host: T,
    /// The visitor's.
    pub guest: T,
}

impl<T> std::ops::Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::Host => &self.host,
            Seat::Guest => &self.guest,
        }
    }
}

impl<T> std::ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Host => &mut self.host,
            Seat::Guest => &mut self.guest,
        }
    }
}

/// Whose colour moves first in the first game, as the host chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourChoice {
    /// The host takes the colour that moves first.
    Mine,
    /// The guest takes it.
    Theirs,
    /// By lot, drawn when both have accepted.
    Random,
}

/// What a room is from its creation on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The creating command's id.
    pub id: RoomId,
    /// The rule set of every game in it.
    pub rules: &'static RuleSet,
    /// Thinking time, if any.
    pub control: Option<TimeControl>,
    /// Who opens the first game.
    pub colour: ColourChoice,
    /// Confirmed creation.
    pub created: Timestamp,
}

/// The running score, by person and not by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Games won.
    pub wins: BySeat<u16>,
    /// Games drawn.
    pub draws: u16,
}

impl Score {
    /// The score with one more game; a cancelled game has no result.
    #[must_use]
    pub fn with(mut self, white: Seat, ended: &Ended) -> Score {
        match ended.winner {
            Some(side) => {
                let wins = &mut self.wins[seat_playing(side, white)];
                *wins = wins.saturating_add(1);
            }
            None if ended.reason == Reason::Cancelled => {}
            None => self.draws = self.draws.saturating_add(1),
        }
        self
    }
}

/// The seat that plays `side` when `white` plays White.
#[must_use]
pub fn seat_playing(side: Side, white: Seat) -> Seat {
    match side {
        Side::White => white,
        Side::Black => white.other(),
    }
}

/// Why a room is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closed {
    /// The host cancelled it before its first game.
    Cancelled,
    /// 24 hours passed without a game.
    Lapsed,
}

/// The room's newest game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Current {
    /// Which game.
    pub game: GameId,
    /// Its number in the room, from 1.
    pub number: u16,
    /// Who plays White in it.
    pub white: Seat,
}

impl Current {
    /// The side that a seat plays in it.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Side {
        if seat == self.white {
            Side::White
        } else {
            Side::Black
        }
    }
}

/// A room as folded from its events. Absent acceptances are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// What it is from its creation on.
    pub conditions: Conditions,
    /// Who sits where; the host always does.
    pub seats: BySeat<Option<Person>>,
    /// When each accepted the conditions.
    pub accepted: BySeat<Option<Timestamp>>,
    /// Whether and why nothing more can happen here.
    pub closed: Option<Closed>,
    /// The newest game.
    pub current: Option<Current>,
    /// Of all games before the current one; see [`Room::score_with`].
    pub score: Score,
    /// When each accepted a rematch of the current game.
    pub rematch: BySeat<Option<Timestamp>>,
    /// Who declined it.
    pub declined: Option<Seat>,
    /// Accepted commands, oldest first.
    pub remembered: Vec<CommandTag>,
}

/// What can happen in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The free seat was taken.
    Joined(Person),
    /// The guest gave the seat back before the first game.
    Left,
    /// A seat accepted the conditions.
    Accepted(Seat, Timestamp),
    /// The host cancelled.
    Cancelled,
    /// The invitation lapsed.
    Lapsed,
    /// A seat accepted a rematch.
    RematchAccepted(Seat, Timestamp),
    /// A seat declined it.
    RematchDeclined(Seat),
    /// A game starts; the score now holds every game before it.
    Started {
        /// The new game.
        setup: Box<Setup>,
        /// Who plays White in it.
        white: Seat,
        /// With the game before it folded in.
        score: Score,
    },
}

impl Room {
    /// A new room with its host seated.
    #[must_use]
    pub fn open(conditions: Conditions, host: Person) -> Room {
        Room {
            conditions,
            seats: BySeat {
                host: Some(host),
                guest: None,
            },
            accepted: BySeat::default(),
            closed: None,
            current: None,
            score: Score::default(),
            rematch: BySeat::default(),
            declined: None,
            remembered: Vec::new(),
        }
    }

    /// The seat that the caller holds.
    #[must_use]
    pub fn seat_of(&self, caller: impl Into<Identity>) -> Option<Seat> {
        let seats = [Seat::Host, Seat::Guest];
        let nth = caller
            .into()
            .seat_among(seats.map(|seat| self.seats[seat]))?;
        Some(seats[nth])
    }

    /// When the invitation lapses, while no game has started and nothing closed it.
    #[must_use]
    pub fn lapses(&self) -> Option<Timestamp> {
        (self.current.is_none() && self.closed.is_none())
            .then(|| self.conditions.created + INVITE_LIFE)
    }

    /// Lapses the invitation if it is due, whoever asks. A host whose clock is off
    /// leaves that to the next one.
    #[must_use]
    pub fn settle(&self, stamp: Stamp) -> Option<Event> {
        let due = judge(self.lapses()?, stamp);
        (due == Due::Settle && !stamp.is_skewed()).then_some(Event::Lapsed)
    }

    /// The score including the current game, if it has ended.
    #[must_use]
    pub fn score_with(&self, ended: Option<&Ended>) -> Score {
        match (&self.current, ended) {
            (Some(current), Some(ended)) => self.score.with(current.white, ended),
            _ => self.score,
        }
    }

    /// Folds one event into the state.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::Joined(person) => self.seats.guest = Some(*person),
            Event::Left => {
                self.seats.guest = None;
                self.accepted.guest = None;
            }
            Event::Accepted(seat, at) => self.accepted[*seat] = Some(*at),
            Event::Cancelled => self.closed = Some(Closed::Cancelled),
            Event::Lapsed => self.closed = Some(Closed::Lapsed),
            Event::RematchAccepted(seat, at) => self.rematch[*seat] = Some(*at),
            Event::RematchDeclined(seat) => self.declined = Some(*seat),
            Event::Started {
                setup,
                white,
                score,
            } => {
                self.current = Some(Current {
                    game: setup.id,
                    number: setup.origin.number(),
                    white: *white,
                });
                self.score = *score;
                self.rematch = BySeat::default();
                self.declined = None;
            }
        }
    }

    /// Takes an accepted command into memory, dropping the oldest.
    pub fn remember(&mut self, tag: CommandTag) {
        if self.remembered.len() == REMEMBERED {
            self.remembered.remove(0);
        }
        self.remembered.push(tag);
    }

    /// Who plays White in the next game: colours swap each time, and the lot of
    /// the first game is drawn from facts that neither side could choose alone.
    fn next_white(&self, first_accepted: Timestamp, guest: Person) -> Seat {
        if let Some(current) = &self.current {
            return current.white.other();
        }
        let host_opens = match self.conditions.colour {
            ColourChoice::Mine => true,
            ColourChoice::Theirs => false,
            ColourChoice::Random => {
                let accepted = self
                    .accepted
                    .host
                    .max(self.accepted.guest)
                    .unwrap_or(first_accepted);
                lot(&[
                    &self.conditions.id.0.to_bytes(),
                    &guest.to_bytes(),
                    &first_accepted.0.to_be_bytes(),
                    &accepted.0.to_be_bytes(),
                ])
            }
        };
        let opener = if host_opens { Seat::Host } else { Seat::Guest };
        seat_playing(self.conditions.rules.first(), opener)
    }

    /// Starts the next game from the acceptances `first` and `second`.
    fn start(
        &self,
        host: Person,
        guest: Person,
        first: Timestamp,
        started: Timestamp,
        score: Score,
    ) -> Event {
        let white = self.next_white(first, guest);
        let number = self
            .current
            .map_or(1, |current| current.number.saturating_add(1));
        let people = BySeat { host, guest };
        let setup = Setup {
            id: GameId::of_room(self.conditions.id, number, first),
            origin: Origin::Room {
                room: self.conditions.id,
                number,
            },
            rules: self.conditions.rules,
            control: self.conditions.control,
            players: BySide::new(|side| people[seat_playing(side, white)]),
            started,
        };
        Event::Started {
            setup: Box::new(setup),
            white,
            score,
        }
    }
}
