//! `gameDraw`: offer a draw, accept or decline one.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client::{self, DrawAct};

/// Bound to the event it was made at: an answer never meets a later offer.
#[derive(Debug)]
pub struct GameDraw;

impl Action for GameDraw {
    const NAME: &'static str = "gameDraw";
    type Fields = client::Draw;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::Draw,
    ) -> Result<Vec<Outgoing>, Failure> {
        let seq = fields.seq;
        let command = match fields.act {
            DrawAct::Offer => Command::OfferDraw { seq },
            DrawAct::Accept => Command::AcceptDraw { seq },
            DrawAct::Decline => Command::DeclineDraw { seq },
        };
        Ok(play::command(app, caller, id, parse_id("game", &fields.game)?, &command).await?)
    }
}
