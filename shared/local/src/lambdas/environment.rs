//! What a function finds in its environment: Lambda's own variables, those of the
//! template, and where this machine's services are. Nothing is inherited but `RUST_LOG`.

use std::ffi::OsString;
use std::net::SocketAddr;

use damero_lambda::CLOCK_OFFSET;

use super::Host;
use crate::FunctionSpec;
use crate::template::REGION;

/// Variables that are the same for all.
const FIXED: [(&str, &str); 11] = [
    ("AWS_ACCESS_KEY_ID", "local"),
    ("AWS_SECRET_ACCESS_KEY", "local"),
    ("AWS_REGION", REGION),
    ("AWS_DEFAULT_REGION", REGION),
    ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
    ("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand"),
    ("AWS_LAMBDA_LOG_GROUP_NAME", "local"),
    ("_HANDLER", "bootstrap"),
    ("LANG", "en_US.UTF-8"),
    ("PATH", "/usr/local/bin:/usr/bin/:/bin:/opt/bin"),
    ("TZ", ":UTC"),
];

/// The whole environment of one sandbox, later ones over earlier.
pub(super) fn variables(
    host: &Host,
    spec: &FunctionSpec,
    api: SocketAddr,
    number: u64,
    offset_ms: i64,
) -> Vec<(String, OsString)> {
    let own = |name: &str, value: String| (name.to_owned(), OsString::from(value));
    let mut all: Vec<_> = FIXED
        .iter()
        .map(|(name, value)| own(name, (*value).to_owned()))
        .collect();
    let template = spec.env.iter();
    all.extend(template.map(|(name, value)| own(name, value.clone())));
    all.extend([
        own("AWS_LAMBDA_RUNTIME_API", api.to_string()),
        own("AWS_LAMBDA_FUNCTION_NAME", spec.logical_id.clone()),
        own("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", spec.memory.to_string()),
        own("AWS_LAMBDA_LOG_STREAM_NAME", format!("[$LATEST]{number}")),
        own("AWS_ENDPOINT_URL_DYNAMODB", host.endpoints.dynamodb.clone()),
        own("AWS_ENDPOINT_URL_SQS", host.endpoints.sqs.clone()),
        own(
            "AWS_ENDPOINT_URL_SCHEDULER",
            host.endpoints.scheduler.clone(),
        ),
        own(CLOCK_OFFSET, offset_ms.to_string()),
    ]);
    all.extend(std::env::var_os("RUST_LOG").map(|filter| ("RUST_LOG".to_owned(), filter)));
    all
}
