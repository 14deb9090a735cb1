//! Messages and items out of any bytes: the right names with right and wrong values.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use serde_json::{Map, Value, json};

/// A field's value, mostly of the kind that its name asks for.
fn value(name: &str, bytes: &mut Unstructured<'_>) -> Result<Value> {
    if bytes.ratio(1, 8)? {
        return anything(bytes);
    }
    Ok(match name {
        "room" => json!("$room"),
        "game" | "before" => json!("$game"),
        "turn_no" | "seq" => json!(bytes.int_in_range(0..=5)?),
        "square" => json!(bytes.int_in_range(0..=33)?),
        "path" => {
            let squares: u8 = bytes.int_in_range(0..=6)?;
            let squares = (0..squares).map(|_| bytes.int_in_range(0..=33_u8));
            json!(squares.collect::<Result<Vec<_>>>()?)
        }
        "do" => json!(bytes.choose(&["offer", "accept", "decline", "ask", "agree", "refuse"])?),
        "page" => json!(bytes.choose(&["account", "queue", "home"])?),
        "claim" => json!(bytes.choose(&["repetition", "no_progress"])?),
        "colour" => json!(bytes.choose(&["mine", "theirs", "random"])?),
        "clock" => json!(bytes.choose(&["10+5", "60+30", "1+0", ""])?),
        "rule_set" => json!(bytes.choose(&["vezz-8x8", "mesita-turkish", "ludo"])?),
        _ => anything(bytes)?,
    })
}

fn anything(bytes: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match bytes.int_in_range(0..=6)? {
        0 => Value::Null,
        1 => json!(bytes.arbitrary::<i64>()?),
        2 => json!(bytes.arbitrary::<bool>()?),
        3 => json!(bytes.arbitrary::<String>()?),
        4 => json!(bytes.arbitrary::<f64>()?),
        5 => json!({ "a": [bytes.arbitrary::<u64>()?] }),
        _ => json!(bytes.arbitrary::<Vec<i16>>()?),
    })
}

/// The fields of an action, some missing, some too many.
///
/// # Errors
/// None: when the bytes are used up, the rest is zeros.
pub fn fields(action: &str, bytes: &[u8]) -> Result<Value> {
    let mut bytes = Unstructured::new(bytes);
    let own: &[&str] = match action {
        "sync" => &["room", "game", "page"],
        "roomCreate" => &["rule_set", "clock", "colour"],
        "gameMove" => &["game", "turn_no", "path"],
        "gameHuff" => &["game", "turn_no", "square"],
        "gameClaimDraw" => &["game", "turn_no", "claim", "path"],
        "gameDraw" | "gameCancel" => &["game", "seq", "do"],
        "gameRematch" => &["game", "do"],
        "gameResign" | "gameFlag" => &["game"],
        "historyGet" => &["game", "before"],
        "accountLink" => &["id_token"],
        "accountName" => &["name"],
        "termsAccept" => &["version"],
        "sessionRevoke" => &["session"],
        _ => &["room"],
    };
    let mut message = Map::new();
    for name in own {
        if !bytes.ratio(1, 8)? {
            message.insert((*name).into(), value(name, &mut bytes)?);
        }
    }
    if bytes.ratio(1, 8)? {
        message.insert(bytes.arbitrary()?, anything(&mut bytes)?);
    }
    message.insert("action".into(), json!(action));
    let id = if bytes.ratio(1, 16)? {
        anything(&mut bytes)?
    } else {
        json!("$id")
    };
    message.insert("id".into(), id);
    Ok(Value::Object(message))
}

/// An item's attributes in DynamoDB's JSON; null takes one away.
///
/// # Errors
/// None: when the bytes are used up, the rest is zeros.
pub fn attributes(names: &[&str], bytes: &[u8]) -> Result<Map<String, Value>> {
    let mut bytes = Unstructured::new(bytes);
    let mut item = Map::new();
    for _ in 0..bytes.int_in_range(1..=4)? {
        let name = (*bytes.choose(names)?).to_owned();
        let base64 = |bytes: &[u8]| {
            use base64::Engine;
            base64::engine::general_purpose::STANDARD.encode(bytes)
        };
        let value = match bytes.int_in_range(0..=9)? {
            0 => Value::Null,
            1 => json!({ "NULL": true }),
            2 => json!({ "BOOL": bytes.arbitrary::<bool>()? }),
            3 => json!({ "S": bytes.arbitrary::<String>()? }),
            4 => json!({ "N": bytes.arbitrary::<String>()? }),
            5 => json!({ "N": bytes.arbitrary::<i64>()?.to_string() }),
            6 => json!({ "N": bytes.arbitrary::<u64>()?.to_string() }),
            7 => json!({ "L": [{ "S": bytes.arbitrary::<String>()? }] }),
            8 => json!({ "SS": [bytes.arbitrary::<String>()?] }),
            _ => {
                let many = bytes.arbitrary_len::<u8>()?.min(64);
                json!({ "B": base64(bytes.bytes(many)?) })
            }
        };
        item.insert(name, value);
    }
    Ok(item)
}
