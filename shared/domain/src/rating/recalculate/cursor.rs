//! What a walk must remember to go on after a crash.

use super::{Correction, Player, Position, Report, Walk};
use crate::ids::{AccountId, GameId};
use crate::rating::elo::MicroElo;
use crate::rating::entry::{Moment, Ordinal};
use crate::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use ulid::Ulid;

/// An account that stands elsewhere than its log said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The last game walked.
    pub last: Moment,
    /// The rating after it.
    pub elo: MicroElo,
    /// Valid games up to it.
    pub games: u32,
}

/// How far a walk has come: 52 bytes an account that is being walked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Who is being walked.
    pub walked: BTreeMap<AccountId, Walked>,
    /// What was done so far.
    pub report: Report,
}

/// Bytes that are no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the cursor of a recalculation")]
pub struct InvalidCursor;

/// The first byte of a cursor; another layout gets another one.
const LAYOUT: u8 = 1;

impl Cursor {
    /// The cursor as bytes. They are long where many are walked: whoever stores them may
    /// cut them anywhere and put them together again.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![LAYOUT];
        bytes.extend(self.report.entries.to_be_bytes());
        bytes.extend(self.report.standings.to_be_bytes());
        bytes.push(u8::from(self.report.until.is_some()));
        self.report
            .until
            .iter()
            .for_each(|moment| put(&mut bytes, moment));
        for (account, walked) in &self.walked {
            bytes.extend(account.0.to_bytes());
            put(&mut bytes, &walked.last);
            bytes.extend(walked.elo.0.to_be_bytes());
            bytes.extend(walked.games.to_be_bytes());
        }
        bytes
    }

    /// Reads [`Cursor::to_bytes`].
    ///
    /// # Errors
    /// They are none, or of another layout.
    pub fn from_bytes(bytes: &[u8]) -> Result<Cursor, InvalidCursor> {
        let mut bytes = Bytes(bytes);
        bytes.cursor().ok_or(InvalidCursor)
    }
}

fn put(bytes: &mut Vec<u8>, moment: &Moment) {
    bytes.extend(moment.ended_at.0.to_be_bytes());
    bytes.extend(moment.game.0.to_bytes());
}

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn moment(&mut self) -> Option<Moment> {
        Some(Moment {
            ended_at: Timestamp(i64::from_be_bytes(self.take()?)),
            game: GameId(Ulid::from_bytes(self.take()?)),
        })
    }

    fn cursor(&mut self) -> Option<Cursor> {
        (self.take()? == [LAYOUT]).then_some(())?;
        let entries = u64::from_be_bytes(self.take()?);
        let standings = u64::from_be_bytes(self.take()?);
        let until = match self.take()? {
            [0] => None,
            [1] => Some(self.moment()?),
            _ => return None,
        };
        let mut walked = BTreeMap::new();
        while !self.0.is_empty() {
            let account = AccountId(Ulid::from_bytes(self.take()?));
            let at = Walked {
                last: self.moment()?,
                elo: MicroElo(i64::from_be_bytes(self.take()?)),
                games: u32::from_be_bytes(self.take()?),
            };
            walked.insert(account, at);
        }
        let report = Report {
            entries,
            standings,
            until,
        };
        Some(Cursor { walked, report })
    }
}

impl Walk {
    /// A correction's recalculation from its beginning.
    #[must_use]
    pub fn start(correction: Correction) -> Walk {
        let mut walk = Walk::of(correction);
        for account in [correction.players.white, correction.players.black] {
            let from = Position {
                moment: correction.game,
                ordinal: Ordinal::END,
            };
            walk.players.insert(account, Player::from(from));
            walk.unread.insert(account);
        }
        walk
    }

    /// The same from where [`Walk::cursor`] has seen it.
    #[must_use]
    pub fn resume(correction: Correction, cursor: Cursor) -> Walk {
        let mut walk = Walk::of(correction);
        walk.report = cursor.report;
        for (account, walked) in cursor.walked {
            let from = Position {
                moment: walked.last,
                ordinal: correction.ordinal,
            };
            let mut player = Player::from(from.after());
            player.walked = Some(walked);
            walk.players.insert(account, player);
            walk.unread.insert(account);
        }
        walk
    }

    /// How far it has come; nothing while there are entries that have not been put, and
    /// before the corrected game itself, where there is nothing to remember.
    #[must_use]
    pub fn cursor(&self) -> Option<Cursor> {
        (self.batch.is_empty() && self.report.until.is_some()).then(|| {
            let players = self.players.iter();
            let walked = players.filter_map(|(account, player)| Some((*account, player.walked?)));
            Cursor {
                walked: walked.collect(),
                report: self.report,
            }
        })
    }

    fn of(correction: Correction) -> Walk {
        Walk {
            correction,
            players: BTreeMap::new(),
            next: BTreeSet::new(),
            unread: BTreeSet::new(),
            ended: BTreeSet::new(),
            ahead: BTreeSet::new(),
            batch: Vec::new(),
            report: Report::default(),
        }
    }
}
