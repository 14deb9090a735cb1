//! Functions of the template.

use std::collections::BTreeMap;

use serde_json::Value;

use super::resolve::Resolver;
use super::{Resource, arn, of_kind, whole};
use crate::FunctionSpec;

/// A function and its names in the cloud.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) spec: FunctionSpec,
    pub(crate) physical: String,
    pub(crate) arn: String,
}

/// Lambda's own default, in seconds.
const DEFAULT_TIMEOUT: u64 = 3;
/// Lambda's own default, in megabytes.
const DEFAULT_MEMORY: u64 = 128;

pub(super) fn read(
    resources: &[Resource<'_>],
    globals: &Value,
    resolver: &Resolver<'_>,
) -> Result<BTreeMap<String, Function>, String> {
    let mut functions = BTreeMap::new();
    for resource in of_kind(resources, "AWS::Serverless::Function") {
        let function = function(resource, globals, resolver)?;
        let name = function.spec.name.clone();
        if functions.insert(name.clone(), function).is_some() {
            return Err(format!("two functions have the code of {name}"));
        }
    }
    Ok(functions)
}

fn function(
    resource: &Resource<'_>,
    globals: &Value,
    resolver: &Resolver<'_>,
) -> Result<Function, String> {
    let code = resource.text("/CodeUri")?;
    let name = code.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    if name.is_empty() {
        return Err(format!("{}: CodeUri names no function", resource.logical));
    }
    let physical = resource
        .optional("/FunctionName")
        .unwrap_or_else(|| resource.logical.to_owned());
    let setting = |key: &str, default: u64| {
        let global = || globals.get(key).and_then(whole);
        resource
            .number(&format!("/{key}"))
            .or_else(global)
            .unwrap_or(default)
    };
    Ok(Function {
        arn: arn("lambda", &format!("function:{physical}")),
        spec: FunctionSpec {
            name: name.to_owned(),
            logical_id: resource.logical.to_owned(),
            timeout: setting("Timeout", DEFAULT_TIMEOUT),
            memory: setting("MemorySize", DEFAULT_MEMORY),
            reserved: resource.number("/ReservedConcurrentExecutions"),
            env: environment(resource, globals, resolver)?,
        },
        physical,
    })
}

fn environment(
    resource: &Resource<'_>,
    globals: &Value,
    resolver: &Resolver<'_>,
) -> Result<BTreeMap<String, String>, String> {
    let global = globals
        .pointer("/Environment/Variables")
        .and_then(Value::as_object);
    let own = resource.entries("/Environment/Variables");
    let mut env = BTreeMap::new();
    for (name, value) in global.into_iter().flatten().chain(own) {
        env.insert(name.clone(), resolver.names().localized(value)?);
    }
    Ok(env)
}
