//! The tags of a game, and what they say about how to read it.

use super::error::PdnErrorKind;
use super::game_type::GameType;
use super::grammar::{Fault, Item, result};
use super::tree::{OWN_TAGS, PdnResult, PdnTag};
use crate::fen::parse_fen_named;
use crate::names::Names;
use crate::position::Position;
use crate::ruleset::RuleSet;

/// The tags read so far.
#[derive(Debug, Default)]
pub(super) struct Header<'t> {
    pub(super) tags: Vec<PdnTag>,
    /// Those that other fields of a game say, as they stand, in the order of `OWN_TAGS`.
    own: [Option<&'t str>; OWN_TAGS.len()],
}

/// What a game is read by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    pub(super) rules: &'static RuleSet,
    pub(super) names: Names,
}

impl<'t> Header<'t> {
    /// Takes a tag; `name` and `value` are as they stand.
    pub(super) fn take(&mut self, name: &'t str, value: &'t str) -> Result<(), Fault<'t>> {
        if let Some(nth) = OWN_TAGS.iter().position(|own| *own == name) {
            return match self.own[nth].replace(value) {
                None => Ok(()),
                Some(_) => {
                    let kind = PdnErrorKind::TagTwice { name: name.into() };
                    Err(Fault::new(name, kind))
                }
            };
        }
        // A name that the grammar has read is one.
        self.tags.extend(PdnTag::new(name, &unescaped(value)));
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.own.iter().all(Option::is_none)
    }

    fn own(&self, name: &str) -> Option<&'t str> {
        let nth = OWN_TAGS.iter().position(|own| *own == name)?;
        self.own[nth]
    }

    /// The result that the tag has; one that is no known token says nothing.
    pub(super) fn result(&self) -> PdnResult {
        let read = |mut value: &'t str| match result(&mut value) {
            Ok(Item::Result(result)) if value.is_empty() => Some(result),
            _ => None,
        };
        let told = self.own("Result").and_then(|value| read(value.trim()));
        told.unwrap_or(PdnResult::Open)
    }

    fn game_type(&self) -> Option<GameType> {
        self.own("GameType").and_then(GameType::read)
    }

    /// The rule set; `wish` is the caller's, `from` where the game begins.
    pub(super) fn rules(
        &self,
        wish: Option<&'static RuleSet>,
        from: &'t str,
    ) -> Result<&'static RuleSet, Fault<'t>> {
        if let Some(named) = self.own("RuleSet") {
            return rule_set(named);
        }
        let rules = match self.game_type() {
            Some(game_type) => game_type.rules(wish),
            None => wish,
        };
        rules.ok_or_else(|| Fault::new(from, PdnErrorKind::NoRuleSet))
    }

    /// How squares are named, as far as tags say it.
    pub(super) fn names(&self, rules: &RuleSet) -> Names {
        let game_type = self.game_type();
        game_type.map_or_else(|| Names::of(rules), |game_type| game_type.names(rules))
    }

    /// Where the game starts: the position that is set up, or the rule set's.
    pub(super) fn start(&self, terms: &Terms) -> Result<Position, Fault<'t>> {
        let fen = self.own("FEN").map(str::trim);
        let fen = fen.filter(|fen| !fen.is_empty());
        if let Some(fen) = fen {
            return parse_fen_named(terms.rules, &terms.names, fen).map_err(|error| {
                let at = fen.get(error.column - 1..).unwrap_or(fen);
                Fault::new(at, PdnErrorKind::Fen(error.kind))
            });
        }
        if let Some(set_up) = self.own("SetUp").filter(|set_up| set_up.trim() == "1") {
            return Err(Fault::new(set_up, PdnErrorKind::FenMissing));
        }
        // Another tradition of the same game may have the other side begin.
        let first = self.game_type().and_then(|game_type| game_type.first);
        let start = Position::initial(terms.rules);
        Ok(match (first, self.own("RuleSet")) {
            (Some(first), None) => start.with_turn(first),
            _ => start,
        })
    }
}

/// `id` or `id version`.
fn rule_set(value: &str) -> Result<&'static RuleSet, Fault<'_>> {
    let mut words = value.split_whitespace();
    let rules = words.next().and_then(RuleSet::by_id);
    let version = words.next();
    rules
        .filter(|rules| version.is_none_or(|version| version == rules.version.to_string()))
        .filter(|_| words.next().is_none())
        .ok_or_else(|| {
            let name = unescaped(value);
            Fault::new(value, PdnErrorKind::UnknownRuleSet { name })
        })
}

/// A tag's value without its escapes.
fn unescaped(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&escaped @ ('"' | '\\')) if c == '\\' => {
                chars.next();
                value.push(escaped);
            }
            _ => value.push(c),
        }
    }
    value
}
