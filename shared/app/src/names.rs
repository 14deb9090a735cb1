//! The names of a rated game's players, for whoever opens its page. A move does without:
//! the game's own item has none, so that a person who leaves leaves no name behind.

use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::views;
use damero_protocol::server::{Game, Message};
use damero_store::HeldGame;

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
