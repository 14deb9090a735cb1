//! Everything that can happen in and to a room.

use super::{
    Ask, CREATED, Copy, Heard, HeldRoom, Item, Mend, Next, Played, Process, Rooms, State, always,
    open_room,
};
use damero_domain::game::Setup;
use damero_domain::ids::{CommandId, GameId};
use damero_domain::room::{Command, Event, Room, Verdict};
use damero_domain::time::{GRACE, Millis, Stamp, Timestamp};
use stateright::{Model, Property};
use std::sync::Arc;
use ulid::Ulid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Make(usize),
    Resend(usize),
    Take(Copy),
    Write { nth: usize, order: usize },
    Die { nth: usize, order: usize },
    Tick(i64),
}

fn id(order: usize) -> CommandId {
    CommandId(Ulid(100 + order as u128))
}

fn started(events: &mut [Event]) -> Option<&mut Setup> {
    events.iter_mut().find_map(|event| match event {
        Event::Started { setup, .. } => Some(&mut **setup),
        _ => None,
    })
}

impl Rooms {
    fn now(&self, at: usize) -> Timestamp {
        CREATED + Millis(self.instants[at])
    }

    /// Reads and decides; what is not answered at once is yet to be written.
    fn decide(&self, state: &mut State, copy: Copy) {
        let order = self.orders[copy.order];
        let read = state.item.clone();
        let mut room = (*read.room.0).clone();
        let (received, now) = (self.now(copy.received), self.now(state.at));
        let stamp = Stamp { received, now };
        let hurried = Stamp::at(now + GRACE);
        let lapse = room.settle(if self.has(Mend::Grace) {
            stamp
        } else {
            hurried
        });
        if let Some(lapse) = lapse {
            let (events, next) = (vec![lapse], Next::Room { own: false });
            return state.running.push(Process {
                copy,
                read,
                events,
                next,
            });
        }
        let made = state.made[copy.order].expect("it was made");
        let current = room.current.map(|current| current.game);
        let named = if self.has(Mend::Bound) { made } else { current };
        let command = match (order.ask, named) {
            (Ask::Join, _) => Command::Join,
            (Ask::Accept, _) => Command::Accept,
            (Ask::Cancel, _) => Command::Cancel,
            (Ask::Rematch, Some(game)) => Command::AcceptRematch(game),
            (Ask::End, _) => return self.end(state, copy),
            (Ask::Lapse | Ask::Rematch, _) => return state.heard[copy.order] = Heard::Done,
        };
        if !self.has(Mend::Memory) {
            room.remembered.clear();
        }
        let ended = state.current().and_then(Played::ended);
        match room.decide(order.by, id(copy.order), command, ended.as_ref(), stamp) {
            Ok(Verdict::Known) => state.heard[copy.order] = Heard::Done,
            Ok(Verdict::Accepted(mut events)) => {
                if let (false, Some(setup)) = (self.has(Mend::DerivedId), started(&mut events)) {
                    // As if drawn: every process has another.
                    let lot = u128::try_from(state.running.len() + state.games.len());
                    setup.id = GameId(Ulid(lot.unwrap()));
                }
                if let (false, Some(Event::Started { score, .. })) =
                    (self.has(Mend::Folded), events.last_mut())
                {
                    *score = room.score;
                }
                let next = Next::Room { own: true };
                state.running.push(Process {
                    copy,
                    read,
                    events,
                    next,
                });
            }
            Err(_) => {
                state.denied |= state.accepted.contains(&copy.order);
                state.heard[copy.order] = Heard::Refused;
            }
        }
    }

    /// The present game ends: one write to the game.
    fn end(&self, state: &mut State, copy: Copy) {
        state.heard[copy.order] = Heard::Done;
        let made = state.made[copy.order].flatten();
        let game = state
            .games
            .iter_mut()
            .find(|game| Some(game.id) == made && !game.over);
        if let (Some(game), false) = (game, self.has(Mend::Folded)) {
            game.over = true;
            let (read, events, next) = (state.item.clone(), Vec::new(), Next::Score);
            state.running.push(Process {
                copy,
                read,
                events,
                next,
            });
        } else if let Some(game) = state.games.iter_mut().find(|game| Some(game.id) == made) {
            game.over = true;
        }
    }

    fn write(&self, state: &mut State, mut process: Process) {
        let copy = process.copy;
        match process.next {
            Next::Room { own } => self.write_room(state, process, own),
            Next::Game(game) => {
                state.games.push(game);
                state.heard[copy.order] = Heard::Done;
            }
            Next::Score => {
                let mut room = (*state.item.room.0).clone();
                room.score.wins.host += 1;
                state.item.room = HeldRoom(Arc::new(room));
                state.item.v += 1;
                process.events.clear();
            }
        }
    }

    fn write_room(&self, state: &mut State, mut process: Process, own: bool) {
        let copy = process.copy;
        let new = started(&mut process.events).map(|setup| Played {
            id: setup.id,
            number: setup.origin.number(),
            over: false,
        });
        let taken = |id| state.games.iter().any(|game| game.id == id);
        let stale = self.has(Mend::Version) && state.item.v != process.read.v;
        if stale || new.is_some_and(|new| taken(new.id)) {
            return self.decide(state, copy);
        }
        let mut room = (*state.item.room.0).clone();
        self.watch(state, &room, &process);
        for event in &process.events {
            room.evolve(event);
        }
        if own {
            room.remember(id(copy.order).tag_by(self.orders[copy.order].by));
        }
        state.item.room = HeldRoom(Arc::new(room));
        state.item.v += 1;
        if !own {
            return self.decide(state, copy);
        }
        state.accepted.push(copy.order);
        match new {
            Some(game) if !self.has(Mend::OneTransaction) => {
                process.next = Next::Game(game);
                state.running.push(process);
            }
            _ => {
                state.games.extend(new);
                state.heard[copy.order] = Heard::Done;
            }
        }
    }

    /// Notes what must not happen.
    fn watch(&self, state: &mut State, before: &Room, process: &Process) {
        for event in &process.events {
            match event {
                Event::Joined(_) => state.seat_taken_twice |= before.seats.guest.is_some(),
                Event::Lapsed => {
                    let over = before.lapses().map(|at| at + GRACE);
                    state.hasty |= over.is_some_and(|over| self.now(state.at) < over);
                }
                Event::RematchAccepted(..) => {
                    let present = before.current.map(|current| current.game);
                    state.strayed |= state.made[process.copy.order] != Some(present);
                }
                _ => {}
            }
        }
    }

    fn send(&self, state: &mut State, order: usize) {
        let received = state.at;
        state.flying.push(Copy { order, received });
        state.flying.sort_unstable();
    }
}

fn is_pending(state: &State, order: usize) -> bool {
    state.flying.iter().any(|copy| copy.order == order)
        || state
            .running
            .iter()
            .any(|process| process.copy.order == order)
}

impl Model for Rooms {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let none = self.orders.len();
        vec![State {
            at: 0,
            item: Item {
                room: HeldRoom(Arc::new(open_room())),
                v: 1,
            },
            games: Vec::new(),
            made: vec![None; none],
            heard: vec![Heard::Nothing; none],
            accepted: Vec::new(),
            flying: Vec::new(),
            running: Vec::new(),
            deaths: self.deaths,
            copies: self.copies,
            seat_taken_twice: false,
            strayed: false,
            hasty: false,
            denied: false,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        for (nth, order) in self.orders.iter().enumerate() {
            if state.made[nth].is_none() {
                actions.extend((order.when)(state).then_some(Step::Make(nth)));
                continue;
            }
            let pending = is_pending(state, nth);
            let own = !matches!(order.ask, Ask::Lapse | Ask::End);
            if state.heard[nth] == Heard::Nothing && (!pending || (own && state.copies > 0)) {
                actions.push(Step::Resend(nth));
            }
        }
        let mut flying = state.flying.clone();
        flying.dedup();
        actions.extend(flying.into_iter().map(Step::Take));
        for (nth, process) in state.running.iter().enumerate() {
            let order = process.copy.order;
            actions.push(Step::Write { nth, order });
            actions.extend((state.deaths > 0).then_some(Step::Die { nth, order }));
        }
        let next = self.instants.get(state.at + 1);
        actions.extend(next.map(|&at| Step::Tick(at)));
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Make(order) => {
                state.made[order] = Some(state.room().current.map(|current| current.game));
                self.send(&mut state, order);
            }
            Step::Resend(order) => {
                state.copies -= u8::from(is_pending(&state, order));
                self.send(&mut state, order);
            }
            Step::Take(copy) => {
                let nth = state.flying.iter().position(|other| *other == copy)?;
                state.flying.remove(nth);
                self.decide(&mut state, copy);
            }
            Step::Write { nth, .. } => {
                let process = state.running.remove(nth);
                self.write(&mut state, process);
            }
            Step::Die { nth, .. } => {
                state.running.remove(nth);
                state.deaths -= 1;
            }
            Step::Tick(_) => state.at += 1,
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Rooms>> {
        let mut properties = always();
        properties.extend((self.sometimes)());
        properties
    }

    fn format_action(&self, step: &Step) -> String {
        let name = |order: usize| self.orders[order].name;
        match *step {
            Step::Make(order) => format!("sent: {}", name(order)),
            Step::Resend(order) => format!("sent again: {}", name(order)),
            Step::Take(copy) => format!("decided: {}", name(copy.order)),
            Step::Write { order, .. } => format!("written: {}", name(order)),
            Step::Die { order, .. } => format!("died: {}", name(order)),
            Step::Tick(at) => format!("{at} ms after the creation"),
        }
    }
}
