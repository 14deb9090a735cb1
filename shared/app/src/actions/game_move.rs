//! `gameMove`: play a move.

use super::{Action, Failure, parse_id, parse_path};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// One GetItem, one conditional UpdateItem, then both sides' state.
#[derive(Debug)]
pub struct GameMove;

impl Action for GameMove {
    const NAME: &'static str = "gameMove";
    type Fields = client::Move;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::Move,
    ) -> Result<Vec<Outgoing>, Failure> {
        let command = Command::Move {
            turn_no: fields.turn_no,
            path: parse_path(&fields.path)?,
        };
        Ok(play::command(app, caller, id, parse_id("game", &fields.game)?, &command).await?)
    }
}
