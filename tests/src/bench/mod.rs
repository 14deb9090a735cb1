//! What things cost, measured on this machine, in one run.

pub mod moves;
pub mod plies;
pub mod queue;
pub mod ranking;
pub mod rules;
