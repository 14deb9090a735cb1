//! Judging a player's command.

use super::{End, Event, Game, What};
use crate::identity::Identity;
use crate::ids::CommandId;
use crate::refusal::Refusal;
use crate::time::{self, Due, Stamp};
use damero_rules::{Path, Side, Square};

/// What a player asks of a running game.
///
/// Moves, huffs and claims name the turn they were made in, answers and requests
/// the event they were made at, so that a delayed one can never act on a later
/// turn or offer than it was made for. Resigning is right at any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play this path.
    Move {
        /// Moves and huffs the sender had seen.
        turn_no: u16,
        /// Every square visited, or the ends alone where they decide.
        path: Path,
    },
    /// Remove this piece of the rival's.
    Huff {
        /// Moves and huffs the sender had seen.
        turn_no: u16,
        /// Where the piece stands now.
        square: Square,
    },
    /// Claim the third occurrence, with the move that would make it.
    ClaimRepetition {
        /// Moves and huffs the sender had seen.
        turn_no: u16,
        /// The intended move; recorded, not played.
        path: Path,
    },
    /// Claim the moves without progress.
    ClaimNoProgress {
        /// Moves and huffs the sender had seen.
        turn_no: u16,
    },
    /// Offer a draw.
    OfferDraw {
        /// Events the sender had seen.
        seq: u16,
    },
    /// Accept the rival's offer.
    AcceptDraw {
        /// Events the sender had seen.
        seq: u16,
    },
    /// Decline the rival's offer.
    DeclineDraw {
        /// Events the sender had seen.
        seq: u16,
    },
    /// Ask to cancel the game; against the computer, cancel it.
    AskCancel {
        /// Events the sender had seen.
        seq: u16,
    },
    /// Agree to the rival's request to cancel.
    AgreeCancel {
        /// Events the sender had seen.
        seq: u16,
    },
    /// Refuse the rival's request to cancel.
    RefuseCancel {
        /// Events the sender had seen.
        seq: u16,
    },
    /// Give the game up.
    Resign,
}

/// What became of a command that was not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Accepted before: it is answered again and changes nothing.
    Known,
    /// It leads to this event.
    Accepted(Event),
}

impl Game {
    /// Judges a command in the order: seat, known id, end, clock, number, rules.
    /// An accepted command leads to one event.
    ///
    /// # Errors
    /// The refusal; the game is unchanged.
    pub fn decide(
        &self,
        by: impl Into<Identity>,
        id: CommandId,
        command: &Command,
        stamp: Stamp,
    ) -> Result<Verdict, Refusal> {
        let side = self.side_of(by).ok_or(Refusal::NotYours)?;
        if self.remembered[side].contains(&id.tag()) {
            return Ok(Verdict::Known);
        }
        if self.ended.is_some() {
            return Err(Refusal::GameOver);
        }
        self.check_clock(side, stamp)?;
        let what = self.judge(side, command)?;
        let confirmed = stamp.confirmed(self.last_stamp());
        Ok(Verdict::Accepted(Event {
            // Not the last stamp, even if that is later: a rival's offer that was
            // confirmed slowly meanwhile must not cost the mover.
            received: stamp.received,
            confirmed,
            what,
        }))
    }

    /// Ends the game if the side to move is out of time and the grace is over,
    /// whoever asks or nobody. A host whose clock is off leaves that to the next one.
    #[must_use]
    pub fn settle(&self, stamp: Stamp) -> Option<Event> {
        let deadline = self.deadline().filter(|_| !stamp.is_skewed())?;
        (time::judge(deadline, stamp) == Due::Settle).then(|| {
            let confirmed = stamp.confirmed(self.last_stamp());
            Event {
                received: confirmed,
                confirmed,
                what: What::End(End::TimeUp(self.turn())),
            }
        })
    }

    /// A player asks for the clock to be settled and it is not due.
    ///
    /// # Errors
    /// Always: why there is nothing to settle.
    pub fn refuse_flag(&self, by: impl Into<Identity>) -> Refusal {
        match (self.side_of(by), &self.ended, &self.clocks) {
            (None, ..) => Refusal::NotYours,
            (_, Some(_), _) => Refusal::GameOver,
            (_, _, None) => Refusal::NoClock,
            _ => Refusal::NotFlagged,
        }
    }

    /// The mover's commands count if received before zero. The rival may still
    /// resign or accept after it: the first commit wins.
    fn check_clock(&self, side: Side, stamp: Stamp) -> Result<(), Refusal> {
        let Some(deadline) = self.deadline() else {
            return Ok(());
        };
        match time::judge(deadline, stamp) {
            Due::InTime => Ok(()),
            Due::Late if side != self.turn() => Ok(()),
            Due::Late | Due::Settle => Err(Refusal::TimeUp),
        }
    }

    fn judge(&self, side: Side, command: &Command) -> Result<What, Refusal> {
        match command {
            Command::Move { turn_no, path } => {
                self.check_turn(side, *turn_no)?;
                let rules = self.setup.rules;
                Ok(What::Move(damero_rules::find_move(
                    rules,
                    self.line.position(),
                    path,
                )?))
            }
            Command::Huff { turn_no, square } => {
                self.check_turn(side, *turn_no)?;
                self.line.clone().huff(*square)?;
                Ok(What::Huff(*square))
            }
            Command::ClaimRepetition { turn_no, path } => {
                self.check_turn(side, *turn_no)?;
                Ok(What::End(End::Repetition(
                    self.line.check_repetition_claim(path)?,
                )))
            }
            Command::ClaimNoProgress { turn_no } => {
                self.check_turn(side, *turn_no)?;
                self.line.check_no_progress_claim()?;
                Ok(What::End(End::NoProgress))
            }
            Command::Resign => Ok(What::End(End::Resigned(side))),
            Command::OfferDraw { seq }
            | Command::AcceptDraw { seq }
            | Command::DeclineDraw { seq } => {
                self.check_seq(*seq)?;
                self.judge_draw(side, command)
            }
            Command::AskCancel { seq }
            | Command::AgreeCancel { seq }
            | Command::RefuseCancel { seq } => {
                self.check_seq(*seq)?;
                self.judge_cancel(side, command)
            }
        }
    }

    fn judge_draw(&self, side: Side, command: &Command) -> Result<What, Refusal> {
        match (command, self.offer) {
            (Command::OfferDraw { .. }, Some(_)) => Err(Refusal::OfferOpen),
            (Command::OfferDraw { .. }, None) if !self.may_offer[side] => {
                Err(Refusal::OfferTooSoon)
            }
            (Command::OfferDraw { .. }, None) => Ok(What::Offer(side)),
            (_, None) => Err(Refusal::NoOffer),
            (_, Some(by)) if by == side => Err(Refusal::OwnOffer),
            (Command::AcceptDraw { .. }, Some(_)) => Ok(What::End(End::Agreed)),
            (_, Some(_)) => Ok(What::Decline),
        }
    }

    fn judge_cancel(&self, side: Side, command: &Command) -> Result<What, Refusal> {
        match (command, self.cancel) {
            (Command::AskCancel { .. }, _) if self.can_call_off(side) => {
                Ok(What::End(End::Cancelled))
            }
            _ if !self.setup.origin.is_cancellable() => Err(Refusal::NotCancellable),
            (Command::AskCancel { .. }, Some(_)) => Err(Refusal::CancelOpen),
            (Command::AskCancel { .. }, None) if !self.may_cancel[side] => {
                Err(Refusal::CancelTooSoon)
            }
            (Command::AskCancel { .. }, None) => Ok(What::AskCancel(side)),
            (_, None) => Err(Refusal::NoCancel),
            (_, Some(by)) if by == side => Err(Refusal::OwnCancel),
            (Command::AgreeCancel { .. }, Some(_)) => Ok(What::End(End::Cancelled)),
            (_, Some(_)) => Ok(What::RefuseCancel),
        }
    }

    fn check_turn(&self, side: Side, turn_no: u16) -> Result<(), Refusal> {
        in_step(turn_no, self.turn_no())?;
        if side == self.turn() {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn)
        }
    }

    fn check_seq(&self, seq: u16) -> Result<(), Refusal> {
        in_step(seq, self.seq())
    }
}

fn in_step(named: u16, present: u16) -> Result<(), Refusal> {
    match named.cmp(&present) {
        std::cmp::Ordering::Less => Err(Refusal::Stale),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(Refusal::Early),
    }
}
