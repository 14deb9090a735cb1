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
    pub(super) start: Position,
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

    /// What the game is read by; `wish` is the caller's rule set, `from` where the game begins.
    pub(super) fn terms(
        &self,
        wish: Option<&'static RuleSet>,
        from: &'t str,
    ) -> Result<Terms, Fault<'t>> {
        let game_type = self.own("GameType").and_then(GameType::read);
        let named = self.own("RuleSet").map(rule_set).transpose()?;
        let rules = named
            .or_else(|| game_type.map_or(wish, |game_type| game_type.rules(wish)))
            .ok_or_else(|| Fault::new(from, PdnErrorKind::NoRuleSet))?;
        let names = game_type.map_or_else(|| Names::of(rules), |read| read.names(rules));
        let start = match self.start(rules, &names)? {
            Some(set_up) => set_up,
            // Another tradition of the same game may have the other side begin.
            None => match game_type.and_then(|read| read.first) {
                Some(first) if named.is_none() => Position::initial(rules).with_turn(first),
                _ => Position::initial(rules),
            },
        };
        Ok(Terms {
            rules,
            names,
            start,
        })
    }

    /// The position that is set up, if one is.
    fn start(&self, rules: &RuleSet, names: &Names) -> Result<Option<Position>, Fault<'t>> {
        let fen = self.own("FEN").filter(|fen| !fen.trim().is_empty());
        match (fen, self.own("SetUp")) {
            (Some(fen), _) => parse_fen_named(rules, names, fen)
                .map(Some)
                .map_err(|error| {
                    let at = fen.get(error.column - 1..).unwrap_or(fen);
                    Fault::new(at, PdnErrorKind::Fen(error.kind))
                }),
            (None, Some(set_up)) if set_up.trim() == "1" => {
                Err(Fault::new(set_up, PdnErrorKind::FenMissing))
            }
            _ => Ok(None),
        }
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
