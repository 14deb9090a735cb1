//! Steps, captures, chains, huffs, and what captured pieces still do.

use damero_rules::{Capturing, Lines, Removal, RuleSet};

use super::kings::flies;
use super::pieces::{ANY, Board, EXAMPLE, Example, STEP, Step};

fn forward_only(rules: &RuleSet) -> bool {
    rules.lines == Lines::Diagonal && rules.capturing == Capturing::AsItSteps
}

fn every_way(rules: &RuleSet) -> bool {
    rules.capturing == Capturing::EveryWay
}

pub(super) fn mandatory(rules: &RuleSet) -> bool {
    !rules.huffs()
}

/// White, the learner, is at the bottom and moves up.
pub(super) const STEPS: &[Example] = &[
    Example {
        id: "step",
        fen: "W:W23,29,31:B2,5,8",
        steps: &[Step {
            wanted: &["23-18", "23-19"],
            wrong: &[
                ("23-26", "backward_move"),
                ("23-27", "backward_move"),
                ("23-14", "not_reachable"),
                ("23-16", "not_reachable"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "step",
        board: Board::Dark10,
        fen: "W:W33,42,46:B2,9,13",
        steps: &[Step {
            wanted: &["33-28", "33-29"],
            wrong: &[
                ("33-38", "backward_move"),
                ("33-39", "backward_move"),
                ("33-22", "not_reachable"),
                ("33-24", "not_reachable"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "step_straight",
        board: Board::All8,
        fen: "W:W44,57,62:B4,13,24",
        steps: &[Step {
            wanted: &["44-36", "44-43", "44-45"],
            wrong: &[
                ("44-52", "backward_move"),
                ("44-28", "not_reachable"),
                ("44-35", "not_on_a_line"),
                ("44-37", "not_on_a_line"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
];

pub(super) const CAPTURES: &[Example] = &[
    Example {
        id: "capture",
        stands: RuleSet::huffs,
        fen: "W:W21,23,32:B1,6,18",
        steps: &[Step {
            wanted: &["23x14"],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "must",
        stands: mandatory,
        fen: "W:W21,23,32:B1,6,18",
        steps: &[Step {
            wanted: &["23x14"],
            wrong: &[("23-19", "must_capture"), ("32-28", "must_capture")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "must",
        board: Board::Dark10,
        stands: mandatory,
        fen: "W:W33,42,46:B2,9,28",
        steps: &[Step {
            wanted: &["33x22"],
            wrong: &[("33-29", "must_capture"), ("46-41", "must_capture")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "must",
        board: Board::All8,
        stands: mandatory,
        fen: "W:W44,57,62:B4,24,36",
        steps: &[Step {
            wanted: &["44x28"],
            wrong: &[("44-43", "must_capture"), ("57-49", "must_capture")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "back_not",
        stands: forward_only,
        fen: "W:W23:B1,5,26",
        steps: &[Step {
            wanted: &["23-18", "23-19"],
            wrong: &[("23x30", "backward_capture")],
            named: &[("behind", 26), ("free", 30)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "back",
        stands: every_way,
        fen: "W:W16,30:B2,9,19",
        steps: &[Step {
            wanted: &["16x23"],
            wrong: &[("16-11", "must_capture")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "back",
        board: Board::Dark10,
        stands: every_way,
        fen: "W:W24,47:B3,12,29",
        steps: &[Step {
            wanted: &["24x33"],
            wrong: &[("24-19", "must_capture")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "sideways",
        board: Board::All8,
        fen: "W:W36,57:B4,37,44",
        steps: &[Step {
            wanted: &["36x38"],
            wrong: &[("36x52", "backward_capture"), ("36-28", "must_capture")],
            named: &[("behind", 44)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "chain",
        fen: "W:W27,29,30:B3,5,14,23",
        steps: &[Step {
            wanted: &["27x18x9"],
            wrong: &[("27x18", "chain_not_finished")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "chain",
        board: Board::Dark10,
        fen: "W:W38,46,50:B3,22,23,33",
        steps: &[Step {
            wanted: &["38x29x18x27"],
            wrong: &[("38x29x18", "chain_not_finished")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "chain",
        board: Board::All8,
        fen: "W:W57,60:B3,38,45,52",
        steps: &[Step {
            wanted: &["60x44x46x30"],
            wrong: &[("60x44x46", "chain_not_finished")],
            ..STEP
        }],
        ..EXAMPLE
    },
];

pub(super) const HUFFS: &[Example] = &[
    Example {
        id: "forgo",
        stands: RuleSet::huffs,
        fen: "W:W21,23,32:B2,8,18",
        steps: &[
            Step {
                wanted: &["32-28"],
                replies: &["!23", "8-11"],
                named: &[("open", 23)],
                ..STEP
            },
            Step {
                wanted: ANY,
                named: &[("huffed", 23)],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "huff",
        stands: RuleSet::huffs,
        fen: "B:W15,22,31:B1,3,10,12",
        lead: Some("1-6"),
        steps: &[
            Step {
                wanted: &["!10"],
                ..STEP
            },
            Step {
                wanted: ANY,
                ..STEP
            },
        ],
        ..EXAMPLE
    },
];

/// What a captured piece still does, or does no more.
pub(super) const REMOVALS: &[Example] = &[
    Example {
        id: "strike",
        stands: |rules| rules.removal == Removal::AfterChain && flies(rules),
        fen: "W:W32,K26:B6,11,14,15,23",
        steps: &[Step {
            wanted: &["26x16x2x9x18"],
            wrong: &[("26x16x2x9x18x8", "jumps_twice")],
            replies: &["15x22"],
            named: &[("left", 15), ("wall", 11)],
        }],
        ..EXAMPLE
    },
    Example {
        id: "strike",
        board: Board::Dark10,
        fen: "W:W46,K50:B9,10,20,29,33",
        steps: &[Step {
            wanted: &["50x22x4x15x24"],
            wrong: &[("50x22x4x15x24x38", "jumps_twice")],
            replies: &["29x20"],
            named: &[("left", 29), ("wall", 33)],
        }],
        ..EXAMPLE
    },
    Example {
        id: "at_once",
        board: Board::All8,
        stands: |rules| rules.removal == Removal::AtOnce,
        fen: "W:W58,K48:B20,33,47,52,55",
        steps: &[Step {
            wanted: &["48x41x17x23x63"],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "no_turn",
        board: Board::All8,
        stands: |rules| rules.removal == Removal::AtOnce,
        fen: "W:WK36:B4,34,38",
        steps: &[Step {
            wanted: &["36x33", "36x39", "36x40"],
            wrong: &[("36x39x33", "turn_of_180"), ("36x33x40", "turn_of_180")],
            ..STEP
        }],
        ..EXAMPLE
    },
];
