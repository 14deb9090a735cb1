//! `queueLeave`: give the place in the queue up, or the pairing. It never costs anything.

use super::{Action, Failure};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::queue::{self, Left};
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// Whoever leaves a pairing sends the rival back to the queue at once.
#[derive(Debug)]
pub struct QueueLeave;

impl Action for QueueLeave {
    const NAME: &'static str = "queueLeave";
    type Fields = client::QueueLeave;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        _: client::QueueLeave,
    ) -> Result<Vec<Outgoing>, Failure> {
        let Some(account) = caller.account else {
            return Ok(vec![queue::refuse(caller, "account_needed")]);
        };
        let (left, mut told) = queue::give_up(app, caller, account).await?;
        match left {
            Left::Free => return Ok(queue::free_too(caller, told)),
            Left::Playing(game) => told.push(queue::refuse_playing(caller, game)),
            Left::Lost => told.push(queue::refuse(caller, "busy")),
        }
        Ok(told)
    }
}
