//! What functions print, passed on to this process's own log.

use serde_json::{Map, Value};
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, BufReader};

/// Bytes of one event of a log in the cloud; a longer line becomes several.
const LONGEST_LINE: u64 = 256 * 1024;

/// Passes on every line until the process closes the stream.
pub(super) async fn forward(function: String, stream: impl AsyncRead + Unpin) {
    let mut stream = BufReader::new(stream);
    while let Some(line) = next_line(&mut stream).await {
        pass_on(&function, &line);
    }
}

async fn next_line(stream: &mut (impl AsyncBufRead + Unpin)) -> Option<String> {
    let mut line = Vec::new();
    let mut bounded = stream.take(LONGEST_LINE);
    match bounded.read_until(b'\n', &mut line).await {
        Ok(1..) => Some(String::from_utf8_lossy(&line).trim_end().to_owned()),
        Ok(0) | Err(_) => None,
    }
}

/// A line of a function's log has its level; what has none is a panic or the like.
fn pass_on(function: &str, line: &str) {
    let told: Option<Value> = serde_json::from_str(line).ok();
    let level = told.as_ref().and_then(|told| told.get("level")?.as_str());
    let fields = told
        .as_ref()
        .and_then(|told| told.get("fields")?.as_object());
    let line = fields.map_or_else(|| line.to_owned(), readable);
    match level {
        Some("ERROR") => tracing::error!(target: "damero_lambda", function, "{line}"),
        Some("INFO") => tracing::info!(target: "damero_lambda", function, "{line}"),
        Some("DEBUG") => tracing::debug!(target: "damero_lambda", function, "{line}"),
        Some("TRACE") => tracing::trace!(target: "damero_lambda", function, "{line}"),
        Some(_) | None => tracing::warn!(target: "damero_lambda", function, "{line}"),
    }
}

/// As this process writes its own.
fn readable(fields: &Map<String, Value>) -> String {
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let mut line = fields.get("message").map_or(String::new(), text);
    for (name, value) in fields.iter().filter(|(name, _)| *name != "message") {
        line += &format!(" {name}={}", text(value));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_has_no_end_of_line_is_passed_on_in_pieces() {
        let mut stream = "one\ntwo".to_owned() + &"o".repeat(300 * 1024);
        stream += "\nthree";
        let mut stream = stream.as_bytes();
        let mut lengths = Vec::new();
        while let Some(line) = next_line(&mut stream).await {
            lengths.push(line.len());
        }
        let two = "two".len() + 300 * 1024;
        assert_eq!(lengths, [3, 256 * 1024, two - 256 * 1024, 5]);
    }
}
