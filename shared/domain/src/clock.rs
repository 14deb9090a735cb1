//! Clocks: the mover's stops when the gateway receives the move, the rival's
//! starts when the move is confirmed, so a slow server costs nobody.

use crate::side::BySide;
use crate::time::{Millis, Timestamp};
use damero_rules::Side;
use std::fmt;
use std::str::FromStr;

/// Thinking time: so much at the start, so much more for each completed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Each side's time at the start.
    pub initial: Millis,
    /// Added once for each completed move; a whole chain is one move, a huff is none.
    pub increment: Millis,
}

impl TimeControl {
    /// The calm clocks a friend room may choose, as minutes + seconds.
    pub const CALM: [TimeControl; 4] = [
        TimeControl::new(10, 5),
        TimeControl::new(20, 10),
        TimeControl::new(30, 20),
        TimeControl::new(60, 30),
    ];

    /// The clock of every rated game.
    pub const RATED: TimeControl = TimeControl::new(15, 10);

    /// Reads the clock of a game that has begun, whatever it came from.
    #[must_use]
    pub fn of_game(text: &str) -> Option<TimeControl> {
        let mut all = TimeControl::CALM.into_iter().chain([TimeControl::RATED]);
        all.find(|control| control.to_string() == text)
    }

    const fn new(minutes: i64, seconds: i64) -> TimeControl {
        TimeControl {
            initial: Millis::seconds(minutes * 60),
            increment: Millis::seconds(seconds),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.initial.0 / 60_000, self.increment.0 / 1000)
    }
}

/// A text that names none of the clocks on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such clock")]
pub struct UnknownTimeControl;

impl FromStr for TimeControl {
    type Err = UnknownTimeControl;
    /// Reads `20+10`. Only the clocks that a room may choose are known.
    fn from_str(text: &str) -> Result<TimeControl, UnknownTimeControl> {
        TimeControl::CALM
            .into_iter()
            .find(|control| control.to_string() == text)
            .ok_or(UnknownTimeControl)
    }
}

/// Both sides' remaining time as of the moment the present turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    remaining: BySide<Millis>,
    turn_began: Timestamp,
}

impl Clocks {
    /// Full clocks; the first mover's runs from `start`.
    #[must_use]
    pub fn start(control: TimeControl, start: Timestamp) -> Clocks {
        Clocks {
            control,
            remaining: BySide::new(|_| control.initial),
            turn_began: start,
        }
    }

    /// The chosen thinking time.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// When the present turn began: the confirmation of the move before it.
    #[must_use]
    pub fn turn_began(&self) -> Timestamp {
        self.turn_began
    }

    /// What `side` had left when the present turn began.
    #[must_use]
    pub fn remaining(&self, side: Side) -> Millis {
        self.remaining[side]
    }

    /// When `mover` reaches zero if nothing happens.
    #[must_use]
    pub fn deadline(&self, mover: Side) -> Timestamp {
        self.turn_began + self.remaining[mover]
    }

    /// The earliest instant at which either side could be out of time: the mover's
    /// deadline, or the rival's if they were given the turn right now.
    #[must_use]
    pub fn earliest_flag(&self, mover: Side, now: Timestamp) -> Timestamp {
        self.deadline(mover)
            .min(now + self.remaining[mover.other()])
    }

    /// `mover` completed a move.
    pub fn press(&mut self, mover: Side, received: Timestamp, confirmed: Timestamp) {
        let spent = (received - self.turn_began).max(Millis::ZERO);
        self.remaining[mover] = self.remaining[mover] - spent + self.control.increment;
        self.turn_began = confirmed;
    }

    /// `mover` stopped thinking at `at` because the game ended there.
    pub fn stop(&mut self, mover: Side, at: Timestamp) {
        let spent = (at - self.turn_began).max(Millis::ZERO);
        self.remaining[mover] = (self.remaining[mover] - spent).max(Millis::ZERO);
        self.turn_began = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clocks_on_offer_are_read_and_written() {
        for text in ["10+5", "20+10", "30+20", "60+30"] {
            assert_eq!(
                text.parse::<TimeControl>()
                    .map(|c| c.to_string())
                    .as_deref(),
                Ok(text)
            );
        }
        assert_eq!(TimeControl::of_game("15+10"), Some(TimeControl::RATED));
        assert_eq!(TimeControl::of_game("15+11"), None);
        for text in ["", "1+0", "15+10", "10+5 ", "10", "010+5", "-10+5"] {
            assert_eq!(
                text.parse::<TimeControl>(),
                Err(UnknownTimeControl),
                "{text:?}"
            );
        }
    }

    #[test]
    fn the_server_s_delay_is_charged_to_nobody() {
        let mut clocks = Clocks::start(TimeControl::new(10, 5), Timestamp(0));
        // Received after 4 s, confirmed 700 ms later by a cold start.
        clocks.press(Side::Black, Timestamp(4_000), Timestamp(4_700));
        assert_eq!(clocks.remaining(Side::Black), Millis(601_000));
        assert_eq!(clocks.deadline(Side::White), Timestamp(604_700));
    }

    #[test]
    fn the_watchdog_is_never_later_than_a_flag_can_be() {
        let mut clocks = Clocks::start(TimeControl::new(10, 5), Timestamp(0));
        clocks.press(Side::Black, Timestamp(598_000), Timestamp(598_000));
        // White has ten minutes, Black seven seconds: White may answer at once.
        assert_eq!(
            clocks.earliest_flag(Side::White, Timestamp(600_000)),
            Timestamp(607_000)
        );
    }
}
