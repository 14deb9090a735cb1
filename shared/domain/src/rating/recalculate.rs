//! Recalculating ratings after a correction, while games go on.
//!
//! A [`Walk`] goes through a rule set's log from the corrected game on, in the order of
//! confirmed ends (ties by id), and computes what every entry would say had the game
//! been rated otherwise from the start. It does no I/O: [`Walk::step`] says what it
//! wants next, whoever runs it does that and says how it went.
//!
//! * An account is walked while its rating **or** its count of valid games differs from
//!   what its log said as of the correction before. (A void draw between equals moves
//!   no rating and still counts for nothing.) Own entries from before a crash are never
//!   taken for what the log said.
//! * An entry is put where the log as of this correction does not say so yet: running
//!   again puts nothing twice, and what is put is the same bytes whoever puts it.
//! * As soon as the end of a walked account's log is reached its standing is moved, on
//!   the condition that the account's newest entry is still that one. From then on its
//!   games follow from the right rating and need no walking; if the condition fails it
//!   has played, and the walk reads on. So no game is ever met later than its turn, and
//!   one pass is enough, however fast people play.
//!
//! Reads must be strongly consistent. One walk of a rule set runs at a time, by ordinal;
//! a second one of the same correction, or a late write of a killed one, does no harm.
//!
//! What grows with the number of players is a row for each account whose rating is
//! different at the point that the walk has come to, and a few of its entries.

mod answers;
mod cursor;
mod player;
mod steps;

use super::elo::MicroElo;
use super::entry::{Entry, Moment, Ordinal};
use super::standing::Standing;
use crate::ids::{AccountId, GameId};
use crate::side::BySide;
use crate::time::Timestamp;
use player::Player;
use std::collections::{BTreeMap, BTreeSet};
use ulid::Ulid;

pub use cursor::{Cursor, InvalidCursor, Walked};

/// So many entries are put at a time: what a batch of the table holds.
pub const BATCH: usize = 25;

/// A decision on one rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Its number in the rule set, from 1.
    pub ordinal: Ordinal,
    /// The game, and when it ended.
    pub game: Moment,
    /// Who played it.
    pub players: BySide<AccountId>,
    /// Whether it counts from now on.
    pub valid: bool,
}

/// Where in a log to read from: everything from here on, ascending, all corrections'
/// entries included. It is the order of the log's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The game.
    pub moment: Moment,
    /// Among its entries.
    pub ordinal: Ordinal,
}

impl Position {
    /// Before every entry.
    pub const FIRST: Position = Position {
        moment: Moment {
            ended_at: Timestamp(i64::MIN),
            game: GameId(Ulid(0)),
        },
        ordinal: Ordinal::END,
    };

    /// Behind every entry.
    pub const LAST: Position = Position {
        moment: Moment {
            ended_at: Timestamp(i64::MAX),
            game: GameId(Ulid(u128::MAX)),
        },
        ordinal: Ordinal(u32::MAX),
    };
}

/// A page of an account's log that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Whose.
    pub account: AccountId,
    /// The first entry wanted, or the next one there is.
    pub from: Position,
    /// So many entries at most; fewer are as good.
    pub limit: u16,
}

/// A page of an account's log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Entries from the position asked for, ascending.
    pub entries: Vec<Entry>,
    /// Whether there are more behind them.
    pub more: bool,
}

/// A standing to be moved: rating, games and last entry, not the balance of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose.
    pub account: AccountId,
    /// The condition: the standing's last entry is of this game, written by this
    /// correction or one before it.
    pub last: Position,
    /// Rating.
    pub elo: MicroElo,
    /// Valid games.
    pub games: u32,
}

impl Move {
    /// The standing afterwards; nothing if the condition does not hold.
    #[must_use]
    pub fn apply(&self, standing: &Standing) -> Option<Standing> {
        let (moment, ordinal) = standing.last?;
        let holds = moment == self.last.moment && ordinal <= self.last.ordinal;
        holds.then_some(Standing {
            elo: self.elo,
            games: self.games,
            last: Some((self.last.moment, self.last.ordinal)),
            ..*standing
        })
    }
}

/// What the walk wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Read these pages and answer each with [`Walk::page`]. The first is needed now, the
    /// others soon: they may be left out.
    Read(Vec<Ask>),
    /// Put these entries, over what is there, and say so with [`Walk::stored`].
    Put(Vec<(AccountId, Entry)>),
    /// Move these standings and say with [`Walk::moved`] of each whether its condition
    /// held. An unknown outcome may be tried again.
    Move(Vec<Move>),
    /// Everything follows from the log as corrected.
    Done(Report),
}

/// What a walk has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Entries that it put.
    pub entries: u64,
    /// Standings that it moved.
    pub standings: u64,
    /// The last end at which something is different now. Periods that end before the
    /// corrected game or begin after this are as they were.
    pub until: Option<Moment>,
}

/// The log is not one: half of a game is missing, or the page is none that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log of {account} has no entry of the game {} that ended at {}", .moment.game, .moment.ended_at)]
pub struct Torn {
    /// Whose.
    pub account: AccountId,
    /// What should be there.
    pub moment: Moment,
}

/// A recalculation under way.
#[derive(Clone, Debug)]
pub struct Walk {
    correction: Correction,
    /// Who is walked, and rivals whose entries have been read for it.
    players: BTreeMap<AccountId, Player>,
    /// The next game of each walked account, as far as it is known.
    next: BTreeSet<(Moment, AccountId)>,
    /// Walked accounts whose next game is not known.
    unread: BTreeSet<AccountId>,
    /// Walked accounts that have none.
    ended: BTreeSet<AccountId>,
    /// Rivals whose pages were read ahead.
    ahead: BTreeSet<AccountId>,
    /// Entries to be put.
    batch: Vec<(AccountId, Entry)>,
    report: Report,
}
