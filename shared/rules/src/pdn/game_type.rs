//! The tag `GameType`: `type,first mover,width,height,notation,invert`, all but the type optional.

use crate::names::{Corner, Names};
use crate::position::Side;
use crate::ruleset::RuleSet;

/// Spanish draughts counts from the other side, and nothing but this number need say so.
const SPANISH: (u8, &str) = (24, "24,W,8,8,N1,1");

/// What a `GameType` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameType {
    number: u8,
    /// Who moves first.
    pub(super) first: Option<Side>,
    notation: Option<(char, Corner)>,
}

impl GameType {
    /// Reads it as far as it can be read; none if it does not begin with a number.
    pub(super) fn read(value: &str) -> Option<Self> {
        let mut fields = value.split(',').map(str::trim);
        let number = fields.next()?.parse().ok()?;
        if (number, value.trim()) == (SPANISH.0, "24") {
            return Self::read(SPANISH.1);
        }
        let first = fields.next().and_then(|first| match first {
            "W" => Some(Side::White),
            "B" => Some(Side::Black),
            _ => None,
        });
        let notation = fields.nth(2).unwrap_or_default();
        let mirrored = fields.next() == Some("1");
        Some(Self {
            number,
            first,
            notation: first.and_then(|first| corner(notation, first, mirrored)),
        })
    }

    /// The rule set: the one with this number, or one of several by the caller's wish.
    pub(super) fn rules(&self, wish: Option<&'static RuleSet>) -> Option<&'static RuleSet> {
        let mut fitting = RuleSet::ALL
            .iter()
            .filter(|rules| rules.game_type == self.number);
        let wished = wish.filter(|wish| wish.game_type == self.number);
        wished.or_else(|| fitting.next()).or(wish)
    }

    /// How squares are named.
    pub(super) fn names(&self, rules: &RuleSet) -> Names {
        let names = Names::of(rules);
        match self.notation {
            Some(('N', numbers)) => Names { numbers, ..names },
            Some(('A', letters)) => Names {
                letters: Some(letters),
                ..names
            },
            _ => names,
        }
    }
}

/// A letter, and a digit for the corner of square 1 or `a1` as the first mover sees the board. A
/// mirrored board is one that has no playing square at the bottom left.
fn corner(notation: &str, first: Side, mirrored: bool) -> Option<(char, Corner)> {
    let mut chars = notation.chars();
    let (kind, digit) = (chars.next()?, chars.next()?.to_digit(4)?);
    let turned = first == Side::Black;
    let corner = Corner {
        top: (digit >= 2) != turned,
        right: (digit % 2 == 1) != (turned != mirrored),
    };
    Some((kind, corner))
}

/// Writes it. Squares are numbered from the top left: to Black that is the bottom right.
pub(super) fn write(rules: &RuleSet) -> String {
    let (first, corner) = match rules.first() {
        Side::White => ('W', 2),
        Side::Black => ('B', 1),
    };
    format!(
        "{},{first},{},{},N{corner},0",
        rules.game_type,
        rules.board().cols(),
        rules.board().rows()
    )
}
