//! The table's reads and writes against the embedded database, with the table as
//! the template declares it.
//!
//! The modules say `cfg(test)` for clippy, which takes only such code for tests.

#[cfg(test)]
mod codec;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod games;
#[cfg(test)]
mod levels;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod periods;
#[cfg(test)]
mod play;
#[cfg(test)]
mod rated;
#[cfg(test)]
mod ratings;
#[cfg(test)]
mod rooms;
#[cfg(test)]
mod rows;
#[cfg(test)]
mod sizes;
#[cfg(test)]
mod table;
