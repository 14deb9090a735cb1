//! The functions in this process: the same handlers that the binaries serve.

use std::collections::BTreeMap;
use std::sync::Arc;

use damero_lambda::{App, Clock, Endpoints, Handler, Limits, Settings, Timestamp};
use serde_json::Value;

use crate::{BoxFuture, Functions, InvokeError, Invoker, LocalClock};

/// Runs every function of the template in this process, within `limits`.
#[must_use]
pub fn in_process(functions: &Functions, limits: &Limits) -> Arc<dyn Invoker> {
    let endpoints = Endpoints {
        dynamodb: functions.endpoints.dynamodb.clone(),
        sqs: functions.endpoints.sqs.clone(),
        scheduler: functions.endpoints.scheduler.clone(),
    };
    let host = |(name, spec): (&String, &crate::FunctionSpec)| {
        let handler = damero_lambda::handler(name)?;
        let settings = Settings::from_variables(|variable| spec.env.get(variable).cloned());
        let clock = Arc::new(HostClock(functions.clock.clone()));
        let app = damero_lambda::app(&endpoints, &settings, clock, limits.clone());
        Some((
            name.clone(),
            Host {
                app,
                settings,
                handler,
            },
        ))
    };
    Arc::new(InProcess {
        hosts: functions.by_name.iter().filter_map(host).collect(),
    })
}

/// One function with its own clients and memory, as in a sandbox that stays warm.
struct Host {
    app: App,
    settings: Settings,
    handler: Handler,
}

struct InProcess {
    hosts: BTreeMap<String, Host>,
}

impl Invoker for InProcess {
    fn invoke<'a>(
        &'a self,
        function: &'a str,
        event: Value,
    ) -> BoxFuture<'a, Result<Value, InvokeError>> {
        Box::pin(async move {
            let Some(host) = self.hosts.get(function) else {
                let message = format!("{function} has no handler");
                return Err(InvokeError {
                    error_type: "Runtime.NoHandler".into(),
                    message,
                });
            };
            (host.handler)(&host.app, &host.settings, event)
                .await
                .map_err(|error| {
                    tracing::error!(
                        function,
                        error = &*error as &dyn std::error::Error,
                        "failed"
                    );
                    InvokeError {
                        error_type: "Fault".into(),
                        message: error.to_string(),
                    }
                })
        })
    }
}

struct HostClock(LocalClock);

impl Clock for HostClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.now_ms())
    }
}
