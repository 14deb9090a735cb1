//! What has weeks and months of its own: each rule set's ranking, and the League.

use crate::period::PeriodKind;
use damero_rules::RuleSet;
use std::fmt;
use std::str::FromStr;

/// A ranking whose periods are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ladder {
    /// A rule set's, by Elo: weeks and months.
    Elo(&'static RuleSet),
    /// The club's table over all rule sets, by activity: weeks.
    League,
}

impl Ladder {
    /// The kinds of period it has.
    #[must_use]
    pub fn kinds(self) -> &'static [PeriodKind] {
        match self {
            Ladder::Elo(_) => &[PeriodKind::Week, PeriodKind::Month],
            Ladder::League => &[PeriodKind::Week],
        }
    }

    /// The version of the rules it is played by.
    #[must_use]
    pub fn version(self) -> u16 {
        match self {
            Ladder::Elo(rules) => rules.version,
            Ladder::League => 1,
        }
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ladder::Elo(rules) => rules.id,
            Ladder::League => "league",
        })
    }
}

/// A text that is no ladder's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no ranking of that name")]
pub struct UnknownLadder;

impl FromStr for Ladder {
    type Err = UnknownLadder;
    fn from_str(text: &str) -> Result<Ladder, UnknownLadder> {
        match text {
            "league" => Ok(Ladder::League),
            id => RuleSet::by_id(id).map(Ladder::Elo).ok_or(UnknownLadder),
        }
    }
}
