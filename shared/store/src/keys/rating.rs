//! Keys of rated play.

use super::Key;
use damero_domain::ids::AccountId;
use damero_domain::period::LocalDate;
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{MicroElo, Moment, Ordinal};
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;
use sha2::{Digest, Sha256};
use std::str::FromStr;

/// Over how many partitions a rule set's standings, and a week's log, are spread.
pub const STAND_SHARDS: u8 = 16;
/// Over how many partitions of the index a rule set's players are listed by rating.
pub const LEADER_SHARDS: u8 = 8;

/// The shard of an account.
#[must_use]
pub fn shard_of(account: AccountId, shards: u8) -> u8 {
    Sha256::digest(account.0.to_bytes())[0] % shards
}

/// What keeps an account from a second place in a queue, and from a second rated game.
#[must_use]
pub fn lock(account: AccountId) -> Key {
    Key::meta(format!("LOCK#{account}"))
}

/// One shard of a rule set's standings.
#[must_use]
pub fn standings(rules: &RuleSet, shard: u8) -> String {
    format!("STAND#{}#{shard}", rules.id)
}

/// An account's standing in a rule set.
#[must_use]
pub fn standing(rules: &RuleSet, account: AccountId) -> Key {
    Key {
        pk: standings(rules, shard_of(account, STAND_SHARDS)),
        sk: account.to_string(),
    }
}

/// One partition of the index of a rule set's players by rating.
#[must_use]
pub fn leaders(rules: &RuleSet, shard: u8) -> String {
    format!("LB#{}#{shard}", rules.id)
}

/// A rating as texts that sort as ratings do. No rating is a thousand million points from zero.
#[must_use]
pub fn sort_of_elo(elo: MicroElo) -> String {
    format!("{:016}", elo.0.saturating_add(1_000_000_000_000_000).max(0))
}

/// An account's rating log in a rule set.
#[must_use]
pub fn entries(rules: &RuleSet, account: AccountId) -> String {
    format!("RE#{}#{account}", rules.id)
}

/// What one game did to one account, as of one correction.
#[must_use]
pub fn entry(rules: &RuleSet, account: AccountId, moment: Moment, ordinal: Ordinal) -> Key {
    Key {
        pk: entries(rules, account),
        sk: sort_of_entry(moment, ordinal),
    }
}

/// The sort key of an entry: confirmed end, game, ordinal.
#[must_use]
pub fn sort_of_entry(moment: Moment, Ordinal(ordinal): Ordinal) -> String {
    format!(
        "{}#{}#{ordinal:06}",
        sort_of_time(moment.ended_at),
        moment.game
    )
}

/// Reads [`sort_of_entry`].
#[must_use]
pub fn moment_of_entry(sort: &str) -> Option<(Moment, Ordinal)> {
    let mut parts = sort.split('#');
    let ended_at = Timestamp(digits(parts.next()?, 13)?);
    let game = parts.next()?.parse().ok()?;
    let ordinal = Ordinal(digits(parts.next()?, 6)?);
    let whole = parts.next().is_none();
    whole.then_some((Moment { ended_at, game }, ordinal))
}

/// What two accounts played on a day.
#[must_use]
pub fn pair_day(players: Players, day: LocalDate) -> Key {
    Key {
        pk: format!("PAIRDAY#{}#{}", players.low, players.high),
        sk: day.to_string(),
    }
}

/// One shard of a week of the League's log.
#[must_use]
pub fn league(week: LocalDate, shard: u8) -> String {
    format!("LG#{week}#{shard}")
}

/// A word on a game in an account's week of the League: its end's, or by the League's
/// own number a correction's.
#[must_use]
pub fn league_line(
    week: LocalDate,
    account: AccountId,
    moment: Moment,
    Ordinal(ordinal): Ordinal,
) -> Key {
    let own = format!(
        "{}{}#{}",
        league_lines(account),
        sort_of_time(moment.ended_at),
        moment.game
    );
    Key {
        pk: league(week, shard_of(account, STAND_SHARDS)),
        sk: match ordinal {
            0 => own,
            _ => format!("{own}#{ordinal:06}"),
        },
    }
}

/// How all of an account's sort keys in a week of the League begin.
#[must_use]
pub fn league_lines(account: AccountId) -> String {
    format!("{account}#")
}

/// Reads the sort key of [`league_line`].
#[must_use]
pub fn line_of_league(sort: &str) -> Option<(AccountId, Moment, Ordinal)> {
    let mut parts = sort.split('#');
    let account = parts.next()?.parse().ok()?;
    let moment = Moment {
        ended_at: Timestamp(digits(parts.next()?, 13)?),
        game: parts.next()?.parse().ok()?,
    };
    let ordinal = match parts.next() {
        Some(ordinal) => digits(ordinal, 6).filter(|ordinal| *ordinal > 0)?,
        None => 0,
    };
    let whole = parts.next().is_none();
    whole.then_some((account, moment, Ordinal(ordinal)))
}

/// A time in a sort key.
pub(crate) fn sort_of_time(Timestamp(ms): Timestamp) -> String {
    format!("{ms:013}")
}

/// A number of just so many digits.
fn digits<T: FromStr>(text: &str, count: usize) -> Option<T> {
    let only = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    only.then(|| text.parse().ok())?
}
