//! How what the walk wanted went.

use super::player::Player;
use super::{Page, Position, Torn, Walk};
use crate::ids::AccountId;
use crate::rating::entry::Ordinal;

/// So many pages that were read ahead are remembered.
const MOST_AHEAD: usize = 64;

impl Walk {
    /// A page that was asked for.
    ///
    /// # Errors
    /// A game that somebody was said to have played is not in their log.
    pub fn page(&mut self, account: AccountId, page: Page) -> Result<(), Torn> {
        if !self.players.contains_key(&account) {
            self.read_ahead(account);
        }
        let first = page.entries.first();
        let moment = first.map_or(self.correction.game, |entry| entry.moment);
        let player = self.players.entry(account).or_insert_with(|| {
            Player::from(Position {
                moment,
                ordinal: Ordinal::END,
            })
        });
        player.read(page.entries, page.more, self.correction.ordinal);
        match self.unread.remove(&account) {
            true => self.plan(account),
            false => Ok(()),
        }
    }

    /// Somebody who is not walked has been read. Not everybody read ahead is met: a rival
    /// may be walked no more by then. So now and then all of them are forgotten.
    fn read_ahead(&mut self, account: AccountId) {
        if self.ahead.len() >= MOST_AHEAD {
            for forgotten in std::mem::take(&mut self.ahead) {
                let player = self.players.get(&forgotten);
                if player.is_some_and(|player| player.walked.is_none()) {
                    self.players.remove(&forgotten);
                }
            }
        }
        self.ahead.insert(account);
    }

    /// How many games' entries it holds: what its memory grows with.
    #[must_use]
    pub fn held(&self) -> usize {
        self.players.values().map(Player::held).sum()
    }

    /// The entries of the last [`Step::Put`](super::Step::Put) are stored.
    pub fn stored(&mut self) {
        let stored = self.batch.len().min(super::BATCH);
        self.batch.drain(..stored);
    }

    /// A standing was moved, or it was not since the account has played.
    pub fn moved(&mut self, account: AccountId, moved: bool) {
        if !self.ended.remove(&account) {
            return;
        }
        if moved {
            self.report.standings += 1;
            self.players.remove(&account);
        } else if let Some(player) = self.players.get_mut(&account) {
            player.doubt();
            self.unread.insert(account);
        }
    }
}
