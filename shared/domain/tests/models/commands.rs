//! Commands act on what they were made for, once, however they travel.

use crate::page::{Chapter, LeftOut, hold};
use crate::play::{
    Ask, DENIED, Mend, Order, Play, RED, REVIVED, STRAYED, State, VOIDED, WHITE, always,
};
use damero_domain::game::{Game, Reason};
use stateright::Property;

const ABOUT: &str = "\
A game without a clock. Messages overtake each other, are doubled, lie about for as long as they like, lose
their answers. A command is bound to what its sender had seen: a move or huff to its turn, an offer or an
answer to the event it was made at; and a seat remembers the last commands that it had accepted.";

#[test]
fn a_command_acts_on_what_it_was_made_for_and_once() {
    hold(chapter());
}

fn game(orders: Vec<Order>) -> Play {
    Play {
        timed: false,
        played: &[],
        instants: vec![0],
        hosts: vec![0],
        orders,
        deaths: 0,
        losses: 0,
        copies: 1,
        without: Vec::new(),
        properties: always,
    }
}

/// Two tabs answer an offer, one of them late; then there is another offer.
fn offers() -> Play {
    let open = |game: &Game| game.offer() == Some(RED) && game.turn_no() == 0;
    let mut play = game(vec![
        Order::new("red offers", RED, Ask::Offer, |game| game.seq() == 0),
        Order::new("white accepts", WHITE, Ask::Accept, open),
        Order::new("white declines", WHITE, Ask::Decline, open),
        Order::new("red moves", RED, Ask::Move("11-15"), |game| game.seq() == 2),
        Order::new("red offers again", RED, Ask::Offer, |game| {
            game.can_offer(RED) && game.turn_no() == 1
        }),
    ]);
    play.losses = 1;
    play.properties = || {
        let mut properties = always();
        properties.extend([
            Property::sometimes("the first offer is accepted", |_, state: &State| {
                state.was_accepted(1)
            }),
            Property::sometimes("the second offer stands", |_, state: &State| {
                state.was_accepted(4) && state.game().offer() == Some(RED)
            }),
        ]);
        properties
    };
    play
}

/// White moves out of turn, offers, and moves in turn.
fn turns() -> Play {
    let mut play = game(vec![
        Order::new("red moves", RED, Ask::Move("11-15"), |game| {
            game.turn_no() == 0
        }),
        Order::new(
            "white moves out of turn",
            WHITE,
            Ask::Move("22-18"),
            |game| game.turn_no() == 0,
        ),
        Order::new("white offers", WHITE, Ask::Offer, |game| game.seq() == 0),
        Order::new("white moves", WHITE, Ask::Move("23-19"), |game| {
            game.turn_no() == 1
        }),
    ]);
    play.losses = 1;
    play.properties = || {
        let mut properties = always();
        properties.push(Property::sometimes(
            "both have moved",
            |_, state: &State| state.game().turn_no() == 2,
        ));
        properties
    };
    play
}

/// A huff and the move after it on one socket, neither waiting for the other.
fn huff() -> Play {
    let mut play = game(vec![
        Order::new("white huffs", WHITE, Ask::Huff(15), |game| {
            game.turn_no() == 3
        }),
        Order::new("white moves", WHITE, Ask::Move("25-22"), |game| {
            game.turn_no() == 3
        })
        .ahead(1),
        Order::new("red resigns", RED, Ask::Resign, |_| true),
    ]);
    play.played = &["11-15", "22-18", "9-13"];
    play.deaths = 1;
    play.properties = || {
        let mut properties = always();
        properties.extend([
            Property::sometimes("huffed and moved", |_, state: &State| {
                state.game().turn_no() == 5
            }),
            Property::sometimes("resigned", |_, state: &State| {
                state.reason() == Some(Reason::Resignation)
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
    Chapter {
        title: "Commands",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("two answers to an offer, and another offer", offers()),
            ("moves in and out of turn, and an offer", turns()),
            ("a huff and a move at once", huff()),
        ],
        left_out: vec![
            row("a move names its turn", STRAYED, turns(), &[Mend::Turn]),
            row("… and is refused for good", REVIVED, turns(), &[Mend::Turn]),
            row(
                "an answer names the event it was made at",
                STRAYED,
                offers(),
                &[Mend::Answer],
            ),
            row(
                "numbers count events, not writes",
                VOIDED,
                turns(),
                &[Mend::Numbers],
            ),
            row(
                "a move is bound to its turn, not to the last event",
                VOIDED,
                turns(),
                &[Mend::MoveByTurn],
            ),
            row(
                "what is made for a later turn waits (`early`)",
                STRAYED,
                huff(),
                &[Mend::Early],
            ),
            row(
                "a seat remembers accepted commands",
                DENIED,
                turns(),
                &[Mend::Memory],
            ),
            row(
                "they are known after the end, too",
                DENIED,
                offers(),
                &[Mend::KnownFirst],
            ),
        ],
    }
}
