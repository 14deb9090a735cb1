//! The embedded database: the template's tables, and one of the stack's own.

use std::fs::{self, File};
use std::path::Path;

use dynoxide::{AttributeValue, Database, DynoxideError, Item};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::template::Table;
use crate::{Data, StartError};

/// Holds timers and the clock's offset, next to the template's tables so that
/// one file is the whole state.
const OWN_TABLE: &str = "damero-local";

/// The database and what keeps its directory from a second stack.
pub(crate) struct Opened {
    pub(crate) database: Database,
    pub(crate) lock: Option<File>,
}

/// Opens the data and creates the tables that are missing.
pub(crate) fn open(data: &Data) -> Result<Opened, StartError> {
    match data {
        Data::Memory => Ok(Opened {
            database: Database::memory().map_err(|error| database_error(&error))?,
            lock: None,
        }),
        Data::Dir(dir) => {
            let unusable = |message: String| StartError::Data {
                path: dir.clone(),
                message,
            };
            let lock = lock(dir).map_err(|error| unusable(error.to_string()))?;
            let file = dir.join("damero.db");
            let path = file
                .to_str()
                .ok_or_else(|| unusable("not UTF-8".to_owned()))?;
            Ok(Opened {
                database: Database::new(path).map_err(|error| unusable(error.to_string()))?,
                lock: Some(lock),
            })
        }
    }
}

/// Two stacks over one file would both deliver its timers.
fn lock(dir: &Path) -> std::io::Result<File> {
    fs::create_dir_all(dir)?;
    let file = File::create(dir.join("lock"))?;
    file.try_lock().map_err(|error| match error {
        fs::TryLockError::WouldBlock => std::io::Error::other("in use by another damero-local"),
        fs::TryLockError::Error(error) => error,
    })?;
    Ok(file)
}

fn database_error(error: &DynoxideError) -> StartError {
    StartError::Database(error.to_string())
}

/// Creates the template's tables and the stack's own where they are absent.
pub(crate) fn create_tables(database: &Database, tables: &[Table]) -> Result<(), StartError> {
    let own = Table {
        name: OWN_TABLE.to_owned(),
        properties: json!({
            "TableName": OWN_TABLE,
            "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        }),
        ttl: None,
    };
    for table in tables.iter().chain([&own]) {
        create(database, table).map_err(|error| database_error(&error))?;
    }
    Ok(())
}

fn create(database: &Database, table: &Table) -> Result<(), DynoxideError> {
    if database.get_table_metadata(&table.name)?.is_some() {
        return Ok(());
    }
    database.create_table(request(table.properties.clone())?)?;
    if let Some(attribute) = &table.ttl {
        database.update_time_to_live(request(json!({
            "TableName": table.name,
            "TimeToLiveSpecification": {"AttributeName": attribute, "Enabled": true},
        }))?)?;
    }
    Ok(())
}

fn request<T: DeserializeOwned>(value: Value) -> Result<T, DynoxideError> {
    serde_json::from_value(value)
        .map_err(|error| DynoxideError::ValidationException(error.to_string()))
}

/// Deletes what has outlived its time by the stack's clock, page by page. The
/// database would go by the machine's.
pub(crate) fn sweep(
    database: &Database,
    table: &Table,
    now_ms: i64,
) -> Result<usize, DynoxideError> {
    let Some(ttl) = &table.ttl else { return Ok(0) };
    let keys: Vec<&str> = table
        .properties
        .get("KeySchema")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|key| key.get("AttributeName")?.as_str())
        .collect();
    let now = (now_ms / 1000).to_string();
    let mut swept = 0;
    let mut start = None;
    loop {
        let page = database.scan(
            request(json!({
                "TableName": table.name,
                "FilterExpression": "#t < :now",
                "ExpressionAttributeNames": {"#t": ttl},
                "ExpressionAttributeValues": {":now": {"N": now}},
            }))
            .map(|mut scan: dynoxide::actions::scan::ScanRequest| {
                scan.exclusive_start_key = start.take();
                scan
            })?,
        )?;
        for item in page.items.into_iter().flatten() {
            delete_expired(database, table, &keys, ttl, &now, item)?;
            swept += 1;
        }
        start = page.last_evaluated_key;
        if start.is_none() {
            return Ok(swept);
        }
    }
}

fn delete_expired(
    database: &Database,
    table: &Table,
    keys: &[&str],
    ttl: &str,
    now: &str,
    mut item: Item,
) -> Result<(), DynoxideError> {
    let key: Item = keys
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), item.remove(*name)?)))
        .collect();
    let result = database.delete_item(request(json!({
        "TableName": table.name,
        "Key": key,
        // The item may have been given a longer life since it was read.
        "ConditionExpression": "#t < :now",
        "ExpressionAttributeNames": {"#t": ttl},
        "ExpressionAttributeValues": {":now": {"N": now}},
    }))?);
    match result {
        Ok(_) | Err(DynoxideError::ConditionalCheckFailedException(..)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Rows of the stack's own table: an id and a JSON text.
#[derive(Clone)]
pub(crate) struct Keep {
    database: Database,
}

impl Keep {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    pub(crate) fn put(&self, id: &str, value: &Value) -> Result<(), DynoxideError> {
        self.database.put_item(request(json!({
            "TableName": OWN_TABLE,
            "Item": {"id": {"S": id}, "v": {"S": value.to_string()}},
        }))?)?;
        Ok(())
    }

    pub(crate) fn delete(&self, id: &str) -> Result<(), DynoxideError> {
        self.database.delete_item(request(json!({
            "TableName": OWN_TABLE,
            "Key": {"id": {"S": id}},
        }))?)?;
        Ok(())
    }

    /// Every row.
    pub(crate) fn all(&self) -> Result<Vec<(String, Value)>, DynoxideError> {
        let mut rows = Vec::new();
        let mut start = None;
        loop {
            let mut scan: dynoxide::actions::scan::ScanRequest =
                request(json!({"TableName": OWN_TABLE}))?;
            scan.exclusive_start_key = start.take();
            let page = self.database.scan(scan)?;
            rows.extend(page.items.into_iter().flatten().filter_map(row));
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(rows);
            }
        }
    }
}

fn row(mut item: Item) -> Option<(String, Value)> {
    match (item.remove("id")?, item.remove("v")?) {
        (AttributeValue::S(id), AttributeValue::S(text)) => {
            Some((id, serde_json::from_str(&text).ok()?))
        }
        _ => None,
    }
}
