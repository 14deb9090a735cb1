//! Why a text is no game, for the client to say in its own words.

use damero_rules::{IllegalMove, Move, PdnError, PdnErrorKind};

use super::types::Problem;

/// What a reason names, under the name that the client's sentences have for it.
type Named = Option<(&'static str, String)>;

pub(super) fn tell(error: &PdnError) -> Problem {
    Problem {
        line: error.line,
        column: error.column,
        code: error.kind.code(),
        params: named(&error.kind).into_iter().collect(),
    }
}

fn named(kind: &PdnErrorKind) -> Named {
    match kind {
        PdnErrorKind::Unexpected { found } => Some(("found", found.to_string())),
        PdnErrorKind::TagTwice { name }
        | PdnErrorKind::UnknownRuleSet { name }
        | PdnErrorKind::NoSuchSquare { name }
        | PdnErrorKind::LightSquare { name }
        | PdnErrorKind::NotNumeric { name } => Some(("name", name.clone())),
        PdnErrorKind::Illegal(reason) => named_by_rules(reason),
        _ => None,
    }
}

fn named_by_rules(reason: &IllegalMove) -> Named {
    match reason {
        IllegalMove::NoSuchSquare { at } => Some(("name", at.to_string())),
        IllegalMove::EmptySquare { at }
        | IllegalMove::NotYourPiece { at }
        | IllegalMove::Occupied { at }
        | IllegalMove::JumpsOwn { at }
        | IllegalMove::CrowningEndsMove { at } => Some(("at", at.to_string())),
        IllegalMove::MoreCaptureExists { most } | IllegalMove::MoreKingsCaptureExists { most } => {
            Some(("most", most.to_string()))
        }
        IllegalMove::Ambiguous { candidates } => {
            let moves: Vec<_> = candidates.iter().map(Move::to_string).collect();
            Some(("candidates", moves.join(", ")))
        }
        _ => None,
    }
}
