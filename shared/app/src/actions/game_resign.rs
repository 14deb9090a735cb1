//! `gameResign`: give the game up.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// Right at any time, in either turn.
#[derive(Debug)]
pub struct GameResign;

impl Action for GameResign {
    const NAME: &'static str = "gameResign";
    type Fields = client::InGame;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::InGame,
    ) -> Result<Vec<Outgoing>, Failure> {
        Ok(play::command(
            app,
            caller,
            id,
            parse_id("game", &fields.game)?,
            &Command::Resign,
        )
        .await?)
    }
}
