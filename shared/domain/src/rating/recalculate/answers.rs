//! How what the walk wanted went.

use super::player::Player;
use super::{Page, Position, Torn, Walk};
use crate::ids::AccountId;
use crate::rating::entry::Ordinal;

impl Walk {
    /// A page that was asked for.
    ///
    /// # Errors
    /// A game that somebody was said to have played is not in their log.
    pub fn page(&mut self, account: AccountId, page: Page) -> Result<(), Torn> {
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
