//! What a process does next.

use super::{At, GAME, Item, Job, Mend, Process, State, Tab, Tabs, always};
use stateright::{Model, Property};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Open { tab: u8, page: u8 },
    Close { tab: u8, silent: bool },
    Move,
    Run { nth: usize, job: Job, at: At },
    Die { nth: usize, job: Job },
}

fn process(job: Job, at: At) -> Process {
    Process {
        job,
        at,
        moves: 0,
        v: 0,
        seen: Vec::new(),
        shown: None,
        others: Vec::new(),
        left: Vec::new(),
        written: false,
        fresh: false,
        for_other: false,
        retired: None,
    }
}

fn unlist(state: &mut State, page: u8, tab: u8) {
    state.lists[usize::from(page)].retain(|&other| other != tab);
}

impl Tabs {
    /// One step of a process; `None` when it is done.
    fn run(&self, state: &mut State, mut it: Process) -> Option<Process> {
        match it.job {
            Job::Move => self.run_move(state, it),
            Job::Gone { tab } => match it.at {
                At::Delete => {
                    let item = state.items[usize::from(tab)].take();
                    if self.has(Mend::ForgetFirst) {
                        it.others = item?.places;
                        it.at = At::Leave;
                        return Some(it);
                    }
                    None
                }
                At::Read => {
                    it.others = state.items[usize::from(tab)].clone()?.places;
                    it.at = At::Leave;
                    Some(it)
                }
                _ => match it.others.pop() {
                    Some(page) => {
                        unlist(state, page, tab);
                        Some(it)
                    }
                    None if self.has(Mend::ForgetFirst) => None,
                    None => {
                        it.at = At::Delete;
                        Some(it)
                    }
                },
            },
            Job::Sync { tab, page, told } => self.run_sync(state, it, tab, page, told),
        }
    }

    fn run_move(&self, state: &mut State, mut it: Process) -> Option<Process> {
        match it.at {
            At::Read => {
                (it.moves, it.v) = (state.moves, state.v);
                it.seen = state.lists[usize::from(GAME)].clone();
                it.at = At::Write;
            }
            At::Write if it.v != state.v => {
                state.put_off |= it.moves == state.moves;
                it.at = At::Read;
            }
            At::Write => {
                state.moves += 1;
                state.v += 1;
                it.moves = state.moves;
                if !self.has(Mend::PartialWrite) {
                    state.lists[usize::from(GAME)] = it.seen.clone();
                }
                if self.has(Mend::TellsPresent) {
                    it.seen = state.lists[usize::from(GAME)].clone();
                }
                it.at = At::Post;
            }
            At::Post => {
                for &tab in &it.seen {
                    let tab = &mut state.tabs[usize::from(tab)];
                    if tab.open {
                        tab.heard = tab.heard.max(Some(it.moves));
                    }
                }
                it.seen.retain(|&tab| !state.tabs[usize::from(tab)].open);
                it.at = At::Prune;
                if it.seen.is_empty() || !self.has(Mend::Prune) {
                    return None;
                }
            }
            _ => unlist(state, GAME, it.seen.pop()?),
        }
        Some(it)
    }

    fn run_sync(
        &self,
        state: &mut State,
        mut it: Process,
        tab: u8,
        page: u8,
        told: u8,
    ) -> Option<Process> {
        let own = usize::from(tab);
        match it.at {
            At::Read => {
                it.moves = state.moves;
                it.seen = state.lists[usize::from(page)].clone();
                it.at = if self.has(Mend::NoteFirst) {
                    At::Show
                } else {
                    At::Bind
                };
            }
            At::Show => {
                let in_order = |item: &&mut Item| item.told <= told || !self.has(Mend::Told);
                match state.items[own].as_mut().filter(in_order) {
                    None => it.at = At::Answer,
                    Some(item) => {
                        it.fresh = item.shown == Some(page) || !self.has(Mend::Believed);
                        (item.shown, item.told) = (Some(page), told);
                        if !item.places.contains(&page) {
                            item.places.push(page);
                        }
                        it.shown = Some(item.clone());
                        it.at = if self.has(Mend::NoteFirst) {
                            At::Bind
                        } else {
                            At::Leave
                        };
                        it.others = item.places.clone();
                        it.others.retain(|&other| other != page);
                    }
                }
            }
            At::Bind => {
                let here = it
                    .shown
                    .as_ref()
                    .and_then(|shown| shown.shown)
                    .unwrap_or(page);
                self.bind(state, &mut it, tab, here);
            }
            At::Leave => match it.others.pop() {
                Some(other) => {
                    unlist(state, other, tab);
                    it.left.push(other);
                }
                None if it.left.is_empty() && !it.written => it.at = At::Answer,
                None => it.at = At::Confirm,
            },
            At::Confirm => self.confirm(state, &mut it, own),
            _ => {
                let Tab { open, heard, .. } = &mut state.tabs[own];
                let entered = it.for_other && self.has(Mend::AnswersForOthers);
                let shows = it.shown.and_then(|item| item.shown).filter(|_| entered);
                if *open && shows.unwrap_or(page) == GAME {
                    *heard = (*heard).max(Some(it.moves));
                }
                if let Some(retired) = it.retired {
                    state.tabs[usize::from(retired)].retired = true;
                }
                return None;
            }
        }
        Some(it)
    }

    /// Puts a tab into a list, if that is as it was read.
    fn bind(&self, state: &mut State, it: &mut Process, tab: u8, page: u8) {
        let list = &mut state.lists[usize::from(page)];
        let noted = it.shown.is_some();
        if it.seen.contains(&tab) && it.fresh {
            it.at = if noted { At::Leave } else { At::Show };
            return;
        }
        if self.has(Mend::HearsPresent) && page == GAME {
            it.moves = state.moves;
        }
        if *list != it.seen && self.has(Mend::AsRead) {
            (it.seen, it.fresh) = (list.clone(), true);
            return;
        }
        list.clone_from(&it.seen);
        list.retain(|&other| other != tab);
        list.push(tab);
        if list.len() > self.room_for {
            let oldest = list.remove(0);
            let tells = self.has(Mend::TellsForOthers) || !it.for_other;
            it.retired = Some(oldest).filter(|_| tells && self.has(Mend::TellsRetired));
        }
        if !self.has(Mend::ListsApart) {
            state.v += 1;
        }
        it.written = true;
        it.at = if noted { At::Leave } else { At::Show };
    }

    /// Looks whether the connection still shows what its lists were written for.
    fn confirm(&self, state: &mut State, it: &mut Process, own: usize) {
        let Some(shown) = it.shown.clone().filter(|_| self.has(Mend::Confirm)) else {
            it.at = At::Answer;
            return;
        };
        match &mut state.items[own] {
            None => {
                // Closed meanwhile: off every list, and then there is nothing to confirm.
                it.others = shown.places;
                it.left.clear();
                it.written = false;
                it.at = At::Leave;
            }
            Some(item) if (item.shown, item.told) == (shown.shown, shown.told) => {
                item.places.retain(|place| !it.left.contains(place));
                it.at = At::Answer;
            }
            Some(item) => {
                let mut now = item.clone();
                let old = shown.places.into_iter();
                let old: Vec<_> = old.filter(|place| !now.places.contains(place)).collect();
                now.places.extend(old);
                it.others = now.places.clone();
                it.others.retain(|&other| Some(other) != now.shown);
                it.left.clear();
                it.seen = now
                    .shown
                    .map(|page| state.lists[usize::from(page)].clone())
                    .unwrap_or_default();
                it.shown = Some(now);
                it.moves = state.moves;
                (it.written, it.for_other, it.fresh, it.at) = (true, true, true, At::Bind);
            }
        }
    }
}

impl Model for Tabs {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let item = Item {
            shown: None,
            told: 0,
            places: Vec::new(),
        };
        let tab = Tab {
            open: true,
            opened: 0,
            heard: None,
            retired: false,
        };
        let mut state = State {
            moves: 0,
            v: 0,
            lists: [Vec::new(), Vec::new()],
            items: vec![Some(item); self.pages.len()],
            tabs: vec![tab; self.pages.len()],
            running: Vec::new(),
            told: 0,
            begun: 0,
            deaths: self.deaths,
            last_move: self.last_move,
            put_off: false,
        };
        if self.begun {
            let page = self.pages[0][0];
            state.lists[usize::from(page)].push(0);
            state.items[0] = Some(Item {
                shown: Some(page),
                told: 0,
                places: vec![page],
            });
            (state.tabs[0].opened, state.tabs[0].heard) = (1, Some(0));
        }
        vec![state]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Step>) {
        for (nth, tab) in (0..).zip(&state.tabs) {
            let pages = &self.pages[usize::from(nth)];
            if let (true, Some(&page)) = (tab.open, pages.get(tab.opened)) {
                actions.push(Step::Open { tab: nth, page });
            }
            if tab.open && tab.opened > 0 && self.closing.contains(&nth) {
                let both = [false, true]
                    .into_iter()
                    .filter(|&silent| self.silent || !silent);
                actions.extend(both.map(|silent| Step::Close { tab: nth, silent }));
            }
        }
        if state.begun < self.moves {
            actions.push(Step::Move);
        }
        for (nth, process) in state.running.iter().enumerate() {
            let (job, at) = (process.job, process.at);
            actions.push(Step::Run { nth, job, at });
            if state.deaths > 0 && job != Job::Move {
                actions.push(Step::Die { nth, job });
            }
        }
        if actions.is_empty() && state.last_move {
            actions.push(Step::Move);
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        let sync = |state: &mut State, tab, page| {
            state.told += 1;
            let told = state.told;
            let job = Job::Sync { tab, page, told };
            state.running.push(process(job, At::Read));
        };
        match step {
            Step::Open { tab, page } => {
                state.tabs[usize::from(tab)].opened += 1;
                sync(&mut state, tab, page);
            }
            Step::Close { tab, silent } => {
                state.tabs[usize::from(tab)].open = false;
                if !silent {
                    let first = if self.has(Mend::ForgetFirst) {
                        At::Delete
                    } else {
                        At::Read
                    };
                    state.running.push(process(Job::Gone { tab }, first));
                }
            }
            Step::Move => {
                state.last_move &= state.begun < self.moves;
                state.begun += 1;
                state.running.push(process(Job::Move, At::Read));
            }
            Step::Run { nth, .. } => {
                let process = state.running.remove(nth);
                if let Some(process) = self.run(&mut state, process) {
                    state.running.insert(nth, process);
                }
            }
            Step::Die { nth, job } => {
                state.running.remove(nth);
                state.deaths -= 1;
                // Unanswered, a page asks again.
                if let Job::Sync { tab, page, .. } = job
                    && state.tabs[usize::from(tab)].open
                {
                    sync(&mut state, tab, page);
                }
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Tabs>> {
        let mut properties = always();
        properties.extend((self.sometimes)());
        properties
    }

    fn format_action(&self, step: &Step) -> String {
        let page = |page: u8| {
            if page == GAME {
                "the game"
            } else {
                "the other page"
            }
        };
        let job = |job: Job| match job {
            Job::Sync { tab, page: to, .. } => format!("tab {} to {}", tab + 1, page(to)),
            Job::Gone { tab } => format!("tab {} closed", tab + 1),
            Job::Move => "the move".to_owned(),
        };
        match *step {
            Step::Open { tab, page: to } => format!("tab {} opens {}", tab + 1, page(to)),
            Step::Close { tab, silent: false } => format!("tab {} closes", tab + 1),
            Step::Close { tab, .. } => format!("tab {} closes unnoticed", tab + 1),
            Step::Move => "a move is sent".into(),
            Step::Die { job: who, .. } => format!("dies: {}", job(who)),
            Step::Run { job: who, at, .. } => {
                let what = match at {
                    At::Read => "read",
                    At::Show => "noted",
                    At::Bind => "listed",
                    At::Leave => "left the others",
                    At::Confirm => "looked again",
                    At::Answer => "answered",
                    At::Delete => "forgotten",
                    At::Write => "written",
                    At::Post => "told",
                    At::Prune => "taken off",
                };
                format!("{what}: {}", job(who))
            }
        }
    }
}
