//! The WebSocket API: which message goes to which function.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Function, Resource, of_kind};

/// What a route leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// The function with this name.
    Function(String),
    /// Nothing: the gateway takes the message and is content.
    Mock,
}

/// One route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) target: Target,
    /// Whether the function's answer is sent to the caller.
    pub(crate) answers: bool,
}

/// Who decides about `$connect`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Authorizer {
    pub(crate) function: String,
    /// Header that must be present.
    pub(crate) headers: Vec<String>,
    /// Query parameters that must be present.
    pub(crate) queries: Vec<String>,
}

/// The WebSocket API.
#[derive(Debug, Clone)]
pub(crate) struct Api {
    pub(crate) stage: String,
    pub(crate) routes: BTreeMap<String, Route>,
    pub(crate) authorizer: Option<Authorizer>,
    /// Path in the message whose value is the route's key.
    pub(crate) selector: Vec<String>,
}

const SPECIAL: [&str; 3] = ["$connect", "$disconnect", "$default"];

pub(super) fn read(
    resources: &[Resource<'_>],
    functions: &BTreeMap<String, Function>,
) -> Result<Api, String> {
    let mut apis = of_kind(resources, "AWS::Serverless::WebSocketApi");
    let (Some(api), None) = (apis.next(), apis.next()) else {
        return Err("one AWS::Serverless::WebSocketApi is needed".to_owned());
    };
    let mut routes = BTreeMap::new();
    for (key, route) in api.entries("/Routes") {
        check_key(key)?;
        let arn = route
            .get("FunctionArn")
            .and_then(Value::as_str)
            .unwrap_or("");
        let target = Target::Function(name_of(arn, functions, key)?);
        let answers = route.get("RouteResponseSelectionExpression").is_some();
        routes.insert(key.clone(), Route { target, answers });
    }
    for route in of_kind(resources, "AWS::ApiGatewayV2::Route") {
        let (key, route) = raw_route(route, resources, functions)?;
        if routes.insert(key.clone(), route).is_some() {
            return Err(format!("route {key} is declared twice"));
        }
    }
    Ok(Api {
        stage: api
            .optional("/StageName")
            .unwrap_or_else(|| "default".to_owned()),
        authorizer: authorizer(api, functions)?,
        selector: selector(&api.text("/RouteSelectionExpression")?)?,
        routes,
    })
}

/// SAM refuses such a key at deployment, and neither of its linters says so.
fn check_key(key: &str) -> Result<(), String> {
    if SPECIAL.contains(&key) || (!key.is_empty() && key.chars().all(char::is_alphanumeric)) {
        return Ok(());
    }
    Err(format!("route {key}: SAM takes letters and digits only"))
}

fn name_of(
    arn: &str,
    functions: &BTreeMap<String, Function>,
    what: &str,
) -> Result<String, String> {
    functions
        .values()
        .find(|function| function.arn == arn)
        .map(|function| function.spec.name.clone())
        .ok_or_else(|| format!("{what}: {arn:?} is no function of the template"))
}

fn raw_route(
    route: &Resource<'_>,
    resources: &[Resource<'_>],
    functions: &BTreeMap<String, Function>,
) -> Result<(String, Route), String> {
    let target = route.text("/Target")?;
    let id = target.strip_prefix("integrations/").unwrap_or(&target);
    let integration = of_kind(resources, "AWS::ApiGatewayV2::Integration")
        .find(|integration| integration.logical == id)
        .ok_or_else(|| format!("{}: there is no integration {id}", route.logical))?;
    let target = match integration.text("/IntegrationType")?.as_str() {
        "MOCK" => Target::Mock,
        "AWS_PROXY" => {
            let uri = integration.text("/IntegrationUri")?;
            let arn = uri
                .split_once("/functions/")
                .and_then(|(_, rest)| rest.strip_suffix("/invocations"))
                .unwrap_or(&uri);
            Target::Function(name_of(arn, functions, route.logical)?)
        }
        other => return Err(format!("{}: {other} is not played", integration.logical)),
    };
    let answers = route
        .optional("/RouteResponseSelectionExpression")
        .is_some();
    Ok((route.text("/RouteKey")?, Route { target, answers }))
}

fn authorizer(
    api: &Resource<'_>,
    functions: &BTreeMap<String, Function>,
) -> Result<Option<Authorizer>, String> {
    match api.optional("/Auth/AuthType").as_deref() {
        None | Some("NONE") => return Ok(None),
        Some("CUSTOM") => {}
        Some(other) => return Err(format!("authorization {other} is not played")),
    }
    let sources: Vec<String> = api
        .list("/Auth/IdentitySource")
        .iter()
        .filter_map(|source| source.as_str().map(str::to_owned))
        .collect();
    let under = |prefix: &str| {
        let strip = |source: &String| source.strip_prefix(prefix).map(str::to_owned);
        sources.iter().filter_map(strip).collect::<Vec<_>>()
    };
    let headers = under("route.request.header.");
    let queries = under("route.request.querystring.");
    if headers.len() + queries.len() != sources.len() {
        return Err(format!("identity sources {sources:?} are not all played"));
    }
    Ok(Some(Authorizer {
        function: name_of(&api.text("/Auth/AuthArn")?, functions, "authorizer")?,
        headers,
        queries,
    }))
}

fn selector(expression: &str) -> Result<Vec<String>, String> {
    expression
        .trim_start_matches("${")
        .trim_end_matches('}')
        .trim_start_matches('$')
        .strip_prefix("request.body.")
        .map(|path| path.split('.').map(str::to_owned).collect())
        .ok_or_else(|| format!("route selection by {expression} is not played"))
}
