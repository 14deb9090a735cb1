//! Hosts that fail as Lambda's do: clocks that are off, invocations that break
//! off half-way, and a machine that loses its power.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::Value;
use tokio::sync::watch;

use crate::InvokeError;

/// A clock that is a little off lags so much at most, in milliseconds,
const BEHIND_MS: i64 = 1_000;
/// or runs so much ahead.
const AHEAD_MS: i64 = 15_000;
/// One that is far off is so much further off at most.
const FAR_MS: i64 = 600_000;
/// An invocation that is killed gets to run so often at most.
const LONGEST_LIFE: u32 = 160;

/// How often, in thousandths of the invocations, something befalls one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fates {
    /// Its clock is off by what functions put up with.
    pub skewed: u32,
    /// Its clock is off by more than that. Only what the gateway sends: a timer
    /// has no other clock to compare its host's with.
    pub far: u32,
    /// It is killed at one of its awaits.
    pub killed: u32,
}

/// All hosts of a stack, and of the one that takes its place when it is killed;
/// copies share them. By default nothing befalls them.
#[derive(Clone, Debug)]
pub struct Hosts {
    state: Arc<Mutex<State>>,
    power: Arc<watch::Sender<bool>>,
}

#[derive(Debug)]
struct State {
    fates: Fates,
    random: StdRng,
    happened: BTreeMap<&'static str, u64>,
    /// Steps that the machine still does.
    steps: Option<u32>,
}

/// What befalls one invocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fate {
    /// Milliseconds that its clock is ahead.
    pub(crate) offset_ms: i64,
    far: bool,
    /// Steps that it does before it is killed.
    life: Option<u32>,
}

impl Default for Hosts {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Hosts {
    /// Hosts whose fates are drawn from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            state: Arc::new(Mutex::new(State {
                fates: Fates::default(),
                random: StdRng::seed_from_u64(seed),
                happened: BTreeMap::new(),
                steps: None,
            })),
            power: Arc::new(watch::Sender::new(true)),
        }
    }

    /// What befalls invocations from now on.
    pub fn befall(&self, fates: Fates) {
        self.state().fates = fates;
    }

    /// Has every invocation stop where it stands once all of them together have done
    /// `steps` more: then is the moment for [`crate::Stack::kill`].
    pub fn lose_power_after(&self, steps: u32) {
        self.state().steps = Some(steps);
    }

    /// Resolves when the power has gone.
    pub async fn power_lost(&self) {
        let mut power = self.power.subscribe();
        // The sender lives in this very value.
        let _ = power.wait_for(|on| !on).await;
    }

    /// The power is back, or will not go after all; returns whether it was yet to go.
    pub fn restore_power(&self) -> bool {
        let pending = self.state().steps.take().is_some();
        self.power.send_replace(true) && pending
    }

    /// How often what has happened.
    #[must_use]
    pub fn happened(&self) -> BTreeMap<&'static str, u64> {
        self.state().happened.clone()
    }

    pub(crate) fn draw(&self, event: &Value) -> Fate {
        let mut state = self.state();
        let Fates {
            skewed,
            far,
            killed,
        } = state.fates;
        let received = event.pointer("/requestContext/requestTimeEpoch");
        let lot = state.random.random_range(0..1000);
        let far = lot < far && received.is_some_and(Value::is_i64);
        let offset_ms = if far && state.random.random_bool(0.3) {
            -BEHIND_MS - state.random.random_range(1..FAR_MS)
        } else if far {
            AHEAD_MS + state.random.random_range(1..FAR_MS)
        } else if state.random.random_range(0..1000) < skewed {
            state.random.random_range(-BEHIND_MS..=AHEAD_MS)
        } else {
            0
        };
        // Short lives and long ones are equally common.
        let life = (state.random.random_range(0..1000) < killed).then(|| {
            let most = LONGEST_LIFE >> state.random.random_range(0..6);
            state.random.random_range(0..most)
        });
        if offset_ms != 0 {
            let name = if far { "clocks far off" } else { "clocks off" };
            state.count(name);
        }
        Fate {
            offset_ms,
            far,
            life,
        }
    }

    /// Runs an invocation to its end, to its death, or for as long as there is power.
    pub(crate) async fn run<T>(
        &self,
        fate: Fate,
        invocation: impl Future<Output = Result<T, InvokeError>>,
    ) -> Result<T, InvokeError> {
        let mut invocation = std::pin::pin!(invocation);
        let mut life = fate.life;
        let result = std::future::poll_fn(|context| {
            if !self.step() {
                return Poll::Pending;
            }
            match &mut life {
                Some(0) => return Poll::Ready(None),
                Some(life) => *life -= 1,
                None => {}
            }
            invocation.as_mut().poll(context).map(Some)
        })
        .await;
        match result {
            None => {
                self.state().count("invocations killed");
                Err(InvokeError {
                    error_type: "Runtime.ExitError".to_owned(),
                    message: "killed half-way".to_owned(),
                })
            }
            Some(Err(error)) => {
                if fate.far {
                    self.state().count("refused for the clock");
                }
                Err(error)
            }
            Some(done) => done,
        }
    }

    /// One step of some invocation; false without power.
    fn step(&self) -> bool {
        let mut state = self.state();
        match &mut state.steps {
            None => {}
            Some(0) => {
                drop(state);
                self.power.send_replace(false);
                return false;
            }
            Some(steps) => *steps -= 1,
        }
        true
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn count(&mut self, name: &'static str) {
        *self.happened.entry(name).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use serde_json::json;

    use super::*;

    const ALWAYS: Fates = Fates {
        skewed: 1000,
        far: 1000,
        killed: 1000,
    };

    fn offsets(fates: Fates, event: &Value) -> Vec<i64> {
        let hosts = Hosts::new(1);
        hosts.befall(fates);
        (0..500).map(|_| hosts.draw(event).offset_ms).collect()
    }

    #[test]
    fn nothing_befalls_anybody_unasked() {
        let hosts = Hosts::default();
        for _ in 0..500 {
            let fate = hosts.draw(&Value::Null);
            assert_eq!((fate.offset_ms, fate.life), (0, None));
        }
        assert!(hosts.happened().is_empty());
    }

    #[test]
    fn a_clock_that_is_off_keeps_to_what_functions_put_up_with() {
        let skewed = Fates { far: 0, ..ALWAYS };
        let offsets = offsets(skewed, &Value::Null);
        assert!(
            offsets
                .iter()
                .all(|offset| (-1_000..=15_000).contains(offset))
        );
        assert!(offsets.iter().any(|&offset| offset < 0));
    }

    #[test]
    fn only_what_the_gateway_sends_meets_a_clock_that_is_far_off() {
        let event = json!({"requestContext": {"requestTimeEpoch": 1}});
        let far = |offset: &i64| !(-1_000..=15_000).contains(offset);
        assert!(offsets(ALWAYS, &event).iter().all(far));
        assert!(!offsets(ALWAYS, &json!({"Records": []})).iter().any(far));
    }

    #[tokio::test]
    async fn an_invocation_is_killed_at_one_of_its_awaits() {
        let hosts = Hosts::new(1);
        hosts.befall(ALWAYS);
        let mut died = 0;
        for _ in 0..100 {
            let long = async {
                for _ in 0..20 {
                    tokio::task::yield_now().await;
                }
                Ok(())
            };
            let fate = hosts.draw(&Value::Null);
            died += u64::from(hosts.run(fate, long).await.is_err());
        }
        assert!((1..100).contains(&died), "{died} of 100");
        assert_eq!(hosts.happened()["invocations killed"], died);
    }

    #[tokio::test]
    async fn without_power_everything_stands_still() {
        let hosts = Hosts::new(1);
        let fate = hosts.draw(&Value::Null);
        let work = || {
            hosts.run(fate, async {
                tokio::task::yield_now().await;
                Ok(())
            })
        };
        hosts.lose_power_after(3);
        assert_eq!(work().await, Ok(()), "two steps");
        assert_eq!(hosts.power_lost().now_or_never(), None);
        tokio::select! {
            done = work() => assert_eq!(done, Err(InvokeError {
                error_type: String::new(),
                message: "done without power".to_owned(),
            })),
            () = hosts.power_lost() => {}
        }
        assert!(!hosts.restore_power(), "it had gone");
        assert_eq!(work().await, Ok(()));
        hosts.lose_power_after(1000);
        assert!(hosts.restore_power(), "it had yet to go");
    }
}
