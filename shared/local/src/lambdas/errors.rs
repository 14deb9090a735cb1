//! Failures in Lambda's words.

use std::fmt::Display;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use crate::InvokeError;

/// Class of the refusal beyond the most sandboxes.
pub(crate) const THROTTLED: &str = "TooManyRequestsException";

fn error(error_type: &str, message: String) -> InvokeError {
    InvokeError {
        error_type: error_type.to_owned(),
        message,
    }
}

pub(super) fn no_function(function: &str) -> InvokeError {
    error("Runtime.NoHandler", format!("{function} has no binary"))
}

pub(super) fn internal(fault: &dyn Display) -> InvokeError {
    error("ServiceException", fault.to_string())
}

pub(super) fn throttled() -> InvokeError {
    error(THROTTLED, "Rate Exceeded.".to_owned())
}

pub(super) fn cannot_start(fault: &std::io::Error) -> InvokeError {
    error(
        "Runtime.InvalidEntrypoint",
        format!("Couldn't start the function: {fault}"),
    )
}

pub(super) fn timed_out(request: &str, seconds: u64) -> InvokeError {
    error(
        "Sandbox.Timedout",
        format!("RequestId: {request} Error: Task timed out after {seconds}.00 seconds"),
    )
}

pub(super) fn init_timed_out(seconds: u64) -> InvokeError {
    error(
        "Sandbox.Timedout",
        format!("Error: Init timed out after {seconds}.00 seconds"),
    )
}

/// A sandbox that ended with an invocation, or before its first.
pub(super) fn exited(request: Option<&str>, how: &str) -> InvokeError {
    let request = request.map_or(String::new(), |id| format!("RequestId: {id} "));
    error("Runtime.ExitError", format!("{request}Error: {how}"))
}

pub(super) fn unreadable(fault: &serde_json::Error) -> InvokeError {
    error(
        "Runtime.InvalidResponse",
        format!("The function's answer is no JSON: {fault}"),
    )
}

/// How a process ended.
pub(super) fn ending(status: std::io::Result<ExitStatus>) -> String {
    let status = match status {
        Ok(status) => status,
        Err(fault) => return format!("Runtime is lost: {fault}"),
    };
    let how = match (status.code(), status.signal()) {
        (Some(0), _) => return "Runtime exited without providing a reason".to_owned(),
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(6)) => "signal: aborted".to_owned(),
        (None, Some(9)) => "signal: killed".to_owned(),
        (None, Some(11)) => "signal: segmentation fault".to_owned(),
        (None, Some(15)) => "signal: terminated".to_owned(),
        (None, number) => format!("signal: {}", number.unwrap_or(0)),
    };
    format!("Runtime exited with error: {how}")
}
