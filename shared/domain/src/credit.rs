//! Credits: what a beaten level earns, within limits, and why it sometimes does not.

#[cfg(test)]
mod tests;

use crate::account::Account;
use crate::level::{Level, LevelEnd};
use crate::period::LocalDate;
use crate::rating::Moment;
use crate::time::Millis;
use damero_rules::RuleSet;
use std::str::FromStr;

/// How many moves each side must have made.
const MOVES: u16 = 6;

/// How long the game must have lasted.
const LASTED: Millis = Millis::seconds(120);

/// An account earns once it is older than this.
const AGE: Millis = Millis::seconds(24 * 3600);

/// The most that is granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// For a level beaten.
    pub level: u32,
    /// To an account in a week.
    pub week: u32,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps {
            level: 20,
            week: 100,
        }
    }
}

impl Caps {
    /// What is left of a week in which `granted` was.
    #[must_use]
    pub fn left(self, granted: u32) -> u32 {
        self.week.saturating_sub(granted)
    }
}

/// Why a beaten level earned nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Withheld {
    /// The player has no account.
    NotLinked,
    /// The account's e-mail address is not verified.
    Unverified,
    /// The present terms are not accepted.
    Terms,
    /// The account is kept out by hand.
    Suspended,
    /// The account is no more than a day old.
    TooYoung,
    /// One of the two sides has made too few moves.
    TooFewMoves,
    /// The game was over too soon.
    TooFast,
    /// This level of this rule set has earned in this week already.
    AlreadyGranted,
    /// The week's cap is reached.
    Cap,
}

/// Every reason, in the order in which they are looked for.
const REASONS: [(Withheld, &str); 9] = [
    (Withheld::NotLinked, "not_linked"),
    (Withheld::Unverified, "unverified"),
    (Withheld::Terms, "terms"),
    (Withheld::Suspended, "suspended"),
    (Withheld::TooYoung, "too_young"),
    (Withheld::TooFewMoves, "too_few_moves"),
    (Withheld::TooFast, "too_fast"),
    (Withheld::AlreadyGranted, "already_granted"),
    (Withheld::Cap, "cap"),
];

impl Withheld {
    /// The stable code that is stored and goes over the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        let code = REASONS.iter().find(|(reason, _)| *reason == self);
        code.map_or("", |(_, code)| code)
    }
}

/// A text that is no reason's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no reason of that code")]
pub struct UnknownReason;

impl FromStr for Withheld {
    type Err = UnknownReason;
    fn from_str(code: &str) -> Result<Withheld, UnknownReason> {
        let reason = REASONS.iter().find(|(_, known)| *known == code);
        reason.map(|(reason, _)| *reason).ok_or(UnknownReason)
    }
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Credit {
    /// So many, at least one.
    Granted(u32),
    /// None.
    Refused(Withheld),
}

impl Credit {
    /// How many.
    #[must_use]
    pub fn amount(self) -> u32 {
        match self {
            Credit::Granted(amount) => amount,
            Credit::Refused(_) => 0,
        }
    }
}

/// What an account has had in the week of a game's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Earned {
    /// In all.
    pub week: u32,
    /// Whether for the game's level and rule set.
    pub level: bool,
}

/// A line of an account's ledger: a grant or a refusal. Written once and never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// For which game, and when it ended.
    pub moment: Moment,
    /// For a level of which rule set.
    pub rules: &'static RuleSet,
    /// For which level.
    pub level: Level,
    /// The weekly period of the end, whose caps it is under.
    pub week: LocalDate,
    /// What it says.
    pub credit: Credit,
}

/// What a beaten level earns an account: as much as the caps leave of a level's amount.
#[must_use]
pub fn judge(
    end: &LevelEnd,
    account: Option<&Account>,
    terms: u32,
    earned: Earned,
    caps: Caps,
) -> Credit {
    let amount = caps.level.min(caps.left(earned.week));
    let eligible = account
        .ok_or(Withheld::NotLinked)
        .and_then(|account| check_account(account, end, terms))
        .and_then(|()| check_game(end));
    match eligible {
        Err(why) => Credit::Refused(why),
        Ok(()) if earned.level => Credit::Refused(Withheld::AlreadyGranted),
        Ok(()) if amount == 0 => Credit::Refused(Withheld::Cap),
        Ok(()) => Credit::Granted(amount),
    }
}

fn check_account(account: &Account, end: &LevelEnd, terms: u32) -> Result<(), Withheld> {
    if !account.verified {
        return Err(Withheld::Unverified);
    }
    if account.accepted != Some(terms) {
        return Err(Withheld::Terms);
    }
    if account.suspended {
        return Err(Withheld::Suspended);
    }
    if end.moment.ended_at - account.created <= AGE {
        return Err(Withheld::TooYoung);
    }
    Ok(())
}

fn check_game(end: &LevelEnd) -> Result<(), Withheld> {
    if end.moves.white.min(end.moves.black) < MOVES {
        return Err(Withheld::TooFewMoves);
    }
    if end.lasted < LASTED {
        return Err(Withheld::TooFast);
    }
    Ok(())
}
