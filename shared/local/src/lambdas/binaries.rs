//! Where the binaries are and how their sandboxes behave.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use crate::StartError;

/// A binary is named after its function, behind this.
const PREFIX: &str = "damero-";
/// Sandboxes a function may have, unless its template reserves fewer.
const MOST: usize = 20;
/// Lambda keeps a sandbox warm for some minutes; nobody is promised how many.
const IDLE: Duration = Duration::from_secs(10 * 60);
/// Lambda's own, whatever the function's timeout is.
const INIT: Duration = Duration::from_secs(10);

/// The functions' binaries and what becomes of their processes.
#[derive(Debug, Clone)]
pub struct Binaries {
    /// Directory that holds them.
    pub dir: PathBuf,
    /// Sandboxes a function may have at once; the template may reserve fewer.
    pub most: usize,
    /// A sandbox without an invocation for so long is ended.
    pub idle: Duration,
    /// Time a sandbox has for its start.
    pub init: Duration,
    /// Hosts whose clocks are off.
    pub skew: Option<Skew>,
}

/// Clocks of hosts: each sandbox's is off by chance.
#[derive(Debug, Clone)]
pub struct Skew {
    /// The same seed puts the same sandboxes off by the same.
    pub seed: u64,
    /// Milliseconds ahead of the stack's clock.
    pub ms: RangeInclusive<i64>,
}

impl Binaries {
    /// The binaries of this directory.
    #[must_use]
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self {
            dir: dir.into(),
            most: MOST,
            idle: IDLE,
            init: INIT,
            skew: None,
        }
    }

    /// The binaries that were built with the running one: beside it, or for a test
    /// or an example above it.
    ///
    /// # Errors
    /// If the system does not say where that is.
    pub fn beside() -> std::io::Result<Self> {
        let mut dir = std::env::current_exe()?;
        dir.pop();
        if dir.ends_with("deps") || dir.ends_with("examples") {
            dir.pop();
        }
        Ok(Self::at(dir))
    }

    pub(super) fn path(&self, function: &str) -> PathBuf {
        self.dir.join(format!("{PREFIX}{function}"))
    }

    /// Every function must have its binary.
    pub(super) fn check<'a>(
        &self,
        functions: impl Iterator<Item = &'a String>,
    ) -> Result<(), StartError> {
        let missing: Vec<_> = functions
            .filter(|function| !self.path(function).is_file())
            .map(|function| format!("{PREFIX}{function}"))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(StartError::NotBuilt {
            dir: self.dir.clone(),
            missing: missing.join(", "),
        })
    }

    /// How far the clock of the sandbox with this number is off.
    pub(super) fn skew_ms(&self, number: u64) -> i64 {
        self.skew.as_ref().map_or(0, |skew| {
            let mut random = StdRng::seed_from_u64(skew.seed.wrapping_add(number));
            random.random_range(skew.ms.clone())
        })
    }
}
