//! Who waits, who is paired, who plays.

mod pairing;
pub(crate) mod scenes;
mod shell;
mod steps;

use crate::page::hold;
use stateright::{Model, Property};

#[test]
fn a_place_in_the_queue_is_kept_lost_and_given_back_once() {
    hold(scenes::chapter());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// A place is taken if the lock is as read.
    Join,
    /// A pairing is written if both locks name the tickets read.
    Locks,
    /// An acceptance is written if the pairing is as read.
    Accept,
    /// Nobody lapses a pairing before the grace is over.
    Grace,
    /// Whoever reads a pairing that is over lapses it.
    EveryRead,
    /// Leaving a pairing declines it.
    Declines,
    /// Who returns to the queue has the old ticket.
    OldTicket,
    /// A lapse is written if the pairing is as read.
    Lapse,
    /// Taking a forgotten lock deletes the ticket it names.
    Forgotten,
    /// Who fails on a lock that does not name the ticket deletes the ticket.
    Cleans,
    /// Ticks go on while the ticket stands.
    Ticks,
    /// The window is that of whoever waits longer.
    Longer,
    /// Days of candidates are read before they are tried.
    Days,
}

/// What somebody will do, once.
#[derive(Clone, Copy, Debug)]
struct Order {
    name: &'static str,
    who: usize,
    does: Does,
    when: fn(&State) -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Join,
    Leave,
}

/// A queue, and what is going to happen to it.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    ratings: Vec<i32>,
    /// Whether the first two are paired already.
    begun: bool,
    orders: Vec<Order>,
    /// Who accepts pairings.
    willing: Vec<usize>,
    /// Pairs whose day is full.
    full: Vec<[usize; 2]>,
    /// Whether somebody reads a pairing that is over.
    looks: bool,
    /// Whether what is paired stays so.
    paired_is_well: bool,
    /// For so many minutes ticks are told apart; the others come when all is quiet.
    minutes: u8,
    /// How many locks are forgotten.
    forgotten: u8,
    losses: u8,
    doubles: u8,
    deaths: u8,
    without: Vec<Mend>,
    sometimes: fn() -> Vec<Property<Queue>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Lock {
    /// With the ticket's number.
    Queued(usize),
    /// With the pairing's.
    Paired(usize),
    Playing(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Phase {
    Before,
    /// Past its 20 s.
    Due,
    /// Past the grace, too.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fate {
    Open,
    Started,
    Lapsed,
    Declined,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pairing {
    who: [usize; 2],
    /// Their old tickets.
    tickets: [usize; 2],
    accepted: [bool; 2],
    asked: [bool; 2],
    fate: Fate,
    phase: Phase,
    looked: bool,
}

/// A ticket, by its number; the lower one has waited longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Ticket {
    who: usize,
    since: u8,
    stands: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Job {
    Join(usize),
    Match { ticket: usize },
    Accept { who: usize, pairing: usize },
    Leave(usize),
    Lapse { pairing: usize },
    Look(usize),
}

/// What a process has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Seen {
    Lock(Option<Lock>),
    Rival(usize),
    Accepted([bool; 2]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Process {
    job: Job,
    seen: Option<Seen>,
    tries: u8,
    /// Who wants to join once the lapse is written.
    then: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    now: u8,
    locks: Vec<Option<Lock>>,
    /// Whose lock has been forgotten.
    lapsed: Vec<bool>,
    tickets: Vec<Ticket>,
    pairings: Vec<Pairing>,
    made: Vec<bool>,
    running: Vec<Process>,
    /// Tickets and when they are looked at again.
    ticks: Vec<(usize, u8)>,
    /// Tickets whose ticks go on after that, while they stand.
    ticked: Vec<usize>,
    /// Pairings whose timer has not come.
    timers: Vec<usize>,
    /// Who has left last of all.
    left: Vec<bool>,
    forgotten: u8,
    losses: u8,
    doubles: u8,
    deaths: u8,
    denied: bool,
    place_lost: bool,
    overlooked: bool,
    put_out: bool,
}

const ONE_PAIRING: &str = "nobody is in two pairings or games";
const AGREE: &str = "a ticket stands while its lock names it, and no longer";
const NAMED: &str = "a lock names the pairing or the game that its account is in";
const GAME: &str = "once both have accepted there is a game";
const IN_TIME: &str = "what is accepted in time is not refused before the grace is over";
const PLACE: &str = "who returns to the queue has kept the place";
const NOT_STUCK: &str = "in the end nobody whom somebody reads is in a pairing that is over";
const LEFT: &str = "in the end who has left neither waits nor is paired";
const KEPT: &str = "who has accepted is not put out by a lapse";
const SEEN: &str = "nobody who looks for a rival overlooks one who fits";
const MEET: &str = "in the end no two wait who fit";

fn always() -> Vec<Property<Queue>> {
    vec![
        Property::always(ONE_PAIRING, |_, state: &State| {
            (0..state.locks.len()).all(|who| state.pairings_of(who).count() <= 1)
        }),
        Property::always(AGREE, |_, state: &State| {
            state.tickets.iter().enumerate().all(|(nth, ticket)| {
                ticket.stands == (state.locks[ticket.who] == Some(Lock::Queued(nth)))
            })
        }),
        Property::always(NAMED, |_, state: &State| state.locks_name_pairings()),
        Property::always(GAME, |_, state: &State| {
            let mut pairings = state.pairings.iter();
            pairings
                .all(|pairing| (pairing.accepted == [true; 2]) == (pairing.fate == Fate::Started))
        }),
        Property::always(IN_TIME, |_, state: &State| !state.denied),
        Property::always(PLACE, |_, state: &State| !state.place_lost),
        Property::always(KEPT, |_, state: &State| !state.put_out),
        Property::always(SEEN, |_, state: &State| !state.overlooked),
        Property::always(NOT_STUCK, |model: &Queue, state: &State| {
            let stuck = |pairing: &Pairing| pairing.fate == Fate::Open && pairing.looked;
            !model.terminal(state) || !state.pairings.iter().any(stuck)
        }),
        Property::always(LEFT, |model: &Queue, state: &State| {
            let waits =
                |lock: &Option<Lock>| matches!(lock, Some(Lock::Queued(_) | Lock::Paired(_)));
            let mut all = state.left.iter().zip(&state.locks);
            !model.terminal(state) || all.all(|(left, lock)| !left || !waits(lock))
        }),
        Property::always(MEET, |model: &Queue, state: &State| {
            let waits = |who: &usize| matches!(state.locks[*who], Some(Lock::Queued(_)));
            let waiting: Vec<_> = (0..state.locks.len()).filter(waits).collect();
            let fit = |a: usize, b: usize| a < b && model.fit(state, a, b);
            let met = waiting.iter().all(|&a| !waiting.iter().any(|&b| fit(a, b)));
            met || !model.terminal(state)
        }),
    ]
}

impl State {
    /// The pairings that an account is in, games too.
    fn pairings_of(&self, who: usize) -> impl Iterator<Item = usize> {
        let all = self.pairings.iter().enumerate();
        let of = all.filter(move |(_, pairing)| {
            pairing.who.contains(&who) && matches!(pairing.fate, Fate::Open | Fate::Started)
        });
        of.map(|(nth, _)| nth)
    }

    fn locks_name_pairings(&self) -> bool {
        self.locks.iter().enumerate().all(|(who, lock)| {
            let of = self.pairings_of(who).last();
            let named = of.map(|nth| match self.pairings[nth].fate {
                Fate::Started => Lock::Playing(nth),
                _ => Lock::Paired(nth),
            });
            match lock {
                None | Some(Lock::Queued(_)) => named.is_none(),
                lock => *lock == named,
            }
        })
    }

    /// The ticket that an account's lock names.
    fn ticket_of(&self, who: usize) -> Option<&Ticket> {
        match self.locks[who] {
            Some(Lock::Queued(ticket)) => self.tickets.get(ticket),
            _ => None,
        }
    }
}

impl Queue {
    fn has(&self, mend: Mend) -> bool {
        !self.without.contains(&mend)
    }

    fn without(mut self, mends: &[Mend]) -> Queue {
        self.without = mends.to_vec();
        self
    }

    fn terminal(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.is_empty()
    }

    /// Whether a pair that waits may be paired now.
    fn fit(&self, state: &State, a: usize, b: usize) -> bool {
        let since = |who| {
            state
                .ticket_of(who)
                .map_or(state.now, |ticket| ticket.since)
        };
        let waited = state.now - since(a).min(since(b));
        self.is_near(a, b, waited) && !self.is_full(a, b)
    }

    /// 100 points, 50 more every 10 s, and no limit after two minutes.
    fn is_near(&self, a: usize, b: usize, minutes: u8) -> bool {
        let apart = (self.ratings[a] - self.ratings[b]).abs();
        minutes >= 2 || apart <= 100 + 50 * 6 * i32::from(minutes)
    }

    fn is_full(&self, a: usize, b: usize) -> bool {
        self.full.contains(&[a.min(b), a.max(b)])
    }
}

const NAMES: [&str; 3] = ["A", "B", "C"];
