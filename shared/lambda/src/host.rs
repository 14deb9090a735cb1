//! What a function finds around it, and the application built from that.

use crate::aws::{AwsTimers, Gateway};
use crate::web::Https;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_smithy_http_client::{Builder, tls};
use damero_app::{App, Clock, Club, Limits};
use damero_domain::time::{Millis, Timestamp};
use damero_rules::RuleSet;
use damero_store::Store;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// A function's configuration: the environment variables of the template. What a
/// function has no permission for it is not told about either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `TABLE_NAME`.
    pub table: String,
    /// `PUSH_ENDPOINT`: the management API of the gateway's stage.
    pub push_endpoint: String,
    /// `CLOCK_QUEUE_URL`.
    pub clock_queue_url: String,
    /// `SCHEDULE_GROUP`.
    pub schedule_group: String,
    /// `SCHEDULER_ROLE_ARN`.
    pub scheduler_role: String,
    /// `INVITE_EXPIRE_ARN`.
    pub invite_expire: String,
    /// `ALLOWED_ORIGINS`, by commas; `*` for any.
    pub allowed_origins: String,
    /// `SITE_ZONE`: the time zone of the club's days.
    pub site_zone: String,
    /// `TERMS_VERSION`: the terms that stand now.
    pub terms_version: String,
    /// `RATED_RULE_SETS`, by commas.
    pub rated_rule_sets: String,
    /// `ISSUER`: the OpenID Connect provider.
    pub issuer: String,
    /// `CLIENT_ID`: the club's name there.
    pub client_id: String,
}

impl Settings {
    /// From variables by name.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Settings {
        let read = |name| variable(name).unwrap_or_default();
        Settings {
            table: read("TABLE_NAME"),
            push_endpoint: read("PUSH_ENDPOINT"),
            clock_queue_url: read("CLOCK_QUEUE_URL"),
            schedule_group: read("SCHEDULE_GROUP"),
            scheduler_role: read("SCHEDULER_ROLE_ARN"),
            invite_expire: read("INVITE_EXPIRE_ARN"),
            allowed_origins: read("ALLOWED_ORIGINS"),
            site_zone: read("SITE_ZONE"),
            terms_version: read("TERMS_VERSION"),
            rated_rule_sets: read("RATED_RULE_SETS"),
            issuer: read("ISSUER"),
            client_id: read("CLIENT_ID"),
        }
    }

    /// The club as these settings have it. What a function is not told it does not need.
    #[must_use]
    pub fn club(&self) -> Club {
        let usual = Club::default();
        let rated = self.rated_rule_sets.split(',').map(str::trim);
        let rated: Vec<_> = rated.filter_map(RuleSet::by_id).collect();
        Club {
            zone: self.site_zone.parse().unwrap_or(usual.zone),
            terms: self.terms_version.parse().unwrap_or(usual.terms),
            rated: if rated.is_empty() { usual.rated } else { rated },
            issuer: self.issuer.clone(),
            client_id: self.client_id.clone(),
        }
    }

    /// Whether a page of this origin may connect. What is no browser sends none.
    #[must_use]
    pub fn allows(&self, origin: Option<&str>) -> bool {
        let mut allowed = self.allowed_origins.split(',').map(str::trim);
        origin.is_none_or(|origin| allowed.any(|allowed| allowed == origin || allowed == "*"))
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
    if !settings.issuer.is_empty() {
        app.keys.warm(&settings.issuer, clock.now()).await;
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
        group: settings.schedule_group.clone(),
        scheduler_role: settings.scheduler_role.clone(),
        invite_expire: settings.invite_expire.clone(),
    };
    App::new(store, Arc::new(push), Arc::new(timers), clock, limits)
        .in_club(settings.club(), Arc::new(Https::default()))
}
