//! What is played, where a text does not say it: whatever allows all that was played.

use std::cmp::Reverse;

use damero_rules::{PdnEntry, PdnErrorKind, RuleSet, read_pdn};

/// How many games of a text are asked: those of one file are of one kind, and each is read once
/// for every rule set.
const ASKED: usize = 8;

/// The rule sets that a text leaves open, and the likeliest of them; none if it says what is played.
#[derive(Default)]
pub(super) struct Choice {
    pub(super) rule_sets: Vec<&'static RuleSet>,
    pub(super) likeliest: Option<&'static RuleSet>,
}

/// What comes of reading a text by a wish.
struct Attempt {
    rules: &'static RuleSet,
    /// For each game, whether the wish decided and all was legal.
    fits: Vec<bool>,
    /// Where the first problem is, by line and column.
    reach: (usize, usize),
}

impl Choice {
    pub(super) fn of(text: &str) -> Choice {
        let attempts: Vec<Attempt> = RuleSet::ALL
            .iter()
            .map(|rules| Attempt::new(text, rules))
            .collect();
        let open: Vec<usize> = read_pdn(text, None)
            .take(ASKED)
            .enumerate()
            .filter(|(nth, entry)| is_unsaid(entry) || fitting(&attempts, *nth) > 1)
            .map(|(nth, _)| nth)
            .collect();
        if open.is_empty() {
            return Choice::default();
        }
        let fits = |attempt: &Attempt| open.iter().filter(|&&nth| attempt.fits(nth)).count();
        let most = attempts.iter().map(fits).max().unwrap_or_default();
        let best = || attempts.iter().filter(|attempt| fits(attempt) == most);
        Choice {
            rule_sets: best().map(|attempt| attempt.rules).collect(),
            // Of those that come equally far, the one that stands first in the table.
            likeliest: best()
                .min_by_key(|attempt| Reverse(attempt.reach))
                .map(|attempt| attempt.rules),
        }
    }
}

impl Attempt {
    fn new(text: &str, rules: &'static RuleSet) -> Attempt {
        let entries: Vec<PdnEntry> = read_pdn(text, Some(rules)).take(ASKED).collect();
        let problem = entries.iter().find_map(|entry| entry.game.as_ref().err());
        Attempt {
            rules,
            fits: entries
                .iter()
                .map(|entry| entry.game.as_ref().is_ok_and(|game| game.rules == rules))
                .collect(),
            reach: problem.map_or((usize::MAX, 0), |error| (error.line, error.column)),
        }
    }

    /// A game that this reading did not come to does not fit.
    fn fits(&self, nth: usize) -> bool {
        self.fits.get(nth).copied().unwrap_or(false)
    }
}

fn is_unsaid(entry: &PdnEntry) -> bool {
    matches!(&entry.game, Err(error) if error.kind == PdnErrorKind::NoRuleSet)
}

fn fitting(attempts: &[Attempt], nth: usize) -> usize {
    attempts.iter().filter(|attempt| attempt.fits(nth)).count()
}
