//! `gameFlag`: somebody's clock shows zero; let the server say.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play::{self, write_stamp};
use damero_domain::game::Reason;
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// Either side may ask. The game is lost 1.5 s after zero, whoever asks or nobody.
#[derive(Debug)]
pub struct GameFlag;

impl Action for GameFlag {
    const NAME: &'static str = "gameFlag";
    type Fields = client::InGame;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::InGame,
    ) -> Result<Vec<Outgoing>, Failure> {
        let game = parse_id("game", &fields.game)?;
        let stamp = write_stamp(caller.stamp(app))?;
        let Some((held, told)) = play::settled(app, game, stamp).await? else {
            return Ok(vec![play::refuse_unknown(caller)]);
        };
        // Whoever ended it: what was asked for has happened.
        let flagged = held
            .game
            .ended()
            .is_some_and(|ended| ended.reason == Reason::Time);
        if !flagged || held.game.side_of(caller.identity()).is_none() {
            return Ok(play::refuse(
                told,
                &held,
                caller,
                &held.game.refuse_flag(caller.identity()),
            ));
        }
        Ok(play::answer(told, &held, caller))
    }
}
