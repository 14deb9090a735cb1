//! Actions over the real store and the embedded database: what they cost, that
//! twice is once, that of many at once one wins.
//!
//! The modules say `cfg(test)` for clippy, which takes only such code for tests.

#[cfg(test)]
mod club;
#[cfg(test)]
mod costs;
#[cfg(test)]
mod ports;
#[cfg(test)]
mod presence;
#[cfg(test)]
mod races;
#[cfg(test)]
mod repeats;
