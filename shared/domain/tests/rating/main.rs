//! Rated play against data made by programs written apart from this one, against plain
//! replays of whole histories, and against whoever tampers with a closing's text.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod audits;
mod closings;
mod league;
mod live;
mod recalculations;
mod replay;
mod tables;
mod vectors;
mod world;
