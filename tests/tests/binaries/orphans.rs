//! What becomes of the processes when `damero-local` itself is killed.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use damero_local::Binaries;
use serde_json::json;

use crate::house::{http, invoke_at};

/// A process of its own that is killed, whatever becomes of the test.
struct Club {
    process: Child,
    /// Open, since it has more to say.
    _stdout: BufReader<ChildStdout>,
}

impl Drop for Club {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Club {
    fn start(data: &Path) -> (Club, SocketAddr) {
        let binary = Binaries::beside().unwrap().dir.join("damero-local");
        let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../template.yaml");
        let mut process = Command::new(binary)
            .args(["--http", "127.0.0.1:0", "--dynamodb", "127.0.0.1:0"])
            .args(["--template", template, "--static", "nowhere", "--lambdas"])
            .arg("--data")
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap();
        let address = address.split('/').next().unwrap().parse().unwrap();
        let club = Club {
            process,
            _stdout: stdout,
        };
        (club, address)
    }
}

/// Gone, or only waiting for somebody to ask how it ended.
fn has_ended(pid: &serde_json::Value) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .ok()
        .is_none_or(|stat| {
            stat.rsplit(") ")
                .next()
                .is_some_and(|rest| rest.starts_with('Z'))
        })
}

#[tokio::test]
async fn functions_end_by_themselves_when_the_stack_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let (club, address) = Club::start(data.path());
    invoke_at(address, "audit-active", &json!({})).await;
    let list = http(address, "GET", "/_local/sandboxes", "").await;
    let pid = &list[0]["pid"];
    assert!(pid.is_u64() && !has_ended(pid), "{list}");
    drop(club);
    let mut looks = tokio::time::interval(Duration::from_millis(5));
    while !has_ended(pid) {
        looks.tick().await;
    }
}
