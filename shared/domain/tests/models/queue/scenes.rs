//! What is explored of the queue, and what fails with something left out.

use super::{
    AGREE, Does, Fate, GAME, IN_TIME, KEPT, LEFT, MEET, Mend, NOT_STUCK, ONE_PAIRING, Order, PLACE,
    Phase, Queue, SEEN, State,
};
use crate::page::{Chapter, LeftOut};
use stateright::Property;

const ABOUT: &str = "\
Two or three accounts wait for a rival. A newcomer looks at once, and a tick looks again each minute, which
stands for the ticks of every ten seconds; who is found may be gone when the pairing is written. A pairing is
accepted by both within 20 s or lapses 1.5 s later. Its timer comes late, twice or never, and so do ticks, while
one of them is left. Somebody leaves, comes again, comes from two tabs; a lock is forgotten and taken again; a
process dies before it has looked.";

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

fn order(name: &'static str, who: usize, does: Does, when: fn(&State) -> bool) -> Order {
    Order {
        name,
        who,
        does,
        when,
    }
}

fn joins(name: &'static str, who: usize) -> Order {
    order(name, who, Does::Join, |_| true)
}

fn pairs() -> Queue {
    Queue {
        ratings: vec![1000, 1000],
        begun: false,
        orders: vec![joins("A joins", A), joins("B joins", B)],
        willing: vec![A, B],
        full: Vec::new(),
        looks: false,
        paired_is_well: false,
        minutes: 0,
        forgotten: 0,
        losses: 0,
        doubles: 1,
        deaths: 0,
        without: Vec::new(),
        sometimes: || {
            vec![
                Property::sometimes("a game", |_, state: &State| {
                    state.pairings.iter().any(|it| it.fate == Fate::Started)
                }),
                Property::sometimes("lapsed", |_, state: &State| {
                    state.pairings.iter().any(|it| it.fate == Fate::Lapsed)
                }),
            ]
        },
    }
}

fn leaving() -> Queue {
    Queue {
        orders: vec![
            joins("A joins", A),
            joins("B joins", B),
            order("A leaves", A, Does::Leave, |state| state.made[0]),
        ],
        doubles: 0,
        sometimes: || {
            vec![Property::sometimes("declined", |_, state: &State| {
                state.pairings.iter().any(|it| it.fate == Fate::Declined)
            })]
        },
        ..pairs()
    }
}

/// B does not accept, and comes again.
fn again() -> Queue {
    Queue {
        begun: true,
        orders: vec![order("B joins again", B, Does::Join, |state| {
            state.pairings[0].phase == Phase::Over
        })],
        willing: vec![A],
        looks: true,
        losses: 1,
        doubles: 0,
        sometimes: || {
            vec![Property::sometimes("paired again", |_, state: &State| {
                state.pairings.len() == 2
            })]
        },
        ..pairs()
    }
}

fn forgotten() -> Queue {
    Queue {
        orders: vec![
            joins("A joins", A),
            joins("A joins in another tab", A),
            joins("B joins", B),
        ],
        willing: Vec::new(),
        paired_is_well: true,
        forgotten: 1,
        losses: 1,
        doubles: 0,
        sometimes: || {
            vec![Property::sometimes(
                "a forgotten lock",
                |_, state: &State| state.forgotten == 0 && state.tickets.len() == 2,
            )]
        },
        ..pairs()
    }
}

/// Two who are 600 points apart.
fn far() -> Queue {
    Queue {
        ratings: vec![1000, 1600],
        orders: vec![
            joins("A joins", A),
            order("B joins", B, Does::Join, |state| state.made[0]),
        ],
        willing: Vec::new(),
        paired_is_well: true,
        minutes: 2,
        losses: 1,
        doubles: 1,
        sometimes: || {
            vec![Property::sometimes("paired", |_, state: &State| {
                state.pairings.len() == 1
            })]
        },
        ..pairs()
    }
}

/// A and B are nearest, and have met often enough today.
fn three() -> Queue {
    Queue {
        ratings: vec![1000, 1010, 1050],
        orders: vec![
            joins("A joins", A),
            joins("B joins", B),
            joins("C joins", C),
        ],
        willing: Vec::new(),
        paired_is_well: true,
        full: vec![[A, B]],
        losses: 1,
        doubles: 0,
        deaths: 1,
        sometimes: || {
            vec![Property::sometimes(
                "A and C are paired",
                |_, state: &State| state.pairings.iter().any(|it| !it.who.contains(&B)),
            )]
        },
        ..pairs()
    }
}

pub(crate) fn chapter() -> Chapter<Queue> {
    let row = |what, fails, model: Queue, mends: &[Mend]| LeftOut {
        what,
        fails,
        model: model.without(mends),
    };
    let orphans = &[Mend::Forgotten, Mend::Cleans];
    Chapter {
        title: "Queue",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("both accept; a timer comes twice", pairs()),
            ("one leaves", leaving()),
            (
                "one does not accept and comes again; timers are lost",
                again(),
            ),
            ("a lock is forgotten, and taken from two tabs", forgotten()),
            ("two far apart; a tick is lost", far()),
            ("three, two of whom have met too often", three()),
        ],
        left_out: vec![
            row(
                "a place is taken if the lock is as read",
                AGREE,
                forgotten(),
                &[Mend::Join],
            ),
            row(
                "taking a forgotten lock deletes the ticket it names",
                AGREE,
                forgotten(),
                &[Mend::Forgotten],
            ),
            row(
                "… and, as a second net, who fails on such a ticket deletes it",
                MEET,
                forgotten(),
                orphans,
            ),
            row(
                "a pairing is written if both locks name the tickets read",
                ONE_PAIRING,
                three(),
                &[Mend::Locks],
            ),
            row(
                "an acceptance is written if the pairing is as read",
                GAME,
                pairs(),
                &[Mend::Accept],
            ),
            row(
                "nobody lapses a pairing before the grace is over",
                IN_TIME,
                pairs(),
                &[Mend::Grace],
            ),
            row(
                "a lapse is written if the pairing is as read",
                KEPT,
                again(),
                &[Mend::Lapse],
            ),
            row(
                "whoever reads a pairing that is over lapses it",
                NOT_STUCK,
                again(),
                &[Mend::EveryRead],
            ),
            row(
                "leaving a pairing declines it",
                LEFT,
                leaving(),
                &[Mend::Declines],
            ),
            row(
                "who returns has the old ticket",
                PLACE,
                again(),
                &[Mend::OldTicket],
            ),
            row(
                "ticks go on while the ticket stands",
                MEET,
                far(),
                &[Mend::Ticks],
            ),
            row(
                "the window is that of whoever waits longer",
                SEEN,
                far(),
                &[Mend::Longer],
            ),
            row(
                "days of candidates are read before they are tried",
                MEET,
                three(),
                &[Mend::Days],
            ),
        ],
    }
}
