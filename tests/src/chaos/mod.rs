//! Chaos games: whole rooms played by bots while everything goes wrong that can,
//! each game judged at its end against what the bots themselves wrote down.

mod bot;
mod game;
mod intents;
mod judge;
mod lane;
mod ledger;
mod room;
mod run;
mod tab;
mod weather;

pub use run::{ChaosError, Plan, Tally, run};
