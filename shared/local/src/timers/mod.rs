//! Delayed messages, schedules and asynchronous invocations.
//!
//! Every one is a row written before its caller hears of it, so that a killed
//! process finds them all again. Delivery is at least once.

mod book;
mod calls;
mod engine;
mod expression;
mod messages;
mod schedules;

pub(crate) use engine::Timers;
pub(crate) use messages::{SendError, Sent};
pub(crate) use schedules::{NewSchedule, ScheduleError};
