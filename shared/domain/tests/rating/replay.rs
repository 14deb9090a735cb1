//! What ratings would be, computed the plain way: every game from the first one on.

use crate::world::Played;
use damero_domain::ids::AccountId;
use damero_domain::rating::elo::delta;
use damero_domain::rating::{EloDelta, MicroElo, Moment, Score};
use damero_rules::Side;
use std::collections::BTreeMap;

/// What a game does to one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) before: MicroElo,
    pub(crate) delta: EloDelta,
    pub(crate) games: u32,
    pub(crate) valid: bool,
}

/// A whole history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replay {
    pub(crate) players: BTreeMap<AccountId, (MicroElo, u32)>,
    pub(crate) lines: BTreeMap<(AccountId, Moment), Line>,
}

/// Plays all `games` anew, in order, of which only those count that `valid` says.
pub(crate) fn replay(games: &[Played], valid: impl Fn(&Played) -> bool) -> Replay {
    let mut games: Vec<&Played> = games.iter().collect();
    games.sort_by_key(|game| game.moment);
    let mut replay = Replay::default();
    for game in games {
        let counts = valid(game);
        let before = [game.white, game.black].map(|player| {
            let known = replay.players.get(&player);
            known.copied().unwrap_or((MicroElo::START, 0))
        });
        let score = match game.winner {
            Some(Side::White) => Score::Win,
            Some(Side::Black) => Score::Loss,
            None => Score::Draw,
        };
        let gain = match counts {
            true => delta(before[0].0, before[1].0, score),
            false => EloDelta(0),
        };
        let players = [(game.white, gain), (game.black, -gain)];
        for ((player, delta), (elo, games)) in players.into_iter().zip(before) {
            let games = games + u32::from(counts);
            replay.players.insert(player, (elo + delta, games));
            let line = Line {
                before: elo,
                delta,
                games,
                valid: counts,
            };
            replay.lines.insert((player, game.moment), line);
        }
    }
    replay
}
