//! `roomCancel`: before the first game, cancel the room or give the seat back.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::rooms;
use damero_domain::ids::CommandId;
use damero_domain::room::Command;
use damero_protocol::client;

/// The host cancels, the guest leaves.
#[derive(Debug)]
pub struct RoomCancel;

impl Action for RoomCancel {
    const NAME: &'static str = "roomCancel";
    type Fields = client::InRoom;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::InRoom,
    ) -> Result<Vec<Outgoing>, Failure> {
        let room = parse_id("room", &fields.room)?;
        Ok(rooms::command(app, caller, id, room, Command::Cancel, None).await?)
    }
}
