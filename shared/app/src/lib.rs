//! What Damero's functions do: one file an action, over ports.
//!
//! An [`App`] holds the table and the ports to the outside: [`Push`] reaches
//! browsers, [`Timers`] arms what must happen later, [`Clock`] tells the time.
//! An action reads, lets the domain decide, writes conditionally and returns what
//! everybody is to be told; [`websocket::serve`] does the rest.

mod accounts;
pub mod actions;
mod address;
mod app;
pub mod authorize;
pub mod closings;
mod club;
pub mod corrections;
mod ends;
mod identity;
mod keys;
mod levels;
mod names;
mod oidc;
mod outgoing;
mod patience;
mod pdn;
mod people;
pub mod periods;
mod play;
mod ports;
mod presence;
mod queue;
mod rankings;
mod refuse;
mod rooms;
pub mod signals;
mod signatures;
mod throttle;
pub mod timers;
mod views;
pub mod websocket;

pub use app::{App, Caller, Fault, Limits};
pub use authorize::{Admission, Opened};
pub use club::{Club, Parts};
pub use identity::SessionHash;
pub use keys::Keys;
pub use outgoing::Outgoing;
pub use ports::{BoxFuture, Clock, Delivery, Opponent, PortError, Push, Tick, Timers, Web};
