//! Giving a place in the queue up, or a pairing.

use super::{ATTEMPTS, Stand, nobody, part, settled};
use crate::actions::Failure;
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play::write_stamp;
use damero_domain::ids::{AccountId, GameId};
use damero_domain::queue::Verdict;
use damero_store::Saved;

/// Where an account is that gave its place up.
pub(crate) enum Left {
    /// Nowhere.
    Free,
    /// In this game, which goes on.
    Playing(GameId),
    /// Where it was: too many races were lost.
    Lost,
}

/// Gives up whatever the account waits for; everybody concerned is told.
pub(crate) async fn give_up(
    app: &App,
    caller: &Caller,
    account: AccountId,
) -> Result<(Left, Vec<Outgoing>), Failure> {
    let mut told = Vec::new();
    for _ in 0..ATTEMPTS {
        let stamp = write_stamp(caller.stamp(app))?;
        let (stand, news) = settled(app, account, stamp).await?;
        told.extend(news);
        match stand {
            Stand::Waiting(lock, ticket) => {
                if let Saved::Done(()) = app.store.leave(&ticket).await? {
                    told.extend(nobody(account, &lock.connections, None));
                    return Ok((Left::Free, told));
                }
            }
            Stand::Paired(held) => {
                let Ok(Verdict::Accepted(event)) = held.pairing.decline(account) else {
                    continue;
                };
                if let Some(news) = part(app, &held, &event, stamp).await? {
                    told.extend(news);
                    return Ok((Left::Free, told));
                }
            }
            Stand::Playing(_, game) => return Ok((Left::Playing(game), told)),
            Stand::Nowhere => return Ok((Left::Free, told)),
            Stand::Broken(lock) => app.store.let_go(&lock).await?,
        }
    }
    Ok((Left::Lost, told))
}
