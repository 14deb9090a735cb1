//! What an engine makes of the lines it is sent.

use damero_rules::{EndReason, Line, Position, RuleSet};

use crate::action::parse_action;
use crate::answer::Answer;
use crate::board::parse_board;
use crate::command::Command;
use crate::limit::Limit;
use crate::params::Params;

/// What is to be done because of a line.
#[derive(Debug, Clone)]
pub enum Order {
    /// Say this now.
    Say(Answer),
    /// Make memory ready, then say so.
    Init(Params),
    /// Forget what other games taught.
    NewGame,
    /// Search; a search that is under way ends first.
    Search(Box<Task>),
    /// End the search, if there is one.
    Stop,
    /// The rival did what was expected: time runs from now on.
    PonderHit,
    /// Say no more.
    Quit,
}

/// A search.
#[derive(Debug, Clone)]
pub struct Task {
    /// From where, with its past.
    pub line: Line,
    /// How far.
    pub limit: Limit,
    /// What for.
    pub mode: Mode,
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A move to play.
    Think,
    /// An answer to what the rival is expected to play; time runs once it has.
    Ponder,
    /// The search itself.
    Analyze,
}

/// An engine's side of a conversation.
#[derive(Debug, Clone)]
pub struct Session {
    params: Params,
    ready: bool,
    line: Line,
    limit: Limit,
}

impl Session {
    /// Before the first line, with these parameters if no others are set.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self {
            line: Line::new(params.rules),
            params,
            ready: false,
            limit: Limit::default(),
        }
    }

    /// Reads a line. What is not known is ignored, as the protocol wants it.
    pub fn read(&mut self, text: &str) -> Option<Order> {
        match self.answer(text) {
            Ok(order) => order,
            Err(message) => Some(Order::Say(Answer::Error(message))),
        }
    }

    fn answer(&mut self, text: &str) -> Result<Option<Order>, String> {
        let Some(command) = Command::parse(text).map_err(said)? else {
            return Ok(None);
        };
        Ok(Some(match command.name {
            "hub" => Order::Say(Answer::Hello(self.params)),
            "set-param" => return self.set(&command).map(|()| None),
            "init" => {
                self.ready = true;
                Order::Init(self.params)
            }
            "pos" => {
                self.line = position(self.params.rules, &command)?;
                return Ok(None);
            }
            "level" => {
                self.limit = Limit::of(&command).map_err(said)?;
                return Ok(None);
            }
            "go" => Order::Search(Box::new(self.task(&command)?)),
            "ponder-hit" => Order::PonderHit,
            "stop" => Order::Stop,
            "new-game" => {
                self.line = Line::new(self.params.rules);
                Order::NewGame
            }
            "ping" => Order::Say(Answer::Pong),
            "quit" => Order::Quit,
            _ => return Ok(None),
        }))
    }

    fn set(&mut self, command: &Command<'_>) -> Result<(), String> {
        let name = command.get("name").ok_or("set-param wants a name")?;
        let value = command.get("value").ok_or("set-param wants a value")?;
        let rules = self.params.rules;
        self.params.set(name, value).map_err(said)?;
        if self.params.rules != rules {
            self.line = Line::new(self.params.rules);
        }
        Ok(())
    }

    fn task(&self, command: &Command<'_>) -> Result<Task, String> {
        let mode = if command.has("think") {
            Mode::Think
        } else if command.has("ponder") {
            Mode::Ponder
        } else if command.has("analyze") {
            Mode::Analyze
        } else {
            return Err("go wants think, ponder or analyze".to_owned());
        };
        if !self.ready {
            return Err("init has not been said yet".to_owned());
        }
        let line = beyond_a_draw(self.line.clone());
        if line.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        Ok(Task {
            line,
            limit: self.limit,
            mode,
        })
    }
}

/// The position of a `pos` with all that led to it.
fn position(rules: &'static RuleSet, command: &Command<'_>) -> Result<Line, String> {
    let text = command.get("pos").ok_or("pos wants a position, as pos=…")?;
    let start = parse_board(rules, text).map_err(said)?;
    let mut line = Line::from_position(rules, start);
    let moves = command.get("moves").unwrap_or_default();
    for (nth, text) in moves.split_whitespace().enumerate() {
        line = beyond_a_draw(line);
        let done = parse_action(&line, text)
            .map_err(said)
            .and_then(|action| action.on(&mut line).map_err(said));
        done.map_err(|message| format!("move {}: {message}", nth + 1))?;
    }
    Ok(line)
}

/// Where these rules see a draw and the others play on, so does this side: from the position, as
/// if it had no past.
fn beyond_a_draw(line: Line) -> Line {
    let drawn = [
        EndReason::Repetition,
        EndReason::NoProgress,
        EndReason::OneOnOneEqual,
    ];
    match line.outcome() {
        Some(outcome) if drawn.contains(&outcome.reason) => {
            let position: Position = *line.position();
            Line::from_position(line.rules(), position)
        }
        _ => line,
    }
}

fn said(error: impl std::error::Error) -> String {
    error.to_string()
}
