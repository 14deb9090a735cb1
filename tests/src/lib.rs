//! Damero as its players see it: a client over the real WebSocket protocol, bots
//! that play whole games with it, a world to play them in, and a referee.

pub mod bench;
pub mod bots;
pub mod chaos;
pub mod player;
pub mod referee;
pub mod secrets;
pub mod sign_in;
pub mod soak;
pub mod socket;
pub mod world;

pub use player::{Player, PlayerError, Secret};
pub use world::World;
