//! As much JSON as a closing's lines need: flat objects of plain texts, numbers and
//! truths, with the fields in a fixed order and no white space.

use std::fmt::{Display, Write as _};
use std::str::FromStr;

/// An object being written. Texts must need no escapes: ids, dates, names of zones.
#[derive(Debug)]
pub struct Object(String);

impl Object {
    pub(super) fn new() -> Object {
        Object(String::from("{"))
    }

    /// A number or a truth.
    pub(super) fn value(mut self, key: &str, value: impl Display) -> Object {
        self.key(key);
        self.push(value);
        self
    }

    pub(super) fn text(mut self, key: &str, text: impl Display) -> Object {
        self.key(key);
        self.0.push('"');
        self.push(text);
        self.0.push('"');
        self
    }

    pub(super) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }

    fn key(&mut self, key: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
    }

    fn push(&mut self, value: impl Display) {
        // Writing into a String cannot fail.
        let _ = write!(self.0, "{value}");
    }
}

/// An object that was read: keys and what stands behind them, quotes removed.
#[derive(Debug)]
pub struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// Reads an object generously; whoever needs the canonical spelling writes it again
    /// and compares.
    pub(super) fn read(text: &'a str) -> Option<Fields<'a>> {
        let mut rest = text.strip_prefix('{')?;
        let mut fields = Vec::new();
        loop {
            let (key, after) = rest.strip_prefix('"')?.split_once("\":")?;
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"')?,
                None => after.split_at(after.find([',', '}'])?),
            };
            fields.push((key, value));
            match after {
                "}" => return Some(Fields(fields)),
                more => rest = more.strip_prefix(',')?,
            }
        }
    }

    /// The first key.
    pub(super) fn first(&self) -> Option<&'a str> {
        self.0.first().map(|(key, _)| *key)
    }

    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        let mut fields = self.0.iter();
        fields
            .find(|(name, _)| *name == key)
            .map(|(_, value)| *value)
    }

    pub(super) fn parse<T: FromStr>(&self, key: &str) -> Option<T> {
        self.text(key)?.parse().ok()
    }
}
