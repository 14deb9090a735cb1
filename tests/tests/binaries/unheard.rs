//! A club whose output nobody reads.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::Duration;

use damero_local::Binaries;
use serde_json::json;

use crate::house::invoke_at;

/// A process of its own that is killed, whatever becomes of the test.
struct Club(Child);

impl Drop for Club {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

#[tokio::test]
async fn it_runs_on_when_its_output_and_its_log_are_closed() {
    let address = free_address();
    let data = tempfile::tempdir().unwrap();
    let (reader, output) = std::io::pipe().unwrap();
    drop(reader);
    let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../template.yaml");
    let process = Command::new(Binaries::beside().unwrap().dir.join("damero-local"))
        .args(["--http", &address.to_string()])
        .args(["--dynamodb", "127.0.0.1:0", "--static", "nowhere"])
        .args(["--template", template, "--data"])
        .arg(data.path())
        .stdout(output.try_clone().unwrap())
        .stderr(output)
        .spawn();
    let mut club = Club(process.unwrap());
    let mut looks = tokio::time::interval(Duration::from_millis(5));
    while TcpStream::connect(address).is_err() {
        assert_eq!(club.0.try_wait().unwrap(), None, "it has ended");
        looks.tick().await;
    }
    // The log wants to tell of it.
    let failed = invoke_at(address, "timer-clock", &json!({})).await;
    assert_eq!(failed["errorType"], "Fault", "{failed}");
    invoke_at(address, "audit-active", &json!({})).await;
    assert_eq!(club.0.try_wait().unwrap(), None, "it has ended");
}
