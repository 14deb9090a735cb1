//! Whatever fails, before or after any call: the command sent again ends where it
//! would have.

use super::*;
use aws_smithy_runtime_api::client::result::ConnectorError;
use damero_app::App;
use damero_app::actions::Action;
use damero_domain::ids::CommandId;
use damero_store::Store;
use std::sync::Mutex;

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    /// It is never made, however often it is tried.
    Never,
    /// It is made, and nobody hears of it.
    Unheard,
    /// It is made, and the first answer is lost.
    Again,
}

/// Fails one of the calls.
struct Trip {
    at: usize,
    how: How,
    calls: Mutex<Vec<String>>,
}

impl Trip {
    fn over(at: usize, how: How) -> Arc<Trip> {
        Arc::new(Trip {
            at,
            how,
            calls: Mutex::default(),
        })
    }

    fn happened(&self) -> bool {
        self.calls.lock().unwrap().len() > self.at
    }
}

impl Gate for Trip {
    fn pass(&self, attempt: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        let mut calls = self.calls.lock().unwrap();
        let known = calls.iter().position(|call| *call == attempt.call);
        let nth = known.unwrap_or_else(|| {
            calls.push(attempt.call.clone());
            calls.len() - 1
        });
        let lost = || Err(ConnectorError::timeout("no answer".into()));
        let first = attempt.nth == 1;
        match self.how {
            _ if nth != self.at => go,
            How::Never => Box::pin(async move { lost() }),
            How::Unheard | How::Again if first => Box::pin(async move {
                let _ = go.await;
                lost()
            }),
            How::Unheard => Box::pin(async move { lost() }),
            How::Again => go,
        }
    }
}

/// What is done, at which stage.
#[derive(Clone, Copy, Debug)]
enum Case {
    JoinAlone,
    JoinAndMeet,
    ConfirmFirst,
    ConfirmSecond,
    LeaveWaiting,
    LeavePaired,
    TickMeets,
    TimeIsUp,
    PageFindsItUp,
}

const ALL: [Case; 9] = [
    Case::JoinAlone,
    Case::JoinAndMeet,
    Case::ConfirmFirst,
    Case::ConfirmSecond,
    Case::LeaveWaiting,
    Case::LeavePaired,
    Case::TickMeets,
    Case::TimeIsUp,
    Case::PageFindsItUp,
];

/// Where everything ends.
#[derive(Debug, PartialEq)]
struct End {
    holds: Vec<&'static str>,
    /// Since when each waits, counted from the beginning.
    since: Vec<Option<i64>>,
}

struct World {
    hall: Hall,
    people: [Tab; 2],
    pairing: Option<PairingId>,
    began: i64,
}

impl World {
    async fn of(case: Case) -> World {
        let hall = Hall::new().await;
        let began = hall.now().0;
        let (ana, beto) = (hall.rated(1, 1000).await, hall.rated(2, 1150).await);
        let near = !matches!(case, Case::TickMeets);
        if near {
            hall.rated(2, 1050).await;
        }
        let mut pairing = None;
        match case {
            Case::JoinAlone => {}
            Case::JoinAndMeet => drop(hall.join(&ana).await),
            Case::LeaveWaiting => drop(hall.join(&beto).await),
            Case::TickMeets => {
                hall.join(&ana).await;
                hall.join(&beto).await;
                hall.pass(10_000);
            }
            _ => pairing = Some(hall.paired(&ana, &beto).await),
        }
        if let Some(pairing) = pairing
            && !matches!(case, Case::ConfirmFirst)
        {
            hall.confirm(&ana, pairing).await;
        }
        if matches!(case, Case::TimeIsUp | Case::PageFindsItUp) {
            hall.pass(OVER);
        }
        World {
            hall,
            people: [ana, beto],
            pairing,
            began,
        }
    }

    /// Beto's command, or what happens to him; once.
    async fn act(&self, app: &App, case: Case, id: CommandId) -> bool {
        let [_, beto] = &self.people;
        let caller = beto.caller(self.hall.now());
        let fields = |value: Value| serde_json::from_value(value);
        match case {
            Case::JoinAlone | Case::JoinAndMeet => {
                let fields = serde_json::from_value(here()).unwrap();
                let done = actions::QueueJoin::handle(app, &caller, id, fields);
                done.await.is_ok()
            }
            Case::ConfirmFirst | Case::ConfirmSecond => {
                let fields = serde_json::from_value(in_pairing(self.pairing.unwrap())).unwrap();
                let done = actions::QueueConfirm::handle(app, &caller, id, fields);
                done.await.is_ok()
            }
            Case::LeaveWaiting | Case::LeavePaired => {
                let fields = serde_json::from_value(json!({})).unwrap();
                let done = actions::QueueLeave::handle(app, &caller, id, fields);
                done.await.is_ok()
            }
            Case::TickMeets => match self.hall.ticket(beto).await {
                Some(held) => {
                    let tick = Tick {
                        account: held.ticket.account,
                        ticket: held.ticket.id,
                        alone: 0,
                    };
                    timers::tick(app, tick).await.is_ok()
                }
                None => true,
            },
            Case::TimeIsUp => timers::acceptance(app, self.pairing.unwrap()).await.is_ok(),
            Case::PageFindsItUp => {
                let page = fields(json!({"page": "queue"})).unwrap();
                actions::Sync::handle(app, &caller, id, page).await.is_ok()
            }
        }
    }

    async fn end(&self) -> End {
        let (mut holds, mut since) = (Vec::new(), Vec::new());
        for tab in &self.people {
            holds.push(match self.hall.lock(tab).await.map(|lock| lock.hold) {
                None => "free",
                Some(Hold::Queued(_)) => "waits",
                Some(Hold::Paired { .. }) => "paired",
                Some(Hold::Playing(_)) => "plays",
            });
            let ticket = self.hall.ticket(tab).await;
            since.push(ticket.map(|held| held.ticket.since.0 - self.began));
        }
        self.hall.check(&self.people).await;
        End { holds, since }
    }

    fn app(&self, gate: Arc<Trip>) -> App {
        let mut app = self.hall.club.app.clone();
        app.store = Store::new(self.hall.club.client(gate), "damero");
        app
    }
}

#[tokio::test]
async fn a_fault_at_any_call_of_any_command_changes_nothing_in_the_end() {
    for case in ALL {
        let calm = World::of(case).await;
        let id = calm.hall.club.new_id();
        assert!(calm.act(&calm.hall.club.app, case, id).await);
        let expected = calm.end().await;
        for how in [How::Never, How::Unheard, How::Again] {
            for at in 0.. {
                let world = World::of(case).await;
                let id = world.hall.club.new_id();
                let trip = Trip::over(at, how);
                let app = world.app(trip.clone());
                let answered = world.act(&app, case, id).await;
                if !trip.happened() {
                    assert!(at > 1, "{case:?} makes calls");
                    break;
                }
                // The client, or the queue, sends it again; twice, for good measure.
                for _ in 0..2 {
                    assert!(world.act(&world.hall.club.app, case, id).await);
                }
                let what = format!("{case:?}, {how:?} at call {at}, answered: {answered}");
                assert_eq!(world.end().await, expected, "{what}");
            }
        }
    }
}

#[tokio::test]
async fn every_command_twice_is_once() {
    for case in ALL {
        let world = World::of(case).await;
        let id = world.hall.club.new_id();
        assert!(world.act(&world.hall.club.app, case, id).await);
        let once = world.end().await;
        assert!(world.act(&world.hall.club.app, case, id).await);
        assert_eq!(world.end().await, once, "{case:?}");
    }
}
