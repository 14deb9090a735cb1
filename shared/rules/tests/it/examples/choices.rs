//! Which of several captures one must make.

use damero_rules::{Choice, RuleSet};

use super::captures::mandatory;
use super::pieces::{Board, EXAMPLE, Example, STEP, Step};

fn most(rules: &RuleSet) -> bool {
    rules.choice != Choice::Any
}

fn king_weighs_as_man(rules: &RuleSet) -> bool {
    rules.choice == Choice::MostPieces
}

pub(super) const CHOICES: &[Example] = &[
    Example {
        id: "choose",
        stands: |rules| mandatory(rules) && !most(rules),
        fen: "W:W23,30:B2,11,18,19",
        steps: &[Step {
            wanted: &["23x14", "23x16x7"],
            wrong: &[("23x16", "chain_not_finished")],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "most",
        stands: most,
        fen: "W:W23,30:B2,11,K18,19",
        steps: &[Step {
            wanted: &["23x16x7"],
            wrong: &[("23x14", "more_capture_exists")],
            named: &[("king", 18)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "most",
        board: Board::Dark10,
        stands: most,
        fen: "W:W38,50:B3,24,K32,33",
        steps: &[Step {
            wanted: &["38x29x20"],
            wrong: &[("38x27", "more_capture_exists")],
            named: &[("king", 32)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "most",
        board: Board::All8,
        stands: most,
        fen: "W:W44,62:B2,29,36,K43",
        steps: &[Step {
            wanted: &["44x28x30"],
            wrong: &[("44x42", "more_capture_exists")],
            named: &[("king", 43)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "most_kings",
        stands: |rules| rules.choice == Choice::MostPiecesThenKings,
        fen: "W:W23,30:B2,18,K19",
        steps: &[Step {
            wanted: &["23x16"],
            wrong: &[("23x14", "more_kings_capture_exists")],
            named: &[("man", 18)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "weighs",
        stands: king_weighs_as_man,
        fen: "W:W23,30:B2,18,K19",
        steps: &[Step {
            wanted: &["23x14", "23x16"],
            named: &[("man", 18), ("king", 19)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "weighs",
        board: Board::Dark10,
        stands: king_weighs_as_man,
        fen: "W:W38,50:B3,32,K33",
        steps: &[Step {
            wanted: &["38x27", "38x29"],
            named: &[("man", 32), ("king", 33)],
            ..STEP
        }],
        ..EXAMPLE
    },
    Example {
        id: "weighs",
        board: Board::All8,
        stands: king_weighs_as_man,
        fen: "W:W44,62:B2,36,K43",
        steps: &[Step {
            wanted: &["44x28", "44x42"],
            named: &[("man", 36), ("king", 43)],
            ..STEP
        }],
        ..EXAMPLE
    },
];
