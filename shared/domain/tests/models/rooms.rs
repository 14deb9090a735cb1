//! A room from its link to its second game.

mod steps;

use crate::page::{Chapter, LeftOut, hold};
use damero_domain::game::{Ended, Reason};
use damero_domain::ids::{GameId, Person, RoomId};
use damero_domain::room::{BySeat, ColourChoice, Conditions, Event, INVITE_LIFE, Room};
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use stateright::{Model, Property};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use ulid::Ulid;

const ABOUT: &str = "\
Two visitors want one seat, both seats accept at once, the host cancels, the guest leaves, the invitation
lapses under way; games end, and both want a rematch from several tabs. A start writes the room and the game
in one transaction; processes die before their writes, and copies are sent unasked.";

#[test]
fn a_room_seats_two_and_starts_each_game_once() {
    hold(chapter());
}

const HOST: Person = Person::Session([1; 16]);
const GUEST: Person = Person::Session([2; 16]);
const THIRD: Person = Person::Session([3; 16]);
const CREATED: Timestamp = Timestamp(1_750_000_000_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// A write is conditional on the version read.
    Version,
    /// A game's id follows from room and number.
    DerivedId,
    /// The room and its game are written together.
    OneTransaction,
    /// The score is folded by the start of the next game.
    Folded,
    /// A rematch names the game that it follows.
    Bound,
    /// Nobody lapses an invitation before the grace is over.
    Grace,
    /// A room remembers accepted commands.
    Memory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Join,
    Accept,
    Cancel,
    Rematch,
    /// A timer comes to lapse the invitation.
    Lapse,
    /// The present game ends, by itself.
    End,
}

#[derive(Clone, Copy, Debug)]
struct Order {
    name: &'static str,
    by: Person,
    ask: Ask,
    when: fn(&State) -> bool,
}

fn order(name: &'static str, by: Person, ask: Ask, when: fn(&State) -> bool) -> Order {
    Order {
        name,
        by,
        ask,
        when,
    }
}

/// A room and all that is going to happen to it.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    instants: Vec<i64>,
    orders: Vec<Order>,
    deaths: u8,
    copies: u8,
    without: Vec<Mend>,
    sometimes: fn() -> Vec<Property<Rooms>>,
}

/// A room that can be told apart; its conditions never change.
#[derive(Clone, Debug)]
struct HeldRoom(Arc<Room>);

impl PartialEq for HeldRoom {
    fn eq(&self, other: &HeldRoom) -> bool {
        self.0 == other.0
    }
}

impl Eq for HeldRoom {}

impl Hash for HeldRoom {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let room = &self.0;
        (room.seats, room.accepted, room.closed, room.current).hash(hasher);
        (room.score, room.rematch, room.declined, &room.remembered).hash(hasher);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Item {
    room: HeldRoom,
    v: u8,
}

/// A game as a room sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Played {
    id: GameId,
    number: u16,
    over: bool,
}

impl Played {
    fn ended(&self) -> Option<Ended> {
        self.over.then_some(Ended {
            at: CREATED,
            winner: Some(Side::White),
            reason: Reason::Resignation,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Copy {
    order: usize,
    received: usize,
}

/// A process before its next write.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Process {
    copy: Copy,
    read: Item,
    events: Vec<Event>,
    /// What it has yet to write.
    next: Next,
}

impl Hash for Process {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.copy, &self.read, &self.next, self.events.len()).hash(hasher);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Next {
    /// The command's own events, or the lapse that was due before it.
    Room { own: bool },
    /// The game that the room names already.
    Game(Played),
    /// The score of a game that has ended.
    Score,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Heard {
    Nothing,
    Done,
    Refused,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    at: usize,
    item: Item,
    games: Vec<Played>,
    /// The game that each command was made for, if it was made.
    made: Vec<Option<Option<GameId>>>,
    heard: Vec<Heard>,
    accepted: Vec<usize>,
    flying: Vec<Copy>,
    running: Vec<Process>,
    deaths: u8,
    copies: u8,
    seat_taken_twice: bool,
    strayed: bool,
    hasty: bool,
    denied: bool,
}

impl State {
    fn room(&self) -> &Room {
        &self.item.room.0
    }

    fn current(&self) -> Option<&Played> {
        let current = self.room().current?;
        self.games.iter().find(|game| game.id == current.game)
    }
}

const SEAT: &str = "a taken seat is not taken again";
const STARTED: &str = "once both have accepted there is a game";
const ONE_GAME: &str = "a number has one game";
const EXISTS: &str = "the game that a room names exists";
const SCORE: &str = "the score counts every game once";
const STRAYED: &str = "a rematch follows the game it was accepted for";
const HASTY: &str = "no invitation lapses before the grace is over";
const CLOSED: &str = "a closed room has no game";
const DENIED: &str = "what was accepted is not refused when it is sent again";
const ANSWERED: &str = "in the end everybody is answered";

fn always() -> Vec<Property<Rooms>> {
    vec![
        Property::always(SEAT, |_, state: &State| !state.seat_taken_twice),
        Property::always(STARTED, |_, state: &State| {
            let BySeat { host, guest } = state.room().accepted;
            host.is_none() || guest.is_none() || state.room().current.is_some()
        }),
        Property::always(ONE_GAME, |_, state: &State| {
            let numbers = 1..=state.games.len();
            let games = state.games.iter().map(|game| usize::from(game.number));
            games.eq(numbers)
        }),
        Property::always(EXISTS, |_, state: &State| {
            state.room().current.is_none() || state.current().is_some()
        }),
        Property::always(SCORE, |rooms: &Rooms, state: &State| {
            let over = state.games.iter().filter(|game| game.over).count();
            usize::from(rooms.score(state)) == over || !rooms.terminal(state)
        }),
        Property::always(STRAYED, |_, state: &State| !state.strayed),
        Property::always(HASTY, |_, state: &State| !state.hasty),
        Property::always(CLOSED, |_, state: &State| {
            state.room().closed.is_none() || state.games.is_empty()
        }),
        Property::always(DENIED, |_, state: &State| !state.denied),
        Property::always(ANSWERED, |rooms: &Rooms, state: &State| {
            let asked = state.made.iter().zip(&state.heard);
            asked
                .into_iter()
                .all(|(made, heard)| made.is_none() || *heard != Heard::Nothing)
                || !rooms.terminal(state)
        }),
    ]
}

impl Rooms {
    fn has(&self, mend: Mend) -> bool {
        !self.without.contains(&mend)
    }

    fn without(mut self, mends: &[Mend]) -> Rooms {
        self.without = mends.to_vec();
        self
    }

    /// Games that count, as a reader of the room is told.
    fn score(&self, state: &State) -> u16 {
        let ended = state.current().and_then(Played::ended);
        let ended = ended.filter(|_| self.has(Mend::Folded));
        let score = state.room().score_with(ended.as_ref());
        score.wins.host + score.wins.guest + score.draws
    }

    fn terminal(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.is_empty()
    }
}

fn open_room() -> Room {
    let conditions = Conditions {
        id: RoomId(Ulid(7)),
        rules: &RuleSet::ALL[0],
        control: None,
        colour: ColourChoice::Mine,
        created: CREATED,
    };
    Room::open(conditions, HOST)
}

fn no_guest(state: &State) -> bool {
    state.room().seats.guest.is_none()
}

fn guest_sits(state: &State) -> bool {
    state.room().seats.guest == Some(GUEST)
}

fn playing(number: u16, over: bool) -> impl Fn(&State) -> bool {
    move |state| {
        state
            .current()
            .is_some_and(|game| (game.number, game.over) == (number, over))
    }
}

fn first() -> Rooms {
    Rooms {
        instants: vec![0],
        orders: vec![
            order("the guest joins", GUEST, Ask::Join, no_guest),
            order("a third joins", THIRD, Ask::Join, no_guest),
            order("the guest accepts", GUEST, Ask::Accept, guest_sits),
            order("the host accepts", HOST, Ask::Accept, |_| true),
            order("the host cancels", HOST, Ask::Cancel, guest_sits),
        ],
        deaths: 0,
        copies: 1,
        without: Vec::new(),
        sometimes: || {
            vec![
                Property::sometimes("a game starts", |_, state: &State| !state.games.is_empty()),
                Property::sometimes("cancelled", |_, state: &State| {
                    state.room().closed.is_some()
                }),
            ]
        },
    }
}

fn leaving() -> Rooms {
    Rooms {
        orders: vec![
            order("the guest joins", GUEST, Ask::Join, |state| {
                state.heard[0] == Heard::Nothing
            }),
            order("the guest leaves", GUEST, Ask::Cancel, guest_sits),
            order("a third joins", THIRD, Ask::Join, |_| true),
        ],
        deaths: 1,
        sometimes: || {
            vec![Property::sometimes(
                "the third sits after all",
                |_, state: &State| {
                    state.accepted.contains(&1) && state.room().seats.guest == Some(THIRD)
                },
            )]
        },
        ..first()
    }
}

fn lapsing() -> Rooms {
    let life = INVITE_LIFE.0;
    Rooms {
        instants: vec![life - 1, life, life + 1499, life + 1500],
        orders: vec![
            order("the guest joins", GUEST, Ask::Join, no_guest),
            order("the guest accepts", GUEST, Ask::Accept, guest_sits),
            order("the host accepts", HOST, Ask::Accept, guest_sits),
            order("the timer comes", HOST, Ask::Lapse, |state| state.at > 0),
        ],
        copies: 0,
        sometimes: || {
            vec![
                Property::sometimes("a game starts after 24 hours", |_, state: &State| {
                    state.at == 2 && !state.games.is_empty()
                }),
                Property::sometimes("lapsed", |_, state: &State| state.room().closed.is_some()),
            ]
        },
        ..first()
    }
}

fn rematches() -> Rooms {
    Rooms {
        orders: vec![
            order("the guest joins", GUEST, Ask::Join, no_guest),
            order("both accept: the host", HOST, Ask::Accept, guest_sits),
            order("both accept: the guest", GUEST, Ask::Accept, |state| {
                state.accepted.contains(&1)
            }),
            order("game 1 ends", HOST, Ask::End, |state| {
                playing(1, false)(state)
            }),
            order("the host wants a rematch", HOST, Ask::Rematch, |state| {
                playing(1, true)(state)
            }),
            order("the host's other tab too", HOST, Ask::Rematch, |state| {
                playing(1, true)(state)
            }),
            order("the guest wants a rematch", GUEST, Ask::Rematch, |state| {
                playing(1, true)(state)
            }),
            order("game 2 ends", HOST, Ask::End, |state| {
                playing(2, false)(state)
            }),
        ],
        deaths: 1,
        copies: 1,
        sometimes: || {
            vec![Property::sometimes(
                "two games are played",
                |_, state: &State| state.games.len() == 2 && state.games[1].over,
            )]
        },
        ..first()
    }
}

pub(crate) fn chapter() -> Chapter<Rooms> {
    let row = |what, fails, model: Rooms, mends: &[Mend]| LeftOut {
        what,
        fails,
        model: model.without(mends),
    };
    let (version, both) = (&[Mend::Version], [Mend::Version, Mend::DerivedId]);
    Chapter {
        title: "Rooms",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("two visitors, two acceptances, a cancelling host", first()),
            ("a guest who leaves", leaving()),
            ("the last moment of an invitation", lapsing()),
            ("a rematch", rematches()),
        ],
        left_out: vec![
            row(
                "a join is conditional on the version read",
                SEAT,
                first(),
                version,
            ),
            row("an acceptance is, too", STARTED, first(), version),
            row(
                "… and, as a second net, a game's id follows from its number",
                ONE_GAME,
                rematches(),
                &both,
            ),
            row(
                "the room and its game are written together",
                EXISTS,
                first(),
                &[Mend::OneTransaction],
            ),
            row(
                "the score is folded by the next start",
                SCORE,
                rematches(),
                &[Mend::Folded],
            ),
            row(
                "a rematch names the game it follows",
                STRAYED,
                rematches(),
                &[Mend::Bound],
            ),
            row(
                "nobody lapses an invitation before the grace is over",
                HASTY,
                lapsing(),
                &[Mend::Grace],
            ),
            row(
                "a room remembers accepted commands",
                DENIED,
                leaving(),
                &[Mend::Memory],
            ),
        ],
    }
}
