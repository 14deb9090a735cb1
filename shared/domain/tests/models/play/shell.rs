//! What the shell does with a command, as it is built, and what it must never do.

use super::{
    Ask, Copy, Heard, Held, Item, Mend, Order, Play, Process, START, State, Wrong, person,
};
use damero_domain::game::{Command, End, Event, Game, Reason, Verdict, What};
use damero_domain::ids::CommandId;
use damero_domain::refusal::Refusal;
use damero_domain::time::{GRACE, Millis, Stamp, Timestamp};
use damero_rules::{Side, Square, parse_path};
use std::sync::Arc;
use ulid::Ulid;

/// How often a lost race is decided again.
const ATTEMPTS: u8 = 3;

/// What a process comes to.
pub(super) enum Outcome {
    /// It fails, the client hears nothing.
    Fault,
    Answer(Heard),
    Write(Process),
    /// To be cancelled by a write to the room.
    CancelRoom,
}

impl Play {
    pub(super) fn now(&self, at: usize) -> Timestamp {
        Timestamp(START + self.instants[at])
    }

    pub(super) fn id(order: usize) -> CommandId {
        CommandId(Ulid(100 + order as u128))
    }

    fn stamp(&self, state: &State, copy: Copy, host: i64) -> Stamp {
        let now = self.now(state.at) + Millis(host);
        let received = match self.orders[copy.order].ask {
            Ask::Watchdog => now,
            _ => self.now(copy.received),
        };
        Stamp { received, now }
    }

    /// What the shell does from its read to its write.
    pub(super) fn decide(
        &self,
        state: &mut State,
        read: Item,
        copy: Copy,
        host: i64,
        attempt: u8,
    ) -> Outcome {
        let order = self.orders[copy.order];
        let game = read.game.0.clone();
        let mut stamp = self.stamp(state, copy, host);
        let reads = matches!(order.ask, Ask::Sync | Ask::Watchdog);
        if !self.has(Mend::Skew) {
            stamp.received = stamp.received.max(stamp.now + Millis::seconds(-15));
        } else if stamp.is_skewed() && !reads {
            return Outcome::Fault;
        }
        let write = |event, own| {
            let read = read.clone();
            Outcome::Write(Process {
                copy,
                read,
                event,
                own,
                attempt,
                host,
            })
        };
        let settles = order.ask != Ask::Sync || self.has(Mend::EveryRead);
        let known = self.has(Mend::Memory)
            && game
                .remembered(order.by)
                .contains(&Self::id(copy.order).tag());
        if let Some(flag) = self
            .settle(&game, order, stamp)
            .filter(|_| settles && !known)
        {
            return write(flag, false);
        }
        let command = match order.ask {
            Ask::Sync | Ask::Watchdog => return Outcome::Answer(Heard::Done),
            Ask::Flag => {
                let flagged = game
                    .ended()
                    .is_some_and(|ended| ended.reason == Reason::Time);
                return Outcome::Answer(if flagged { Heard::Done } else { Heard::Refused });
            }
            ask => match self.command(state, &read, copy.order, ask) {
                Ok(command) => command,
                Err(refusal) => return self.refuse(state, &game, copy, &refusal),
            },
        };
        if order.ask == Ask::AgreeCancel && !self.has(Mend::CancelInGame) {
            return Outcome::CancelRoom;
        }
        match self.judge(&game, order.by, copy.order, &command, stamp) {
            Ok(Verdict::Known) => Outcome::Answer(Heard::Done),
            Ok(Verdict::Accepted(mut event)) => {
                if !self.has(Mend::Confirmed) {
                    event.confirmed = stamp.now;
                }
                write(event, true)
            }
            Err(refusal) => self.refuse(state, &game, copy, &refusal),
        }
    }

    fn settle(&self, game: &Game, order: Order, stamp: Stamp) -> Option<Event> {
        let mover_late =
            game.turn() == order.by && game.deadline().is_some_and(|at| stamp.received >= at);
        let hurries = !self.has(Mend::Grace) || (!self.has(Mend::MoverWaits) && mover_late);
        game.settle(if hurries {
            Stamp::at(stamp.now + GRACE)
        } else {
            stamp
        })
    }

    fn judge(
        &self,
        game: &Game,
        by: Side,
        order: usize,
        command: &Command,
        mut stamp: Stamp,
    ) -> Result<Verdict, Refusal> {
        let (person, id) = (person(by), Self::id(order));
        if let (false, Some(deadline)) = (self.has(Mend::Late), game.deadline())
            && stamp.now < deadline + GRACE
        {
            stamp.received = stamp.received.min(deadline + Millis(-1));
        }
        if self.has(Mend::Memory) && self.has(Mend::KnownFirst) {
            return game.decide(person, id, command, stamp);
        }
        // The same game without its memory.
        let mut forgetful = Game::start(game.setup().clone());
        game.events()
            .iter()
            .for_each(|event| forgetful.evolve(event.clone()).unwrap());
        match forgetful.decide(person, id, command, stamp) {
            Err(refusal @ (Refusal::GameOver | Refusal::TimeUp)) => Err(refusal),
            _ if self.has(Mend::Memory) => game.decide(person, id, command, stamp),
            verdict => verdict,
        }
    }

    /// The command with the numbers it names.
    fn command(
        &self,
        state: &State,
        read: &Item,
        order: usize,
        ask: Ask,
    ) -> Result<Command, Refusal> {
        let game = &read.game.0;
        let made = state.made[order].expect("it was made");
        let (mut turn_no, mut seq) = (made.turn_no, made.seq);
        let in_turn = matches!(ask, Ask::Move(_) | Ask::Huff(_));
        if !self.has(Mend::Numbers) {
            if made.v != read.v {
                return Err(Refusal::Stale);
            }
            (turn_no, seq) = (game.turn_no(), game.seq());
        }
        if in_turn && !self.has(Mend::MoveByTurn) && seq != game.seq() {
            return Err(Refusal::Stale);
        }
        if !self.has(Mend::Turn) {
            turn_no = game.turn_no();
        }
        if !self.has(Mend::Answer) {
            seq = game.seq();
        }
        if !self.has(Mend::Early) {
            turn_no = turn_no.min(game.turn_no());
        }
        Ok(match ask {
            Ask::Move(text) => Command::Move {
                turn_no,
                path: parse_path(text).unwrap(),
            },
            Ask::Huff(square) => Command::Huff {
                turn_no,
                square: Square::new(square).unwrap(),
            },
            Ask::Offer => Command::OfferDraw { seq },
            Ask::Accept => Command::AcceptDraw { seq },
            Ask::Decline => Command::DeclineDraw { seq },
            Ask::RequestCancel => Command::AskCancel { seq },
            Ask::AgreeCancel => Command::AgreeCancel { seq },
            _ => Command::Resign,
        })
    }

    fn refuse(&self, state: &mut State, game: &Game, copy: Copy, refusal: &Refusal) -> Outcome {
        let order = copy.order;
        if *refusal == Refusal::Early {
            return Outcome::Fault;
        }
        if state.accepted.contains(&order) {
            state.note(Wrong::Denied);
        }
        let made = state.made[order].expect("it was made");
        let moves = matches!(self.orders[order].ask, Ask::Move(_));
        if *refusal == Refusal::Stale && moves && made.turn_no == game.turn_no() {
            state.note(Wrong::Voided);
        }
        Outcome::Answer(Heard::Refused)
    }

    /// The conditional write.
    pub(super) fn write(&self, state: &mut State, process: Process) -> Outcome {
        let Process {
            copy,
            read,
            event,
            own,
            attempt,
            host,
        } = process;
        let present = &state.item;
        let same = !self.has(Mend::Version) || present.v == read.v;
        let runs = !self.has(Mend::Active) || present.game.0.ended().is_none();
        if !(same && runs) {
            if !self.has(Mend::Again) {
                return Self::busy(state, attempt);
            }
            let read = present.clone();
            return self.once_more(state, read, copy, host, attempt);
        }
        let mut game = (*read.game.0).clone();
        if game.evolve(event.clone()).is_err() {
            state.note(Wrong::Corrupt);
            return Outcome::Fault;
        }
        if own {
            game.remember(self.orders[copy.order].by, Self::id(copy.order).tag());
        }
        self.watch(state, &read.game.0, &game, copy, &event, own);
        let mut by = read.by;
        by.push(own.then_some(copy.order));
        let item = Item {
            game: Held(Arc::new(game)),
            v: read.v + 1,
            by,
        };
        state.item = item.clone();
        if own {
            state.accepted.push(copy.order);
            return Outcome::Answer(Heard::Done);
        }
        self.once_more(state, item, copy, host, attempt)
    }

    fn once_more(
        &self,
        state: &mut State,
        read: Item,
        copy: Copy,
        host: i64,
        attempt: u8,
    ) -> Outcome {
        if attempt == ATTEMPTS {
            return Self::busy(state, attempt);
        }
        self.decide(state, read, copy, host, attempt + 1)
    }

    /// To be sent again. Each attempt was lost to somebody who wrote.
    fn busy(state: &mut State, attempt: u8) -> Outcome {
        if attempt < ATTEMPTS {
            state.note(Wrong::Busy);
        }
        Outcome::Fault
    }

    /// Notes what must not happen.
    fn watch(
        &self,
        state: &mut State,
        before: &Game,
        after: &Game,
        copy: Copy,
        event: &Event,
        own: bool,
    ) {
        let order = self.orders[copy.order];
        if after.ended().is_some() && state.game().ended().is_some() {
            state.note(Wrong::EndedTwice);
        }
        if let (What::End(End::TimeUp(_)), Some(deadline)) = (&event.what, before.deadline())
            && self.now(state.at) < deadline + GRACE
        {
            state.note(Wrong::Hasty);
        }
        if !own {
            return;
        }
        let made = state.made[copy.order].expect("it was made");
        let strayed = match order.ask {
            Ask::Move(_) | Ask::Huff(_) => made.turn_no != before.turn_no(),
            Ask::Accept | Ask::Decline => made.offers != offers(before),
            Ask::Offer | Ask::RequestCancel | Ask::AgreeCancel => made.seq != before.seq(),
            _ => false,
        };
        if strayed {
            state.note(Wrong::Strayed);
        }
        if state.heard[copy.order] == Heard::Refused && before.deadline().is_none() {
            state.note(Wrong::Revived);
        }
        let late = before
            .deadline()
            .is_some_and(|at| self.now(copy.received) >= at);
        if late && order.by == before.turn() {
            state.note(Wrong::Escaped);
        }
    }
}

pub(super) fn offers(game: &Game) -> usize {
    let offers = game
        .events()
        .iter()
        .filter(|event| matches!(event.what, What::Offer(_)));
    offers.count()
}
