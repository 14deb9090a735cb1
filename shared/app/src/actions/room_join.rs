//! `roomJoin`: take the free seat.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::rooms;
use damero_domain::ids::CommandId;
use damero_domain::room::Command;
use damero_protocol::client;

/// The link grants a free seat and nothing else.
#[derive(Debug)]
pub struct RoomJoin;

impl Action for RoomJoin {
    const NAME: &'static str = "roomJoin";
    type Fields = client::InRoom;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::InRoom,
    ) -> Result<Vec<Outgoing>, Failure> {
        let room = parse_id("room", &fields.room)?;
        Ok(rooms::command(app, caller, id, room, Command::Join, None).await?)
    }
}
