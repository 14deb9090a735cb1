//! What functions print, passed on to this process's own log.

use serde_json::{Map, Value};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// Passes on every line until the process closes the stream.
pub(super) async fn forward(function: String, stream: impl AsyncRead + Unpin) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    while let Ok(1..) = stream.read_until(b'\n', &mut line).await {
        pass_on(&function, String::from_utf8_lossy(&line).trim_end());
        line.clear();
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
