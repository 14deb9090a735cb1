//! The club on the real function binaries, each in processes of its own behind the
//! Lambda Runtime API: what the handlers in one process cannot show.
//!
//! The binaries are those beside this test: `cargo build --workspace --bins --locked`
//! makes them. The modules say `cfg(test)` for clippy, which takes only such code for
//! tests.

#[cfg(test)]
mod house;
#[cfg(test)]
mod killed;
#[cfg(test)]
mod operators;
#[cfg(test)]
mod orphans;
#[cfg(test)]
mod timers;
#[cfg(test)]
mod unheard;
#[cfg(test)]
mod whole;
