//! What one bot sent and was answered, and what anybody was told of a game.

use damero_protocol::server::{Game, Room};
use std::collections::{BTreeMap, BTreeSet};

/// What a command is about, as far as the record can show it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct What {
    pub(super) action: &'static str,
    pub(super) game: Option<String>,
    /// The turn or the event that it names.
    pub(super) number: Option<u16>,
    /// The move, the huff, or what else is done.
    pub(super) token: String,
}

/// One command with everything that became of it.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) id: String,
    pub(super) what: What,
    pub(super) text: String,
    /// The earliest and the latest time of each sending.
    pub(super) sent: Vec<(i64, i64)>,
    pub(super) acked: bool,
    /// Nobody waited for its answer any more, so the club may have forgotten it.
    pub(super) given_up: bool,
    /// Whole refusals and their codes: the same one heard twice counts once.
    pub(super) refusals: BTreeMap<String, String>,
    /// The newest answer since it was last sent.
    pub(super) answer: Option<Answer>,
    /// Versions that its answer must reach, by room or game: what anybody had been
    /// told when it was sent was committed before.
    pub(super) floors: BTreeMap<String, u64>,
}

/// What a bot was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Accepted,
    Refused(String),
}

/// What the record must say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// That it happened.
    Accepted,
    /// That it did not.
    Refused,
    /// Either.
    Unknown,
}

impl Command {
    pub(super) fn outcome(&self) -> Outcome {
        if self.acked {
            Outcome::Accepted
        } else if self.refusals.len() >= self.sent.len() {
            Outcome::Refused
        } else {
            Outcome::Unknown
        }
    }

    /// Whether the protocol has nothing more to say about it.
    pub(super) fn is_settled(&self) -> bool {
        match &self.answer {
            Some(Answer::Accepted) => true,
            Some(Answer::Refused(code)) => !matches!(code.as_str(), "busy" | "early"),
            None => self.acked,
        }
    }

    /// The code of the refusal that it ended with.
    pub(super) fn refused(&self) -> Option<&str> {
        match &self.answer {
            Some(Answer::Refused(code)) if !self.acked => Some(code),
            _ => None,
        }
    }

    /// Whether it was refused for good, if the record shows that it had been accepted.
    /// Only a copy that was received after zero may be.
    pub(super) fn was_forgotten(&self) -> bool {
        let refused = self.refused();
        !self.given_up && refused.is_some_and(|code| !matches!(code, "early" | "busy" | "time_up"))
    }

    pub(super) fn line(&self) -> String {
        let What {
            action,
            number,
            token,
            ..
        } = &self.what;
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        let refusals: BTreeSet<&String> = self.refusals.values().collect();
        format!(
            "{} {action} {number} {token} sent {:?} acked {} refused {refusals:?}",
            self.id, self.sent, self.acked
        )
    }
}

/// What was told to anybody, by version.
#[derive(Debug, Default)]
pub(super) struct Told {
    states: BTreeMap<(String, u64), String>,
    newest: BTreeMap<String, u64>,
    /// Every line of moves that was told of a game.
    pub(super) moves: BTreeMap<String, BTreeSet<String>>,
}

impl Told {
    /// Two states of one version are one state.
    pub(super) fn game(&mut self, game: &Game) -> Result<(), String> {
        let Game {
            seq,
            turn,
            turn_no,
            fen,
            moves,
            offer,
            cancel,
            ended,
            clock,
            draws,
            ..
        } = game;
        let shown = format!(
            "{seq} {turn:?} {turn_no} {fen} {moves} {offer:?} {cancel:?} {ended:?} {clock:?} {draws:?}"
        );
        let lines = self.moves.entry(game.id.clone()).or_default();
        lines.insert(moves.clone());
        self.state(&game.id, game.v, shown)
    }

    pub(super) fn room(&mut self, room: &Room) -> Result<(), String> {
        let shown = format!("{:?} {} {:?}", room.game, room.number, room.rule_set);
        self.state(&room.id, room.v, shown)
    }

    fn state(&mut self, id: &str, v: u64, shown: String) -> Result<(), String> {
        let newest = self.newest.entry(id.to_owned()).or_default();
        *newest = v.max(*newest);
        let known = self.states.entry((id.to_owned(), v));
        let known = known.or_insert_with(|| shown.clone());
        if *known == shown {
            Ok(())
        } else {
            Err(format!("version {v} of {id} is {known:?} and {shown:?}"))
        }
    }

    pub(super) fn floors(&self) -> BTreeMap<String, u64> {
        self.newest.clone()
    }
}
