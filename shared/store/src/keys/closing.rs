//! Keys of periods, their snapshots, and corrections.

use super::{Key, META};
use damero_domain::ladder::Ladder;
use damero_domain::period::{LocalDate, PeriodKind};
use damero_domain::rating::{Digest, Ordinal};
use damero_domain::time::Timestamp;

/// Begins the sort keys of notes that a correction changes nothing in a period.
pub const SAME: &str = "SAME";

/// When rated play began in a ladder.
#[must_use]
pub fn activation(ladder: Ladder) -> Key {
    Key::meta(format!("PERIOD#{ladder}"))
}

/// All periods of one kind of a ladder.
#[must_use]
pub fn periods(ladder: Ladder, kind: PeriodKind) -> String {
    format!("PERIOD#{ladder}#{}", kind.letter())
}

/// A period as it was opened.
#[must_use]
pub fn period(ladder: Ladder, kind: PeriodKind, id: LocalDate) -> Key {
    Key {
        pk: periods(ladder, kind),
        sk: id.to_string(),
    }
}

/// A revision's line in the archive.
#[must_use]
pub fn archive_line(
    ladder: Ladder,
    kind: PeriodKind,
    id: LocalDate,
    Ordinal(revision): Ordinal,
) -> Key {
    Key {
        pk: periods(ladder, kind),
        sk: format!("{id}#{revision:06}"),
    }
}

/// A period's snapshots and what belongs to them.
#[must_use]
pub fn closing(ladder: Ladder, kind: PeriodKind, id: LocalDate) -> String {
    format!("PERIOD#{ladder}#{}#{id}", kind.letter())
}

/// The header of a revision.
#[must_use]
pub fn revision(
    ladder: Ladder,
    kind: PeriodKind,
    id: LocalDate,
    Ordinal(revision): Ordinal,
) -> Key {
    Key {
        pk: closing(ladder, kind, id),
        sk: format!("{META}#{revision:06}"),
    }
}

/// A note that a correction changes nothing.
#[must_use]
pub fn same(ladder: Ladder, kind: PeriodKind, id: LocalDate, Ordinal(ordinal): Ordinal) -> Key {
    Key {
        pk: closing(ladder, kind, id),
        sk: format!("{SAME}#{ordinal:06}"),
    }
}

/// A chunk of a snapshot, by the digest of its text.
#[must_use]
pub fn chunk(ladder: Ladder, kind: PeriodKind, id: LocalDate, digest: &Digest) -> Key {
    Key {
        pk: closing(ladder, kind, id),
        sk: format!("SNAP#{digest}"),
    }
}

/// How far the making of a revision came.
#[must_use]
pub fn closing_cursor(
    ladder: Ladder,
    kind: PeriodKind,
    id: LocalDate,
    Ordinal(revision): Ordinal,
) -> Key {
    Key {
        pk: closing(ladder, kind, id),
        sk: format!("CURSOR#{revision:06}"),
    }
}

/// A ladder's corrections.
#[must_use]
pub fn corrections(ladder: Ladder) -> String {
    format!("REVS#{ladder}")
}

/// The head of a ladder's corrections: which is the last, which runs.
#[must_use]
pub fn corrections_head(ladder: Ladder) -> Key {
    Key {
        pk: corrections(ladder),
        sk: "HEAD".into(),
    }
}

/// One correction.
#[must_use]
pub fn correction(ladder: Ladder, Ordinal(ordinal): Ordinal) -> Key {
    Key {
        pk: corrections(ladder),
        sk: format!("{ordinal:06}"),
    }
}

/// A piece of how far a correction came.
#[must_use]
pub fn correction_cursor(ladder: Ladder, Ordinal(ordinal): Ordinal, piece: usize) -> Key {
    Key {
        pk: corrections(ladder),
        sk: format!("CURSOR#{ordinal:06}#{piece:04}"),
    }
}

/// A running ranking's newest view.
#[must_use]
pub fn view(ladder: Ladder, table: &str) -> Key {
    Key::meta(format!("VIEW#{ladder}#{table}"))
}

/// A chunk of a view's rows.
#[must_use]
pub fn view_chunk(ladder: Ladder, table: &str, Timestamp(cut): Timestamp, nth: usize) -> Key {
    Key {
        pk: format!("VIEW#{ladder}#{table}"),
        sk: format!("{cut:013}#{nth:05}"),
    }
}
