//! Short ways to say who played whom, and a club in which they do.

use crate::replay::{Line, Replay, replay};
use damero_domain::ids::{AccountId, GameId};
use damero_domain::period::{Period, PeriodKind, Span, Zone};
use damero_domain::rating::evidence::Ranking;
use damero_domain::rating::recalculate::Correction;
use damero_domain::rating::{Entry, Header, Ledger, Moment, Ordinal, RatedEnd};
use damero_domain::{BySide, Timestamp};
use damero_rules::Side;
use std::collections::{BTreeMap, BTreeSet};
use ulid::Ulid;

pub(crate) fn account(number: u32) -> AccountId {
    AccountId(Ulid(u128::from(number)))
}

pub(crate) fn moment(ended_at: i64, game: u32) -> Moment {
    Moment {
        ended_at: Timestamp(ended_at),
        game: GameId(Ulid(u128::from(game))),
    }
}

/// A rated game that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) moment: Moment,
    pub(crate) white: AccountId,
    pub(crate) black: AccountId,
    pub(crate) winner: Option<Side>,
}

impl Played {
    pub(crate) fn end(&self) -> RatedEnd {
        RatedEnd {
            moment: self.moment,
            players: BySide {
                white: self.white,
                black: self.black,
            },
            winner: self.winner,
            first_mover: Side::White,
        }
    }

    pub(crate) fn correction(&self, ordinal: u32, valid: bool) -> Correction {
        Correction {
            ordinal: Ordinal(ordinal),
            game: self.moment,
            players: self.end().players,
            valid,
        }
    }
}

/// The game `number` between two players, ended at `number` times ten.
pub(crate) fn game(number: u32, white: u32, black: u32, winner: Option<Side>) -> Played {
    Played {
        moment: moment(i64::from(number) * 10, number),
        white: account(white),
        black: account(black),
        winner,
    }
}

/// A whole number that follows from a seed and what was drawn before.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// Less than `bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed >> 32) % u64::from(bound)).unwrap()
    }
}

/// So many games of so many players, by chance from a seed.
pub(crate) fn history(seed: u64, players: u32, games: u32) -> Vec<Played> {
    let mut chance = Chance(seed);
    (0..games)
        .map(|number| {
            let white = chance.below(players);
            let black = (white + 1 + chance.below(players - 1)) % players;
            let winners = [None, Some(Side::White), Some(Side::Black)];
            let winner = winners[chance.below(3) as usize];
            game(number, white, black, winner)
        })
        .collect()
}

/// A rule set's rated play, with what is known of it beside the ledger.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    pub(crate) ledger: Ledger,
    pub(crate) games: Vec<Played>,
    pub(crate) void: BTreeSet<GameId>,
}

impl World {
    pub(crate) fn of(games: &[Played]) -> World {
        let mut world = World::default();
        for game in games {
            world.ledger.end(&game.end());
            world.games.push(*game);
        }
        world
    }

    /// Decides a correction: what it will have to do, and what it is to be like then.
    pub(crate) fn decide(&mut self, ordinal: u32, game: &Played, valid: bool) -> Correction {
        match valid {
            true => self.void.remove(&game.moment.game),
            false => self.void.insert(game.moment.game),
        };
        game.correction(ordinal, valid)
    }

    pub(crate) fn replay(&self) -> Replay {
        replay(&self.games, |game| !self.void.contains(&game.moment.game))
    }

    /// Standings and log as of `ordinal` say what a full replay says.
    pub(crate) fn assert_replayed(&self, ordinal: u32) {
        let expected = self.replay();
        for (player, (elo, games)) in &expected.players {
            let standing = self.ledger.standing(*player);
            assert_eq!((standing.elo, standing.games), (*elo, *games), "{player}");
            let log = self.ledger.log(*player, Ordinal(ordinal));
            let newest = log.entries().next_back().unwrap();
            // Where an entry was corrected and what follows from it is the same, the
            // standing may name the entry that it was computed from.
            let (last, named) = standing.last.unwrap();
            assert_eq!(last, newest.moment, "{player}");
            assert!(named <= newest.ordinal, "{player}");
            let all = self.games.iter();
            let balance: i32 = all.map(|game| balance(game, *player)).sum();
            assert_eq!(standing.balance, balance, "{player}");
        }
        assert_eq!(self.lines(Ordinal(ordinal)), expected.lines);
        self.assert_nothing_won_or_lost();
    }

    fn assert_nothing_won_or_lost(&self) {
        let accounts = self.ledger.accounts();
        let gains = accounts.map(|account| self.ledger.standing(account).elo.0 - 1_000_000_000);
        assert_eq!(gains.sum::<i64>(), 0);
    }

    fn lines(&self, ordinal: Ordinal) -> BTreeMap<(AccountId, Moment), Line> {
        let accounts = self.ledger.accounts();
        let logs = accounts.map(|account| (account, self.ledger.log(account, ordinal)));
        logs.flat_map(|(account, log)| {
            let entries: Vec<Entry> = log.entries().cloned().collect();
            entries.into_iter().map(move |entry| {
                let line = Line {
                    before: entry.before,
                    delta: entry.delta,
                    games: entry.games,
                    valid: entry.valid,
                };
                ((account, entry.moment), line)
            })
        })
        .collect()
    }
}

fn balance(game: &Played, player: AccountId) -> i32 {
    i32::from(game.white == player) - i32::from(game.black == player)
}

/// A week with bounds of one's own choice.
pub(crate) fn header(start: i64, end: i64, revision: u32) -> Header<Ranking> {
    Header {
        subject: Ranking {
            rule_set: "vezz-8x8".to_owned(),
            version: 1,
        },
        zone: zone("America/Argentina/Buenos_Aires"),
        span: week(start, end),
        revision: Ordinal(revision),
    }
}

pub(crate) fn week(start: i64, end: i64) -> Span {
    Span::whole(Period {
        kind: PeriodKind::Week,
        id: "2026-11-24".parse().unwrap(),
        start: Timestamp(start),
        end: Timestamp(end),
    })
}

pub(crate) fn zone(name: &str) -> Zone {
    name.parse().unwrap()
}
