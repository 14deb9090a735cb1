//! The names of a rated game's players, for whoever opens its page. A move does without:
//! the game's own item has none, so that a person who leaves leaves no name behind.

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::views;
use damero_domain::ids::AccountId;
use damero_protocol::server::queue::Player;
use damero_protocol::server::{Entry, Game, Message};
use damero_store::HeldGame;

/// Lists with the names beside their rated games; one read more if there are any. An
/// account that was deleted has none.
pub(crate) async fn listed(app: &App, mut entries: Vec<Entry>) -> Result<Vec<Entry>, Fault> {
    let rated = entries.iter_mut().filter_map(|entry| entry.rated.as_mut());
    let players = rated.flat_map(|rated| [&mut rated.players.white, &mut rated.players.black]);
    let named = players.filter_map(|player| Some((player.account.parse().ok()?, player)));
    let named: Vec<(AccountId, &mut Player)> = named.collect();
    if named.is_empty() {
        return Ok(entries);
    }
    let ids: Vec<_> = named.iter().map(|(id, _)| *id).collect();
    let names = app.store.names(&ids).await?;
    for (id, player) in named {
        player.name = names.get(&id).map(ToString::to_string);
    }
    Ok(entries)
}

/// The whole state to the caller, with both names; one read more if it is rated.
pub(crate) async fn state_for(
    app: &App,
    caller: &Caller,
    held: &HeldGame,
) -> Result<Outgoing, Fault> {
    let side = held.game.side_of(caller.identity());
    let game = Box::new(with_names(app, held, views::game(held, side)).await?);
    Ok(Outgoing::new(&caller.connection, Message::State { game }))
}

/// Both names, of accounts that have one.
pub(crate) async fn with_names(app: &App, held: &HeldGame, mut view: Game) -> Result<Game, Fault> {
    if let (Some(accounts), Some(rated)) = (held.game.accounts(), view.rated.as_mut()) {
        let names = app.store.names(&[accounts.white, accounts.black]).await?;
        let name = |account| names.get(account).map(ToString::to_string);
        rated.players.white.name = name(&accounts.white);
        rated.players.black.name = name(&accounts.black);
    }
    Ok(view)
}
