//! Damero as its players see it: a client over the real WebSocket protocol, bots
//! that play whole games with it, and a world to play them in.

pub mod bots;
pub mod player;
pub mod world;

pub use player::{Player, PlayerError, Secret};
pub use world::World;
