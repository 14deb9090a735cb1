//! The cloud of this project on one loopback address.
//!
//! [`Stack::start`] reads the deployment template and plays what it declares:
//! the WebSocket gateway with `@connections`, the table, delayed queue messages
//! and schedules, the functions behind all of them. The functions themselves
//! come from outside through [`Invoker`], so that the same stack serves a
//! developer, the end-to-end tests and a real Lambda runtime.
//!
//! What the template does not route does not work here either.

mod activity;
mod clock;
mod config;
mod controls;
mod database;
mod gateway;
mod hosts;
mod http;
mod ids;
mod in_process;
mod invoke;
mod lambdas;
mod mishaps;
mod oidc;
mod runner;
mod stack;
mod template;
mod timers;

pub use clock::LocalClock;
pub use config::{ClockStart, Config, Data, StartError};
pub use controls::Controls;
pub use hosts::{Fates, Hosts};
pub use in_process::{in_process, on_hosts};
pub use invoke::{BoxFuture, Endpoints, FunctionSpec, Functions, InvokeError, Invoker};
pub use lambdas::{Binaries, SandboxPhase, SandboxView, Sandboxes, Skew};
pub use mishaps::Mishaps;
pub use stack::Stack;
