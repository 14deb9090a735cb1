//! Lines of vector files: what kind each is, told by its fields, and what it says.
//!
//! Fields that are not known are nobody's business; those that a check can do without may be
//! missing.

use std::fmt;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// A line of a vector file.
pub(crate) enum Vector {
    Position(PositionLine),
    Perft(PerftLine),
    Game(GameLine),
    Real(RealLine),
    Elo(EloLine),
    Period(PeriodLine),
    Run(RunLine),
}

/// The legal moves of a position.
#[derive(Deserialize)]
pub(crate) struct PositionLine {
    pub(crate) ruleset: String,
    pub(crate) id: Option<String>,
    pub(crate) fen: String,
    pub(crate) moves: Vec<MoveEntry>,
    pub(crate) n_moves: Option<u64>,
    pub(crate) n_order_paths: Option<u64>,
    pub(crate) n_landing_paths: Option<u64>,
}

/// A legal move.
#[derive(Deserialize)]
pub(crate) struct MoveEntry {
    pub(crate) path: Vec<u8>,
    pub(crate) captured: Vec<u8>,
    pub(crate) promotes: bool,
    /// Every path that gives it, if there is more than one.
    #[serde(default)]
    pub(crate) paths: Vec<Vec<u8>>,
    #[serde(default)]
    pub(crate) huff: Vec<u8>,
}

/// The size of a tree of legal moves.
#[derive(Deserialize)]
pub(crate) struct PerftLine {
    pub(crate) ruleset: String,
    pub(crate) name: Option<String>,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// Each move counted once; not known if null.
    pub(crate) nodes: Option<u64>,
    /// The same under its longer name.
    pub(crate) nodes_distinct: Option<u64>,
    /// Each order of capturing counted on its own.
    pub(crate) nodes_paths: Option<u64>,
}

/// A game with huffs, claims and its end.
#[derive(Deserialize)]
pub(crate) struct GameLine {
    pub(crate) id: Option<String>,
    pub(crate) ruleset: String,
    pub(crate) start_fen: String,
    pub(crate) actions: Vec<Step>,
    pub(crate) plies: Option<u16>,
    pub(crate) final_fen: String,
    pub(crate) result: String,
    pub(crate) reason: String,
    pub(crate) no_progress_at_end: Option<u16>,
    pub(crate) max_no_progress: Option<u16>,
    /// Null where no position came three times, which is not the same as nothing said.
    #[serde(default, deserialize_with = "said")]
    pub(crate) first_threefold_ply: Option<Option<u16>>,
    pub(crate) first_claims: Option<Vec<FirstClaim>>,
}

/// One action of a game: `path`, `huff`, or `claim` with the path it intends, if any.
#[derive(Deserialize)]
pub(crate) struct Step {
    pub(crate) path: Option<Vec<u8>>,
    pub(crate) huff: Option<u8>,
    pub(crate) claim: Option<String>,
}

/// As the JSON has it, in short.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.claim.as_ref().map(|claim| format!("claim {claim}")));
        parts.extend(self.huff.map(|at| format!("huff {at}")));
        parts.extend(self.path.as_deref().map(numbers_text));
        f.write_str(&parts.join(" "))
    }
}

/// Numbers of squares as a path is written, whether or not there are such squares.
pub(crate) fn numbers_text(numbers: &[u8]) -> String {
    let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
    texts.join("-")
}

/// The first ply at which a claim was right.
#[derive(Deserialize, PartialEq, Eq)]
pub(crate) struct FirstClaim {
    pub(crate) ply: u16,
    #[serde(rename = "type")]
    pub(crate) kind: String,
}

/// A game that people played.
#[derive(Deserialize)]
pub(crate) struct RealLine {
    pub(crate) id: Option<String>,
    pub(crate) variant: String,
    pub(crate) start_fen: String,
    /// The moves as they were written.
    pub(crate) pdn_moves: Option<Vec<String>>,
    pub(crate) paths: Vec<Vec<u8>>,
    pub(crate) plies: Option<u64>,
    pub(crate) result: Option<String>,
    pub(crate) final_fen: String,
    pub(crate) final_terminal: bool,
}

/// What a game does to two ratings, in micro-points.
#[derive(Deserialize)]
pub(crate) struct EloLine {
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) score_a: f64,
    pub(crate) delta_a: i64,
    pub(crate) shown_a_after: Option<i64>,
}

/// Where a confirmed end lies.
#[derive(Deserialize)]
pub(crate) struct PeriodLine {
    pub(crate) zone: String,
    pub(crate) ended_at: String,
    pub(crate) weekly: Option<Bounds>,
    pub(crate) monthly: Option<Bounds>,
    pub(crate) local_day: Option<String>,
}

/// A period: the local date of its nominal start, and its bounds in UTC.
#[derive(Deserialize)]
pub(crate) struct Bounds {
    pub(crate) id: String,
    pub(crate) start: String,
    pub(crate) end: String,
}

/// Rated games in the order of their ends, and what comes of them.
#[derive(Deserialize)]
pub(crate) struct RunLine {
    pub(crate) games: Vec<RunGame>,
    pub(crate) ratings: Vec<RatingRow>,
    pub(crate) table: Vec<PlaceRow>,
    #[serde(default)]
    pub(crate) invalidated: Vec<String>,
    pub(crate) table_after: Option<Vec<PlaceRow>>,
}

/// A rated game.
#[derive(Deserialize)]
pub(crate) struct RunGame {
    pub(crate) id: String,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) score_white: f64,
}

/// The ratings before a game and what it moves.
#[derive(Deserialize)]
pub(crate) struct RatingRow {
    pub(crate) id: String,
    pub(crate) white_before: i64,
    pub(crate) black_before: i64,
    pub(crate) delta_white: i64,
}

/// A row of a ranking.
#[derive(Deserialize)]
pub(crate) struct PlaceRow {
    pub(crate) place: u32,
    pub(crate) player: String,
    pub(crate) shown: i64,
    pub(crate) exact: i64,
    pub(crate) games: u32,
    pub(crate) provisional: bool,
}

/// In a line: `1. ana 1012 (1011571901), 2 games, provisional`.
impl fmt::Display for PlaceRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            place,
            player,
            shown,
            exact,
            games,
            provisional,
        } = self;
        write!(f, "{place}. {player} {shown} ({exact}), {games} games")?;
        f.write_str(if *provisional { ", provisional" } else { "" })
    }
}

/// A field that is there, be it null.
fn said<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<u16>>, D::Error> {
    Option::deserialize(value).map(Some)
}

impl Vector {
    /// Reads a line.
    ///
    /// # Errors
    /// Why it is none, in words.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(line).map_err(|e| format!("no JSON: {e}"))?;
        let Value::Object(fields) = value else {
            return Err("no JSON object".to_owned());
        };
        match kind(&fields) {
            Some(Kind::Game) => typed("game", line).map(Self::Game),
            Some(Kind::Real) => typed("real game", line).map(Self::Real),
            Some(Kind::Perft) => typed("perft row", line).map(Self::Perft),
            Some(Kind::Position) => typed("position", line).map(Self::Position),
            Some(Kind::Elo) => typed("Elo step", line).map(Self::Elo),
            Some(Kind::Period) => typed("period", line).map(Self::Period),
            Some(Kind::Run) => typed("rating run", line).map(Self::Run),
            None => Err("its fields are those of no kind of vector".to_owned()),
        }
    }
}

fn typed<'de, T: Deserialize<'de>>(kind: &str, line: &'de [u8]) -> Result<T, String> {
    serde_json::from_slice(line).map_err(|e| format!("no valid {kind}: {e}"))
}

enum Kind {
    Position,
    Perft,
    Game,
    Real,
    Elo,
    Period,
    Run,
}

/// The kind of a line by the fields that only this kind has.
fn kind(fields: &Map<String, Value>) -> Option<Kind> {
    let kinds: [(&[&str], Kind); 7] = [
        (&["actions"], Kind::Game),
        (&["pdn_moves", "variant"], Kind::Real),
        (&["depth", "nodes", "nodes_distinct"], Kind::Perft),
        (&["moves"], Kind::Position),
        (&["delta_a", "score_a"], Kind::Elo),
        (&["weekly", "monthly", "local_day"], Kind::Period),
        (&["ratings", "table"], Kind::Run),
    ];
    kinds
        .into_iter()
        .find(|(names, _)| names.iter().any(|&name| fields.contains_key(name)))
        .map(|(_, kind)| kind)
}
