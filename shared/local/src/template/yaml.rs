//! YAML with CloudFormation's short tags, read into the JSON they stand for.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use serde_saphyr::Tagged;

/// Parses a template; `!Sub x` becomes `{"Fn::Sub": x}` and so on, as in the
/// template's JSON form.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    // Otherwise a bare `Y` or `on` would be a truth and not a name.
    let options = serde_saphyr::options! { strict_booleans: true };
    serde_saphyr::from_str_with_options::<Node>(text, options)
        .map(|node| node.0)
        .map_err(|error| error.to_string())
}

struct Node(Value);

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Tagged(content, tag) = Tagged::<Content>::deserialize(deserializer)?;
        Ok(Self(with_tag(content.0, tag.as_deref())))
    }
}

fn with_tag(value: Value, tag: Option<&str>) -> Value {
    let Some(name) = tag.and_then(|tag| tag.strip_prefix('!')) else {
        return value;
    };
    let (key, value) = match (name, value) {
        ("Ref" | "Condition", value) => (name.to_owned(), value),
        ("GetAtt", Value::String(path)) => {
            let (resource, attribute) = path.split_once('.').unwrap_or((&path, ""));
            (
                "Fn::GetAtt".to_owned(),
                Value::from(vec![resource, attribute]),
            )
        }
        (_, value) => (format!("Fn::{name}"), value),
    };
    Value::Object(Map::from_iter([(key, value)]))
}

/// A node without its own tag; the nodes below it still have theirs.
struct Content(Value);

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor).map(Self)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Node(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Node(value))) = entries.next_entry::<String, Node>()? {
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use serde_json::json;

    #[test]
    fn short_tags_become_the_long_form_at_any_depth() {
        let parsed = parse(
            "a: !Ref X\nb: !GetAtt Fn.Arn\nc: [!Sub '${A}-b', plain]\nd: !If [C, !Ref Y, 3]\ne: !Join ['/', [a, !Ref Z]]\n",
        );
        assert_eq!(
            parsed,
            Ok(json!({
                "a": {"Ref": "X"},
                "b": {"Fn::GetAtt": ["Fn", "Arn"]},
                "c": [{"Fn::Sub": "${A}-b"}, "plain"],
                "d": {"Fn::If": ["C", {"Ref": "Y"}, 3]},
                "e": {"Fn::Join": ["/", ["a", {"Ref": "Z"}]]},
            }))
        );
    }

    #[test]
    fn a_template_that_is_not_yaml_says_where() {
        assert!(parse("a: [1,\nb: }").is_err_and(|message| message.contains('2')));
    }
}
