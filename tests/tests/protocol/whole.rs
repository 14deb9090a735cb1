//! One of each thing that goes over the wire, every field filled.

use crate::Outcome;
use damero_protocol::client::Colour;
use damero_protocol::server::account::{Account, Identity, LinkedSession, Missing};
use damero_protocol::server::level::{self, Credit, Credits, LevelGame, Levels};
use damero_protocol::server::queue::{Pairing, Player, Waiting};
use damero_protocol::server::ranking::{
    Archive, Closed, Evidence, League, LeagueRow, Period, Profile, Ranking, Row, Table,
};
use damero_protocol::server::{
    BySeat, BySide, Clock, Draws, Ended, Entry, Game, Message, Mode, Refused, Room, RoomStatus,
    Score, Seat, Side,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The names of an object's fields.
pub(crate) fn keys(value: &impl Serialize) -> Outcome<BTreeSet<String>> {
    match serde_json::to_value(value)? {
        Value::Object(fields) => Ok(fields.into_iter().map(|(name, _)| name).collect()),
        other => Err(format!("no object: {other}").into()),
    }
}

fn both<T: Clone>(value: T) -> BySide<T> {
    BySide {
        white: value.clone(),
        black: value,
    }
}

fn seats<T: Clone>(value: T) -> BySeat<T> {
    BySeat {
        you: value.clone(),
        rival: value,
    }
}

pub(crate) fn whole_ended() -> Ended {
    Ended {
        at: 0,
        winner: Some(Side::White),
        reason: String::new(),
        fell: Some(0),
        intended: Some(String::new()),
    }
}

pub(crate) fn whole_entry() -> Entry {
    Entry {
        game: String::new(),
        room: Some(String::new()),
        mode: Mode::Friend,
        rule_set: String::new(),
        you: Side::White,
        colour: String::new(),
        fen: String::new(),
        last: Some(String::new()),
        rival_present: false,
        clock: Some(whole_clock()),
        started: 0,
        plies: 0,
        your_turn: false,
        ended: Some(whole_ended()),
        rated: None,
        level: Some(Box::new(whole_level())),
    }
}

pub(crate) fn whole_clock() -> Clock {
    Clock {
        control: String::new(),
        white: 0,
        black: 0,
        since: 0,
        running: Some(Side::White),
    }
}

pub(crate) fn whole_draws() -> Draws {
    Draws {
        no_progress: 0,
        can_claim: false,
        occurrences: vec![0],
    }
}

pub(crate) fn whole_game() -> Game {
    Game {
        id: String::new(),
        mode: Mode::Friend,
        room: Some(String::new()),
        number: 1,
        v: 1,
        rule_set: String::new(),
        you: Some(Side::White),
        colours: both(String::new()),
        present: both(false),
        turn: Side::White,
        turn_no: 0,
        seq: 0,
        fen: String::new(),
        moves: String::new(),
        legal: vec![String::new()],
        ways: vec![String::new()],
        huffable: vec![1],
        clock: Some(whole_clock()),
        offer: Some(Side::White),
        can_offer: false,
        can_cancel: false,
        cancel: Some(Side::White),
        draws: whole_draws(),
        started: 0,
        ended: Some(whole_ended()),
        rated: None,
        level: Some(Box::new(whole_level())),
    }
}

pub(crate) fn whole_level() -> LevelGame {
    LevelGame {
        level: 1,
        computer: Side::White,
        outcome: Some(whole_outcome()),
    }
}

pub(crate) fn whole_outcome() -> level::Outcome {
    level::Outcome {
        went: String::new(),
        from: 1,
        to: 1,
        credit: Some(Credit {
            granted: 0,
            refused: Some(String::new()),
        }),
    }
}

fn whole_credits() -> Credits {
    Credits {
        week: String::new(),
        ends: 0,
        granted: 0,
        left: 0,
        level_cap: 0,
        week_cap: 0,
        lines: Vec::new(),
        next: Some(String::new()),
    }
}

pub(crate) fn whole_room() -> Room {
    Room {
        id: String::new(),
        v: 1,
        status: RoomStatus::Invite,
        you: Some(Seat::Host),
        rule_set: String::new(),
        clock: Some(String::new()),
        colour: Colour::Random,
        created: 0,
        lapses: Some(0),
        seated: seats(false),
        present: seats(false),
        accepted: seats(false),
        game: Some(String::new()),
        number: 0,
        score: Score {
            wins: seats(0),
            draws: 0,
        },
        rematch: seats(false),
        rematch_declined: false,
    }
}

pub(crate) fn whole_session() -> LinkedSession {
    LinkedSession {
        id: String::new(),
        linked: 0,
        lapses: 0,
        here: false,
    }
}

pub(crate) fn whole_account() -> Account {
    Account {
        id: String::new(),
        name: String::new(),
        created: 0,
        verified: false,
        accepted: Some(1),
        sessions: vec![whole_session()],
    }
}

pub(crate) fn whole_identity() -> Identity {
    Identity {
        link: 0,
        terms: 1,
        missing: vec![Missing::Account],
        account: Some(whole_account()),
    }
}

pub(crate) fn whole_player() -> Player {
    Player {
        account: String::new(),
        name: Some(String::new()),
        elo: 0,
        provisional: true,
    }
}

pub(crate) fn whole_waiting() -> Waiting {
    Waiting {
        rule_set: String::new(),
        since: 0,
        you: whole_player(),
        gap: Some(100),
        grows: Some(0),
        offer_levels: 0,
        met_enough: false,
    }
}

pub(crate) fn whole_pairing() -> Pairing {
    Pairing {
        id: String::new(),
        rule_set: String::new(),
        clock: String::new(),
        side: Side::White,
        players: seats(whole_player()),
        confirmed: seats(false),
        deadline: 0,
    }
}

pub(crate) fn whole_refused() -> Refused {
    Refused {
        action: Some(String::new()),
        id: Some(String::new()),
        code: String::new(),
        params: BTreeMap::from([(String::new(), Value::Null)]),
        v: Some(1),
        turn_no: Some(0),
        seq: Some(0),
        game: Some(Box::new(whole_game())),
        room: Some(Box::new(whole_room())),
    }
}

fn whole_period() -> Period {
    Period {
        id: String::new(),
        start: 0,
        end: 0,
        partial: false,
    }
}

fn whole_closed() -> Closed {
    Closed {
        revision: 0,
        digest: String::new(),
        revisions: Vec::new(),
    }
}

fn whole_ranking() -> Ranking {
    let row = Row {
        place: 1,
        account: String::new(),
        name: Some(String::new()),
        elo: 0,
        games: 0,
        provisional: false,
    };
    Ranking {
        table: Table::Week,
        rule_set: String::new(),
        period: Some(whole_period()),
        zone: String::new(),
        closed: Some(whole_closed()),
        as_of: 0,
        total: 0,
        rows: Vec::new(),
        next: Some(0),
        you: Some(row),
    }
}

fn whole_league() -> League {
    League {
        period: whole_period(),
        zone: String::new(),
        closed: Some(whole_closed()),
        as_of: 0,
        total: 0,
        rows: Vec::new(),
        next: Some(0),
        you: Some(LeagueRow {
            place: 1,
            account: String::new(),
            name: Some(String::new()),
            activity: 0,
        }),
    }
}

/// One of each kind, every field filled.
pub(crate) fn whole_messages() -> Vec<Message> {
    let of_each = [
        Message::Room { room: whole_room() },
        Message::State {
            game: Box::new(whole_game()),
        },
        Message::Home {
            running: vec![whole_entry()],
        },
        Message::Identity(whole_identity()),
        Message::Reconnect {},
        Message::Waiting(whole_waiting()),
        Message::Pairing(whole_pairing()),
        Message::NotWaiting {
            lapsed: Some(String::new()),
            playing: Some(String::new()),
        },
        Message::History {
            games: vec![whole_entry()],
            next: Some(String::new()),
        },
        Message::Record {
            game: Box::new(whole_game()),
            pdn: String::new(),
            times: vec![0],
        },
        Message::Refused(whole_refused()),
        Message::Retired {},
        Message::Ranking(whole_ranking()),
        Message::Archive(Archive {
            table: Table::Week,
            rule_set: String::new(),
            zone: String::new(),
            periods: Vec::new(),
            next: Some(String::new()),
        }),
        Message::Profile(Profile {
            account: String::new(),
            name: Some(String::new()),
            rule_set: String::new(),
            elo: 0,
            games: 0,
            provisional: false,
            course: Vec::new(),
            next: Some(String::new()),
        }),
        Message::League(whole_league()),
        Message::Levels(Levels {
            ladders: Vec::new(),
        }),
        Message::Credits(whole_credits()),
        Message::Evidence(Evidence {
            digest: String::new(),
            page: 0,
            pages: 1,
            text: String::new(),
        }),
    ];
    // A new kind does not compile until it stands above.
    for message in &of_each {
        match message {
            Message::Room { .. }
            | Message::Identity(_)
            | Message::Reconnect {}
            | Message::Waiting(_)
            | Message::Pairing(_)
            | Message::NotWaiting { .. }
            | Message::State { .. }
            | Message::Home { .. }
            | Message::History { .. }
            | Message::Record { .. }
            | Message::Refused(_)
            | Message::Retired {}
            | Message::Ranking(_)
            | Message::Archive(_)
            | Message::Evidence(_)
            | Message::Profile(_)
            | Message::Levels(_)
            | Message::Credits(_)
            | Message::League(_) => {}
        }
    }
    of_each.into()
}
