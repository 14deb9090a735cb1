//! The functions in this process: the same handlers that the binaries serve.

use std::collections::BTreeMap;
use std::sync::Arc;

use damero_lambda::{App, Clock, Endpoints, Handler, Limits, Settings, Timestamp};
use serde_json::Value;

use crate::hosts::Hosts;
use crate::{BoxFuture, Functions, InvokeError, Invoker, LocalClock};

/// Runs every function of the template in this process, within `limits`.
#[must_use]
pub fn in_process(functions: &Functions, limits: &Limits) -> Arc<dyn Invoker> {
    on_hosts(functions, limits, &Hosts::default())
}

/// The same, on `hosts` that may fail as those of the cloud do.
#[must_use]
pub fn on_hosts(functions: &Functions, limits: &Limits, hosts: &Hosts) -> Arc<dyn Invoker> {
    let endpoints = Endpoints {
        dynamodb: functions.endpoints.dynamodb.clone(),
        sqs: functions.endpoints.sqs.clone(),
        scheduler: functions.endpoints.scheduler.clone(),
    };
    let function = |(name, spec): (&String, &crate::FunctionSpec)| {
        let handler = damero_lambda::handler(name)?;
        let settings = Settings::of(name, |variable| spec.env.get(variable).cloned());
        // Such a process would end as soon as it began.
        let settings = settings
            .inspect_err(|error| tracing::error!(function = name, %error, "cannot start"))
            .ok()?;
        let clock = HostClock::of(&functions.clock, 0);
        let app = damero_lambda::app(&endpoints, &settings, clock, limits.clone());
        Some((
            name.clone(),
            Function {
                app,
                settings,
                handler,
            },
        ))
    };
    Arc::new(InProcess {
        by_name: functions.by_name.iter().filter_map(function).collect(),
        clock: functions.clock.clone(),
        hosts: hosts.clone(),
    })
}

/// One function with its own clients and memory, as in a sandbox that stays warm.
struct Function {
    app: App,
    settings: Settings,
    handler: Handler,
}

struct InProcess {
    by_name: BTreeMap<String, Function>,
    clock: LocalClock,
    hosts: Hosts,
}

impl Invoker for InProcess {
    fn invoke<'a>(
        &'a self,
        function: &'a str,
        event: Value,
    ) -> BoxFuture<'a, Result<Value, InvokeError>> {
        Box::pin(async move {
            let Some(called) = self.by_name.get(function) else {
                let message = format!("{function} has no handler");
                return Err(InvokeError {
                    error_type: "Runtime.NoHandler".into(),
                    message,
                });
            };
            let fate = self.hosts.draw(&event);
            let mut app = called.app.clone();
            if fate.offset_ms != 0 {
                app.clock = HostClock::of(&self.clock, fate.offset_ms);
            }
            let invocation = async {
                let done = (called.handler)(&app, &called.settings, event).await;
                done.map_err(|error| failed(function, &*error))
            };
            self.hosts.run(fate, invocation).await
        })
    }
}

fn failed(function: &str, error: &(dyn std::error::Error + 'static)) -> InvokeError {
    tracing::error!(function, error, "failed");
    InvokeError {
        error_type: "Fault".into(),
        message: error.to_string(),
    }
}

/// The stack's clock, as a host that is so many milliseconds ahead shows it.
struct HostClock {
    clock: LocalClock,
    ahead_ms: i64,
}

impl HostClock {
    fn of(clock: &LocalClock, ahead_ms: i64) -> Arc<dyn Clock> {
        Arc::new(Self {
            clock: clock.clone(),
            ahead_ms,
        })
    }
}

impl Clock for HostClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.clock.now_ms().saturating_add(self.ahead_ms))
    }
}
