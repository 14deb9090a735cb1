//! `roomAccept`: accept the conditions.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::rooms;
use damero_domain::ids::CommandId;
use damero_domain::room::Command;
use damero_protocol::client;

/// The second acceptance starts the game and its clock.
#[derive(Debug)]
pub struct RoomAccept;

impl Action for RoomAccept {
    const NAME: &'static str = "roomAccept";
    type Fields = client::InRoom;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::InRoom,
    ) -> Result<Vec<Outgoing>, Failure> {
        let room = parse_id("room", &fields.room)?;
        Ok(rooms::command(app, caller, id, room, Command::Accept, None).await?)
    }
}
