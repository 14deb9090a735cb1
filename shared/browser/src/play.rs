//! Games that are played in the browser alone: how they stand, and what the computer does in them.
//!
//! A game is asked about as a whole, since nothing of it is kept between requests: where it starts
//! on the first line after the head (nothing for the rule set's own start), the moves and huffs so
//! far on the second, as the club writes them (`9-14 !17 11x18x27`).

mod computer;
mod game;
mod stand;
#[cfg(test)]
mod tests;
pub(crate) mod types;

pub(crate) use computer::{hint, offer, think};
pub(crate) use stand::{record, stand};
