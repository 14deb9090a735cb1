//! One process of one function.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::Utc;
use serde_json::Value;
use tokio::process::{Child, Command};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::desk::{Answer, Desk, Init, Invocation};
use super::{Host, api, environment, errors, logs};
use crate::template::arn;
use crate::{FunctionSpec, InvokeError};

/// A process and the Runtime API that it alone speaks to.
pub(super) struct Sandbox {
    pub(super) number: u64,
    pub(super) pid: u32,
    /// The stack's offset when it started: it knows no other time.
    pub(super) offset_ms: i64,
    /// How far its clock is off on purpose.
    pub(super) skew_ms: i64,
    desk: Arc<Desk>,
    kill: Arc<Notify>,
    /// How it ended.
    ended: watch::Receiver<Option<String>>,
}

impl Sandbox {
    /// Starts a process and serves it. It ends with the runtime that this runs in.
    pub(super) fn start(host: &Host, spec: &FunctionSpec) -> std::io::Result<Self> {
        let listener = crate::stack::listen(([127, 0, 0, 1], 0).into())?;
        let address = listener.local_addr()?;
        let number = host.started.fetch_add(1, Ordering::SeqCst);
        let offset_ms = host.clock.offset_ms().unwrap_or(0);
        let skew_ms = host.binaries.skew_ms(number);
        let time = offset_ms.saturating_add(skew_ms);
        let mut child = Command::new(host.binaries.path(&spec.name))
            .env_clear()
            .envs(environment::variables(host, spec, address, number, time))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A terminal sends Ctrl-C to a whole group: it is for the stack, which lets
            // its functions end.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let pid = child.id().unwrap_or_default();
        if let Some(stdout) = child.stdout.take() {
            tokio::spawn(logs::forward(spec.name.clone(), stdout));
        }
        if let Some(stderr) = child.stderr.take() {
            tokio::spawn(logs::forward(spec.name.clone(), stderr));
        }
        let desk = Arc::new(Desk::new());
        let router = api::router(Arc::clone(&desk));
        let server = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        let kill = Arc::new(Notify::new());
        let (ending, ended) = watch::channel(None);
        tokio::spawn(attend(child, Arc::clone(&kill), ending, server));
        Ok(Self {
            number,
            pid,
            offset_ms,
            skew_ms,
            desk,
            kill,
            ended,
        })
    }

    /// Waits until it asks for its first invocation.
    pub(super) async fn ready(&self, at_most: Duration) -> Result<(), InvokeError> {
        let mut init = self.desk.init();
        let outcome = tokio::select! {
            // A report is worth more than the exit that follows it.
            biased;
            init = init.wait_for(|init| *init != Init::Running) => init.ok().map(|init| init.clone()),
            how = self.end_of_process() => {
                return match self.desk.init().borrow().clone() {
                    Init::Failed(error) => Err(error),
                    _ => Err(errors::exited(None, &how)),
                };
            }
            () = tokio::time::sleep(at_most) => None,
        };
        match outcome {
            Some(Init::Failed(error)) => Err(error),
            Some(_) => Ok(()),
            None => Err(errors::init_timed_out(at_most.as_secs())),
        }
    }

    /// Runs one invocation; afterwards it has answered or is ended.
    pub(super) async fn invoke(&self, host: &Host, spec: &FunctionSpec, event: &Value) -> Answer {
        let request = host.ids.uuid();
        let most = Duration::from_secs(spec.timeout);
        let deadline = Utc::now() + most;
        let answered = self.desk.hand(Invocation {
            request: request.clone(),
            event: event.to_string(),
            deadline_ms: deadline.timestamp_millis(),
            arn: arn("lambda", &format!("function:{}", spec.logical_id)),
            trace: trace(&request),
        });
        tokio::select! {
            // An answer counts, whatever becomes of the process.
            biased;
            Ok(answer) = answered => answer,
            how = self.end_of_process() => Err(errors::exited(Some(&request), &how)),
            () = tokio::time::sleep(most) => {
                self.end().await;
                Err(errors::timed_out(&request, spec.timeout))
            }
        }
    }

    /// Kills it, without waiting for its end.
    pub(super) fn kill(&self) {
        self.kill.notify_one();
    }

    /// Kills it and waits for its end.
    pub(super) async fn end(&self) {
        self.kill();
        self.end_of_process().await;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    /// Waits for its end and says how that came.
    pub(super) async fn end_of_process(&self) -> String {
        let mut ended = self.ended.clone();
        let how = ended.wait_for(Option::is_some).await;
        how.ok()
            .and_then(|how| how.clone())
            .unwrap_or_else(|| "Runtime is lost".to_owned())
    }
}

/// Stays with a process to its end.
async fn attend(
    mut child: Child,
    kill: Arc<Notify>,
    ending: watch::Sender<Option<String>>,
    server: JoinHandle<()>,
) {
    let status = loop {
        tokio::select! {
            status = child.wait() => break status,
            () = kill.notified() => {
                if let Err(error) = child.start_kill() {
                    tracing::error!(%error, "function cannot be killed");
                }
            }
        }
    };
    server.abort();
    ending.send_replace(Some(errors::ending(status)));
}

/// In X-Ray's form, which some runtimes parse.
fn trace(request: &str) -> String {
    let digits: String = request.chars().filter(|digit| *digit != '-').collect();
    let seconds = Utc::now().timestamp();
    let (root, parent) = (
        digits.get(..24).unwrap_or(""),
        digits.get(16..).unwrap_or(""),
    );
    format!("Root=1-{seconds:08x}-{root};Parent={parent};Sampled=0")
}
