//! Refusals on their way to the wire.

use damero_domain::Refusal;
use damero_protocol::server::Refused;
use damero_rules::{ClaimError, HuffError, IllegalMove};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A refusal with its code and parameters; the rest is filled in on the way out.
pub(crate) fn refused(code: &str) -> Refused {
    Refused {
        code: code.into(),
        ..Refused::default()
    }
}

/// A refusal with one parameter.
pub(crate) fn refused_with(code: &str, name: &str, value: impl Into<Value>) -> Refused {
    Refused {
        params: BTreeMap::from([(name.into(), value.into())]),
        ..refused(code)
    }
}

/// What the domain refused.
pub(crate) fn from_domain(refusal: &Refusal) -> Refused {
    Refused {
        params: params(refusal),
        ..refused(refusal.code())
    }
}

fn params(refusal: &Refusal) -> BTreeMap<String, Value> {
    match refusal {
        Refusal::RoomLapsed { at } => named([("at", json!(at.0))]),
        Refusal::Illegal(why) | Refusal::Claim(ClaimError::Illegal(why)) => illegal(why),
        Refusal::Huff(HuffError::NotHuffable { allowed }) => named([(
            "allowed",
            json!(
                allowed
                    .iter()
                    .map(|square| square.number())
                    .collect::<Vec<_>>()
            ),
        )]),
        Refusal::Claim(ClaimError::NotYet { occurrence, needed }) => {
            named([("occurrence", json!(occurrence)), ("needed", json!(needed))])
        }
        Refusal::Claim(ClaimError::PliesMissing { missing }) => {
            named([("missing", json!(missing))])
        }
        _ => BTreeMap::new(),
    }
}

fn illegal(why: &IllegalMove) -> BTreeMap<String, Value> {
    use IllegalMove as Why;
    match why {
        Why::NoSuchSquare { at }
        | Why::EmptySquare { at }
        | Why::NotYourPiece { at }
        | Why::Occupied { at }
        | Why::JumpsOwn { at }
        | Why::CrowningEndsMove { at } => named([("at", json!(at.number()))]),
        Why::MoreCaptureExists { most } | Why::MoreKingsCaptureExists { most } => {
            named([("most", json!(most))])
        }
        Why::ChainNotFinished { next: squares }
        | Why::KingMustLandWhereItContinues { landings: squares }
        | Why::JumpsSeveral { over: squares } => named([(
            "squares",
            json!(
                squares
                    .iter()
                    .map(|square| square.number())
                    .collect::<Vec<_>>()
            ),
        )]),
        Why::Ambiguous { candidates } => named([(
            "candidates",
            json!(
                candidates
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
            ),
        )]),
        _ => BTreeMap::new(),
    }
}

fn named<const N: usize>(params: [(&str, Value); N]) -> BTreeMap<String, Value> {
    params
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
