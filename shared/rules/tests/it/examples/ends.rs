//! How games end: by blocking, one against one, and drawn.

use damero_rules::{EndReason, Ending, KingReach, Resets, RuleSet};

use super::pieces::{Board, CLAIM, EXAMPLE, Example, STEP, Step, Worn};

fn claimed_progress(rules: &RuleSet) -> bool {
    rules
        .draws
        .no_progress
        .is_some_and(|rule| rule.ending == Ending::Claim)
}

fn counted(rules: &RuleSet) -> bool {
    rules
        .draws
        .no_progress
        .is_some_and(|rule| rule.ending == Ending::Automatic)
}

fn repeats(rules: &RuleSet) -> bool {
    rules.draws.repetition == Some(Ending::Automatic)
}

fn repeats_freely(rules: &RuleSet) -> bool {
    rules.draws.repetition.is_none()
}

pub(super) const WINS: &[Example] = &[
    Example {
        id: "block",
        fen: "W:W15,29,30:B21",
        steps: &[Step {
            wanted: &["29-25"],
            named: &[("left", 21)],
            ..STEP
        }],
        ends: Some(EndReason::Blocked),
        ..EXAMPLE
    },
    Example {
        id: "block",
        board: Board::Dark10,
        fen: "W:W20,46,47:B36",
        steps: &[Step {
            wanted: &["46-41"],
            named: &[("left", 36)],
            ..STEP
        }],
        ends: Some(EndReason::Blocked),
        ..EXAMPLE
    },
    Example {
        id: "block",
        board: Board::All8,
        fen: "W:W41,51,57,58:B49",
        steps: &[Step {
            wanted: &["58-50"],
            named: &[("left", 49)],
            ..STEP
        }],
        ends: Some(EndReason::Blocked),
        ..EXAMPLE
    },
    Example {
        id: "alone_king",
        board: Board::All8,
        stands: |rules| rules.draws.one_on_one,
        fen: "W:WK57:B33,46",
        steps: &[Step {
            wanted: &["57x25", "57x17", "57x9", "57x1"],
            ..STEP
        }],
        ends: Some(EndReason::OneOnOneKingBeatsMan),
        ..EXAMPLE
    },
    Example {
        id: "alone_equal",
        board: Board::All8,
        stands: |rules| rules.draws.one_on_one,
        fen: "W:WK57:B33,K46",
        steps: &[Step {
            wanted: &["57x25", "57x17", "57x9", "57x1"],
            ..STEP
        }],
        ends: Some(EndReason::OneOnOneEqual),
        ..EXAMPLE
    },
];

/// Kings to and fro; with the next move of White its position has stood three times.
const TWICE: Worn = Worn::Over(&["1-5", "29-25", "5-1", "25-29"], 7);
const TWICE_10: Worn = Worn::Over(&["1-6", "46-41", "6-1", "41-46"], 7);
const TWICE_ALL: Worn = Worn::Over(&["8-16", "57-49", "16-8", "49-57"], 7);

pub(super) const REPETITIONS: &[Example] = &[
    Example {
        id: "repeat_claim",
        stands: |rules| rules.draws.repetition == Some(Ending::Claim),
        fen: "B:W32,K29:BK1,12",
        worn: TWICE,
        steps: &[Step {
            wanted: &["claim 25-29"],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "repeat",
        stands: repeats,
        fen: "B:W32,K29:BK1,12",
        worn: TWICE,
        steps: &[Step {
            wanted: &["25-29"],
            ..STEP
        }],
        ends: Some(EndReason::Repetition),
        ..EXAMPLE
    },
    Example {
        id: "repeat",
        board: Board::Dark10,
        stands: repeats,
        fen: "B:W50,K46:BK1,15",
        worn: TWICE_10,
        steps: &[Step {
            wanted: &["41-46"],
            ..STEP
        }],
        ends: Some(EndReason::Repetition),
        ..EXAMPLE
    },
    Example {
        id: "repeat",
        board: Board::All8,
        stands: repeats,
        fen: "B:W60,K57:BK8,13",
        worn: TWICE_ALL,
        steps: &[Step {
            wanted: &["49-57"],
            ..STEP
        }],
        ends: Some(EndReason::Repetition),
        ..EXAMPLE
    },
    Example {
        id: "repeat_free",
        stands: repeats_freely,
        fen: "B:W32,K29:BK1,12",
        worn: TWICE,
        steps: &[
            Step {
                wanted: &["25-29"],
                replies: &["1-5"],
                ..STEP
            },
            STEP,
        ],
        ..EXAMPLE
    },
    Example {
        id: "repeat_free",
        board: Board::Dark10,
        stands: repeats_freely,
        fen: "B:W50,K46:BK1,15",
        worn: TWICE_10,
        steps: &[
            Step {
                wanted: &["41-46"],
                replies: &["1-6"],
                ..STEP
            },
            STEP,
        ],
        ..EXAMPLE
    },
];

pub(super) const COUNTS: &[Example] = &[
    Example {
        id: "draw",
        stands: claimed_progress,
        fen: "W:W32,K29:BK1,12",
        worn: Worn::Over(&["29-25", "1-5", "25-29", "5-1"], 78),
        steps: &[
            Step {
                wanted: &["25-29"],
                replies: &["5-1"],
                ..STEP
            },
            Step {
                wanted: &[CLAIM],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "count",
        stands: |rules| counted(rules) && rules.king == KingReach::Short,
        fen: "B:WK29,K32:BK1",
        worn: Worn::Idle,
        steps: &[STEP],
        ends: Some(EndReason::NoProgress),
        ..EXAMPLE
    },
    Example {
        id: "count",
        stands: |rules| counted(rules) && rules.king == KingReach::Flying,
        fen: "B:WK29:BK21",
        worn: Worn::Idle,
        steps: &[STEP],
        ends: Some(EndReason::NoProgress),
        ..EXAMPLE
    },
    Example {
        id: "count",
        board: Board::Dark10,
        stands: counted,
        fen: "B:WK46:BK36",
        worn: Worn::Idle,
        steps: &[STEP],
        ends: Some(EndReason::NoProgress),
        ..EXAMPLE
    },
    Example {
        id: "count",
        board: Board::All8,
        stands: counted,
        fen: "B:WK57,K58:BK2,K16",
        worn: Worn::Idle,
        steps: &[STEP],
        ends: Some(EndReason::NoProgress),
        ..EXAMPLE
    },
    Example {
        id: "aside_counts",
        board: Board::All8,
        stands: |rules| counted(rules) && rules.draws.resets == Resets::ManAdvance,
        fen: "B:W60,K57:BK8,13",
        worn: Worn::Idle,
        steps: &[Step {
            wanted: &["60-59", "60-61"],
            ..STEP
        }],
        ends: Some(EndReason::NoProgress),
        ..EXAMPLE
    },
    Example {
        id: "aside_resets",
        board: Board::All8,
        stands: |rules| counted(rules) && rules.draws.resets == Resets::ManMove,
        fen: "B:W60,K57:BK8,13",
        worn: Worn::Idle,
        steps: &[Step {
            wanted: &["60-59", "60-61"],
            ..STEP
        }],
        ..EXAMPLE
    },
];
