//! `gameCancel`: ask to cancel a running game, agree or refuse.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client::{self, CancelAct};

/// Both have to agree; a move withdraws the request.
#[derive(Debug)]
pub struct GameCancel;

impl Action for GameCancel {
    const NAME: &'static str = "gameCancel";
    type Fields = client::Cancel;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::Cancel,
    ) -> Result<Vec<Outgoing>, Failure> {
        let seq = fields.seq;
        let command = match fields.act {
            CancelAct::Ask => Command::AskCancel { seq },
            CancelAct::Agree => Command::AgreeCancel { seq },
            CancelAct::Refuse => Command::RefuseCancel { seq },
        };
        Ok(play::command(app, caller, id, parse_id("game", &fields.game)?, &command).await?)
    }
}
