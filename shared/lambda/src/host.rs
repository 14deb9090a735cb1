//! What a function finds around it, and the application built from that.

use crate::aws::{AwsTimers, Gateway};
use crate::opponent::Machine;
use crate::variables::{self, Misconfigured};
use crate::web::Https;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_smithy_http_client::{Builder, tls};
use damero_app::{App, Clock, Club, Limits, Parts};
use damero_domain::credit::Caps;
use damero_domain::time::{Millis, Timestamp};
use damero_rules::RuleSet;
use damero_store::Store;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// A function's configuration: the environment variables of the template. What a
/// function has no permission for it is not told about either.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// `TABLE_NAME`.
    pub table: String,
    /// `PUSH_ENDPOINT`: the management API of the gateway's stage.
    pub push_endpoint: String,
    /// `CLOCK_QUEUE_URL`.
    pub clock_queue_url: String,
    /// `TICKET_QUEUE_URL`.
    pub ticket_queue_url: String,
    /// `SCHEDULE_GROUP`.
    pub schedule_group: String,
    /// `SCHEDULER_ROLE_ARN`.
    pub scheduler_role: String,
    /// `INVITE_EXPIRE_ARN`.
    pub invite_expire: String,
    /// `ALLOWED_ORIGINS`, by commas; `*` for any.
    pub allowed_origins: String,
    /// What the deployment says of the club; what a function is not told of it, it does
    /// not need.
    pub club: Club,
}

impl Settings {
    /// What a function needs, from variables by name.
    ///
    /// # Errors
    /// Something that it needs is missing, or says nothing.
    pub fn of(
        function: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Settings, Misconfigured> {
        variables::check(function, &variable)?;
        let read = |name| variable(name).unwrap_or_default();
        Ok(Settings {
            table: read("TABLE_NAME"),
            push_endpoint: read("PUSH_ENDPOINT"),
            clock_queue_url: read("CLOCK_QUEUE_URL"),
            ticket_queue_url: read("TICKET_QUEUE_URL"),
            schedule_group: read("SCHEDULE_GROUP"),
            scheduler_role: read("SCHEDULER_ROLE_ARN"),
            invite_expire: read("INVITE_EXPIRE_ARN"),
            allowed_origins: read("ALLOWED_ORIGINS"),
            club: club(&variable)?,
        })
    }

    /// Whether a page of this origin may connect. What is no browser sends none.
    #[must_use]
    pub fn allows(&self, origin: Option<&str>) -> bool {
        let mut allowed = self.allowed_origins.split(',').map(str::trim);
        origin.is_none_or(|origin| allowed.any(|allowed| allowed == origin || allowed == "*"))
    }
}

/// The club, as far as these variables tell of it.
fn club(variable: &impl Fn(&str) -> Option<String>) -> Result<Club, Misconfigured> {
    let usual = Club::default();
    let text = |name| variable(name).unwrap_or_default();
    Ok(Club {
        zone: parsed(variable, "SITE_ZONE", usual.zone, |text| text.parse().ok())?,
        terms: parsed(variable, "TERMS_VERSION", usual.terms, |text| {
            text.parse().ok()
        })?,
        rated: parsed(variable, "RATED_RULE_SETS", usual.rated, rule_sets)?,
        levels: parsed(variable, "LEVEL_RULE_SETS", usual.levels, rule_sets)?,
        caps: Caps {
            level: parsed(variable, "CREDITS_A_LEVEL", usual.caps.level, |text| {
                text.parse().ok()
            })?,
            week: parsed(variable, "CREDITS_A_WEEK", usual.caps.week, |text| {
                text.parse().ok()
            })?,
        },
        issuer: text("ISSUER"),
        client_id: text("CLIENT_ID"),
        queue: Parts {
            now: parsed(variable, "QUEUE_PARTS", usual.queue.now, |text| {
                text.parse().ok()
            })?,
            ever: parsed(variable, "QUEUE_PARTS_EVER", usual.queue.ever, |text| {
                text.parse().ok()
            })?,
        },
        address_key: text("ADDRESS_KEY").into_bytes(),
    })
}

/// Ids with commas between.
fn rule_sets(text: &str) -> Option<Vec<&'static RuleSet>> {
    let ids = text.split(',').map(str::trim);
    ids.map(RuleSet::by_id).collect()
}

/// What a variable says; as usual where a function has none.
fn parsed<T>(
    variable: &impl Fn(&str) -> Option<String>,
    name: &'static str,
    usual: T,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, Misconfigured> {
    match variable(name) {
        None => Ok(usual),
        Some(value) => parse(&value).ok_or(Misconfigured::Value { name, value }),
    }
}

/// Other addresses of the services than the region's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoints {
    /// DynamoDB.
    pub dynamodb: String,
    /// SQS.
    pub sqs: String,
    /// EventBridge Scheduler.
    pub scheduler: String,
}

/// Variable with the milliseconds by which a function's clock runs ahead of its
/// host's. The local stack sets it, whose clock can be moved; nobody does in the cloud.
pub const CLOCK_OFFSET: &str = "DAMERO_CLOCK_OFFSET_MS";

/// The host's clock, moved by an offset.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock {
    offset: Millis,
}

impl SystemClock {
    /// The clock of this process, as its variables say.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> SystemClock {
        let offset = variable(CLOCK_OFFSET).and_then(|text| text.parse().ok());
        SystemClock {
            offset: Millis(offset.unwrap_or(0)),
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX)) + self.offset
    }
}

/// The application in a Lambda sandbox: credentials, region and endpoints come from the environment.
pub(crate) async fn from_environment(settings: &Settings, clock: SystemClock) -> App {
    let config = aws_config::defaults(BehaviorVersion::latest())
        .http_client(http_client())
        .load()
        .await;
    let app = build(
        &config,
        &Endpoints::default(),
        settings,
        Arc::new(clock),
        Limits::default(),
    );
    // Before anybody waits for them.
    if !settings.club.issuer.is_empty() {
        app.keys.warm(&settings.club.issuer, clock.now()).await;
    }
    app
}

/// The application against services on other addresses, without real credentials.
#[must_use]
pub fn app(
    endpoints: &Endpoints,
    settings: &Settings,
    clock: Arc<dyn Clock>,
    limits: Limits,
) -> App {
    let credentials =
        aws_sdk_dynamodb::config::Credentials::new("local", "local", None, None, "local");
    let config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(aws_sdk_dynamodb::config::SharedCredentialsProvider::new(
            credentials,
        ))
        .http_client(Builder::new().build_http())
        .build();
    build(&config, endpoints, settings, clock, limits)
}

fn http_client() -> aws_sdk_dynamodb::config::SharedHttpClient {
    Builder::new()
        .tls_provider(tls::Provider::Rustls(
            tls::rustls_provider::CryptoMode::Ring,
        ))
        .build_https()
}

fn build(
    config: &SdkConfig,
    endpoints: &Endpoints,
    settings: &Settings,
    clock: Arc<dyn Clock>,
    limits: Limits,
) -> App {
    let to = |endpoint: &str| match endpoint {
        "" => config.clone(),
        url => config.clone().into_builder().endpoint_url(url).build(),
    };
    let store = Store::new(
        aws_sdk_dynamodb::Client::new(&to(&endpoints.dynamodb)),
        &settings.table,
    );
    let push = Gateway(aws_sdk_apigatewaymanagement::Client::new(&to(
        &settings.push_endpoint
    )));
    let timers = AwsTimers {
        queues: aws_sdk_sqs::Client::new(&to(&endpoints.sqs)),
        scheduler: aws_sdk_scheduler::Client::new(&to(&endpoints.scheduler)),
        clock_queue_url: settings.clock_queue_url.clone(),
        ticket_queue_url: settings.ticket_queue_url.clone(),
        group: settings.schedule_group.clone(),
        scheduler_role: settings.scheduler_role.clone(),
        invite_expire: settings.invite_expire.clone(),
    };
    App::new(store, Arc::new(push), Arc::new(timers), clock, limits)
        .in_club(settings.club.clone(), Arc::new(Https::default()))
        .against(Arc::new(Machine::default()))
}
