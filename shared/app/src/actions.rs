//! One file an action.

mod account_delete;
mod account_link;
mod account_name;
mod evidence_get;
mod game_cancel;
mod game_claim_draw;
mod game_draw;
mod game_flag;
mod game_huff;
mod game_move;
mod game_rematch;
mod game_resign;
mod history_get;
mod league_get;
mod level_leave;
mod level_move;
mod level_start;
mod levels_get;
mod queue_confirm;
mod queue_join;
mod queue_leave;
mod rankings_get;
mod room_accept;
mod room_cancel;
mod room_create;
mod room_join;
mod session_revoke;
mod sync;
mod terms_accept;

pub use account_delete::AccountDelete;
pub use account_link::AccountLink;
pub use account_name::AccountName;
pub use evidence_get::EvidenceGet;
pub use game_cancel::GameCancel;
pub use game_claim_draw::GameClaimDraw;
pub use game_draw::GameDraw;
pub use game_flag::GameFlag;
pub use game_huff::GameHuff;
pub use game_move::GameMove;
pub use game_rematch::GameRematch;
pub use game_resign::GameResign;
pub use history_get::HistoryGet;
pub use league_get::LeagueGet;
pub use level_leave::LevelLeave;
pub use level_move::LevelMove;
pub use level_start::LevelStart;
pub use levels_get::LevelsGet;
pub use queue_confirm::QueueConfirm;
pub use queue_join::QueueJoin;
pub use queue_leave::QueueLeave;
pub use rankings_get::RankingsGet;
pub use room_accept::RoomAccept;
pub use room_cancel::RoomCancel;
pub use room_create::RoomCreate;
pub use room_join::RoomJoin;
pub use session_revoke::SessionRevoke;
pub use sync::Sync;
pub use terms_accept::TermsAccept;

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use damero_domain::ids::CommandId;
use damero_domain::period::LocalDate;
use damero_protocol::MAX_PATH;
use damero_rules::{Path, Square};
use serde::de::DeserializeOwned;
use std::str::FromStr;

/// What a client may ask for.
pub trait Action {
    /// The route's name.
    const NAME: &'static str;

    /// The action's own fields.
    type Fields: DeserializeOwned + Send;

    /// Does it. Refusals are messages to the caller; a fault is an unknown outcome.
    fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: Self::Fields,
    ) -> impl Future<Output = Result<Vec<Outgoing>, Failure>> + Send;
}

/// Why an action has no answer of its own.
#[derive(Debug)]
pub enum Failure {
    /// A field that no state could make right.
    Malformed(String),
    /// The outcome is unknown.
    Fault(Fault),
}

impl<E: Into<Fault>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Fault(error.into())
    }
}

/// Reads an id field.
fn parse_id<T: FromStr>(name: &str, text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|_| Failure::Malformed(format!("{name} is not an id")))
}

/// Reads a date field.
fn parse_date(name: &str, text: Option<&str>) -> Result<Option<LocalDate>, Failure> {
    let date = text.map(str::parse).transpose();
    date.map_err(|_| Failure::Malformed(format!("{name} is not a date")))
}

/// Reads a path field.
fn parse_path(squares: &[u8]) -> Result<Path, Failure> {
    let malformed = || Failure::Malformed("path is no list of squares".into());
    if squares.len() > MAX_PATH {
        return Err(malformed());
    }
    let mut path = Path::new();
    for &number in squares {
        path.try_push(Square::new(number).ok_or_else(malformed)?)
            .map_err(|_| malformed())?;
    }
    Ok(path)
}
