//! Commands at once, a call of the database at a time: who makes the next one is
//! chosen, so that a round can be chosen, counted and played again.

use crate::border::{Answer, Attempt, Gate};
use damero_app::BoxFuture;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use tokio::sync::oneshot;

#[derive(Default)]
struct Lane {
    waiting: VecDeque<oneshot::Sender<()>>,
    under_way: usize,
}

/// Who waits to call the database.
pub(crate) struct Turns(Mutex<Vec<Lane>>);

impl Turns {
    pub(crate) fn new(lanes: usize) -> Arc<Turns> {
        Arc::new(Turns(Mutex::new(
            (0..lanes).map(|_| Lane::default()).collect(),
        )))
    }

    /// Whether a lane has come to its next call and nothing of it is under way.
    fn waits(&self, lane: usize) -> bool {
        let lane = &self.0.lock().unwrap()[lane];
        lane.under_way == 0 && !lane.waiting.is_empty()
    }

    fn let_go(&self, lane: usize) {
        let lane = &mut self.0.lock().unwrap()[lane];
        lane.under_way += 1;
        lane.waiting.pop_front().unwrap().send(()).unwrap();
    }
}

/// The database's gate for one command.
pub(crate) struct Turnstile(pub(crate) Arc<Turns>, pub(crate) usize);

impl Gate for Turnstile {
    fn pass(&self, _: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        let (turns, lane) = (Arc::clone(&self.0), self.1);
        Box::pin(async move {
            let (turn, comes) = oneshot::channel();
            turns.0.lock().unwrap()[lane].waiting.push_back(turn);
            comes.await.unwrap();
            let answer = go.await;
            turns.0.lock().unwrap()[lane].under_way -= 1;
            answer
        })
    }
}

/// What happens in a round.
pub(crate) enum Moment {
    Begins(usize),
    Ends(usize),
}

/// Plays commands to their ends. Each begins when it is first chosen.
pub(crate) async fn play(
    turns: &Turns,
    commands: Vec<BoxFuture<'static, ()>>,
    choices: &mut Choices,
    mut seen: impl FnMut(Moment),
) {
    let mut lanes: Vec<_> = commands.into_iter().map(Some).collect();
    let mut begun = vec![false; lanes.len()];
    loop {
        let open: Vec<_> = (0..lanes.len())
            .filter(|lane| lanes[*lane].is_some())
            .collect();
        if open.is_empty() {
            return;
        }
        let lane = open[choices.choose(open.len(), &open)];
        if std::mem::replace(&mut begun[lane], true) {
            turns.let_go(lane);
        } else {
            seen(Moment::Begins(lane));
        }
        let command = lanes[lane].as_mut().unwrap();
        let ended = poll_fn(|context| match command.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(true),
            Poll::Pending if turns.waits(lane) => Poll::Ready(false),
            Poll::Pending => Poll::Pending,
        });
        if ended.await {
            lanes[lane] = None;
            seen(Moment::Ends(lane));
        }
    }
}

/// Who goes next, by turns through all possibilities or by chance.
#[derive(Default)]
pub(crate) struct Choices {
    made: Vec<(usize, usize)>,
    next: usize,
    chance: Option<StdRng>,
    /// The lanes in the order in which they were chosen.
    pub(crate) schedule: Vec<usize>,
}

impl Choices {
    pub(crate) fn by_chance(seed: u64) -> Choices {
        Choices {
            chance: Some(StdRng::seed_from_u64(seed)),
            ..Choices::default()
        }
    }

    fn choose(&mut self, width: usize, lanes: &[usize]) -> usize {
        if self.next == self.made.len() {
            let chance = self.chance.as_mut();
            let choice = chance.map_or(0, |chance| chance.random_range(0..width));
            self.made.push((choice, width));
        }
        let (choice, known) = self.made[self.next];
        assert_eq!(known, width, "a round goes as it went before");
        self.next += 1;
        self.schedule.push(lanes[choice]);
        choice
    }

    /// On to the next possibility; false after the last.
    pub(crate) fn advance(&mut self) -> bool {
        self.next = 0;
        self.schedule.clear();
        while self
            .made
            .last()
            .is_some_and(|(choice, width)| choice + 1 == *width)
        {
            self.made.pop();
        }
        if let Some((choice, _)) = self.made.last_mut() {
            *choice += 1;
        }
        !self.made.is_empty()
    }
}
