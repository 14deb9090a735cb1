//! Parameters and intrinsic functions, with values of this machine.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::names::{self, Names};

/// What a template's expressions are resolved against.
pub(super) struct Resolver<'a> {
    template: &'a Value,
    parameters: BTreeMap<String, Value>,
    names: Names,
}

type Resolved = Result<Option<Value>, String>;

impl<'a> Resolver<'a> {
    /// Takes `given` over the template's defaults; a parameter with neither is
    /// an error, as it is in a deployment.
    pub(super) fn new(
        template: &'a Value,
        given: &BTreeMap<String, String>,
        names: Names,
    ) -> Result<Self, String> {
        let declared = template.get("Parameters").and_then(Value::as_object);
        let mut parameters = BTreeMap::new();
        for (name, declaration) in declared.into_iter().flatten() {
            let value = parameter(name, declaration, given.get(name))?;
            parameters.insert(name.clone(), value);
        }
        if let Some(name) = given.keys().find(|name| !parameters.contains_key(*name)) {
            return Err(format!("there is no parameter {name}"));
        }
        Ok(Self {
            template,
            parameters,
            names,
        })
    }

    /// Where the local services are.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// A parameter's value, for those the stack itself reads.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.get(name).and_then(Value::as_str)
    }

    /// Resolves a value with everything in it. `AWS::NoValue` drops it.
    pub(super) fn resolve(&self, value: &Value) -> Resolved {
        match value {
            Value::Object(map) => match single(map) {
                Some((key, argument)) if is_intrinsic(key) => self.intrinsic(key, argument),
                _ => self.object(map).map(Some),
            },
            Value::Array(items) => {
                let mut list = Vec::new();
                for item in items {
                    list.extend(self.resolve(item)?);
                }
                Ok(Some(Value::Array(list)))
            }
            other => Ok(Some(other.clone())),
        }
    }

    fn object(&self, map: &Map<String, Value>) -> Result<Value, String> {
        let mut resolved = Map::new();
        for (key, value) in map {
            if let Some(value) = self.resolve(value)? {
                resolved.insert(key.clone(), value);
            }
        }
        Ok(Value::Object(resolved))
    }

    /// Whether a resource's or an output's condition holds.
    pub(super) fn condition(&self, name: &str) -> Result<bool, String> {
        let definition = self
            .template
            .pointer(&format!("/Conditions/{name}"))
            .ok_or_else(|| format!("there is no condition {name}"))?;
        self.truth(definition)
    }

    fn truth(&self, value: &Value) -> Result<bool, String> {
        match self.resolve(value)? {
            Some(Value::Bool(truth)) => Ok(truth),
            other => Err(format!("{other:?} is not a condition")),
        }
    }

    fn intrinsic(&self, key: &str, argument: &Value) -> Resolved {
        match key {
            "Ref" => self.reference(text(argument)?),
            "Condition" => self
                .condition(text(argument)?)
                .map(|truth| Some(truth.into())),
            "Fn::GetAtt" => self.attribute(argument),
            "Fn::Sub" => self.substitute(argument).map(Some),
            "Fn::Join" => self.join(argument).map(Some),
            "Fn::Select" => self.select(argument),
            "Fn::Split" => self.split(argument).map(Some),
            "Fn::FindInMap" => self.find_in_map(argument),
            "Fn::If" => self.choose(argument),
            "Fn::Equals" => {
                let [left, right] = pair(argument)?;
                Ok(Some((self.resolve(left)? == self.resolve(right)?).into()))
            }
            "Fn::Not" => match argument.as_array().map(Vec::as_slice) {
                Some([only]) => Ok(Some((!self.truth(only)?).into())),
                _ => Err("Fn::Not takes one condition".to_owned()),
            },
            "Fn::And" | "Fn::Or" => {
                let mut truths = list(argument)?.iter().map(|item| self.truth(item));
                let all = key == "Fn::And";
                let stop = truths.try_fold(all, |so_far, truth| {
                    truth.map(|truth| {
                        if all {
                            so_far && truth
                        } else {
                            so_far || truth
                        }
                    })
                })?;
                Ok(Some(stop.into()))
            }
            other => Err(format!("{other} cannot be resolved on this machine")),
        }
    }

    fn reference(&self, name: &str) -> Resolved {
        if name == "AWS::NoValue" {
            return Ok(None);
        }
        if let Some(value) = self.parameters.get(name) {
            return Ok(Some(value.clone()));
        }
        if let Some(value) = names::pseudo(name) {
            return Ok(Some(value.into()));
        }
        let (kind, physical) = self.physical(name)?;
        Ok(Some(self.names.reference(&kind, &physical).into()))
    }

    fn attribute(&self, argument: &Value) -> Resolved {
        let path;
        let [resource, attribute] = match argument.as_str() {
            Some(dotted) => {
                path = dotted
                    .split_once('.')
                    .ok_or("Fn::GetAtt needs an attribute")?;
                [path.0, path.1]
            }
            None => {
                let [resource, attribute] = pair(argument)?;
                [text(resource)?, text(attribute)?]
            }
        };
        let (kind, physical) = self.physical(resource)?;
        Ok(Some(
            self.names.attribute(&kind, &physical, attribute).into(),
        ))
    }

    /// A resource's type and its name on this machine.
    fn physical(&self, logical: &str) -> Result<(String, String), String> {
        let resource = self
            .template
            .pointer(&format!("/Resources/{logical}"))
            .ok_or_else(|| format!("there is no parameter or resource {logical}"))?;
        let kind = resource.get("Type").map(text).transpose()?.unwrap_or("");
        let named = names::name_property(kind)
            .and_then(|property| resource.pointer(&format!("/Properties/{property}")))
            .map(|name| self.string(name))
            .transpose()?;
        Ok((kind.to_owned(), named.unwrap_or_else(|| logical.to_owned())))
    }

    fn string(&self, value: &Value) -> Result<String, String> {
        match self.resolve(value)? {
            Some(value) => scalar(&value),
            None => Err("a text is missing".to_owned()),
        }
    }

    fn substitute(&self, argument: &Value) -> Result<Value, String> {
        let empty = Map::new();
        let (pattern, own) = match argument {
            Value::String(pattern) => (pattern.as_str(), &empty),
            Value::Array(parts) => match parts.as_slice() {
                [Value::String(pattern), Value::Object(own)] => (pattern.as_str(), own),
                _ => return Err("Fn::Sub takes a text and a map".to_owned()),
            },
            _ => return Err("Fn::Sub takes a text".to_owned()),
        };
        let mut result = String::new();
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once("${") {
            let (name, after) = after
                .split_once('}')
                .ok_or_else(|| format!("a brace is not closed in {pattern}"))?;
            result.push_str(before);
            result.push_str(&self.substitution(name, own)?);
            rest = after;
        }
        result.push_str(rest);
        Ok(result.into())
    }

    fn substitution(&self, name: &str, own: &Map<String, Value>) -> Result<String, String> {
        if let Some(literal) = name.strip_prefix('!') {
            return Ok(format!("${{{literal}}}"));
        }
        if let Some(value) = own.get(name) {
            return self.string(value);
        }
        let value = if name.contains('.') {
            self.attribute(&Value::from(name))?
        } else {
            self.reference(name)?
        };
        scalar(&value.unwrap_or_default())
    }

    fn join(&self, argument: &Value) -> Result<Value, String> {
        let [separator, items] = pair(argument)?;
        let items = self.resolve(items)?.unwrap_or_default();
        let parts: Result<Vec<String>, String> = list(&items)?.iter().map(scalar).collect();
        Ok(parts?.join(text(separator)?).into())
    }

    fn select(&self, argument: &Value) -> Resolved {
        let [index, items] = pair(argument)?;
        let index: usize = self
            .string(index)?
            .parse()
            .map_err(|_| "Fn::Select index")?;
        let items = self.resolve(items)?.unwrap_or_default();
        match list(&items)?.get(index) {
            Some(item) => Ok(Some(item.clone())),
            None => Err(format!("Fn::Select has no item {index}")),
        }
    }

    fn split(&self, argument: &Value) -> Result<Value, String> {
        let [separator, whole] = pair(argument)?;
        let whole = self.string(whole)?;
        Ok(whole.split(text(separator)?).collect())
    }

    fn find_in_map(&self, argument: &Value) -> Resolved {
        let path: Result<Vec<String>, String> = list(argument)?
            .iter()
            .map(|part| self.string(part))
            .collect();
        let path = path?.join("/");
        match self.template.pointer(&format!("/Mappings/{path}")) {
            Some(value) => Ok(Some(value.clone())),
            None => Err(format!("there is no mapping {path}")),
        }
    }

    fn choose(&self, argument: &Value) -> Resolved {
        match list(argument)?.as_slice() {
            [condition, then, otherwise] => {
                let truth = self.condition(text(condition)?)?;
                self.resolve(if truth { then } else { otherwise })
            }
            _ => Err("Fn::If takes a condition and two values".to_owned()),
        }
    }
}

fn parameter(name: &str, declaration: &Value, given: Option<&String>) -> Result<Value, String> {
    let value = match (given, declaration.get("Default")) {
        (Some(given), _) => given.clone(),
        (None, Some(default)) => scalar(default)?,
        (None, None) => return Err(format!("parameter {name} needs a value")),
    };
    if let Some(allowed) = declaration.get("AllowedValues").and_then(Value::as_array)
        && !allowed
            .iter()
            .any(|one| scalar(one).is_ok_and(|one| one == value))
    {
        return Err(format!("parameter {name} may not be {value:?}"));
    }
    let kind = declaration
        .get("Type")
        .and_then(Value::as_str)
        .unwrap_or("String");
    Ok(
        if kind == "CommaDelimitedList" || kind.starts_with("List<") {
            value.split(',').map(str::trim).collect()
        } else {
            value.into()
        },
    )
}

fn is_intrinsic(key: &str) -> bool {
    key == "Ref" || key == "Condition" || key.starts_with("Fn::")
}

fn single(map: &Map<String, Value>) -> Option<(&str, &Value)> {
    match map.len() {
        1 => map.iter().next().map(|(key, value)| (key.as_str(), value)),
        _ => None,
    }
}

fn text(value: &Value) -> Result<&str, String> {
    value
        .as_str()
        .ok_or_else(|| format!("{value} is not a text"))
}

fn list(value: &Value) -> Result<&Vec<Value>, String> {
    value
        .as_array()
        .ok_or_else(|| format!("{value} is not a list"))
}

fn pair(value: &Value) -> Result<[&Value; 2], String> {
    match value.as_array().map(Vec::as_slice) {
        Some([first, second]) => Ok([first, second]),
        _ => Err(format!("{value} is not a pair")),
    }
}

pub(super) fn scalar(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        other => Err(format!("{other} is not a text")),
    }
}
