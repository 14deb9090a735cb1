//! Ids that look like the cloud's, from a seed when a test wants to know them.

use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};

/// Source of ids and of other chance.
pub(crate) struct Ids {
    random: Mutex<StdRng>,
}

impl Ids {
    pub(crate) fn new(seed: Option<u64>) -> Self {
        let random = match seed {
            Some(seed) => StdRng::seed_from_u64(seed),
            None => StdRng::from_os_rng(),
        };
        Self {
            random: Mutex::new(random),
        }
    }

    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        random.fill_bytes(&mut bytes);
        bytes
    }

    /// Base64 of eleven bytes: like the gateway's, it ends in `=` and may hold
    /// `/` and `+`, so that a client which forgets to encode it fails here.
    pub(crate) fn gateway(&self) -> String {
        STANDARD.encode(self.bytes::<11>())
    }

    /// In the form of a UUID.
    pub(crate) fn uuid(&self) -> String {
        let mut hex = self
            .bytes::<16>()
            .map(|byte| format!("{byte:02x}"))
            .concat();
        for at in [20, 16, 12, 8] {
            hex.insert(at, '-');
        }
        hex
    }
}
