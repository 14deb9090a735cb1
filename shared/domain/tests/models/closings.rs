//! A period closed while games end and corrections are decided.

mod shell;
mod steps;

use crate::page::{Chapter, LeftOut, hold};
use crate::ratings::{Correction, Log, Match, PLAYERS, Rating, Standing};
use stateright::{Model, Property};

const ABOUT: &str = "\
One cut. Games of the period have ended before it; another ends about it, and its process may be frozen after
its stamp and send its write whenever it likes. Rated games are voided and reinstated before and after the cut;
the process that decides may be frozen, too. The closing comes late, twice, dies and begins anew. It touches
the running games and the head of the corrections, waits for what was decided before the cut, reads the log in
two pages, puts revision 0 and looks again. Time is the order of stamps; a host may be slow or ahead.";

#[test]
fn a_closing_is_the_state_at_the_cut_whenever_it_runs() {
    hold(chapter());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// The closing touches the running games, so that an end in flight loses its condition.
    Touch,
    /// A touched game ends after the cut, whatever the host's clock says.
    EndsAfter,
    /// It touches the head of the corrections, too.
    Head,
    /// What is decided then is decided after the cut, whatever the host's clock says.
    DecidedAfter,
    /// It waits for corrections that were decided before the cut.
    Waits,
    /// A game ends later than the corrections that its standings follow from were decided.
    Later,
    /// An end that was cancelled is stamped anew.
    Anew,
    /// The closing reads as of the last correction decided before the cut.
    AsOf,
    /// It reads entries, not standings.
    Entries,
    /// It looks again after it has put the revision.
    Looks,
    /// A correction is marked as done before it looks for closed periods.
    SweptFirst,
    /// Whoever revises a period does so for every correction, in order.
    InOrder,
    /// A revision is put once.
    Once,
}

/// How a host's clock goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    Right,
    /// Before the last stamp of others.
    Slow,
    /// After the next two.
    Ahead,
}

/// A period, and all that is going to happen about its cut.
#[derive(Clone, Debug)]
pub(crate) struct Closing {
    past: Vec<Match>,
    live: Match,
    /// The processes that end the live game.
    enders: Vec<Clock>,
    corrections: Vec<Correction>,
    admin: Clock,
    closers: usize,
    deaths: u8,
    without: Vec<Mend>,
    sometimes: fn() -> Vec<Property<Closing>>,
}

/// An item that the closing touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Touched {
    v: u8,
    not_before: u8,
}

/// A process that ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ender {
    Idle,
    /// It has stamped, and knows what it read.
    Stamped {
        at: u8,
        v: u8,
        seen: [Standing; 2],
    },
    Done,
}

/// A correction and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Decided {
    at: u8,
    /// How long the log was that it walked.
    walked: Option<usize>,
    /// How many standings have moved.
    moved: usize,
    swept: bool,
    /// Whether it has looked for closed periods.
    looked: bool,
}

/// A revision of the period's ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Snapshot {
    rows: [Option<Rating>; PLAYERS],
    /// The games counted, a bit each.
    games: u8,
}

/// What a correction does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Walk,
    Move(usize),
    Sweep,
    Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum At {
    Touch,
    Read,
    ReadOn,
    Put,
    Look,
    Done,
}

/// A run of the closing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Run {
    at: At,
    read: Snapshot,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    now: u8,
    cut: Option<u8>,
    log: Log,
    standings: [Standing; PLAYERS],
    game: Touched,
    enders: Vec<Ender>,
    head: Touched,
    /// The stamp of the next decision, and the head that it read.
    deciding: Option<(u8, u8)>,
    decided: Vec<Decided>,
    closings: Vec<Run>,
    /// By ordinal.
    revisions: Vec<(u8, Snapshot)>,
    deaths: u8,
    changed: bool,
}

const AT_CUT: &str = "revision 0 is the state as of the last correction decided before the cut";
const ONE_PERIOD: &str = "a game is counted in the period in which it ended, and in no other";
const REVISED: &str = "in the end each later correction that changes the period has its revision";
const KEPT: &str = "what is published is not changed";
const CLOSED: &str = "in the end the period is closed, the game over and every correction done";

fn always() -> Vec<Property<Closing>> {
    vec![
        Property::always(AT_CUT, |model: &Closing, state: &State| {
            let first = state.revision(0);
            first.is_none_or(|first| first.rows == model.expected(state, state.before()).rows)
        }),
        Property::always(ONE_PERIOD, |model: &Closing, state: &State| {
            let first = state.revision(0);
            first.is_none_or(|first| first.games == model.expected(state, state.before()).games)
        }),
        Property::always(REVISED, |model: &Closing, state: &State| {
            !model.terminal(state) || model.revised(state)
        }),
        Property::always(KEPT, |_, state: &State| !state.changed),
        Property::always(CLOSED, |model: &Closing, state: &State| {
            let done = state.decided.iter().filter(|it| it.swept && it.looked);
            !model.terminal(state)
                || (state.revision(0).is_some()
                    && state.log.0.len() == model.past.len() + 1
                    && done.count() == model.corrections.len())
        }),
    ]
}

impl Closing {
    fn has(&self, mend: Mend) -> bool {
        !self.without.contains(&mend)
    }

    fn without(mut self, mends: &[Mend]) -> Closing {
        self.without = mends.to_vec();
        self
    }

    fn terminal(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.is_empty()
    }

    /// Each later correction has a revision if it changes something, and none if not.
    fn revised(&self, state: &State) -> bool {
        let mut last = self.expected(state, state.before());
        let later = state.before() + 1..=state.decided.len();
        later.into_iter().all(|ordinal| {
            let before = std::mem::replace(&mut last, self.expected(state, ordinal));
            let due = Some(last).filter(|last| *last != before);
            state.revision(u8::try_from(ordinal).unwrap()) == due
        })
    }
}

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

fn one() -> Closing {
    Closing {
        past: vec![Match::new("B–C", [B, C], 1), Match::new("A–B", [A, B], 1)],
        live: Match::new("A–C", [A, C], 1),
        enders: vec![Clock::Right],
        corrections: vec![Correction::void("A–B")],
        admin: Clock::Right,
        closers: 1,
        deaths: 1,
        without: Vec::new(),
        sometimes: || {
            vec![
                Property::sometimes("a further revision", |_, state: &State| {
                    state.revision(1).is_some()
                }),
                Property::sometimes("voided before the cut", |_, state: &State| {
                    state.revision(0).is_some() && state.before() > 0
                }),
                Property::sometimes("stamped anew, after the cut", |_, state: &State| {
                    state.game.v > 1 && state.log.0.len() == 3
                }),
            ]
        },
    }
}

fn twice() -> Closing {
    Closing {
        closers: 2,
        deaths: 0,
        ..one()
    }
}

fn two() -> Closing {
    Closing {
        corrections: vec![Correction::void("B–C"), Correction::void("A–B")],
        deaths: 0,
        ..one()
    }
}

fn back() -> Closing {
    Closing {
        corrections: vec![Correction::void("A–B"), Correction::reinstate("A–B")],
        ..two()
    }
}

/// A frozen process and the timer that does its work meanwhile, both on slow hosts.
fn slow() -> Closing {
    Closing {
        enders: vec![Clock::Slow, Clock::Slow],
        admin: Clock::Slow,
        deaths: 0,
        ..one()
    }
}

fn ahead() -> Closing {
    Closing {
        admin: Clock::Ahead,
        ..one()
    }
}

pub(crate) fn chapter() -> Chapter<Closing> {
    let row = |what, fails, model: Closing, mends: &[Mend]| LeftOut {
        what,
        fails,
        model: model.without(mends),
    };
    Chapter {
        title: "Closings",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("a game is voided, the closing dies", one()),
            ("two closings at once", twice()),
            ("two games are voided", two()),
            ("a game is voided and reinstated", back()),
            ("slow hosts, two processes end the game", slow()),
            ("the admin's host is ahead", ahead()),
        ],
        left_out: vec![
            row(
                "a closing touches the running games",
                ONE_PERIOD,
                one(),
                &[Mend::Touch],
            ),
            row(
                "… which then end after the cut, whatever a clock says",
                ONE_PERIOD,
                slow(),
                &[Mend::EndsAfter],
            ),
            row(
                "… and the head of the corrections",
                AT_CUT,
                one(),
                &[Mend::Head],
            ),
            row(
                "… after which decisions lie after the cut, whatever a clock says",
                AT_CUT,
                slow(),
                &[Mend::DecidedAfter],
            ),
            row(
                "it waits for corrections decided before the cut",
                AT_CUT,
                one(),
                &[Mend::Waits],
            ),
            row(
                "a game ends later than the corrections that it contains were decided",
                AT_CUT,
                ahead(),
                &[Mend::Later],
            ),
            row(
                "… and, as a second net, an end that was cancelled is stamped anew",
                AT_CUT,
                one(),
                &[Mend::Later, Mend::Anew],
            ),
            row(
                "a closing reads as of the last correction decided before the cut",
                AT_CUT,
                one(),
                &[Mend::AsOf],
            ),
            row("… entries, not standings", AT_CUT, one(), &[Mend::Entries]),
            row(
                "it looks again after it has put the revision",
                REVISED,
                one(),
                &[Mend::Looks],
            ),
            row(
                "a correction is marked as done before it looks for closed periods",
                REVISED,
                one(),
                &[Mend::SweptFirst],
            ),
            row(
                "whoever revises a period does so for every correction, in order",
                REVISED,
                back(),
                &[Mend::InOrder],
            ),
            row(
                "as a second net to reading as of it, a revision is put once",
                KEPT,
                twice(),
                &[Mend::AsOf, Mend::Once],
            ),
        ],
    }
}
