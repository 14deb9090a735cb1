//! Everything that can happen next.

use super::shell::{Outcome, offers};
use super::{Ask, Copy, Heard, Held, Item, Made, Play, START, State, person, setup};
use damero_domain::game::{Command, Game, Verdict};
use damero_domain::time::{Stamp, Timestamp};
use damero_rules::parse_path;
use stateright::{Model, Property};
use std::sync::Arc;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Make(usize),
    Resend(usize),
    Take {
        copy: Copy,
        host: i64,
        lost: bool,
    },
    Write {
        nth: usize,
        order: usize,
        lost: bool,
    },
    Die {
        nth: usize,
        order: usize,
    },
    Tick(i64),
}

impl Play {
    /// What follows from an outcome.
    fn conclude(&self, state: &mut State, copy: Copy, outcome: Outcome, lost: bool) -> Option<()> {
        if lost && !matches!(outcome, Outcome::Answer(_)) {
            return None;
        }
        match outcome {
            Outcome::Fault => {}
            Outcome::Write(process) => state.running.push(process),
            Outcome::CancelRoom => {
                state.room_cancelled |= state.game().ended().is_none();
                state.heard[copy.order] = Heard::Done;
            }
            Outcome::Answer(_) if lost => state.losses -= 1,
            Outcome::Answer(heard) => state.heard[copy.order] = heard,
        }
        Some(())
    }

    fn send(&self, state: &mut State, order: usize) {
        state.flying.push(Copy {
            order,
            received: state.at,
        });
        state.flying.sort_unstable();
    }
}

impl Model for Play {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let mut game = Game::start(setup(self.timed));
        for text in self.played {
            let (turn_no, path) = (game.turn_no(), parse_path(text).unwrap());
            let (person, command) = (person(game.turn()), Command::Move { turn_no, path });
            let verdict = game.decide(person, Play::id(99), &command, Stamp::at(Timestamp(START)));
            let Ok(Verdict::Accepted(event)) = verdict else {
                panic!("{text}: {verdict:?}");
            };
            game.evolve(event).unwrap();
        }
        let none = self.orders.len();
        let by = vec![None; game.events().len()];
        vec![State {
            at: 0,
            item: Item {
                game: Held(Arc::new(game)),
                v: 1,
                by,
            },
            room_cancelled: false,
            made: vec![None; none],
            heard: vec![Heard::Nothing; none],
            flying: Vec::new(),
            running: Vec::new(),
            accepted: Vec::new(),
            deaths: self.deaths,
            losses: self.losses,
            copies: self.copies,
            wrong: 0,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        let lossy = [false, true]
            .into_iter()
            .take(1 + usize::from(state.losses > 0));
        for (nth, order) in self.orders.iter().enumerate() {
            if state.made[nth].is_none() {
                if state.at >= order.from && (order.when)(state.game()) {
                    actions.push(Step::Make(nth));
                }
                continue;
            }
            let pending = state.flying.iter().any(|copy| copy.order == nth)
                || state
                    .running
                    .iter()
                    .any(|process| process.copy.order == nth);
            let unasked = pending && state.copies > 0 && order.ask != Ask::Watchdog;
            if state.heard[nth] == Heard::Nothing && (!pending || unasked) {
                actions.push(Step::Resend(nth));
            }
        }
        for (nth, &copy) in state.flying.iter().enumerate() {
            if nth > 0 && state.flying[nth - 1] == copy {
                continue;
            }
            for &host in &self.hosts {
                actions.extend(lossy.clone().map(|lost| Step::Take { copy, host, lost }));
            }
        }
        for (nth, process) in state.running.iter().enumerate() {
            let order = process.copy.order;
            actions.extend(lossy.clone().map(|lost| Step::Write { nth, order, lost }));
            if state.deaths > 0 {
                actions.push(Step::Die { nth, order });
            }
        }
        if let Some(&at) = self.instants.get(state.at + 1) {
            actions.push(Step::Tick(at));
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Make(order) => {
                let game = last.game();
                state.made[order] = Some(Made {
                    turn_no: game.turn_no() + self.orders[order].ahead,
                    seq: game.seq(),
                    v: last.item.v,
                    offers: offers(game),
                });
                self.send(&mut state, order);
            }
            Step::Resend(order) => {
                let pending = state.flying.iter().any(|copy| copy.order == order)
                    || state
                        .running
                        .iter()
                        .any(|process| process.copy.order == order);
                state.copies -= u8::from(pending);
                self.send(&mut state, order);
            }
            Step::Take { copy, host, lost } => {
                let nth = state.flying.iter().position(|other| *other == copy)?;
                state.flying.remove(nth);
                let outcome = self.decide(&mut state, last.item.clone(), copy, host, 1);
                self.conclude(&mut state, copy, outcome, lost)?;
            }
            Step::Write { nth, lost, .. } => {
                let process = state.running.remove(nth);
                let copy = process.copy;
                let outcome = self.write(&mut state, process);
                self.conclude(&mut state, copy, outcome, lost)?;
            }
            Step::Die { nth, .. } => {
                state.running.remove(nth);
                state.deaths -= 1;
            }
            Step::Tick(_) => state.at += 1,
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Play>> {
        (self.properties)()
    }

    fn format_action(&self, step: &Step) -> String {
        let name = |order: usize| self.orders[order].name;
        let loss = |lost: bool| if lost { ", its answer is lost" } else { "" };
        match *step {
            Step::Make(order) => format!("sent: {}", name(order)),
            Step::Resend(order) => format!("sent again: {}", name(order)),
            Step::Take { copy, host, lost } => {
                let clock = match host {
                    0 => String::new(),
                    off => format!(" by a host {off:+} ms off"),
                };
                format!("decided{clock}: {}{}", name(copy.order), loss(lost))
            }
            Step::Write { order, lost, .. } => format!("written: {}{}", name(order), loss(lost)),
            Step::Die { order, .. } => format!("died before its write: {}", name(order)),
            Step::Tick(at) => format!("{} ms after the start", at),
        }
    }
}
