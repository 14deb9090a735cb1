//! How much of a clock a move may take.

use std::time::Duration;

use crate::limit::{Clock, Time};

/// What is kept back for the way to whoever holds the clock.
const LAG: Duration = Duration::from_millis(20);

/// How many moves a game is thought to last yet, where the clock is for the whole of it.
const MOVES_LEFT: u32 = 28;

/// A move's share of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Once this has passed nothing new is begun.
    pub aim: Duration,
    /// When this has passed the search stops where it is.
    pub most: Duration,
}

/// The share of this move; none where time does not matter.
#[must_use]
pub fn share(time: Time) -> Option<Share> {
    match time {
        Time::Unlimited => None,
        Time::Move(time) => {
            let most = time - LAG.min(time / 5);
            Some(Share { aim: most, most })
        }
        Time::Clock(clock) => Some(of_clock(clock)),
    }
}

fn of_clock(clock: Clock) -> Share {
    let all = clock.left + clock.increment;
    let usable = all - LAG.min(all / 5);
    let moves = clock.moves.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    // What is added later belongs to those moves.
    let even = clock.left / moves + clock.increment * 9 / 10;
    // Another depth takes about as long as all before it: begun at half of the share, it ends in
    // time more often than not, and when it does not it may take four times as much.
    let most = if moves == 1 {
        usable * 9 / 10
    } else {
        (even * 4).min(usable / 3).max(even.min(usable * 9 / 10))
    };
    Share {
        aim: (even / 2).min(most),
        most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, moves: Option<u32>, increment: u64) -> Share {
        share(Time::Clock(Clock {
            left: ms(left),
            moves,
            increment: ms(increment),
        }))
        .unwrap()
    }

    #[test]
    fn a_move_of_a_given_time_takes_it_all_but_the_lag() {
        let whole = Share {
            aim: ms(980),
            most: ms(980),
        };
        assert_eq!(share(Time::Move(ms(1000))), Some(whole));
        let short = Share {
            aim: ms(8),
            most: ms(8),
        };
        assert_eq!(share(Time::Move(ms(10))), Some(short));
        assert_eq!(share(Time::Unlimited), None);
    }

    #[test]
    fn no_share_is_more_than_the_clock_has() {
        for left in [0, 1, 19, 100, 5_000, 3_600_000] {
            for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                for increment in [0, 1, 100, 5_000] {
                    let Share { aim, most } = clock(left, moves, increment);
                    assert!(aim <= most, "{left} {moves:?} {increment}");
                    assert!(
                        most <= ms(left + increment) * 9 / 10,
                        "{left} {moves:?} {increment}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_clock_for_the_whole_game_never_runs_down_though_every_move_takes_the_most() {
        for increment in [0, 100] {
            let mut left = ms(60_000);
            for _ in 0..300 {
                left += ms(increment);
                let before = left - ms(increment);
                let taken = clock(u64::try_from(before.as_millis()).unwrap(), None, increment).most;
                left = left.checked_sub(taken).expect("time is left");
            }
        }
    }

    #[test]
    fn the_last_move_before_a_control_may_take_nearly_everything() {
        assert_eq!(clock(10_000, Some(1), 0).most, ms(8_982));
        assert!(clock(10_000, Some(2), 0).most <= ms(5_000));
    }

    #[test]
    fn more_time_is_more_share() {
        let shares: Vec<_> = [1_000, 10_000, 60_000]
            .map(|left| clock(left, None, 0))
            .into();
        assert!(shares.is_sorted_by(|a, b| a.aim < b.aim && a.most < b.most));
        assert!(clock(10_000, None, 1_000).aim > clock(10_000, None, 0).aim);
    }
}
