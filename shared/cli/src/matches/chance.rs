//! Chance that a seed decides.

/// Numbers that look like chance: SplitMix64.
#[derive(Debug, Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    /// Of a seed, and of what it is wanted for: the same seed serves many.
    pub(crate) fn of(seed: u64, purpose: u64) -> Self {
        let mut both = Self(seed);
        Self(both.number() ^ purpose.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    pub(crate) const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// One of them; none of none.
    pub(crate) fn one<T>(&mut self, mut of: Vec<T>) -> Option<T> {
        let end = u64::try_from(of.len()).ok()?;
        let nth = ((self.number() >> 32) * end) >> 32;
        (!of.is_empty()).then(|| of.swap_remove(usize::try_from(nth).unwrap_or(0)))
    }
}
