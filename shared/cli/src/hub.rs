//! `damero hub`: the engine as a program that draughts interfaces know how to talk to.
//!
//! One thread reads, another searches, so that `stop` and `ping` are heard while it thinks. What
//! they share of a search is its [`Control`].

mod control;
mod think;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use damero_engine::{Engine, TableSize};
use damero_hub::{Answer, Mode, Order, Params, Session, Task};

use self::control::Control;
use self::think::Thinker;
use crate::args::HubArgs;
use crate::error::Error;

/// What the searching thread is told.
enum Job {
    Init(Params),
    NewGame,
    Search(Box<Task>, Arc<Control>),
}

/// Talks until it is told to quit, or there is nobody left to talk to.
pub(crate) fn run(args: &HubArgs) -> Result<(), Error> {
    let params = Params {
        rules: args.ruleset,
        level: args.level,
        memory: args.memory,
    };
    let voice = Voice::default();
    let (jobs, todo) = channel();
    thread::scope(|scope| {
        let searching = scope.spawn(|| search(todo, args.seed, &voice));
        let read = listen(Session::new(params), io::stdin().lock(), &jobs, &voice);
        // Without jobs to come it ends with the one it has.
        drop(jobs);
        let said = searching.join().unwrap_or(Ok(()));
        read.and(said)
    })?;
    Ok(())
}

/// Standard output, a whole line at a time.
#[derive(Default)]
struct Voice(Mutex<()>);

impl Voice {
    fn say(&self, answer: &Answer) -> io::Result<()> {
        let _turn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()
    }
}

/// Reads line by line. The last search is stopped before anything else is begun, and at the end.
fn listen(
    mut session: Session,
    input: impl BufRead,
    jobs: &Sender<Job>,
    voice: &Voice,
) -> io::Result<()> {
    let mut last = Arc::new(Control::new(true));
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        let Some(order) = session.read(&String::from_utf8_lossy(&line)) else {
            continue;
        };
        let mut next = Arc::clone(&last);
        let job = match order {
            Order::Say(answer) => {
                voice.say(&answer)?;
                continue;
            }
            Order::PonderHit => {
                last.begin(Instant::now());
                continue;
            }
            Order::Stop => {
                last.stop();
                continue;
            }
            Order::Quit => break,
            Order::Init(params) => Job::Init(params),
            Order::NewGame => Job::NewGame,
            Order::Search(task) => {
                next = Arc::new(Control::new(task.mode != Mode::Ponder));
                Job::Search(task, Arc::clone(&next))
            }
        };
        last.stop();
        last = next;
        // Nobody takes it only where nothing can be said any more.
        if jobs.send(job).is_err() {
            break;
        }
    }
    last.stop();
    Ok(())
}

/// Does one job after the other.
fn search(todo: Receiver<Job>, seed: u64, voice: &Voice) -> io::Result<()> {
    let mut thinker: Option<Thinker> = None;
    for job in todo {
        match (job, &mut thinker) {
            (Job::Init(params), _) => {
                let engine = Engine::new(TableSize::megabytes(params.memory));
                thinker = Some(Thinker::new(engine, params.level, seed));
                voice.say(&Answer::Ready)?;
            }
            (Job::NewGame, Some(thinker)) => thinker.forget(),
            (Job::Search(task, control), Some(thinker)) => {
                thinker.think(&task, &control, &mut |answer| voice.say(&answer))?;
            }
            // A session orders no search before it is ready.
            (_, None) => {}
        }
    }
    Ok(())
}
