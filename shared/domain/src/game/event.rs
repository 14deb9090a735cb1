//! What can happen in a game.

use super::Reason;
use crate::time::Timestamp;
use damero_rules::{Move, Side, Square};

/// Something that happened, with both of its times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When the gateway received the command; stops the mover's clock.
    pub received: Timestamp,
    /// When it was decided; starts the rival's clock.
    pub confirmed: Timestamp,
    /// What happened.
    pub what: What,
}

impl Event {
    /// The same, confirmed no earlier than `at`. A move stays received when it was; what
    /// the clock alone ended was received when that was found.
    #[must_use]
    pub fn no_earlier(self, at: Timestamp) -> Event {
        let confirmed = self.confirmed.max(at);
        let received = match self.what {
            What::End(End::TimeUp(_)) => self.received.max(at),
            _ => self.received,
        };
        Event {
            received,
            confirmed,
            ..self
        }
    }
}

/// What happened. Moves, huffs, offers and answers keep their order and times,
/// since a delayed view has to show them as they stood.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// The side to move completed a move.
    Move(Move),
    /// The side to move removed a rival's piece that had omitted a capture.
    Huff(Square),
    /// A side offered a draw.
    Offer(Side),
    /// The open offer was declined in words (a move declines it too).
    Decline,
    /// A side asked to cancel the game.
    AskCancel(Side),
    /// The request to cancel was refused in words (a move withdraws it too).
    RefuseCancel,
    /// The game ended, not by a move on the board.
    End(End),
}

/// An end that no move made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This side resigned.
    Resigned(Side),
    /// The open offer was accepted.
    Agreed,
    /// The side to move claimed the third occurrence with this move, which is not played.
    Repetition(Move),
    /// The side to move claimed the moves without progress.
    NoProgress,
    /// This side's time ran out.
    TimeUp(Side),
    /// The request to cancel was agreed to, or nobody had to be asked.
    Cancelled,
}

impl End {
    /// Who won by it.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self {
            End::Resigned(side) | End::TimeUp(side) => Some(side.other()),
            End::Agreed | End::Repetition(_) | End::NoProgress | End::Cancelled => None,
        }
    }

    /// Why the game ended.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match self {
            End::Resigned(_) => Reason::Resignation,
            End::Agreed => Reason::Agreement,
            End::Repetition(_) => Reason::ClaimedRepetition,
            End::NoProgress => Reason::ClaimedNoProgress,
            End::TimeUp(_) => Reason::Time,
            End::Cancelled => Reason::Cancelled,
        }
    }
}
