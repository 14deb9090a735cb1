//! The computer: it looks ahead under the rules of any of the twelve rule sets.
//!
//! An [`Engine`] owns memory and searches from a [`Line`](damero_rules::Line), whose past counts:
//! repetitions, plies without progress and a pending right to huff are part of what it thinks
//! about. It is pure: no clock, no chance but that of a given seed, no input or output. Work is
//! limited in nodes and plies; who has only so much time says so through `stop`, which is asked
//! every few thousand nodes.
//!
//! ```
//! use damero_engine::{Action, Engine, Limits, TableSize};
//! use damero_rules::{Line, RuleSet};
//!
//! let mut engine = Engine::new(TableSize::megabytes(1));
//! let mut line = Line::new(&RuleSet::ALL[0]);
//! let found = engine.search(&line, Limits::depth(5), &mut || false);
//! let Some(Action::Play(mv)) = found.action else { panic!("the game has just begun") };
//! line.play(&mv.path)?;
//! # Ok::<(), damero_rules::IllegalMove>(())
//! ```

mod action;
mod engine;
mod evaluate;
mod laws;
mod level;
mod order;
mod quiet;
mod reply;
mod root;
mod score;
mod search;
mod shape;
mod state;
mod table;
mod weights;

pub use action::{Action, Found, Limits};
pub use engine::{Engine, Parts};
pub use evaluate::Evaluation;
pub use level::Level;
pub use reply::{Claim, accepts_draw, claims_draw, reply};
pub use score::Score;
pub use table::TableSize;
