//! Figures that a fair-play review begins with. They prove nothing and sanction
//! nothing: people look at the games.

use crate::ids::{AccountId, GameId};
use crate::rating::{Players, Score};
use crate::side::BySide;
use damero_rules::Side;
use std::collections::{BTreeMap, BTreeSet};

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// A pair that met so often within the time looked at meets often.
const OFTEN: usize = 6;

/// One-sided: so many of a hundred points went to the same of the two.
const ONE_SIDED: usize = 90;

/// Move times are judged from so many moves on.
const MOVES: usize = 20;

/// Very even: the standard deviation is less than so many hundredths of the mean.
const EVEN: u128 = 15;

/// A resignation before so many plies is instant.
const INSTANT: usize = 10;

/// An account with so many instant resignations is listed.
const RESIGNATIONS: usize = 3;

/// What a review looks at in a rated game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// Which.
    pub game: GameId,
    /// Who played.
    pub players: BySide<AccountId>,
    /// White's score.
    pub score: Score,
    /// Who resigned.
    pub resigned: Option<Side>,
    /// Plies.
    pub plies: usize,
    /// How long each of a player's moves took, ms, the first one left out.
    pub times: BySide<Vec<u64>>,
    /// Keyed hashes of the addresses from which both confirmed the game; they say nothing
    /// but whether two of a month are the same.
    pub tags: BySide<Option<[u8; 16]>>,
}

/// What stands out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A pair that meets often, with results that go one way.
    OneSided {
        /// Who.
        pair: Players,
        /// Their games.
        games: usize,
        /// Half points of the first of the pair.
        low: usize,
        /// Games in which both came from the same address.
        shared: usize,
    },
    /// A player whose moves in one game took very much the same time each.
    EvenTimes {
        /// Who.
        account: AccountId,
        /// In which game.
        game: GameId,
        /// How many moves.
        moves: usize,
        /// Mean, ms.
        mean: u64,
        /// Standard deviation, ms.
        deviation: u64,
    },
    /// An account that keeps resigning at once.
    Resignations {
        /// Who.
        account: AccountId,
        /// In which games.
        games: Vec<GameId>,
        /// Games in which both came from the same address.
        shared: usize,
    },
    /// Accounts that played from one address within a month: a household, a school, a
    /// café, or one person.
    SharedConnection {
        /// Who, in order.
        accounts: Vec<AccountId>,
        /// Games that one of them began from there.
        games: usize,
        /// Games that two of them began from there against each other.
        met: usize,
        /// Nothing else stands out about any of them: then it says nothing at all.
        alone: bool,
    },
}

/// What stands out among these games, in a stable order.
#[must_use]
pub fn signals(games: &[Observed]) -> Vec<Signal> {
    let mut found = one_sided(games);
    found.extend(games.iter().flat_map(even_times));
    found.extend(resignations(games));
    let named: BTreeSet<_> = found.iter().flat_map(Signal::accounts).collect();
    found.extend(shared_connections(games, &named));
    found
}

impl Signal {
    /// Whom it names.
    fn accounts(&self) -> Vec<AccountId> {
        match self {
            Signal::OneSided { pair, .. } => vec![pair.low, pair.high],
            Signal::EvenTimes { account, .. } | Signal::Resignations { account, .. } => {
                vec![*account]
            }
            Signal::SharedConnection { accounts, .. } => accounts.clone(),
        }
    }
}

impl Observed {
    fn is_shared(&self) -> bool {
        self.tags.white.is_some() && self.tags.white == self.tags.black
    }
}

fn one_sided(games: &[Observed]) -> Vec<Signal> {
    let mut pairs: BTreeMap<Players, Vec<&Observed>> = BTreeMap::new();
    for game in games {
        let pair = Players::of(game.players.white, game.players.black);
        pairs.entry(pair).or_default().push(game);
    }
    let often = pairs.into_iter().filter(|(_, games)| games.len() >= OFTEN);
    often
        .filter_map(|(pair, games)| {
            let low = games.iter().map(|game| half_points(game, pair.low)).sum();
            let all = 2 * games.len();
            let most = usize::max(low, all - low);
            (most * 100 >= all * ONE_SIDED).then(|| Signal::OneSided {
                pair,
                games: games.len(),
                low,
                shared: games.iter().filter(|game| game.is_shared()).count(),
            })
        })
        .collect()
}

fn half_points(game: &Observed, account: AccountId) -> usize {
    let own = match game.players.white == account {
        true => game.score,
        false => game.score.other(),
    };
    match own {
        Score::Win => 2,
        Score::Draw => 1,
        Score::Loss => 0,
    }
}

fn even_times(game: &Observed) -> Vec<Signal> {
    SIDES
        .into_iter()
        .filter_map(|side| {
            let times = &game.times[side];
            let moves = u128::try_from(times.len()).ok()?;
            if times.len() < MOVES {
                return None;
            }
            let mean = times.iter().copied().map(u128::from).sum::<u128>() / moves;
            let squares = times
                .iter()
                .map(|&time| u128::from(time).abs_diff(mean).pow(2));
            let deviation = (squares.sum::<u128>() / moves).isqrt();
            (deviation * 100 < mean * EVEN).then(|| Signal::EvenTimes {
                account: game.players[side],
                game: game.game,
                moves: times.len(),
                mean: u64::try_from(mean).unwrap_or(u64::MAX),
                deviation: u64::try_from(deviation).unwrap_or(u64::MAX),
            })
        })
        .collect()
}

fn resignations(games: &[Observed]) -> Vec<Signal> {
    let mut accounts: BTreeMap<AccountId, Vec<&Observed>> = BTreeMap::new();
    for game in games {
        if let Some(side) = game.resigned.filter(|_| game.plies < INSTANT) {
            accounts.entry(game.players[side]).or_default().push(game);
        }
    }
    let listed = accounts
        .into_iter()
        .filter(|(_, games)| games.len() >= RESIGNATIONS);
    listed
        .map(|(account, games)| Signal::Resignations {
            account,
            shared: games.iter().filter(|game| game.is_shared()).count(),
            games: games.into_iter().map(|game| game.game).collect(),
        })
        .collect()
}

/// Groups of accounts, each once, by all addresses that exactly they share.
fn shared_connections(games: &[Observed], named: &BTreeSet<AccountId>) -> Vec<Signal> {
    let mut people: BTreeMap<[u8; 16], BTreeSet<AccountId>> = BTreeMap::new();
    for game in games {
        for side in SIDES {
            if let Some(tag) = game.tags[side] {
                people.entry(tag).or_default().insert(game.players[side]);
            }
        }
    }
    let mut groups: BTreeMap<BTreeSet<AccountId>, BTreeSet<[u8; 16]>> = BTreeMap::new();
    for (tag, accounts) in people {
        if accounts.len() > 1 {
            groups.entry(accounts).or_default().insert(tag);
        }
    }
    let from = |game: &Observed, tags: &BTreeSet<_>| {
        let known = SIDES.map(|side| game.tags[side].is_some_and(|tag| tags.contains(&tag)));
        known.contains(&true)
    };
    groups
        .into_iter()
        .map(|(accounts, tags)| {
            let began = games.iter().filter(|game| from(game, &tags));
            let began: Vec<_> = began.collect();
            Signal::SharedConnection {
                games: began.len(),
                met: began.iter().filter(|game| game.is_shared()).count(),
                alone: accounts.is_disjoint(named),
                accounts: accounts.into_iter().collect(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulid::Ulid;

    fn game(id: u128, score: Score) -> Observed {
        Observed {
            game: GameId(Ulid(id)),
            players: BySide {
                white: AccountId(Ulid(1)),
                black: AccountId(Ulid(2)),
            },
            score,
            resigned: None,
            plies: 60,
            times: BySide::default(),
            tags: BySide::default(),
        }
    }

    fn games(scores: &[Score]) -> Vec<Observed> {
        let ids = 1..;
        let games = ids.zip(scores);
        games.map(|(id, &score)| game(id, score)).collect()
    }

    #[test]
    fn a_pair_is_listed_when_it_meets_often_and_the_points_go_one_way() {
        use Score::{Draw, Loss, Win};
        let cases: [(&[Score], Option<usize>); 5] = [
            (&[Win; 6], Some(12)),
            (&[Loss, Loss, Loss, Loss, Loss, Draw], Some(1)),
            (&[Win; 5], None),
            (&[Win, Win, Win, Win, Win, Loss], None),
            (&[Draw; 12], None),
        ];
        for (scores, expected) in cases {
            let found = signals(&games(scores));
            let low = found.iter().map(|signal| match signal {
                Signal::OneSided { low, .. } => *low,
                other => unreachable!("{other:?}"),
            });
            assert_eq!(low.collect::<Vec<_>>(), Vec::from_iter(expected));
        }
    }

    /// A game that began from these addresses.
    fn from(mut game: Observed, white: Option<u8>, black: Option<u8>) -> Observed {
        game.tags = BySide {
            white: white.map(|byte| [byte; 16]),
            black: black.map(|byte| [byte; 16]),
        };
        game
    }

    #[test]
    fn accounts_at_one_address_are_listed_with_their_figures() {
        let third = |mut game: Observed| {
            game.players.black = AccountId(Ulid(3));
            game
        };
        let played = [
            from(game(1, Score::Draw), Some(7), Some(7)),
            from(game(2, Score::Draw), Some(7), Some(9)),
            from(game(3, Score::Draw), Some(8), Some(8)),
            from(third(game(4, Score::Draw)), Some(5), Some(6)),
            from(third(game(5, Score::Draw)), None, None),
        ];
        let accounts = vec![AccountId(Ulid(1)), AccountId(Ulid(2))];
        let shared = |games, met, alone| Signal::SharedConnection {
            accounts: accounts.clone(),
            games,
            met,
            alone,
        };
        assert_eq!(signals(&played), [shared(3, 2, true)]);
        // Two who never met, in two games with others.
        let mut apart = [
            played[1].clone(),
            third(from(game(6, Score::Draw), None, Some(7))),
        ];
        apart[0].tags.black = None;
        let met = signals(&apart);
        assert!(
            matches!(&met[..], [Signal::SharedConnection { accounts, games: 2, met: 0, .. }]
                if *accounts == [AccountId(Ulid(1)), AccountId(Ulid(3))]),
            "{met:?}"
        );
    }

    #[test]
    fn a_shared_connection_is_a_figure_of_what_else_stands_out() {
        let share = |game| from(game, Some(7), Some(7));
        let one_way: Vec<_> = games(&[Score::Win; 6]).into_iter().map(share).collect();
        let found = signals(&one_way);
        assert!(
            matches!(
                found[..],
                [
                    Signal::OneSided { shared: 6, .. },
                    Signal::SharedConnection {
                        met: 6,
                        alone: false,
                        ..
                    }
                ]
            ),
            "{found:?}"
        );
    }

    #[test]
    fn a_player_is_listed_whose_every_move_took_as_long() {
        let times = |times: Vec<u64>| {
            let mut game = game(1, Score::Draw);
            game.times.black = times;
            signals(&[game])
        };
        let found = times([2_900, 3_100].repeat(15));
        assert!(
            matches!(
                found[..],
                [Signal::EvenTimes {
                    moves: 30,
                    mean: 3_000,
                    deviation: 100,
                    ..
                }]
            ),
            "{found:?}"
        );
        assert_eq!(times([2_900, 3_100].repeat(9)), []);
        assert_eq!(times([1_000, 9_000].repeat(15)), []);
        assert_eq!(times(vec![0; 30]), []);
    }

    #[test]
    fn an_account_is_listed_that_keeps_resigning_at_once() {
        let resign = |mut game: Observed, plies| {
            game.resigned = Some(Side::Black);
            game.plies = plies;
            game
        };
        let at_once: Vec<_> = games(&[Score::Win; 3])
            .into_iter()
            .map(|game| resign(game, 4))
            .collect();
        let found = signals(&at_once);
        assert!(
            matches!(&found[..], [Signal::Resignations { account, games, .. }]
                if *account == AccountId(Ulid(2)) && games.len() == 3)
        );
        assert_eq!(signals(&at_once[..2]), []);
        let late: Vec<_> = games(&[Score::Win; 3])
            .into_iter()
            .map(|game| resign(game, 40))
            .collect();
        assert_eq!(signals(&late), []);
    }
}
