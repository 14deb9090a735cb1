//! The built tool, run as a person or a script would run it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod audit;
mod check;
mod contest;
mod disagreements;
mod docs;
mod moves;
mod pdn;
mod questions;
mod rated;
mod replay;
mod run;
