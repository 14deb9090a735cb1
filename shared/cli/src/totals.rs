//! How many of what was checked passed.

use std::fmt;
use std::process::ExitCode;

#[derive(Default)]
pub(crate) struct Totals {
    pub(crate) passed: usize,
    failed: usize,
}

impl Totals {
    pub(crate) fn count(&mut self, passed: bool) {
        if passed {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
    }

    /// 1 if anything failed.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(u8::from(self.failed > 0))
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}
