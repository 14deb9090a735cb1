//! `gameHuff`: remove a rival's piece that omitted a capture.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client;
use damero_rules::Square;

/// It keeps the turn and stops no clock.
#[derive(Debug)]
pub struct GameHuff;

impl Action for GameHuff {
    const NAME: &'static str = "gameHuff";
    type Fields = client::Huff;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::Huff,
    ) -> Result<Vec<Outgoing>, Failure> {
        let square = Square::new(fields.square)
            .ok_or_else(|| Failure::Malformed("square is no square".into()))?;
        let command = Command::Huff {
            turn_no: fields.turn_no,
            square,
        };
        Ok(play::command(app, caller, id, parse_id("game", &fields.game)?, &command).await?)
    }
}
