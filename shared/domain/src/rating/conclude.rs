//! What the end of a rated game changes.

use super::elo::{Score, delta};
use super::entry::{Entry, Moment, Ordinal};
use super::standing::Standing;
use crate::ids::AccountId;
use crate::side::BySide;
use damero_rules::Side;

/// A rated game that ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedEnd {
    /// Which, and when.
    pub moment: Moment,
    /// Who played.
    pub players: BySide<AccountId>,
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Who moved first.
    pub first_mover: Side,
}

/// What it leaves behind: written whole, in one transaction, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// Each player's entry in the log.
    pub entries: BySide<Entry>,
    /// Each player's standing afterwards.
    pub standings: BySide<Standing>,
}

/// Computes both entries and both standings from the standings before.
#[must_use]
pub fn conclude(end: &RatedEnd, before: &BySide<Standing>) -> Conclusion {
    let score = match end.winner {
        Some(Side::White) => Score::Win,
        None => Score::Draw,
        Some(Side::Black) => Score::Loss,
    };
    let gain = delta(before.white.elo, before.black.elo, score);
    let entries = BySide::new(|side| {
        let (score, delta) = match side {
            Side::White => (score, gain),
            Side::Black => (score.other(), -gain),
        };
        Entry {
            moment: end.moment,
            ordinal: Ordinal::END,
            rival: end.players[side.other()],
            side,
            score,
            before: before[side].elo,
            delta,
            valid: true,
            games: before[side].games.saturating_add(1),
        }
    });
    let standings = BySide::new(|side| before[side].after(&entries[side], end.first_mover));
    Conclusion { entries, standings }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::GameId;
    use crate::rating::MicroElo;
    use crate::time::Timestamp;
    use proptest::prelude::*;
    use ulid::Ulid;

    fn end(winner: Option<Side>) -> RatedEnd {
        RatedEnd {
            moment: Moment {
                ended_at: Timestamp(9),
                game: GameId(Ulid(7)),
            },
            players: BySide {
                white: AccountId(Ulid(1)),
                black: AccountId(Ulid(2)),
            },
            winner,
            first_mover: Side::White,
        }
    }

    proptest! {
        #[test]
        fn what_one_wins_the_other_loses(
            white in 0_i64..4_000_000_000,
            black in 0_i64..4_000_000_000,
            winner in prop::option::of(prop_oneof![Just(Side::White), Just(Side::Black)]),
        ) {
            let before = BySide {
                white: Standing { elo: MicroElo(white), ..Standing::default() },
                black: Standing { elo: MicroElo(black), ..Standing::default() },
            };
            let after = conclude(&end(winner), &before).standings;
            prop_assert_eq!(after.white.elo.0 + after.black.elo.0, white + black);
            prop_assert_eq!(after.white.balance + after.black.balance, 0);
        }
    }

    #[test]
    fn a_first_game_is_the_first_of_ten_provisional_ones() {
        let after = conclude(&end(Some(Side::Black)), &BySide::default());
        assert_eq!(after.standings.black.elo, MicroElo::points(1012));
        assert_eq!(after.standings.white.elo, MicroElo::points(988));
        assert_eq!(after.entries.white.games, 1);
        assert!(after.entries.white.is_provisional());
        assert_eq!(
            after.standings.white.last,
            Some((end(None).moment, Ordinal::END))
        );
        assert_eq!(after.standings.white.not_before(), Timestamp(10));
    }
}
