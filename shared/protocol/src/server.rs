//! What the server sends.

pub mod account;
pub mod level;
pub mod queue;
pub mod ranking;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One message out: `{"type": …, "now": …, …}`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Envelope {
    /// The server's time, ms since 1970.
    pub now: i64,
    /// The command this answers, on the connection that sent it only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ack: Option<String>,
    /// What it says.
    #[serde(flatten)]
    pub message: Message,
}

/// The kinds of message.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// A room as the receiver may see it.
    Room {
        /// The room.
        room: Room,
    },
    /// A game as the receiver may see it.
    State {
        /// The game.
        game: Box<Game>,
    },
    /// The caller's running games.
    Home {
        /// Newest first.
        running: Vec<Entry>,
    },
    /// The caller's session and account.
    Identity(account::Identity),
    /// The caller looks for a rival.
    Waiting(queue::Waiting),
    /// A rival was found: both are to confirm.
    Pairing(queue::Pairing),
    /// The caller looks for nobody (any more).
    NotWaiting {
        /// A pairing came to nothing: the caller or the rival did not confirm.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        lapsed: Option<String>,
        /// The rated game that runs: one at a time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        playing: Option<String>,
    },
    /// A page of a ranking.
    Ranking(ranking::Ranking),
    /// Closed periods.
    Archive(ranking::Archive),
    /// A page of a closing's evidence.
    Evidence(ranking::Evidence),
    /// A page of an account's rated play.
    Profile(ranking::Profile),
    /// A page of the League.
    League(ranking::League),
    /// The caller's levels.
    Levels(level::Levels),
    /// A page of the caller's credits.
    Credits(level::Credits),
    /// The session's link has changed: connect again to be who you are now.
    Reconnect {},
    /// A page of the caller's games.
    History {
        /// Newest first.
        games: Vec<Entry>,
        /// Ask again with this as `before` for the next page.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        next: Option<String>,
    },
    /// One game whole, with its record.
    Record {
        /// The game.
        game: Box<Game>,
        /// PDN 3.0.
        pdn: String,
        /// Confirmed time of each move in `moves` (huffs too), ms since 1970.
        times: Vec<i64>,
    },
    /// A command was refused and changed nothing.
    Refused(Refused),
    /// This tab was the oldest of more than four: it gets no more news.
    Retired {},
}

/// A refusal.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Refused {
    /// The action as it was sent, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The command, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// One of [`crate::REFUSALS`].
    pub code: String,
    /// What the sentence needs, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub params: BTreeMap<String, serde_json::Value>,
    /// The present state's version, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<u64>,
    /// The present turn, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_no: Option<u16>,
    /// The present event number, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u16>,
    /// The game as it stands now, if the caller plays in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<Game>>,
    /// The room as it stands now, if the caller sits in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Box<Room>>,
}

/// A side of the board. `white` sits at the bottom; what it is called on screen is in `colours`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The bottom.
    White,
    /// The top.
    Black,
}

/// A value for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BySide<T> {
    /// The bottom's.
    pub white: T,
    /// The top's.
    pub black: T,
}

/// Where a room stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RoomStatus {
    /// Its first game has not started.
    Invite,
    /// A game runs.
    Playing,
    /// A game has ended; a rematch may follow.
    Ended,
    /// 24 hours passed without a game.
    Lapsed,
    /// The host cancelled it.
    Cancelled,
}

/// A value for the receiver and one for the other seat. A visitor without a seat
/// is shown the host's as `rival` and `you` as the free seat's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BySeat<T> {
    /// The receiver's seat.
    pub you: T,
    /// The other one.
    pub rival: T,
}

/// A friend room.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Room {
    /// Its id; the link is built from it.
    pub id: String,
    /// Version: older ones are dropped.
    pub v: u64,
    /// Where it stands.
    pub status: RoomStatus,
    /// `host`, `guest`, or nothing for a visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Seat>,
    /// Rule set of every game in it.
    pub rule_set: String,
    /// Such as `20+10`; nothing for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// What the host chose.
    pub colour: crate::client::Colour,
    /// When it was made.
    pub created: i64,
    /// When it lapses, while it is an invitation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lapses: Option<i64>,
    /// Who sits.
    pub seated: BySeat<bool>,
    /// Who has a page of it open.
    pub present: BySeat<bool>,
    /// Who accepted the conditions.
    pub accepted: BySeat<bool>,
    /// The current game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Its number in the room, from 1; 0 before the first.
    pub number: u16,
    /// The running score by person, the current game included once it ended.
    pub score: Score,
    /// Who accepted a rematch of the current game.
    pub rematch: BySeat<bool>,
    /// Somebody declined it.
    pub rematch_declined: bool,
}

/// A place in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Who made the room.
    Host,
    /// Who came by the link.
    Guest,
}

/// A running score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Score {
    /// Games won.
    pub wins: BySeat<u16>,
    /// Games drawn.
    pub draws: u16,
}

/// A kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// By link, without consequences.
    Friend,
    /// From the queue: the only kind that moves Elo.
    Rated,
    /// Against the computer of a level.
    Level,
}

/// A game, whole.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Game {
    /// Its id.
    pub id: String,
    /// What kind of game it is.
    pub mode: Mode,
    /// Its room, if it is a friend game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Its number in the room, from 1.
    pub number: u16,
    /// Version: older ones are dropped.
    pub v: u64,
    /// Rule set.
    pub rule_set: String,
    /// The side the receiver plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
    /// What each side is called: `white`, `red`, `dark`.
    pub colours: BySide<String>,
    /// Who has a page of it open.
    pub present: BySide<bool>,
    /// The side to move.
    pub turn: Side,
    /// Moves and huffs so far: what moves, huffs and claims name.
    pub turn_no: u16,
    /// Events so far: what offers, answers and cancel requests name.
    pub seq: u16,
    /// The position.
    pub fen: String,
    /// Every move (`9-14`, `11x18x27`, always the full path) and huff (`!17`) so far, by spaces.
    pub moves: String,
    /// For the side to move: every legal move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub legal: Vec<String>,
    /// For the side to move: other landing squares by which one of these captures may be entered,
    /// as whole paths. In the rarest positions not all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub ways: Vec<String>,
    /// For the side to move: what may be huffed now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<u8>>"))]
    pub huffable: Vec<u8>,
    /// Both clocks, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whose draw offer is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Side>,
    /// Whether the receiver could offer a draw now.
    pub can_offer: bool,
    /// Whether the receiver could ask to cancel now, or cancel a level.
    pub can_cancel: bool,
    /// Whose request to cancel is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel: Option<Side>,
    /// What a claim needs to know.
    pub draws: Draws,
    /// When it started.
    pub started: i64,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// What makes it rated, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<Box<queue::Rated>>,
    /// What makes it one against the computer, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Box<level::LevelGame>>,
}

/// Clocks as of `since`, the confirmation of the last move: the running side has
/// `white` or `black` minus the time passed since then.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Clock {
    /// Such as `20+10`.
    pub control: String,
    /// Remaining ms.
    pub white: i64,
    /// Remaining ms.
    pub black: i64,
    /// When the present turn began.
    pub since: i64,
    /// Whose clock runs; nothing after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
}

/// The counters of drawn games.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Draws {
    /// Plies without progress.
    pub no_progress: u16,
    /// Whether the side to move may claim them now.
    pub can_claim: bool,
    /// The turns at which the present position stood, this one included.
    pub occurrences: Vec<u16>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Ended {
    /// When the server confirmed it.
    pub at: i64,
    /// Nothing for a draw or a cancelled game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// On the board: `no_pieces`, `blocked`, `repetition`, `no_progress`,
    /// `one_on_one_equal`, `one_on_one_king_beats_man`. Otherwise: `resignation`,
    /// `time`, `agreement`, `claim_repetition`, `claim_no_progress`, `cancelled`, `ply_limit`.
    pub reason: String,
    /// For `time`: when the clock stood at zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fell: Option<i64>,
    /// For `claim_repetition`: the intended move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Entry {
    /// The game.
    pub game: String,
    /// Its room, if it is a friend game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// What kind of game it is.
    pub mode: Mode,
    /// Rule set.
    pub rule_set: String,
    /// The side the caller played.
    pub you: Side,
    /// What that side is called.
    pub colour: String,
    /// The position.
    pub fen: String,
    /// The last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Whether the rival has a page of it open, while it runs.
    pub rival_present: bool,
    /// Both clocks, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// When it started.
    pub started: i64,
    /// Moves made by both.
    pub plies: u16,
    /// Whether it is the caller's turn, while it runs.
    pub your_turn: bool,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// What makes it rated, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<Box<queue::Rated>>,
    /// What makes it one against the computer, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Box<level::LevelGame>>,
}
