//! The last row: reached by a step, by a capture, and passed.

use damero_rules::{Crowning, KingReach, RuleSet};

use super::pieces::{Board, EXAMPLE, Example, STEP, Step};

fn ends_move(rules: &RuleSet) -> bool {
    rules.crowning == Crowning::EndsMove
}

fn goes_on_as_king(rules: &RuleSet) -> bool {
    rules.crowning == Crowning::GoesOnAsKing
}

fn only_at_end(rules: &RuleSet) -> bool {
    rules.crowning == Crowning::OnlyAtEnd
}

pub(super) const STEPPING: &[Example] = &[
    Example {
        id: "crown",
        fen: "W:W7:B5,20",
        steps: &[
            Step {
                wanted: &["7-2"],
                replies: &["20-24"],
                ..STEP
            },
            STEP,
        ],
        ..EXAMPLE
    },
    Example {
        id: "crown",
        board: Board::Dark10,
        fen: "W:W8:B6,35",
        steps: &[
            Step {
                wanted: &["8-2"],
                replies: &["35-40"],
                ..STEP
            },
            STEP,
        ],
        ..EXAMPLE
    },
    Example {
        id: "crown",
        board: Board::All8,
        fen: "W:W12:B9,40",
        steps: &[
            Step {
                wanted: &["12-4"],
                replies: &["40-48"],
                ..STEP
            },
            STEP,
        ],
        ..EXAMPLE
    },
];

pub(super) const CAPTURING: &[Example] = &[
    Example {
        id: "crowning",
        stands: |rules| ends_move(rules) && rules.king == KingReach::Flying,
        fen: "W:W11,32:B6,7,16",
        steps: &[
            Step {
                wanted: &["11x2"],
                wrong: &[("11x2x9", "crowning_ends_move")],
                replies: &["16-20"],
                named: &[("next", 6)],
            },
            Step {
                wanted: &["2x9", "2x13"],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "crowning",
        stands: |rules| ends_move(rules) && rules.king == KingReach::Short,
        fen: "W:W11,32:B6,7,16",
        steps: &[
            Step {
                wanted: &["11x2"],
                wrong: &[("11x2x9", "crowning_ends_move")],
                replies: &["16-20"],
                named: &[("next", 6)],
            },
            Step {
                wanted: &["2x9"],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "crowning_on",
        stands: goes_on_as_king,
        fen: "W:W11,32:B7,9,20",
        steps: &[Step {
            wanted: &["11x2x13"],
            wrong: &[("11x2", "chain_not_finished")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "crowning_on",
        board: Board::Dark10,
        stands: goes_on_as_king,
        fen: "W:W12,43:B8,20,36,39",
        steps: &[Step {
            wanted: &["12x3x25"],
            // What is taken as a king counts with the rest.
            wrong: &[
                ("12x3", "chain_not_finished"),
                ("43x34", "more_capture_exists"),
            ],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "crowning_stop",
        stands: only_at_end,
        fen: "W:W11,32:B7,9,21",
        steps: &[
            Step {
                wanted: &["11x2"],
                wrong: &[("11x2x13", "not_reachable")],
                replies: &["21-25"],
                named: &[("next", 9)],
            },
            Step {
                wanted: &["2x13"],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "crowning_stop",
        board: Board::Dark10,
        stands: only_at_end,
        fen: "W:W12,50:B8,20,26",
        steps: &[
            Step {
                wanted: &["12x3"],
                wrong: &[("12x3x25", "not_reachable")],
                replies: &["26-31"],
                named: &[("next", 20)],
            },
            Step {
                wanted: &["3x25"],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "crowning_stop",
        board: Board::All8,
        stands: only_at_end,
        fen: "W:W20,62:B6,12,33",
        steps: &[
            Step {
                wanted: &["20x4"],
                wrong: &[("20x4x7", "not_reachable")],
                replies: &["33-41"],
                named: &[("next", 6)],
            },
            Step {
                wanted: &["4x7", "4x8"],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "passing",
        stands: only_at_end,
        fen: "W:W11:B6,7,16",
        steps: &[
            Step {
                wanted: &["11x2x9"],
                wrong: &[("11x2", "chain_not_finished")],
                replies: &["16-20"],
                ..STEP
            },
            Step {
                wanted: &["9-5", "9-6"],
                wrong: &[("9-13", "backward_move"), ("9-14", "backward_move")],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
    Example {
        id: "passing",
        board: Board::Dark10,
        stands: only_at_end,
        fen: "W:W12:B8,9,35",
        steps: &[
            Step {
                wanted: &["12x3x14"],
                wrong: &[("12x3", "chain_not_finished")],
                replies: &["35-40"],
                ..STEP
            },
            Step {
                wanted: &["14-9", "14-10"],
                wrong: &[("14-19", "backward_move"), ("14-20", "backward_move")],
                ..STEP
            },
        ],
        ..EXAMPLE
    },
];
