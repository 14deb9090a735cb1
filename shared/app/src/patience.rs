//! How long a lost race is run again.

use crate::app::App;
use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use std::time::Duration;

/// How often something is decided again, the write that lost having told what stands.
const RACES: usize = 3;

/// How often something is read again of which the write told nothing: a transaction may
/// be under way there, which is a matter of some milliseconds.
const PAUSES: usize = 6;

/// The first pause; each is twice as long as the one before, and by chance up to twice
/// that, so that two who met do not meet again.
const FIRST_PAUSE: Duration = Duration::from_millis(15);

/// What is left of a command's attempts.
pub(crate) struct Patience {
    races: usize,
    pauses: ExponentialBackoff,
}

impl Default for Patience {
    fn default() -> Patience {
        let pauses = ExponentialBuilder::new()
            .with_min_delay(FIRST_PAUSE)
            .with_max_times(PAUSES)
            .with_jitter();
        Patience {
            races: RACES,
            pauses: pauses.build(),
        }
    }
}

impl Patience {
    /// Whether to try again after a write that lost, which told what stands or did not.
    pub(crate) async fn lasts(&mut self, app: &App, told: bool) -> bool {
        if told {
            self.races -= 1;
            return self.races > 0;
        }
        match self.pauses.next() {
            Some(span) => {
                app.store.pause(span).await;
                true
            }
            None => false,
        }
    }
}
