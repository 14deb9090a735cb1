//! Judging what people ask of a room.

use super::{Closed, Event, Room, Seat};
use crate::game::Ended;
use crate::identity::Identity;
use crate::ids::{CommandId, GameId};
use crate::refusal::Refusal;
use crate::time::{Due, Stamp, Timestamp, judge};

/// What a person asks of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the free seat.
    Join,
    /// Accept the conditions.
    Accept,
    /// The host cancels the room, the guest gives the seat back; both before the first game.
    Cancel,
    /// Accept a rematch of this game.
    AcceptRematch(GameId),
    /// Decline it.
    DeclineRematch(GameId),
}

/// What became of a command that was not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Accepted before, or already so: it is answered again and changes nothing.
    Known,
    /// It leads to these events, all at once.
    Accepted(Vec<Event>),
}

impl Room {
    /// Judges a command. `ended` is how the current game ended, if it has.
    ///
    /// # Errors
    /// The refusal; the room is unchanged.
    pub fn decide(
        &self,
        by: impl Into<Identity>,
        id: CommandId,
        command: Command,
        ended: Option<&Ended>,
        stamp: Stamp,
    ) -> Result<Verdict, Refusal> {
        let by = by.into();
        if self.remembered.contains(&id.tag_by(by.session())) {
            return Ok(Verdict::Known);
        }
        match command {
            Command::Join => self.join(by, stamp),
            Command::Accept => self.accept(by, stamp),
            Command::Cancel => self.cancel(by, stamp),
            Command::AcceptRematch(game) => self.accept_rematch(by, game, ended, stamp),
            Command::DeclineRematch(game) => self.decline_rematch(by, game, ended),
        }
    }

    /// Newest time the room knows of: a later stamp may not be earlier.
    #[must_use]
    pub fn last_stamp(&self) -> Timestamp {
        let stamps = [
            self.accepted.host,
            self.accepted.guest,
            self.rematch.host,
            self.rematch.guest,
        ];
        stamps
            .into_iter()
            .flatten()
            .fold(self.conditions.created, Timestamp::max)
    }

    fn join(&self, by: Identity, stamp: Stamp) -> Result<Verdict, Refusal> {
        if self.seat_of(by).is_some() {
            return Ok(Verdict::Known);
        }
        match self.check_open(stamp) {
            // To a visitor a room with a game is a full one.
            Err(Refusal::RoomStarted) => return Err(Refusal::RoomFull),
            open => open?,
        }
        if self.seats.guest.is_some() {
            return Err(Refusal::RoomFull);
        }
        Ok(Verdict::Accepted(vec![Event::Joined(by.holder())]))
    }

    fn accept(&self, by: Identity, stamp: Stamp) -> Result<Verdict, Refusal> {
        let seat = self.seat_of(by).ok_or(Refusal::NotYours)?;
        if self.accepted[seat].is_some() {
            return Ok(Verdict::Known);
        }
        self.check_open(stamp)?;
        let at = stamp.confirmed(self.last_stamp());
        let mut events = vec![Event::Accepted(seat, at)];
        if let (Some(host), Some(guest), Some(first)) = (
            self.seats.host,
            self.seats.guest,
            self.accepted[seat.other()],
        ) {
            let mut accepted = self.clone();
            accepted.evolve(&events[0]);
            events.push(accepted.start(host, guest, first, at, self.score));
        }
        Ok(Verdict::Accepted(events))
    }

    fn cancel(&self, by: Identity, stamp: Stamp) -> Result<Verdict, Refusal> {
        let seat = self.seat_of(by).ok_or(Refusal::NotYours)?;
        self.check_open(stamp)?;
        Ok(Verdict::Accepted(vec![match seat {
            Seat::Host => Event::Cancelled,
            Seat::Guest => Event::Left,
        }]))
    }

    fn accept_rematch(
        &self,
        by: Identity,
        game: GameId,
        ended: Option<&Ended>,
        stamp: Stamp,
    ) -> Result<Verdict, Refusal> {
        let (seat, ended) = self.check_rematch(by, game, ended)?;
        if self.rematch[seat].is_some() {
            return Ok(Verdict::Known);
        }
        let at = stamp.confirmed(self.last_stamp().max(ended.at));
        let mut events = vec![Event::RematchAccepted(seat, at)];
        if let (Some(host), Some(guest), Some(first)) = (
            self.seats.host,
            self.seats.guest,
            self.rematch[seat.other()],
        ) {
            events.push(self.start(host, guest, first, at, self.score_with(Some(ended))));
        }
        Ok(Verdict::Accepted(events))
    }

    fn decline_rematch(
        &self,
        by: Identity,
        game: GameId,
        ended: Option<&Ended>,
    ) -> Result<Verdict, Refusal> {
        let (seat, _) = self.check_rematch(by, game, ended)?;
        Ok(Verdict::Accepted(vec![Event::RematchDeclined(seat)]))
    }

    /// Accepting and declining name the game they follow, so that a late one
    /// never acts on a later game.
    fn check_rematch<'a>(
        &self,
        by: Identity,
        game: GameId,
        ended: Option<&'a Ended>,
    ) -> Result<(Seat, &'a Ended), Refusal> {
        let seat = self.seat_of(by).ok_or(Refusal::NotYours)?;
        if self.current.map(|current| current.game) != Some(game) {
            return Err(Refusal::Stale);
        }
        if self.declined.is_some() {
            return Err(Refusal::RematchDeclined);
        }
        ended.map(|ended| (seat, ended)).ok_or(Refusal::GameRunning)
    }

    /// Whether the invitation still stands. The exact instant counts.
    fn check_open(&self, stamp: Stamp) -> Result<(), Refusal> {
        let lapse = self.conditions.created + super::INVITE_LIFE;
        match self.closed {
            Some(Closed::Cancelled) => return Err(Refusal::RoomCancelled),
            Some(Closed::Lapsed) => return Err(Refusal::RoomLapsed { at: lapse }),
            None if self.current.is_some() => return Err(Refusal::RoomStarted),
            None => {}
        }
        match judge(lapse, stamp) {
            Due::InTime => Ok(()),
            Due::Late | Due::Settle => Err(Refusal::RoomLapsed { at: lapse }),
        }
    }
}
