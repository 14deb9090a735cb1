//! Functions as processes behind the Lambda Runtime API.

mod fake;
mod house;

mod invocations;
mod sandboxes;
mod starts;
