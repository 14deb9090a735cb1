//! Everything that can happen while a correction runs.

use super::{At, Correcting, Cursor, Job, Mend, State, always};
use crate::ratings::{Entry, Line, Log, Match, PLAYERS, Standing, is_valid};
use stateright::{Model, Property};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Decide(u8),
    Start(u8),
    Run {
        nth: usize,
        ordinal: u8,
        at: At,
    },
    Die {
        nth: usize,
        ordinal: u8,
    },
    /// A live game's process reads the standings, then writes.
    See(usize),
    End(usize),
}

fn line<'a>(log: &'a mut Log, game: &str) -> &'a mut Line {
    let mut lines = log.0.iter_mut();
    lines.find(|line| line.of.name == game).unwrap()
}

/// Whether a standing still follows from the entry seen.
fn follows(model: &Correcting, now: &Standing, seen: &Standing) -> bool {
    if model.has(Mend::Named) {
        return now.last == seen.last;
    }
    now.last.map(|last| last.0) == seen.last.map(|last| last.0)
}

impl Job {
    fn new(ordinal: u8) -> Job {
        Job {
            ordinal,
            at: At::Look,
            cursor: Cursor::default(),
            saved: Cursor::default(),
            walking: None,
            seen: None,
            again: false,
        }
    }

    /// The next game of somebody who differs, in order of end.
    fn next<'a>(&self, log: &'a Log, corrected: &str, one_order: bool) -> Option<&'a Line> {
        let place = |game: &str| log.0.iter().position(|line| line.of.name == game);
        if !self.cursor.begun {
            return log.0.iter().find(|line| line.of.name == corrected);
        }
        let next = |player: usize| {
            self.cursor.differs[player]?;
            let walked = self.cursor.walked[player].and_then(place);
            let mut lines = log
                .0
                .iter()
                .enumerate()
                .skip(walked.map_or(0, |nth| nth + 1));
            lines.find(|(_, line)| line.of.players.contains(&player))
        };
        let mut all = (0..PLAYERS).filter_map(next);
        let next = if one_order {
            all.min_by_key(|(nth, _)| *nth)
        } else {
            all.next()
        };
        next.map(|(_, line)| line)
    }

    /// The next standing to move, of those who differ.
    fn next_player(&self, from: usize) -> Option<usize> {
        let players = from..self.cursor.differs.len();
        players
            .into_iter()
            .find(|&player| self.cursor.differs[player].is_some())
    }
}

impl Correcting {
    /// One step of a correction; `None` when it is done.
    fn run(&self, state: &mut State, mut job: Job) -> Option<Job> {
        match job.at {
            At::Look => self.look(state, &mut job),
            At::Put(side) => {
                let (game, entries) = job.walking?;
                line(&mut state.log, game).put(side, entries[side].0);
                if side == 0 {
                    job.at = At::Put(1);
                } else {
                    walked(&mut job, line(&mut state.log, game).of, entries);
                }
            }
            At::See(player) => {
                let seen = state.standings[player];
                let newer = seen.last.map(|last| last.0) != job.cursor.walked[player];
                job.again |= newer;
                if newer {
                    return self.moved(state, job, player);
                }
                (job.seen, job.at) = (Some(seen), At::Move(player));
            }
            At::Move(player) => {
                let standing = &mut state.standings[player];
                let (seen, rating) = (job.seen.take()?, job.cursor.differs[player]?);
                if follows(self, standing, &seen) || !self.has(Mend::Condition) {
                    let last = seen.last.map(|(game, _)| (game, job.ordinal));
                    *standing = Standing { rating, last };
                } else {
                    job.again = true;
                }
                return self.moved(state, job, player);
            }
        }
        if let At::See(from) = job.at {
            return self.moves(state, job, from);
        }
        Some(job)
    }

    /// Reads the next game and computes its entries.
    fn look(&self, state: &State, job: &mut Job) {
        let correction = self.corrections[usize::from(job.ordinal) - 1];
        let Some(line) = job.next(&state.log, correction.game, self.has(Mend::OneOrder)) else {
            job.at = At::See(0);
            return;
        };
        let old = |side| match self.has(Mend::AsOfBefore) {
            true => line.as_of(side, job.ordinal - 1),
            false => line.newest(side),
        };
        let olds = [old(0), old(1)];
        let players = line.of.players;
        let before =
            [0, 1].map(|side| job.cursor.differs[players[side]].unwrap_or(olds[side].before));
        let valid = match (line.of.name == correction.game, self.has(Mend::EntriesSay)) {
            (true, _) => correction.valid,
            (_, true) => olds[0].valid,
            _ => is_valid(line.of.name, &self.corrections[..state.decided.len()]),
        };
        let after = line.of.rate(before, valid);
        let entries = [0, 1].map(|side| {
            let (before, after) = (before[side], after[side]);
            let counts = after.games != olds[side].after.games && self.has(Mend::Count);
            let differs = after.elo != olds[side].after.elo || counts;
            let ordinal = job.ordinal;
            let entry = Entry {
                ordinal,
                before,
                after,
                valid,
            };
            (entry, differs)
        });
        job.walking = Some((line.of.name, entries));
        job.at = At::Put(0);
    }

    /// Goes on to the next standing from that of a player on.
    fn moves(&self, state: &mut State, mut job: Job, from: usize) -> Option<Job> {
        if let Some(player) = job.next_player(from) {
            job.at = At::See(player);
            return Some(job);
        }
        if job.again && self.has(Mend::Again) {
            (job.again, job.at) = (false, At::Look);
            return Some(job);
        }
        state.done.push(job.ordinal);
        None
    }

    fn moved(&self, state: &mut State, job: Job, player: usize) -> Option<Job> {
        self.moves(state, job, player + 1)
    }

    /// A live game ends, if its players' standings are still as seen.
    fn end(&self, state: &mut State, game: Match) {
        let seen = state.seen.take().unwrap();
        let now = game.players.map(|player| state.standings[player]);
        let same = now
            .iter()
            .zip(&seen)
            .all(|(now, seen)| follows(self, now, seen));
        if !same && self.has(Mend::EndCondition) {
            state.seen = Some(now);
            return;
        }
        let moved = |ordinal: u8| {
            let names = |standing: &&Standing| standing.last.is_some_and(|last| last.1 == ordinal);
            state.standings.iter().filter(names).count()
        };
        state.between |= state.jobs.iter().any(|job| moved(job.ordinal) == 1);
        let at = u8::try_from(state.log.0.len()).unwrap();
        state.log.end(game, at, seen, &mut state.standings);
    }
}

/// Both entries are put: the cursor moves past their game.
fn walked(job: &mut Job, of: Match, entries: [(Entry, bool); 2]) {
    for (player, (entry, differs)) in of.players.into_iter().zip(entries) {
        job.cursor.walked[player] = Some(of.name);
        job.cursor.differs[player] = differs.then_some(entry.after);
    }
    job.cursor.begun = true;
    job.saved = job.cursor.clone();
    (job.walking, job.at) = (None, At::Look);
}

impl Model for Correcting {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let (log, standings) = Log::of(&self.past);
        vec![State {
            log,
            standings,
            decided: Vec::new(),
            done: Vec::new(),
            jobs: Vec::new(),
            ending: 0,
            seen: None,
            deaths: self.deaths,
            between: false,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        let decided = u8::try_from(state.decided.len()).unwrap();
        if state.decided.len() < self.corrections.len() {
            actions.push(Step::Decide(decided + 1));
        }
        let free = state.jobs.is_empty() || !self.has(Mend::Serial);
        for ordinal in (1..=decided).filter(|_| free) {
            let runs = state.jobs.iter().any(|job| job.ordinal == ordinal);
            let first = (1..ordinal).all(|lower| state.done.contains(&lower));
            let turn = first || !self.has(Mend::Order) || !self.has(Mend::Serial);
            if turn && !runs && !state.done.contains(&ordinal) {
                actions.push(Step::Start(ordinal));
            }
        }
        for (nth, &Job { ordinal, at, .. }) in state.jobs.iter().enumerate() {
            actions.push(Step::Run { nth, ordinal, at });
            actions.extend((state.deaths > 0).then_some(Step::Die { nth, ordinal }));
        }
        if state.seen.is_some() {
            actions.push(Step::End(state.ending - 1));
        } else if state.ending < self.live.len() {
            actions.push(Step::See(state.ending));
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Decide(_) => state.decided.push(state.log.0.len()),
            Step::Start(ordinal) => state.jobs.push(Job::new(ordinal)),
            Step::Run { nth, .. } => {
                let job = state.jobs.remove(nth);
                if let Some(job) = self.run(&mut state, job) {
                    state.jobs.insert(nth, job);
                }
            }
            Step::Die { nth, ordinal } => {
                state.deaths -= 1;
                let saved = state.jobs[nth].saved.clone();
                state.jobs[nth] = Job {
                    cursor: saved.clone(),
                    saved,
                    ..Job::new(ordinal)
                };
            }
            Step::See(nth) => {
                state.ending += 1;
                state.seen = Some(self.live[nth].players.map(|player| state.standings[player]));
            }
            Step::End(nth) => self.end(&mut state, self.live[nth]),
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Correcting>> {
        let mut properties = always();
        properties.extend((self.sometimes)());
        properties
    }

    fn format_action(&self, step: &Step) -> String {
        let of = |ordinal: u8| self.corrections[usize::from(ordinal) - 1].told();
        let who = |player: usize| ["A", "B", "C"][player];
        match *step {
            Step::Decide(ordinal) => format!("decided: {}", of(ordinal)),
            Step::Start(ordinal) => format!("begun: {}", of(ordinal)),
            Step::Die { ordinal, .. } => format!("dies: {}", of(ordinal)),
            Step::See(nth) => format!("{} reads standings", self.live[nth].name),
            Step::End(nth) => format!("{} ends", self.live[nth].name),
            Step::Run { ordinal, at, .. } => {
                let what = match at {
                    At::Look => "looked".into(),
                    At::Put(side) => format!("entry {} of 2", side + 1),
                    At::See(player) => format!("standing of {} read", who(player)),
                    At::Move(player) => format!("standing of {} moved", who(player)),
                };
                format!("{}: {what}", of(ordinal))
            }
        }
    }
}
