//! The border of the process: every request of the database's client, each attempt
//! by itself, waits at a gate before it goes out.

use aws_sdk_dynamodb::config::{AsyncSleep, SharedHttpClient, Sleep};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use damero_app::BoxFuture;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What comes back of one attempt.
pub(crate) type Answer = Result<HttpResponse, ConnectorError>;

/// One attempt of one call.
pub(crate) struct Attempt {
    /// `GetItem`, `UpdateItem`, …
    pub(crate) operation: String,
    /// The same for every attempt of a call.
    pub(crate) call: String,
    /// From 1.
    pub(crate) nth: u32,
}

/// Who lets attempts pass.
pub(crate) trait Gate: Send + Sync {
    /// `go` is the attempt itself: it happens when it is awaited, and only then.
    fn pass(&self, attempt: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer>;

    /// Sees what is asked, before it passes.
    fn sees(&self, _operation: &str, _body: &[u8]) {}
}

/// A client's HTTP, with a gate in it.
pub(crate) struct Border {
    pub(crate) http: SharedHttpClient,
    pub(crate) gate: Arc<dyn Gate>,
    /// How often the table was put back to what it was.
    pub(crate) lives: Arc<AtomicU64>,
}

impl fmt::Debug for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Border")
    }
}

impl HttpClient for Border {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(Crossing {
            beyond: self.http.http_connector(settings, components),
            gate: Arc::clone(&self.gate),
            lives: Arc::clone(&self.lives),
        })
    }
}

struct Crossing {
    beyond: SharedHttpConnector,
    gate: Arc<dyn Gate>,
    lives: Arc<AtomicU64>,
}

/// A transaction's token as of one life of the table. The database remembers what it
/// has written under a token, and does not know that all of it was taken back.
fn in_this_life(request: &mut HttpRequest, life: u64) {
    let name = br#""ClientRequestToken":""#;
    let Some(body) = request.body().bytes() else {
        return;
    };
    let found = body.windows(name.len()).position(|part| part == name);
    if let Some(at) = found {
        let mut body = body.to_vec();
        let token = at + name.len();
        body[token..token + 8].copy_from_slice(format!("{life:08x}").as_bytes());
        *request.body_mut() = SdkBody::from(body);
    }
}

impl fmt::Debug for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Crossing")
    }
}

impl HttpConnector for Crossing {
    fn call(&self, mut request: HttpRequest) -> HttpConnectorFuture {
        in_this_life(&mut request, self.lives.load(Ordering::SeqCst));
        let header = |name| request.headers().get(name).unwrap_or_default().to_owned();
        let (target, request_header) = (header("x-amz-target"), header("amz-sdk-request"));
        let nth = request_header
            .split("; ")
            .find_map(|part| part.strip_prefix("attempt="));
        let attempt = Attempt {
            operation: target.rsplit('.').next().unwrap_or_default().to_owned(),
            call: header("amz-sdk-invocation-id"),
            nth: nth.map_or(0, |nth| nth.parse().unwrap()),
        };
        if let Some(body) = request.body().bytes() {
            self.gate.sees(&attempt.operation, body);
        }
        let beyond = self.beyond.clone();
        let go = Box::pin(async move { beyond.call(request).await });
        HttpConnectorFuture::new(self.gate.pass(attempt, go))
    }
}

/// Waits between attempts are over at once; waits for an answer never are.
#[derive(Debug)]
pub(crate) struct Hurry;

/// The longest wait before a second or third attempt is 2 s, the shortest for an
/// answer 3.1 s.
const WAITS: Duration = Duration::from_secs(3);

impl AsyncSleep for Hurry {
    fn sleep(&self, duration: Duration) -> Sleep {
        if duration < WAITS {
            Sleep::new(std::future::ready(()))
        } else {
            Sleep::new(std::future::pending())
        }
    }
}
