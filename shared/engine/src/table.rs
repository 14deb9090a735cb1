//! The table of positions that were met before.

use damero_rules::search::Ply;

use crate::score::DECIDED;
use crate::state::Act;

/// How much memory a table takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSize {
    buckets: usize,
}

impl TableSize {
    /// So many megabytes, rounded down to a power of two; at least one.
    #[must_use]
    pub const fn megabytes(megabytes: u16) -> Self {
        let rounded = match megabytes.checked_ilog2() {
            Some(log) => 1 << log,
            None => 1,
        };
        Self {
            buckets: (rounded << 20) / size_of::<Bucket>(),
        }
    }

    /// How many bytes that is.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.buckets * size_of::<Bucket>()
    }
}

/// What a stored score says of the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    /// Nothing is stored.
    #[default]
    None,
    /// It is at most that.
    Upper,
    /// It is at least that.
    Lower,
    /// It is that.
    Exact,
}

/// An action in sixteen bits: enough to find it again among those of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Hint(u16);

/// What tells a huff from moves, whose taken pieces are hashed to less.
const HUFF: u16 = 15;

impl Hint {
    /// No action.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn of(act: Act) -> Self {
        match act {
            Act::Play(ply) => Self::of_ply(ply),
            Act::Huff(at) => Self(u16::from(at) << 10 | u16::from(at) << 4 | HUFF),
        }
    }

    pub(crate) fn of_ply(ply: Ply) -> Self {
        let taken = ply.taken() % 13;
        let taken = u16::try_from(taken).unwrap_or(0) + 1;
        Self(u16::from(ply.from()) << 10 | u16::from(ply.to()) << 4 | taken)
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry {
    key: u64,
    score: i16,
    pub(crate) hint: Hint,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// In which game it was stored: what others left is not seen.
    era: u8,
    /// In which search of that game.
    age: u8,
}

/// Entries that share a line of the processor's cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// The table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    era: u8,
    age: u8,
}

impl Table {
    pub(crate) fn new(size: TableSize) -> Self {
        Self {
            buckets: vec![Bucket::default(); size.buckets],
            era: 1,
            age: 0,
        }
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything, so that what comes does not depend on what was.
    pub(crate) fn forget(&mut self) {
        self.era = self.era.wrapping_add(1);
        self.age = 0;
        if self.era == 0 {
            self.buckets.fill(Bucket::default());
            self.era = 1;
        }
    }

    /// A new search begins: what it stores is worth more than what is older.
    pub(crate) const fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The number of buckets is a power of two.
        usize::try_from(key & (self.buckets.len() as u64 - 1)).unwrap_or(0)
    }

    /// What is remembered of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let Bucket(entries) = &self.buckets[self.place(key)];
        let known = |entry: &&Entry| entry.key == key && entry.era == self.era;
        entries.iter().find(known).copied()
    }

    /// Remembers a position, in the place of what is worth least.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, depth: i32, bound: Bound, score: i32, hint: Hint) {
        let (era, age) = (self.era, self.age);
        let place = self.place(key);
        let Bucket(entries) = &mut self.buckets[place];
        let worth = |entry: &Entry| {
            if entry.era != era {
                return i32::MIN;
            }
            if entry.key == key {
                return i32::MIN + 1;
            }
            i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age))
        };
        // The position's own entry first, wherever it is.
        let same = |entry: &Entry| entry.key == key && entry.era == era;
        let mut slot = 0;
        for nth in 0..entries.len() {
            if same(&entries[nth]) {
                slot = nth;
                break;
            }
            if worth(&entries[nth]) < worth(&entries[slot]) {
                slot = nth;
            }
        }
        let old = entries[slot];
        let hint = if hint == Hint::NONE && same(&old) {
            old.hint
        } else {
            hint
        };
        entries[slot] = Entry {
            key,
            score: i16::try_from(score).unwrap_or(0),
            hint,
            depth: i8::try_from(depth).unwrap_or(i8::MAX),
            bound,
            era,
            age,
        };
    }
}

impl Entry {
    /// The score, for a position so many plies after the search's first.
    #[inline]
    pub(crate) fn score(&self, ply: usize) -> i32 {
        moved(i32::from(self.score), ply, -1)
    }

    /// Whether the score decides a window at this depth.
    #[inline]
    pub(crate) fn decides(&self, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let score = self.score(ply);
        match self.bound {
            Bound::Exact => Some(score),
            Bound::Lower if score >= beta => Some(score),
            Bound::Upper if score <= alpha => Some(score),
            _ => None,
        }
    }
}

/// A score as it is stored: a decided game is so many plies from its own position.
#[inline]
pub(crate) fn stored(score: i32, ply: usize) -> i32 {
    moved(score, ply, 1)
}

#[inline]
fn moved(score: i32, ply: usize, way: i32) -> i32 {
    let plies = way * i32::try_from(ply).unwrap_or(0);
    if score > DECIDED {
        score + plies
    } else if score < -DECIDED {
        score - plies
    } else {
        score
    }
}
