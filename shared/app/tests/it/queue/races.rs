//! Many at once.

use super::*;
use futures_util::future::{join_all, join3};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lets something else happen just before one of the calls.
pub(super) struct Between {
    at: usize,
    seen: AtomicUsize,
    by: Mutex<Option<BoxFuture<'static, ()>>>,
}

impl Between {
    pub(super) fn call(at: usize, by: BoxFuture<'static, ()>) -> Between {
        Between {
            at,
            seen: AtomicUsize::new(0),
            by: Mutex::new(Some(by)),
        }
    }

    fn came(&self) -> bool {
        self.by.lock().unwrap().is_none()
    }
}

impl Gate for Between {
    fn pass(&self, _: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        let now = self.seen.fetch_add(1, Ordering::SeqCst) == self.at;
        let by = now.then(|| self.by.lock().unwrap().take()).flatten();
        Box::pin(async move {
            if let Some(by) = by {
                by.await;
            }
            go.await
        })
    }
}

#[tokio::test]
async fn one_account_in_many_tabs_draws_one_ticket() {
    let hall = Hall::new().await;
    let first = hall.member(1).await;
    let tabs: Vec<_> = (0..8).map(|nth| browser(1, nth)).collect();
    for tab in &tabs[1..] {
        hall.club.open(tab).await;
    }
    let joins = tabs.iter().map(|tab| {
        let id = hall.club.new_id();
        hall.club.act_as::<actions::QueueJoin>(tab, id, here())
    });
    for done in join_all(joins).await {
        assert!(matches!(done.refusal(), None | Some("busy")));
    }
    assert_eq!(hall.tickets().await.len(), 1);
    hall.check(&[first]).await;
}

#[tokio::test]
async fn of_many_equals_at_once_nobody_is_in_two_pairings() {
    for round in 0..3 {
        let hall = Hall::new().await;
        let count = 20 + round;
        let mut people = Vec::new();
        for nth in 1..=count {
            people.push(hall.member(nth).await);
        }
        let joins = people.iter().map(|tab| {
            let id = hall.club.new_id();
            hall.club.act_as::<actions::QueueJoin>(tab, id, here())
        });
        let done = join_all(joins).await;
        hall.check(&people).await;
        // What is left over finds each other at the next tick.
        for _ in 0..2 {
            hall.pass(3_000);
            for tab in &people {
                hall.tick(tab, 0).await;
            }
        }
        hall.check(&people).await;
        assert_eq!(hall.tickets().await.len(), usize::from(count % 2));
        let tries = done.iter().flat_map(|done| &done.calls);
        let tries = tries
            .filter(|call| call.operation == "TransactWriteItems")
            .filter(|call| call.entities.contains(&"PAIRING"))
            .count();
        // All of them chasing the same one would be a hundred.
        assert!(tries < 3 * usize::from(count / 2), "{tries} transactions");
    }
}

/// Who acts, and who comes in between.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    First,
    Second,
    Leave,
    Lapse,
}

/// Every one of them against every other, in front of each of its calls: one thing
/// comes of it, and it is the same for both.
#[tokio::test]
async fn a_confirmation_a_leave_and_the_end_of_time_agree() {
    use Act::{First, Lapse, Leave, Second};
    for (act, rival) in [
        (Second, Leave),
        (Leave, Second),
        (Second, Lapse),
        (Lapse, Second),
        (Leave, Lapse),
        (Lapse, Leave),
        (Second, Second),
        (First, Leave),
        (Lapse, Lapse),
    ] {
        for at in 0..40 {
            if !overtaken(act, rival, at).await {
                assert!(at > 0, "{act:?} makes calls");
                break;
            }
        }
    }
}

/// Whether there was a call before which the rival came.
async fn overtaken(act: Act, rival: Act, at: usize) -> bool {
    let hall = Arc::new(Hall::new().await);
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    let pairing = hall.paired(&ana, &beto).await;
    if act != Act::First {
        hall.confirm(&ana, pairing).await;
    }
    // Where time is up, what people sent was received just before.
    let mut received = hall.now();
    if [act, rival].contains(&Act::Lapse) {
        let deadline = hall.pairing(pairing).await.pairing.deadline;
        received = Timestamp(deadline.0 - 1);
        hall.club.clock.set(deadline.0 + GRACE.0);
    }
    let by = {
        let (hall, beto) = (Arc::clone(&hall), beto.clone());
        Box::pin(async move { does(&hall, &beto, pairing, rival, None, received).await })
    };
    let gate = Arc::new(Between::call(at, by));
    let store = damero_store::Store::new(hall.club.client(gate.clone()), "damero");
    does(&hall, &beto, pairing, act, Some(store), received).await;
    if !gate.came() {
        return false;
    }
    let people = [ana, beto];
    hall.check(&people).await;
    let state = hall.pairing(pairing).await.pairing.state;
    let games = (
        hall.game_of(&people[0]).await,
        hall.game_of(&people[1]).await,
    );
    match state {
        State::Started(game) => assert_eq!(games, (Some(game), Some(game))),
        _ => assert_eq!(games, (None, None), "{act:?} {rival:?} {at}: {state:?}"),
    }
    true
}

/// Beto does it, over a store of its own perhaps.
async fn does(
    hall: &Hall,
    tab: &Tab,
    pairing: PairingId,
    act: Act,
    store: Option<damero_store::Store>,
    received: Timestamp,
) {
    let mut app = hall.club.app.clone();
    if let Some(store) = store {
        app.store = store;
    }
    let caller = tab.caller(received);
    let id = hall.club.new_id();
    let fields = |value| serde_json::from_value(value).unwrap();
    use damero_app::actions::Action;
    match act {
        Act::First | Act::Second => {
            let fields = serde_json::from_value(in_pairing(pairing)).unwrap();
            // A host whose clock is off by more than the receipt does not write.
            let _ = actions::QueueConfirm::handle(&app, &caller, id, fields).await;
        }
        Act::Leave => {
            let _ = actions::QueueLeave::handle(&app, &caller, id, fields(json!({}))).await;
        }
        Act::Lapse => timers::acceptance(&app, pairing).await.unwrap(),
    }
}

#[tokio::test]
async fn a_confirmation_a_leave_and_a_timer_side_by_side_agree() {
    for round in 0..10_i64 {
        let hall = Hall::new().await;
        let (ana, beto) = (hall.member(1).await, hall.member(2).await);
        let pairing = hall.paired(&ana, &beto).await;
        hall.confirm(&ana, pairing).await;
        hall.pass(if round % 2 == 0 { 0 } else { OVER });
        let fields = in_pairing(pairing);
        let confirm = hall
            .club
            .act_as::<actions::QueueConfirm>(&beto, hall.club.new_id(), fields);
        let leave = hall
            .club
            .act_as::<actions::QueueLeave>(&beto, hall.club.new_id(), json!({}));
        let (.., lapsed) = join3(confirm, leave, timers::acceptance(&hall.club.app, pairing)).await;
        lapsed.unwrap();
        hall.check(&[ana, beto]).await;
    }
}
