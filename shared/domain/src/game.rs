//! A game: what is stored of it, and everything that follows from replaying it.

mod decide;
mod event;
#[cfg(test)]
mod tests;

pub use decide::{Command, Verdict};
pub use event::{End, Event, What};

use crate::clock::{Clocks, TimeControl};
use crate::identity::Identity;
use crate::ids::{AccountId, CommandTag, GameId, PairingId, Person, RoomId};
use crate::level::Level;
use crate::rating::{Moment, RatedEnd};
use crate::side::BySide;
use crate::time::{GRACE, Timestamp};
use damero_rules::{EndReason, IllegalMove, Line, RuleSet, Side, Square};

/// A technical end that nobody meets: it bounds the item.
pub const PLY_LIMIT: u16 = 1500;

/// How many accepted commands a seat remembers.
pub const REMEMBERED: usize = 4;

/// What a game is from its first moment on and never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Derived from where it comes from.
    pub id: GameId,
    /// Where it comes from.
    pub origin: Origin,
    /// The rule set, in the version the game began with.
    pub rules: &'static RuleSet,
    /// Thinking time, if any.
    pub control: Option<TimeControl>,
    /// Who plays which side.
    pub players: BySide<Person>,
    /// Confirmed start: the second acceptance.
    pub started: Timestamp,
}

/// Where a game comes from: what may be done with it, and what its end does, hang on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A friend room.
    Room {
        /// Which.
        room: RoomId,
        /// The game's number in it, from 1.
        number: u16,
    },
    /// The rated queue.
    Pairing(PairingId),
    /// A person against the computer of this level.
    Level(Level),
}

impl Origin {
    /// The room, if it comes from one.
    #[must_use]
    pub fn room(self) -> Option<RoomId> {
        match self {
            Origin::Room { room, .. } => Some(room),
            Origin::Pairing(_) | Origin::Level(_) => None,
        }
    }

    /// Its number among the games of the same origin, from 1.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Origin::Room { number, .. } => number,
            Origin::Pairing(_) | Origin::Level(_) => 1,
        }
    }

    /// Whether the two may agree to cancel it: a friend game only, since nobody else counts on it.
    #[must_use]
    pub fn is_cancellable(self) -> bool {
        matches!(self, Origin::Room { .. })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The confirmation of what ended it.
    pub at: Timestamp,
    /// `None` for a draw and for a cancelled game.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The rules ended it on the board.
    Board(EndReason),
    /// Somebody resigned.
    Resignation,
    /// Somebody's time ran out.
    Time,
    /// A draw was offered and accepted.
    Agreement,
    /// The third occurrence was claimed, rightly.
    ClaimedRepetition,
    /// Moves without progress were claimed, rightly.
    ClaimedNoProgress,
    /// Both agreed to cancel, or one could do so alone: no result.
    Cancelled,
    /// [`PLY_LIMIT`] was reached.
    PlyLimit,
}

impl Reason {
    /// The stable name that goes over the wire and into PDN.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Board(reason) => reason.as_str(),
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Agreement => "agreement",
            Reason::ClaimedRepetition => "claim_repetition",
            Reason::ClaimedNoProgress => "claim_no_progress",
            Reason::Cancelled => "cancelled",
            Reason::PlyLimit => "ply_limit",
        }
    }
}

/// A game as replayed from its events.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    events: Vec<Event>,
    line: Line,
    clocks: Option<Clocks>,
    offer: Option<Side>,
    may_offer: BySide<bool>,
    may_cancel: BySide<bool>,
    cancel: Option<Side>,
    ended: Option<Ended>,
    fell: Option<Timestamp>,
    remembered: BySide<Vec<CommandTag>>,
}

impl Game {
    /// A game at its first move.
    #[must_use]
    pub fn start(setup: Setup) -> Game {
        Game {
            line: Line::new(setup.rules),
            clocks: setup
                .control
                .map(|control| Clocks::start(control, setup.started)),
            events: Vec::new(),
            offer: None,
            may_offer: BySide::new(|_| true),
            may_cancel: BySide::new(|_| true),
            cancel: None,
            ended: None,
            fell: None,
            remembered: BySide::default(),
            setup,
        }
    }

    /// What the game is from its first moment on.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Everything that happened, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Position, counters, repetition, what may be huffed.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.line.turn()
    }

    /// Moves and huffs so far: what move, huff and claim commands name.
    #[must_use]
    pub fn turn_no(&self) -> u16 {
        self.line.turn_no()
    }

    /// Events so far: what offers, answers and cancel requests name.
    #[must_use]
    pub fn seq(&self) -> u16 {
        u16::try_from(self.events.len()).unwrap_or(u16::MAX)
    }

    /// Both clocks, if the game has them.
    #[must_use]
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Whose draw offer is open.
    #[must_use]
    pub fn offer(&self) -> Option<Side> {
        self.offer
    }

    /// Whether `side` could offer a draw now.
    #[must_use]
    pub fn can_offer(&self, side: Side) -> bool {
        self.ended.is_none() && self.offer.is_none() && self.may_offer[side]
    }

    /// How many moves `side` has made; huffs are none.
    #[must_use]
    pub fn moves_of(&self, side: Side) -> u16 {
        let plies = self.line.plies();
        match side == self.setup.rules.first() {
            true => plies.div_ceil(2),
            false => plies / 2,
        }
    }

    /// Whether `side` could cancel now without asking anybody: against the computer, before
    /// the first own move.
    #[must_use]
    pub fn can_call_off(&self, side: Side) -> bool {
        self.ended.is_none() && self.computer() == Some(side.other()) && self.moves_of(side) == 0
    }

    /// The side that the computer plays, if it does.
    #[must_use]
    pub fn computer(&self) -> Option<Side> {
        let sides = [Side::White, Side::Black];
        let is_computer = |side: &Side| self.setup.players[*side] == Person::Computer;
        sides.into_iter().find(is_computer)
    }

    /// Whether `side` could ask to cancel now.
    #[must_use]
    pub fn can_cancel(&self, side: Side) -> bool {
        self.setup.origin.is_cancellable()
            && self.ended.is_none()
            && self.cancel.is_none()
            && self.may_cancel[side]
    }

    /// Whose request to cancel is open.
    #[must_use]
    pub fn cancel(&self) -> Option<Side> {
        self.cancel
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// Both accounts, if it is rated.
    #[must_use]
    pub fn accounts(&self) -> Option<BySide<AccountId>> {
        let players = self.setup.players;
        match (self.setup.origin, players.white, players.black) {
            (Origin::Pairing(_), Person::Account(white), Person::Account(black)) => {
                Some(BySide { white, black })
            }
            _ => None,
        }
    }

    /// What its end means to its players' ratings, if it is rated and has ended.
    #[must_use]
    pub fn rated_end(&self) -> Option<RatedEnd> {
        let ended = self.ended?;
        Some(RatedEnd {
            moment: Moment {
                ended_at: ended.at,
                game: self.setup.id,
            },
            players: self.accounts()?,
            winner: ended.winner,
            first_mover: self.setup.rules.first(),
        })
    }

    /// For a game lost on time: when the clock stood at zero, however late that was found.
    #[must_use]
    pub fn fell(&self) -> Option<Timestamp> {
        self.fell
    }

    /// The side that the caller plays.
    #[must_use]
    pub fn side_of(&self, caller: impl Into<Identity>) -> Option<Side> {
        let sides = [Side::White, Side::Black];
        let seats = sides.map(|side| Some(self.setup.players[side]));
        let nth = caller.into().seat_among(seats)?;
        Some(sides[nth])
    }

    /// The newest stamp in the game; no later one may be earlier.
    #[must_use]
    pub fn last_stamp(&self) -> Timestamp {
        self.events
            .last()
            .map_or(self.setup.started, |event| event.confirmed)
    }

    /// When the side to move runs out of time, while the game runs and has clocks.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let clocks = self.clocks.as_ref().filter(|_| self.ended.is_none())?;
        Some(clocks.deadline(self.turn()))
    }

    /// The accepted commands that `side` remembers, oldest first.
    #[must_use]
    pub fn remembered(&self, side: Side) -> &[CommandTag] {
        &self.remembered[side]
    }

    /// Takes an accepted command into memory, dropping the oldest.
    pub fn remember(&mut self, side: Side, tag: CommandTag) {
        let tags = &mut self.remembered[side];
        if tags.len() == REMEMBERED {
            tags.remove(0);
        }
        tags.push(tag);
    }

    /// Folds one event into the state.
    ///
    /// # Errors
    /// An event that cannot have happened here: the record is corrupt.
    pub fn evolve(&mut self, event: Event) -> Result<(), Impossible> {
        if !self.could_lead_to(&event) {
            return Err(Impossible);
        }
        match &event.what {
            What::Move(mv) => {
                let mover = self.turn();
                self.line.play_found(mv).map_err(|_| Impossible)?;
                self.moved(mover, event.received, event.confirmed);
            }
            What::Huff(square) => {
                self.line.huff(*square).map_err(|_| Impossible)?;
                self.end_on_the_board(event.confirmed);
            }
            What::Offer(side) => self.offer = Some(*side),
            What::Decline => self.decline_offer(),
            What::AskCancel(side) => self.cancel = Some(*side),
            What::RefuseCancel => {
                if let Some(side) = self.cancel.take() {
                    self.may_cancel[side] = false;
                }
            }
            What::End(end) => self.end(Ended {
                at: event.confirmed,
                winner: end.winner(),
                reason: end.reason(),
            }),
        }
        self.events.push(event);
        Ok(())
    }

    /// Folds in a move as a record has it, by a path that names it. What that means is
    /// looked up once, where finding the move first and folding its event then would
    /// look twice: a ply is a replay of its game.
    ///
    /// # Errors
    /// [`Unplayable`]; the game is then unchanged.
    pub fn evolve_path(
        &mut self,
        received: Timestamp,
        confirmed: Timestamp,
        path: &[Square],
    ) -> Result<(), Unplayable> {
        if !self.could_move(received, confirmed) {
            return Err(Impossible.into());
        }
        let mover = self.turn();
        let mv = self.line.play(path)?;
        self.moved(mover, received, confirmed);
        self.events.push(Event {
            received,
            confirmed,
            what: What::Move(mv),
        });
        Ok(())
    }

    /// Whether a move or huff can have been made at these times, whatever it is.
    fn could_move(&self, received: Timestamp, confirmed: Timestamp) -> bool {
        self.could_follow(received, confirmed) && self.deadline().is_none_or(|at| received < at)
    }

    /// Whether anything can have happened at these times.
    fn could_follow(&self, received: Timestamp, confirmed: Timestamp) -> bool {
        self.ended.is_none() && confirmed >= received && confirmed >= self.last_stamp()
    }

    /// Whether [`Game::decide`] or [`Game::settle`] could have led to `event` here.
    /// What the board has to say of moves and huffs is left to the board.
    fn could_lead_to(&self, event: &Event) -> bool {
        let fallen = |deadline| event.confirmed >= deadline + GRACE;
        let possible = match &event.what {
            What::Move(_) | What::Huff(_) => self.could_move(event.received, event.confirmed),
            What::Offer(side) => self.can_offer(*side),
            What::Decline | What::End(End::Agreed) => self.offer.is_some(),
            What::AskCancel(side) => self.can_cancel(*side),
            What::RefuseCancel => self.cancel.is_some(),
            What::End(End::Cancelled) => {
                self.cancel.is_some()
                    || [Side::White, Side::Black].map(|side| self.can_call_off(side)) != [false; 2]
            }
            What::End(End::Resigned(_)) => true,
            What::End(End::Repetition(mv)) => self.line.check_repetition_claim(&mv.path).is_ok(),
            What::End(End::NoProgress) => self.line.check_no_progress_claim().is_ok(),
            What::End(End::TimeUp(side)) => {
                *side == self.turn() && self.deadline().is_some_and(fallen)
            }
        };
        possible && self.could_follow(event.received, event.confirmed)
    }

    /// The board has the move: clocks, offers and requests follow.
    fn moved(&mut self, mover: Side, received: Timestamp, confirmed: Timestamp) {
        if let Some(clocks) = &mut self.clocks {
            clocks.press(mover, received, confirmed);
        }
        self.may_offer[mover] = true;
        self.may_cancel[mover] = true;
        if self.offer == Some(mover.other()) {
            self.decline_offer();
        }
        self.cancel = None;
        self.end_on_the_board(confirmed);
    }

    fn decline_offer(&mut self) {
        if let Some(side) = self.offer.take() {
            self.may_offer[side] = false;
        }
    }

    fn end_on_the_board(&mut self, at: Timestamp) {
        if let Some(outcome) = self.line.outcome() {
            self.end(Ended {
                at,
                winner: outcome.winner,
                reason: Reason::Board(outcome.reason),
            });
        } else if self.line.plies() >= PLY_LIMIT {
            self.end(Ended {
                at,
                winner: None,
                reason: Reason::PlyLimit,
            });
        }
    }

    fn end(&mut self, ended: Ended) {
        self.fell = self.deadline().filter(|_| ended.reason == Reason::Time);
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(self.line.turn(), ended.at);
        }
        self.offer = None;
        self.cancel = None;
        self.ended = Some(ended);
    }
}

/// An event that the state before it rules out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event cannot have happened in this game")]
pub struct Impossible;

/// A recorded move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// Not at these times, or not any more.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}
