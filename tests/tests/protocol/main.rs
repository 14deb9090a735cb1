//! `docs/protocol.md` holds: its tables are the code's, and its conversation is
//! played, message by message, against a whole club.
//!
//! The modules say `cfg(test)` for clippy, which takes only such code for tests.

#[cfg(test)]
mod compare;
#[cfg(test)]
mod page;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod tables;
#[cfg(test)]
mod whole;

/// What a check comes to, or why not.
#[cfg(test)]
type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;
