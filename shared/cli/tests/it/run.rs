//! Running `damero`.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The output of a run that went well and had nothing else to say.
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    pub(crate) fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }
}

pub(crate) fn damero(args: &[&str]) -> Run {
    damero_reading(args, "")
}

/// Runs it with something on its standard input.
pub(crate) fn damero_reading(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    run(command().args(args), input.as_ref())
}

/// Runs it in a directory of this crate.
pub(crate) fn damero_in(directory: &str, args: &[&str]) -> Run {
    let directory = format!("{}/{directory}", env!("CARGO_MANIFEST_DIR"));
    run(command().args(args).current_dir(directory), b"")
}

fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_damero"))
}

fn run(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("damero starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // It may end before it has read everything, which is its right.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("damero ends");
    let _ = writer.join();
    Run {
        status: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A file of vectors that the rules' own tests are held to.
pub(crate) fn vectors(name: &str) -> String {
    format!("{}/../rules/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A file that ratings and periods are held to.
pub(crate) fn ratings(name: &str) -> String {
    format!("{}/../domain/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}
