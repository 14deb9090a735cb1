//! `queueLeave`: give the place in the queue up, or the pairing. It never costs anything.

use super::{Action, Failure};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play::write_stamp;
use crate::queue::{self, ATTEMPTS, Stand};
use damero_domain::ids::CommandId;
use damero_domain::queue::Verdict;
use damero_protocol::client;
use damero_store::Saved;

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
        let mut told = Vec::new();
        for _ in 0..ATTEMPTS {
            let stamp = write_stamp(caller.stamp(app))?;
            let (stand, news) = queue::settled(app, account, stamp).await?;
            told.extend(news);
            match stand {
                Stand::Waiting(lock, ticket) => {
                    if let Saved::Done(()) = app.store.leave(&ticket).await? {
                        told.extend(queue::nobody(account, &lock.connections, None));
                        return Ok(queue::free_too(caller, told));
                    }
                }
                Stand::Paired(held) => {
                    let Ok(Verdict::Accepted(event)) = held.pairing.decline(account) else {
                        continue;
                    };
                    if let Some(news) = queue::part(app, &held, &event, stamp).await? {
                        told.extend(news);
                        return Ok(queue::free_too(caller, told));
                    }
                }
                Stand::Playing(_, game) => {
                    told.push(queue::refuse_playing(caller, game));
                    return Ok(told);
                }
                Stand::Nowhere => return Ok(queue::free_too(caller, told)),
                Stand::Broken(lock) => app.store.let_go(&lock).await?,
            }
        }
        told.push(queue::refuse(caller, "busy"));
        Ok(told)
    }
}
