//! What the end of a rated game writes, and who writes beside it.

mod shell;
mod steps;

use crate::page::{Chapter, LeftOut, hold};
use crate::ratings::{Correction, Log, Match, PLAYERS, Standing, is_valid, replay};
use stateright::{Model, Property};

const ABOUT: &str = "\
Two players have met today, and meet again. Both ends of the second game come at once and a timer comes twice,
while the first game is voided and reinstated. An end is one transaction: the game, two standings, two entries,
the pair's count of the day, two locks. Its outcome may stay unknown: the request is lost, or carried out later,
and its process sends the same bytes again, or gives up and reads the game. Processes die before any write. A
limit of one game a day stands for five.";

#[test]
fn a_rated_game_moves_ratings_once_and_whole() {
    hold(chapter());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// The end is conditional on the game's version.
    Version,
    /// All of it is one transaction.
    Together,
    /// The locks, too.
    Locks,
    /// It is conditional on the entries that the standings followed from.
    Follows,
    /// Those are named with the correction that wrote them.
    Named,
    /// It is conditional on the day's count.
    Count,
    /// A game ends later than the corrections that its standings follow from were decided.
    Contains,
    /// What was cancelled is stamped anew.
    Anew,
    /// A game ends later than the last ones of its players.
    Later,
    /// A correction's mark and the day's count change together.
    Mark,
    /// The day's limit is a condition of the pairing.
    Limit,
    /// It is none of the end.
    NoLimit,
}

/// A command or a timer that ends the second game.
#[derive(Clone, Copy, Debug)]
struct Order {
    name: &'static str,
    /// For A: 1 is a win, −1 a loss.
    score: i32,
    slow: bool,
}

/// Two players' day.
#[derive(Clone, Debug)]
pub(crate) struct Rated {
    /// Whether the second game runs already.
    paired: bool,
    orders: Vec<Order>,
    corrections: Vec<Correction>,
    deaths: u8,
    /// How many outcomes stay unknown.
    doubts: u8,
    /// How often a pairing is tried.
    tries: u8,
    without: Vec<Mend>,
    sometimes: fn() -> Vec<Property<Rated>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Game {
    None,
    Running { v: u8 },
    Over,
}

/// The bytes of an end, made of what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Request {
    order: usize,
    at: u8,
    v: u8,
    seen: [Standing; 2],
    count: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// About to send its request, for the first time or again.
    Ready,
    /// It has not heard what came of it.
    Doubt,
    /// The game is written, the rest is not.
    Rest,
    /// All but the locks is written.
    Locks,
}

/// A process that ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Process {
    request: Request,
    stage: Stage,
}

/// How far a correction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Mark,
    Count,
    /// The mark and the count, or a note that both are written.
    Decide,
    Walk,
    Move(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    now: u8,
    log: Log,
    standings: [Standing; PLAYERS],
    game: Game,
    ends: u8,
    locked: [bool; 2],
    count: u8,
    heard: Vec<bool>,
    running: Vec<Process>,
    /// Requests that are yet to be carried out.
    late: Vec<Request>,
    /// What a pairing has read of the day's count.
    pairing: Option<u8>,
    tries: u8,
    /// When each correction was decided.
    decided: Vec<u8>,
    done: usize,
    part: Part,
    /// How long the log was that the correction walked.
    walked: usize,
    deaths: u8,
    doubts: u8,
    dated_before: bool,
    overfull: bool,
}

const FIRST: Match = Match::new("the first game", [0, 1], 1);
const SECOND: &str = "the second game";
const LIMIT: u8 = 1;

const ONCE: &str = "a game ends once, with one entry for each player";
const SUM: &str = "in the end what one has won the other has lost";
const RATED: &str = "in the end ratings and counts are those of a replay of the valid games";
const LOCKED: &str = "who plays is locked";
const RELEASED: &str = "in the end no lock is held for a game that is over";
const COUNTED: &str = "in the end the day counts the pair's valid games";
const DATED: &str = "no game ends before the decision of a correction that it contains";
const ORDER: &str = "the log stands in the order in which ratings moved";
const RATES: &str = "in the end a game that was paired and ended is rated";
const FULL: &str = "no pair is paired on a day that is full";
const ANSWERED: &str = "in the end everybody is answered";

fn always() -> Vec<Property<Rated>> {
    vec![
        Property::always(ONCE, |_, state: &State| {
            state.ends <= 1 && state.log.0.len() <= 2
        }),
        Property::always(SUM, |model: &Rated, state: &State| {
            let [a, b, ..] = state.standings.map(|standing| standing.rating.elo);
            let apart = replay(std::iter::empty()).map(|rating| rating.elo);
            a + b == apart[0] + apart[1] || !model.terminal(state)
        }),
        Property::always(RATED, |model: &Rated, state: &State| {
            let ratings = state.standings.map(|standing| standing.rating);
            ratings == replay(model.valid(state)) || !model.terminal(state)
        }),
        Property::always(LOCKED, |_, state: &State| {
            !matches!(state.game, Game::Running { .. }) || state.locked == [true; 2]
        }),
        Property::always(RELEASED, |model: &Rated, state: &State| {
            let over = state.game == Game::Over;
            !over || state.locked == [false; 2] || !model.terminal(state)
        }),
        Property::always(COUNTED, |model: &Rated, state: &State| {
            usize::from(state.count) == model.valid(state).count() || !model.terminal(state)
        }),
        Property::always(DATED, |_, state: &State| !state.dated_before),
        Property::always(ORDER, |_, state: &State| {
            state.log.0.first().is_none_or(|line| line.of == FIRST)
        }),
        Property::always(RATES, |model: &Rated, state: &State| {
            let rated = state.log.0.iter().any(|line| line.of.name == SECOND);
            state.game != Game::Over || rated || !model.terminal(state)
        }),
        Property::always(FULL, |_, state: &State| !state.overfull),
        Property::always(ANSWERED, |model: &Rated, state: &State| {
            let all = state.heard.iter().all(|heard| *heard);
            state.game == Game::None || all || !model.terminal(state)
        }),
    ]
}

impl Rated {
    fn has(&self, mend: Mend) -> bool {
        !self.without.contains(&mend)
    }

    fn without(mut self, mends: &[Mend]) -> Rated {
        self.without = mends.to_vec();
        self
    }

    fn terminal(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.is_empty()
    }

    /// The games that count.
    fn valid<'a>(&self, state: &'a State) -> impl Iterator<Item = &'a Match> {
        let decided = &self.corrections[..state.decided.len()];
        let games = state.log.0.iter().map(|line| &line.of);
        games.filter(|game| is_valid(game.name, decided))
    }
}

fn order(name: &'static str, score: i32) -> Order {
    let slow = false;
    Order { name, score, slow }
}

fn ends() -> Rated {
    Rated {
        paired: true,
        orders: vec![
            order("A resigns", -1),
            order("the timer", 1),
            order("the timer again", 1),
        ],
        corrections: vec![Correction::void(FIRST.name)],
        deaths: 0,
        doubts: 0,
        tries: 0,
        without: Vec::new(),
        sometimes: || {
            vec![
                Property::sometimes("A loses", |_, state: &State| {
                    state.log.0.iter().any(|line| line.of.score == -1)
                }),
                Property::sometimes("A wins", |_, state: &State| {
                    state.log.0.len() == 2 && state.log.0[1].of.score == 1
                }),
            ]
        },
    }
}

fn doubts() -> Rated {
    Rated {
        orders: vec![order("A resigns", -1), order("the timer", 1)],
        deaths: 1,
        doubts: 1,
        ..ends()
    }
}

fn slow() -> Rated {
    let slow = |order| Order {
        slow: true,
        ..order
    };
    Rated {
        orders: vec![slow(order("A resigns", -1)), slow(order("the timer", 1))],
        corrections: Vec::new(),
        ..ends()
    }
}

fn day() -> Rated {
    Rated {
        paired: false,
        orders: vec![order("A resigns", -1)],
        corrections: vec![
            Correction::void(FIRST.name),
            Correction::reinstate(FIRST.name),
        ],
        deaths: 1,
        tries: 2,
        sometimes: || {
            vec![Property::sometimes(
                "a second valid game on one day",
                |_, state: &State| state.count > LIMIT,
            )]
        },
        ..ends()
    }
}

pub(crate) fn chapter() -> Chapter<Rated> {
    let row = |what, fails, model: Rated, mends: &[Mend]| LeftOut {
        what,
        fails,
        model: model.without(mends),
    };
    Chapter {
        title: "Rated ends",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("two ends, a doubled timer and a correction", ends()),
            ("outcomes stay unknown, a process dies", doubts()),
            ("slow hosts", slow()),
            ("a full day, voided and reinstated", day()),
        ],
        left_out: vec![
            row(
                "an end is one transaction",
                RATES,
                doubts(),
                &[Mend::Together],
            ),
            row("… with the locks", RELEASED, doubts(), &[Mend::Locks]),
            row(
                "it is conditional on the entries that the standings followed from",
                RATED,
                ends(),
                &[Mend::Follows],
            ),
            row(
                "… which are named with the correction that wrote them",
                RATED,
                ends(),
                &[Mend::Named],
            ),
            row(
                "… and, as a second net, on the game's version",
                ONCE,
                ends(),
                &[Mend::Follows, Mend::Version],
            ),
            row(
                "it is conditional on the day's count as read",
                COUNTED,
                ends(),
                &[Mend::Count],
            ),
            row(
                "as a second net to ending later than what it contains, what was cancelled is stamped anew",
                DATED,
                ends(),
                &[Mend::Contains, Mend::Anew],
            ),
            row(
                "a game ends later than the last ones of its players",
                ORDER,
                slow(),
                &[Mend::Later],
            ),
            row(
                "a correction's mark and the day's count change together",
                COUNTED,
                day(),
                &[Mend::Mark],
            ),
            row(
                "the day's limit is a condition of the pairing",
                FULL,
                day(),
                &[Mend::Limit],
            ),
            row("… and none of the end", RATES, day(), &[Mend::NoLimit]),
        ],
    }
}
