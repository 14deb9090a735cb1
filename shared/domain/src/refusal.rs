//! Why a command was refused. A refusal changes nothing.

use crate::time::Timestamp;
use damero_rules::{ClaimError, HuffError, IllegalMove};

/// One variant for each thing a player or client can do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The caller holds no seat here.
    #[error("the caller holds no seat here")]
    NotYours,
    /// Made for an earlier turn or event than the present one.
    #[error("made for an earlier turn or event")]
    Stale,
    /// Made for a later turn or event: overtaken on the socket, to be sent again.
    #[error("made for a later turn or event")]
    Early,
    /// The other side is to move.
    #[error("the other side is to move")]
    NotYourTurn,
    /// The game has ended.
    #[error("the game has ended")]
    GameOver,
    /// Received at or after zero.
    #[error("received when the clock was at zero")]
    TimeUp,
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The rules forbid the huff.
    #[error(transparent)]
    Huff(#[from] HuffError),
    /// The claimed draw does not hold.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// There is an offer to answer already.
    #[error("a draw offer is open")]
    OfferOpen,
    /// There is no offer to answer.
    #[error("no draw offer is open")]
    NoOffer,
    /// The open offer is the caller's own.
    #[error("the open offer is the caller's own")]
    OwnOffer,
    /// Declined: the caller may offer again after their next own move.
    #[error("an offer was declined and no own move made since")]
    OfferTooSoon,
    /// There is a request to cancel to answer already.
    #[error("a request to cancel is open")]
    CancelOpen,
    /// Refused: the caller may ask again after their next own move.
    #[error("a request to cancel was refused and no own move made since")]
    CancelTooSoon,
    /// There is no request to cancel.
    #[error("no request to cancel is open")]
    NoCancel,
    /// The open request is the caller's own.
    #[error("the open request to cancel is the caller's own")]
    OwnCancel,
    /// A game of this kind is not cancelled.
    #[error("a game of this kind is not cancelled")]
    NotCancellable,
    /// Nobody's time is over.
    #[error("nobody's time is over")]
    NotFlagged,
    /// The game has no clock.
    #[error("the game has no clock")]
    NoClock,
    /// Both seats are taken.
    #[error("both seats are taken")]
    RoomFull,
    /// The invitation lapsed at this instant.
    #[error("the invitation has lapsed")]
    RoomLapsed {
        /// 24 hours after creation, exactly.
        at: Timestamp,
    },
    /// The room was cancelled.
    #[error("the room was cancelled")]
    RoomCancelled,
    /// The room's first game has started: no joining, accepting or cancelling any more.
    #[error("the room's first game has started")]
    RoomStarted,
    /// The game still runs: no rematch yet.
    #[error("the game still runs")]
    GameRunning,
    /// A game of this kind has no rematch.
    #[error("a game of this kind has no rematch")]
    NoRematch,
    /// Somebody declined the rematch.
    #[error("the rematch was declined")]
    RematchDeclined,
    /// The pairing has come to nothing, or its time is over.
    #[error("the pairing is over")]
    PairingOver,
}

impl Refusal {
    /// The stable code that goes over the wire.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotYours => "not_yours",
            Refusal::Stale => "stale",
            Refusal::Early => "early",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::GameOver => "game_over",
            Refusal::TimeUp => "time_up",
            Refusal::Illegal(why) => why.code(),
            Refusal::Huff(why) => why.code(),
            Refusal::Claim(why) => why.code(),
            Refusal::OfferOpen => "offer_open",
            Refusal::NoOffer => "no_offer",
            Refusal::OwnOffer => "own_offer",
            Refusal::OfferTooSoon => "offer_too_soon",
            Refusal::CancelOpen => "cancel_open",
            Refusal::CancelTooSoon => "cancel_too_soon",
            Refusal::NoCancel => "no_cancel",
            Refusal::OwnCancel => "own_cancel",
            Refusal::NotCancellable => "not_cancellable",
            Refusal::NotFlagged => "not_flagged",
            Refusal::NoClock => "no_clock",
            Refusal::RoomFull => "room_full",
            Refusal::RoomLapsed { .. } => "room_lapsed",
            Refusal::RoomCancelled => "room_cancelled",
            Refusal::RoomStarted => "room_started",
            Refusal::GameRunning => "game_running",
            Refusal::NoRematch => "no_rematch",
            Refusal::RematchDeclined => "rematch_declined",
            Refusal::PairingOver => "pairing_over",
        }
    }
}
