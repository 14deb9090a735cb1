//! Everything that can happen on two players' day.

use super::{FIRST, Game, Part, Process, Rated, Stage, State, always};
use crate::ratings::Log;
use stateright::{Model, Property};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Read(usize),
    Send {
        nth: usize,
        order: usize,
    },
    /// Sends, and hears nothing; the request comes later, or never.
    Unheard {
        nth: usize,
        order: usize,
        comes: bool,
    },
    Late {
        nth: usize,
        order: usize,
    },
    GiveUp {
        nth: usize,
        order: usize,
    },
    Die {
        nth: usize,
        order: usize,
    },
    SeeDay,
    Pair,
    Correct {
        nth: usize,
        part: Part,
    },
    DieCorrecting(usize),
}

/// When the first game ended.
const START: u8 = 10;

impl Model for Rated {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let (mut log, standings) = Log::of(&[FIRST]);
        log.0[0].at = START;
        vec![State {
            now: START,
            log,
            standings,
            game: if self.paired {
                Game::Running { v: 1 }
            } else {
                Game::None
            },
            ends: 0,
            locked: [self.paired; 2],
            count: 1,
            heard: vec![false; self.orders.len()],
            running: Vec::new(),
            late: Vec::new(),
            pairing: None,
            tries: self.tries,
            decided: Vec::new(),
            done: 0,
            part: self.first_part(),
            walked: 0,
            deaths: self.deaths,
            doubts: self.doubts,
            dated_before: false,
            overfull: false,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        for (order, heard) in state.heard.iter().enumerate() {
            let mut running = state.running.iter();
            let runs = running.any(|process| process.request.order == order);
            if state.game != Game::None && !heard && !runs {
                actions.push(Step::Read(order));
            }
        }
        for (nth, &Process { request, stage }) in state.running.iter().enumerate() {
            let order = request.order;
            actions.push(Step::Send { nth, order });
            if stage == Stage::Ready && state.doubts > 0 {
                let unheard = |comes| Step::Unheard { nth, order, comes };
                actions.extend([true, false].map(unheard));
            }
            actions.extend((stage == Stage::Doubt).then_some(Step::GiveUp { nth, order }));
            actions.extend((state.deaths > 0).then_some(Step::Die { nth, order }));
        }
        for (nth, request) in state.late.iter().enumerate() {
            let order = request.order;
            actions.push(Step::Late { nth, order });
        }
        if state.pairing.is_some() {
            actions.push(Step::Pair);
        } else if state.game == Game::None && state.tries > 0 {
            actions.push(Step::SeeDay);
        }
        let (nth, part) = (state.done, state.part);
        if nth < self.corrections.len() {
            actions.push(Step::Correct { nth, part });
            let counted = part == Part::Count || part == Part::Decide;
            if state.deaths > 0 && counted && part != self.first_part() {
                actions.push(Step::DieCorrecting(nth));
            }
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Read(order) => self.read(&mut state, order, None),
            Step::Send { nth, .. } => {
                let process = state.running.remove(nth);
                self.send(&mut state, process);
            }
            Step::Unheard { nth, comes, .. } => {
                state.doubts -= 1;
                state.running[nth].stage = Stage::Doubt;
                let request = state.running[nth].request;
                state.late.extend(comes.then_some(request));
            }
            Step::Late { nth, .. } => {
                let request = state.late.remove(nth);
                self.carry_out_late(&mut state, &request);
            }
            Step::GiveUp { nth, order } => {
                state.running.remove(nth);
                self.read(&mut state, order, None);
            }
            Step::Die { nth, .. } => {
                state.running.remove(nth);
                state.deaths -= 1;
            }
            Step::SeeDay => {
                state.tries -= 1;
                state.pairing = Some(state.count);
            }
            Step::Pair => {
                let seen = state.pairing.take()?;
                self.pair(&mut state, seen);
            }
            Step::Correct { .. } => self.correct(&mut state),
            Step::DieCorrecting(_) => {
                state.deaths -= 1;
                state.part = self.first_part();
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Rated>> {
        let mut properties = always();
        properties.extend((self.sometimes)());
        properties
    }

    fn format_action(&self, step: &Step) -> String {
        let name = |order: usize| self.orders[order].name;
        let of = |nth: usize| self.corrections[nth].told();
        match *step {
            Step::Read(order) => format!("decided: {}", name(order)),
            Step::Send { order, .. } => format!("written: {}", name(order)),
            Step::Unheard {
                order, comes: true, ..
            } => format!("sent, not heard of: {}", name(order)),
            Step::Unheard { order, .. } => format!("lost: {}", name(order)),
            Step::Late { order, .. } => format!("late: {}", name(order)),
            Step::GiveUp { order, .. } => format!("gives up: {}", name(order)),
            Step::Die { order, .. } => format!("dies: {}", name(order)),
            Step::SeeDay => "the pair's day is read".into(),
            Step::Pair => "A and B are paired".into(),
            Step::DieCorrecting(nth) => format!("dies: {}", of(nth)),
            Step::Correct { nth, part } => {
                let what = match part {
                    Part::Mark => "marked",
                    Part::Count => "counted",
                    Part::Decide => "decided",
                    Part::Walk => "the log walked",
                    Part::Move(0) => "A's standing moved",
                    Part::Move(_) => "B's standing moved",
                };
                format!("{}: {what}", of(nth))
            }
        }
    }
}
