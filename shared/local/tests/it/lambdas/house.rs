//! A stack whose functions are processes, and what the tests do with it.

use damero_local::{Binaries, ClockStart, Config, SandboxPhase, Sandboxes, Stack};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::fake;
use crate::bench::{Response, config, request, soon};

/// Which function is invoked makes no difference to most tests.
pub(crate) const FUNCTION: &str = "audit-active";

pub(crate) struct House {
    pub(crate) stack: Stack,
    pub(crate) dir: TempDir,
}

pub(crate) fn running() -> Config {
    Config {
        clock: ClockStart::Running,
        ..config()
    }
}

impl House {
    pub(crate) async fn new() -> Self {
        Self::with(running(), |_| {}).await
    }

    pub(crate) async fn with(config: Config, change: impl FnOnce(&mut Binaries)) -> Self {
        let dir = fake::functions();
        let mut binaries = Binaries::at(dir.path());
        change(&mut binaries);
        let stack = Stack::start_binaries(config, &binaries).await.unwrap();
        Self { stack, dir }
    }

    pub(crate) fn sandboxes(&self) -> &Sandboxes {
        self.stack.sandboxes().unwrap()
    }

    /// Processes of the sandboxes, those used last at the end.
    pub(crate) fn pids(&self) -> Vec<u32> {
        self.sandboxes().list().iter().map(|one| one.pid).collect()
    }

    pub(crate) async fn invoke(&self, event: Value) -> Response {
        self.invoke_on(FUNCTION, event).await
    }

    pub(crate) async fn invoke_on(&self, function: &str, event: Value) -> Response {
        soon(self.begin_on(function, event)).await.unwrap()
    }

    /// The process that takes the next invocation.
    pub(crate) async fn pid(&self) -> u64 {
        self.invoke(json!({})).await.json()["pid"].as_u64().unwrap()
    }

    /// An invocation that nobody waits for yet.
    pub(crate) fn begin(&self, event: Value) -> JoinHandle<Response> {
        self.begin_on(FUNCTION, event)
    }

    fn begin_on(&self, function: &str, event: Value) -> JoinHandle<Response> {
        let address = self.stack.http_addr();
        let path = format!("/2015-03-31/functions/{function}/invocations");
        tokio::spawn(async move { request(address, "POST", &path, &[], &event.to_string()).await })
    }

    /// Waits until so many sandboxes are warm, and no others are there.
    pub(crate) async fn calm(&self, count: usize) {
        soon(self.sandboxes().until(|list| {
            list.len() == count && list.iter().all(|one| one.phase == SandboxPhase::Idle)
        }))
        .await;
    }
}

/// Where invocations under way wait to be let go.
pub(crate) struct Meeting(TcpListener);

impl Meeting {
    pub(crate) async fn new() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    /// The event that makes a function come here.
    pub(crate) fn event(&self) -> Value {
        json!({"do": "wait", "at": self.0.local_addr().unwrap().to_string()})
    }

    /// An invocation that has come; dropping it lets it go.
    pub(crate) async fn arrival(&self) -> TcpStream {
        soon(self.0.accept()).await.unwrap().0
    }
}

/// Class and message of a function's failure.
pub(crate) fn failure(response: &Response) -> (String, String) {
    assert_eq!(
        (response.status, response.header("x-amz-function-error")),
        (200, Some("Unhandled")),
        "{response:?}"
    );
    let body = response.json();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    let message = text("errorMessage");
    // The request's id is another each time.
    let message = match message.strip_prefix("RequestId: ") {
        Some(rest) => rest.split_once(' ').unwrap().1.to_owned(),
        None => message,
    };
    (text("errorType"), message)
}

pub(crate) fn failed(kind: &str, message: &str) -> (String, String) {
    (kind.to_owned(), message.to_owned())
}
