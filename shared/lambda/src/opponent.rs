//! The computer as functions have it: the engine, on a thread of its own.

use damero_app::{BoxFuture, Opponent, PortError};
use damero_domain::game::{Event, Game};
use damero_domain::level::{Computer, Level, Turn, replies};
use damero_engine::{Action, Claim, Engine, TableSize};
use damero_rules::{Line, Side};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::spawn_blocking;

/// How much a search remembers. What it finds may hang on it, so it is the same everywhere.
const TABLE: TableSize = TableSize::megabytes(16);

/// Thinks about one game at a time; until it is asked the first time it holds no memory.
#[derive(Clone, Default)]
pub(crate) struct Machine(Arc<Mutex<Option<Engine>>>);

impl Machine {
    fn think(&self, game: &Game) -> Result<Vec<Event>, PortError> {
        // It forgets before each search, and so whatever a panic may have left.
        let mut engine = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = engine.get_or_insert_with(|| Engine::new(TABLE));
        replies(game, &mut Player(engine)).map_err(|error| PortError(error.into()))
    }
}

impl Opponent for Machine {
    fn answer<'a>(&'a self, game: &'a Game) -> BoxFuture<'a, Result<Vec<Event>, PortError>> {
        let (machine, game) = (self.clone(), game.clone());
        Box::pin(async move {
            // Seconds of a processor: nothing else is to wait for them.
            let thought = spawn_blocking(move || machine.think(&game)).await;
            thought.map_err(|error| PortError(error.into()))?
        })
    }
}

/// The engine by the domain's words.
struct Player<'a>(&'a mut Engine);

fn of(level: Level) -> Option<damero_engine::Level> {
    damero_engine::Level::new(level.number())
}

impl Computer for Player<'_> {
    fn turn(&mut self, line: &Line, level: Level, seed: u64) -> Option<Turn> {
        let level = of(level)?;
        if let Some(claim) = damero_engine::claims_draw(self.0, line, level, seed) {
            return Some(match claim {
                Claim::NoProgress => Turn::ClaimNoProgress,
                Claim::Repetition(mv) => Turn::ClaimRepetition(mv),
            });
        }
        Some(match damero_engine::reply(self.0, line, level, seed)? {
            Action::Play(mv) => Turn::Play(mv),
            Action::Huff(square) => Turn::Huff(square),
        })
    }

    fn accepts_draw(&mut self, line: &Line, side: Side, level: Level, seed: u64) -> bool {
        of(level).is_some_and(|level| damero_engine::accepts_draw(self.0, line, side, level, seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damero_domain::ids::{GameId, Person};
    use damero_domain::level::{Start, is_asked};
    use damero_domain::time::Timestamp;
    use damero_rules::RuleSet;

    fn begun(rules: &'static RuleSet, level: u8) -> Game {
        let start = Start {
            game: GameId("01ARZ3NDEKTSV4RRFFQ69G5FAV".parse::<GameId>().unwrap().0),
            rules,
            level: Level::new(level).unwrap(),
            player: Person::Session([1; 16]),
            side: rules.first().other(),
            at: Timestamp(1_000_000),
        };
        Game::start(start.setup())
    }

    /// Both sides' moves are found as copies of a command would find them.
    #[tokio::test]
    async fn it_answers_in_every_rule_set_and_the_same_however_often_it_is_asked() {
        let (one, other) = (Machine::default(), Machine::default());
        for rules in RuleSet::ALL {
            let mut game = begun(rules, 40);
            for _ in 0..3 {
                assert!(is_asked(&game), "{}", rules.id);
                let answer = one.answer(&game).await.unwrap();
                assert_eq!(other.answer(&game).await.unwrap(), answer, "{}", rules.id);
                for event in answer {
                    game.evolve(event).unwrap();
                }
                let at = game.last_stamp();
                let what = damero_domain::game::What::Move(game.line().legal_moves()[0].clone());
                let event = Event {
                    received: at,
                    confirmed: at,
                    what,
                };
                game.evolve(event).unwrap();
            }
        }
    }

    #[tokio::test]
    async fn it_answers_an_offer() {
        let machine = Machine::default();
        let mut game = begun(&RuleSet::ALL[0], 20);
        for event in machine.answer(&game).await.unwrap() {
            game.evolve(event).unwrap();
        }
        let at = game.last_stamp();
        let offer = Event {
            received: at,
            confirmed: at,
            what: damero_domain::game::What::Offer(game.turn()),
        };
        game.evolve(offer).unwrap();
        let answer = machine.answer(&game).await.unwrap();
        assert_eq!(answer.len(), 1, "{answer:?}");
    }
}
