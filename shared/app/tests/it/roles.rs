//! What each function's role allows, as the template says, and what the function does.

use crate::club::in_project;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One thing that was asked of the table: by which verb, on keys of which entities.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    verb: String,
    entities: BTreeSet<String>,
    /// As part of a transaction.
    enclosed: bool,
}

/// What a role is asked for a closed period: its rankings lie under a key of their own,
/// beside those of the periods that are open.
const CLOSED: &str = "PERIOD#*#?";

/// `GAME` of `GAME#01…`.
fn entity(key: &Value) -> String {
    let key = key["S"].as_str().unwrap();
    let parts: Vec<_> = key.split('#').collect();
    match parts[..] {
        ["PERIOD", _, _, _] => CLOSED.to_owned(),
        _ => parts[0].to_owned(),
    }
}

/// What a request needs a role for: verbs and leading keys, as IAM sees them.
pub(crate) fn uses(operation: &str, body: &[u8]) -> Vec<Use> {
    let body: Value = serde_json::from_slice(body).unwrap();
    let plain = |keys: Vec<&Value>| {
        vec![Use {
            verb: operation.to_owned(),
            entities: keys.into_iter().map(entity).collect(),
            enclosed: false,
        }]
    };
    let tables = || body["RequestItems"].as_object().unwrap().values();
    match operation {
        "GetItem" | "UpdateItem" | "DeleteItem" => plain(vec![&body["Key"]["PK"]]),
        "PutItem" => plain(vec![&body["Item"]["PK"]]),
        "Query" => plain(vec![queried(&body)]),
        "BatchGetItem" => {
            let keys = tables().flat_map(|table| table["Keys"].as_array().unwrap());
            plain(keys.map(|key| &key["PK"]).collect())
        }
        "BatchWriteItem" => {
            let writes = tables().flat_map(|table| table.as_array().unwrap());
            let put = |write: &Value| write["PutRequest"].is_object();
            let key = |write| match put(write) {
                true => &write["PutRequest"]["Item"]["PK"],
                false => &write["DeleteRequest"]["Key"]["PK"],
            };
            plain(writes.map(key).collect())
        }
        "TransactWriteItems" => {
            let items = body["TransactItems"].as_array().unwrap().iter();
            items
                .flat_map(|item| item.as_object().unwrap())
                .map(part)
                .collect()
        }
        other => panic!("no role has {other}"),
    }
}

/// The partition that a query names.
fn queried(body: &Value) -> &Value {
    let condition = body["KeyConditionExpression"].as_str().unwrap();
    let (_, rest) = condition.split_once("PK = ").unwrap();
    let name = rest.split_whitespace().next().unwrap();
    &body["ExpressionAttributeValues"][name]
}

fn part((what, item): (&String, &Value)) -> Use {
    let verb = match what.as_str() {
        "ConditionCheck" => "ConditionCheckItem".to_owned(),
        what => format!("{what}Item"),
    };
    let whole = if what == "Put" { "Item" } else { "Key" };
    Use {
        verb,
        entities: [entity(&item[whole]["PK"])].into(),
        enclosed: true,
    }
}

/// Verbs on entities that a role allows.
#[derive(Clone, Debug, Default)]
struct Statement {
    verbs: Vec<String>,
    entities: Vec<String>,
    /// In transactions alone.
    enclosed: bool,
}

impl Statement {
    fn allows(&self, done: &Use) -> bool {
        self.verbs.contains(&done.verb)
            && (done.enclosed || !self.enclosed)
            && done
                .entities
                .iter()
                .all(|entity| self.entities.contains(entity))
    }

    /// Each verb on each entity.
    fn rights(&self) -> impl Iterator<Item = (&String, &String)> {
        let on = |verb| self.entities.iter().map(move |entity| (verb, entity));
        self.verbs.iter().flat_map(on)
    }
}

/// A function, or a policy that several functions have.
#[derive(Debug, Default)]
struct Role {
    statements: Vec<Statement>,
    /// Policies that it has by their names.
    shared: Vec<String>,
}

/// The roles of the template: those of functions by their crates, the others by name.
#[derive(Debug, Default)]
struct Roles {
    functions: BTreeMap<String, Role>,
    policies: BTreeMap<String, Role>,
}

/// What stands in brackets, or alone.
fn list(text: &str) -> Vec<String> {
    let inner = text.split_once('[').map_or(text, |(_, rest)| rest);
    let inner = inner.split(']').next().unwrap_or_default();
    let words = inner.split(',').map(|word| word.trim().trim_matches('"'));
    words.map(str::to_owned).collect()
}

impl Roles {
    /// Reads the template's lines: each statement has its verbs and keys on a line each,
    /// which is held to below.
    fn read(template: &str) -> Roles {
        let mut roles = Roles::default();
        let resources = template.split_once("\nResources:\n").unwrap().1;
        let (mut name, mut role) = (String::new(), Role::default());
        for line in resources.lines().chain(["  End:"]) {
            if line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':') {
                roles.add(&name, std::mem::take(&mut role));
                name = line.trim().trim_end_matches(':').to_owned();
            }
            let line = line.trim();
            if let Some(at) = line.strip_prefix("CodeUri: functions/") {
                name = at.to_owned();
            } else if let Some(policy) = line.strip_prefix("- !Ref ") {
                role.shared.push(policy.to_owned());
            } else if line == "- Effect: Allow" {
                role.statements.push(Statement::default());
            } else if let Some(statement) = role.statements.last_mut() {
                statement.read(line);
            }
        }
        roles
    }

    fn add(&mut self, name: &str, mut role: Role) {
        role.statements
            .retain(|statement| !statement.verbs.is_empty());
        for statement in &role.statements {
            assert!(!statement.entities.is_empty(), "{name} names its keys");
        }
        // A resource's name begins with a capital letter, a crate's does not.
        let is_crate = name.starts_with(|first: char| first.is_ascii_lowercase());
        let all = if is_crate {
            &mut self.functions
        } else {
            &mut self.policies
        };
        all.insert(name.to_owned(), role);
    }

    /// Everything that a function may do.
    fn of(&self, function: &str) -> impl Iterator<Item = &Statement> {
        let role = &self.functions[function];
        let shared = role
            .shared
            .iter()
            .filter_map(|name| self.policies.get(name));
        let shared = shared.flat_map(|policy| &policy.statements);
        role.statements.iter().chain(shared)
    }

    /// The functions that have a policy.
    fn holders<'a>(&'a self, policy: &'a str) -> impl Iterator<Item = &'a String> {
        let holds = move |role: &Role| role.shared.iter().any(|shared| shared == policy);
        let all = self.functions.iter();
        all.filter(move |(_, role)| holds(role))
            .map(|(name, _)| name)
    }
}

impl Statement {
    fn read(&mut self, line: &str) {
        if let Some(verbs) = line.strip_prefix("Action: ") {
            let verbs = list(verbs).into_iter();
            let verbs = verbs.filter_map(|verb| Some(verb.strip_prefix("dynamodb:")?.to_owned()));
            self.verbs = verbs.collect();
        } else if let Some((how, keys)) = line.split_once(": { dynamodb:LeadingKeys: [") {
            let keys = list(keys).into_iter();
            let keys = keys.map(|key| key.trim_end_matches("#*").to_owned());
            if how == "ForAllValues:StringNotLike" {
                let but: Vec<_> = keys.collect();
                self.entities.retain(|entity| !but.contains(entity));
            } else {
                let closed = |key: &String| (key == "PERIOD").then(|| CLOSED.to_owned());
                self.entities = keys
                    .flat_map(|key| [closed(&key), Some(key)])
                    .flatten()
                    .collect();
            }
        } else if line.contains("dynamodb:EnclosingOperation: TransactWriteItems") {
            self.enclosed = true;
        }
    }
}

/// What was done, by function.
pub(crate) type Done = BTreeMap<String, BTreeSet<Use>>;

/// What a function does that its role forbids, and what a role allows that nothing does.
/// A policy that several functions have is used if one of them uses it.
pub(crate) fn wrong(done: &Done) -> Vec<String> {
    let template = std::fs::read_to_string(in_project("template.yaml")).unwrap();
    let roles = Roles::read(&template);
    let mut wrong = Vec::new();
    for (function, uses) in done {
        for used in uses {
            if !roles.of(function).any(|statement| statement.allows(used)) {
                wrong.push(format!("{function} may not {used:?}"));
            }
        }
        let own = &roles.functions[function].statements;
        wrong.extend(unused(function, own, &uses.iter().collect::<Vec<_>>()));
    }
    for (name, policy) in &roles.policies {
        let mut holders = roles.holders(name).peekable();
        let all_known =
            holders.peek().is_some() && roles.holders(name).all(|holder| done.contains_key(holder));
        if all_known {
            let uses: Vec<_> = holders.flat_map(|holder| &done[holder]).collect();
            wrong.extend(unused(name, &policy.statements, &uses));
        }
    }
    wrong
}

fn unused(name: &str, statements: &[Statement], uses: &[&Use]) -> Vec<String> {
    let rights = statements.iter().flat_map(|statement| {
        let uses = uses.iter().filter(|used| statement.allows(used));
        let uses: Vec<_> = uses.collect();
        let is_unused = move |(verb, entity): &(&String, &String)| {
            !uses
                .iter()
                .any(|used| used.verb == **verb && used.entities.contains(*entity))
        };
        statement.rights().filter(is_unused)
    });
    let rights = rights.map(|(verb, entity)| format!("{name} never does {verb} on {entity}"));
    rights.collect()
}

/// The functions of the template.
pub(crate) fn functions() -> BTreeSet<String> {
    let template = std::fs::read_to_string(in_project("template.yaml")).unwrap();
    Roles::read(&template).functions.into_keys().collect()
}

#[test]
fn a_role_allows_what_its_statements_say_and_no_more() {
    let template = "\nResources:
  Shared:
    - Effect: Allow
      Action: dynamodb:PutItem
      LeadingKeys: x
      ForAllValues:StringLike: { dynamodb:LeadingKeys: [\"RE#*\"] }
      ForAnyValue:StringEquals: { dynamodb:EnclosingOperation: TransactWriteItems }
  One:
    CodeUri: functions/one
    - !Ref Shared
    - Effect: Allow
      Action: [dynamodb:GetItem, dynamodb:BatchGetItem]
      ForAllValues:StringLike: { dynamodb:LeadingKeys: [\"A#*\", \"B#*\"] }
    - Effect: Allow
      Action: [dynamodb:PutItem]
      ForAllValues:StringLike: { dynamodb:LeadingKeys: [\"PERIOD#*\"] }
      ForAllValues:StringNotLike: { dynamodb:LeadingKeys: [\"PERIOD#*#?#*\"] }
  Two:
    CodeUri: functions/two
    - Effect: Allow
      Action: dynamodb:PutItem
      ForAllValues:StringLike: { dynamodb:LeadingKeys: [\"PERIOD#*\"] }
    - Effect: Allow
      Action: sqs:SendMessage
";
    let roles = Roles::read(template);
    let done = |verb: &str, entities: &[&str], enclosed| Use {
        verb: verb.into(),
        entities: entities.iter().map(|&entity| entity.into()).collect(),
        enclosed,
    };
    let allows = |function, done: &Use| roles.of(function).any(|holds| holds.allows(done));
    let may =
        |verb: &str, entities: &[&str], enclosed| allows("one", &done(verb, entities, enclosed));
    assert!(may("BatchGetItem", &["A", "B"], false));
    assert!(!may("BatchGetItem", &["A", "C"], false));
    assert!(may("PutItem", &["RE"], true));
    assert!(!may("PutItem", &["RE"], false), "in transactions alone");
    assert!(!may("PutItem", &["A"], true));
    let put = |key: &str| done("PutItem", &[&entity(&json!({ "S": key }))], false);
    let (open, closed) = (put("PERIOD#league#W"), put("PERIOD#league#W#2025-11-25"));
    assert!(allows("one", &open) && !allows("one", &closed));
    assert!(allows("two", &open) && allows("two", &closed));
    let get = done("GetItem", &["A"], false);
    let unused = unused("one", &roles.functions["one"].statements, &[&get]);
    assert_eq!(unused.len(), 4, "{unused:?}");
}
