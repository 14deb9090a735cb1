//! What the walk wants next, and the arithmetic between.

use super::player::{Next, Record};
use super::{Ask, BATCH, Move, Position, Step, Torn, Walk, Walked};
use crate::ids::AccountId;
use crate::rating::elo::{EloDelta, MicroElo, delta};
use crate::rating::entry::{Entry, Moment, Ordinal};
use damero_rules::Side;

/// Of so many coming games the rivals' pages are read ahead.
const AHEAD: usize = 16;

/// About so many entries are held at most, however many are walked.
const HELD: usize = 100_000;

/// A player before a game.
#[derive(Clone, Copy)]
struct Before {
    elo: MicroElo,
    games: u32,
}

impl Walk {
    /// What is to be done now. Until it is answered the same is wanted again.
    ///
    /// # Errors
    /// The log misses half of a game: it is no log, or the reads were not consistent.
    pub fn step(&mut self) -> Result<Step, Torn> {
        loop {
            if self.batch.len() >= BATCH {
                return Ok(self.put());
            }
            if !self.unread.is_empty() {
                return Ok(Step::Read(self.asks(None)));
            }
            if !self.ended.is_empty() {
                return Ok(Step::Move(self.moves()));
            }
            let Some(&(moment, account)) = self.next.first() else {
                return Ok(match self.batch.is_empty() {
                    true => Step::Done(self.report),
                    false => self.put(),
                });
            };
            if let Some(needed) = self.game(moment, account)? {
                return Ok(Step::Read(self.asks(Some(needed))));
            }
        }
    }

    fn put(&self) -> Step {
        let batch = self.batch.iter().take(BATCH);
        Step::Put(batch.cloned().collect())
    }

    fn moves(&self) -> Vec<Move> {
        let ended = self.ended.iter();
        ended
            .filter_map(|account| {
                let walked = self.players.get(account)?.walked?;
                Some(Move {
                    account: *account,
                    last: Position {
                        moment: walked.last,
                        ordinal: self.correction.ordinal,
                    },
                    elo: walked.elo,
                    games: walked.games,
                })
            })
            .collect()
    }

    /// Pages of everybody whose next game is not known, or the one needed, and of rivals
    /// to come.
    fn asks(&self, needed: Option<(AccountId, Position)>) -> Vec<Ask> {
        let unread = self.unread.iter();
        let unread =
            unread.filter_map(|account| Some((*account, self.players.get(account)?.position())));
        let coming = self.next.iter().take(AHEAD);
        let coming = coming.filter_map(|(moment, account)| {
            let game = &self.players.get(account)?.front()?.old;
            let is_wanted = game.valid && !self.players.contains_key(&game.rival);
            is_wanted.then_some((game.rival, at(*moment)))
        });
        let share = HELD / self.players.len().max(1);
        let limit = u16::try_from(share.clamp(4, 50)).unwrap_or(4);
        let mut asks: Vec<Ask> = Vec::new();
        for (account, from) in needed.into_iter().chain(unread).chain(coming) {
            if asks.iter().all(|ask| ask.account != account) {
                asks.push(Ask {
                    account,
                    from,
                    limit,
                });
            }
        }
        asks
    }

    /// Walks the first game, that of `account`; or says which page it takes.
    fn game(
        &mut self,
        moment: Moment,
        account: AccountId,
    ) -> Result<Option<(AccountId, Position)>, Torn> {
        let torn = Torn { account, moment };
        let player = self.players.get(&account).ok_or(torn)?;
        let game = player.front().ok_or(torn)?.old.clone();
        let is_corrected = moment == self.correction.game;
        if player.walked.is_none() && !is_corrected {
            return Err(torn);
        }
        let valid = match is_corrected {
            true => self.correction.valid,
            false => game.valid,
        };
        // Who is walked over a game that does not count moves on alone. The corrected game
        // is left by both at once: a cursor must know of both.
        if !valid && !is_corrected {
            let (record, before) = self.enter(account, moment)?;
            self.leave(account, record, before, EloDelta::default(), false)?;
            return Ok(None);
        }
        if let Some(needed) = self.rival(game.rival, moment)? {
            return Ok(Some(needed));
        }
        let (record, before) = self.enter(account, moment)?;
        let (other, rival) = self.enter(game.rival, moment)?;
        if other.old.rival != account {
            return Err(torn);
        }
        // One game has one delta, whoever is walked: that of the side at the bottom.
        let gain = match (valid, game.side) {
            (false, _) => EloDelta::default(),
            (true, Side::White) => delta(before.elo, rival.elo, game.score),
            (true, Side::Black) => -delta(rival.elo, before.elo, other.old.score),
        };
        self.leave(account, record, before, gain, valid)?;
        self.leave(game.rival, other, rival, -gain, valid)?;
        Ok(None)
    }

    /// Sees to it that the rival's entry of a game is the next one of it; or says which
    /// page it takes.
    fn rival(
        &mut self,
        rival: AccountId,
        moment: Moment,
    ) -> Result<Option<(AccountId, Position)>, Torn> {
        let torn = Torn {
            account: rival,
            moment,
        };
        let Some(player) = self.players.get_mut(&rival) else {
            return Ok(Some((rival, at(moment))));
        };
        while player.walked.is_none() && player.front().is_some_and(|r| r.old.moment < moment) {
            player.take();
        }
        match player.next() {
            Next::Game(next) if next == moment => Ok(None),
            // It was read ahead of a later game.
            Next::Game(next) if next > moment && player.walked.is_none() => {
                self.players.remove(&rival);
                Ok(Some((rival, at(moment))))
            }
            Next::Game(_) => Err(torn),
            Next::Unread => Ok(Some((rival, player.position()))),
            // It was read ahead of this game's end.
            Next::None if player.doubt() => Ok(Some((rival, player.position()))),
            Next::None => Err(torn),
        }
    }

    /// A player comes to a game: what the log says of it, and where they stand.
    fn enter(&mut self, account: AccountId, moment: Moment) -> Result<(Record, Before), Torn> {
        self.next.remove(&(moment, account));
        let player = self.players.get_mut(&account);
        let player = player.ok_or(Torn { account, moment })?;
        let record = player.take();
        let record = record.filter(|record| record.old.moment == moment);
        let record = record.ok_or(Torn { account, moment })?;
        let before = match player.walked {
            Some(walked) => Before {
                elo: walked.elo,
                games: walked.games,
            },
            None => Before {
                elo: record.old.before,
                games: record.old.games.saturating_sub(u32::from(record.old.valid)),
            },
        };
        Ok((record, before))
    }

    /// And leaves it: the entry is put if the log does not say so yet, and the player is
    /// walked on if they stand elsewhere than before the correction.
    fn leave(
        &mut self,
        account: AccountId,
        record: Record,
        before: Before,
        delta: EloDelta,
        valid: bool,
    ) -> Result<(), Torn> {
        let Record { old, own } = record;
        let entry = Entry {
            ordinal: self.correction.ordinal,
            before: before.elo,
            delta,
            valid,
            games: before.games.saturating_add(u32::from(valid)),
            ..old.clone()
        };
        if !says_the_same(&entry, &old) {
            self.report.until = self.report.until.max(Some(entry.moment));
        }
        if !says_the_same(&entry, own.as_ref().unwrap_or(&old)) {
            self.report.entries += 1;
            self.batch.push((account, entry.clone()));
        }
        if entry.after() == old.after() && entry.games == old.games {
            self.players.remove(&account);
            return Ok(());
        }
        if let Some(player) = self.players.get_mut(&account) {
            player.walked = Some(Walked {
                last: entry.moment,
                elo: entry.after(),
                games: entry.games,
            });
        }
        self.plan(account)
    }

    /// Notes what is known of a walked account's next game.
    pub(super) fn plan(&mut self, account: AccountId) -> Result<(), Torn> {
        let Some(player) = self.players.get(&account) else {
            return Ok(());
        };
        match player.next() {
            Next::Game(moment) => {
                self.next.insert((moment, account));
            }
            Next::Unread => {
                self.unread.insert(account);
            }
            // Its standing follows from a game that its log has not.
            Next::None if player.is_doubted() => {
                let moment = player
                    .walked
                    .map_or(self.correction.game, |walked| walked.last);
                return Err(Torn { account, moment });
            }
            Next::None => {
                self.ended.insert(account);
            }
        }
        Ok(())
    }
}

fn at(moment: Moment) -> Position {
    Position {
        moment,
        ordinal: Ordinal::END,
    }
}

/// Whether two entries of a game differ in nothing but who wrote them.
fn says_the_same(one: &Entry, other: &Entry) -> bool {
    (one.before, one.delta, one.valid, one.games)
        == (other.before, other.delta, other.valid, other.games)
}
