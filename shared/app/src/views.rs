//! States as a seat may see them. Built from public types only: no session, no
//! person, no connection is ever in them.

use damero_domain::credit;
use damero_domain::game::{self, End, Origin, Reason, What};
use damero_domain::rating;
use damero_domain::room::{self, ColourChoice, Seat};
use damero_domain::side::BySide as Sides;
use damero_domain::time::Stamp;
use damero_protocol::client::Colour;
use damero_protocol::server::level::{Credit, LevelGame, Outcome};
use damero_protocol::server::queue::{Change, Player, Rated, Void};
use damero_protocol::server::{
    BySeat, BySide, Clock, Draws, Ended, Entry, Game, Mode, Room, RoomStatus, Score,
    Seat as WireSeat, Side as WireSide,
};
use damero_rules::{Line, Move, Side, paths, write_fen};
use damero_store::{HeldGame, HeldRoom};

pub(crate) fn side(side: Side) -> WireSide {
    match side {
        Side::White => WireSide::White,
        Side::Black => WireSide::Black,
    }
}

fn mode(origin: Origin) -> Mode {
    match origin {
        Origin::Room { .. } => Mode::Friend,
        Origin::Pairing(_) => Mode::Rated,
        Origin::Level(_) => Mode::Level,
    }
}

fn by_side<T>(mut value: impl FnMut(Side) -> T) -> BySide<T> {
    BySide {
        white: value(Side::White),
        black: value(Side::Black),
    }
}

/// So many ways to enter moves are told at most: a king in the open may have more than a message.
const MOST_WAYS: usize = 64;

/// The paths to these moves that are not their canonical ones.
fn ways(line: &Line, legal: &[Move]) -> Vec<String> {
    let all = legal.iter().filter(|mv| mv.path.len() > 2).flat_map(|mv| {
        let ways = paths(line.rules(), line.position(), mv, MOST_WAYS + 1);
        let others = ways.into_iter().skip(1);
        others.map(|path| Move { path, ..mv.clone() }.to_string())
    });
    all.take(MOST_WAYS).collect()
}

/// A game as `you` may see it; `None` is nobody in particular.
pub(crate) fn game(held: &HeldGame, you: Option<Side>) -> Game {
    let game = &held.game;
    let (setup, line) = (game.setup(), game.line());
    let to_move = game.ended().is_none() && you == Some(game.turn());
    let legal = if to_move {
        line.legal_moves()
    } else {
        Vec::new()
    };
    Game {
        id: setup.id.to_string(),
        mode: mode(setup.origin),
        room: setup.origin.room().map(|room| room.to_string()),
        number: setup.origin.number(),
        v: held.v,
        rule_set: setup.rules.id.into(),
        you: you.map(side),
        colours: by_side(|side| setup.rules.colour_name(side).as_str().into()),
        present: by_side(|side| is_present(held, side)),
        turn: side(game.turn()),
        turn_no: game.turn_no(),
        seq: game.seq(),
        fen: write_fen(setup.rules, line.position()),
        moves: moves(game),
        ways: ways(line, &legal),
        legal: legal.iter().map(ToString::to_string).collect(),
        huffable: if to_move {
            line.huffable()
                .iter()
                .map(|square| square.number())
                .collect()
        } else {
            Vec::new()
        },
        clock: clock(game),
        offer: game.offer().map(side),
        can_offer: you.is_some_and(|you| game.can_offer(you)),
        can_cancel: you.is_some_and(|you| game.can_cancel(you) || game.can_call_off(you)),
        cancel: game.cancel().map(side),
        draws: Draws {
            no_progress: line.no_progress(),
            can_claim: game.ended().is_none() && line.check_no_progress_claim().is_ok(),
            occurrences: line.occurrences(),
        },
        started: setup.started.0,
        ended: ended(game),
        rated: you.and_then(|_| rated(held)).map(Box::new),
        level: level(held).map(Box::new),
    }
}

/// Whether a side would see what happens: the computer always does.
fn is_present(held: &HeldGame, side: Side) -> bool {
    held.game.computer() == Some(side) || !held.connections[side].is_empty()
}

/// What makes it one against the computer.
fn level(held: &HeldGame) -> Option<LevelGame> {
    let Origin::Level(level) = held.game.setup().origin else {
        return None;
    };
    let outcome = held.outcome.as_ref().map(|outcome| Outcome {
        went: outcome.climb.direction().as_str().into(),
        from: outcome.climb.from.number(),
        to: outcome.climb.to.number(),
        credit: outcome.credit.map(credit),
    });
    Some(LevelGame {
        level: level.number(),
        computer: side(held.game.computer()?),
        outcome,
    })
}

/// What a beaten level earned.
pub(crate) fn credit(credit: credit::Credit) -> Credit {
    Credit {
        granted: credit.amount(),
        refused: match credit {
            credit::Credit::Granted(_) => None,
            credit::Credit::Refused(why) => Some(why.code().into()),
        },
    }
}

/// What makes it rated. Names are told where a page is opened: a move reads nothing but
/// its game, which has none.
fn rated(held: &HeldGame) -> Option<Rated> {
    let (accounts, rated) = held.game.accounts().zip(held.rated.as_ref())?;
    let player = |side: Side| Player {
        account: accounts[side].to_string(),
        name: None,
        elo: rated.began[side].elo.shown(),
        provisional: rated.began[side].is_provisional(),
    };
    let change = |change: &Sides<rating::Change>| {
        by_side(|side| Change {
            before: change[side].before.0,
            delta: change[side].delta.0,
            games: change[side].games,
        })
    };
    Some(Rated {
        players: by_side(player),
        change: rated.change.as_ref().map(change),
        void: rated.void.as_ref().map(|void| Void {
            at: void.at.0,
            reason: void.reason.clone(),
        }),
    })
}

/// Every move and huff, by spaces.
fn moves(game: &game::Game) -> String {
    let tokens = game.events().iter().filter_map(|event| match &event.what {
        What::Move(mv) => Some(mv.to_string()),
        What::Huff(square) => Some(format!("!{square}")),
        _ => None,
    });
    tokens.collect::<Vec<_>>().join(" ")
}

fn clock(game: &game::Game) -> Option<Clock> {
    let clocks = game.clocks()?;
    Some(Clock {
        control: clocks.control().to_string(),
        white: clocks.remaining(Side::White).0,
        black: clocks.remaining(Side::Black).0,
        since: clocks.turn_began().0,
        running: game.ended().is_none().then(|| side(game.turn())),
    })
}

/// How a game ended.
pub(crate) fn ended(game: &game::Game) -> Option<Ended> {
    let ended = game.ended()?;
    let intended = game.events().last().and_then(|event| match &event.what {
        What::End(End::Repetition(mv)) => Some(mv.to_string()),
        _ => None,
    });
    Some(Ended {
        at: ended.at.0,
        winner: ended.winner.map(side),
        reason: ended.reason.as_str().into(),
        fell: (ended.reason == Reason::Time)
            .then(|| game.fell().map(|at| at.0))
            .flatten(),
        intended,
    })
}

/// A game in the list of the one who plays `you`.
pub(crate) fn entry(held: &HeldGame, you: Side) -> Entry {
    let game = &held.game;
    let setup = game.setup();
    Entry {
        game: setup.id.to_string(),
        room: setup.origin.room().map(|room| room.to_string()),
        mode: mode(setup.origin),
        rule_set: setup.rules.id.into(),
        you: side(you),
        colour: setup.rules.colour_name(you).as_str().into(),
        fen: write_fen(setup.rules, game.line().position()),
        last: game
            .events()
            .iter()
            .rev()
            .find_map(|event| match &event.what {
                What::Move(mv) => Some(mv.to_string()),
                _ => None,
            }),
        rival_present: game.ended().is_none() && is_present(held, you.other()),
        clock: clock(game),
        started: setup.started.0,
        plies: game.line().plies(),
        your_turn: game.ended().is_none() && game.turn() == you,
        ended: ended(game),
        rated: rated(held).map(Box::new),
        level: level(held).map(Box::new),
    }
}

/// A room as `you` may see it; a visitor is shown the free seat as `you`.
/// `current` is the room's current game, if it was read.
pub(crate) fn room(
    held: &HeldRoom,
    you: Option<Seat>,
    current: Option<&game::Game>,
    stamp: Stamp,
) -> Room {
    let room = &held.room;
    let conditions = &room.conditions;
    let seat = you.unwrap_or(Seat::Guest);
    let ended = current.and_then(|game| game.ended());
    let score = room.score_with(ended);
    let status = status(room, ended.is_some(), stamp);
    Room {
        id: conditions.id.to_string(),
        v: held.v,
        status,
        you: you.map(|seat| {
            if seat == Seat::Host {
                WireSeat::Host
            } else {
                WireSeat::Guest
            }
        }),
        rule_set: conditions.rules.id.into(),
        clock: conditions.control.map(|control| control.to_string()),
        colour: match conditions.colour {
            ColourChoice::Mine => Colour::Mine,
            ColourChoice::Theirs => Colour::Theirs,
            ColourChoice::Random => Colour::Random,
        },
        created: conditions.created.0,
        lapses: room.lapses().map(|at| at.0),
        seated: by_seat(seat, |seat| room.seats[seat].is_some()),
        present: by_seat(seat, |seat| !held.connections[seat].is_empty()),
        accepted: by_seat(seat, |seat| room.accepted[seat].is_some()),
        game: room.current.map(|current| current.game.to_string()),
        number: room.current.map_or(0, |current| current.number),
        score: Score {
            wins: by_seat(seat, |seat| score.wins[seat]),
            draws: score.draws,
        },
        rematch: by_seat(seat, |seat| room.rematch[seat].is_some()),
        rematch_declined: room.declined.is_some(),
    }
}

fn by_seat<T>(you: Seat, mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
    BySeat {
        you: value(you),
        rival: value(you.other()),
    }
}

/// A lapse counts from its instant on, written or not.
pub(crate) fn status(room: &room::Room, ended: bool, stamp: Stamp) -> RoomStatus {
    match room.closed {
        Some(room::Closed::Cancelled) => RoomStatus::Cancelled,
        Some(room::Closed::Lapsed) => RoomStatus::Lapsed,
        None if room.lapses().is_some_and(|at| stamp.now >= at) => RoomStatus::Lapsed,
        None if room.current.is_none() => RoomStatus::Invite,
        None if ended => RoomStatus::Ended,
        None => RoomStatus::Playing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damero_domain::game::{Event, PLY_LIMIT, Setup};
    use damero_domain::ids::{ConnectionId, GameId, Person, RoomId};
    use damero_domain::time::Timestamp;
    use damero_rules::{Line, RuleSet, find_move, parse_fen, parse_path};

    /// Both sides get a king and then shuffle it for ever: the rule set has no
    /// draw of its own.
    const KINGS: &str = "9-13 22-17 6-9 25-22 2-6 29-25 9-14 22-18 13x22x29 18x9x2";
    const SHUFFLE: [&str; 4] = ["29-25", "2-6", "25-29", "6-2"];

    #[test]
    fn the_longest_game_s_state_fits_a_gateway_frame() {
        let rules = RuleSet::by_id("vezz-8x8").unwrap();
        let room = RoomId("01ARZ3NDEKTSV4RRFFQ69G5FAV".parse::<GameId>().unwrap().0);
        let mut game = damero_domain::Game::start(Setup {
            id: GameId::of_room(room, 1, Timestamp(1)),
            origin: Origin::Room { room, number: 1 },
            rules,
            control: "60+30".parse().ok(),
            players: Sides::new(|side| Person::Session([side as u8; 16])),
            started: Timestamp(1_800_000_000_000),
        });
        let moves = KINGS.split(' ').chain(SHUFFLE.into_iter().cycle());
        for mv in moves.take(usize::from(PLY_LIMIT)) {
            let path = parse_path(mv).unwrap();
            let mv = find_move(rules, game.line().position(), &path).unwrap();
            let at = game.last_stamp();
            let what = What::Move(mv);
            let event = Event {
                received: at,
                confirmed: at,
                what,
            };
            game.evolve(event).unwrap();
        }
        assert_eq!(game.ended().unwrap().reason, Reason::PlyLimit);
        let tabs = |_| vec![ConnectionId("L0SM9cOFvHcCIhw=".into()); 4];
        let held = HeldGame::new(game, 1500, Sides::new(tabs));
        let state = serde_json::to_string(&super::game(&held, Some(Side::White))).unwrap();
        assert!(state.len() < 32 * 1024, "{} bytes", state.len());
        assert!(state.len() > 8 * 1024, "it is the longest game");
    }

    /// A king takes two on one line, and may rest on either square between them.
    #[test]
    fn every_way_to_enter_a_capture_is_told() {
        let rules = &RuleSet::ALL[0];
        let position = parse_fen(rules, "W:WK5:B9,23").unwrap();
        let line = Line::from_position(rules, position);
        let legal = line.legal_moves();
        let told: Vec<_> = legal.iter().take(2).map(ToString::to_string).collect();
        assert_eq!(told, ["5x14x27", "5x14x32"]);
        assert_eq!(super::ways(&line, &legal), ["5x18x27", "5x18x32"]);
    }
}
