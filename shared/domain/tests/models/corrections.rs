//! Ratings recomputed from a game on, while others are played.

mod steps;

use crate::page::{Chapter, LeftOut, hold};
use crate::ratings::{Correction, Entry, Log, Match, PLAYERS, Rating, Standing, is_valid, replay};
use stateright::{Model, Property};

const ABOUT: &str = "\
Rated games are voided or reinstated while others end. A correction walks the log from its game on, in order of
end, through everyone whom it touches; it writes entries under its ordinal and then moves standings. Its
process may die before any write, and goes on from its cursor. Games that end meanwhile read two standings in
one step and write in another. Three players, A to C; the arithmetic is a simpler one.";

#[test]
fn a_correction_leaves_what_a_replay_without_its_game_would() {
    hold(chapter());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// A player is walked while rating or count differ, not the rating alone.
    Count,
    /// They are compared with the entry as of the correction before, not the newest.
    AsOfBefore,
    /// One correction runs at a time.
    Serial,
    /// They run in the order of their ordinals.
    Order,
    /// A standing moves if it follows from the entry seen.
    Condition,
    /// A pass that met a newer entry is followed by another.
    Again,
    /// An end, too, is conditional on the entry seen.
    EndCondition,
    /// That entry is named with the correction that wrote it.
    Named,
    /// Everybody's games are walked in one order, that of their ends.
    OneOrder,
    /// A game counts as its entries say, not as it is marked today.
    EntriesSay,
}

/// A log, and what is going to happen to it.
#[derive(Clone, Debug)]
pub(crate) struct Correcting {
    past: Vec<Match>,
    /// Games that end meanwhile, one after the other.
    live: Vec<Match>,
    /// In the order of decision.
    corrections: Vec<Correction>,
    deaths: u8,
    without: Option<Mend>,
    sometimes: fn() -> Vec<Property<Correcting>>,
}

/// What a correction knows of the way behind it: its cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Cursor {
    begun: bool,
    /// Who differs, and has what instead.
    differs: [Option<Rating>; PLAYERS],
    /// Each player's last entry that was walked.
    walked: [Option<&'static str>; PLAYERS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum At {
    /// Looks for the next game to walk.
    Look,
    /// Puts the entry of one of its sides.
    Put(usize),
    /// Reads a player's standing.
    See(usize),
    /// Moves it.
    Move(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Job {
    ordinal: u8,
    at: At,
    cursor: Cursor,
    saved: Cursor,
    /// The game that is walked, the new entries, and who differs from before.
    walking: Option<(&'static str, [(Entry, bool); 2])>,
    seen: Option<Standing>,
    again: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    log: Log,
    standings: [Standing; PLAYERS],
    /// How many games had ended when each correction was decided.
    decided: Vec<usize>,
    /// Ordinals of corrections that are done.
    done: Vec<u8>,
    jobs: Vec<Job>,
    /// Live games that have begun to end, and what the last one saw.
    ending: usize,
    seen: Option<[Standing; 2]>,
    deaths: u8,
    /// Whether a game ended when some standings had moved, others not.
    between: bool,
}

const RATED: &str = "in the end ratings and counts are those of a replay without the void games";
const LOGGED: &str = "in the end the log as of each correction is such a replay";
const FINISHED: &str = "in the end every game has ended and every correction is done";

fn always() -> Vec<Property<Correcting>> {
    vec![
        Property::always(RATED, |model: &Correcting, state: &State| {
            let valid = model.valid(state, model.corrections.len());
            let ratings = state.standings.map(|standing| standing.rating);
            !model.terminal(state) || ratings == replay(valid)
        }),
        Property::always(LOGGED, |model: &Correcting, state: &State| {
            !model.terminal(state) || (0..=state.decided.len()).all(|n| model.logged(state, n))
        }),
        Property::always(FINISHED, |model: &Correcting, state: &State| {
            let all = model.past.len() + model.live.len();
            !model.terminal(state)
                || (state.log.0.len(), state.done.len()) == (all, model.corrections.len())
        }),
    ]
}

impl Correcting {
    fn has(&self, mend: Mend) -> bool {
        self.without != Some(mend)
    }

    fn without(mut self, mend: Mend) -> Correcting {
        self.without = Some(mend);
        self
    }

    fn terminal(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.is_empty()
    }

    /// The games that count after so many corrections.
    fn valid<'a>(&self, state: &'a State, corrections: usize) -> impl Iterator<Item = &'a Match> {
        let corrections = &self.corrections[..corrections];
        let games = state.log.0.iter().map(|line| &line.of);
        games.filter(|game| is_valid(game.name, corrections))
    }

    /// Whether the log as of a correction is right for what ended before the next.
    fn logged(&self, state: &State, corrections: usize) -> bool {
        let ended = state.decided.get(corrections).copied();
        let lines = &state.log.0[..ended.unwrap_or(state.log.0.len())];
        (0..lines.len()).all(|nth| {
            let ratings = replay(self.valid(state, corrections).take_while(|game| {
                let place = lines.iter().position(|line| line.of == **game);
                place.is_some_and(|place| place <= nth)
            }));
            let line = &lines[nth];
            let ordinal = u8::try_from(corrections).unwrap();
            [0, 1]
                .into_iter()
                .all(|side| line.as_of(side, ordinal).after == ratings[line.of.players[side]])
        })
    }
}

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

/// A beats B, and both go on to play C.
fn one() -> Correcting {
    Correcting {
        past: vec![
            Match::new("A–B", [A, B], 1),
            Match::new("A–C", [A, C], 1),
            Match::new("B–C", [B, C], 0),
        ],
        live: vec![Match::new("C–A", [C, A], 1), Match::new("B–A", [B, A], 1)],
        corrections: vec![Correction::void("A–B")],
        deaths: 1,
        without: None,
        sometimes: || {
            vec![Property::sometimes(
                "a game ends between two standings",
                |_, state: &State| state.between,
            )]
        },
    }
}

/// A void draw between equals moves nobody's rating.
fn draw() -> Correcting {
    Correcting {
        past: vec![Match::new("A–B", [A, B], 0), Match::new("B–C", [B, C], 1)],
        live: vec![Match::new("A–C", [A, C], 1)],
        ..one()
    }
}

fn two() -> Correcting {
    Correcting {
        past: vec![Match::new("A–B", [A, B], 1), Match::new("B–C", [B, C], 1)],
        live: vec![Match::new("A–C", [A, C], 1)],
        corrections: vec![Correction::void("A–B"), Correction::void("B–C")],
        ..one()
    }
}

fn back() -> Correcting {
    Correcting {
        corrections: vec![Correction::void("A–B"), Correction::reinstate("A–B")],
        ..two()
    }
}

fn three() -> Correcting {
    Correcting {
        live: vec![Match::new("A–C", [A, C], 1), Match::new("C–B", [C, B], 1)],
        corrections: vec![
            Correction::void("B–C"),
            Correction::void("A–B"),
            Correction::reinstate("B–C"),
        ],
        deaths: 2,
        ..two()
    }
}

pub(crate) fn chapter() -> Chapter<Correcting> {
    let row = |what, fails, model: Correcting, mend| LeftOut {
        what,
        fails,
        model: model.without(mend),
    };
    Chapter {
        title: "Corrections",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("a win is voided, two games end", one()),
            ("a draw between equals is voided", draw()),
            ("two games are voided", two()),
            ("a game is voided and reinstated", back()),
            ("three corrections, two deaths, two games end", three()),
        ],
        left_out: vec![
            row(
                "a player is walked while the count differs, too",
                RATED,
                draw(),
                Mend::Count,
            ),
            row(
                "… from the entry as of the correction before, not the newest",
                RATED,
                one(),
                Mend::AsOfBefore,
            ),
            row("one correction runs at a time", RATED, two(), Mend::Serial),
            row(
                "they run in the order of their ordinals",
                LOGGED,
                two(),
                Mend::Order,
            ),
            row(
                "a game counts as its entries say, not as it is marked today",
                LOGGED,
                two(),
                Mend::EntriesSay,
            ),
            row(
                "everybody's games are walked in one order",
                RATED,
                two(),
                Mend::OneOrder,
            ),
            row(
                "a standing moves if it follows from the entry seen",
                RATED,
                one(),
                Mend::Condition,
            ),
            row(
                "a pass that met a newer entry is followed by another",
                RATED,
                one(),
                Mend::Again,
            ),
            row(
                "an end is conditional on the entries seen",
                RATED,
                one(),
                Mend::EndCondition,
            ),
            row(
                "… which are named with the correction that wrote them",
                RATED,
                one(),
                Mend::Named,
            ),
        ],
    }
}
