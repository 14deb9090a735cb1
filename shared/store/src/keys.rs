//! Every key of the table. One entity, one partition-key prefix, so that a
//! function's role can be limited to what it touches.
//!
//! | entity | PK | SK | GSI1 |
//! | --- | --- | --- | --- |
//! | connection | `CONN#{id}` | `META` | |
//! | session | `SESS#{sha256 hex}` | `META` | |
//! | account | `ACC#{account}` | `META` | |
//! | identity guard | `OIDC#{hash of issuer and subject}` | `META` | |
//! | room | `ROOM#{id}` | `META` | |
//! | game | `GAME#{id}` | `META` | `ACTIVE#{shard}` / id, while it runs |
//! | history | `HIST#{person}` | `G#{game}` | |
//! | running pointer | `RUN#{person}` | `G#{game}` | |
//! | ticket | `Q#{rule set}#{part}` | `T#{elo}#{account}` | |
//! | drawn ticket | `DRAWN#{ticket}` | `META` | |
//! | pairing | `PAIRING#{id}` | `META` | |
//! | rated lock | `LOCK#{account}` | `META` | |
//! | standing | `STAND#{rule set}#{shard}` | `{account}` | `LB#{rule set}#{shard}` / Elo, while a game counts |
//! | rating entry | `RE#{rule set}#{account}` | `{ended at}#{game}#{ordinal}` | |
//! | pair and day | `PAIRDAY#{low}#{high}` | `{date}` | |
//! | League log | `LG#{week}#{shard}` | `{account}#{ended at}#{game}`, of a correction `…#{ordinal}` | |
//! | rated play began | `PERIOD#{ladder}` | `META` | |
//! | period, archive line | `PERIOD#{ladder}#{W or M}` | `{date}`, `{date}#{revision}` | |
//! | snapshot | `PERIOD#{ladder}#{W or M}#{date}` | `META#{revision}`, `SNAP#{sha256 hex}`, `SAME#{ordinal}`, `CURSOR#{revision}` | |
//! | corrections | `REVS#{ladder}` | `HEAD`, `{ordinal}`, `CURSOR#{ordinal}#{piece}` | |
//! | ranking view | `VIEW#{ladder}#{table}` | `META`, `{cut}#{chunk}` | |
//! | level progress, level beaten | `PROG#{person}` | `{rule set}`, `{rule set}#WIN#{level}` | |
//! | credit ledger | `CREDIT#{account}` | `{ended at}#{game}` | |
//! | credit guard | `CRGUARD#{account}` | `{week}#{rule set}#{level}` | |
//! | credits of a week | `CRSUM#{account}` | `{week}` | |
//! | rate limit | `RL#{who}#{kind}` | `{window}` | |

mod closing;
mod level;
mod queue;
mod rating;

pub use closing::{
    SAME, activation, archive_line, chunk, closing, closing_cursor, correction, correction_cursor,
    corrections, corrections_head, period, periods, revision, same, view, view_chunk,
};
pub use level::{
    credit_guard, credit_sum, ledger, ledger_line, level_win, moment_of_line, progress,
    progress_of, sort_of_line,
};
pub use queue::{drawn, pairing, part_of, queue, ticket, ticket_of};
pub(crate) use rating::sort_of_time;
pub use rating::{
    LEADER_SHARDS, STAND_SHARDS, entries, entry, leaders, league, league_line, league_lines,
    line_of_league, lock, moment_of_entry, pair_day, shard_of, sort_of_elo, sort_of_entry,
    standing, standings,
};

use damero_domain::ids::{AccountId, ProviderId};
use damero_domain::{ConnectionId, GameId, Person, RoomId};

/// Partition key attribute.
pub const PK: &str = "PK";
/// Sort key attribute.
pub const SK: &str = "SK";
/// The sparse index.
pub const GSI1: &str = "GSI1";
/// Its partition key attribute.
pub const GSI1PK: &str = "GSI1PK";
/// Its sort key attribute.
pub const GSI1SK: &str = "GSI1SK";
/// Sort key of entities that are one item.
pub const META: &str = "META";
/// Over how many partitions running games are listed.
pub const ACTIVE_SHARDS: u8 = 8;

/// Both parts of a primary key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Partition key.
    pub pk: String,
    /// Sort key.
    pub sk: String,
}

impl Key {
    fn meta(pk: String) -> Key {
        Key {
            pk,
            sk: META.into(),
        }
    }
}

/// A live connection.
#[must_use]
pub fn connection(id: &ConnectionId) -> Key {
    Key::meta(format!("CONN#{id}"))
}

/// A session, by the hex of its secret's SHA-256.
#[must_use]
pub fn session(hash: &[u8; 32]) -> Key {
    Key::meta(format!("SESS#{}", hex(hash)))
}

/// A linked account.
#[must_use]
pub fn account(id: AccountId) -> Key {
    Key::meta(format!("ACC#{id}"))
}

/// What says which account somebody has, as their provider knows them.
#[must_use]
pub fn provider(person: &ProviderId) -> Key {
    Key::meta(format!("OIDC#{}", hex(&person.0)))
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A room.
#[must_use]
pub fn room(id: RoomId) -> Key {
    Key::meta(format!("ROOM#{id}"))
}

/// A game.
#[must_use]
pub fn game(id: GameId) -> Key {
    Key::meta(format!("GAME#{id}"))
}

/// A person's game, for ever. Ids sort by date.
#[must_use]
pub fn history(person: Person, game: GameId) -> Key {
    Key {
        pk: history_of(person),
        sk: game_in_list(game),
    }
}

/// All of a person's games.
#[must_use]
pub fn history_of(person: Person) -> String {
    format!("HIST#{person}")
}

/// A person's running game; dropped by whoever reads it after the end.
#[must_use]
pub fn running(person: Person, game: GameId) -> Key {
    Key {
        pk: running_of(person),
        sk: game_in_list(game),
    }
}

/// All of a person's running games.
#[must_use]
pub fn running_of(person: Person) -> String {
    format!("RUN#{person}")
}

/// The sort key of a game in a person's lists.
#[must_use]
pub fn game_in_list(game: GameId) -> String {
    format!("G#{game}")
}

/// One window of one limit.
#[must_use]
pub fn limit(who: &str, kind: &str, window: i64) -> Key {
    Key {
        pk: format!("RL#{who}#{kind}"),
        sk: window.to_string(),
    }
}

/// The partition of the index that lists this running game.
#[must_use]
pub fn active_of(game: GameId) -> String {
    // The id's last byte comes from a hash.
    active(u8::try_from(game.0.0 % u128::from(ACTIVE_SHARDS)).unwrap_or(0))
}

/// One partition of the running games.
#[must_use]
pub fn active(shard: u8) -> String {
    format!("ACTIVE#{shard}")
}
