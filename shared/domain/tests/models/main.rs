//! The hazards of commands, deadlines, rooms, connections and rated play as
//! explicit-state models.
//!
//! What decides in them is the real code of this crate; the shell around it, one read,
//! one decision and one conditional write, is modelled step by step. Every safeguard
//! can be left out, and then some property has to fail: `docs/proofs/models.md`.
//!
//! The modules say `cfg(test)` for clippy, which takes only such code for tests.

#[cfg(test)]
mod closings;
#[cfg(test)]
mod commands;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod corrections;
#[cfg(test)]
mod deadlines;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod page;
#[cfg(test)]
mod play;
#[cfg(test)]
mod queue;
#[cfg(test)]
mod rated;
#[cfg(test)]
mod ratings;
#[cfg(test)]
mod rooms;
#[cfg(test)]
mod timers;
