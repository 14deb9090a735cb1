//! Functions for the tests: scripts that start this very test binary as a runtime,
//! which does as its events tell it.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::bench::template_path;

const API: &str = "AWS_LAMBDA_RUNTIME_API";

/// Not a test but the process of a function, as soon as there is a Runtime API.
#[test]
fn runtime() {
    if let Ok(api) = std::env::var(API) {
        Runtime { api }.serve();
    }
}

/// A script that becomes a runtime.
pub(crate) fn script() -> String {
    let own = std::env::current_exe().unwrap();
    let own = own.display();
    format!("exec '{own}' --exact lambdas::fake::runtime --nocapture")
}

/// A directory with a binary for every function of the template.
pub(crate) fn functions() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let crates = template_path().parent().unwrap().join("functions");
    for function in std::fs::read_dir(crates).unwrap() {
        let name = function.unwrap().file_name();
        put(dir.path(), name.to_str().unwrap(), &script());
    }
    dir
}

/// Replaces the binary of one function.
pub(crate) fn put(dir: &Path, function: &str, script: &str) {
    let path = dir.join(format!("damero-{function}"));
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
}

struct Runtime {
    api: String,
}

struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Runtime {
    fn serve(&self) {
        if std::env::var("FAILS").is_ok() {
            let error = json!({"errorType": "Config.Missing", "errorMessage": "no table"});
            self.call("POST", "/init/error", &error);
            std::process::exit(1);
        }
        loop {
            let next = self.call("GET", "/invocation/next", &Value::Null);
            let request = header(&next.head, "lambda-runtime-aws-request-id");
            let event: Value = serde_json::from_str(&next.body).unwrap();
            let (to, answer) = self.handle(&event, &next, &request);
            self.call("POST", &format!("/invocation/{request}/{to}"), &answer);
        }
    }

    fn handle(&self, event: &Value, next: &Reply, request: &str) -> (&'static str, Value) {
        let told = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        match told("do").as_str() {
            "fail" => (
                "error",
                json!({"errorType": "Fault", "errorMessage": told("why")}),
            ),
            "exit" => {
                let code = event["code"].as_i64().unwrap();
                std::process::exit(code.try_into().unwrap())
            }
            // Says that it is here, and goes on when it is let go.
            "wait" => {
                let mut meeting = TcpStream::connect(told("at")).unwrap();
                let _ = meeting.read(&mut [0]);
                ("response", json!({"pid": std::process::id()}))
            }
            "misuse" => {
                let post = |path: &str| self.call("POST", path, &json!({})).status;
                let unknown = post("/invocation/another/response");
                let unknown_error = post("/invocation/another/error");
                let late = post("/init/error");
                let next = self.call("GET", "/invocation/next", &Value::Null).status;
                let taken = post(&format!("/invocation/{request}/response"));
                let twice = post(&format!("/invocation/{request}/response"));
                let seen = [unknown, unknown_error, late, next, taken, twice];
                std::fs::write(told("into"), format!("{seen:?}")).unwrap();
                std::process::exit(0)
            }
            _ => ("response", self.tell(event, next)),
        }
    }

    fn tell(&self, event: &Value, next: &Reply) -> Value {
        let variables: serde_json::Map<_, _> = std::env::vars()
            .map(|(name, value)| (name, value.into()))
            .collect();
        json!({
            "pid": std::process::id(),
            "event": event,
            "env": variables,
            "deadline": header(&next.head, "lambda-runtime-deadline-ms"),
            "arn": header(&next.head, "lambda-runtime-invoked-function-arn"),
            "trace": header(&next.head, "lambda-runtime-trace-id"),
        })
    }

    /// One request; the stack's end is the process's.
    fn call(&self, method: &str, path: &str, body: &Value) -> Reply {
        let body = body.to_string();
        let attempt = || {
            let mut stream = TcpStream::connect(&self.api)?;
            write!(
                stream,
                "{method} /2018-06-01/runtime{path} HTTP/1.1\r\nHost: {}\r\n\
                 Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
                self.api,
                body.len()
            )?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            std::io::Result::Ok(answer)
        };
        let answer = attempt().unwrap_or_default();
        let Some((head, body)) = answer.split_once("\r\n\r\n") else {
            std::process::exit(1);
        };
        Reply {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }
}

fn header(head: &str, name: &str) -> String {
    let found = head.lines().find_map(|line| {
        let (own, value) = line.split_once(':')?;
        own.eq_ignore_ascii_case(name)
            .then(|| value.trim().to_owned())
    });
    found.unwrap_or_default()
}
