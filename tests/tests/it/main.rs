//! Whole games over the whole club, as its players see them: through the gateway,
//! the functions, the table and the timers, on a clock that the tests move.
//!
//! A name that begins with the id of a known fault shows that fault's absence.
//! The modules say `cfg(test)` for clippy, which takes only such code for tests.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod chaos;
#[cfg(test)]
mod clocks;
#[cfg(test)]
mod club;
#[cfg(test)]
mod codes;
#[cfg(test)]
mod doors;
#[cfg(test)]
mod draws;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod illegal;
#[cfg(test)]
mod invites;
mod leaving;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod play;
#[cfg(test)]
mod queue_bench;
#[cfg(test)]
mod random;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod rematch;
#[cfg(test)]
mod rooms;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod tabs;
#[cfg(test)]
mod trouble;
#[cfg(test)]
mod twice;
