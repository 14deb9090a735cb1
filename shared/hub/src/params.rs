//! What can be set before a game.

use std::fmt;

use damero_engine::Level;
use damero_rules::RuleSet;
use thiserror::Error;

use crate::command::quoted;

/// The rule sets of each variant that programs know by a name; the first is meant by it.
const VARIANTS: [(&str, &[&str]); 7] = [
    (
        "normal",
        &[
            "mesita-international",
            "youzai-international",
            "kondavo-polish",
        ],
    ),
    (
        "english",
        &["mesita-english", "kondavo-english", "clasica-8x8"],
    ),
    ("russian", &["mesita-russian"]),
    ("brazilian", &["kondavo-brazilian"]),
    ("spanish", &["kondavo-spanish"]),
    ("turkish", &["mesita-turkish", "kondavo-turkish"]),
    ("huffing", &["vezz-8x8"]),
];

/// An engine's parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// What is played.
    pub rules: &'static RuleSet,
    /// How well.
    pub level: Level,
    /// Megabytes of memory.
    pub memory: u16,
}

/// Why a parameter cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParamsError {
    /// It has no such value.
    #[error("{name} cannot be {value:?}")]
    NoSuchValue {
        /// Which.
        name: &'static str,
        /// The value.
        value: String,
    },
}

impl Params {
    /// How many megabytes there can be.
    pub const MEMORY: std::ops::RangeInclusive<u16> = 1..=16_384;

    /// Sets one. Whether there is one of this name.
    ///
    /// # Errors
    /// That it cannot have this value; nothing has then changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, ParamsError> {
        let refused = |name| ParamsError::NoSuchValue {
            name,
            value: value.to_owned(),
        };
        match name {
            "variant" => {
                let (_, ids) = *VARIANTS
                    .iter()
                    .find(|(variant, _)| *variant == value)
                    .ok_or_else(|| refused("variant"))?;
                // Who has already chosen one of its rule sets keeps it.
                if !ids.contains(&self.rules.id) {
                    let rules = ids.first().and_then(|id| RuleSet::by_id(id));
                    self.rules = rules.ok_or_else(|| refused("variant"))?;
                }
            }
            "rule-set" => {
                self.rules = RuleSet::by_id(value).ok_or_else(|| refused("rule-set"))?;
            }
            "level" => {
                let level = value.parse().ok().and_then(Level::new);
                self.level = level.ok_or_else(|| refused("level"))?;
            }
            "memory" => {
                let memory = value.parse().ok().filter(|mb| Self::MEMORY.contains(mb));
                self.memory = memory.ok_or_else(|| refused("memory"))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The variant that programs know a rule set by.
#[must_use]
pub fn variant(rules: &RuleSet) -> &'static str {
    let has = |(_, ids): &&(&str, &[&str])| ids.contains(&rules.id);
    VARIANTS.iter().find(has).map_or("", |(variant, _)| variant)
}

/// The `param` lines.
impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variants = VARIANTS.map(|(variant, _)| variant).join(" ");
        let sets: Vec<_> = RuleSet::ALL.iter().map(|rules| rules.id).collect();
        let mut list = |name, value: &str, values: &str| {
            let values = quoted(values);
            writeln!(
                f,
                "param name={name} value={value} type=enum values={values}"
            )
        };
        list("variant", variant(self.rules), &variants)?;
        list("rule-set", self.rules.id, &sets.join(" "))?;
        let mut range = |name, value, [min, max]: [u16; 2]| {
            writeln!(
                f,
                "param name={name} value={value} type=int min={min} max={max}"
            )
        };
        let levels = [Level::LOWEST, Level::HIGHEST].map(|level| u16::from(level.number()));
        range("level", u16::from(self.level.number()), levels)?;
        range(
            "memory",
            self.memory,
            [*Self::MEMORY.start(), *Self::MEMORY.end()],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_has_one_variant() {
        for rules in RuleSet::ALL {
            let holding = VARIANTS.iter().filter(|(_, ids)| ids.contains(&rules.id));
            assert_eq!(holding.count(), 1, "{}", rules.id);
        }
    }
}
