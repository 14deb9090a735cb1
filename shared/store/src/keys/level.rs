//! Keys of the progressive computer and of what it earns.

use super::{Key, sort_of_time};
use damero_domain::ids::{AccountId, Person};
use damero_domain::level::Level;
use damero_domain::period::LocalDate;
use damero_domain::rating::Moment;
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;

/// All that is kept of somebody's levels.
#[must_use]
pub fn progress_of(who: Person) -> String {
    format!("PROG#{who}")
}

/// Where somebody stands in a rule set.
#[must_use]
pub fn progress(who: Person, rules: &RuleSet) -> Key {
    Key {
        pk: progress_of(who),
        sk: rules.id.to_string(),
    }
}

/// That somebody has beaten a level of a rule set.
#[must_use]
pub fn level_win(who: Person, rules: &RuleSet, level: Level) -> Key {
    Key {
        pk: progress_of(who),
        sk: format!("{}#WIN#{:03}", rules.id, level.number()),
    }
}

/// An account's ledger.
#[must_use]
pub fn ledger(account: AccountId) -> String {
    format!("CREDIT#{account}")
}

/// A line of an account's ledger: one a game.
#[must_use]
pub fn ledger_line(account: AccountId, moment: Moment) -> Key {
    Key {
        pk: ledger(account),
        sk: sort_of_line(moment),
    }
}

/// The sort key of a ledger's line: confirmed end, game.
#[must_use]
pub fn sort_of_line(moment: Moment) -> String {
    format!("{}#{}", sort_of_time(moment.ended_at), moment.game)
}

/// Reads [`sort_of_line`].
#[must_use]
pub fn moment_of_line(sort: &str) -> Option<Moment> {
    let (at, game) = sort.split_once('#')?;
    let digits = at.len() == 13 && at.bytes().all(|byte| byte.is_ascii_digit());
    Some(Moment {
        ended_at: Timestamp(digits.then(|| at.parse().ok())??),
        game: game.parse().ok()?,
    })
}

/// What keeps a level of a rule set from earning twice in a week.
#[must_use]
pub fn credit_guard(account: AccountId, week: LocalDate, rules: &RuleSet, level: Level) -> Key {
    Key {
        pk: format!("CRGUARD#{account}"),
        sk: format!("{week}#{}#{:03}", rules.id, level.number()),
    }
}

/// What an account has been granted in a week.
#[must_use]
pub fn credit_sum(account: AccountId, week: LocalDate) -> Key {
    Key {
        pk: format!("CRSUM#{account}"),
        sk: week.to_string(),
    }
}
