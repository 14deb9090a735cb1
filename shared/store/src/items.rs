//! Items as they are stored: flat attributes with names of one or two letters,
//! because a move pays for the whole item.

pub(crate) mod account;
pub(crate) mod game;
pub(crate) mod level;
pub(crate) mod lock;
pub(crate) mod pairing;
pub(crate) mod rated;
pub(crate) mod rating;
pub mod record;
pub(crate) mod room;
pub(crate) mod ticket;
