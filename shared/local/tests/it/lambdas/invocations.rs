//! One invocation: what a function is told, how it may answer, how it may fail.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::house::{House, Meeting, failed, failure, running};
use crate::bench::{changed_template, soon};

#[tokio::test]
async fn a_function_gets_its_event_and_what_lambda_tells_of_it() {
    let house = House::new().await;
    let before = chrono_now();
    let told = house.invoke(json!({"by": "me"})).await.json();
    assert_eq!(told["event"], json!({"by": "me"}));
    let arn = "arn:aws:lambda:us-east-1:000000000000:function:AuditActive";
    assert_eq!(told["arn"], arn);
    let deadline: i64 = told["deadline"].as_str().unwrap().parse().unwrap();
    assert!((before + 10_000..=chrono_now() + 10_000).contains(&deadline));
    assert!(told["trace"].as_str().unwrap().starts_with("Root=1-"));
}

fn chrono_now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(since.unwrap().as_millis()).unwrap()
}

#[tokio::test]
async fn it_has_lambda_s_environment_and_the_template_s_and_inherits_nothing() {
    let house = House::new().await;
    let told = house.invoke(json!({})).await.json();
    let env = told["env"].as_object().unwrap();
    // The shell of the scripts adds `PWD`.
    let own = ["PWD", "RUST_LOG", "_", "SHLVL", "OLDPWD"];
    let names: BTreeSet<_> = env.keys().map(String::as_str).collect();
    let names: Vec<_> = names.iter().filter(|name| !own.contains(name)).collect();
    let expected = [
        "AWS_ACCESS_KEY_ID",
        "AWS_DEFAULT_REGION",
        "AWS_ENDPOINT_URL_DYNAMODB",
        "AWS_ENDPOINT_URL_SCHEDULER",
        "AWS_ENDPOINT_URL_SQS",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
        "AWS_LAMBDA_FUNCTION_NAME",
        "AWS_LAMBDA_FUNCTION_VERSION",
        "AWS_LAMBDA_INITIALIZATION_TYPE",
        "AWS_LAMBDA_LOG_GROUP_NAME",
        "AWS_LAMBDA_LOG_STREAM_NAME",
        "AWS_LAMBDA_RUNTIME_API",
        "AWS_REGION",
        "AWS_SECRET_ACCESS_KEY",
        "CLOCK_QUEUE_URL",
        "DAMERO_CLOCK_OFFSET_MS",
        "LANG",
        "PATH",
        "PUSH_ENDPOINT",
        "SITE_ZONE",
        "TABLE_NAME",
        "TZ",
        "_HANDLER",
    ];
    assert_eq!(names, expected.iter().collect::<Vec<_>>());
    let http = house.stack.http_addr();
    for (name, value) in [
        ("TABLE_NAME", "damero".to_owned()),
        ("PUSH_ENDPOINT", format!("http://{http}/live")),
        ("AWS_ENDPOINT_URL_SQS", format!("http://{http}/_aws/sqs")),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256".to_owned()),
    ] {
        assert_eq!(env[name], Value::from(value), "{name}");
    }
}

#[tokio::test]
async fn a_failure_is_told_in_the_function_s_words_and_an_end_in_lambda_s() {
    let house = House::new().await;
    for (event, expected) in [
        (
            json!({"do": "fail", "why": "no luck"}),
            failed("Fault", "no luck"),
        ),
        (
            json!({"do": "exit", "code": 7}),
            failed(
                "Runtime.ExitError",
                "Error: Runtime exited with error: exit status 7",
            ),
        ),
        (
            json!({"do": "exit", "code": 0}),
            failed(
                "Runtime.ExitError",
                "Error: Runtime exited without providing a reason",
            ),
        ),
    ] {
        assert_eq!(
            failure(&house.invoke(event.clone()).await),
            expected,
            "{event}"
        );
        // The next one finds a sandbox, this or another.
        assert_eq!(house.invoke(json!({})).await.status, 200, "{event}");
    }
}

#[tokio::test]
async fn an_invocation_past_its_timeout_takes_its_sandbox_with_it() {
    let template = changed_template("Timeout: 10", "Timeout: 1");
    let mut config = running();
    config.template = template.path().to_owned();
    let house = House::with(config, |_| {}).await;
    let meeting = Meeting::new().await;
    let hung = house.begin(meeting.event());
    let mut process = meeting.arrival().await;
    let hung = soon(hung).await.unwrap();
    let expected = failed(
        "Sandbox.Timedout",
        "Error: Task timed out after 1.00 seconds",
    );
    assert_eq!(failure(&hung), expected);
    // Only its end closes this.
    assert!(!matches!(soon(process.read(&mut [0])).await, Ok(1..)));
    house.calm(0).await;
    assert_eq!(house.invoke(json!({})).await.status, 200);
}

#[tokio::test]
async fn a_caller_that_goes_away_does_not_end_the_function() {
    let house = House::new().await;
    let meeting = Meeting::new().await;
    let body = meeting.event().to_string();
    let mut caller = TcpStream::connect(house.stack.http_addr()).await.unwrap();
    let head = format!(
        "POST /2015-03-31/functions/audit-active/invocations HTTP/1.1\r\nHost: x\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    caller.write_all((head + &body).as_bytes()).await.unwrap();
    let process = meeting.arrival().await;
    drop(caller);
    drop(process);
    house.calm(1).await;
    assert_eq!(house.sandboxes().list()[0].invocations, 1);
}

#[tokio::test]
async fn a_runtime_may_not_answer_what_it_was_not_asked() {
    let house = House::new().await;
    let into = house.dir.path().join("seen");
    let event = json!({"do": "misuse", "into": into.to_str().unwrap()});
    house.invoke(event).await;
    // In order: an unknown id twice, a late init error, a second question for work,
    // the answer, the answer again.
    house.calm(0).await;
    let seen = std::fs::read_to_string(into).unwrap();
    assert_eq!(seen, "[400, 400, 403, 403, 202, 400]");
}

#[tokio::test]
async fn beyond_the_most_a_caller_is_refused_and_a_queue_waits() {
    let house = House::with(running(), |binaries| binaries.most = 1).await;
    let meeting = Meeting::new().await;
    let first = house.begin(meeting.event());
    let process = meeting.arrival().await;
    let refused = house.invoke(json!({})).await;
    assert_eq!(refused.status, 429);
    let kind = refused.header("x-amzn-errortype");
    assert_eq!(kind, Some("TooManyRequestsException"));
    let delivery = house.begin(json!({"Records": [{"eventSource": "aws:sqs"}]}));
    drop(process);
    let first = soon(first).await.unwrap().json();
    let second = soon(delivery).await.unwrap().json();
    assert_eq!(first["pid"], second["pid"]);
}

#[tokio::test]
async fn what_the_template_reserves_is_the_most() {
    let template = changed_template(
        "ReservedConcurrentExecutions: 3",
        "ReservedConcurrentExecutions: 1",
    );
    let mut config = running();
    config.template = template.path().to_owned();
    let house = House::with(config, |_| {}).await;
    let meeting = Meeting::new().await;
    let _first = house.begin(meeting.event());
    let _process = meeting.arrival().await;
    assert_eq!(house.invoke(json!({})).await.status, 429);
    assert_eq!(house.invoke_on("sync", json!({})).await.status, 200);
}
