//! The rules against data made by programs written apart from this one, against properties, and
//! against faults that others had.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod data;
mod examples;
mod faults;
mod games;
mod pdn;
mod perft;
mod positions;
mod properties;
mod record;
mod refusals;
mod searching;
mod slow;
mod texts;
mod web;
