//! The deployment template: what it declares, with values of this machine.

mod functions;
mod names;
mod resolve;
mod routes;
mod timers;
mod yaml;

use std::collections::BTreeMap;

use serde_json::Value;

pub(crate) use functions::Function;
pub(crate) use names::{API_ID, Names, REGION, arn};
pub(crate) use routes::{Api, Target};
pub(crate) use timers::{Queue, Schedule, Source};

use crate::oidc;
use resolve::Resolver;

/// A table of the template.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// Its name on this machine.
    pub(crate) name: String,
    /// Properties as CloudFormation and `CreateTable` both spell them.
    pub(crate) properties: Value,
    /// Attribute that ends an item's life.
    pub(crate) ttl: Option<String>,
}

/// Everything the template declares that this stack plays.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    pub(crate) api: Api,
    pub(crate) functions: BTreeMap<String, Function>,
    pub(crate) tables: Vec<Table>,
    pub(crate) queues: Vec<Queue>,
    pub(crate) sources: Vec<Source>,
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) groups: Vec<String>,
    /// Zone of the site's days, for the client.
    pub(crate) zone: Option<String>,
    /// Origins whose pages may connect, with commas between.
    pub(crate) origins: Option<String>,
    /// The identity provider and the club's name there.
    pub(crate) issuer: Option<String>,
    pub(crate) client_id: Option<String>,
    /// The terms that stand now.
    pub(crate) terms: Option<u32>,
    /// Rule sets that are open to rated play.
    pub(crate) rated: Vec<String>,
}

/// One resource with its properties resolved.
pub(crate) struct Resource<'a> {
    pub(crate) logical: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) properties: Value,
}

impl Resource<'_> {
    /// A property that must be a text.
    fn text(&self, pointer: &str) -> Result<String, String> {
        self.optional(pointer)
            .ok_or_else(|| format!("{} has no {pointer}", self.logical))
    }

    fn optional(&self, pointer: &str) -> Option<String> {
        self.properties
            .pointer(pointer)?
            .as_str()
            .map(str::to_owned)
    }

    fn number(&self, pointer: &str) -> Option<u64> {
        whole(self.properties.pointer(pointer)?)
    }

    fn list(&self, pointer: &str) -> &[Value] {
        let list = self.properties.pointer(pointer).and_then(Value::as_array);
        list.map_or(&[], Vec::as_slice)
    }

    fn entries(&self, pointer: &str) -> impl Iterator<Item = (&String, &Value)> {
        let map = self.properties.pointer(pointer).and_then(Value::as_object);
        map.into_iter().flatten()
    }
}

/// A number that may be written as a text.
fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Types whose properties matter here. Everything else (roles, alarms) is left
/// unread, so that it may use what this machine cannot resolve.
const PLAYED: [&str; 8] = [
    "AWS::ApiGatewayV2::Integration",
    "AWS::ApiGatewayV2::Route",
    "AWS::DynamoDB::Table",
    "AWS::SQS::Queue",
    "AWS::Scheduler::Schedule",
    "AWS::Scheduler::ScheduleGroup",
    "AWS::Serverless::Function",
    "AWS::Serverless::WebSocketApi",
];

/// Properties of functions that grant and describe: read by nobody here.
const UNREAD: [&str; 3] = ["Policies", "Tags", "Metadata"];

impl Template {
    /// Reads a template for services under `base`
    /// (`http://127.0.0.1:port`).
    pub(crate) fn read(
        text: &str,
        parameters: &BTreeMap<String, String>,
        base: &str,
    ) -> Result<Self, String> {
        let raw = yaml::parse(text)?;
        let names = Names {
            base: base.to_owned(),
        };
        let parameters = with_own_issuer(&raw, parameters, base);
        let resolver = Resolver::new(&raw, &parameters, names)?;
        let resources = resources(&raw, &resolver)?;
        let globals = match raw.pointer("/Globals/Function") {
            Some(globals) => resolver.resolve(globals)?.unwrap_or_default(),
            None => Value::Null,
        };
        let functions = functions::read(&resources, &globals, &resolver)?;
        Ok(Self {
            api: routes::read(&resources, &functions)?,
            tables: tables(&resources)?,
            queues: timers::queues(&resources, resolver.names())?,
            sources: timers::sources(&resources, &functions)?,
            schedules: timers::schedules(&resources, &functions)?,
            groups: timers::groups(&resources),
            zone: resolver.parameter("SiteZone").map(str::to_owned),
            origins: resolver.parameter("AllowedOrigins").map(str::to_owned),
            issuer: resolver.parameter("Issuer").map(str::to_owned),
            client_id: resolver.parameter("ClientId").map(str::to_owned),
            terms: resolver
                .parameter("TermsVersion")
                .and_then(|version| version.parse().ok()),
            rated: resolver
                .parameter("RatedRuleSets")
                .map(|ids| ids.split(',').map(|id| id.trim().to_owned()).collect())
                .unwrap_or_default(),
            functions,
        })
    }

    /// The function with this ARN.
    pub(crate) fn function_by_arn(&self, arn: &str) -> Option<&Function> {
        self.functions.values().find(|function| function.arn == arn)
    }

    /// The function that `name` means: its code's name, its name in the cloud,
    /// in the template, or its ARN.
    pub(crate) fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name).or_else(|| {
            self.functions.values().find(|function| {
                function.arn == name
                    || function.physical == name
                    || function.spec.logical_id == name
            })
        })
    }
}

/// Who is told of no identity provider has this machine's own.
fn with_own_issuer(
    raw: &Value,
    given: &BTreeMap<String, String>,
    base: &str,
) -> BTreeMap<String, String> {
    let mut parameters = given.clone();
    if raw.pointer("/Parameters/Issuer").is_some() && !given.contains_key("Issuer") {
        parameters.insert("Issuer".to_owned(), format!("{base}{}", oidc::PATH));
        parameters.insert("ClientId".to_owned(), oidc::CLIENT_ID.to_owned());
    }
    parameters
}

fn resources<'a>(raw: &'a Value, resolver: &Resolver<'_>) -> Result<Vec<Resource<'a>>, String> {
    let declared = raw.get("Resources").and_then(Value::as_object);
    let mut resources = Vec::new();
    for (logical, declaration) in declared.into_iter().flatten() {
        let kind = declaration
            .get("Type")
            .and_then(Value::as_str)
            .unwrap_or("");
        let wanted = match declaration.get("Condition").and_then(Value::as_str) {
            Some(condition) => resolver.condition(condition)?,
            None => true,
        };
        if wanted && PLAYED.contains(&kind) {
            let properties = read_properties(declaration);
            let properties = resolver
                .resolve(&properties)
                .map_err(|error| format!("{logical}: {error}"))?
                .unwrap_or_default();
            resources.push(Resource {
                logical,
                kind,
                properties,
            });
        }
    }
    Ok(resources)
}

fn read_properties(declaration: &Value) -> Value {
    let mut properties = declaration.get("Properties").cloned().unwrap_or_default();
    if let Some(map) = properties.as_object_mut() {
        map.retain(|name, _| !UNREAD.contains(&name.as_str()));
    }
    properties
}

fn of_kind<'r, 'a>(
    resources: &'r [Resource<'a>],
    kind: &'r str,
) -> impl Iterator<Item = &'r Resource<'a>> {
    resources
        .iter()
        .filter(move |resource| resource.kind == kind)
}

fn tables(resources: &[Resource<'_>]) -> Result<Vec<Table>, String> {
    of_kind(resources, "AWS::DynamoDB::Table")
        .map(|table| {
            let name = table
                .optional("/TableName")
                .unwrap_or_else(|| table.logical.to_owned());
            let pick = |key: &str| Some((key.to_owned(), table.properties.get(key)?.clone()));
            let keys = [
                "AttributeDefinitions",
                "BillingMode",
                "GlobalSecondaryIndexes",
                "KeySchema",
                "LocalSecondaryIndexes",
            ];
            let mut properties: serde_json::Map<_, _> = keys.into_iter().filter_map(pick).collect();
            properties.insert("TableName".to_owned(), name.clone().into());
            Ok(Table {
                name,
                properties: properties.into(),
                ttl: table.optional("/TimeToLiveSpecification/AttributeName"),
            })
        })
        .collect()
}
