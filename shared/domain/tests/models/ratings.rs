//! Ratings as the models of rated play see them: an arithmetic that depends on both
//! ratings and in which one wins what the other loses, the log of entries, standings.
//!
//! Ratings are in hundredths of a point and the curve is a straight line, so that a
//! counterexample can be followed by hand; nothing here hangs on its shape.

pub(crate) const PLAYERS: usize = 3;
const START: i32 = 100_000;

/// A rating and the valid games behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rating {
    pub(crate) elo: i32,
    pub(crate) games: u8,
}

/// Before the first game.
pub(crate) const UNRATED: Rating = Rating {
    elo: START,
    games: 0,
};

pub(crate) type Ratings = [Rating; PLAYERS];

/// Who met whom, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Match {
    pub(crate) name: &'static str,
    pub(crate) players: [usize; 2],
    /// For the first of them: 1 is a win, 0 a draw, −1 a loss.
    pub(crate) score: i32,
}

impl Match {
    pub(crate) const fn new(name: &'static str, players: [usize; 2], score: i32) -> Match {
        Match {
            name,
            players,
            score,
        }
    }

    /// Both ratings afterwards; a void game leaves them alone.
    pub(crate) fn rate(&self, [a, b]: [Rating; 2], valid: bool) -> [Rating; 2] {
        if !valid {
            return [a, b];
        }
        let delta = 1_200 * self.score + (b.elo - a.elo) / 4;
        let after = |before: Rating, gain| Rating {
            elo: before.elo + gain,
            games: before.games + 1,
        };
        [after(a, delta), after(b, -delta)]
    }
}

/// What a game did to one player, as of one correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    /// Which correction wrote it; 0 is the game's own end.
    pub(crate) ordinal: u8,
    pub(crate) before: Rating,
    pub(crate) after: Rating,
    pub(crate) valid: bool,
}

/// A game's entries in the logs of its two players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    pub(crate) at: u8,
    pub(crate) of: Match,
    sides: [Vec<Entry>; 2],
}

impl Line {
    /// As of a correction: the entry with the highest ordinal up to its own.
    pub(crate) fn as_of(&self, side: usize, ordinal: u8) -> Entry {
        let mut entries = self.sides[side].iter().rev();
        *entries.find(|entry| entry.ordinal <= ordinal).unwrap()
    }

    pub(crate) fn newest(&self, side: usize) -> Entry {
        *self.sides[side].last().unwrap()
    }

    /// Puts an entry; what stands under its ordinal already gives way.
    pub(crate) fn put(&mut self, side: usize, entry: Entry) {
        let entries = &mut self.sides[side];
        match entries.binary_search_by_key(&entry.ordinal, |other| other.ordinal) {
            Ok(at) => entries[at] = entry,
            Err(at) => entries.insert(at, entry),
        }
    }

    pub(crate) fn side_of(&self, player: usize) -> Option<usize> {
        self.of.players.iter().position(|&other| other == player)
    }
}

/// The log, in order of end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Log(pub(crate) Vec<Line>);

/// A present rating, and the newest entry that it follows from, with the correction
/// that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    pub(crate) rating: Rating,
    pub(crate) last: Option<(&'static str, u8)>,
}

impl Log {
    /// Games that have ended long ago, and the standings after them.
    pub(crate) fn of(games: &[Match]) -> (Log, [Standing; PLAYERS]) {
        let mut log = Log::default();
        let mut standings = [Standing {
            rating: UNRATED,
            last: None,
        }; PLAYERS];
        for (at, game) in (0..).zip(games) {
            let seen = game.players.map(|player| standings[player]);
            log.end(*game, at, seen, &mut standings);
        }
        (log, standings)
    }

    /// A game ends: both entries and both standings, from the standings seen.
    pub(crate) fn end(
        &mut self,
        of: Match,
        at: u8,
        seen: [Standing; 2],
        standings: &mut [Standing; PLAYERS],
    ) {
        let before = seen.map(|standing| standing.rating);
        let after = of.rate(before, true);
        let sides = [0, 1].map(|side| {
            vec![Entry {
                ordinal: 0,
                before: before[side],
                after: after[side],
                valid: true,
            }]
        });
        for (player, rating) in of.players.into_iter().zip(after) {
            let last = Some((of.name, 0));
            standings[player] = Standing { rating, last };
        }
        let place = self.0.partition_point(|line| line.at <= at);
        self.0.insert(place, Line { at, of, sides });
    }
}

impl Log {
    /// A whole correction in one go: the entries that differ from those as of the one before.
    pub(crate) fn correct(&mut self, ordinal: u8, correction: Correction) {
        let mut ratings = [UNRATED; PLAYERS];
        for line in &mut self.0 {
            let olds = [0, 1].map(|side| line.as_of(side, ordinal - 1));
            let valid = match line.of.name == correction.game {
                true => correction.valid,
                false => olds[0].valid,
            };
            let before = line.of.players.map(|player| ratings[player]);
            let after = line.of.rate(before, valid);
            for side in [0, 1] {
                let (before, after) = (before[side], after[side]);
                ratings[line.of.players[side]] = after;
                if (after, valid) != (olds[side].after, olds[side].valid) {
                    let entry = Entry {
                        ordinal,
                        before,
                        after,
                        valid,
                    };
                    line.put(side, entry);
                }
            }
        }
    }

    /// A player's newest entry and its game.
    pub(crate) fn last(&self, player: usize) -> Option<(&Line, Entry)> {
        let mut lines = self.0.iter().rev();
        lines.find_map(|line| Some((line, line.newest(line.side_of(player)?))))
    }
}

/// What the ratings would be had only these games been rated.
pub(crate) fn replay<'a>(valid: impl Iterator<Item = &'a Match>) -> Ratings {
    let mut ratings = [UNRATED; PLAYERS];
    for game in valid {
        let after = game.rate(game.players.map(|player| ratings[player]), true);
        for (player, rating) in game.players.into_iter().zip(after) {
            ratings[player] = rating;
        }
    }
    ratings
}

/// A decision about a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Correction {
    pub(crate) game: &'static str,
    /// Void, or, taken back, valid again.
    pub(crate) valid: bool,
}

impl Correction {
    pub(crate) const fn void(game: &'static str) -> Correction {
        Correction { game, valid: false }
    }

    pub(crate) const fn reinstate(game: &'static str) -> Correction {
        Correction { game, valid: true }
    }

    pub(crate) fn told(self) -> String {
        let what = if self.valid { "reinstating" } else { "voiding" };
        format!("{what} {}", self.game)
    }
}

/// Whether a game counts after these corrections.
pub(crate) fn is_valid(game: &str, corrections: &[Correction]) -> bool {
    let mut about = corrections.iter().rev();
    about.find(|it| it.game == game).is_none_or(|it| it.valid)
}
