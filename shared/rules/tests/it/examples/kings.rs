//! Kings: how they go, from where they capture, where they land.

use damero_rules::{Choice, KingReach, RuleSet};

use super::pieces::{Board, EXAMPLE, Example, STEP, Step};

pub(super) fn flies(rules: &RuleSet) -> bool {
    rules.king == KingReach::Flying
}

fn steps(rules: &RuleSet) -> bool {
    rules.king == KingReach::Short
}

fn most(rules: &RuleSet) -> bool {
    flies(rules) && rules.choice != Choice::Any
}

pub(super) const WAYS: &[Example] = &[
    Example {
        id: "king",
        stands: flies,
        fen: "W:W24,32,K29:B1,5,12",
        steps: &[Step {
            wanted: &["29-8"],
            wrong: &[
                ("29-30", "not_on_a_line"),
                ("29-21", "not_on_a_line"),
                ("29-13", "not_on_a_line"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "king",
        board: Board::Dark10,
        stands: flies,
        fen: "W:W35,50,K46:B1,6,15",
        steps: &[Step {
            wanted: &["46-14"],
            wrong: &[
                ("46-47", "not_on_a_line"),
                ("46-36", "not_on_a_line"),
                ("46-26", "not_on_a_line"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "king_straight",
        board: Board::All8,
        stands: flies,
        fen: "W:W54,K57:B2,14,24",
        steps: &[Step {
            wanted: &["57-17"],
            wrong: &[("57-50", "not_on_a_line"), ("57-43", "not_on_a_line")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "king_short",
        stands: steps,
        fen: "W:W32,K18:B1,5,12",
        steps: &[Step {
            wanted: &["18-22", "18-23"],
            wrong: &[("18-25", "not_reachable"), ("18-27", "not_reachable")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "king_takes",
        stands: steps,
        fen: "W:W32,K18:B1,9,22",
        steps: &[Step {
            wanted: &["18x25"],
            wrong: &[("18x5", "not_reachable")],
            named: &[("far", 9)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "circle",
        stands: steps,
        fen: "W:W32,K26:B1,14,15,22,23",
        steps: &[Step {
            wanted: &["26x17x10x19x26"],
            wrong: &[("26x17x10x19", "chain_not_finished")],
            ..STEP
        }],
        ..EXAMPLE
    },
];

/// Two in a row stand behind the victim: its landings end there.
pub(super) const CAPTURES: &[Example] = &[
    Example {
        id: "afar",
        stands: flies,
        fen: "W:W32,K29:B8,11,22",
        steps: &[Step {
            wanted: &["29x15", "29x18"],
            wrong: &[("29x4", "jumps_several")],
            named: &[("one", 11), ("two", 8)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "afar",
        board: Board::Dark10,
        stands: flies,
        fen: "W:W50,K46:B19,23,37",
        steps: &[Step {
            wanted: &["46x28", "46x32"],
            wrong: &[("46x14", "jumps_several")],
            named: &[("one", 23), ("two", 19)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "afar",
        board: Board::All8,
        stands: flies,
        fen: "W:W62,K57:B9,17,41",
        steps: &[Step {
            wanted: &["57x25", "57x33"],
            wrong: &[("57x1", "jumps_several")],
            named: &[("one", 17), ("two", 9)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "landing",
        stands: |rules| flies(rules) && rules.choice == Choice::Any && !rules.king_must_continue,
        fen: "W:W32,K29:B5,16,18",
        steps: &[Step {
            wanted: &["29x11x20"],
            wrong: &[("29x11", "chain_not_finished")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "landing_on",
        stands: |rules| rules.king_must_continue,
        fen: "W:W32,K29:B5,16,18",
        steps: &[Step {
            wanted: &["29x11x20"],
            wrong: &[
                ("29x15", "king_must_land_where_it_continues"),
                ("29x8", "king_must_land_where_it_continues"),
                ("29x4", "king_must_land_where_it_continues"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "landing_most",
        stands: most,
        fen: "W:W32,K29:B5,16,18",
        steps: &[Step {
            wanted: &["29x11x20"],
            wrong: &[
                ("29x15", "more_capture_exists"),
                ("29x8", "more_capture_exists"),
                ("29x4", "more_capture_exists"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "landing_most",
        board: Board::Dark10,
        stands: most,
        fen: "W:W50,K46:B6,20,37",
        steps: &[Step {
            wanted: &["46x14x25"],
            wrong: &[
                ("46x32", "more_capture_exists"),
                ("46x5", "more_capture_exists"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "landing_most",
        board: Board::All8,
        stands: most,
        fen: "W:W62,K57:B31,41,46",
        steps: &[Step {
            wanted: &["57x25x32"],
            wrong: &[
                ("57x33", "more_capture_exists"),
                ("57x1", "more_capture_exists"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
];
