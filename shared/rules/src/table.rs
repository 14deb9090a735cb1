//! The twelve rule sets. A new one is a row here.
//!
//! Source: the houses' published rules; where a house is silent, its federation's.

use crate::geometry::{Geometry, Playing};
use crate::position::Side;
use crate::ruleset::{
    Capturing, Choice, Colour, Crowning, DrawPolicy, Ending, KingReach, Lines, NoProgress,
    Notation, Obligation, Removal, Resets, RuleSet,
};

static DARK_8: Geometry = Geometry::new(8, 8, Playing::Dark);
static DARK_10: Geometry = Geometry::new(10, 10, Playing::Dark);
static ALL_8: Geometry = Geometry::new(8, 8, Playing::All);

/// No draw but by agreement.
const BY_AGREEMENT: DrawPolicy = DrawPolicy {
    repetition: None,
    no_progress: None,
    resets: Resets::ManMove,
    one_on_one: false,
};

/// An automatic draw after so many plies without progress.
const fn automatic_after(plies: u16) -> Option<NoProgress> {
    Some(NoProgress {
        plies,
        ending: Ending::Automatic,
    })
}

/// Third repetition and a number of kings' plies, both automatic.
const fn mesita_draws(plies: u16) -> DrawPolicy {
    DrawPolicy {
        repetition: Some(Ending::Automatic),
        no_progress: automatic_after(plies),
        ..BY_AGREEMENT
    }
}

/// As its Polish page says; taken for its other four as well.
const KONDAVO_DRAWS: DrawPolicy = DrawPolicy {
    resets: Resets::ManAdvance,
    ..mesita_draws(120)
};

/// English draughts: 8×8, short kings, free choice, crowning ends the move.
const ENGLISH: RuleSet = RuleSet {
    id: "",
    row: 0,
    version: 1,
    geometry: &DARK_8,
    rows_of_men: 3,
    rows_behind: 0,
    black: Colour::Dark,
    first: Side::Black,
    lines: Lines::Diagonal,
    capturing: Capturing::AsItSteps,
    king: KingReach::Short,
    king_must_continue: false,
    obligation: Obligation::Mandatory,
    choice: Choice::Any,
    crowning: Crowning::EndsMove,
    removal: Removal::AfterChain,
    draws: BY_AGREEMENT,
    notation: Notation::Numeric,
    game_type: 21,
};

/// International draughts: 10×10, flying kings, backward captures, most pieces.
const INTERNATIONAL: RuleSet = RuleSet {
    geometry: &DARK_10,
    rows_of_men: 4,
    first: Side::White,
    capturing: Capturing::EveryWay,
    king: KingReach::Flying,
    choice: Choice::MostPieces,
    crowning: Crowning::OnlyAtEnd,
    game_type: 20,
    ..ENGLISH
};

/// Turkish draughts: all 64 squares, orthogonal, captured pieces leave at once.
const TURKISH: RuleSet = RuleSet {
    geometry: &ALL_8,
    rows_of_men: 2,
    rows_behind: 1,
    first: Side::White,
    lines: Lines::Orthogonal,
    king: KingReach::Flying,
    choice: Choice::MostPieces,
    crowning: Crowning::OnlyAtEnd,
    removal: Removal::AtOnce,
    notation: Notation::NumericOrAlgebraic,
    game_type: 30,
    ..ENGLISH
};

pub(crate) static TABLE: [RuleSet; 12] = numbered([
    RuleSet {
        id: "vezz-8x8",
        black: Colour::Red,
        king: KingReach::Flying,
        obligation: Obligation::OptionalWithHuff,
        draws: DrawPolicy {
            repetition: Some(Ending::Claim),
            no_progress: Some(NoProgress {
                plies: 80,
                ending: Ending::Claim,
            }),
            ..BY_AGREEMENT
        },
        // No number of the standard fits optional captures.
        game_type: 99,
        ..ENGLISH
    },
    RuleSet {
        id: "clasica-8x8",
        black: Colour::Red,
        ..ENGLISH
    },
    RuleSet {
        id: "mesita-english",
        draws: mesita_draws(80),
        ..ENGLISH
    },
    RuleSet {
        id: "mesita-russian",
        first: Side::White,
        capturing: Capturing::EveryWay,
        king: KingReach::Flying,
        king_must_continue: true,
        crowning: Crowning::GoesOnAsKing,
        draws: mesita_draws(120),
        notation: Notation::NumericOrAlgebraic,
        game_type: 25,
        ..ENGLISH
    },
    RuleSet {
        id: "mesita-international",
        draws: mesita_draws(120),
        ..INTERNATIONAL
    },
    RuleSet {
        id: "mesita-turkish",
        draws: DrawPolicy {
            one_on_one: true,
            ..mesita_draws(120)
        },
        ..TURKISH
    },
    RuleSet {
        id: "youzai-international",
        crowning: Crowning::GoesOnAsKing,
        draws: DrawPolicy {
            no_progress: automatic_after(50),
            ..BY_AGREEMENT
        },
        ..INTERNATIONAL
    },
    RuleSet {
        id: "kondavo-english",
        draws: KONDAVO_DRAWS,
        ..ENGLISH
    },
    RuleSet {
        id: "kondavo-brazilian",
        geometry: &DARK_8,
        rows_of_men: 3,
        draws: KONDAVO_DRAWS,
        notation: Notation::NumericOrAlgebraic,
        game_type: 26,
        ..INTERNATIONAL
    },
    RuleSet {
        id: "kondavo-spanish",
        first: Side::White,
        king: KingReach::Flying,
        choice: Choice::MostPiecesThenKings,
        draws: KONDAVO_DRAWS,
        game_type: 24,
        ..ENGLISH
    },
    RuleSet {
        id: "kondavo-turkish",
        draws: KONDAVO_DRAWS,
        ..TURKISH
    },
    RuleSet {
        id: "kondavo-polish",
        draws: KONDAVO_DRAWS,
        ..INTERNATIONAL
    },
]);

/// Each row told its number.
const fn numbered(mut table: [RuleSet; 12]) -> [RuleSet; 12] {
    let mut row = 0;
    while row < table.len() {
        table[row].row = row;
        row += 1;
    }
    table
}

/// The first row whose pieces move as this one's do.
pub(crate) const fn alike(row: usize) -> usize {
    let mut first = 0;
    while !TABLE[first].moves_as(&TABLE[row]) {
        first += 1;
    }
    first
}
