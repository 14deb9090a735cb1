//! Actions over the real store and the embedded database: what they cost, that
//! twice is once, that of many at once one wins.
//!
//! The modules say `cfg(test)` for clippy, which takes only such code for tests.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod admission;
#[cfg(test)]
mod border;
#[cfg(test)]
mod club;
#[cfg(test)]
mod computer;
#[cfg(test)]
mod corrected;
#[cfg(test)]
mod costs;
#[cfg(test)]
mod cuts;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod fences;
#[cfg(test)]
mod items;
#[cfg(test)]
mod ledger;
#[cfg(test)]
mod levels;
#[cfg(test)]
mod linear;
#[cfg(test)]
mod matrix;
#[cfg(test)]
mod overtaken;
#[cfg(test)]
mod page;
#[cfg(test)]
mod ports;
#[cfg(test)]
mod presence;
#[cfg(test)]
mod provider;
#[cfg(test)]
mod queue;
#[cfg(test)]
mod races;
#[cfg(test)]
mod rankings;
#[cfg(test)]
mod rated;
#[cfg(test)]
mod repeats;
#[cfg(test)]
mod roles;
#[cfg(test)]
mod scenarios;
#[cfg(test)]
mod scenes;
#[cfg(test)]
mod script;
#[cfg(test)]
mod season;
#[cfg(test)]
mod spec;
#[cfg(test)]
mod spoiled;
#[cfg(test)]
mod stand;
#[cfg(test)]
mod step;
#[cfg(test)]
mod timers;
#[cfg(test)]
mod turns;
