//! `gameClaimDraw`: claim a draw by repetition or by moves without progress.

use super::{Action, Failure, parse_id, parse_path};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client::{self, Claim};

/// A claim that holds ends the game; one that does not changes nothing.
#[derive(Debug)]
pub struct GameClaimDraw;

impl Action for GameClaimDraw {
    const NAME: &'static str = "gameClaimDraw";
    type Fields = client::ClaimDraw;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::ClaimDraw,
    ) -> Result<Vec<Outgoing>, Failure> {
        let turn_no = fields.turn_no;
        let command = match (fields.claim, fields.path) {
            (Claim::Repetition, Some(path)) => Command::ClaimRepetition {
                turn_no,
                path: parse_path(&path)?,
            },
            (Claim::NoProgress, None) => Command::ClaimNoProgress { turn_no },
            (Claim::Repetition, None) => return Err(Failure::Malformed("path is missing".into())),
            (Claim::NoProgress, Some(_)) => {
                return Err(Failure::Malformed("path is not wanted".into()));
            }
        };
        Ok(play::command(app, caller, id, parse_id("game", &fields.game)?, &command).await?)
    }
}
