//! The watchdog of a clock: armed before the start that it guards, and again while the
//! game runs.

use crate::page::{Chapter, LeftOut, hold};
use crate::play::{Held, START, setup};
use damero_domain::game::{Command, Event, Game, Reason, Verdict};
use damero_domain::ids::CommandId;
use damero_domain::time::{GRACE, Millis, Stamp, Timestamp};
use damero_rules::legal_moves;
use stateright::{Model, Property};
use std::sync::Arc;
use ulid::Ulid;

const ABOUT: &str = "\
From the second acceptance to the end of a game in which nobody moves any more. The process that starts the
game may die between arming the timer and its commit; the client sends again. A timer comes late, twice or
never; each look arms the next one, at the earliest moment at which either side could be out of time. A
process lives for seconds, so no clock runs out between arming and commit.";

#[test]
fn a_clock_at_zero_ends_its_game_though_timers_fail() {
    hold(chapter());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// The timer is armed before the commit.
    ArmFirst,
    /// A look that ends nothing arms the next.
    Rearm,
    /// A look comes when the rival could be out of time, too.
    Earliest,
    /// A daily walk over all running games.
    Audit,
    /// Whoever reads a game settles it.
    EveryRead,
}

/// What may happen.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    deaths: u8,
    /// Timers that never come, and that come twice.
    losses: u8,
    doubles: u8,
    moves: u8,
    /// In s after the start, when else somebody may move.
    moments: &'static [i64],
    /// Whether timers come when they are due, not later.
    punctual: bool,
    /// Who comes once everything is over.
    audit: bool,
    reader: bool,
    without: Option<Mend>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    now: i64,
    game: Option<Held>,
    /// Whether the process that starts it has done its first step.
    halfway: bool,
    /// When messages come, sorted.
    queue: Vec<i64>,
    started: u8,
    moved: u8,
    deaths: u8,
    losses: u8,
    doubles: u8,
    audited: bool,
    read: bool,
}

impl State {
    /// How long after the grace the flag fell.
    fn lateness(&self) -> Option<Millis> {
        let game = &self.game.as_ref()?.0;
        let ended = game.ended().filter(|ended| ended.reason == Reason::Time)?;
        Some(ended.at - (game.fell()? + GRACE))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Arm,
    Commit,
    Die,
    Move,
    Tick(i64),
    Look(i64),
    LookTwice(i64),
    Lose(i64),
    Audit,
    Read,
}

/// Later than any clock.
const HORIZON: i64 = 5_000_000;

impl Watch {
    fn has(&self, mend: Mend) -> bool {
        self.without != Some(mend)
    }

    fn terminal(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.is_empty()
    }

    fn without(mut self, mend: Mend) -> Watch {
        self.without = Some(mend);
        self
    }

    /// When time next matters.
    fn next_moment(&self, state: &State) -> Option<i64> {
        let game = state.game.as_ref()?;
        let deadline = game.0.deadline().map(|at| (at + GRACE).0 - START);
        let moments = self.moments.iter().map(|moment| moment * 1000);
        let all = moments
            .chain(state.queue.iter().copied())
            .chain(deadline)
            .chain([HORIZON]);
        all.filter(|&at| at > state.now).min()
    }

    fn look(&self, state: &mut State) {
        let Some(held) = &state.game else {
            return;
        };
        let now = Timestamp(START + state.now);
        if let Some(flag) = held.0.settle(Stamp::at(now)) {
            append(state, flag);
        } else if let Some(clocks) = held.0.clocks().filter(|_| held.0.ended().is_none())
            && self.has(Mend::Rearm)
        {
            let flag = match self.has(Mend::Earliest) {
                true => clocks.earliest_flag(held.0.turn(), now),
                false => clocks.deadline(held.0.turn()),
            };
            let wait = (flag + GRACE - now).max(Millis::seconds(1));
            arm(state, wait);
        }
    }
}

fn arm(state: &mut State, wait: Millis) {
    state.queue.push(state.now + wait.0);
    state.queue.sort_unstable();
}

fn append(state: &mut State, event: Event) {
    if let Some(held) = &mut state.game {
        let mut game = (*held.0).clone();
        game.evolve(event).unwrap();
        *held = Held(Arc::new(game));
    }
}

/// The first legal move of whoever is to move, if it comes in time.
fn any_move(game: &Game, now: i64) -> Option<Event> {
    let mv = legal_moves(game.setup().rules, game.line().position())
        .first()?
        .clone();
    let (turn_no, path) = (game.turn_no(), mv.path);
    let by = game.setup().players[game.turn()];
    let id = CommandId(Ulid(u128::from(turn_no)));
    let stamp = Stamp::at(Timestamp(START + now));
    match game.decide(by, id, &Command::Move { turn_no, path }, stamp) {
        Ok(Verdict::Accepted(event)) => Some(event),
        _ => None,
    }
}

impl Model for Watch {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            now: 0,
            game: None,
            halfway: false,
            queue: Vec::new(),
            started: 0,
            moved: 0,
            deaths: self.deaths,
            losses: self.losses,
            doubles: self.doubles,
            audited: !self.audit,
            read: !self.reader,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        let (first, second) = match self.has(Mend::ArmFirst) {
            true => (Step::Arm, Step::Commit),
            false => (Step::Commit, Step::Arm),
        };
        if state.halfway {
            actions.push(second);
            if state.deaths > 0 {
                actions.push(Step::Die);
            }
            return;
        }
        let Some(held) = &state.game else {
            actions.push(first);
            return;
        };
        if state.moved < self.moves && any_move(&held.0, state.now).is_some() {
            actions.push(Step::Move);
        }
        let mut due = state.queue.clone();
        due.dedup();
        due.retain(|&at| at <= state.now);
        for &at in &due {
            actions.push(Step::Look(at));
            if state.doubles > 0 {
                actions.push(Step::LookTwice(at));
            }
            if state.losses > 0 {
                actions.push(Step::Lose(at));
            }
        }
        if state.now == HORIZON {
            actions.extend((!state.audited && self.has(Mend::Audit)).then_some(Step::Audit));
            actions.extend((!state.read).then_some(Step::Read));
        }
        if !self.punctual || due.is_empty() {
            actions.extend(self.next_moment(state).map(Step::Tick));
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        let come = |state: &mut State, at| {
            let nth = state.queue.iter().position(|&due| due == at);
            nth.map(|nth| state.queue.remove(nth))
        };
        match step {
            Step::Arm => {
                state.started += 1;
                state.halfway = !state.halfway;
                arm(&mut state, Millis::seconds(600) + GRACE);
            }
            Step::Commit => {
                state.halfway = !state.halfway;
                state.game = Some(Held(Arc::new(Game::start(setup(true)))));
            }
            Step::Die => {
                state.halfway = false;
                state.deaths -= 1;
            }
            Step::Move => {
                let event = any_move(&state.game.as_ref()?.0, state.now)?;
                append(&mut state, event);
                state.moved += 1;
            }
            Step::Tick(at) => state.now = at,
            Step::Look(at) => {
                come(&mut state, at)?;
                self.look(&mut state);
            }
            Step::LookTwice(_) => {
                state.doubles -= 1;
                self.look(&mut state);
            }
            Step::Lose(at) => {
                come(&mut state, at)?;
                state.losses -= 1;
            }
            Step::Audit | Step::Read => {
                let settles = step == Step::Audit || self.has(Mend::EveryRead);
                let stamp = Stamp::at(Timestamp(START + state.now));
                if let Some(flag) = state.game.as_ref()?.0.settle(stamp).filter(|_| settles) {
                    append(&mut state, flag);
                }
                state.audited |= step == Step::Audit;
                state.read |= step == Step::Read;
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Watch>> {
        vec![
            Property::always(FLAGGED, |watch: &Watch, state: &State| {
                let over = |held: &Held| held.0.ended().is_some();
                !watch.terminal(state) || state.game.as_ref().is_some_and(over)
            }),
            Property::always(PROMPT, |watch: &Watch, state: &State| {
                !watch.punctual
                    || state
                        .lateness()
                        .is_none_or(|late| late <= Millis::seconds(1))
            }),
            Property::always(BOUNDED, |watch: &Watch, state: &State| {
                let doubles = watch.doubles - state.doubles;
                state.queue.len() <= usize::from(state.started + doubles)
            }),
            Property::sometimes("flagged at once", |_, state: &State| {
                state.lateness() == Some(Millis::ZERO)
            }),
            Property::sometimes("a move gives time", |_, state: &State| state.moved > 0),
        ]
    }

    fn format_action(&self, step: &Step) -> String {
        let s = |ms: i64| format!("{}.{} s", ms / 1000, ms % 1000 / 100);
        match *step {
            Step::Arm => "timer armed".into(),
            Step::Commit => "start committed".into(),
            Step::Die => "the process dies".into(),
            Step::Move => "a move".into(),
            Step::Tick(HORIZON) => "long after".into(),
            Step::Tick(at) => s(at),
            Step::Look(at) => format!("the timer of {} comes", s(at)),
            Step::LookTwice(at) => format!("the timer of {} comes, and will again", s(at)),
            Step::Lose(at) => format!("the timer of {} is lost", s(at)),
            Step::Audit => "the daily walk".into(),
            Step::Read => "a reader".into(),
        }
    }
}

const FLAGGED: &str = "in the end the game has ended";
const PROMPT: &str = "punctual timers flag within a second of the end of the grace";
const BOUNDED: &str = "there are no more timers than starts and doubles";

fn failing() -> Watch {
    Watch {
        deaths: 1,
        losses: 0,
        doubles: 1,
        moves: 1,
        moments: &[300],
        punctual: false,
        audit: false,
        reader: false,
        without: None,
    }
}

fn punctual() -> Watch {
    Watch {
        deaths: 0,
        doubles: 0,
        moves: 3,
        moments: &[300, 590, 610, 700],
        punctual: true,
        ..failing()
    }
}

fn lost(audit: bool) -> Watch {
    Watch {
        losses: 2,
        audit,
        reader: !audit,
        ..failing()
    }
}

pub(crate) fn chapter() -> Chapter<Watch> {
    let row = |what, fails, model: Watch, mend| LeftOut {
        what,
        fails,
        model: model.without(mend),
    };
    Chapter {
        title: "Timers",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("timers come late and twice", failing()),
            ("timers come when they are due", punctual()),
            ("timers are lost, and the daily walk comes", lost(true)),
            ("timers are lost, and a reader comes", lost(false)),
        ],
        left_out: vec![
            row(
                "the timer is armed before the commit",
                FLAGGED,
                failing(),
                Mend::ArmFirst,
            ),
            row("a look arms the next one", FLAGGED, failing(), Mend::Rearm),
            row(
                "… for the rival's clock, too",
                PROMPT,
                punctual(),
                Mend::Earliest,
            ),
            row("the daily walk", FLAGGED, lost(true), Mend::Audit),
            row(
                "every reader settles the clock",
                FLAGGED,
                lost(false),
                Mend::EveryRead,
            ),
        ],
    }
}
