//! Holds a real message against an example of the page.

use crate::Outcome;
use crate::page::fields;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// In an example: further fields are left out.
const MORE: &str = "…";

/// Fields whose values differ from one play to the next: only their type counts.
const VARYING: [&str; 19] = [
    "start",
    "end",
    "ends",
    "as_of",
    "now",
    "created",
    "lapses",
    "linked",
    "started",
    "at",
    "fell",
    "white",
    "black",
    "since",
    "grows",
    "offer_levels",
    "deadline",
    "pdn",
    "times",
];

/// What a lot decides, or the day of the play: any text will do.
const BY_LOT: [&str; 2] = ["side", "week"];

/// The objects of which the page has a table, and under which names they travel.
const TABLES: [(&str, &[&str]); 9] = [
    ("room", &["room"]),
    ("game", &["game"]),
    ("clock", &["clock"]),
    ("draws", &["draws"]),
    ("ended", &["ended"]),
    ("entry", &["running", "games"]),
    ("account", &["account"]),
    ("player", &["you", "rival"]),
    ("session", &["sessions"]),
];

/// The page's tables, and what the placeholders of its examples stand for.
pub(crate) struct Comparison {
    tables: BTreeMap<&'static str, BTreeSet<String>>,
    /// Ids by placeholders such as ROOM.
    pub(crate) bound: BTreeMap<String, String>,
}

impl Comparison {
    pub(crate) fn new(page: &str) -> Outcome<Comparison> {
        let mut tables = BTreeMap::new();
        for (object, _) in TABLES {
            tables.insert(object, fields(page, object)?);
        }
        Ok(Comparison {
            tables,
            bound: BTreeMap::new(),
        })
    }

    /// Why a real message is not what the page shows.
    pub(crate) fn compare(
        &mut self,
        name: &str,
        example: &Value,
        told: &Value,
    ) -> Result<(), String> {
        match (example, told) {
            (Value::Object(example), Value::Object(told)) => {
                self.compare_fields(name, example, told)
            }
            (Value::Array(examples), Value::Array(all)) if examples.len() == all.len() => examples
                .iter()
                .zip(all)
                .try_for_each(|(example, told)| self.compare(name, example, told)),
            (Value::String(text), Value::String(told)) if is_placeholder(text) => {
                self.compare_id(name, text, told)
            }
            _ if example == told => Ok(()),
            _ => Err(format!("{name} is {told} and not {example}")),
        }
    }

    /// A placeholder that nothing is bound to yet stands for an id that has no other.
    fn compare_id(&mut self, name: &str, placeholder: &str, told: &str) -> Result<(), String> {
        match self.bound.iter().find(|(_, id)| *id == told) {
            Some((known, _)) if known == placeholder => Ok(()),
            Some((known, _)) => Err(format!("{name} is {known} and not {placeholder}")),
            None if self.bound.contains_key(placeholder) => {
                Err(format!("{name} is {told} and not {placeholder}"))
            }
            None => {
                self.bound.insert(placeholder.into(), told.into());
                Ok(())
            }
        }
    }

    fn compare_fields(
        &mut self,
        name: &str,
        example: &Map<String, Value>,
        told: &Map<String, Value>,
    ) -> Result<(), String> {
        let table = TABLES.iter().find(|(_, names)| names.contains(&name));
        let table = table.and_then(|(object, _)| self.tables.get(object));
        let shown = |field: &String| example.contains_key(field);
        for field in told.keys().filter(|field| !shown(field)) {
            let listed = table.is_some_and(|table| table.contains(field));
            if !listed || !example.contains_key(MORE) {
                return Err(format!("{name} has a field {field}"));
            }
        }
        for (field, example) in example.iter().filter(|(field, _)| *field != MORE) {
            let told = told
                .get(field)
                .ok_or_else(|| format!("{name} has no field {field}"))?;
            let number_or_text = !example.is_object();
            if VARYING.contains(&field.as_str()) && number_or_text && same_type(example, told) {
                continue;
            }
            if BY_LOT.contains(&field.as_str()) && told.is_string() {
                continue;
            }
            self.compare(field, example, told)?;
        }
        Ok(())
    }
}

/// Capital letters and digits alone, which no ULID's length has.
pub(crate) fn is_placeholder(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.len() < 20 && text.chars().all(plain)
}

/// `white` and `black` are times in a clock only: elsewhere they are texts or truths.
fn same_type(example: &Value, told: &Value) -> bool {
    match (example, told) {
        (Value::Number(_), Value::Number(_)) => true,
        (Value::String(example), Value::String(_)) => example.contains('['),
        (Value::Array(examples), Value::Array(all)) => {
            examples.len() == all.len() && all.iter().all(Value::is_number)
        }
        _ => false,
    }
}
