//! One who plays against the computer.

use super::{Scene, Stage};
use crate::club::{Club, Tab};
use crate::step::Step;
use damero_app::actions;
use damero_domain::game::Game;
use damero_domain::ids::GameId;
use damero_protocol::server::Message;
use serde_json::{Value, json};

/// A level begun with the side that moves second.
fn begins() -> Value {
    json!({"rule_set": "vezz-8x8", "side": "white"})
}

impl Scene {
    /// Brings red to a stage of a level.
    pub(super) async fn climb(&mut self, club: &Club, stage: Stage) {
        self.game = begin(club, &self.red).await;
        self.moves_on(club, 1).await;
        let lost = json!({"game": self.game.to_string()});
        club.does::<actions::LevelLeave>(&self.red, lost).await;
        self.seek(club, Stage::Members).await;
        // An account that earns is older than a day.
        club.clock.pass(25 * 3_600_000);
        if stage >= Stage::LevelBegun {
            self.game = begin(club, &self.red).await;
            club.clock.pass(200_000);
        }
        match stage {
            Stage::Level => self.moves_on(club, 1).await,
            Stage::LevelLast => self.moves_on(club, 6).await,
            _ => {}
        }
        if stage >= Stage::LevelBegun {
            let game = club.game(self.game).await.game;
            self.seq = game.seq();
            self.last = Some((self.red.clone(), "levelMove", next(&game)));
        }
    }

    async fn moves_on(&self, club: &Club, moves: usize) {
        for _ in 0..moves {
            let fields = next(&club.game(self.game).await.game);
            club.does::<actions::LevelMove>(&self.red, fields).await;
        }
    }

    /// Begins a level.
    pub(crate) fn climbs(&self, tab: &Tab) -> Step {
        self.says(tab, "levelStart", begins())
    }

    /// The same move of the running level, in one of red's tabs.
    pub(crate) fn plays(&self, tab: &Tab) -> Step {
        let (_, action, fields) = self.last.clone().unwrap();
        self.says(tab, action, fields)
    }
}

async fn begin(club: &Club, by: &Tab) -> GameId {
    let done = club.does::<actions::LevelStart>(by, begins()).await;
    match &done.told[0].message {
        Message::State { game } => game.id.parse().unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The first legal move.
pub(crate) fn next(game: &Game) -> Value {
    let path = &game.line().legal_moves()[0].path;
    let path: Vec<u8> = path.iter().map(|square| square.number()).collect();
    let act = json!({"what": "move", "turn_no": game.turn_no(), "path": path});
    json!({"game": game.setup().id.to_string(), "do": act})
}
