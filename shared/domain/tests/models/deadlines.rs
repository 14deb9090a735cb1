//! One rule for the clock: received before zero counts, 1.5 s later anybody ends it.

use crate::page::{Chapter, LeftOut, hold};
use crate::play::{
    Ask, CORRUPT, DENIED, ESCAPED, HASTY, Mend, Order, Play, RED, SETTLED, State, WHITE, always,
};
use damero_domain::game::{Game, Reason};
use stateright::Property;

const ABOUT: &str = "\
The last moments of a clock: one millisecond before zero, zero, the last moment of the 1.5 s of grace and its
end. A move is received in time and lies in a cold start; a copy of it, the mover's other tab, a claim and a
timer come meanwhile. Hosts' clocks are right, or half a second behind, or so far off that they must not
write. A host that is ahead by less than it may be, 15 s, flags that much too early: nothing here could tell
it from a slow one, and no host of the platform is known to be.";

#[test]
fn a_move_in_time_counts_and_nobody_waits_for_ever() {
    hold(chapter());
}

fn first(game: &Game) -> bool {
    game.turn_no() == 0
}

fn last_moment() -> Play {
    Play {
        timed: true,
        played: &[],
        instants: vec![599_999, 600_000, 601_499, 601_500],
        hosts: vec![0],
        orders: vec![
            Order::new("red moves", RED, Ask::Move("11-15"), first),
            Order::new("red's other tab asks", RED, Ask::Sync, first).from(1),
            Order::new("white claims", WHITE, Ask::Flag, first).from(1),
        ],
        deaths: 0,
        losses: 0,
        copies: 1,
        without: Vec::new(),
        properties: || {
            let mut properties = always();
            properties.extend([
                Property::sometimes("a move is written after zero", |_, state: &State| {
                    state.at == 2 && state.game().turn_no() == 1
                }),
                Property::sometimes("flagged", |_, state: &State| {
                    state.reason() == Some(Reason::Time)
                }),
            ]);
            properties
        },
    }
}

/// What either side may try once the clock stands at zero.
fn after_zero() -> Play {
    let mut play = Play {
        orders: vec![
            Order::new("white offers", WHITE, Ask::Offer, first),
            Order::new("red accepts", RED, Ask::Accept, |game| {
                game.offer() == Some(WHITE)
            }),
            Order::new("white resigns", WHITE, Ask::Resign, first).from(1),
            Order::new("a reader", WHITE, Ask::Sync, |_| true).from(3),
        ],
        copies: 0,
        ..last_moment()
    };
    play.properties = || {
        let mut properties = always();
        properties.extend([
            Property::sometimes("the rival may still resign", |_, state: &State| {
                state.at > 0 && state.reason() == Some(Reason::Resignation)
            }),
            Property::sometimes("accepted in time", |_, state: &State| {
                state.reason() == Some(Reason::Agreement)
            }),
            Property::sometimes("flagged", |_, state: &State| {
                state.reason() == Some(Reason::Time)
            }),
        ]);
        properties
    };
    play
}

/// The timer was lost, and the mover is gone.
fn deserted() -> Play {
    let mut play = Play {
        orders: vec![
            Order::new("red offers", RED, Ask::Offer, |game| game.seq() == 0),
            Order::new("a reader", WHITE, Ask::Sync, |_| true).from(3),
        ],
        deaths: 1,
        copies: 1,
        ..last_moment()
    };
    play.properties = || {
        let mut properties = always();
        properties.push(Property::sometimes("flagged", |_, state: &State| {
            state.reason() == Some(Reason::Time)
        }));
        properties
    };
    play
}

/// Hosts that do not agree on the time.
fn hosts(off: i64) -> Play {
    let mut play = Play {
        hosts: vec![0, off],
        instants: vec![599_000, 599_400, 599_800, 601_500],
        orders: vec![
            Order::new("red moves", RED, Ask::Move("11-15"), first),
            Order::new("white offers", WHITE, Ask::Offer, |game| game.seq() < 2),
            Order::new("white's other tab asks", WHITE, Ask::Sync, first),
            Order::new("red resigns", RED, Ask::Resign, |game| game.turn_no() == 1),
        ],
        copies: 0,
        ..last_moment()
    };
    play.properties = || {
        let mut properties = always();
        properties.push(Property::sometimes(
            "moved and resigned",
            |_, state: &State| state.was_accepted(0) && state.reason() == Some(Reason::Resignation),
        ));
        properties
    };
    play
}

pub(crate) fn chapter() -> Chapter<Play> {
    let row = |what, fails, model: Play, mend| LeftOut {
        what,
        fails,
        model: model.without(&[mend]),
    };
    Chapter {
        title: "Deadlines",
        about: ABOUT,
        holds_as_in: Some("Commands"),
        whole: vec![
            ("a move at the last moment", last_moment()),
            ("answers after zero", after_zero()),
            ("nobody but a reader", deserted()),
            ("a host half a second behind", hosts(-500)),
            ("a host 20 s ahead", hosts(20_000)),
        ],
        left_out: vec![
            row(
                "nobody ends a game before the grace is over",
                HASTY,
                last_moment(),
                Mend::Grace,
            ),
            row("the mover neither", HASTY, last_moment(), Mend::MoverWaits),
            row(
                "what the mover sends after zero does not count",
                ESCAPED,
                after_zero(),
                Mend::Late,
            ),
            row(
                "what was accepted is known after zero, too",
                DENIED,
                deserted(),
                Mend::KnownFirst,
            ),
            row(
                "every reader settles the clock",
                SETTLED,
                deserted(),
                Mend::EveryRead,
            ),
            row(
                "no stamp lies before another",
                CORRUPT,
                hosts(-500),
                Mend::Confirmed,
            ),
            row(
                "whose clock is off does not write",
                HASTY,
                hosts(20_000),
                Mend::Skew,
            ),
        ],
    }
}
