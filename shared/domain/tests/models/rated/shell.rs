//! The order of calls of an end, a pairing and a correction.

use super::{FIRST, Game, LIMIT, Mend, Part, Process, Rated, Request, SECOND, Stage, State};
use crate::ratings::{Match, Standing};

/// What came of a request.
enum Outcome {
    Done,
    Cancelled,
    /// The transaction was split, and this is yet to come.
    Next(Stage),
}

impl State {
    fn now_both(&self) -> [Standing; 2] {
        FIRST.players.map(|player| self.standings[player])
    }

    fn stamp(&mut self, slow: bool) -> u8 {
        if slow {
            return self.now - 1;
        }
        self.now += 2;
        self.now
    }
}

impl Rated {
    /// Reads, decides and stamps; whoever finds the game over is answered.
    pub(super) fn read(&self, state: &mut State, order: usize, kept: Option<u8>) {
        let Game::Running { v } = state.game else {
            state.heard[order] = true;
            return;
        };
        let seen = state.now_both();
        let at = kept.unwrap_or_else(|| state.stamp(self.orders[order].slow));
        let last = state.log.0.iter().map(|line| line.at + 1).max();
        let later = last.filter(|_| self.has(Mend::Later)).unwrap_or_default();
        let follows = seen.iter().filter_map(|standing| standing.last);
        let corrected = follows.filter(|(_, n)| *n > 0 && self.has(Mend::Contains));
        let decided = corrected.map(|(_, n)| state.decided[usize::from(n) - 1] + 1);
        let request = Request {
            order,
            at: decided.fold(at.max(later), u8::max),
            v,
            seen,
            count: state.count,
        };
        let stage = Stage::Ready;
        state.running.push(Process { request, stage });
    }

    /// A process sends its request and hears what came of it.
    pub(super) fn send(&self, state: &mut State, process: Process) {
        let Process { request, stage } = process;
        let outcome = match stage {
            Stage::Ready | Stage::Doubt => self.carry_out(state, &request),
            Stage::Rest => self.write_rest(state, &request),
            Stage::Locks => {
                state.locked = [false; 2];
                Outcome::Done
            }
        };
        match outcome {
            Outcome::Done => state.heard[request.order] = true,
            Outcome::Next(stage) => state.running.push(Process { request, stage }),
            Outcome::Cancelled if stage == Stage::Rest => {
                let (seen, count) = (state.now_both(), state.count);
                let request = Request {
                    seen,
                    count,
                    ..request
                };
                state.running.push(Process { request, stage });
            }
            Outcome::Cancelled => {
                let kept = (!self.has(Mend::Anew)).then_some(request.at);
                self.read(state, request.order, kept);
            }
        }
    }

    /// A request that nobody waits for any more.
    pub(super) fn carry_out_late(&self, state: &mut State, request: &Request) {
        self.carry_out(state, request);
    }

    fn carry_out(&self, state: &mut State, request: &Request) -> Outcome {
        let same = state.game == Game::Running { v: request.v };
        if !same && self.has(Mend::Version) {
            return Outcome::Cancelled;
        }
        if !self.has(Mend::Together) {
            state.game = Game::Over;
            state.ends += 1;
            return Outcome::Next(Stage::Rest);
        }
        if !self.conditions_hold(state, request) {
            return Outcome::Cancelled;
        }
        state.game = Game::Over;
        state.ends += 1;
        self.write_rest(state, request)
    }

    fn conditions_hold(&self, state: &State, request: &Request) -> bool {
        let named = self.has(Mend::Named);
        let last = |standing: &Standing| standing.last.map(|(game, n)| (game, named.then_some(n)));
        let same = state.now_both().each_ref().map(last) == request.seen.each_ref().map(last);
        (same || !self.has(Mend::Follows))
            && (state.count == request.count || !self.has(Mend::Count))
    }

    /// Standings, entries, the count, the locks.
    fn write_rest(&self, state: &mut State, request: &Request) -> Outcome {
        if !self.conditions_hold(state, request) {
            return Outcome::Cancelled;
        }
        let unrated = !self.has(Mend::NoLimit) && request.count >= LIMIT;
        if !unrated {
            let contains = request.seen.iter().filter_map(|standing| standing.last);
            let decided =
                |(_, n): (&str, u8)| n > 0 && state.decided[usize::from(n) - 1] > request.at;
            state.dated_before |= contains.into_iter().any(decided);
            let game = Match::new(SECOND, FIRST.players, self.orders[request.order].score);
            state
                .log
                .end(game, request.at, request.seen, &mut state.standings);
            state.count = request.count + 1;
        }
        if !self.has(Mend::Locks) {
            return Outcome::Next(Stage::Locks);
        }
        state.locked = [false; 2];
        Outcome::Done
    }

    /// The pair is paired, if its day is not full.
    pub(super) fn pair(&self, state: &mut State, seen: u8) {
        let full = state.count >= LIMIT;
        if seen >= LIMIT || (full && self.has(Mend::Limit)) {
            return;
        }
        state.overfull |= full;
        state.game = Game::Running { v: 1 };
        state.locked = [true; 2];
    }

    /// The first step of a correction.
    pub(super) fn first_part(&self) -> Part {
        if self.has(Mend::Mark) {
            Part::Decide
        } else {
            Part::Mark
        }
    }

    /// One step of the present correction.
    pub(super) fn correct(&self, state: &mut State) {
        let nth = state.done;
        let correction = self.corrections[nth];
        let count = |state: &mut State| match correction.valid {
            true => state.count += 1,
            false => state.count = state.count.saturating_sub(1),
        };
        state.part = match state.part {
            Part::Mark => Part::Count,
            Part::Count => {
                count(state);
                Part::Decide
            }
            Part::Decide => {
                if self.has(Mend::Mark) {
                    count(state);
                }
                let at = state.stamp(false);
                state.decided.push(at);
                Part::Walk
            }
            Part::Walk => {
                let ordinal = u8::try_from(nth + 1).unwrap();
                state.log.correct(ordinal, correction);
                state.walked = state.log.0.len();
                Part::Move(0)
            }
            Part::Move(_) if state.walked != state.log.0.len() => Part::Walk,
            Part::Move(player) => {
                if let Some((line, entry)) = state.log.last(player) {
                    let last = Some((line.of.name, entry.ordinal));
                    let rating = entry.after;
                    state.standings[player] = Standing { rating, last };
                }
                Part::Move(player + 1)
            }
        };
        if state.part == Part::Move(FIRST.players.len()) {
            state.done += 1;
            state.part = self.first_part();
        }
    }
}
