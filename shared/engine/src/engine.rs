//! The engine: memory, and searches from a line of play.

use std::sync::OnceLock;

use damero_rules::search::Ply;
use damero_rules::{Line, RuleSet};

use crate::action::{Action, Found, Limits};
use crate::evaluate::Evaluation;
use crate::laws::Laws;
use crate::order::Order;
use crate::root::Choice;
use crate::score::Score;
use crate::search::{MOST_PLIES, Search};
use crate::state::{Act, State};
use crate::table::{Bound, Hint, Table, TableSize};

/// Parts of the search that can be left out, to measure what each is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Late moves are first looked at less deep.
    pub reductions: bool,
    /// What is better by a margin in a shallower search is not searched deeper.
    pub margins: bool,
    /// A ply more where there is only one move.
    pub single_replies: bool,
    /// Up to two plies more where the rival threatens to capture.
    pub threats: bool,
    /// Every depth begins in a narrow window around what the one before found.
    pub aspiration: bool,
}

impl Parts {
    /// All of them.
    pub const ALL: Self = Self {
        reductions: true,
        margins: true,
        single_replies: true,
        threats: true,
        aspiration: true,
    };

    /// None of them: what is left sees all that there is to see, so many plies deep.
    pub const NONE: Self = Self {
        reductions: false,
        margins: false,
        single_replies: false,
        threats: false,
        aspiration: false,
    };
}

/// What every evaluation is off by: by position and seed, never the same for two seeds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Haze {
    pub(crate) seed: u64,
    /// At most so many hundredths of a man either way.
    pub(crate) width: u16,
}

impl Haze {
    #[inline]
    pub(crate) fn of(&self, state: &State) -> i32 {
        if self.width == 0 {
            return 0;
        }
        let span = u64::from(self.width) * 2 + 1;
        let drawn = ((mixed(state.key.0 ^ self.seed) >> 32) * span) >> 32;
        i32::try_from(drawn).unwrap_or(0) - i32::from(self.width)
    }
}

/// A number that looks like chance, from another.
pub(crate) const fn mixed(from: u64) -> u64 {
    let mut z = from.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What a search needs room for.
pub(crate) struct Memory {
    pub(crate) table: Table,
    pub(crate) order: Order,
    /// The moves of the positions on the path, one behind the other.
    pub(crate) plies: Vec<Ply>,
    pub(crate) ranks: Vec<i32>,
    /// The keys of the positions before the present one that may come again.
    pub(crate) path: Vec<u64>,
}

/// A computer that plays draughts.
pub struct Engine {
    memory: Memory,
    parts: Parts,
    /// Instead of what was fitted.
    evaluation: Option<Evaluation>,
}

impl Engine {
    /// An engine with a table of this size.
    #[must_use]
    pub fn new(size: TableSize) -> Self {
        Self::with_parts(size, Parts::ALL)
    }

    /// An engine without some of its parts.
    #[must_use]
    pub fn with_parts(size: TableSize, parts: Parts) -> Self {
        let memory = Memory {
            table: Table::new(size),
            order: Order::new(),
            plies: Vec::with_capacity(MOST_PLIES * 64),
            ranks: Vec::with_capacity(MOST_PLIES * 64),
            path: Vec::with_capacity(MOST_PLIES * 4),
        };
        Self {
            memory,
            parts,
            evaluation: None,
        }
    }

    /// Has it judge positions by an evaluation of the rule set that it will play.
    pub fn judge_by(&mut self, evaluation: Evaluation) {
        self.evaluation = Some(evaluation);
    }

    /// How many bytes it holds.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.memory.table.bytes()
            + self.memory.plies.capacity() * (size_of::<Ply>() + size_of::<i32>())
    }

    /// Forgets what it learned in other searches. Without this the next search may profit from
    /// them, and what it finds depends on them.
    pub fn forget(&mut self) {
        self.memory.table.forget();
        self.memory.order.forget();
    }

    /// Looks for the best action. `stop` is asked every two thousand positions.
    ///
    /// The first ply is searched whatever the limits are, unless `stop` says so: then any action
    /// is answered.
    pub fn search(&mut self, line: &Line, limits: Limits, stop: &mut dyn FnMut() -> bool) -> Found {
        self.search_in(line, limits, stop, Haze::default())
    }

    pub(crate) fn search_in(
        &mut self,
        line: &Line,
        limits: Limits,
        stop: &mut dyn FnMut() -> bool,
        haze: Haze,
    ) -> Found {
        let (mut search, state) = self.begin(line, limits.nodes, stop, haze);
        let answer = if line.outcome().is_some() {
            None
        } else {
            search.deepen(&state, limits.depth)
        };
        let nodes = search.nodes;
        let Some(answer) = answer else {
            return over(line);
        };
        let acts = search.line(&state, answer.best.act);
        Found {
            action: acts.first().map(|&act| action(line, act)),
            score: Score::new(answer.best.score),
            depth: answer.depth.unsigned_abs(),
            nodes,
            line: actions(line, &acts),
        }
    }

    /// What each action is worth, searched so many plies deep, in no order.
    pub(crate) fn judged(&mut self, line: &Line, limits: Limits, haze: Haze) -> Vec<(Action, i32)> {
        let mut never = || false;
        let (mut search, state) = self.begin(line, u64::MAX, &mut never, haze);
        if line.outcome().is_some() {
            return Vec::new();
        }
        let mut choices = search.choices(&state);
        for depth in 1..=limits.depth.min(40) {
            let before = choices.clone();
            let spent = search.nodes;
            search.most_nodes = if depth == 1 { u64::MAX } else { limits.nodes };
            search.judge(&state, &mut choices, i32::try_from(depth).unwrap_or(1));
            if search.stopped {
                choices = before;
                break;
            }
            // Another depth takes twice as much at least.
            if search.nodes + (search.nodes - spent) > limits.nodes {
                break;
            }
        }
        let judged = |Choice { act, score }| (action(line, act), score);
        choices.into_iter().map(judged).collect()
    }

    fn begin<'a>(
        &'a mut self,
        line: &Line,
        most_nodes: u64,
        stop: &'a mut dyn FnMut() -> bool,
        haze: Haze,
    ) -> (Search<'a>, State) {
        let laws = Laws::of(line.rules());
        let memory = &mut self.memory;
        memory.table.grow_older();
        memory.order.grow_older();
        memory.plies.clear();
        let state = State::of(&laws, line, &mut memory.path);
        let search = Search {
            laws,
            evaluation: self
                .evaluation
                .as_ref()
                .unwrap_or_else(|| evaluation(line.rules())),
            root: memory.path.len(),
            memory,
            parts: self.parts,
            haze,
            nodes: 0,
            most_nodes,
            stop,
            stopped: false,
            iteration: 0,
        };
        (search, state)
    }
}

/// A rule set's evaluation, made when it is first asked for.
fn evaluation(rules: &'static RuleSet) -> &'static Evaluation {
    static MADE: [OnceLock<Evaluation>; 12] = [const { OnceLock::new() }; 12];
    let nth = RuleSet::ALL.iter().position(|other| other == rules);
    MADE[nth.unwrap_or(0)].get_or_init(|| Evaluation::of(rules))
}

impl Search<'_> {
    /// What both sides would do, as far as the table remembers it.
    fn line(&self, root: &State, best: Act) -> Vec<Act> {
        let mut line = vec![best];
        let mut state = root.after(&self.laws, best);
        let mut plies = Vec::new();
        let mut seen = vec![root.table_key()];
        while line.len() < MOST_PLIES && !seen.contains(&state.table_key()) {
            seen.push(state.table_key());
            let Some(entry) = self.memory.table.get(state.table_key()) else {
                break;
            };
            if entry.bound == Bound::None || state.fate(&self.laws).is_some() {
                break;
            }
            let Some(act) = self.meant(&state, entry.hint, &mut plies) else {
                break;
            };
            line.push(act);
            state = state.after(&self.laws, act);
        }
        line
    }

    /// The action of a position that a hint means.
    fn meant(&self, state: &State, hint: Hint, plies: &mut Vec<Ply>) -> Option<Act> {
        plies.clear();
        let generator = &self.laws.moves;
        generator.captures(state.side, &state.board, plies);
        if plies.is_empty() || self.laws.huffs {
            generator.quiets(state.side, &state.board, plies);
        }
        let moves = plies.iter().map(|&ply| Act::Play(ply));
        let huffs = (0..64)
            .filter(|at| state.huffable >> at & 1 != 0)
            .map(Act::Huff);
        moves.chain(huffs).find(|&act| Hint::of(act) == hint)
    }
}

/// The score of a game that is over, for whose turn it would be.
fn over(line: &Line) -> Found {
    let score = match line.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) if winner == line.turn() => crate::score::WON,
        Some(_) => -crate::score::WON,
        None => 0,
    };
    Found {
        action: None,
        score: Score::new(score),
        depth: 0,
        nodes: 0,
        line: Vec::new(),
    }
}

/// An action with its path.
fn action(line: &Line, act: Act) -> Action {
    let generator = Laws::of(line.rules()).moves;
    match act {
        Act::Play(ply) => Action::Play(generator.with_path(line.position(), ply)),
        Act::Huff(at) => Action::Huff(generator.square(at)),
    }
}

/// Actions with their paths, one after the other; as far as the game goes.
fn actions(line: &Line, acts: &[Act]) -> Vec<Action> {
    let mut line = line.clone();
    let mut actions = Vec::new();
    for &act in acts {
        let next = action(&line, act);
        if line.outcome().is_some() || next.on(&mut line).is_err() {
            break;
        }
        actions.push(next);
    }
    actions
}
