//! A stack with scripted functions, and clients for it.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use damero_local::{BoxFuture, ClockStart, Config, Data, Functions, InvokeError, Invoker, Stack};
use futures_util::{FutureExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The tests' present: 2026-06-01T12:00:00Z.
pub(crate) const NOW: i64 = 1_780_315_200_000;
pub(crate) const MINUTE: i64 = 60_000;
pub(crate) const HOUR: i64 = 60 * MINUTE;

pub(crate) type Client = WebSocketStream<TcpStream>;
pub(crate) type Answer = Result<Value, InvokeError>;
type Handler = Arc<dyn Fn(Value) -> BoxFuture<'static, Answer> + Send + Sync>;

/// Only so that a broken stack fails instead of hanging.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future)
        .await
        .expect("nothing happened")
}

pub(crate) fn failure(message: &str) -> Answer {
    Err(InvokeError {
        error_type: "Error".to_owned(),
        message: message.to_owned(),
    })
}

/// Functions that answer as told and remember what they were asked.
#[derive(Clone, Default)]
pub(crate) struct Script {
    handlers: Arc<Mutex<BTreeMap<String, Handler>>>,
    calls: Arc<watch::Sender<Vec<(String, Value)>>>,
}

impl Script {
    /// Replaces a function.
    pub(crate) fn on<F>(&self, name: &str, handler: impl Fn(Value) -> F + Send + Sync + 'static)
    where
        F: Future<Output = Answer> + Send + 'static,
    {
        let handler: Handler = Arc::new(move |event| handler(event).boxed());
        self.handlers
            .lock()
            .unwrap()
            .insert(name.to_owned(), handler);
    }

    /// Replaces a function by a constant.
    pub(crate) fn answer(&self, name: &str, answer: Answer) {
        self.on(name, move |_| std::future::ready(answer.clone()));
    }

    /// Events that a function got so far.
    pub(crate) fn calls(&self, name: &str) -> Vec<Value> {
        let calls = self.calls.borrow();
        let own = calls.iter().filter(|(called, _)| called == name);
        own.map(|(_, event)| event.clone()).collect()
    }

    /// Waits for the `count`th call of a function and gives its event.
    pub(crate) async fn call(&self, name: &str, count: usize) -> Value {
        let mut changes = self.calls.subscribe();
        let enough = changes
            .wait_for(|calls| calls.iter().filter(|(called, _)| called == name).count() >= count);
        drop(soon(enough).await.unwrap());
        self.calls(name)[count - 1].clone()
    }
}

fn usual(name: &str) -> Answer {
    match name {
        "ws-authorize" => Ok(json!({
            "principalId": "someone",
            "policyDocument": {"Version": "2012-10-17", "Statement": [
                {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": "*"}
            ]},
            "context": {"session": "abc", "expires": 17},
        })),
        "ws-connect" => Ok(json!({
            "statusCode": 200,
            "headers": {"Sec-WebSocket-Protocol": "damero.v1"},
        })),
        "timer-clock" | "audit-active" => Ok(json!({"batchItemFailures": []})),
        _ => Ok(json!({"statusCode": 200})),
    }
}

impl Invoker for Script {
    fn invoke<'a>(&'a self, function: &'a str, event: Value) -> BoxFuture<'a, Answer> {
        self.calls
            .send_modify(|calls| calls.push((function.to_owned(), event.clone())));
        let handler = self.handlers.lock().unwrap().get(function).cloned();
        match handler {
            Some(handler) => handler(event),
            None => std::future::ready(usual(function)).boxed(),
        }
    }
}

/// A stack and what its functions were told of it.
pub(crate) struct Bench {
    pub(crate) stack: Stack,
    pub(crate) script: Script,
    pub(crate) functions: Functions,
}

pub(crate) fn template_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../template.yaml")
}

pub(crate) fn config() -> Config {
    let zone = ("SiteZone".to_owned(), "Europe/Rome".to_owned());
    Config {
        template: template_path(),
        parameters: BTreeMap::from([zone]),
        clock: ClockStart::Frozen(NOW),
        id_seed: Some(1),
        ..Config::default()
    }
}

pub(crate) fn in_dir(dir: &Path) -> Config {
    Config {
        data: Data::Dir(dir.to_owned()),
        ..config()
    }
}

/// The template with one text in it replaced, as a file.
pub(crate) fn changed_template(from: &str, to: &str) -> tempfile::NamedTempFile {
    let text = std::fs::read_to_string(template_path()).unwrap();
    assert!(text.contains(from), "{from}");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text.replacen(from, to, 1)).unwrap();
    file
}

impl Bench {
    pub(crate) async fn new() -> Self {
        Self::with(config(), Script::default()).await
    }

    pub(crate) async fn with(config: Config, script: Script) -> Self {
        let mut told = None;
        let invoker = script.clone();
        let stack = Stack::start(config, |functions| {
            told = Some(functions.clone());
            Arc::new(invoker)
        });
        Self {
            stack: stack.await.unwrap(),
            functions: told.unwrap(),
            script,
        }
    }

    /// A connection made as the browser makes it, with its id.
    pub(crate) async fn client(&self) -> (Client, String) {
        let before = self.script.calls("ws-connect").len();
        let client = self
            .try_client("/", Some("damero.v1, token"))
            .await
            .unwrap();
        let event = self.script.call("ws-connect", before + 1).await;
        (client, id_of(&event))
    }

    pub(crate) async fn try_client(
        &self,
        path: &str,
        protocol: Option<&str>,
    ) -> Result<Client, Error> {
        let address = self.stack.http_addr();
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if let Some(protocol) = protocol {
            let name = "sec-websocket-protocol";
            request
                .headers_mut()
                .insert(name, protocol.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await?;
        let connected = soon(tokio_tungstenite::client_async(request, stream)).await;
        connected.map(|(client, _)| client)
    }

    /// Status and body of a refused handshake.
    pub(crate) async fn refused(&self, protocol: Option<&str>) -> (u16, String) {
        match self.try_client("/", protocol).await {
            Err(Error::Http(response)) => {
                let body = response.body().clone().unwrap_or_default();
                (response.status().as_u16(), String::from_utf8(body).unwrap())
            }
            other => panic!("not refused: {other:?}"),
        }
    }

    /// A plain HTTP request.
    pub(crate) async fn http(&self, method: &str, path: &str, body: &str) -> Response {
        self.http_with(method, path, &[], body).await
    }

    pub(crate) async fn http_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        soon(request(self.stack.http_addr(), method, path, headers, body)).await
    }

    pub(crate) async fn post(&self, id: &str, body: &str) -> Response {
        self.http("POST", &connection_path(id), body).await
    }

    pub(crate) async fn settle(&self) {
        soon(self.stack.settle()).await;
    }

    pub(crate) async fn advance(&self, ms: i64) {
        self.stack.clock().advance(ms);
        self.settle().await;
    }
}

pub(crate) fn id_of(event: &Value) -> String {
    event["requestContext"]["connectionId"]
        .as_str()
        .unwrap()
        .to_owned()
}

pub(crate) fn connection_path(id: &str) -> String {
    let id = id
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D");
    format!("/@connections/{id}")
}

/// The next text for a client.
pub(crate) async fn text(client: &mut Client) -> String {
    match soon(client.next()).await {
        Some(Ok(Message::Text(text))) => text.as_str().to_owned(),
        other => panic!("no text: {other:?}"),
    }
}

/// The code with which a client was closed.
pub(crate) async fn close_code(client: &mut Client) -> u16 {
    loop {
        match soon(client.next()).await {
            Some(Ok(Message::Close(Some(frame)))) => return frame.code.into(),
            Some(Ok(_)) => {}
            other => panic!("not closed: {other:?}"),
        }
    }
}

/// Answer to a plain request.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// Free of the stack, so that functions can call it too.
pub(crate) async fn request(
    address: std::net::SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all((head + body).as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    // A compressed body is no text.
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    Response {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}
