//! From Lambda events to actions: the thin shell around the application.
//!
//! Each function's `main` names its handler and calls [`run`]. The handlers take
//! the event as JSON and an [`App`]; the local stack calls the
//! same ones through [`handler`].

mod aws;
pub mod clerks;
mod events;
pub mod handlers;
mod host;
mod opponent;
mod run;
pub mod variables;
mod web;

pub use handlers::{Error, Handler, handler};
pub use host::{CLOCK_OFFSET, Endpoints, Settings, SystemClock, app};
pub use run::run;
pub use variables::Misconfigured;

pub use damero_app::{App, Clock, Limits, actions};
pub use damero_domain::time::Timestamp;
