//! DynamoDB from memory, at the border of the SDK: what was put is there, every
//! condition holds, and a script may say otherwise call by call.

use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpClient, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_types::body::SdkBody;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// An item in DynamoDB's JSON.
pub type Item = Map<String, Value>;

/// What becomes of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It does what it should.
    Done,
    /// A condition fails, and what is there is told; a read is throttled.
    Lost,
    /// It is done and the answer is an error.
    Unheard,
    /// The answer is nothing the SDK understands.
    Nonsense,
}

impl Outcome {
    /// As a script spells it.
    #[must_use]
    pub fn of(letter: u8) -> Outcome {
        match letter {
            b'l' => Outcome::Lost,
            b'u' => Outcome::Unheard,
            b'n' => Outcome::Nonsense,
            _ => Outcome::Done,
        }
    }
}

/// The whole table, by both keys.
pub type Items = BTreeMap<(String, String), Item>;

#[derive(Debug, Default)]
struct Table {
    items: Items,
    script: VecDeque<Outcome>,
}

/// A table that is shared with the client that asks it.
#[derive(Clone, Debug, Default)]
pub struct Database(Arc<Mutex<Table>>);

impl Database {
    /// A client whose every request ends here.
    #[must_use]
    pub fn http_client(&self) -> SharedHttpClient {
        let connector = SharedHttpConnector::new(self.clone());
        http_client_fn(move |_, _| connector.clone())
    }

    /// Everything there is.
    #[must_use]
    pub fn items(&self) -> Items {
        self.with(|table| table.items.clone())
    }

    /// Begins anew, with these items and this script.
    pub fn reset(&self, items: &Items, script: impl IntoIterator<Item = Outcome>) {
        self.with(|table| {
            table.items.clone_from(items);
            table.script = script.into_iter().collect();
        });
    }

    /// Puts an item as it is.
    pub fn put(&self, item: Item) {
        self.with(|table| table.put(item));
    }

    fn with<T>(&self, act: impl FnOnce(&mut Table) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl HttpConnector for Database {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let answer = self.with(|table| table.answer(&request));
        HttpConnectorFuture::ready(response(&answer))
    }
}

struct Answer {
    status: u16,
    body: String,
}

fn response(answer: &Answer) -> Result<HttpResponse, ConnectorError> {
    let status = answer.status.try_into();
    let status = status.map_err(|error| ConnectorError::other(Box::new(error), None))?;
    Ok(HttpResponse::new(
        status,
        SdkBody::from(answer.body.as_str()),
    ))
}

fn error(status: u16, kind: &str, more: Value) -> Answer {
    let mut body = json!({ "__type": kind, "message": "so the script says" });
    if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
        body.extend(more);
    }
    Answer {
        status,
        body: body.to_string(),
    }
}

impl Table {
    fn answer(&mut self, request: &HttpRequest) -> Answer {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default();
        let body = request.body().bytes().unwrap_or_default();
        let asked: Value = serde_json::from_slice(body).unwrap_or_default();
        match self.script.pop_front().unwrap_or(Outcome::Done) {
            Outcome::Done => Answer {
                status: 200,
                body: self.perform(operation, &asked).to_string(),
            },
            Outcome::Unheard => {
                self.perform(operation, &asked);
                error(500, "InternalServerError", json!({}))
            }
            Outcome::Nonsense => Answer {
                status: 200,
                body: r#"{"Item": 7, "Attributes": [}"#.into(),
            },
            Outcome::Lost => match operation {
                "GetItem" | "Query" => {
                    error(400, "ProvisionedThroughputExceededException", json!({}))
                }
                "TransactWriteItems" => error(
                    400,
                    "TransactionCanceledException",
                    json!({ "CancellationReasons": [{ "Code": "ConditionalCheckFailed" }] }),
                ),
                _ => {
                    let item = self.items.get(&key(&asked["Key"]));
                    let item = item.map_or(json!({}), |item| json!({ "Item": item }));
                    error(400, "ConditionalCheckFailedException", item)
                }
            },
        }
    }

    fn perform(&mut self, operation: &str, asked: &Value) -> Value {
        match operation {
            "GetItem" => match self.items.get(&key(&asked["Key"])) {
                Some(item) => json!({ "Item": item }),
                None => json!({}),
            },
            "PutItem" => {
                self.put(asked["Item"].as_object().cloned().unwrap_or_default());
                json!({})
            }
            "UpdateItem" => json!({ "Attributes": self.update(asked) }),
            "DeleteItem" => match self.items.remove(&key(&asked["Key"])) {
                Some(item) => json!({ "Attributes": item }),
                None => json!({}),
            },
            "TransactWriteItems" => {
                for write in asked["TransactItems"].as_array().into_iter().flatten() {
                    if let Some(item) = write["Put"]["Item"].as_object() {
                        self.put(item.clone());
                    } else if write["Update"].is_object() {
                        self.update(&write["Update"]);
                    }
                }
                json!({})
            }
            "Query" => {
                let values = asked["ExpressionAttributeValues"].as_object();
                let wanted: Vec<&Value> = values.into_iter().flat_map(Map::values).collect();
                let index = asked["IndexName"].is_string();
                let name = if index { "GSI1PK" } else { "PK" };
                let found = self.items.values().filter(|item| {
                    let value = item.get(name);
                    value.is_some_and(|value| wanted.contains(&value))
                });
                json!({ "Items": found.collect::<Vec<_>>() })
            }
            _ => json!({}),
        }
    }

    fn put(&mut self, item: Item) {
        self.items.insert(key_of(&item), item);
    }

    /// The updates that the store writes: `SET a = :a, …`, `REMOVE a, …`, `ADD a :a`.
    fn update(&mut self, asked: &Value) -> Value {
        let Some(key) = asked["Key"].as_object() else {
            return json!({});
        };
        let item = self.items.entry(key_of(key)).or_insert_with(|| key.clone());
        let expression = asked["UpdateExpression"].as_str().unwrap_or_default();
        let (mut clause, mut name) = ("", None);
        for word in expression.split([' ', ',']).filter(|word| !word.is_empty()) {
            match word {
                "SET" | "REMOVE" | "ADD" | "DELETE" => clause = word,
                "=" => {}
                _ if word.starts_with(':') => {
                    let value = asked["ExpressionAttributeValues"][word].clone();
                    if let Some(name) = name.take() {
                        assign(item, clause, name, value);
                    }
                }
                _ => {
                    let alias = asked["ExpressionAttributeNames"][word].as_str();
                    let attribute = alias.unwrap_or(word).to_owned();
                    if clause == "REMOVE" {
                        item.remove(&attribute);
                    } else {
                        name = Some(attribute);
                    }
                }
            }
        }
        json!(item)
    }
}

fn assign(item: &mut Item, clause: &str, name: String, value: Value) {
    let texts = |value: &Value| {
        let texts = value["SS"].as_array().cloned();
        texts.unwrap_or_default()
    };
    let number = |value: &Value| -> i64 {
        let number = value["N"].as_str().and_then(|number| number.parse().ok());
        number.unwrap_or(0)
    };
    let old = item.get(&name).cloned().unwrap_or_default();
    let next = match clause {
        "ADD" if value["N"].is_string() => {
            json!({ "N": number(&old).saturating_add(number(&value)).to_string() })
        }
        "ADD" | "DELETE" => {
            let changed = texts(&value);
            let mut set = texts(&old);
            set.retain(|text| !changed.contains(text));
            if clause == "ADD" {
                set.extend(changed);
            }
            if set.is_empty() {
                item.remove(&name);
                return;
            }
            json!({ "SS": set })
        }
        _ => value,
    };
    item.insert(name, next);
}

fn key(key: &Value) -> (String, String) {
    key.as_object().map(key_of).unwrap_or_default()
}

fn key_of(item: &Item) -> (String, String) {
    let text = |name: &str| {
        let text = item.get(name).and_then(|value| value["S"].as_str());
        text.unwrap_or_default().to_owned()
    };
    (text("PK"), text("SK"))
}
