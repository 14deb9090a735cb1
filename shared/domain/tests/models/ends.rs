//! Many ends at once, and nothing lost between them.

use crate::page::{Chapter, LeftOut, hold};
use crate::play::{
    Ask, BUSY, KEPT, Mend, ONE_END, ONE_TRUTH, Order, Play, RED, State, WHITE, always,
};
use damero_domain::game::{Game, Reason};
use stateright::Property;

const ABOUT: &str = "\
A game that everybody ends at once: by agreement, by resigning on both sides, by the clock, by cancelling,
while moves and offers are under way. Processes die before their writes and answers are lost.";

#[test]
fn a_game_ends_once_and_nothing_accepted_is_lost() {
    hold(chapter());
}

fn ends() -> Play {
    Play {
        timed: true,
        played: &[],
        instants: vec![599_999, 601_500],
        hosts: vec![0],
        orders: vec![
            Order::new("white offers", WHITE, Ask::Offer, |game| game.seq() == 0),
            Order::new("red accepts", RED, Ask::Accept, |game| {
                game.offer() == Some(WHITE)
            }),
            Order::new("red moves", RED, Ask::Move("11-15"), |game| {
                game.turn_no() == 0
            }),
            Order::new("red resigns", RED, Ask::Resign, |game| game.seq() == 1),
            Order::new("white resigns", WHITE, Ask::Resign, |game| game.seq() == 1),
            Order::new("the watchdog", WHITE, Ask::Watchdog, |_| true).from(1),
        ],
        deaths: 0,
        losses: 0,
        copies: 0,
        without: Vec::new(),
        properties: || {
            let ended = |name, holds| Property::sometimes(name, holds);
            let mut properties = always();
            properties.extend([
                ended("agreed", |_, state: &State| {
                    state.reason() == Some(Reason::Agreement)
                }),
                ended("resigned", |_, state: &State| {
                    state.reason() == Some(Reason::Resignation)
                }),
                ended("flagged", |_, state: &State| {
                    state.reason() == Some(Reason::Time)
                }),
            ]);
            properties
        },
    }
}

fn cancelling() -> Play {
    let asked = |game: &Game| game.cancel() == Some(RED);
    let mut play = Play {
        timed: false,
        instants: vec![0],
        orders: vec![
            Order::new("red asks to cancel", RED, Ask::RequestCancel, |game| {
                game.turn_no() == 0
            }),
            Order::new("white agrees", WHITE, Ask::AgreeCancel, asked),
            Order::new("red moves", RED, Ask::Move("11-15"), |game| {
                game.turn_no() == 0
            }),
            Order::new("red resigns", RED, Ask::Resign, asked),
        ],
        deaths: 1,
        losses: 1,
        ..ends()
    };
    play.properties = || {
        let mut properties = always();
        properties.extend([
            Property::sometimes("cancelled", |_, state: &State| {
                state.reason() == Some(Reason::Cancelled)
            }),
            Property::sometimes("a move withdraws the request", |_, state: &State| {
                state.was_accepted(0) && state.was_accepted(2) && state.game().cancel().is_none()
            }),
        ]);
        properties
    };
    play
}

pub(crate) fn chapter() -> Chapter<Play> {
    let row = |what, fails, model: Play, mends: &[Mend]| LeftOut {
        what,
        fails,
        model: model.without(mends),
    };
    let both = [Mend::Version, Mend::Active];
    Chapter {
        title: "Ends",
        about: ABOUT,
        holds_as_in: Some("Commands"),
        whole: vec![
            ("five ends and a move", ends()),
            ("cancelling", cancelling()),
        ],
        left_out: vec![
            row(
                "a write is conditional on the version read",
                KEPT,
                ends(),
                &[Mend::Version],
            ),
            row(
                "… and, as a second net, on the game's running",
                ONE_END,
                ends(),
                &both,
            ),
            row("a lost race is decided again", BUSY, ends(), &[Mend::Again]),
            row(
                "cancelling is an event of the game",
                ONE_TRUTH,
                cancelling(),
                &[Mend::CancelInGame],
            ),
        ],
    }
}
