//! Games as PDN.

mod written;
