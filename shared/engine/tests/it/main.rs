//! Tests of the engine from outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod games;
mod huffs;
mod levels;
mod searches;
mod slow;
