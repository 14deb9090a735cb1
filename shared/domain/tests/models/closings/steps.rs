//! Everything that can happen about a cut.

use super::{At, Closing, Ender, Part, Run, State, Touched, always};
use crate::ratings::Log;
use stateright::{Model, Property};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Cut,
    Stamp(usize),
    End(usize),
    StampDecision(usize),
    Decide(usize),
    Correct { nth: usize, part: Part },
    Close { nth: usize, at: At },
    Die(usize),
}

/// Later than every game of the past.
const START: u8 = 10;

impl Model for Closing {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let (log, standings) = Log::of(&self.past);
        vec![State {
            now: START,
            cut: None,
            log,
            standings,
            game: Touched::default(),
            enders: vec![Ender::Idle; self.enders.len()],
            head: Touched::default(),
            deciding: None,
            decided: Vec::new(),
            closings: vec![Run::new(); self.closers],
            revisions: Vec::new(),
            deaths: self.deaths,
            changed: false,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        actions.extend(state.cut.is_none().then_some(Step::Cut));
        for (nth, ender) in state.enders.iter().enumerate() {
            match ender {
                Ender::Idle => actions.push(Step::Stamp(nth)),
                Ender::Stamped { .. } => actions.push(Step::End(nth)),
                Ender::Done => {}
            }
        }
        let next = state.decided.len();
        if state.deciding.is_some() {
            actions.push(Step::Decide(next));
        } else if next < self.corrections.len() {
            actions.push(Step::StampDecision(next));
        }
        for nth in 0..next {
            let part = self.next_part(state, nth);
            actions.extend(part.map(|part| Step::Correct { nth, part }));
        }
        for (nth, run) in state.closings.iter().enumerate() {
            let at = run.at;
            actions.extend(self.may_run(state, run).then_some(Step::Close { nth, at }));
            if state.deaths > 0 && !matches!(at, At::Touch | At::Done) {
                actions.push(Step::Die(nth));
            }
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Cut => {
                state.now += 2;
                state.cut = Some(state.now);
            }
            Step::Stamp(nth) => self.stamp_end(&mut state, nth, None),
            Step::End(nth) => self.write_end(&mut state, nth),
            Step::StampDecision(_) => self.stamp_decision(&mut state),
            Step::Decide(_) => self.write_decision(&mut state),
            Step::Correct { nth, part } => self.correct(&mut state, nth, part),
            Step::Close { nth, .. } => {
                let mut run = state.closings[nth];
                self.close(&mut state, &mut run);
                state.closings[nth] = run;
            }
            Step::Die(nth) => {
                state.deaths -= 1;
                state.closings[nth] = Run::new();
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Closing>> {
        let mut properties = always();
        properties.extend((self.sometimes)());
        properties
    }

    fn format_action(&self, step: &Step) -> String {
        let of = |nth: usize| self.corrections[nth].told();
        let game = self.live.name;
        let which = |nth: usize, from: usize| match (from, nth) {
            (1, _) => String::new(),
            (_, 0) => " by one".to_owned(),
            _ => " by the other".to_owned(),
        };
        let enders = self.enders.len();
        match *step {
            Step::Cut => "THE CUT".into(),
            Step::Stamp(nth) => format!("stamped: the end of {game}{}", which(nth, enders)),
            Step::End(nth) => format!("written: the end of {game}{}", which(nth, enders)),
            Step::StampDecision(nth) => format!("stamped: {}", of(nth)),
            Step::Decide(nth) => format!("decided: {}", of(nth)),
            Step::Correct { nth, part } => {
                let what = match part {
                    Part::Walk => "the log walked",
                    Part::Move(0) => "A's standing moved",
                    Part::Move(1) => "B's standing moved",
                    Part::Move(_) => "C's standing moved",
                    Part::Sweep => "done",
                    Part::Look => "looked for a closed period",
                };
                format!("{}: {what}", of(nth))
            }
            Step::Die(nth) => format!("dies: the closing{}", which(nth, self.closers)),
            Step::Close { nth, at } => {
                let what = match at {
                    At::Touch => "touched",
                    At::Read => "A read",
                    At::ReadOn => "B and C read",
                    At::Put => "revision 0 put",
                    At::Look => "looked again",
                    At::Done => "done",
                };
                format!("{what}{}", which(nth, self.closers))
            }
        }
    }
}
