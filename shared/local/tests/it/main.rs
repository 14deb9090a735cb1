//! The local stack from outside: as clients, functions and operators see it.
//!
//! The modules say `cfg(test)` for clippy, which takes only such code for tests.

#[cfg(test)]
mod bench;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod disconnect;
#[cfg(test)]
mod handshake;
#[cfg(test)]
mod lambdas;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod mishaps;
#[cfg(test)]
mod schedules;
#[cfg(test)]
mod sdk;
#[cfg(test)]
mod services;
#[cfg(test)]
mod site;
#[cfg(test)]
mod template;
#[cfg(test)]
mod timers;
