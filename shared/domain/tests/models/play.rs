//! One game's item, those who send commands, and the processes in between.
//!
//! Every command is made in the present state, received at an instant, and then lies
//! about for as long as it likes; what a client has seen late is a command made early.
//! A process reads and decides in one step and writes in another; it may die before
//! either, and its answer may be lost. An unanswered client sends again.

mod shell;
mod steps;

use damero_domain::clock::TimeControl;
use damero_domain::game::{Event, Game, Origin, Reason, Setup};
use damero_domain::ids::{CommandTag, GameId, Person, RoomId};
use damero_domain::side::BySide;
use damero_domain::time::{GRACE, Timestamp};
use damero_rules::{RuleSet, Side};
use stateright::{Model, Property};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use ulid::Ulid;

/// Black is called red in the default rule set, and moves first.
pub(crate) const RED: Side = Side::Black;
pub(crate) const WHITE: Side = Side::White;

/// A game of the default rules.
pub(crate) fn setup(timed: bool) -> Setup {
    Setup {
        id: GameId(Ulid(1)),
        origin: Origin::Room {
            room: RoomId(Ulid(2)),
            number: 1,
        },
        rules: &RuleSet::ALL[0],
        control: timed.then_some(TimeControl::CALM[0]),
        players: BySide::new(person),
        started: Timestamp(START),
    }
}

fn person(side: Side) -> Person {
    Person::Session([if side == RED { 1 } else { 2 }; 16])
}

/// When every game here starts.
pub(crate) const START: i64 = 1_750_000_000_000;

/// The safeguards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mend {
    /// Moves and huffs name their turn.
    Turn,
    /// Offers and answers name the event they were made at.
    Answer,
    /// Numbers count what is done in the game, not writes of its item.
    Numbers,
    /// A move is judged by its turn, not by the last event.
    MoveByTurn,
    /// What was made for a later turn waits.
    Early,
    /// A seat remembers accepted ids.
    Memory,
    /// They are looked up before clock and end.
    KnownFirst,
    /// A write is conditional on the version read.
    Version,
    /// And on the game's running.
    Active,
    /// A lost race is decided again.
    Again,
    /// Nobody ends a game on time before the grace is over.
    Grace,
    /// Not the mover either.
    MoverWaits,
    /// What the mover sends after zero does not count.
    Late,
    /// No stamp lies before another.
    Confirmed,
    /// Whose clock is off does not write.
    Skew,
    /// Whoever reads a game settles its clock.
    EveryRead,
    /// Cancelling is an event of the game.
    CancelInGame,
}

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    Move(&'static str),
    Huff(u8),
    Offer,
    Accept,
    Decline,
    RequestCancel,
    AgreeCancel,
    Resign,
    /// The clock is claimed to stand at zero.
    Flag,
    /// The page is read.
    Sync,
    /// A timer comes.
    Watchdog,
}

/// A command that somebody will make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) name: &'static str,
    pub(crate) by: Side,
    pub(crate) ask: Ask,
    /// In which state it occurs to them.
    pub(crate) when: fn(&Game) -> bool,
    /// Not before this instant.
    pub(crate) from: usize,
    /// For so many turns later, without waiting for an answer in between.
    pub(crate) ahead: u16,
}

impl Order {
    pub(crate) fn new(name: &'static str, by: Side, ask: Ask, when: fn(&Game) -> bool) -> Order {
        Order {
            name,
            by,
            ask,
            when,
            from: 0,
            ahead: 0,
        }
    }

    pub(crate) fn from(self, from: usize) -> Order {
        Order { from, ..self }
    }

    pub(crate) fn ahead(self, ahead: u16) -> Order {
        Order { ahead, ..self }
    }
}

/// A game and all that is going to happen to it.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) timed: bool,
    /// Moves already played.
    pub(crate) played: &'static [&'static str],
    /// The instants that matter, in ms after the start.
    pub(crate) instants: Vec<i64>,
    /// How far the clocks of hosts may be off, in ms.
    pub(crate) hosts: Vec<i64>,
    pub(crate) orders: Vec<Order>,
    /// How many processes may die, answers be lost, copies be sent unasked.
    pub(crate) deaths: u8,
    pub(crate) losses: u8,
    pub(crate) copies: u8,
    pub(crate) without: Vec<Mend>,
    pub(crate) properties: fn() -> Vec<Property<Play>>,
}

/// A game that can be told apart by its record.
#[derive(Clone, Debug)]
pub(crate) struct Held(pub(crate) Arc<Game>);

impl Held {
    fn facts(&self) -> (&[Event], [&[CommandTag]; 2]) {
        let tags = [RED, WHITE].map(|side| self.0.remembered(side));
        (self.0.events(), tags)
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Held) -> bool {
        self.facts() == other.facts()
    }
}

impl Eq for Held {}

impl Hash for Held {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.facts().hash(hasher);
    }
}

/// The item: the game, its version, and, for the model's eyes only, whose command
/// each event is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    pub(crate) game: Held,
    pub(crate) v: u8,
    pub(crate) by: Vec<Option<usize>>,
}

/// What a command's maker had seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Made {
    turn_no: u16,
    seq: u16,
    v: u8,
    offers: usize,
}

/// A message under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Copy {
    order: usize,
    received: usize,
}

/// A process between its decision and its write.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Process {
    copy: Copy,
    read: Item,
    event: Event,
    /// Whether the event is the command's own, not the flag before it.
    own: bool,
    attempt: u8,
    host: i64,
}

/// What the maker of a command was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Heard {
    Nothing,
    Done,
    Refused,
}

/// What must never happen, noted where it would.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wrong {
    /// A command acted on another turn or offer.
    Strayed,
    /// An accepted command was refused.
    Denied,
    /// A refused one was accepted.
    Revived,
    /// A move was called stale in its turn.
    Voided,
    /// A second end.
    EndedTwice,
    /// Somebody was flagged too early.
    Hasty,
    /// A late command of the mover counted.
    Escaped,
    /// A decision that cannot be written.
    Corrupt,
    /// Put off by fewer others than there are attempts.
    Busy,
}

/// Everything at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) at: usize,
    pub(crate) item: Item,
    /// Whether the room says that the game was cancelled.
    pub(crate) room_cancelled: bool,
    made: Vec<Option<Made>>,
    heard: Vec<Heard>,
    flying: Vec<Copy>,
    running: Vec<Process>,
    accepted: Vec<usize>,
    deaths: u8,
    losses: u8,
    copies: u8,
    wrong: u16,
}

impl State {
    pub(crate) fn has(&self, wrong: Wrong) -> bool {
        self.wrong & (1 << wrong as u16) != 0
    }

    fn note(&mut self, wrong: Wrong) {
        self.wrong |= 1 << wrong as u16;
    }

    pub(crate) fn game(&self) -> &Game {
        &self.item.game.0
    }

    pub(crate) fn reason(&self) -> Option<Reason> {
        self.game().ended().map(|ended| ended.reason)
    }

    /// Every accepted command stands in the record, once.
    pub(crate) fn keeps_what_it_accepted(&self) -> bool {
        self.accepted.iter().all(|order| {
            let times = self.item.by.iter().filter(|by| **by == Some(*order));
            times.count() == 1
        })
    }

    pub(crate) fn everybody_was_answered(&self) -> bool {
        let asked = self.made.iter().zip(&self.heard);
        asked
            .into_iter()
            .all(|(made, heard)| made.is_none() || *heard != Heard::Nothing)
    }

    pub(crate) fn was_accepted(&self, order: usize) -> bool {
        self.accepted.contains(&order)
    }
}

impl Play {
    fn has(&self, mend: Mend) -> bool {
        !self.without.contains(&mend)
    }

    /// The same with these left out.
    pub(crate) fn without(mut self, mends: &[Mend]) -> Play {
        self.without = mends.to_vec();
        self
    }

    fn terminal(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.is_empty()
    }
}

/// What holds in every game.
pub(crate) fn always() -> Vec<Property<Play>> {
    vec![
        Property::always(KEPT, |_, state: &State| state.keeps_what_it_accepted()),
        Property::always(STRAYED, |_, state: &State| !state.has(Wrong::Strayed)),
        Property::always(DENIED, |_, state: &State| !state.has(Wrong::Denied)),
        Property::always(REVIVED, |_, state: &State| !state.has(Wrong::Revived)),
        Property::always(VOIDED, |_, state: &State| !state.has(Wrong::Voided)),
        Property::always(ONE_END, |_, state: &State| !state.has(Wrong::EndedTwice)),
        Property::always(ONE_TRUTH, |_, state: &State| {
            !state.room_cancelled || state.game().ended().is_none()
        }),
        Property::always(HASTY, |_, state: &State| !state.has(Wrong::Hasty)),
        Property::always(ESCAPED, |_, state: &State| !state.has(Wrong::Escaped)),
        Property::always(CORRUPT, |_, state: &State| !state.has(Wrong::Corrupt)),
        Property::always(BUSY, |_, state: &State| !state.has(Wrong::Busy)),
        Property::always(ANSWERED, |play: &Play, state: &State| {
            state.everybody_was_answered() || !play.terminal(state)
        }),
        Property::always(SETTLED, |play: &Play, state: &State| {
            play.was_settled(state) || !play.terminal(state)
        }),
    ]
}

pub(crate) const KEPT: &str = "what was accepted stands in the record, once";
pub(crate) const STRAYED: &str = "no command acts on another turn or offer than it was made for";
pub(crate) const DENIED: &str = "what was accepted is not refused when it is sent again";
pub(crate) const REVIVED: &str = "what was refused is not accepted later";
pub(crate) const VOIDED: &str = "a move is not called stale in its own turn";
pub(crate) const ONE_END: &str = "a game ends once";
pub(crate) const ONE_TRUTH: &str = "a cancelled game has no other end";
pub(crate) const HASTY: &str = "nobody is flagged before the grace is over";
pub(crate) const ESCAPED: &str = "nothing that the mover sends after zero counts";
pub(crate) const CORRUPT: &str = "what was decided can be replayed";
pub(crate) const BUSY: &str = "nobody is put off before three others have written";
pub(crate) const ANSWERED: &str = "in the end everybody is answered";
pub(crate) const SETTLED: &str = "a game that was read after the grace has ended";

impl Play {
    /// If somebody came for the state after the grace, no clock stands at zero.
    fn was_settled(&self, state: &State) -> bool {
        let Some(deadline) = state.game().deadline() else {
            return true;
        };
        let over = (0..self.instants.len()).find(|&at| self.now(at) >= deadline + GRACE);
        !over.is_some_and(|over| self.read_since(state, over))
    }

    /// Whether somebody asked for the page, or a timer came, at or after an instant.
    fn read_since(&self, state: &State, at: usize) -> bool {
        let reads =
            |order: &Order| matches!(order.ask, Ask::Sync | Ask::Watchdog) && order.from >= at;
        let asked = self.orders.iter().zip(&state.heard);
        asked
            .into_iter()
            .any(|(order, heard)| reads(order) && *heard == Heard::Done)
    }
}
