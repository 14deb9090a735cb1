//! `levelLeave`: a level is given up, or cancelled before it has begun.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// Cancelling names the event it was made at: one that comes late never costs a game.
#[derive(Debug)]
pub struct LevelLeave;

impl Action for LevelLeave {
    const NAME: &'static str = "levelLeave";
    type Fields = client::LevelLeave;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::LevelLeave,
    ) -> Result<Vec<Outgoing>, Failure> {
        let game = parse_id("game", &fields.game)?;
        let command = match fields.cancel {
            Some(seq) => Command::AskCancel { seq },
            None => Command::Resign,
        };
        Ok(play::against_computer(app, caller, id, game, &command).await?)
    }
}
