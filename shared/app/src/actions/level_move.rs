//! `levelMove`: what a player of a level does, and the computer's answer.

use super::{Action, Failure, parse_id, parse_path};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::play;
use damero_domain::game::Command;
use damero_domain::ids::CommandId;
use damero_protocol::client::{self, Claim, LevelAct};
use damero_rules::Square;

/// Both plies are one write: copies of a command compute the same answer, and one is written.
#[derive(Debug)]
pub struct LevelMove;

impl Action for LevelMove {
    const NAME: &'static str = "levelMove";
    type Fields = client::LevelMove;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::LevelMove,
    ) -> Result<Vec<Outgoing>, Failure> {
        let game = parse_id("game", &fields.game)?;
        let command = command(fields.act)?;
        Ok(play::against_computer(app, caller, id, game, &command).await?)
    }
}

fn command(act: LevelAct) -> Result<Command, Failure> {
    Ok(match act {
        LevelAct::Move { turn_no, path } => Command::Move {
            turn_no,
            path: parse_path(&path)?,
        },
        LevelAct::Huff { turn_no, square } => Command::Huff {
            turn_no,
            square: Square::new(square)
                .ok_or_else(|| Failure::Malformed("square is not on any board".into()))?,
        },
        LevelAct::Claim {
            turn_no,
            claim: Claim::Repetition,
            path: Some(path),
        } => Command::ClaimRepetition {
            turn_no,
            path: parse_path(&path)?,
        },
        LevelAct::Claim {
            turn_no,
            claim: Claim::NoProgress,
            path: None,
        } => Command::ClaimNoProgress { turn_no },
        LevelAct::Claim { .. } => {
            return Err(Failure::Malformed(
                "path is what a repetition needs, and nothing else".into(),
            ));
        }
        LevelAct::Offer { seq } => Command::OfferDraw { seq },
    })
}
