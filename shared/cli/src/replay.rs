//! `damero replay`.

mod game;

use std::io::{self, Write};

use damero_rules::{EndReason, Line, Outcome, Side, write_fen};

use crate::args::ReplayArgs;
use crate::board::Board;
use crate::error::Error;
use crate::play::{Action, Claimed, ending, path_text};
use crate::replay::game::Game;

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<(), Error> {
    let game = game::read(args)?;
    let mut replay = Replay {
        line: Line::from_position(game.rules, game.start),
        plies: 0,
        claimed: None,
    };
    writeln!(out, "{}", game.rules.id)?;
    if args.end {
        replay.play(&game, &mut io::sink())?;
        writeln!(out, "\n{}", replay.board())?;
    } else {
        replay.play(&game, out)?;
    }
    writeln!(out, "{}", write_fen(game.rules, replay.line.position()))?;
    writeln!(out, "{}", replay.ending())?;
    if let Some(recorded) = game.recorded.as_ref().filter(|recorded| *recorded != "*") {
        writeln!(out, "recorded as {recorded}")?;
    }
    Ok(())
}

/// A game under way.
struct Replay {
    line: Line,
    plies: u32,
    claimed: Option<Claimed>,
}

impl Replay {
    /// Plays it all, and shows a board after each action.
    fn play(&mut self, game: &Game, out: &mut impl Write) -> Result<(), Error> {
        writeln!(out, "\n{}", self.board())?;
        for (action, nth) in game.actions.iter().zip(1..) {
            if nth > 1 {
                self.go_on_after_draw(out)?;
            }
            let said = self.said(action);
            self.act(action).map_err(|reason| {
                let place = format!("{}: action {nth}", game.place);
                Error::Place { place, reason }
            })?;
            writeln!(out, "{said}\n")?;
            if self.claimed.is_none() {
                writeln!(out, "{}", self.board())?;
            }
        }
        Ok(())
    }

    fn act(&mut self, action: &Action) -> Result<(), String> {
        if self.claimed.is_some() {
            return Err("the game is over".to_owned());
        }
        self.claimed = action.act(&mut self.line)?;
        self.plies += u32::from(matches!(action, Action::Move(_)));
        Ok(())
    }

    /// What somebody is about to do.
    fn said(&self, action: &Action) -> String {
        let colour = self.colour(self.line.turn());
        match action {
            Action::Move(path) => {
                let (rules, position) = (self.line.rules(), self.line.position());
                let text = damero_rules::find_move(rules, position, path)
                    .map_or_else(|_| path_text(path), |mv| mv.to_string());
                format!("{}. {colour} {text}", self.plies + 1)
            }
            Action::Huff(at) => format!("{colour} huffs the piece on {at}"),
            Action::ClaimRepetition(path) => {
                format!("{colour} claims a draw, intending {}", path_text(path))
            }
            Action::ClaimNoProgress => format!("{colour} claims a draw"),
        }
    }

    fn colour(&self, side: Side) -> &'static str {
        self.line.rules().colour_name(side).as_str()
    }

    fn board(&self) -> Board<'_> {
        Board {
            rules: self.line.rules(),
            position: self.line.position(),
        }
    }

    /// Players may have gone on where this rule set sees a draw; then so does the replay.
    fn go_on_after_draw(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(Outcome { winner: None, .. }) = self.line.outcome() else {
            return Ok(());
        };
        writeln!(out, "{}; the record goes on\n", self.ending())?;
        self.line = Line::from_position(self.line.rules(), *self.line.position());
        Ok(())
    }

    /// Result, reason, and what that means, as in `1-0 blocked: red has no legal move`.
    fn ending(&self) -> String {
        let (result, reason) = ending(self.line.outcome(), self.claimed);
        format!("{result} {reason}: {}", self.why())
    }

    fn why(&self) -> String {
        let Some(Outcome { winner, reason }) = self.line.outcome() else {
            return match self.claimed {
                Some(_) => "the claim was right".to_owned(),
                None => format!("{} to move", self.colour(self.line.turn())),
            };
        };
        let loser = winner.map_or("nobody", |winner| self.colour(winner.other()));
        match reason {
            EndReason::NoPieces => format!("{loser} has no pieces"),
            EndReason::Blocked => format!("{loser} has no legal move"),
            EndReason::Repetition => "the position came a third time".to_owned(),
            EndReason::NoProgress => format!("{} plies without progress", self.line.no_progress()),
            EndReason::OneOnOneEqual => "one piece each, of equal kind".to_owned(),
            EndReason::OneOnOneKingBeatsMan => format!("{loser} has a man against a king"),
        }
    }
}
