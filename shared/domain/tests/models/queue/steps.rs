//! Everything that can happen in and to a queue.

use super::{Does, Fate, Job, Lock, NAMES, Phase, Process, Queue, State, always};
use stateright::{Model, Property};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Make(usize),
    Accept {
        who: usize,
        pairing: usize,
    },
    Look {
        who: usize,
        pairing: usize,
    },
    /// A process reads, or writes.
    Run {
        nth: usize,
        job: Job,
        reads: bool,
    },
    Die {
        nth: usize,
        job: Job,
    },
    Phase {
        pairing: usize,
        to: Phase,
    },
    Timer(Comes, usize),
    Tick(Comes, usize),
    /// Two minutes later and when all is quiet.
    LateTick(Comes, usize),
    Minute,
    Forget(usize),
}

/// How a message comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comes {
    Once,
    Twice,
    Never,
}

impl Queue {
    fn ways(state: &State) -> impl Iterator<Item = Comes> {
        let twice = (state.doubles > 0).then_some(Comes::Twice);
        let never = (state.losses > 0).then_some(Comes::Never);
        [Some(Comes::Once), twice, never].into_iter().flatten()
    }

    fn spend(state: &mut State, comes: Comes) {
        match comes {
            Comes::Once => {}
            Comes::Twice => state.doubles -= 1,
            Comes::Never => state.losses -= 1,
        }
    }

    fn about_pairings(&self, state: &State, actions: &mut Vec<Step>) {
        for (nth, pairing) in state.pairings.iter().enumerate() {
            if pairing.fate != Fate::Open {
                continue;
            }
            for (side, who) in pairing.who.into_iter().enumerate() {
                let willing = self.willing.contains(&who) && !pairing.asked[side];
                let pairing = nth;
                if willing && state.pairings[nth].phase == Phase::Before {
                    actions.push(Step::Accept { who, pairing });
                }
                if self.looks
                    && !state.pairings[nth].looked
                    && state.pairings[nth].phase == Phase::Over
                {
                    actions.push(Step::Look { who, pairing });
                }
            }
            let to = match pairing.phase {
                Phase::Before => Phase::Due,
                Phase::Due => Phase::Over,
                Phase::Over => continue,
            };
            actions.extend((!self.paired_is_well).then_some(Step::Phase { pairing: nth, to }));
        }
        for &nth in &state.timers {
            let settled = state.pairings[nth].fate != Fate::Open;
            if settled || self.lapses(&state.pairings[nth]) {
                actions.extend(Queue::ways(state).map(|comes| Step::Timer(comes, nth)));
            }
        }
    }
}

impl Model for Queue {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let people = self.ratings.len();
        let mut state = State {
            now: 0,
            locks: vec![None; people],
            lapsed: vec![false; people],
            tickets: Vec::new(),
            pairings: Vec::new(),
            made: vec![false; self.orders.len()],
            running: Vec::new(),
            ticks: Vec::new(),
            ticked: Vec::new(),
            timers: Vec::new(),
            left: vec![false; people],
            forgotten: self.forgotten,
            losses: self.losses,
            doubles: self.doubles,
            deaths: self.deaths,
            denied: false,
            place_lost: false,
            overlooked: false,
            put_out: false,
        };
        if self.begun {
            let tickets = [0, 1].map(|who| state.put_ticket(who, 0));
            state.put_pairing(tickets);
        }
        vec![state]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        for (nth, order) in self.orders.iter().enumerate() {
            let may = !state.made[nth] && (order.when)(state);
            actions.extend(may.then_some(Step::Make(nth)));
        }
        self.about_pairings(state, actions);
        for (nth, &Process { job, seen, .. }) in state.running.iter().enumerate() {
            let reads = seen.is_none();
            actions.push(Step::Run { nth, job, reads });
            actions.extend((state.deaths > 0).then_some(Step::Die { nth, job }));
        }
        for (nth, &(_, due)) in state.ticks.iter().enumerate() {
            if due <= state.now {
                actions.extend(Queue::ways(state).map(|comes| Step::Tick(comes, nth)));
            }
        }
        let later = state.ticks.iter().any(|(_, due)| *due > state.now);
        actions.extend(later.then_some(Step::Minute));
        if state.forgotten > 0 {
            let queued = |who: &usize| matches!(state.locks[*who], Some(Lock::Queued(_)));
            actions.extend((0..state.locks.len()).filter(queued).map(Step::Forget));
        }
        if actions.is_empty() {
            for &ticket in &state.ticked {
                actions.push(Step::LateTick(Comes::Once, ticket));
                let never = Step::LateTick(Comes::Never, ticket);
                actions.extend((state.losses > 0).then_some(never));
            }
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        let begin = |state: &mut State, job| state.running.push(Process::new(job));
        match step {
            Step::Make(nth) => {
                state.made[nth] = true;
                let who = self.orders[nth].who;
                let job = match self.orders[nth].does {
                    Does::Join => Job::Join(who),
                    Does::Leave => Job::Leave(who),
                };
                begin(&mut state, job);
            }
            Step::Accept { who, pairing } => {
                let side = usize::from(state.pairings[pairing].who[1] == who);
                state.pairings[pairing].asked[side] = true;
                begin(&mut state, Job::Accept { who, pairing });
            }
            Step::Look { who, pairing } => {
                state.pairings[pairing].looked = true;
                begin(&mut state, Job::Look(who));
            }
            Step::Run { nth, .. } => {
                let process = state.running.remove(nth);
                if let Some(process) = self.run(&mut state, process) {
                    state.running.insert(nth, process);
                }
            }
            Step::Die { nth, .. } => {
                state.running.remove(nth);
                state.deaths -= 1;
            }
            Step::Phase { pairing, to } => state.pairings[pairing].phase = to,
            Step::Timer(comes, pairing) => {
                Queue::spend(&mut state, comes);
                state
                    .timers
                    .retain(|nth| *nth != pairing || comes == Comes::Twice);
                if comes != Comes::Never {
                    begin(&mut state, Job::Lapse { pairing });
                }
            }
            Step::Tick(comes, nth) => {
                Queue::spend(&mut state, comes);
                let (ticket, _) = state.ticks[nth];
                if comes != Comes::Twice {
                    state.ticks.remove(nth);
                }
                let own = state.tickets[ticket];
                if comes != Comes::Never && state.locks[own.who] == Some(Lock::Queued(ticket)) {
                    if comes == Comes::Once {
                        state.arm(self, ticket, own.since);
                    }
                    begin(&mut state, Job::Match { ticket });
                }
            }
            Step::LateTick(comes, ticket) => {
                Queue::spend(&mut state, comes);
                state.ticked.retain(|other| *other != ticket);
                let newest = state.tickets.iter().map(|ticket| ticket.since).max();
                state.now = state.now.max(newest? + 2);
                if comes == Comes::Once {
                    begin(&mut state, Job::Match { ticket });
                }
            }
            Step::Minute => state.now += 1,
            Step::Forget(who) => {
                state.forgotten -= 1;
                state.lapsed[who] = true;
            }
        }
        // In which order they began does not matter.
        state.running.sort_unstable();
        state.timers.sort_unstable();
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Queue>> {
        let mut properties = always();
        properties.extend((self.sometimes)());
        properties
    }

    fn format_action(&self, step: &Step) -> String {
        let comes = |comes: Comes| match comes {
            Comes::Once => "comes",
            Comes::Twice => "comes, and will again",
            Comes::Never => "is lost",
        };
        let job = |job: Job| match job {
            Job::Join(who) => format!("{} joins", NAMES[who]),
            Job::Match { ticket } => format!("a rival for ticket {}", ticket + 1),
            Job::Accept { who, .. } => format!("{} accepts", NAMES[who]),
            Job::Leave(who) => format!("{} leaves", NAMES[who]),
            Job::Lapse { pairing } => format!("pairing {} lapses", pairing + 1),
            Job::Look(who) => format!("{} looks", NAMES[who]),
        };
        match *step {
            Step::Make(nth) => format!("sent: {}", self.orders[nth].name),
            Step::Accept { who, .. } => format!("sent: {} accepts", NAMES[who]),
            Step::Look { who, .. } => format!("sent: {} looks", NAMES[who]),
            Step::Run {
                job: of,
                reads: true,
                ..
            } => format!("read: {}", job(of)),
            Step::Run { job: of, .. } => format!("written: {}", job(of)),
            Step::Die { job: of, .. } => format!("dies: {}", job(of)),
            Step::Phase {
                to: Phase::Over, ..
            } => "21.5 s".into(),
            Step::Phase { .. } => "20 s".into(),
            Step::Timer(how, _) => format!("the timer {}", comes(how)),
            Step::Tick(how, _) => format!("a tick {}", comes(how)),
            Step::LateTick(how, _) => format!("long after, a tick {}", comes(how)),
            Step::Minute => "a minute passes".into(),
            Step::Forget(who) => format!("{}'s lock is forgotten", NAMES[who]),
        }
    }
}
