//! A computer that does as it is told.

use damero_app::{BoxFuture, Opponent, PortError};
use damero_domain::game::{End, Event, Game, What};
use damero_domain::level::{Computer, Level, Turn, replies};
use damero_rules::{Line, Side};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// Plays any move, from the seed; gives up after so many of its rival's, and agrees to
/// draws if it is told to.
pub(crate) struct StandIn {
    gives_up: AtomicU16,
    agrees: AtomicBool,
}

impl StandIn {
    /// One that gives up when its rival has made so many moves; never, if none.
    pub(crate) fn new(moves: u16) -> StandIn {
        StandIn {
            gives_up: AtomicU16::new(moves),
            agrees: AtomicBool::new(false),
        }
    }

    pub(crate) fn gives_up_after(&self, moves: u16) {
        self.gives_up.store(moves, Ordering::SeqCst);
    }

    /// From now on draws are accepted.
    pub(crate) fn agrees(&self) {
        self.agrees.store(true, Ordering::SeqCst);
    }
}

struct AnyMove(bool);

impl Computer for AnyMove {
    fn turn(&mut self, line: &Line, _level: Level, seed: u64) -> Option<Turn> {
        let legal = line.legal_moves();
        let count = u64::try_from(legal.len()).ok()?;
        let nth = usize::try_from(seed.checked_rem(count)?).ok()?;
        Some(Turn::Play(legal[nth].clone()))
    }

    fn accepts_draw(&mut self, _line: &Line, _side: Side, _level: Level, _seed: u64) -> bool {
        self.0
    }
}

impl Opponent for StandIn {
    fn answer<'a>(&'a self, game: &'a Game) -> BoxFuture<'a, Result<Vec<Event>, PortError>> {
        let side = game.computer().unwrap();
        let after = self.gives_up.load(Ordering::SeqCst);
        let had_enough = game.ended().is_none()
            && game.turn() == side
            && game.moves_of(side.other()) >= after
            && after > 0;
        let events = if had_enough {
            let at = game.last_stamp();
            let what = What::End(End::Resigned(side));
            let event = Event {
                received: at,
                confirmed: at,
                what,
            };
            Ok(vec![event])
        } else {
            let mut computer = AnyMove(self.agrees.load(Ordering::SeqCst));
            replies(game, &mut computer).map_err(|error| PortError(error.into()))
        };
        Box::pin(std::future::ready(events))
    }
}
