//! A search as an interface wants it: depth by depth, in time, stopped when told.

use std::io;
use std::time::{Duration, Instant};

use damero_engine::{Action, Engine, Found, Level, Limits, reply};
use damero_hub::{Answer, Info, Limit, Mode, Share, Task, Time, share, write_action};
use damero_rules::Line;

use super::control::Control;

/// Nothing is searched deeper than this, however long there is.
const DEEPEST: u32 = 80;

/// Where answers go.
pub(crate) type Say<'a> = &'a mut dyn FnMut(Answer) -> io::Result<()>;

/// An engine with a level to play at.
pub(crate) struct Thinker {
    engine: Engine,
    level: Level,
    seed: u64,
}

impl Thinker {
    pub(crate) const fn new(engine: Engine, level: Level, seed: u64) -> Self {
        Self {
            engine,
            level,
            seed,
        }
    }

    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Searches, tells how it goes, and says what to do.
    pub(crate) fn think(&mut self, task: &Task, control: &Control, say: Say<'_>) -> io::Result<()> {
        let as_level = self.level < Level::HIGHEST && task.mode != Mode::Analyze;
        let actions = if as_level {
            // Its work is limited by itself, in positions.
            let seed = self.seed.wrapping_add(u64::from(task.line.turn_no()));
            let action = reply(&mut self.engine, &task.line, self.level, seed);
            action.into_iter().collect()
        } else {
            self.deepen(task, control, say)?
        };
        let Some(action) = actions.first() else {
            return say(Answer::Error("there is nothing to play".to_owned()));
        };
        say(Answer::Done {
            action: write_action(&task.line, action),
            ponder: expected(&task.line, &actions),
        })
    }

    /// Looks a ply further each time, until it may not or need not.
    fn deepen(&mut self, task: &Task, control: &Control, say: Say<'_>) -> io::Result<Vec<Action>> {
        let began = Instant::now();
        let share = share(task.limit.time);
        let mut best: Option<Found> = None;
        let mut spent = 0;
        for depth in 1..=task.limit.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
            let limits = Limits {
                nodes: left(&task.limit, spent),
                depth,
            };
            let mut stop =
                || control.is_stopped() || share.is_some_and(|s| control.has_run(s.most));
            let found = self.engine.search(&task.line, limits, &mut stop);
            spent += found.nodes;
            // A search that was stopped early may know less than the one before.
            let knows_less = best.as_ref().is_some_and(|best| found.depth < best.depth);
            let complete = found.depth >= depth;
            if found.action.is_some() && !knows_less {
                say(Answer::Info(info(
                    &task.line,
                    &found,
                    spent,
                    began.elapsed(),
                )))?;
                best = Some(found);
            }
            let enough = || {
                task.mode != Mode::Analyze
                    && best.as_ref().is_some_and(|found| is_clear(task, found))
            };
            if stop()
                || !complete
                || left(&task.limit, spent) == 0
                || over(share, control)
                || enough()
            {
                break;
            }
        }
        Ok(best.map(|found| found.line).unwrap_or_default())
    }
}

/// How many positions may still be looked at.
fn left(limit: &Limit, spent: u64) -> u64 {
    limit.nodes.unwrap_or(u64::MAX).saturating_sub(spent)
}

/// Whether another depth would hardly end in time.
fn over(share: Option<Share>, control: &Control) -> bool {
    share.is_some_and(|share| control.has_run(share.aim))
}

/// Whether looking further would not change what is played: there is one choice only and a clock
/// to spare, or the end is in sight.
fn is_clear(task: &Task, found: &Found) -> bool {
    let end = found.score.wins_in().or(found.score.loses_in());
    let in_sight = end.is_some_and(|plies| plies <= found.depth);
    let only = matches!(task.limit.time, Time::Clock(_))
        && task.line.huffable().is_empty()
        && task.line.legal_moves().len() == 1;
    in_sight || only
}

fn info(line: &Line, found: &Found, nodes: u64, time: Duration) -> Info {
    Info {
        depth: found.depth,
        score: found.score,
        nodes,
        time,
        line: written(line, &found.line),
    }
}

/// Actions one after the other, each as its position has it.
fn written(line: &Line, actions: &[Action]) -> Vec<String> {
    let mut line = line.clone();
    let mut texts = Vec::with_capacity(actions.len());
    for action in actions {
        let text = write_action(&line, action);
        if action.on(&mut line).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}

/// What the rival is expected to do, if it is its turn then.
fn expected(line: &Line, actions: &[Action]) -> Option<String> {
    let [first, second, ..] = actions else {
        return None;
    };
    let mut after = line.clone();
    first.on(&mut after).ok()?;
    (after.turn() != line.turn()).then(|| write_action(&after, second))
}
