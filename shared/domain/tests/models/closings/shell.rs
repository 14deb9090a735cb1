//! The order of calls of an end, a correction and a closing.

use super::{At, Clock, Closing, Decided, Ender, Mend, Part, Run, Snapshot, State, Touched};
use crate::ratings::{PLAYERS, Standing, is_valid, replay};

/// As of whatever came last.
const NEWEST: u8 = u8::MAX;

impl Run {
    pub(super) fn new() -> Run {
        Run {
            at: At::Touch,
            read: Snapshot::default(),
        }
    }
}

impl State {
    pub(super) fn revision(&self, ordinal: u8) -> Option<Snapshot> {
        let mut all = self.revisions.iter();
        all.find(|(other, _)| *other == ordinal).map(|(_, it)| *it)
    }

    /// How many corrections were decided before the cut.
    pub(super) fn before(&self) -> usize {
        let before = |it: &&Decided| self.cut.is_none_or(|cut| it.at < cut);
        self.decided.iter().filter(before).count()
    }

    fn stamp(&mut self, clock: Clock) -> u8 {
        if clock == Clock::Slow {
            return self.now - 1;
        }
        self.now += 2;
        self.now + if clock == Clock::Ahead { 5 } else { 0 }
    }

    pub(super) fn is_over(&self, model: &Closing) -> bool {
        self.log.0.len() > model.past.len()
    }
}

impl Closing {
    fn seen(&self, state: &State) -> [Standing; 2] {
        self.live.players.map(|player| state.standings[player])
    }

    /// Reads the game and the standings, and stamps.
    pub(super) fn stamp_end(&self, state: &mut State, nth: usize, kept: Option<u8>) {
        if state.is_over(self) {
            state.enders[nth] = Ender::Done;
            return;
        }
        let Touched { v, not_before } = state.game;
        let at = kept.unwrap_or_else(|| state.stamp(self.enders[nth]));
        let clamp = self.has(Mend::EndsAfter) || kept.is_some();
        let at = if clamp { at.max(not_before) } else { at };
        let seen = self.seen(state);
        let follows = seen.iter().filter_map(|standing| standing.last);
        let corrected = follows.filter(|(_, ordinal)| *ordinal > 0 && self.has(Mend::Later));
        let decided = corrected.map(|(_, ordinal)| state.decided[usize::from(ordinal) - 1].at);
        let at = decided.fold(at, |at, decided| at.max(decided + 1));
        state.enders[nth] = Ender::Stamped { at, v, seen };
    }

    pub(super) fn write_end(&self, state: &mut State, nth: usize) {
        let Ender::Stamped { at, v, seen } = state.enders[nth] else {
            return;
        };
        if (state.game.v, self.seen(state)) != (v, seen) {
            let kept = (!self.has(Mend::Anew)).then_some(at);
            return self.stamp_end(state, nth, kept);
        }
        state.game.v += 1;
        state.log.end(self.live, at, seen, &mut state.standings);
        state.enders[nth] = Ender::Done;
    }

    pub(super) fn write_decision(&self, state: &mut State) {
        let Some((at, v)) = state.deciding.take() else {
            return;
        };
        if v != state.head.v {
            return self.stamp_decision(state);
        }
        let clamp = self.has(Mend::DecidedAfter);
        let last = state.decided.last().map_or(0, |last| last.at + 1);
        state.decided.push(Decided {
            at: at
                .max(last)
                .max(if clamp { state.head.not_before } else { 0 }),
            walked: None,
            moved: 0,
            swept: false,
            looked: false,
        });
        state.head.v += 1;
    }

    pub(super) fn stamp_decision(&self, state: &mut State) {
        state.deciding = Some((state.stamp(self.admin), state.head.v));
    }

    /// What a correction could do now.
    pub(super) fn next_part(&self, state: &State, nth: usize) -> Option<Part> {
        let it = state.decided[nth];
        let turn = state.decided[..nth].iter().all(|lower| lower.swept);
        let sweeps = !it.swept && (it.looked || self.has(Mend::SweptFirst));
        let walked = it.walked == Some(state.log.0.len());
        match it.moved {
            _ if !turn => None,
            PLAYERS if sweeps => Some(Part::Sweep),
            PLAYERS => (!it.looked).then_some(Part::Look),
            _ if !walked => Some(Part::Walk),
            player => Some(Part::Move(player)),
        }
    }

    /// One step of a correction, whoever takes it.
    pub(super) fn correct(&self, state: &mut State, nth: usize, part: Part) {
        let ordinal = u8::try_from(nth + 1).unwrap();
        match part {
            Part::Walk => {
                state.log.correct(ordinal, self.corrections[nth]);
                state.decided[nth].walked = Some(state.log.0.len());
                state.decided[nth].moved = 0;
            }
            Part::Move(player) => {
                if let Some((line, entry)) = state.log.last(player) {
                    let last = Some((line.of.name, entry.ordinal));
                    let rating = entry.after;
                    state.standings[player] = Standing { rating, last };
                }
                state.decided[nth].moved += 1;
            }
            Part::Sweep => state.decided[nth].swept = true,
            Part::Look => {
                self.revise_all(state, nth);
                state.decided[nth].looked = true;
            }
        }
    }

    /// One whose turn it is revises the period for all that are done, in order; each is
    /// compared with the last one that was put.
    fn revise_all(&self, state: &mut State, nth: usize) {
        for other in 0..state.decided.len() {
            let done = state.decided[other].swept && self.has(Mend::InOrder);
            if done || other == nth {
                self.revise(state, u8::try_from(other + 1).unwrap());
            }
        }
    }

    /// Puts the revision of a correction, if the period is closed and changed by it.
    fn revise(&self, state: &mut State, ordinal: u8) {
        let after = state
            .cut
            .is_some_and(|cut| state.decided[usize::from(ordinal) - 1].at >= cut);
        let lower = state
            .revisions
            .iter()
            .rev()
            .find(|(other, _)| *other < ordinal);
        let (Some(&(_, lower)), true) = (lower, after) else {
            return;
        };
        let all = |ordinal| {
            let mut snapshot = Snapshot::default();
            (0..state.standings.len())
                .for_each(|player| self.read_entries(state, &mut snapshot, player, ordinal));
            snapshot
        };
        let snapshot = all(ordinal);
        if snapshot != lower && state.revision(ordinal).is_none() {
            state.revisions.push((ordinal, snapshot));
            state
                .revisions
                .sort_unstable_by_key(|(ordinal, _)| *ordinal);
        }
    }

    pub(super) fn may_run(&self, state: &State, run: &Run) -> bool {
        let before = &state.decided[..state.before()];
        let waits = self.has(Mend::Waits) && !before.iter().all(|it| it.swept);
        state.cut.is_some() && run.at != At::Done && !(run.at == At::Read && waits)
    }

    /// One step of a closing.
    pub(super) fn close(&self, state: &mut State, run: &mut Run) {
        match run.at {
            At::Touch => {
                self.touch(state);
                run.at = At::Read;
            }
            At::Read => {
                self.read(state, run, 0);
                run.at = At::ReadOn;
            }
            At::ReadOn => {
                (1..state.standings.len()).for_each(|player| self.read(state, run, player));
                run.at = At::Put;
            }
            At::Put => {
                match state.revision(0) {
                    Some(first) if !self.has(Mend::Once) => {
                        state.changed |= first != run.read;
                        state.revisions[0] = (0, run.read);
                    }
                    Some(_) => {}
                    None => state.revisions.insert(0, (0, run.read)),
                }
                run.at = At::Look;
            }
            At::Look => {
                let done = |nth: &usize| state.decided[*nth].swept && self.has(Mend::Looks);
                let done: Vec<_> = (0..state.decided.len()).filter(done).collect();
                for nth in done {
                    self.revise(state, u8::try_from(nth + 1).unwrap());
                }
                run.at = At::Done;
            }
            At::Done => {}
        }
        if matches!(run.at, At::Look | At::Done) {
            run.read = Snapshot::default();
        }
    }

    fn touch(&self, state: &mut State) {
        let not_before = state.cut.unwrap_or_default();
        if self.has(Mend::Touch) && !state.is_over(self) {
            let v = state.game.v + 1;
            state.game = Touched { v, not_before };
        }
        if self.has(Mend::Head) {
            let v = state.head.v + 1;
            state.head = Touched { v, not_before };
        }
    }

    fn read(&self, state: &State, run: &mut Run, player: usize) {
        let ordinal = match self.has(Mend::AsOf) {
            true => u8::try_from(state.before()).unwrap(),
            false => NEWEST,
        };
        self.read_entries(state, &mut run.read, player, ordinal);
        let last = state.log.last(player);
        let at_rest = last.is_some_and(|(line, _)| Some(line.at) < state.cut);
        if at_rest && !self.has(Mend::Entries) {
            let rating = state.standings[player].rating;
            run.read.rows[player] = Some(rating).filter(|rating| rating.games > 0);
        }
    }

    /// A player's row as of a correction.
    fn read_entries(&self, state: &State, into: &mut Snapshot, player: usize, ordinal: u8) {
        for (nth, line) in state.log.0.iter().enumerate() {
            let side = line.side_of(player).filter(|_| Some(line.at) < state.cut);
            let entry = side.map(|side| line.as_of(side, ordinal));
            if let Some(entry) = entry.filter(|entry| entry.valid) {
                into.rows[player] = Some(entry.after);
                into.games |= 1 << self.number(line.of.name, nth);
            }
        }
    }

    /// A game's bit: past games in their order, then the live one.
    fn number(&self, game: &str, nth: usize) -> usize {
        if game == self.live.name {
            self.past.len()
        } else {
            nth
        }
    }

    /// The ranking as it should be after so many corrections.
    pub(super) fn expected(&self, state: &State, corrections: usize) -> Snapshot {
        let decided = &self.corrections[..corrections];
        let lines = state.log.0.iter().enumerate();
        let valid =
            lines.filter(|(_, line)| Some(line.at) < state.cut && is_valid(line.of.name, decided));
        let valid: Vec<_> = valid.collect();
        let ratings = replay(valid.iter().map(|(_, line)| &line.of));
        let rows = ratings.map(|rating| Some(rating).filter(|rating| rating.games > 0));
        let bits = valid
            .iter()
            .map(|(nth, line)| 1 << self.number(line.of.name, *nth));
        let games = bits.fold(0, |games: u8, bit: u8| games | bit);
        Snapshot { rows, games }
    }
}
