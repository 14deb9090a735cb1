//! `gameRematch`: accept or decline the next game of the room.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use crate::rooms;
use damero_domain::ids::{CommandId, GameId};
use damero_domain::refusal::Refusal;
use damero_domain::room::Command;
use damero_protocol::client::{self, RematchAct};

/// It names the game that ended, so that a late one never meets a later game.
#[derive(Debug)]
pub struct GameRematch;

impl Action for GameRematch {
    const NAME: &'static str = "gameRematch";
    type Fields = client::Rematch;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::Rematch,
    ) -> Result<Vec<Outgoing>, Failure> {
        let game: GameId = parse_id("game", &fields.game)?;
        let stamp = play::write_stamp(caller.stamp(app))?;
        let Some((held, mut told)) = play::settled(app, game, stamp).await? else {
            return Ok(vec![play::refuse_unknown(caller)]);
        };
        if held.game.side_of(caller.identity()).is_none() {
            return Ok(play::refuse(told, &held, caller, &Refusal::NotYours));
        }
        let Some(room) = held.game.setup().origin.room() else {
            return Ok(play::refuse(told, &held, caller, &Refusal::NoRematch));
        };
        let command = match fields.act {
            RematchAct::Accept => Command::AcceptRematch(game),
            RematchAct::Decline => Command::DeclineRematch(game),
        };
        told.extend(rooms::command(app, caller, id, room, command, Some(&held)).await?);
        Ok(told)
    }
}
