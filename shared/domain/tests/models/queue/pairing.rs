//! Accepting a pairing, leaving it, and its lapse.

use super::{Fate, Job, Lock, Mend, Pairing, Phase, Process, Queue, Seen, State};

impl Pairing {
    fn side(&self, who: usize) -> usize {
        usize::from(self.who[1] == who)
    }
}

impl Queue {
    /// Whether a pairing may be lapsed by whoever comes.
    pub(super) fn lapses(&self, pairing: &Pairing) -> bool {
        let due = match self.has(Mend::Grace) {
            true => Phase::Over,
            false => Phase::Due,
        };
        pairing.fate == Fate::Open && pairing.phase >= due
    }

    /// Somebody has read a pairing: one that is over lapses.
    pub(super) fn settle(&self, state: &State, it: Process, pairing: usize) -> Option<Process> {
        let lapses = self.has(Mend::EveryRead) && self.lapses(&state.pairings[pairing]);
        let job = Job::Lapse { pairing };
        Process { job, ..it }.again().filter(|_| lapses)
    }

    pub(super) fn read_pairing(
        &self,
        state: &mut State,
        it: Process,
        who: usize,
        nth: usize,
    ) -> Option<Process> {
        let pairing = &state.pairings[nth];
        let accepted = pairing.accepted[pairing.side(who)];
        match pairing.fate {
            Fate::Open if self.lapses(pairing) && pairing.phase == Phase::Over => {
                self.settle(state, it, nth)
            }
            Fate::Open if !accepted => it.having(Seen::Accepted(pairing.accepted)),
            Fate::Lapsed => {
                state.denied |= pairing.phase < Phase::Over;
                None
            }
            _ => None,
        }
    }

    /// The first acceptance is noted, the second starts the game.
    pub(super) fn accept(
        &self,
        state: &mut State,
        it: Process,
        who: usize,
        nth: usize,
        seen: [bool; 2],
    ) -> Option<Process> {
        let pairing = &mut state.pairings[nth];
        let same = pairing.fate == Fate::Open && pairing.accepted == seen;
        if !same && self.has(Mend::Accept) {
            return it.again();
        }
        let side = pairing.side(who);
        pairing.accepted[side] = true;
        if seen[1 - side] {
            pairing.fate = Fate::Started;
            for who in pairing.who {
                state.locks[who] = Some(Lock::Playing(nth));
            }
        }
        None
    }

    pub(super) fn read_to_leave(
        &self,
        state: &mut State,
        it: Process,
        who: usize,
    ) -> Option<Process> {
        let lock = state.locks[who];
        match lock {
            Some(Lock::Queued(_)) => it.having(Seen::Lock(lock)),
            Some(Lock::Paired(nth)) if self.has(Mend::Declines) => {
                let accepted = state.pairings[nth].accepted;
                it.having(Seen::Accepted(accepted))
            }
            Some(Lock::Paired(_)) | None => {
                state.left[who] = true;
                None
            }
            Some(Lock::Playing(_)) => None,
        }
    }

    /// Leaves the queue, or declines the pairing: the other returns.
    pub(super) fn leave(
        &self,
        state: &mut State,
        it: Process,
        who: usize,
        seen: Seen,
    ) -> Option<Process> {
        match (seen, state.locks[who]) {
            (Seen::Lock(Some(Lock::Queued(ticket))), now) if now == Some(Lock::Queued(ticket)) => {
                state.locks[who] = None;
                state.tickets[ticket].stands = false;
                state.left[who] = true;
                None
            }
            (Seen::Accepted(accepted), Some(Lock::Paired(nth)))
                if state.pairings[nth].accepted == accepted =>
            {
                state.left[who] = true;
                let mut returns = [true; 2];
                returns[state.pairings[nth].side(who)] = false;
                self.close(state, it, nth, returns, Fate::Declined)
            }
            _ => it.again(),
        }
    }

    pub(super) fn read_to_lapse(&self, state: &State, it: Process, nth: usize) -> Option<Process> {
        let pairing = &state.pairings[nth];
        match self.lapses(pairing) {
            true => it.having(Seen::Accepted(pairing.accepted)),
            false => Some(Process::new(Job::Join(it.then?))),
        }
    }

    /// Who had accepted returns, the other leaves.
    pub(super) fn lapse(
        &self,
        state: &mut State,
        it: Process,
        nth: usize,
        seen: [bool; 2],
    ) -> Option<Process> {
        let pairing = &state.pairings[nth];
        let same = pairing.fate == Fate::Open && pairing.accepted == seen;
        if !same && self.has(Mend::Lapse) {
            return it.again();
        }
        self.close(state, it, nth, seen, Fate::Lapsed)
    }

    /// Ends a pairing without a game; whoever returns tries again at once.
    fn close(
        &self,
        state: &mut State,
        it: Process,
        nth: usize,
        returns: [bool; 2],
        fate: Fate,
    ) -> Option<Process> {
        state.pairings[nth].fate = fate;
        let Pairing {
            who,
            tickets,
            accepted,
            ..
        } = state.pairings[nth];
        let mut next = None;
        for side in [0, 1] {
            state.locks[who[side]] = None;
            state.put_out |= fate == Fate::Lapsed && accepted[side] && !returns[side];
            if returns[side] {
                let ticket = match self.has(Mend::OldTicket) {
                    true => tickets[side],
                    false => state.put_ticket(who[side], state.now),
                };
                state.place_lost |= ticket != tickets[side];
                state.queue(self, ticket);
                next = Some(Job::Match { ticket });
            }
        }
        let job = it.then.map(Job::Join).or(next)?;
        Some(Process::new(job))
    }
}
