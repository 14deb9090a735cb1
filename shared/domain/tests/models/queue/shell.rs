//! Taking a place in the queue, and looking for a rival.

use super::{Fate, Job, Lock, Mend, Pairing, Phase, Process, Queue, Seen, State, Ticket};

/// How often a process tries before it leaves the rest to the next tick.
const TRIES: u8 = 2;

impl Process {
    pub(super) fn new(job: Job) -> Process {
        Process {
            job,
            seen: None,
            tries: 0,
            then: None,
        }
    }

    pub(super) fn having(self, seen: Seen) -> Option<Process> {
        let seen = Some(seen);
        Some(Process { seen, ..self })
    }

    /// Reads again.
    pub(super) fn again(self) -> Option<Process> {
        let seen = None;
        Some(Process { seen, ..self })
    }
}

impl State {
    pub(super) fn put_ticket(&mut self, who: usize, since: u8) -> usize {
        let stands = true;
        self.tickets.push(Ticket { who, since, stands });
        self.tickets.len() - 1
    }

    pub(super) fn queue(&mut self, model: &Queue, ticket: usize) {
        let Ticket { who, since, .. } = self.tickets[ticket];
        self.locks[who] = Some(Lock::Queued(ticket));
        self.lapsed[who] = false;
        self.tickets[ticket].stands = true;
        self.arm(model, ticket, since);
    }

    /// Arms a ticket's next tick.
    pub(super) fn arm(&mut self, model: &Queue, ticket: usize, since: u8) {
        if self.now - since
            < model
                .minutes
                .min(if model.has(Mend::Ticks) { 2 } else { 1 })
        {
            self.ticks.push((ticket, self.now + 1));
            self.ticks.sort_unstable();
        } else if model.has(Mend::Ticks) && !self.ticked.contains(&ticket) {
            self.ticked.push(ticket);
            self.ticked.sort_unstable();
        }
    }
}

impl Queue {
    /// One step of a process: it reads, or writes; `None` when it is done.
    pub(super) fn run(&self, state: &mut State, it: Process) -> Option<Process> {
        match (it.job, it.seen) {
            (Job::Join(who), None) => self.read_own(state, it, who),
            (Job::Join(who), Some(Seen::Lock(seen))) => self.join(state, it, who, seen),
            (Job::Match { ticket }, None) => self.look_for_rival(state, it, ticket),
            (Job::Match { ticket }, Some(Seen::Rival(rival))) => {
                self.pair(state, it, ticket, rival)
            }
            (Job::Accept { who, pairing }, None) => self.read_pairing(state, it, who, pairing),
            (Job::Accept { who, pairing }, Some(Seen::Accepted(seen))) => {
                self.accept(state, it, who, pairing, seen)
            }
            (Job::Leave(who), None) => self.read_to_leave(state, it, who),
            (Job::Leave(who), Some(seen)) => self.leave(state, it, who, seen),
            (Job::Lapse { pairing }, None) => self.read_to_lapse(state, it, pairing),
            (Job::Lapse { pairing }, Some(Seen::Accepted(seen))) => {
                self.lapse(state, it, pairing, seen)
            }
            (Job::Look(who), None) => match state.locks[who] {
                Some(Lock::Paired(pairing)) => self.settle(state, it, pairing),
                _ => None,
            },
            _ => None,
        }
    }

    fn read_own(&self, state: &mut State, it: Process, who: usize) -> Option<Process> {
        match state.locks[who] {
            Some(Lock::Paired(pairing)) => {
                let then = Some(who);
                self.settle(state, Process { then, ..it }, pairing)
            }
            lock if lock.is_none() || state.lapsed[who] => it.having(Seen::Lock(lock)),
            _ => None,
        }
    }

    /// Takes a place, if the lock is still as read.
    fn join(
        &self,
        state: &mut State,
        it: Process,
        who: usize,
        seen: Option<Lock>,
    ) -> Option<Process> {
        let taken_since = seen.is_some() && !state.lapsed[who];
        if (state.locks[who] != seen || taken_since) && self.has(Mend::Join) {
            return it.again();
        }
        if let (Some(Lock::Queued(old)), true) = (seen, self.has(Mend::Forgotten)) {
            state.tickets[old].stands = false;
        }
        let ticket = state.put_ticket(who, state.now);
        state.queue(self, ticket);
        state.left[who] = false;
        Some(Process::new(Job::Match { ticket }))
    }

    /// The nearest rival, then whoever has waited longest.
    fn look_for_rival(&self, state: &mut State, it: Process, ticket: usize) -> Option<Process> {
        let own = state.tickets[ticket];
        if state.locks[own.who] != Some(Lock::Queued(ticket)) {
            return None;
        }
        let all = state.tickets.iter().enumerate();
        let fits = all.filter(|(_, other)| {
            let longer = match self.has(Mend::Longer) {
                true => other.since.min(own.since),
                false => own.since,
            };
            other.stands
                && other.who != own.who
                && self.is_near(own.who, other.who, state.now - longer)
                && !(self.has(Mend::Days) && self.is_full(own.who, other.who))
        });
        let apart = |who: usize| (self.ratings[who] - self.ratings[own.who]).abs();
        let rival = fits.min_by_key(|(nth, other)| (apart(other.who), *nth));
        let Some((rival, _)) = rival else {
            let mut others = state.tickets.iter().filter(|other| other.stands);
            let overlooked =
                others.any(|other| other.who != own.who && self.fit(state, own.who, other.who));
            state.overlooked |= overlooked;
            return None;
        };
        it.having(Seen::Rival(rival))
    }

    /// Pairs two tickets, if their locks still name them and their day is not full.
    fn pair(&self, state: &mut State, it: Process, ticket: usize, rival: usize) -> Option<Process> {
        let who = [ticket, rival].map(|ticket| state.tickets[ticket].who);
        let named = |state: &State, ticket: usize| {
            state.locks[state.tickets[ticket].who] == Some(Lock::Queued(ticket))
        };
        let free = named(state, ticket) && named(state, rival);
        if (!free && self.has(Mend::Locks)) || self.is_full(who[0], who[1]) {
            if !named(state, ticket) {
                return None;
            }
            if !named(state, rival) && self.has(Mend::Cleans) {
                state.tickets[rival].stands = false;
            }
            let tries = it.tries + 1;
            return Process { tries, ..it }
                .again()
                .filter(|it| it.tries < TRIES);
        }
        state.put_pairing([ticket, rival]);
        None
    }
}

impl State {
    pub(super) fn put_pairing(&mut self, tickets: [usize; 2]) {
        let pairing = self.pairings.len();
        for ticket in tickets {
            self.tickets[ticket].stands = false;
            self.locks[self.tickets[ticket].who] = Some(Lock::Paired(pairing));
        }
        self.timers.push(pairing);
        self.pairings.push(Pairing {
            who: tickets.map(|ticket| self.tickets[ticket].who),
            tickets,
            accepted: [false; 2],
            asked: [false; 2],
            fate: Fate::Open,
            phase: Phase::Before,
            looked: false,
        });
    }
}
